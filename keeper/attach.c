/* attach: one stream that carries a keep over a pipe: control frames both ways, output as frames among them. */
#include "keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_DIGITS 16
#define PIECE 65536

static uint64_t position; /* the next byte to send */
static int has_told_end;

static int send_output(const uint8_t *data, size_t length) {
  uint8_t header[FRAME_HEADER + 8];
  frame_header(header, (uint32_t)length + 8, FRAME_OUTPUT, 0);
  write_u64(header + FRAME_HEADER, position);
  return write_all(STDOUT_FILENO, header, sizeof header) || write_all(STDOUT_FILENO, data, length);
}

static int send_gap(uint64_t to) {
  uint8_t bytes[FRAME_HEADER + 16];
  frame_header(bytes, 16, FRAME_GAP, 0);
  write_u64(bytes + FRAME_HEADER, position);
  write_u64(bytes + FRAME_HEADER + 8, to);
  position = to;
  return write_all(STDOUT_FILENO, bytes, sizeof bytes);
}

struct segment {
  int folder, is_found;
  uint64_t start, size;
};

/* The segment that holds `position`, else the first one behind it. */
static void consider(const char *name, void *context) {
  struct segment *best = context;
  struct stat info;
  if (strlen(name) != NAME_DIGITS + 4 || strcmp(name + NAME_DIGITS, ".log") != 0) return;
  uint64_t start = parse_number(name, NAME_DIGITS, UINT64_MAX);
  if (start == UINT64_MAX || fstatat(best->folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (start + (uint64_t)info.st_size <= position || (best->is_found && start > best->start)) return;
  best->is_found = 1;
  best->start = start;
  best->size = (uint64_t)info.st_size;
}

static int find_segment(uint64_t *start, uint64_t *size) {
  struct segment best = {.folder = open("output", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (best.folder < 0) return -1;
  platform_each_entry(best.folder, consider, &best);
  close(best.folder);
  *start = best.start;
  *size = best.size;
  return best.is_found ? 0 : -1;
}

/* Sends everything from `position` to `end`; bytes that no segment holds are gaps. */
static int catch_up(uint64_t end) {
  while (position < end) {
    uint64_t start = 0, size = 0;
    if (find_segment(&start, &size) != 0) return send_gap(end);
    if (start >= end) return send_gap(end);
    if (start > position && send_gap(start) != 0) return -1;
    char name[48] = "output/";
    strcpy(name + 7 + format_number(name + 7, start, NAME_DIGITS), ".log");
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) continue; /* dropped meanwhile: looked for again */
    while (position < end && position < start + size) {
      uint64_t wanted = end < start + size ? end - position : start + size - position;
      ssize_t n = pread(fd, io_buffer, wanted < PIECE - 8 ? (size_t)wanted : PIECE - 8, (off_t)(position - start));
      if (n <= 0) break;
      if (send_output(io_buffer, (size_t)n) != 0) {
        close(fd);
        return -1;
      }
      position += (uint64_t)n;
    }
    close(fd);
  }
  return 0;
}

static int arm(int control) {
  char data[64];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "offset", position);
  return answer_record(control, FRAME_ARM, 0, &r);
}

/* Passes the keeper's frames on; growth becomes output. Bytes used. */
static long pass_on(int control, const uint8_t *buffer, size_t length) {
  struct frame frame;
  long used = frame_take(buffer, length, FRAME_MAX_PAYLOAD, &frame);
  if (used <= 0) return used;
  const char *payload = (const char *)frame.payload;
  uint64_t end = record_get_number(payload, frame.length, 0, "offset", 0);
  if (frame.type == FRAME_GREW) {
    if (catch_up(end) != 0) return -1;
    arm(control); /* a keeper that has left meanwhile has told its end first: that is still to be read */
    return used;
  }
  if (frame.type == FRAME_ENDED) {
    if (catch_up(end) != 0) return -1; /* all of it before the end */
    has_told_end = 1;
  }
  return write_all(STDOUT_FILENO, buffer, (size_t)used) == 0 ? used : -1;
}

/* A keep whose keeper has left: what is there, and how it ended. */
static int attach_offline(void) {
  char text[2048];
  ssize_t n = read_file("exit", text, sizeof text);
  if (n <= 0 || !record_is_whole(text, (size_t)n)) return 1;
  if (catch_up(record_get_number(text, (size_t)n, '\n', "offset", 0)) != 0) return 1;
  for (ssize_t i = 0; i < n; i++)
    if (text[i] == '\n') text[i] = 0;
  struct record r = {text, (size_t)n, sizeof text, 0};
  return answer_record(STDOUT_FILENO, FRAME_ENDED, 0, &r);
}

int run_attach(const char *keep, uint64_t from) {
  char data[64];
  struct record role = {data, 0, sizeof data, 0};
  position = from;
  if (chdir(keep) != 0) return 1;
  int control = connect_control();
  if (control < 0) return attach_offline();
  record_text(&role, "role", "engine");
  if (answer_record(control, FRAME_SUBSCRIBE, 0, &role) != 0 || arm(control) != 0) return 1;
  size_t capacity = FRAME_HEADER + FRAME_MAX_PAYLOAD, held = 0;
  uint8_t *buffer = pages_take(capacity);
  if (!buffer) return 1;
  for (;;) {
    struct pollfd fds[2] = {{control, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return 1;
    }
    if (fds[1].revents) {
      ssize_t n = read(STDIN_FILENO, io_buffer, sizeof io_buffer);
      if (n <= 0) return 0; /* the other side hung up: all goes on */
      write_all(control, io_buffer, (size_t)n);
    }
    if (fds[0].revents) {
      ssize_t n = read(control, buffer + held, capacity - held);
      if (n <= 0) return has_told_end ? 0 : attach_offline(); /* the keeper left, or was killed */
      held += (size_t)n;
      long used;
      while ((used = pass_on(control, buffer, held)) > 0) {
        held -= (size_t)used;
        memmove(buffer, buffer + used, held);
      }
      if (used < 0) return 1;
    }
  }
}

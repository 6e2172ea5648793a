/* attach: one stream that carries a keep over a pipe: control frames both ways, output as frames among them. */
#include "process.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static struct catch_up out = {.keep = ".", .segment = -1, .times = {.file = -1}};
static uint8_t *piece; /* one frame of output */
static int has_told_end;

/* Sends everything up to `end`; bytes that no segment holds are gaps. */
static int catch_up(uint64_t end) {
  while (out.position < end) {
    size_t length = catch_up_next(&out, end, 0, piece);
    if (length == 0 || write_all(STDOUT_FILENO, piece, length) != 0) return -1;
  }
  return 0;
}

static int arm(int control) {
  char data[64];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "offset", out.position);
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
  out.position = from;
  if (!(piece = pages_take(FRAME_HEADER + FRAME_MAX_PAYLOAD))) return 1;
  if (chdir(keep) != 0) return 1;
  int control = connect_control(1);
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

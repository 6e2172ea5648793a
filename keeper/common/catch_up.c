/* Reading a keep's output from an offset on, as frames: attach and hub send the same ones. */
#include "common.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_DIGITS 16

/* What a look into output/ finds. */
struct look {
  int folder;
  uint64_t position;    /* looked for */
  int is_found;
  uint64_t start, size; /* of the segment that holds the position, else of the first one behind it */
  uint64_t end;         /* of the last segment */
};

static void consider(const char *name, void *context) {
  struct look *look = context;
  struct stat info;
  if (strlen(name) != NAME_DIGITS + 4 || strcmp(name + NAME_DIGITS, ".log") != 0) return;
  uint64_t start = parse_number(name, NAME_DIGITS, UINT64_MAX);
  if (start == UINT64_MAX || fstatat(look->folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) return;
  uint64_t end = start + (uint64_t)info.st_size;
  if (end > look->end) look->end = end;
  if (end <= look->position || (look->is_found && start > look->start)) return;
  look->is_found = 1;
  look->start = start;
  look->size = (uint64_t)info.st_size;
}

/* Descriptor of output/, -1 if there is none. */
static int open_output(const char *keep) {
  int folder = open(keep, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return -1;
  int output = openat(folder, "output", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  int reason = errno;
  close(folder);
  errno = reason;
  return output;
}

static int look_into(const char *keep, struct look *look) {
  look->folder = open_output(keep);
  if (look->folder >= 0) platform_each_entry(look->folder, consider, look);
  return look->folder;
}

uint64_t catch_up_disk_end(const char *keep) {
  struct look look = {.position = UINT64_MAX};
  if (look_into(keep, &look) >= 0) close(look.folder);
  return look.end;
}

void catch_up_close(struct catch_up *c) {
  if (c->segment >= 0) close(c->segment);
  c->segment = -1;
  times_end(&c->times);
}

/* Too much is open at the moment: the bytes are there, and must not be called a gap. */
static int will_pass(int reason) { return reason == EMFILE || reason == ENFILE || reason == ENOMEM; }

static size_t make_gap(struct catch_up *c, uint64_t to, uint32_t tag, uint8_t *frame) {
  frame_header(frame, 16, FRAME_GAP, tag);
  write_u64(frame + FRAME_HEADER, c->position);
  write_u64(frame + FRAME_HEADER + 8, to);
  c->position = to;
  return FRAME_HEADER + 16;
}

/* The bytes are in the frame already, behind `before` others. */
static size_t make_output(struct catch_up *c, size_t before, size_t length, uint64_t time, uint32_t tag, uint8_t *frame) {
  frame_header(frame, (uint32_t)(before + length), time ? FRAME_OUTPUT_AT : FRAME_OUTPUT, tag);
  write_u64(frame + FRAME_HEADER, c->position);
  if (time) write_u64(frame + FRAME_HEADER + 8, time);
  c->position += length;
  return FRAME_HEADER + before + length;
}

static int open_in(int folder, uint64_t start, const char *suffix) {
  char name[32];
  strcpy(name + format_number(name, start, NAME_DIGITS), suffix);
  return openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* Opens the segment that holds the position. 1: it is open; 0: `gap_to` is where the bytes go on; -1: later. */
static int open_segment(struct catch_up *c, uint64_t end, uint64_t *gap_to) {
  for (;;) {
    struct look look = {.position = c->position};
    *gap_to = end;
    if (look_into(c->keep, &look) < 0) return will_pass(errno) ? -1 : 0;
    if (!look.is_found || look.start >= end || look.start > c->position) {
      if (look.is_found && look.start < end) *gap_to = look.start;
      close(look.folder);
      return 0;
    }
    c->segment = open_in(look.folder, look.start, ".log");
    int reason = errno, index = c->segment >= 0 ? open_in(look.folder, look.start, ".index") : -1;
    times_begin(&c->times, index);
    if (index >= 0) close(index);
    close(look.folder);
    c->start = look.start;
    c->known_end = look.start + look.size;
    if (c->segment >= 0) return 1;
    if (will_pass(reason)) return -1;
    if (reason == ENOENT) continue; /* dropped meanwhile: looked for again */
    if (c->known_end < end) *gap_to = c->known_end;
    return 0;
  }
}

/* The file of a segment that grows may come at any time. -1: too much is open. */
static int look_for_times(struct catch_up *c) {
  if (c->times.first == 0 || c->times.file >= 0) return 0;
  int folder = open_output(c->keep), file = folder >= 0 ? open_in(folder, c->start, ".times") : -1, reason = errno;
  if (folder >= 0) close(folder);
  if (file >= 0) times_use(&c->times, file, c->position - c->start);
  return file < 0 && will_pass(reason) ? -1 : 0;
}

size_t catch_up_next(struct catch_up *c, uint64_t end, uint32_t tag, uint8_t *frame) {
  for (;;) {
    uint64_t gap_to;
    int is_open = c->segment >= 0 ? 1 : open_segment(c, end, &gap_to);
    if (is_open < 0) return 0;
    if (is_open == 0) return make_gap(c, gap_to, tag, frame);
    uint64_t wanted = end - c->position, bytes = c->position - c->start, until;
    if (look_for_times(c) != 0) return 0;
    uint64_t time = times_at(&c->times, bytes, &until);
    size_t before = time ? 16 : 8;
    if (wanted > FRAME_MAX_PAYLOAD - before) wanted = FRAME_MAX_PAYLOAD - before;
    if (wanted > until - bytes) wanted = until - bytes;
    ssize_t n = pread(c->segment, frame + FRAME_HEADER + before, (size_t)wanted, (off_t)bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0 || c->position + (uint64_t)n >= end) catch_up_close(c);
    if (n > 0) return make_output(c, before, (size_t)n, time, tag, frame);
    if (n < 0) return make_gap(c, c->known_end > c->position && c->known_end < end ? c->known_end : end, tag, frame);
  }
}

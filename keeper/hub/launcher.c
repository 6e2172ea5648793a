/* The hub's launcher: there from the first start on, its answers passed on whole. */
#include "hub.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define MAX_OPEN_STARTS 1000
#define ANSWERS_BYTES 8192

static struct {
  pid_t pid;               /* 0: none */
  int requests, answers;
  uint8_t *rest;           /* of the request it has not taken */
  size_t rest_at, rest_length;
  uint8_t *in;             /* answers that are not whole, ANSWERS_BYTES long */
  size_t in_length;
  uint32_t *tags;          /* starts that are not answered */
  size_t tag_count, tag_capacity;
} launcher = {.requests = -1, .answers = -1};

int launcher_is_busy(void) { return launcher.rest != NULL || launcher.tag_count >= MAX_OPEN_STARTS; }
int launcher_has_rest(void) { return launcher.rest != NULL; }
int launcher_requests(void) { return launcher.requests; }
int launcher_answers(void) { return launcher.answers; }

static void stop(void) {
  if (launcher.pid == 0) return;
  close(launcher.requests);
  close(launcher.answers);
  child_end(launcher.pid, 1);
  pages_give(launcher.rest, launcher.rest_length);
  launcher.rest = NULL;
  launcher.requests = launcher.answers = -1;
  launcher.in_length = 0;
  launcher.pid = 0;
}

/* Only the keeps can tell which of them have started. The next request starts another launcher. */
static void launcher_is_lost(void) {
  stop();
  for (size_t i = 0; i < launcher.tag_count; i++) out_error(launcher.tags[i], "died", "the launcher was killed");
  launcher.tag_count = 0;
}

static void close_both(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

static int launcher_start(void) {
  int requests[2], answers[2];
  if (launcher.pid > 0) return 0;
  if (!launcher.in && !(launcher.in = pages_take(ANSWERS_BYTES))) return -1;
  if (child_pipe(requests, 1) != 0) return -1;
  if (child_pipe(answers, 0) != 0) {
    close_both(requests);
    return -1;
  }
  pid_t pid = fork();
  if (pid == 0) {
    char *words[] = {hub_program, "launch", NULL};
    child_become(words, requests[0], answers[1], -1);
  }
  close(requests[0]);
  close(answers[1]);
  if (pid < 0) {
    close(requests[1]);
    close(answers[0]);
    return -1;
  }
  launcher.pid = pid;
  launcher.requests = requests[1];
  launcher.answers = answers[0];
  return 0;
}

/* How many bytes it took, -1 when it is dead. */
static ssize_t launcher_write(const uint8_t *bytes, size_t length) {
  ssize_t n;
  do n = write(launcher.requests, bytes, length);
  while (n < 0 && errno == EINTR);
  return n < 0 && errno == EAGAIN ? 0 : n;
}

void launcher_spawn(const struct frame *f) {
  size_t length = FRAME_HEADER + f->length;
  const uint8_t *whole = f->payload - FRAME_HEADER;
  if (f->length == 0) {
    out_error(f->tag, "bad_request", "the start request is not complete");
    return;
  }
  uint32_t *tags = hub_grow(launcher.tags, launcher.tag_count, &launcher.tag_capacity, sizeof *tags);
  if (tags) launcher.tags = tags;
  if (!tags || launcher_start() != 0) {
    out_error(f->tag, "failed", error_text(errno));
    return;
  }
  launcher.tags[launcher.tag_count++] = f->tag;
  ssize_t n = launcher_write(whole, length);
  if (n == (ssize_t)length) return;
  if (n >= 0 && (launcher.rest = pages_take(length - (size_t)n))) {
    launcher.rest_at = 0;
    launcher.rest_length = length - (size_t)n;
    memcpy(launcher.rest, whole + n, launcher.rest_length);
    return;
  }
  launcher_is_lost(); /* half a request cannot be taken back */
}

static void launcher_go_on(void) {
  ssize_t n = launcher_write(launcher.rest + launcher.rest_at, launcher.rest_length - launcher.rest_at);
  if (n < 0) {
    launcher_is_lost();
    return;
  }
  launcher.rest_at += (size_t)n;
  if (launcher.rest_at < launcher.rest_length) return;
  pages_give(launcher.rest, launcher.rest_length);
  launcher.rest = NULL;
}

static void answered(uint32_t tag) {
  for (size_t i = 0; i < launcher.tag_count; i++) {
    if (launcher.tags[i] != tag) continue;
    launcher.tags[i] = launcher.tags[--launcher.tag_count];
    return;
  }
}

/* 0, or -1 when nothing more will come. */
static int launcher_read(void) {
  struct frame frame;
  ssize_t n = read(launcher.answers, launcher.in + launcher.in_length, ANSWERS_BYTES - launcher.in_length);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n <= 0) return -1;
  launcher.in_length += (size_t)n;
  long used;
  while ((used = frame_take(launcher.in, launcher.in_length, ANSWERS_BYTES - FRAME_HEADER, &frame)) > 0) {
    answered(frame.tag);
    out_bytes(launcher.in, (size_t)used);
    launcher.in_length -= (size_t)used;
    memmove(launcher.in, launcher.in + used, launcher.in_length);
  }
  return used < 0 ? -1 : 0;
}

void launcher_events(short requests, short answers) {
  if (launcher.pid > 0 && answers && launcher_read() != 0) launcher_is_lost();
  if (launcher.pid == 0 || !requests) return;
  if (launcher.rest) {
    launcher_go_on();
  } else if (requests & POLLERR) { /* it is dead; what its keepers had to say comes first */
    while (launcher.pid > 0 && poll(&(struct pollfd){launcher.answers, POLLIN, 0}, 1, 0) > 0 && out_has_room())
      if (launcher_read() != 0) break;
    launcher_is_lost();
  }
}

void launcher_end(void) {
  stop();
  pages_give(launcher.tags, launcher.tag_capacity * sizeof *launcher.tags);
  pages_give(launcher.in, ANSWERS_BYTES);
  launcher.tags = NULL;
  launcher.in = NULL;
  launcher.tag_count = launcher.tag_capacity = 0;
}

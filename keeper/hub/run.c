/* RUN: words of this program, run as children of the hub until they are over or nobody waits for them. */
#include "hub.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORDS 16
#define RAN_TEXT (60u << 10)
#define RAN_BYTES (4 + RAN_TEXT)

struct run *runs;
size_t run_count;
static size_t run_capacity;

static int is_allowed(const char *word) {
  static const char *const allowed[] = {"status", "kill", "await", "remove", "signal", "claim"};
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    if (strcmp(word, allowed[i]) == 0) return 1;
  return 0;
}

/* The words of a record, from the second place on; 0 when it is not to be run. */
static int collect_words(const struct frame *f, char *words[MAX_WORDS + 2]) {
  int count = 1;
  const char *end = (const char *)f->payload + f->length;
  if (f->length == 0 || end[-1] != 0) return 0;
  for (char *at = (char *)f->payload; at < end; at += strlen(at) + 1) {
    if (strncmp(at, "arg=", 4) != 0) continue;
    if (count > MAX_WORDS) return 0;
    words[count++] = at + 4;
  }
  words[count] = NULL;
  return count > 2 && is_allowed(words[1]) ? count : 0;
}

void run_begin(const struct frame *f) {
  char *words[MAX_WORDS + 2] = {hub_program};
  int output[2];
  if (!collect_words(f, words)) {
    out_error(f->tag, "bad_request", "RUN knows status, kill, await, remove, claim and signal, with a keep");
    return;
  }
  struct run *more = hub_grow(runs, run_count, &run_capacity, sizeof *runs);
  if (more) runs = more;
  if (!more || channel_count + run_count >= hub_files || child_pipe(output, 0) != 0) {
    out_error(f->tag, "failed", error_text(more ? EMFILE : ENOMEM));
    return;
  }
  pid_t hub = getpid(), pid = fork();
  if (pid == 0) {
    platform_die_with(hub);
    child_become(words, -1, output[1], output[1]);
  }
  close(output[1]);
  if (pid < 0) {
    close(output[0]);
    out_error(f->tag, "failed", error_text(errno));
    return;
  }
  runs[run_count++] = (struct run){.tag = f->tag, .pid = pid, .output = output[0]};
}

static void run_forget(struct run *r) {
  close(r->output);
  pages_give(r->text, RAN_BYTES);
  r->output = -1;
}

/* Its output has ended, and with it the word. */
static void run_over(struct run *r) {
  uint8_t nothing[4], *answer = r->text ? r->text : nothing;
  int code = child_end(r->pid, 0);
  for (int i = 0; i < 4; i++) answer[i] = (uint8_t)((unsigned)code >> (8 * i));
  out_frame(FRAME_RAN, r->tag, answer, 4 + r->length);
  run_forget(r);
}

void run_events(struct run *r) {
  if (r->output < 0 || !r->events || !out_has_room()) return;
  ssize_t n = read(r->output, io_buffer, sizeof io_buffer);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0 && (r->text || (r->text = pages_take(RAN_BYTES)))) {
    size_t room = RAN_TEXT - r->length, taken = (size_t)n < room ? (size_t)n : room;
    memcpy(r->text + 4 + r->length, io_buffer, taken);
    r->length += taken;
  }
  if (n <= 0) run_over(r);
}

int run_close(uint32_t tag) {
  for (size_t i = 0; i < run_count; i++) {
    if (runs[i].tag != tag || runs[i].output < 0) continue;
    child_end(runs[i].pid, 1);
    run_forget(&runs[i]);
    return 1;
  }
  return 0;
}

void runs_sweep(void) {
  size_t kept = 0;
  for (size_t i = 0; i < run_count; i++)
    if (runs[i].output >= 0) runs[kept++] = runs[i];
  run_count = kept;
}

void runs_end(void) {
  for (size_t i = 0; i < run_count; i++) run_close(runs[i].tag);
  pages_give(runs, run_capacity * sizeof *runs);
  runs = NULL;
  run_count = run_capacity = 0;
}

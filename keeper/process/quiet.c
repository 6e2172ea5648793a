/* Silence: told once, when nothing was printed for as long as was asked for, with what the tree used meanwhile: who computes
 * is at work, who does not may hang (promise 19). */
#include "quiet.h"
#include <unistd.h>

#define MAX_UNHEARD 3 /* engines that left without recording it: they do not know what it is */

static struct {
  uint64_t after_ms;       /* 0: not wanted */
  int is_timed;            /* `silent_since` is that of this silence */
  uint64_t silent_since;   /* monotonic */
  int is_measured;         /* `before` was taken in this silence, */
  uint64_t measured_since; /* monotonic, then */
  struct usage before, after;
  int is_told, is_heard, engines_left;
  uint64_t told_after_ms, measured_ms;
} quiet;

void quiet_want(uint64_t after_ms) { quiet.after_ms = after_ms; }

void quiet_printed(void) {
  char data[64];
  struct record r = {data, 0, sizeof data, 0};
  quiet.is_timed = quiet.is_measured = 0;
  if (!quiet.is_told) return;
  failpoint("quiet:before-resume");
  quiet.is_told = 0;
  keeper.wake_tries = 0; /* those were for the silence */
  record_number(&r, "offset", keeper.log.total);
  push_sense(FRAME_RESUMED, &r);
  failpoint("quiet:after-resume");
}

void quiet_sampled(const struct usage *usage, uint64_t now) {
  if (quiet.is_measured) return;
  quiet.is_measured = 1;
  quiet.measured_since = now;
  quiet.before = *usage;
}

int quiet_has_news(void) { return quiet.is_told && !quiet.is_heard && keeper.life == LIFE_RUNNING; }

void quiet_heard(uint64_t offset) {
  if (quiet.is_told && keeper.log.total == offset) quiet.is_heard = 1;
}

void quiet_engine_left(void) {
  if (quiet_has_news() && ++quiet.engines_left >= MAX_UNHEARD) quiet.is_heard = 1;
}

int quiet_record(struct record *r) {
  if (!quiet.is_told || keeper.life != LIFE_RUNNING) return 0;
  record_number(r, "offset", keeper.log.total); /* nothing was printed since */
  record_number(r, "since", keeper.log.last_output_at ? keeper.log.last_output_at : keeper.started_at);
  record_number(r, "silent_ms", quiet.told_after_ms);
  record_number(r, "measured_ms", quiet.measured_ms);
  record_number(r, "cpu_ms", quiet.after.cpu_ms - quiet.before.cpu_ms);
  record_number(r, "read_bytes", quiet.after.read_bytes - quiet.before.read_bytes);
  record_number(r, "written_bytes", quiet.after.written_bytes - quiet.before.written_bytes);
  return 1;
}

static void tell(uint64_t now) {
  char data[256];
  struct record r = {data, 0, sizeof data, 0};
  failpoint("quiet:before-tell");
  quiet.after = *sample_take(now);
  quiet.is_told = 1;
  quiet.is_heard = quiet.engines_left = 0;
  quiet.told_after_ms = now - quiet.silent_since;
  quiet.measured_ms = now - quiet.measured_since;
  keeper.wake_tries = 0; /* a new reason to wake somebody */
  keeper.next_wake_at = 0;
  quiet_record(&r);
  push_sense(FRAME_QUIET, &r);
  failpoint("quiet:after-tell");
}

/* A look in the middle, unless a sample was taken: what is used is told from then on. */
uint64_t quiet_deadline(uint64_t now) {
  if (quiet.after_ms == 0 || quiet.is_told || keeper.life != LIFE_RUNNING) return UINT64_MAX;
  if (!quiet.is_timed) {
    quiet.is_timed = 1;
    quiet.silent_since = now;
  }
  return quiet.silent_since + (quiet.is_measured ? quiet.after_ms : quiet.after_ms / 2);
}

void quiet_step(uint64_t now) {
  if (now < quiet_deadline(now)) return;
  if (quiet.is_measured) tell(now);
  else sample_take(now);
}

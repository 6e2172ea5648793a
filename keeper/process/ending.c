/* Ending the whole tree: SIGTERM, children before parents; SIGKILL to what is left; then a look (promise 5). */
#include "process.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define FORCED_LOOK_MS 2000 /* how long SIGKILL may take until survivors are named */

int signal_tree(int signal) {
  struct pid_list list = {0};
  int sent = 0;
  platform_list_descendants(getpid(), &list);
  for (size_t i = 0; i < list.count; i++)
    if (platform_signal(&list.entries[i], signal) == 0) sent++;
  pid_list_free(&list);
  return sent;
}

/* A second request while one is under way only shortens its grace. */
void ending_begin(const char *source, uint64_t grace_ms) {
  uint64_t now = monotonic_ms();
  struct ending *e = &keeper.ending;
  if (e->phase == ENDING_NONE) {
    memset(e, 0, sizeof *e);
    e->phase = ENDING_ASKED;
    e->counted = count_descendants();
    e->grace_ms = grace_ms;
    e->deadline = now + (grace_ms > 0 ? grace_ms : FORCED_LOOK_MS);
    if ((keeper.life == LIFE_RUNNING || keeper.life == LIFE_HELD) && keeper.source[0] == 0)
      strncpy(keeper.source, source, sizeof keeper.source - 1);
    life_event_dropped("");
    failpoint("kill:before-term");
    signal_tree(SIGTERM);
    signal_tree(SIGCONT); /* a stopped process hears SIGTERM only when it goes on */
    failpoint("kill:after-term");
  } else if (e->phase == ENDING_ASKED && grace_ms > 0 && now + grace_ms < e->deadline) {
    e->grace_ms = grace_ms;
    e->deadline = now + grace_ms;
  }
}

static void force(void) {
  if (keeper.cgroup[0]) platform_kill_cgroup(keeper.cgroup);
  signal_tree(SIGKILL);
}

static void finish(void) {
  struct pid_list survivors = {0};
  if (!keeper.is_childless) platform_list_descendants(getpid(), &survivors);
  answer_kills(&survivors);
  pid_list_free(&survivors);
  keeper.ending.phase = ENDING_NONE;
}

/* Called whenever something may have changed: a child was reaped, the end was recorded, a deadline passed. */
void ending_step(void) {
  struct ending *e = &keeper.ending;
  uint64_t now = monotonic_ms();
  if (e->phase == ENDING_NONE) return;
  if (keeper.is_childless && keeper.life == LIFE_ENDED) {
    finish();
    return;
  }
  if (keeper.is_childless) return; /* only the drain is still to come */
  if (e->phase == ENDING_FORCED) {
    force(); /* again and again: whoever forked meanwhile */
    if (now >= e->deadline) finish();
  } else if (now >= e->deadline && e->grace_ms == 0) {
    finish();
  } else if (now >= e->deadline) {
    e->phase = ENDING_FORCED;
    e->deadline = now + FORCED_LOOK_MS;
    failpoint("kill:before-force");
    force();
  }
}

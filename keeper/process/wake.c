/* Promise 15: nobody has to be awake. A keeper with something to tell and no engine starts one. */
#include "quiet.h"
#include "sense.h"

#define ALONE_MS 1000
#define MAX_PAUSE_MS 60000
#define MAX_TRIES 10

static int has_something_to_tell(void) {
  if (keeper.life == LIFE_ENDED && !keeper.was_seen) return 1;
  if (sense_has_news() || quiet_has_news()) return 1;
  return keeper.is_watched && keeper.log.total > keeper.wake_offset;
}

int wake_is_hopeless(void) { return keeper.wake == NULL || keeper.wake_tries >= MAX_TRIES; }

uint64_t wake_deadline(void) {
  if (keeper.engines > 0 || keeper.is_being_stopped || wake_is_hopeless() || !has_something_to_tell()) return UINT64_MAX;
  uint64_t alone = keeper.engine_left_at + ALONE_MS;
  return keeper.next_wake_at > alone ? keeper.next_wake_at : alone;
}

void wake_step(uint64_t now) {
  if (now < wake_deadline()) return;
  uint64_t pause = ALONE_MS << (keeper.wake_tries < 6 ? keeper.wake_tries : 6);
  keeper.next_wake_at = now + (pause < MAX_PAUSE_MS ? pause : MAX_PAUSE_MS);
  if (wake_command_run("../../wake.lock", keeper.wake)) keeper.wake_tries++;
  else keeper.next_wake_at = now + ALONE_MS;
}

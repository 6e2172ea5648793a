/* The clock on the wall, as something that can be waited for, and that says when it is set. */
#include "linux.h"
#include <errno.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int platform_wall_timer(void) {
  return (int)syscall(SYS_timerfd_create, CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

void platform_set_wall_timer(int timer, uint64_t at_ms) {
  struct itimerspec when = {.it_value = {(time_t)(at_ms / 1000), (long)(at_ms % 1000) * 1000000 + 1}}; /* zero would disarm it */
  syscall(SYS_timerfd_settime, timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL);
}

enum wall_event platform_wall_event(int timer) {
  uint64_t expirations;
  if (read(timer, &expirations, sizeof expirations) > 0) return WALL_HAS_COME;
  return errno == ECANCELED ? WALL_WAS_SET : WALL_NOTHING;
}

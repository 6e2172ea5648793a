/* Starts a home's daemon: many want it, one does it. */
#include "common.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* The lock goes to the command and falls when that returns. */
int wake_command_run(const char *lock_path, char *const *command) {
  int lock = open(lock_path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
  if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0) {
    close(lock);
    return 0;
  }
  failpoint("wake:before-run");
  platform_run_outside(command);
  if (lock >= 0) close(lock);
  return 1;
}

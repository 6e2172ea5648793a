/* Reaping: the command, and every descendant whose own parent died. */
#include "process.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void reap_children(void) {
  for (;;) {
    int status;
    struct rusage usage;
    pid_t pid = wait4(-1, &status, WNOHANG, &usage);
    if (pid < 0 && errno == EINTR) continue;
    keeper.is_childless = pid < 0 && errno == ECHILD;
    if (pid <= 0) return;
    if (keeper.ending.phase != ENDING_NONE) keeper.ending.reaped++;
    if (pid == keeper.pid) life_event_reaped(status, &usage);
  }
}

size_t count_descendants(void) {
  if (keeper.is_childless) return 0;
  struct pid_list list = {0};
  platform_list_descendants(getpid(), &list);
  size_t count = list.count;
  pid_list_free(&list);
  return count;
}

/* New processes: the command, and what must not be our descendant. */
#include "linux.h"
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif

void platform_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Straight into its cgroup where that can be had: moving it there afterwards takes a lock that costs milliseconds. */
pid_t platform_fork_command(const char *cgroup, int *pidfd) {
  struct clone_args args;
  memset(&args, 0, sizeof args);
  int folder = cgroup[0] ? open(cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  *pidfd = -1;
  args.flags = CLONE_PIDFD | (folder >= 0 ? CLONE_INTO_CGROUP : 0);
  args.pidfd = (uint64_t)(uintptr_t)pidfd;
  args.exit_signal = SIGCHLD;
  args.cgroup = (uint64_t)(folder < 0 ? 0 : folder);
  long pid = syscall(SYS_clone3, &args, sizeof args);
  if (pid < 0 && folder >= 0) { /* threaded or full cgroup: outside of it, then */
    args.flags = CLONE_PIDFD;
    args.cgroup = 0;
    pid = syscall(SYS_clone3, &args, sizeof args);
  }
  if (pid < 0) pid = fork(); /* clone3 is filtered in some sandboxes */
  if (pid != 0 && folder >= 0) close(folder);
  return (pid_t)pid;
}

void platform_die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(1); /* it was faster */
}

/* As our sibling, not our child: neither our kills nor our waiting for descendants may concern the daemon. */
void platform_run_outside(char *const *arguments) {
  struct clone_args args;
  memset(&args, 0, sizeof args);
  args.flags = CLONE_PARENT;
  long pid = syscall(SYS_clone3, &args, sizeof args);
  if (pid < 0 && fork() == 0) pid = fork();
  if (pid != 0) return;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int s = 1; s < 32; s++) signal(s, SIG_DFL);
  setsid();
  int nowhere = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
  (void)!chdir("/");
  execv(arguments[0], arguments);
  _exit(127);
}

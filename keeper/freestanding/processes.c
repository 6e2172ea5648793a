/* Processes and time. */
#include "kernel.h"
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

pid_t fork(void) { return (pid_t)CALL1(clone, SIGCHLD); }
pid_t getpid(void) { return (pid_t)CALL0(getpid); }
pid_t getppid(void) { return (pid_t)CALL0(getppid); }
uid_t geteuid(void) { return (uid_t)CALL0(geteuid); }
pid_t setsid(void) { return (pid_t)CALL0(setsid); }
int kill(pid_t pid, int number) { return (int)CALL2(kill, pid, number); }

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  return (pid_t)CALL4(wait4, pid, status, options, usage);
}
pid_t waitpid(pid_t pid, int *status, int options) { return wait4(pid, status, options, NULL); }

int execve(const char *path, char *const *words, char *const *variables) {
  return (int)CALL3(execve, path, words, variables);
}
int execv(const char *path, char *const *words) { return execve(path, words, environ); }

int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  long value = va_arg(list, long); /* nobody here gives more than one */
  va_end(list);
  return (int)CALL2(prctl, option, value);
}

int getrlimit(int kind, struct rlimit *limit) { return (int)CALL4(prlimit64, 0, kind, NULL, limit); }
int setrlimit(int kind, const struct rlimit *limit) { return (int)CALL4(prlimit64, 0, kind, limit, NULL); }

/* The kernel's page with a faster clock would be one page more in every keeper, for a clock that is seldom asked. */
int clock_gettime(clockid_t clock, struct timespec *time) { return (int)CALL2(clock_gettime, clock, time); }
int nanosleep(const struct timespec *time, struct timespec *left) { return (int)CALL2(nanosleep, time, left); }

/* The kernel writes into the time it was given what is left of it: it gets a copy. */
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  struct timespec copy = {0};
  if (timeout) copy = *timeout;
  return (int)CALL5(ppoll, fds, count, timeout ? &copy : NULL, mask, 8);
}

int poll(struct pollfd *fds, nfds_t count, int ms) {
  struct timespec timeout = {ms / 1000, (long)(ms % 1000) * 1000000};
  return ppoll(fds, count, ms < 0 ? NULL : &timeout, NULL);
}

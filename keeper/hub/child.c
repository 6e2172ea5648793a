/* What the hub's children have in common: the launcher, and words of this program. None outlives the hub. */
#include "hub.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

char *hub_program;
static struct rlimit files_before;

/* More channels than a shell's usual limit allows; what we start gets that limit back. */
void child_prepare(char *name) {
  hub_program = name;
  hub_files = 200;
  if (getrlimit(RLIMIT_NOFILE, &files_before) != 0) return;
  struct rlimit raised = {files_before.rlim_max, files_before.rlim_max};
  rlim_t now = setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : files_before.rlim_cur;
  hub_files = now == RLIM_INFINITY || now > (1u << 20) ? 1u << 20 : now > 2 * OPEN_FILES_RESERVED ? now - OPEN_FILES_RESERVED : now / 2;
}

/* Where /proc is missing and the program was moved, the words are run by what is in memory. */
void child_become(char **words, int input, int output, int errors) {
  int count = 0, nowhere = open("/dev/null", O_RDWR);
  if (files_before.rlim_max > 0) setrlimit(RLIMIT_NOFILE, &files_before);
  dup2(input >= 0 ? input : nowhere, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors >= 0 ? errors : nowhere, STDERR_FILENO);
  platform_close_from(3);
  words[0] = hub_program;
  execv("/proc/self/exe", words);
  if (strchr(hub_program, '/')) execv(hub_program, words);
  while (words[count]) count++;
  _exit(run_words(count, words));
}

int child_pipe(int ends[2], int ours) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[ours], F_SETFL, O_NONBLOCK);
  return 0;
}

int child_end(pid_t pid, int by_force) {
  int status = 0;
  if (by_force) kill(pid, SIGKILL); /* not reaped yet: the pid is its own */
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

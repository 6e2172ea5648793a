/* The plain POSIX build. What it weakens: promise 4 (no pidfd, no boot id: a dead keeper's process is never
 * signalled), promise 5 (no cgroup, no subreaper: a kill reaches the command's process group, not a child that
 * left it), `oom` and `waiting_input` stay 0, nobody is ever seen waiting for input or listening on a port, and the wake command is our child. */
#include "../process/sense.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

const char *platform_name(void) { return "posix"; }
void platform_prepare_launcher(void) {}
void platform_adopt_orphans(void) {}

pid_t platform_fork_command(const char *cgroup, int *pidfd) {
  (void)cgroup;
  *pidfd = -1;
  return fork();
}

int platform_make_cgroup(const char *id, char *path, size_t capacity) {
  (void)id, (void)capacity;
  path[0] = 0;
  return -1;
}

void platform_kill_cgroup(const char *path) { (void)path; }
void platform_remove_cgroup(const char *path) { (void)path; }

/* The command leads a session and group of its own; whoever is still in it stands for the tree. */
void platform_list_descendants(pid_t root, struct pid_list *list) {
  if (root == getpid() && keeper.command_pid > 0 && kill(-keeper.command_pid, 0) == 0)
    pid_list_add(list, keeper.command_pid, root);
}

int platform_signal(const struct pid_entry *entry, int signal) { return kill(-entry->pid, signal); }

int platform_start_time(pid_t pid, uint64_t *ticks) {
  *ticks = 0;
  return kill(pid, 0) == 0 || errno == EPERM ? 0 : -1;
}

void platform_boot_id(char *to, size_t capacity) {
  if (capacity > 0) to[0] = 0;
}

int platform_peer_is_ours(int socket) {
  (void)socket; /* the folder's mode is the only wall here */
  return 1;
}

uint64_t platform_memory_kills(const char *cgroup) {
  (void)cgroup;
  return 0;
}

struct usage platform_usage(const char *cgroup, const struct pid_list *list) {
  (void)cgroup, (void)list;
  return (struct usage){0};
}

void platform_find_reader(const struct pid_list *list, struct reader *reader) {
  (void)list;
  memset(reader, 0, sizeof *reader);
}

int platform_list_ports(const struct pid_list *list, char *to, size_t capacity) {
  (void)list, (void)capacity;
  to[0] = 0;
  return -1;
}

int platform_terminal_name(int master, char *to, size_t capacity) {
  const char *name = ptsname(master);
  if (!name || strlen(name) >= capacity) return -1;
  strcpy(to, name);
  return 0;
}

int platform_each_entry(int folder, folder_visitor *visit, void *context) {
  int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = fd < 0 ? NULL : fdopendir(fd);
  if (!entries) return -1;
  for (struct dirent *entry; (entry = readdir(entries));) visit(entry->d_name, context);
  closedir(entries);
  return 0;
}

void platform_forget_buffer(void) {}
void platform_trim_memory(void) {}
int platform_is_service_manager(pid_t pid) {
  (void)pid;
  return 0;
}

void platform_size_pipe(int fd, size_t bytes) { (void)fd, (void)bytes; }

void platform_run_outside(char *const *arguments) {
  pid_t pid = fork();
  if (pid != 0) return;
  if (fork() != 0) _exit(0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  int nowhere = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
  execv(arguments[0], arguments);
  _exit(127);
}

void platform_close_from(int first) {
  for (int fd = first; fd < 1024; fd++) close(fd);
}

void platform_die_with(pid_t parent) { (void)parent; }

int platform_open_identity(pid_t pid, uint64_t start) {
  (void)pid, (void)start;
  return -2;
}

int platform_signal_identity(int identity, pid_t pid, int signal) {
  (void)identity, (void)pid, (void)signal;
  return -1;
}

void platform_list_marked(const char *id, struct pid_list *list) { (void)id, (void)list; }

int platform_wall_timer(void) { return -1; }
void platform_set_wall_timer(int timer, uint64_t at_ms) { (void)timer, (void)at_ms; }
enum wall_event platform_wall_event(int timer) {
  (void)timer;
  return WALL_NOTHING;
}

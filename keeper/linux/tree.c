/* The process tree, from /proc, and signals that reach exactly who is meant (pidfd). */
#include "linux.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

size_t proc_path(char *to, pid_t pid, const char *rest) {
  memcpy(to, "/proc/", 6);
  size_t n = 6 + format_number(to + 6, (uint64_t)pid, 1);
  strcpy(to + n, rest);
  return n + strlen(rest);
}

/* systemd, as the machine's or as a user's manager, or what it becomes when the machine goes down. */
int platform_is_service_manager(pid_t pid) {
  char path[64], name[32];
  proc_path(path, pid, "/comm");
  return read_file(path, name, sizeof name) > 0 && strncmp(name, "systemd", 7) == 0;
}

/* The name in it may itself contain anything. */
int proc_stat(pid_t pid, char *state, uint64_t fields[STAT_FIELDS]) {
  char path[64], text[512];
  proc_path(path, pid, "/stat");
  if (read_file(path, text, sizeof text) <= 0) return -1;
  char *at = strrchr(text, ')');
  if (!at || at[1] != ' ') return -1;
  *state = at[2];
  at += 3;
  for (int field = 4; field < STAT_FIELDS; field++) {
    if (*at != ' ') return -1;
    size_t digits = strspn(++at, "0123456789");
    fields[field] = parse_number(at, digits, 0); /* 0: a negative one */
    at += strcspn(at, " ");
  }
  return 0;
}

int platform_start_time(pid_t pid, uint64_t *ticks) {
  char state;
  uint64_t fields[STAT_FIELDS];
  if (proc_stat(pid, &state, fields) != 0) return -1;
  *ticks = fields[22];
  return state == 'Z' || state == 'X' ? -1 : 0;
}

static void add_children_in(const char *path, pid_t parent, struct pid_list *list) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  char text[1024];
  uint64_t pid = 0;
  for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < n; i++) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (uint64_t)(text[i] - '0');
      } else {
        pid_list_add(list, (pid_t)pid, parent);
        pid = 0;
      }
    }
  pid_list_add(list, (pid_t)pid, parent);
  close(fd);
}

struct children_of {
  pid_t pid;
  struct pid_list *list;
};

static void add_children_of_task(const char *task, void *context) {
  struct children_of *of = context;
  char path[96];
  if (task[0] < '0' || task[0] > '9' || strlen(task) > 10) return;
  strcpy(path + proc_path(path, of->pid, "/task/"), task);
  strcat(path, "/children");
  add_children_in(path, of->pid, of->list);
}

/* Children belong to threads: every task of a process is asked. */
static void add_children(pid_t pid, uint64_t threads, struct pid_list *list) {
  char path[64];
  struct children_of of = {pid, list};
  if (threads == 1) {
    format_number(path, (uint64_t)pid, 1);
    add_children_of_task(path, &of);
    return;
  }
  proc_path(path, pid, "/task");
  int tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (tasks < 0) return;
  platform_each_entry(tasks, add_children_of_task, &of);
  close(tasks);
}

/* Generation by generation, then turned round: children before parents. Zombies are dead already. */
void platform_list_descendants(pid_t root, struct pid_list *list) {
  size_t first = list->count, kept = first;
  add_children(root, 0, list);
  for (size_t i = first; i < list->count; i++) {
    char state = 0;
    uint64_t fields[STAT_FIELDS] = {0};
    proc_stat(list->entries[i].pid, &state, fields);
    add_children(list->entries[i].pid, fields[20], list);
    if (state == 0 || state == 'Z' || state == 'X') list->entries[i].pid = 0;
  }
  for (size_t i = first, j = list->count; i + 1 < j; i++) {
    struct pid_entry other = list->entries[--j];
    list->entries[j] = list->entries[i];
    list->entries[i] = other;
  }
  for (size_t i = first; i < list->count; i++)
    if (list->entries[i].pid != 0) list->entries[kept++] = list->entries[i];
  list->count = kept;
}

/* Promise 4: a pidfd first, then a look whether it still is who we mean, then the signal. */
int platform_signal(const struct pid_entry *entry, int signal) {
  int fd = (int)syscall(SYS_pidfd_open, entry->pid, 0);
  if (fd < 0 && errno != ENOSYS) return -1;
  char state;
  uint64_t fields[STAT_FIELDS];
  int result = -1;
  if (proc_stat(entry->pid, &state, fields) == 0 && ((pid_t)fields[4] == entry->parent || (pid_t)fields[4] == getpid()))
    result = fd >= 0 ? (int)syscall(SYS_pidfd_send_signal, fd, signal, NULL, 0) : kill(entry->pid, signal);
  if (fd >= 0) close(fd);
  return result;
}

int platform_open_identity(pid_t pid, uint64_t start) {
  uint64_t ticks;
  if (platform_start_time(pid, &ticks) != 0 || ticks != start) return -1;
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  if (fd < 0) return errno == ENOSYS ? -2 : -1;
  /* One that is dead and that nobody has reaped yet (its keeper was killed, and init is slow) is readable. */
  int is_dead = poll(&(struct pollfd){fd, POLLIN, 0}, 1, 0) > 0;
  if (!is_dead && platform_start_time(pid, &ticks) == 0 && ticks == start) return fd;
  close(fd);
  return -1;
}

int platform_signal_identity(int identity, pid_t pid, int signal) {
  (void)pid;
  return (int)syscall(SYS_pidfd_send_signal, identity, signal, NULL, 0);
}

struct marked {
  char wanted[64];
  size_t length;
  struct pid_list *list;
};

static void add_if_marked(const char *name, void *context) {
  struct marked *marked = context;
  char path[64], state;
  pid_t pid = (pid_t)parse_number(name, strlen(name), 0);
  uint64_t fields[STAT_FIELDS];
  if (pid <= 1 || pid == getpid()) return;
  proc_path(path, pid, "/environ");
  ssize_t n = read_file(path, (char *)io_buffer, sizeof io_buffer);
  if (n <= 0 || !find_text((char *)io_buffer, (size_t)n + 1, marked->wanted, marked->length)) return;
  if (proc_stat(pid, &state, fields) == 0 && state != 'Z') pid_list_add(marked->list, pid, (pid_t)fields[4]);
}

/* For the tree of a dead keeper: orphans went to init, but their environment still names them. */
void platform_list_marked(const char *id, struct pid_list *list) {
  struct marked marked = {"RINGBACK_PROCESS_ID=", 0, list};
  strncat(marked.wanted, id, sizeof marked.wanted - strlen(marked.wanted) - 1);
  marked.length = strlen(marked.wanted) + 1; /* with its NUL */
  int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return;
  platform_each_entry(proc, add_if_marked, &marked);
  close(proc);
}

/* Everything that is Linux's own: pidfd, subreaper, cgroups, /proc. */
#include "../common/common.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/auxvec.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

const char *platform_name(void) { return "linux"; }

static char boot_id[40];
static char cgroup_base[200]; /* our own cgroup's folder, empty when there is none */

/* ---- looked up once ---- */

/* The mount point of cgroup v2, from /proc/self/mountinfo: the fifth field of the line whose type is cgroup2. */
static void find_cgroup_base(void) {
  static const char type[] = " - cgroup2 ";
  char own[160] = "", *text = (char *)io_buffer;
  ssize_t n = read_file("/proc/self/cgroup", text, sizeof io_buffer);
  const char *line = n > 0 ? find_text(text, (size_t)n, "0::/", 4) : NULL;
  if (!line) return;
  size_t length = strcspn(line + 3, "\n");
  if (length < sizeof own) memcpy(own, line + 3, length);
  if ((n = read_file("/proc/self/mountinfo", text, sizeof io_buffer)) <= 0) return;
  const char *at = find_text(text, (size_t)n, type, sizeof type - 1);
  if (!at) return;
  while (at > text && at[-1] != '\n') at--;
  for (int field = 0; field < 4; field++) {
    at += strcspn(at, " ");
    if (*at) at++;
  }
  length = strcspn(at, " ");
  size_t rest = strcmp(own, "/") == 0 ? 0 : strlen(own);
  if (length == 0 || length + rest >= sizeof cgroup_base) return;
  memcpy(cgroup_base, at, length);
  memcpy(cgroup_base + length, own, rest);
}

void platform_forget_buffer(void) {
  uintptr_t first = ((uintptr_t)io_buffer + 4095) & ~(uintptr_t)4095;
  uintptr_t end = ((uintptr_t)io_buffer + sizeof io_buffer) & ~(uintptr_t)4095; /* whole pages, and nobody else's */
  madvise((void *)first, end - first, MADV_DONTNEED);
}

void platform_prepare_launcher(void) {
  char text[64];
  ssize_t n = read_file("/proc/sys/kernel/random/boot_id", text, sizeof text);
  if (n >= 36) memcpy(boot_id, text, 36);
  find_cgroup_base();
  platform_forget_buffer();
}

/* Code that a waiting keeper does not need, page by page (freestanding/layout.ld; nowhere in other builds). */
extern char other_code[] __attribute__((weak)), other_code_end[] __attribute__((weak));

/* The stack below us was only needed for the start, as was most of the code; a keeper stays for days. */
void platform_trim_memory(void) {
  if (other_code) madvise(other_code, (size_t)(other_code_end - other_code), MADV_DONTNEED);
  /* Registers saved by this very function lie just below its frame: they must not go. */
  uintptr_t here = ((uintptr_t)__builtin_frame_address(0) - 512) & ~(uintptr_t)4095;
  madvise((void *)(here - 0x10000), 0x10000, MADV_DONTNEED);
}

struct linux_entry {
  uint64_t inode, offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

int platform_each_entry(int folder, folder_visitor *visit, void *context) {
  _Alignas(8) char buffer[1024];
  int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* a position of its own */
  if (fd < 0) return -1;
  for (long n; (n = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < n;) {
      struct linux_entry *entry = (struct linux_entry *)(buffer + at);
      visit(entry->name, context);
      at += entry->length;
    }
  close(fd);
  return 0;
}

void platform_boot_id(char *to, size_t capacity) {
  if (!boot_id[0]) platform_prepare_launcher();
  if (capacity > 0) {
    strncpy(to, boot_id, capacity - 1);
    to[capacity - 1] = 0;
  }
}

/* ---- processes ---- */

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

void platform_close_from(int first) {
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0) return;
  for (int fd = first; fd < 4096; fd++) close(fd);
}

void platform_die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(1); /* it was faster */
}

/* ptsname would bring all of printf along. */
int platform_terminal_name(int master, char *to, size_t capacity) {
  unsigned number;
  if (capacity < 32 || ioctl(master, TIOCGPTN, &number) != 0) return -1;
  strcpy(to, "/dev/pts/");
  format_number(to + 9, number, 1);
  return 0;
}

void platform_size_pipe(int fd, size_t bytes) { fcntl(fd, F_SETPIPE_SZ, (int)bytes); }

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

int platform_peer_is_ours(int socket) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return 0;
  return peer.uid == geteuid() || peer.uid == 0;
}

/* ---- /proc ---- */

static size_t proc_path(char *to, pid_t pid, const char *rest) {
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

/* Fields of /proc/<pid>/stat behind the name, which may itself contain anything. */
static int read_stat(pid_t pid, char *state, pid_t *parent, uint64_t *start) {
  char path[64], text[512];
  proc_path(path, pid, "/stat");
  if (read_file(path, text, sizeof text) <= 0) return -1;
  char *at = strrchr(text, ')');
  if (!at || at[1] != ' ') return -1;
  at += 2;
  *state = *at;
  for (int field = 3; field < 22 && at; field++) {
    at = strchr(at, ' ');
    if (!at) return -1;
    at++;
    if (field + 1 == 4) *parent = (pid_t)parse_number(at, strspn(at, "0123456789"), 0);
  }
  *start = parse_number(at, strspn(at, "0123456789"), 0);
  return 0;
}

int platform_start_time(pid_t pid, uint64_t *ticks) {
  char state;
  pid_t parent;
  if (read_stat(pid, &state, &parent, ticks) != 0) return -1;
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
static void add_children(pid_t pid, struct pid_list *list) {
  char path[64];
  struct children_of of = {pid, list};
  proc_path(path, pid, "/task");
  int tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (tasks < 0) return;
  platform_each_entry(tasks, add_children_of_task, &of);
  close(tasks);
}

/* Generation by generation, then turned round: children before parents. Zombies are dead already. */
void platform_list_descendants(pid_t root, struct pid_list *list) {
  size_t first = list->count, kept = first;
  add_children(root, list);
  for (size_t i = first; i < list->count; i++) add_children(list->entries[i].pid, list);
  for (size_t i = first, j = list->count; i + 1 < j; i++) {
    struct pid_entry other = list->entries[--j];
    list->entries[j] = list->entries[i];
    list->entries[i] = other;
  }
  for (size_t i = first; i < list->count; i++) {
    uint64_t ticks;
    if (platform_start_time(list->entries[i].pid, &ticks) == 0) list->entries[kept++] = list->entries[i];
  }
  list->count = kept;
}

/* Promise 4: a pidfd first, then a look whether it still is who we mean, then the signal. */
int platform_signal(const struct pid_entry *entry, int signal) {
  int fd = (int)syscall(SYS_pidfd_open, entry->pid, 0);
  if (fd < 0 && errno != ENOSYS) return -1;
  char state;
  pid_t parent = 0;
  uint64_t start;
  int result = -1;
  if (read_stat(entry->pid, &state, &parent, &start) == 0 && (parent == entry->parent || parent == getpid()))
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
  pid_t pid = (pid_t)parse_number(name, strlen(name), 0), parent = 0;
  uint64_t start;
  if (pid <= 1 || pid == getpid()) return;
  proc_path(path, pid, "/environ");
  ssize_t n = read_file(path, (char *)io_buffer, sizeof io_buffer);
  if (n <= 0 || !find_text((char *)io_buffer, (size_t)n + 1, marked->wanted, marked->length)) return;
  if (read_stat(pid, &state, &parent, &start) == 0 && state != 'Z') pid_list_add(marked->list, pid, parent);
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

/* ---- cgroups ---- */

int platform_make_cgroup(const char *id, char *path, size_t capacity) {
  static const char prefix[] = "/ringback-";
  size_t base = strlen(cgroup_base);
  path[0] = 0;
  if (base == 0 || base + sizeof prefix + strlen(id) > capacity) return -1;
  memcpy(path, cgroup_base, base);
  memcpy(path + base, prefix, sizeof prefix - 1);
  strcpy(path + base + sizeof prefix - 1, id);
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return 0;
  path[0] = 0;
  return -1;
}

void platform_kill_cgroup(const char *path) {
  char file[300];
  if (strlen(path) + 16 > sizeof file) return;
  strcpy(file, path);
  strcat(file, "/cgroup.kill");
  int fd = open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  (void)!write(fd, "1", 1);
  close(fd);
}

void platform_remove_cgroup(const char *path) { rmdir(path); }

/* The number behind `name ` at the start of a line; read in small pieces, /proc/vmstat is long. */
static uint64_t counter_in(const char *path, const char *name) {
  char text[512], wanted[32] = "\n";
  strncat(wanted, name, sizeof wanted - 3);
  strcat(wanted, " ");
  size_t held = 1, length = strlen(wanted);
  uint64_t value = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  text[0] = '\n'; /* the first line starts behind one, too */
  for (ssize_t n; (n = read(fd, text + held, sizeof text - held)) > 0;) {
    held += (size_t)n;
    const char *at = find_text(text, held, wanted, length);
    if (at && (size_t)(at - text) + length + 20 < held) {
      value = parse_number(at + length, strspn(at + length, "0123456789"), 0);
      break;
    }
    size_t keep = at ? held - (size_t)(at - text) : held < 64 ? held : 64;
    memmove(text, text + held - keep, keep);
    held = keep;
  }
  const char *at = value == 0 ? find_text(text, held, wanted, length) : NULL;
  if (at && held < sizeof text) {
    text[held] = 0;
    value = parse_number(at + length, strspn(at + length, "0123456789"), 0);
  }
  close(fd);
  return value;
}

/* The cgroup's own counter where it has one, else the whole machine's: then it is likely, not certain. */
uint64_t platform_memory_kills(const char *cgroup) {
  char file[300];
  if (cgroup[0] && strlen(cgroup) + 16 < sizeof file) {
    strcpy(file, cgroup);
    strcat(file, "/memory.events");
    if (access(file, R_OK) == 0) return counter_in(file, "oom_kill");
  }
  return counter_in("/proc/vmstat", "oom_kill");
}

/* ---- what the tree uses ---- */

#define TICK_MS 10 /* the kernel's unit of time in /proc, on every machine that we build for */

static uint64_t page_bytes(void) {
  uint64_t entries[2 * 32];
  ssize_t n = read_file("/proc/self/auxv", (char *)entries, sizeof entries);
  for (ssize_t i = 0; i + 1 < n / (ssize_t)sizeof *entries; i += 2)
    if (entries[i] == AT_PAGESZ) return entries[i + 1];
  return 4096;
}

/* Time of its own and of children that it has waited for (fields 14 to 17 of stat), and its resident pages (24). */
static void add_usage_of(pid_t pid, struct usage *usage, uint64_t page) {
  char path[64], text[512];
  proc_path(path, pid, "/stat");
  if (read_file(path, text, sizeof text) <= 0) return;
  char *at = strrchr(text, ')');
  for (int field = 3; at && (at = strchr(at + 1, ' ')) && field <= 24; field++) {
    uint64_t value = parse_number(at + 1, strspn(at + 1, "0123456789"), 0);
    if (field >= 14 && field <= 17) usage->cpu_ms += value * TICK_MS;
    if (field == 24) usage->memory_bytes += value * page;
  }
}

static uint64_t usage_in_cgroup(const char *cgroup, const char *file, const char *counter) {
  char path[300], text[32];
  if (!cgroup[0] || strlen(cgroup) + 32 > sizeof path) return 0;
  strcpy(path, cgroup);
  strcat(path, file);
  if (counter) return counter_in(path, counter);
  return read_file(path, text, sizeof text) > 0 ? parse_number(text, strspn(text, "0123456789"), 0) : 0;
}

/* Its cgroup's own figures, without files that are merely still in memory; else those of everybody alive, and the time of
 * whom we have reaped. */
struct usage platform_usage(const char *cgroup, const struct pid_list *list) {
  struct usage usage = {0, 0};
  struct rusage reaped;
  uint64_t page = page_bytes();
  for (size_t i = 0; i < list->count; i++) add_usage_of(list->entries[i].pid, &usage, page);
  if (syscall(SYS_getrusage, RUSAGE_CHILDREN, &reaped) == 0)
    usage.cpu_ms += (uint64_t)(reaped.ru_utime.tv_sec + reaped.ru_stime.tv_sec) * 1000 +
                    (uint64_t)(reaped.ru_utime.tv_usec + reaped.ru_stime.tv_usec) / 1000;
  uint64_t counted = usage_in_cgroup(cgroup, "/cpu.stat", "usage_usec") / 1000;
  if (counted > 0) usage.cpu_ms = counted;
  uint64_t charged = usage_in_cgroup(cgroup, "/memory.current", NULL);
  uint64_t files = charged > 0 ? usage_in_cgroup(cgroup, "/memory.stat", "inactive_file") : 0;
  if (charged > files) usage.memory_bytes = charged - files;
  return usage;
}

/* ---- waiting for input: somebody of the tree sits in read(0) on the very file we write to ---- */

#if defined(__x86_64__)
#define READ_CALL "0 0x0 "
#else
#define READ_CALL "63 0x0 "
#endif

int platform_waits_for_input(const struct pid_list *list, int input_fd, int is_terminal) {
  struct stat ours, theirs;
  char path[64], text[256];
  if (input_fd < 0 || (!is_terminal && fstat(input_fd, &ours) != 0)) return 0;
  for (size_t i = 0; i < list->count; i++) {
    proc_path(path, list->entries[i].pid, "/syscall");
    if (read_file(path, text, sizeof text) <= 0 || strncmp(text, READ_CALL, strlen(READ_CALL)) != 0) continue;
    proc_path(path, list->entries[i].pid, "/fd/0");
    if (stat(path, &theirs) != 0) continue;
    if (is_terminal ? S_ISCHR(theirs.st_mode) : theirs.st_ino == ours.st_ino && theirs.st_dev == ours.st_dev) return 1;
  }
  return 0;
}

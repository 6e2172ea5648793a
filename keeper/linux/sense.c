/* Who waits for input: what the threads of a tree are blocked in, as /proc tells it. */
#include "../process/sense.h"
#include "linux.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OWN_TERMINAL 0x500        /* device number of /dev/tty: whatever terminal the process's session has */
#define FIRST_HIGH_ADDRESS (1ull << 32)
#define MAX_POLLED 1024           /* descriptors of one call that are looked at */
#define EPOLL_TEXT 16384
#ifndef SYS_io_uring_enter
#define SYS_io_uring_enter 426
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

enum call { CALL_OTHER, CALL_READ, CALL_POLL, CALL_SELECT, CALL_EPOLL, CALL_RING };

static const struct {
  uint16_t number;
  uint16_t call;
} calls[] = {
  {SYS_read, CALL_READ}, {SYS_readv, CALL_READ}, {SYS_pread64, CALL_READ}, {SYS_preadv, CALL_READ},
  {SYS_preadv2, CALL_READ}, {SYS_splice, CALL_READ}, {SYS_ppoll, CALL_POLL}, {SYS_pselect6, CALL_SELECT},
  {SYS_epoll_pwait, CALL_EPOLL}, {SYS_epoll_pwait2, CALL_EPOLL}, {SYS_io_uring_enter, CALL_RING},
#if defined(__x86_64__) /* arm64 has only the newer ones */
  {SYS_poll, CALL_POLL}, {SYS_select, CALL_SELECT}, {SYS_epoll_wait, CALL_EPOLL},
#endif
};

/* What read, poll and select are called in 32-bit programs, on both machines. */
enum { READ_32 = 3, SELECT_32 = 142, POLL_32 = 168 };

struct look {
  struct stat file;         /* the terminal or pipe that the keeper types into */
  pid_t pid;                /* whom we look at */
  uint64_t session_terminal;/* what /dev/tty is to it */
  int may_be_refused;       /* it sleeps and has no children: that it cannot be looked at may mean something */
  struct reader *best;
};

static void offer(struct look *l, pid_t thread, enum evidence evidence, const char *by) {
  if (evidence <= l->best->evidence) return;
  l->best->evidence = evidence;
  l->best->by = by;
  l->best->pid = l->pid;
  l->best->thread = thread;
}

static size_t numbered_path(char *to, pid_t pid, const char *folder, uint64_t number) {
  size_t n = proc_path(to, pid, folder);
  return n + format_number(to + n, number, 1);
}

static int is_ours(const struct look *l, uint64_t fd) {
  char path[64];
  struct stat theirs;
  if (fd > INT32_MAX) return 0;
  numbered_path(path, l->pid, "/fd/", fd);
  if (stat(path, &theirs) != 0) return 0;
  if (S_ISCHR(theirs.st_mode) && theirs.st_rdev == OWN_TERMINAL)
    return S_ISCHR(l->file.st_mode) && l->session_terminal == l->file.st_rdev;
  return theirs.st_dev == l->file.st_dev && theirs.st_ino == l->file.st_ino;
}

/* ---- calls that wait for many descriptors: 1: ours is among them, 0: it is not, -1: cannot be told ---- */

static int read_memory(pid_t pid, uint64_t address, void *to, size_t length) {
  char path[64];
  proc_path(path, pid, "/mem");
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t n = pread(fd, to, length, (off_t)address);
  close(fd);
  return n == (ssize_t)length ? 0 : -1;
}

static int polls_ours(const struct look *l, uint64_t address, uint64_t count) {
  struct pollfd fds[32];
  if (count > MAX_POLLED) return -1;
  for (uint64_t done = 0; done < count; done += 32) {
    size_t piece = count - done < 32 ? (size_t)(count - done) : 32;
    if (read_memory(l->pid, address + done * sizeof *fds, fds, piece * sizeof *fds) != 0) return -1;
    for (size_t i = 0; i < piece; i++)
      if (fds[i].fd >= 0 && (fds[i].events & (POLLIN | POLLRDNORM)) && is_ours(l, (uint64_t)fds[i].fd)) return 1;
  }
  return 0;
}

static int selects_ours(const struct look *l, uint64_t count, uint64_t address) {
  uint8_t bits[MAX_POLLED / 8];
  if (count > MAX_POLLED) return -1;
  if (address == 0 || count == 0) return 0;
  if (read_memory(l->pid, address, bits, (size_t)(count + 7) / 8) != 0) return -1;
  for (uint64_t fd = 0; fd < count; fd++)
    if ((bits[fd / 8] & (1 << fd % 8)) && is_ours(l, fd)) return 1;
  return 0;
}

static uint64_t parse_hex(const char *text, const char **end) {
  uint64_t value = 0;
  for (;; text++) {
    int digit = *text >= '0' && *text <= '9' ? *text - '0' : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10 : -1;
    if (digit < 0) break;
    value = value << 4 | (uint64_t)digit;
  }
  *end = text;
  return value;
}

/* Lines of fdinfo: `tfd: <descriptor> events: <hexadecimal> …`. */
static int epolls_ours(const struct look *l, uint64_t epoll) {
  static const char target[] = "tfd:", events[] = "events:";
  char path[64];
  int found = -1;
  char *text = epoll <= INT32_MAX ? pages_take(EPOLL_TEXT) : NULL;
  if (!text) return -1;
  numbered_path(path, l->pid, "/fdinfo/", epoll);
  ssize_t n = read_file(path, text, EPOLL_TEXT);
  if (n > 0 && n < EPOLL_TEXT - 1) found = 0;
  for (const char *at = text; n > 0 && found < 1 && (at = find_text(at, (size_t)(text + n - at), target, sizeof target - 1));) {
    at += sizeof target - 1;
    at += strspn(at, " ");
    uint64_t fd = parse_number(at, strspn(at, "0123456789"), UINT64_MAX);
    const char *mask = find_text(at, (size_t)(text + n - at), events, sizeof events - 1);
    if (!mask) break;
    mask += sizeof events - 1;
    mask += strspn(mask, " ");
    if ((parse_hex(mask, &at) & POLLIN) && is_ours(l, fd)) found = 1;
  }
  pages_give(text, EPOLL_TEXT);
  return found;
}

/* ---- one thread ---- */

/* `<number> <six arguments> <stack> <instruction>`, all but the first hexadecimal; or `running`; or `-1 …`. */
static int parse_call(const char *at, uint64_t values[9]) {
  size_t digits = strspn(at, "0123456789");
  values[0] = parse_number(at, digits, UINT64_MAX);
  at += digits;
  for (int i = 1; i < 9; i++) {
    if (strncmp(at, " 0x", 3) != 0) return -1;
    values[i] = parse_hex(at + 3, &at);
  }
  return 0;
}

static enum call call_of(uint64_t number) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (calls[i].number == number) return calls[i].call;
  return CALL_OTHER;
}

static void offer_if_among(struct look *l, pid_t thread, int found, const char *by) {
  if (found != 0) offer(l, thread, EVIDENCE_LIKELY, by);
}

/* Numbers and memory of a 32-bit program are others: what it reads can be known, but is not relied on. */
static void look_at_odd(struct look *l, pid_t thread, const uint64_t v[9]) {
  if (v[0] == READ_32 && is_ours(l, v[1])) offer(l, thread, EVIDENCE_LIKELY, "read");
  if (v[0] == POLL_32) offer(l, thread, EVIDENCE_LIKELY, "poll");
  if (v[0] == SELECT_32) offer(l, thread, EVIDENCE_LIKELY, "select");
}

static void look_at_thread(const char *name, void *context) {
  struct look *l = context;
  char path[96], text[256];
  uint64_t v[9];
  uint64_t thread = parse_number(name, strlen(name), 0);
  if (thread == 0 || l->best->evidence == EVIDENCE_CERTAIN) return;
  strcpy(path + numbered_path(path, l->pid, "/task/", thread), "/syscall");
  errno = 0;
  ssize_t n = read_file(path, text, sizeof text);
  if (n <= 0) { /* refused when it is opened, or when it is read */
    int is_refused = n == 0 || errno == EACCES || errno == EPERM;
    if (is_refused && l->may_be_refused) offer(l, (pid_t)thread, EVIDENCE_LIKELY, "refused");
    return;
  }
  if (parse_call(text, v) != 0) return;
  if (v[7] < FIRST_HIGH_ADDRESS) {
    look_at_odd(l, (pid_t)thread, v);
    return;
  }
  switch (call_of(v[0])) {
    case CALL_READ: if (is_ours(l, v[1])) offer(l, (pid_t)thread, EVIDENCE_CERTAIN, "read"); break;
    case CALL_POLL: offer_if_among(l, (pid_t)thread, polls_ours(l, v[1], v[2]), "poll"); break;
    case CALL_SELECT: offer_if_among(l, (pid_t)thread, selects_ours(l, v[1], v[2]), "select"); break;
    case CALL_EPOLL: offer_if_among(l, (pid_t)thread, epolls_ours(l, v[1]), "epoll"); break;
    case CALL_RING: offer(l, (pid_t)thread, EVIDENCE_LIKELY, "io_uring"); break;
    case CALL_OTHER: break;
  }
}

/* ---- the tree ---- */

static int has_children(const struct pid_list *list, pid_t pid) {
  for (size_t i = 0; i < list->count; i++)
    if (list->entries[i].parent == pid) return 1;
  return 0;
}

static void describe(struct reader *reader) {
  static const char wanted[] = "\nvoluntary_ctxt_switches:\t";
  char path[96], text[2048];
  proc_path(path, reader->pid, "/comm");
  ssize_t n = read_file(path, reader->program, sizeof reader->program);
  if (n > 0 && reader->program[n - 1] == '\n') reader->program[n - 1] = 0;
  if (strcmp(reader->program, "MainThread") == 0) { /* what Node calls all of its programs */
    proc_path(path, reader->pid, "/cmdline");
    if (read_file(path, text, sizeof text) <= 0) text[0] = 0;
    const char *slash = strrchr(text, '/');
    reader->program[0] = 0;
    strncat(reader->program, slash ? slash + 1 : text, sizeof reader->program - 1);
  }
  strcpy(path + numbered_path(path, reader->pid, "/task/", (uint64_t)reader->thread), "/status");
  n = read_file(path, text, sizeof text);
  const char *at = n > 0 ? find_text(text, (size_t)n, wanted, sizeof wanted - 1) : NULL;
  if (at) at += sizeof wanted - 1;
  reader->switches = at ? parse_number(at, strspn(at, "0123456789"), 0) : 0;
}

/* Of a terminal only its foreground group may read; of a pipe whoever has it. */
void platform_find_reader(const struct pid_list *list, struct reader *reader) {
  struct look l = {.best = reader};
  char path[64], state;
  pid_t foreground = 0;
  uint64_t fields[STAT_FIELDS];
  memset(reader, 0, sizeof *reader);
  if (keeper.input.fd < 0) return;
  if (keeper.is_terminal) {
    if (platform_terminal_name(keeper.input.fd, path, sizeof path) != 0 || stat(path, &l.file) != 0) return;
    if (ioctl(keeper.input.fd, TIOCGPGRP, &foreground) != 0) return;
  } else if (fstat(keeper.input.fd, &l.file) != 0) {
    return;
  }
  for (size_t i = 0; i < list->count && reader->evidence != EVIDENCE_CERTAIN; i++) {
    l.pid = list->entries[i].pid;
    if (proc_stat(l.pid, &state, fields) != 0 || (keeper.is_terminal && fields[5] != (uint64_t)foreground)) continue;
    l.session_terminal = fields[7];
    l.may_be_refused = state == 'S' && !has_children(list, l.pid);
    proc_path(path, l.pid, "/task");
    int tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tasks < 0) continue;
    platform_each_entry(tasks, look_at_thread, &l);
    close(tasks);
  }
  if (reader->evidence != EVIDENCE_NONE) describe(reader);
}

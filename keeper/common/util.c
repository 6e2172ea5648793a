/* Small things everybody needs. No stdio: a keeper's memory is counted in pages. */
#include "common.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

uint8_t io_buffer[65536];

static uint64_t clock_ms(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

uint64_t now_ms(void) { return clock_ms(CLOCK_REALTIME); }
uint64_t monotonic_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

int write_all(int fd, const void *data, size_t length) {
  const char *at = data;
  while (length > 0) {
    ssize_t n = write(fd, at, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    at += n;
    length -= (size_t)n;
  }
  return 0;
}

ssize_t read_file_in(int folder, const char *path, char *to, size_t capacity) {
  int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* a damaged keep may hold a pipe there */
  if (fd < 0) return -1;
  size_t length = 0;
  while (length < capacity - 1) {
    ssize_t n = read(fd, to + length, capacity - 1 - length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    length += (size_t)n;
  }
  close(fd);
  to[length] = 0;
  return (ssize_t)length;
}

ssize_t read_file(const char *path, char *to, size_t capacity) { return read_file_in(AT_FDCWD, path, to, capacity); }

int store_file(const char *temporary, const char *name, const char *data, size_t length) {
  int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return -1;
  int failed = write_all(fd, data, length) != 0;
  close(fd);
  return failed || rename(temporary, name) != 0 ? -1 : 0;
}

/* Every piece is a mapping of its own: rarely needed, and gone from memory the moment it is given back. */
void *pages_take(size_t length) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void pages_give(void *memory, size_t length) {
  if (memory) munmap(memory, length);
}

const char *find_text(const char *in, size_t length, const char *wanted, size_t wanted_length) {
  for (size_t i = 0; i + wanted_length <= length; i++)
    if (in[i] == wanted[0] && memcmp(in + i, wanted, wanted_length) == 0) return in + i;
  return NULL;
}

uint64_t parse_number(const char *text, size_t length, uint64_t otherwise) {
  uint64_t value = 0;
  if (length == 0 || length > 19) return otherwise;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return otherwise;
    value = value * 10 + (uint64_t)(text[i] - '0');
  }
  return value;
}

/* To a client, who had better read: a full socket is a failure, never a wait. */
int send_record(int fd, uint16_t type, uint32_t tag, const struct record *r) {
  uint8_t header[FRAME_HEADER];
  struct iovec parts[2] = {{header, sizeof header}, {r->data, r->length}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  frame_header(header, (uint32_t)r->length, type, tag);
  ssize_t sent = sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0 && sent < (ssize_t)(sizeof header + r->length)) errno = EAGAIN;
  return sent == (ssize_t)(sizeof header + r->length) ? 0 : -1;
}

/* To whoever started us; one write for the whole frame, because keepers share the launcher's answers. */
int answer_record(int fd, uint16_t type, uint32_t tag, const struct record *r) {
  uint8_t header[FRAME_HEADER];
  struct iovec parts[2] = {{header, sizeof header}, {r->data, r->length}};
  frame_header(header, (uint32_t)r->length, type, tag);
  return writev(fd, parts, 2) == (ssize_t)(sizeof header + r->length) ? 0 : -1;
}

void error_record(struct record *r, const char *code, const char *message) {
  record_text(r, "code", code);
  record_text(r, "message", message);
}

const char *error_text(int number) {
  switch (number) {
    case ENOENT: return "no such file or folder";
    case EACCES: return "permission denied";
    case ENOTDIR: return "not a folder";
    case ENOSPC: return "no space left on the disk";
    case ENOEXEC: return "not a program";
    case E2BIG: return "command and environment are too large";
    case ENOMEM: return "out of memory";
    case EAGAIN: return "too many processes";
    case EMFILE: case ENFILE: return "too many open files";
    case EROFS: return "the disk is read-only";
    case EEXIST: return "already there";
    case ELOOP: return "too many symbolic links";
    case ENAMETOOLONG: return "name too long";
    default: return "the system refused";
  }
}

#ifdef RINGBACK_FAILPOINTS
void failpoint(const char *name) {
  static int passes;
  const char *armed = getenv("RINGBACK_FAILPOINT");
  size_t length = strlen(name);
  if (!armed || strncmp(armed, name, length) != 0) return;
  if (armed[length] != 0 && armed[length] != ':') return;
  int wanted = armed[length] == 0 ? 1 : (int)parse_number(armed + length + 1, strlen(armed + length + 1), 1);
  if (++passes != wanted) return;
  const char *reached = getenv("RINGBACK_FAILPOINT_REACHED"); /* tests must know that they did not pass by */
  if (reached) {
    int once = getenv("RINGBACK_FAILPOINT_ONCE") ? O_EXCL : 0;
    int fd = open(reached, O_WRONLY | O_CREAT | once | O_CLOEXEC, 0600);
    if (fd < 0 && once) return; /* somebody else with these variables died of it */
    close(fd);
  }
  kill(getpid(), SIGKILL);
}
#endif

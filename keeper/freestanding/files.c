/* Files, folders, memory and sockets. Only the newer form of each call: arm64 has no other. */
#include "kernel.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

/* ---- descriptors ---- */

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  return (int)CALL4(openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  return (int)CALL4(openat, AT_FDCWD, path, flags, mode);
}

int fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  long value = va_arg(list, long);
  va_end(list);
  return (int)CALL3(fcntl, fd, command, value);
}

#ifdef __GLIBC__
int ioctl(int fd, unsigned long request, ...) {
#else
int ioctl(int fd, int request, ...) {
#endif
  va_list list;
  va_start(list, request);
  void *value = va_arg(list, void *);
  va_end(list);
  return (int)CALL3(ioctl, fd, (unsigned)request, value);
}

int close(int fd) { return (int)CALL1(close, fd); }
int pipe(int ends[2]) { return (int)CALL2(pipe2, ends, 0); }

int dup2(int from, int to) { /* dup3 refuses what is there already */
  if (from == to) return CALL2(fcntl, from, F_GETFD) < 0 ? -1 : to;
  return (int)CALL3(dup3, from, to, 0);
}

ssize_t read(int fd, void *to, size_t length) { return CALL3(read, fd, to, length); }
ssize_t write(int fd, const void *from, size_t length) { return CALL3(write, fd, from, length); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return CALL3(writev, fd, parts, count); }
ssize_t pread(int fd, void *to, size_t length, off_t at) { return CALL4(pread64, fd, to, length, at); }
ssize_t pwrite(int fd, const void *from, size_t length, off_t at) { return CALL4(pwrite64, fd, from, length, at); }
off_t lseek(int fd, off_t at, int from) { return CALL3(lseek, fd, at, from); }
int flock(int fd, int operation) { return (int)CALL2(flock, fd, operation); }
int fsync(int fd) { return (int)CALL1(fsync, fd); }
int fdatasync(int fd) { return (int)CALL1(fdatasync, fd); }
int ftruncate(int fd, off_t length) { return (int)CALL2(ftruncate, fd, length); }

int posix_fallocate(int fd, off_t at, off_t length) {
  int before = errno, failed = CALL4(fallocate, fd, 0, at, length) != 0 ? errno : 0;
  errno = before;
  return failed;
}

/* ---- names ---- */

int fstatat(int folder, const char *restrict path, struct stat *restrict info, int flags) {
  return (int)CALL4(newfstatat, folder, path, info, flags);
}
int stat(const char *restrict path, struct stat *restrict info) { return fstatat(AT_FDCWD, path, info, 0); }
int lstat(const char *restrict path, struct stat *restrict info) { return fstatat(AT_FDCWD, path, info, AT_SYMLINK_NOFOLLOW); }
int fstat(int fd, struct stat *info) { return (int)CALL2(fstat, fd, info); }
ssize_t readlink(const char *restrict path, char *restrict to, size_t length) { return CALL4(readlinkat, AT_FDCWD, path, to, length); }
int access(const char *path, int mode) { return (int)CALL3(faccessat, AT_FDCWD, path, mode); }
int chdir(const char *path) { return (int)CALL1(chdir, path); }
int fchdir(int fd) { return (int)CALL1(fchdir, fd); }
int mkdir(const char *path, mode_t mode) { return (int)CALL3(mkdirat, AT_FDCWD, path, mode); }
int rmdir(const char *path) { return (int)CALL3(unlinkat, AT_FDCWD, path, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags) { return (int)CALL3(unlinkat, folder, path, flags); }
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rename(const char *from, const char *to) { return (int)CALL4(renameat, AT_FDCWD, from, AT_FDCWD, to); }
int link(const char *from, const char *to) { return (int)CALL5(linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
mode_t umask(mode_t mode) { return (mode_t)CALL1(umask, mode); }

/* ---- terminals ---- */

int posix_openpt(int flags) { return open("/dev/ptmx", flags); }

int grantpt(int master) { /* the kernel has seen to it */
  (void)master;
  return 0;
}

int unlockpt(int master) {
  int locked = 0;
  return ioctl(master, TIOCSPTLCK, &locked);
}

/* The kernel's struct is the shorter one, and the same as ours as far as it goes. */
int tcgetattr(int fd, struct termios *mode) { return ioctl(fd, TCGETS, mode); }

/* ---- memory ---- */

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  return (void *)CALL6(mmap, at, length, protection, flags, fd, offset);
}
int munmap(void *at, size_t length) { return (int)CALL2(munmap, at, length); }
int madvise(void *at, size_t length, int advice) { return (int)CALL3(madvise, at, length, advice); }

/* ---- sockets ---- */

int socket(int family, int type, int protocol) { return (int)CALL3(socket, family, type, protocol); }
int bind(int fd, const struct sockaddr *address, socklen_t length) { return (int)CALL3(bind, fd, address, length); }
int connect(int fd, const struct sockaddr *address, socklen_t length) { return (int)CALL3(connect, fd, address, length); }
int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
  return (int)CALL4(accept4, fd, address, length, 0);
}
int listen(int fd, int backlog) { return (int)CALL2(listen, fd, backlog); }
ssize_t send(int fd, const void *from, size_t length, int flags) { return CALL6(sendto, fd, from, length, flags, 0, 0); }
ssize_t recv(int fd, void *to, size_t length, int flags) { return CALL6(recvfrom, fd, to, length, flags, 0, 0); }
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) { return CALL3(sendmsg, fd, message, flags); }
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict length) {
  return (int)CALL5(getsockopt, fd, level, name, value, length);
}

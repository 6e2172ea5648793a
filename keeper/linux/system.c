/* The program itself: its memory, descriptors and terminal, and what is looked up once. */
#include "linux.h"
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

const char *platform_name(void) { return "linux"; }

static char boot_id[40];

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

void platform_boot_id(char *to, size_t capacity) {
  if (!boot_id[0]) platform_prepare_launcher();
  if (capacity > 0) {
    strncpy(to, boot_id, capacity - 1);
    to[capacity - 1] = 0;
  }
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

void platform_close_from(int first) {
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0) return;
  for (int fd = first; fd < 4096; fd++) close(fd);
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

int platform_peer_is_ours(int socket) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return 0;
  return peer.uid == geteuid() || peer.uid == 0;
}

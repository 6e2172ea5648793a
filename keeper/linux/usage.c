/* What a tree uses, and whether it waits for input. */
#include "linux.h"
#include <linux/auxvec.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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

#if defined(__x86_64__)
#define READ_CALL "0 0x0 "
#else
#define READ_CALL "63 0x0 "
#endif

/* Somebody of the tree is in read(0) on the very file we write to. */
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

/* What a tree uses. */
#include "linux.h"
#include <linux/auxvec.h>
#include <string.h>
#include <sys/resource.h>
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

static uint64_t number_behind(const char *text, size_t length, const char *name) {
  const char *at = find_text(text, length, name, strlen(name));
  return at ? parse_number(at + strlen(name), strspn(at + strlen(name), "0123456789"), 0) : 0;
}

/* Time of its own and of children that it has waited for (fields 14 to 17 of stat), and its resident pages (24). */
static void add_usage_of(pid_t pid, struct usage *usage, uint64_t page) {
  char state, path[64], text[256];
  uint64_t fields[STAT_FIELDS];
  if (proc_stat(pid, &state, fields) != 0) return;
  proc_path(path, pid, "/io");
  ssize_t n = read_file(path, text, sizeof text);
  if (n > 0) {
    usage->read_bytes += number_behind(text, (size_t)n, "\nread_bytes: ");
    usage->written_bytes += number_behind(text, (size_t)n, "\nwrite_bytes: ");
  }
  for (int field = 14; field <= 17; field++) usage->cpu_ms += fields[field] * TICK_MS;
  usage->memory_bytes += fields[24] * page;
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
  struct usage usage = {0};
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

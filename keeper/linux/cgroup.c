/* cgroup v2: one for each command where we may make it. */
#include "linux.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char cgroup_base[200]; /* our own cgroup's folder, empty when there is none */

/* The mount point of cgroup v2, from /proc/self/mountinfo: the fifth field of the line whose type is cgroup2. */
void find_cgroup_base(void) {
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
uint64_t counter_in(const char *path, const char *name) {
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

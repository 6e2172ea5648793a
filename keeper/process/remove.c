/* remove: the folder of a keep that is over. Only what a keeper wrote there, and never through a link. */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const known[] = { /* `exit` last: until then it tells how it ended */
  "control", "control.new", "spec.new", "meta.new.part", "samples.new", "samples", "exit.reserved", "spec", "meta.new", "meta", "refusal", "exit",
};
#define KNOWN_COUNT (sizeof known / sizeof *known)
#define MAX_ROUNDS 8 /* a folder that is read while it shrinks may leave names out */

static int complain(const char *keep, const char *what, const char *name) {
  char text[1024] = "ringback-keeper: ";
  strncat(text, keep, 400);
  strcat(text, ": ");
  strncat(text, what, 200);
  strncat(text, name, 300);
  strcat(text, "\n");
  write_all(STDERR_FILENO, text, strlen(text));
  return 1;
}

int is_keep_path(const char *keep) {
  const char *slash = strrchr(keep, '/'), *name = slash ? slash + 1 : keep;
  if (keep[0] != '/' || strncmp(name, "proc_", 5) != 0 || name[5] == 0) return 0;
  return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == strlen(name);
}

static int is_segment_name(const char *name) {
  size_t digits = strspn(name, "0123456789");
  const char *kind = name + digits;
  return digits >= 16 && (strcmp(kind, ".log") == 0 || strcmp(kind, ".index") == 0 || strcmp(kind, ".times") == 0);
}

struct survey {
  int folder;
  int is_output;
  char stranger[256]; /* the first name that no keeper wrote */
};

static int is_ours(const struct survey *s, const char *name) {
  struct stat info;
  if (fstatat(s->folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
  if (s->is_output) return is_segment_name(name) && S_ISREG(info.st_mode);
  if (strcmp(name, "output") == 0) return S_ISDIR(info.st_mode);
  for (size_t i = 0; i < KNOWN_COUNT; i++)
    if (strcmp(name, known[i]) == 0) return S_ISREG(info.st_mode) || S_ISSOCK(info.st_mode);
  return 0;
}

static void look_at(const char *name, void *context) {
  struct survey *s = context;
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || s->stranger[0] || is_ours(s, name)) return;
  strncpy(s->stranger, name, sizeof s->stranger - 1);
}

static void remove_segment(const char *name, void *context) {
  if (is_segment_name(name)) unlinkat(*(int *)context, name, 0);
}

/* Everything is looked at before anything goes. */
static int remove_entered(const char *keep) {
  struct survey here = {.folder = AT_FDCWD}, output = {.is_output = 1};
  int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return complain(keep, error_text(errno), "");
  platform_each_entry(folder, look_at, &here);
  close(folder);
  if (here.stranger[0]) return complain(keep, "stays, no keeper wrote this: ", here.stranger);
  output.folder = open("output", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (output.folder < 0 && errno != ENOENT) return complain(keep, error_text(errno), "");
  if (output.folder >= 0) {
    platform_each_entry(output.folder, look_at, &output);
    if (output.stranger[0]) return complain(keep, "stays, no keeper wrote this: output/", output.stranger);
    for (int round = 0; round < MAX_ROUNDS && rmdir("output") != 0 && errno != ENOENT; round++)
      platform_each_entry(output.folder, remove_segment, &output.folder);
  }
  for (size_t i = 0; i < KNOWN_COUNT; i++) unlink(known[i]);
  return rmdir(keep) == 0 || errno == ENOENT ? 0 : complain(keep, "could not be removed: ", error_text(errno));
}

int run_remove(const char *keep) {
  struct stat info;
  if (!is_keep_path(keep)) return complain(keep, "is no keep's absolute path", "");
  if (lstat(keep, &info) != 0 && errno == ENOENT) return 0;
  if (enter_existing_keep(keep) != 0) return complain(keep, "is no folder that can be entered", "");
  int fd = connect_control(0);
  if (fd >= 0 || (errno != ENOENT && errno != ECONNREFUSED)) return complain(keep, "its keeper lives", "");
  if (strcmp(offline_state(), "detached") == 0) return complain(keep, "its command runs without a keeper: kill it first", "");
  return remove_entered(keep);
}

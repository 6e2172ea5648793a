/* claim: decides that the process of this keep shall never start. A keeper that comes later finds the name taken. */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int run_claim(const char *keep) {
  if (!is_keep_path(keep) || (mkdir(keep, 0700) != 0 && errno != EEXIST) || enter_existing_keep(keep) != 0) return 1;
  int fd = open("control", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0 && errno != EEXIST) return 1;
  /* A plain file was claimed before, by one whose answer was lost, perhaps: again is the same. */
  struct stat info;
  int is_ours = fd >= 0 || (lstat("control", &info) == 0 && S_ISREG(info.st_mode));
  const char *answer = is_ours ? "claimed=1\n" : "claimed=0\n"; /* 0: a keeper was faster */
  return write_all(STDOUT_FILENO, answer, strlen(answer)) == 0 ? 0 : 1;
}

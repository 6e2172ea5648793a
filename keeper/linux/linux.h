/* What the files of this folder share: everything here is Linux's own. */
#ifndef RINGBACK_LINUX_H
#define RINGBACK_LINUX_H

#include "../common/common.h"

size_t proc_path(char *to, pid_t pid, const char *rest); /* /proc/<pid><rest>; its length */

/* /proc/<pid>/stat: its state, and the numbers 4 to 24 under their own numbers (proc(5)). -1: there is no such process. */
#define STAT_FIELDS 25
int proc_stat(pid_t pid, char *state, uint64_t fields[STAT_FIELDS]);

void find_cgroup_base(void);
uint64_t counter_in(const char *path, const char *name); /* 0 when it is not there */

#endif

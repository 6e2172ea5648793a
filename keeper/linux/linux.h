/* What the files of this folder share: everything here is Linux's own. */
#ifndef RINGBACK_LINUX_H
#define RINGBACK_LINUX_H

#include "../common/common.h"

size_t proc_path(char *to, pid_t pid, const char *rest); /* /proc/<pid><rest>; its length */
int read_stat(pid_t pid, char *state, pid_t *parent, uint64_t *start);
void find_cgroup_base(void);
uint64_t counter_in(const char *path, const char *name); /* 0 when it is not there */

#endif

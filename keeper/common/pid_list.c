/* A growing list of pids. */
#include "common.h"
#include <string.h>

void pid_list_add(struct pid_list *list, pid_t pid, pid_t parent) {
  if (pid <= 0) return;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? list->capacity * 4 : 512;
    struct pid_entry *entries = pages_take(capacity * sizeof *entries);
    if (!entries) return;
    if (list->count > 0) memcpy(entries, list->entries, list->count * sizeof *entries);
    pages_give(list->entries, list->capacity * sizeof *entries);
    list->entries = entries;
    list->capacity = capacity;
  }
  list->entries[list->count++] = (struct pid_entry){pid, parent};
}

void pid_list_free(struct pid_list *list) {
  pages_give(list->entries, list->capacity * sizeof *list->entries);
  *list = (struct pid_list){0};
}

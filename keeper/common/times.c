/* Reading when a segment's bytes were printed. */
#include "common.h"
#include <sys/stat.h>
#include <unistd.h>

/* False when there is no such record (yet). */
static int read_at(const struct times *t, uint64_t number, uint64_t *value) {
  uint8_t bytes[TIMES_RECORD];
  if (pread(t->file, bytes, sizeof bytes, (off_t)(number * TIMES_RECORD)) != TIMES_RECORD) return 0;
  *value = read_u64(bytes);
  return 1;
}

/* Passes the record behind the last one if its bytes begin at or before `bytes`; otherwise they begin at `until`. */
static int pass(struct times *t, uint64_t number, uint64_t bytes, uint64_t *until) {
  uint64_t value;
  *until = UINT64_MAX;
  if (!read_at(t, number, &value)) return 0;
  if ((value & TIMES_OFFSET_MAX) > bytes) {
    *until = value & TIMES_OFFSET_MAX;
    return 0;
  }
  t->now = t->first + (value >> TIMES_OFFSET_BITS);
  t->next = number + 1;
  return 1;
}

void times_begin(struct times *t, int index) {
  uint8_t record[INDEX_RECORD];
  *t = (struct times){.file = -1};
  if (index < 0 || pread(index, record, sizeof record, 0) != INDEX_RECORD) return;
  uint64_t grain = (uint64_t)record[30] | (uint64_t)record[31] << 8;
  if (grain > 0) t->first = t->now = grain << 48 | read_u64(record + 16);
}

void times_use(struct times *t, int file, uint64_t bytes) {
  struct stat info;
  uint64_t until, past = fstat(file, &info) == 0 ? (uint64_t)info.st_size / TIMES_RECORD : 0;
  t->file = file;
  while (t->next < past) {
    uint64_t middle = t->next + (past - t->next) / 2;
    if (!pass(t, middle, bytes, &until)) past = middle;
  }
}

uint64_t times_at(struct times *t, uint64_t bytes, uint64_t *until) {
  *until = UINT64_MAX;
  if (t->file >= 0)
    while (pass(t, t->next, bytes, until)) continue;
  return t->now;
}

void times_end(struct times *t) {
  if (t->file >= 0) close(t->file);
  t->file = -1;
}

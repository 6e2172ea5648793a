/* The output log: segments named by the offset of their first byte, a sparse index and times beside each (promises 7, 8, 10). */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX_EVERY_BYTES (256u << 10)
#define INDEX_BUSY_BYTES 4096
#define INDEX_BUSY_MS 1000
#define INDEX_QUIET_MS 10000
#define SEGMENT_MIN 4096u
#define SEGMENT_MAX (16u << 20)
#define NAME_DIGITS 16

static void segment_name(char name[32], uint64_t start, const char *suffix) {
  size_t n = format_number(name, start, NAME_DIGITS);
  strcpy(name + n, suffix);
}

/* Every segment but the head has this size, so that dropping one frees a known share. */
static uint64_t middle_capacity(const struct output_log *log) {
  uint64_t capacity = log->limit > log->head ? (log->limit - log->head) / 8 : SEGMENT_MIN;
  if (capacity < SEGMENT_MIN) return SEGMENT_MIN;
  return capacity > SEGMENT_MAX ? SEGMENT_MAX : capacity;
}

int log_open(struct output_log *log, uint64_t limit, uint64_t head, uint16_t grain_ms) {
  memset(log, 0, sizeof *log);
  log->segment = log->index = log->times = -1;
  log->grain_ms = grain_ms;
  log->limit = limit < 2 * SEGMENT_MIN ? 2 * SEGMENT_MIN : limit;
  log->head = head < SEGMENT_MIN ? SEGMENT_MIN : head;
  if (log->head > log->limit / 2) log->head = log->limit / 2;
  if (mkdir("output", 0700) != 0 && errno != EEXIST) return -1;
  log->folder = open("output", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  return log->folder < 0 ? -1 : 0;
}

static void find_oldest(const char *name, void *context) {
  uint64_t *oldest = context;
  if (strlen(name) != NAME_DIGITS + 4 || strcmp(name + NAME_DIGITS, ".log") != 0) return;
  uint64_t start = parse_number(name, NAME_DIGITS, 0);
  if (start > 0 && start < *oldest) *oldest = start;
}

static uint64_t size_of(const struct output_log *log, uint64_t start, const char *suffix) {
  char name[32];
  struct stat info;
  segment_name(name, start, suffix);
  return fstatat(log->folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? (uint64_t)info.st_size : 0;
}

static int drop_file(const struct output_log *log, uint64_t start, const char *suffix) {
  char name[32];
  segment_name(name, start, suffix);
  return unlinkat(log->folder, name, 0);
}

/* The oldest segment that is neither the head nor the current one goes. False when there is none. */
static int drop_oldest_middle(struct output_log *log) {
  uint64_t oldest = UINT64_MAX;
  if (platform_each_entry(log->folder, find_oldest, &oldest) != 0) return 0;
  if (oldest == UINT64_MAX || (log->segment >= 0 && oldest == log->segment_start)) return 0;
  uint64_t size = size_of(log, oldest, ".log") + size_of(log, oldest, ".times");
  if (drop_file(log, oldest, ".log") != 0) return 0;
  log->kept_bytes -= size < log->kept_bytes ? size : log->kept_bytes;
  drop_file(log, oldest, ".index");
  drop_file(log, oldest, ".times");
  failpoint("log:after-drop");
  return 1;
}

/* A record cut short by a full disk would shift all that follow: it is taken back. Whether it is there. */
static int add_whole(int file, const uint8_t *bytes, size_t length) {
  ssize_t n = write(file, bytes, length);
  if (n > 0 && (size_t)n < length) {
    off_t end = lseek(file, 0, SEEK_CUR);
    if (end >= n && ftruncate(file, end - n) == 0) lseek(file, end - n, SEEK_SET);
  }
  return n == (ssize_t)length;
}

static void index_add(struct output_log *log, uint16_t kind, uint64_t now) {
  uint8_t bytes[INDEX_RECORD] = {0};
  if (log->index < 0) return;
  write_u64(bytes, log->total);
  write_u64(bytes + 8, log->lines);
  write_u64(bytes + 16, now);
  bytes[24] = (uint8_t)kind;
  bytes[26] = (uint8_t)log->cols;
  bytes[27] = (uint8_t)(log->cols >> 8);
  bytes[28] = (uint8_t)log->rows;
  bytes[29] = (uint8_t)(log->rows >> 8);
  bytes[30] = (uint8_t)log->grain_ms;
  bytes[31] = (uint8_t)(log->grain_ms >> 8);
  add_whole(log->index, bytes, sizeof bytes);
  log->indexed_offset = log->total;
  log->indexed_at = now;
}

static void index_if_due(struct output_log *log, uint64_t now) {
  uint64_t bytes = log->total - log->indexed_offset, age = now - log->indexed_at;
  if (bytes >= INDEX_EVERY_BYTES || (bytes >= INDEX_BUSY_BYTES && age >= INDEX_BUSY_MS) || (bytes > 0 && age >= INDEX_QUIET_MS))
    index_add(log, 0, now);
}

static void segment_close(struct output_log *log) {
  if (log->segment >= 0) close(log->segment);
  if (log->index >= 0) close(log->index);
  if (log->times >= 0) close(log->times);
  log->segment = log->index = log->times = -1;
}

static int create(const struct output_log *log, const char *suffix, int flags) {
  char name[32];
  segment_name(name, log->segment_start, suffix);
  return openat(log->folder, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
}

/* A segment that is full at once never has the file. Where a record has no room for what it should say, a new segment begins. */
static void time_if_due(struct output_log *log, uint64_t now) {
  uint64_t at = log->total - log->segment_start, age = now - log->times_from;
  uint8_t bytes[TIMES_RECORD];
  if (now - log->timed_at < log->grain_ms) return;
  if (at > TIMES_OFFSET_MAX || age > TIMES_AGE_MAX) {
    segment_close(log);
    return;
  }
  log->timed_at = now;
  write_u64(bytes, age << TIMES_OFFSET_BITS | at);
  if (log->times < 0) log->times = create(log, ".times", O_TRUNC);
  if (log->times < 0 || !add_whole(log->times, bytes, sizeof bytes)) return;
  log->segment_size += sizeof bytes;
  log->kept_bytes += sizeof bytes;
}

/* Starts the segment that begins at the current offset. False when the disk will not have it. */
static int segment_open(struct output_log *log, uint64_t now) {
  log->segment_capacity = log->total == 0 ? log->head : middle_capacity(log);
  while (log->kept_bytes > 0 && log->kept_bytes + log->segment_capacity > log->limit)
    if (!drop_oldest_middle(log)) break;
  log->segment_start = log->total;
  log->index = create(log, ".index", O_TRUNC);
  log->segment = create(log, ".log", O_APPEND);
  if (log->segment < 0) {
    segment_close(log);
    return 0;
  }
  log->segment_size = 0;
  failpoint("log:after-segment");
  index_add(log, 0, now);
  log->times_from = log->timed_at = now;
  return 1;
}

/* 64 bytes at a time in the compiler's own vectors (any processor): it must not cost what the copying costs. */
typedef uint8_t lanes __attribute__((vector_size(16), aligned(1), may_alias));

static uint64_t count_newlines(const uint8_t *data, size_t length) {
  const lanes newline = (lanes){0} + (uint8_t)'\n';
  uint64_t total = 0;
  while (length >= 64) {
    lanes a = {0}, b = {0}, c = {0}, d = {0};
    size_t rounds = length / 64 < 255 ? length / 64 : 255; /* a lane counts to 255 */
    length -= rounds * 64;
    for (; rounds > 0; rounds--, data += 64) {
      const lanes *at = (const lanes *)data;
      a -= (lanes)(at[0] == newline);
      b -= (lanes)(at[1] == newline);
      c -= (lanes)(at[2] == newline);
      d -= (lanes)(at[3] == newline);
    }
    for (int i = 0; i < 16; i++) total += (uint64_t)a[i] + b[i] + c[i] + d[i];
  }
  for (size_t i = 0; i < length; i++) total += data[i] == '\n';
  return total;
}

static void note_gap(struct output_log *log, const uint8_t *data, size_t length) {
  segment_close(log);
  log->gap_bytes += length;
  log->total += length;
  log->lines += count_newlines(data, length);
}

/* Never fails: what cannot be kept is counted, and the command goes on (promise 10). */
void log_append(struct output_log *log, const uint8_t *data, size_t length) {
  uint64_t now = now_ms();
  log->last_output_at = now;
  if (now < log->timed_at) now = log->timed_at; /* the clock was set back: times only grow, and are searched by that */
  while (length > 0) {
    if (log->segment >= 0) time_if_due(log, now);
    if (log->segment >= 0 && log->segment_size >= log->segment_capacity) segment_close(log);
    if (log->segment < 0 && !segment_open(log, now)) {
      if (drop_oldest_middle(log)) continue;
      note_gap(log, data, length);
      return;
    }
    index_if_due(log, now);
    uint64_t room = log->segment_capacity - log->segment_size;
    size_t piece = length < room ? length : (size_t)room;
    ssize_t n = write(log->segment, data, piece);
    if (n <= 0) {
      if (n < 0 && errno == EINTR) continue;
      if (drop_oldest_middle(log)) continue;
      note_gap(log, data, length);
      return;
    }
    log->segment_size += (uint64_t)n;
    log->kept_bytes += (uint64_t)n;
    log->total += (uint64_t)n;
    log->lines += count_newlines(data, (size_t)n);
    data += n;
    length -= (size_t)n;
    failpoint("log:after-write");
  }
}

void log_resized(struct output_log *log, uint16_t cols, uint16_t rows) {
  uint64_t now = now_ms();
  if (now < log->timed_at) now = log->timed_at;
  log->cols = cols;
  log->rows = rows;
  if (log->segment < 0 && !segment_open(log, now)) return;
  index_add(log, 1, now);
}

void log_set_limit(struct output_log *log, uint64_t limit) {
  log->limit = limit < 2 * SEGMENT_MIN ? 2 * SEGMENT_MIN : limit;
  if (log->segment >= 0 && log->segment_start > 0 && log->segment_capacity > middle_capacity(log))
    log->segment_capacity = middle_capacity(log);
  while (log->kept_bytes > log->limit)
    if (!drop_oldest_middle(log)) break;
}

void log_sync(struct output_log *log) {
  if (log->segment >= 0) fdatasync(log->segment);
}

/* Samples: what the tree uses, now and then, in the keep's file `samples`. The file never grows beyond 64 KiB: when it is
 * full, of its older half every two records become one. Looking must cost next to nothing (promise 22): who does not use
 * the processor is looked at seldomer, and so is a tree that is large. */
#include "quiet.h"
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_BYTES 56
#define MAX_SAMPLES (sizeof io_buffer / SAMPLE_BYTES)
#define PAUSE_MS 5000
#define LONGEST_PAUSE_MS 60000
#define COST_FACTOR 2000 /* the pause is at least this many times the processor time of one look: 0.05 % */

static struct {
  int is_fresh;              /* something was printed since the last turn of the loop */
  uint64_t next_at;          /* monotonic; 0: not yet */
  uint64_t pause;
  struct usage last;         /* as it was counted */
  struct usage total;        /* with what those read and wrote who are gone, and in no count any more */
  size_t last_count;
} sampling;

void sample_printed(void) { sampling.is_fresh = 1; }

/* ---- the file ---- */

static void encode(uint8_t *to, size_t count) {
  const struct usage *usage = &sampling.total;
  const uint64_t values[SAMPLE_BYTES / 8] = {
    now_ms(), usage->cpu_ms, usage->memory_bytes, usage->memory_bytes, /* the most so far; it grows when records are joined */
    usage->read_bytes, usage->written_bytes, count,
  };
  for (size_t i = 0; i < SAMPLE_BYTES / 8; i++) write_u64(to + 8 * i, values[i]);
}

/* The later of two stays, with the larger of their peaks. */
static size_t join_older_half(uint8_t *samples, size_t count) {
  size_t joined = 0, half = count / 4 * 2;
  for (size_t i = 0; i < half; i += 2, joined++) {
    uint8_t *earlier = samples + i * SAMPLE_BYTES, *later = earlier + SAMPLE_BYTES;
    if (read_u64(earlier + 24) > read_u64(later + 24)) memcpy(later + 24, earlier + 24, 8);
    memmove(samples + joined * SAMPLE_BYTES, later, SAMPLE_BYTES);
  }
  memmove(samples + joined * SAMPLE_BYTES, samples + half * SAMPLE_BYTES, (count - half) * SAMPLE_BYTES);
  return count - half + joined;
}

/* False when it is still full: then nothing is added to it. */
static int thin_out(int file) {
  ssize_t n = pread(file, io_buffer, MAX_SAMPLES * SAMPLE_BYTES, 0);
  int is_done = 0;
  if (n == (ssize_t)(MAX_SAMPLES * SAMPLE_BYTES)) {
    size_t count = join_older_half(io_buffer, MAX_SAMPLES);
    is_done = store_file("samples.new", "samples", (char *)io_buffer, count * SAMPLE_BYTES) == 0;
  }
  if (!is_done) unlink("samples.new");
  platform_forget_buffer();
  return is_done;
}

static int open_samples(void) { return open("samples", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600); }

/* A record that a full disk has cut would shift all that follow: it is taken back. */
static void append(const uint8_t sample[SAMPLE_BYTES]) {
  struct stat info;
  int file = open_samples();
  if (file < 0) return;
  off_t size = fstat(file, &info) == 0 ? info.st_size - info.st_size % SAMPLE_BYTES : -1;
  if (size >= (off_t)(MAX_SAMPLES * SAMPLE_BYTES)) {
    size = thin_out(file) ? 0 : -1;
    close(file);
    file = size < 0 ? -1 : open_samples();
    size = file >= 0 && fstat(file, &info) == 0 ? info.st_size : -1;
  }
  if (size >= 0 && (size == info.st_size || ftruncate(file, size) == 0) &&
      write(file, sample, SAMPLE_BYTES) != SAMPLE_BYTES)
    (void)!ftruncate(file, size);
  if (file >= 0) close(file);
}

/* The seven numbers of each, in decimal; `more` when not all had room. */
void sample_text(struct record *r, uint64_t after) {
  static const char key[] = "samples=", more[] = "more=1";
  uint8_t sample[SAMPLE_BYTES];
  int file = open("samples", O_RDONLY | O_CLOEXEC | O_NOFOLLOW), has_more = 0;
  size_t length = sizeof key - 1;
  memcpy(r->data, key, length);
  while (file >= 0 && !has_more && read(file, sample, SAMPLE_BYTES) == SAMPLE_BYTES) {
    if (read_u64(sample) <= after) continue;
    for (size_t i = 0; i < SAMPLE_BYTES; i += 8) {
      length += format_number(r->data + length, read_u64(sample + i), 1);
      r->data[length++] = i + 8 < SAMPLE_BYTES ? ' ' : ';';
    }
    has_more = length + 256 > r->capacity;
  }
  if (file >= 0) close(file);
  r->data[length++] = 0;
  if (has_more) {
    memcpy(r->data + length, more, sizeof more);
    length += sizeof more;
  }
  r->length = length;
}

/* ---- when ---- */

static uint64_t own_time_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void add_growth(uint64_t *total, uint64_t before, uint64_t now) {
  if (now > before) *total += now - before;
}

const struct usage *sample_take(uint64_t now) {
  uint8_t sample[SAMPLE_BYTES];
  struct pid_list list = {0};
  uint64_t before = own_time_ns();
  platform_list_descendants(getpid(), &list);
  struct usage usage = platform_usage(keeper.cgroup, &list);
  sampling.total.cpu_ms = usage.cpu_ms;
  sampling.total.memory_bytes = usage.memory_bytes;
  add_growth(&sampling.total.read_bytes, sampling.last.read_bytes, usage.read_bytes);
  add_growth(&sampling.total.written_bytes, sampling.last.written_bytes, usage.written_bytes);
  encode(sample, list.count);
  append(sample);
  int is_idle = usage.cpu_ms == sampling.last.cpu_ms && list.count == sampling.last_count;
  sampling.last = usage;
  sampling.last_count = list.count;
  pid_list_free(&list);
  uint64_t longer = sampling.pause * 2 < LONGEST_PAUSE_MS ? sampling.pause * 2 : LONGEST_PAUSE_MS;
  uint64_t affordable = (own_time_ns() - before) * COST_FACTOR / 1000000;
  sampling.pause = is_idle ? longer : PAUSE_MS;
  if (sampling.pause < affordable) sampling.pause = affordable;
  sampling.next_at = now + sampling.pause;
  quiet_sampled(&sampling.total, now);
  return &sampling.total;
}

/* Output ends a long pause: it is awake. */
uint64_t sample_deadline(uint64_t now) {
  if (keeper.life != LIFE_RUNNING) return UINT64_MAX;
  if (sampling.next_at == 0) {
    sampling.pause = PAUSE_MS;
    sampling.next_at = now + PAUSE_MS;
  } else if (sampling.is_fresh && sampling.next_at > now + PAUSE_MS && sampling.pause <= LONGEST_PAUSE_MS) {
    sampling.next_at = now + PAUSE_MS;
  }
  sampling.is_fresh = 0;
  return sampling.next_at;
}

void sample_step(uint64_t now) {
  if (now >= sample_deadline(now)) sample_take(now);
}

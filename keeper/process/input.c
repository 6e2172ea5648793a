/* Stdin: numbered writes, queued until the command reads them; a repeated number is never typed twice. */
#include "sense.h"
#include <errno.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define MAX_QUEUED (1u << 20)
#define MAX_WRITERS 64

/* The last number of each writer, most recent writer first; the oldest falls off. */
static struct {
  uint64_t writer, seq;
} writers[MAX_WRITERS];
static size_t writer_count;

static size_t find_writer(uint64_t writer) {
  size_t i = 0;
  while (i < writer_count && writers[i].writer != writer) i++;
  return i;
}

static int was_written(uint64_t writer, uint64_t seq) {
  size_t i = find_writer(writer);
  return i < writer_count && seq <= writers[i].seq;
}

static void remember_write(uint64_t writer, uint64_t seq) {
  size_t i = find_writer(writer);
  if (i == writer_count && writer_count < MAX_WRITERS) writer_count++;
  if (i == MAX_WRITERS) i = MAX_WRITERS - 1;
  memmove(writers + 1, writers, i * sizeof writers[0]);
  writers[0].writer = writer;
  writers[0].seq = seq;
}

static void queue(struct input *in, const uint8_t *data, size_t length) {
  struct input_chunk *chunk = pages_take(sizeof *chunk + length);
  if (!chunk) return;
  chunk->next = NULL;
  chunk->length = length;
  chunk->written = 0;
  memcpy(chunk->data, data, length);
  if (in->last) in->last->next = chunk;
  else in->first = chunk;
  in->last = chunk;
  in->queued += length;
  sense_typed(length);
}

enum input_result input_write(struct input *in, uint64_t writer, uint64_t seq, const uint8_t *data, size_t length) {
  if (in->state == INPUT_NONE) return INPUT_NOT_THERE;
  /* First of all: a repeated write that is told "full" or "closed" would be typed again under a new number. */
  if (was_written(writer, seq)) return INPUT_REPEATED;
  if (in->state == INPUT_CLOSED || in->close_wanted) return INPUT_IS_CLOSED;
  if (in->queued + length > MAX_QUEUED) return INPUT_FULL;
  remember_write(writer, seq);
  if (length > 0) {
    queue(in, data, length);
    in->line_start = data[length - 1] == '\n' || data[length - 1] == '\r';
  }
  input_flush(in);
  return INPUT_ACCEPTED;
}

static void drop_queue(struct input *in) {
  while (in->first) {
    struct input_chunk *chunk = in->first;
    in->first = chunk->next;
    pages_give(chunk, sizeof *chunk + chunk->length);
  }
  in->last = NULL;
  in->queued = 0;
}

static void shut(struct input *in) {
  drop_queue(in);
  in->state = INPUT_CLOSED;
  if (!in->is_terminal && in->fd >= 0) close(in->fd);
  in->fd = -1;
}

/* In the middle of a line a terminal's first EOF only sends what was typed; the second is the end. */
void input_close(struct input *in) {
  if (in->state != INPUT_OPEN || in->close_wanted) return;
  if (in->is_terminal) {
    struct termios mode;
    uint8_t eof = 4;
    if (tcgetattr(in->fd, &mode) == 0 && mode.c_cc[VEOF] != 0) eof = mode.c_cc[VEOF];
    uint8_t twice[2] = {eof, eof};
    queue(in, twice, in->line_start ? 1 : 2);
    in->line_start = 1;
  } else {
    in->close_wanted = 1;
  }
  input_flush(in);
}

void input_flush(struct input *in) {
  while (in->first && in->state == INPUT_OPEN) {
    struct input_chunk *chunk = in->first;
    ssize_t n = write(in->fd, chunk->data + chunk->written, chunk->length - chunk->written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) { /* nobody reads any more */
      shut(in);
      return;
    }
    chunk->written += (size_t)n;
    in->queued -= (size_t)n;
    if (chunk->written < chunk->length) continue;
    in->first = chunk->next;
    if (!in->first) in->last = NULL;
    pages_give(chunk, sizeof *chunk + chunk->length);
  }
  if (in->close_wanted && in->state == INPUT_OPEN) shut(in);
}

/* What the hub has to say, in order. Never waits: a slow reader stops the sources, not the loop. */
#include "hub.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define OUT_BYTES (640u << 10)
#define OUT_RESERVE (288u << 10) /* a frame and a full read of the smallest ones, each wrapped in another */
#define OUT_BUSY (128u << 10)

static uint8_t *data;   /* OUT_BYTES, NULL while there is nothing to say */
static size_t from, to;
static int is_broken;

int out_has_room(void) { return OUT_BYTES - (to - from) >= OUT_RESERVE; }
int out_is_busy(void) { return to - from >= OUT_BUSY; }
int out_is_empty(void) { return to == from && !is_broken; }

uint8_t *out_room(size_t length) {
  if (!data && !(data = pages_take(OUT_BYTES))) is_broken = 1;
  if (is_broken) return NULL;
  if (OUT_BYTES - to < length) {
    memmove(data, data + from, to - from);
    to -= from;
    from = 0;
  }
  if (OUT_BYTES - to < length) is_broken = 1;
  return is_broken ? NULL : data + to;
}

void out_added(size_t length) { to += length; }

void out_bytes(const void *bytes, size_t length) {
  uint8_t *at = out_room(length);
  if (!at) return;
  if (length > 0) memcpy(at, bytes, length);
  out_added(length);
}

void out_frame(uint16_t type, uint32_t tag, const void *payload, size_t length) {
  uint8_t header[FRAME_HEADER];
  if (!out_room(FRAME_HEADER + length)) return;
  frame_header(header, (uint32_t)length, type, tag);
  out_bytes(header, sizeof header);
  out_bytes(payload, length);
}

void out_record(uint16_t type, uint32_t tag, const struct record *r) { out_frame(type, tag, r->data, r->length); }

void out_error(uint32_t tag, const char *code, const char *message) {
  char text[256];
  struct record r = {text, 0, sizeof text, 0};
  error_record(&r, code, message);
  out_record(FRAME_ERROR, tag, &r);
}

int out_flush(void) {
  while (from < to && !is_broken) {
    ssize_t n = write(STDOUT_FILENO, data + from, to - from);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
    if (n <= 0) is_broken = 1;
    else from += (size_t)n;
  }
  if (from == to) from = to = 0;
  return is_broken ? -1 : 0;
}

void out_rest(void) {
  pages_give(data, OUT_BYTES);
  data = NULL;
  from = to = 0;
  is_broken = 0;
}

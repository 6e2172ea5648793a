/* Frames: a 12-byte little-endian header and a payload. */
#include "common.h"

static uint32_t read_u32(const uint8_t *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void write_u32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (8 * i));
}

uint64_t read_u64(const uint8_t *from) {
  return (uint64_t)read_u32(from) | (uint64_t)read_u32(from + 4) << 32;
}

void write_u64(uint8_t *to, uint64_t value) {
  write_u32(to, (uint32_t)value);
  write_u32(to + 4, (uint32_t)(value >> 32));
}

long frame_take(const uint8_t *buffer, size_t length, size_t max_payload, struct frame *frame) {
  if (length < FRAME_HEADER) return 0;
  uint32_t payload = read_u32(buffer);
  unsigned version = (unsigned)buffer[6] | (unsigned)buffer[7] << 8;
  if (payload > max_payload || version != PROTOCOL_VERSION) return -1;
  if (length - FRAME_HEADER < payload) return 0;
  frame->length = payload;
  frame->type = (uint16_t)(buffer[4] | buffer[5] << 8);
  frame->tag = read_u32(buffer + 8);
  frame->payload = buffer + FRAME_HEADER;
  return (long)FRAME_HEADER + (long)payload;
}

void frame_header(uint8_t header[FRAME_HEADER], uint32_t length, uint16_t type, uint32_t tag) {
  write_u32(header, length);
  header[4] = (uint8_t)type;
  header[5] = (uint8_t)(type >> 8);
  header[6] = PROTOCOL_VERSION;
  header[7] = 0;
  write_u32(header + 8, tag);
}

/* The payload's text value, or NULL; only taken when its end is inside the payload. */
const char *frame_text(const struct frame *f, const char *key) {
  size_t length;
  const char *value = record_find((const char *)f->payload, f->length, 0, key, &length);
  return value && value + length < (const char *)f->payload + f->length ? value : NULL;
}

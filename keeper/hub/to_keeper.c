/* What goes from the hub to a keeper. One that does not read must not stop the others: it is queued for, and refused. */
#include "hub.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#define TO_BYTES (256u << 10)
#define TO_RESERVED 256 /* of them, for what we say ourselves */

void channel_forget_rest(struct channel *c) {
  pages_give(c->to, TO_BYTES);
  c->to = NULL;
  c->to_from = c->to_length = 0;
}

/* 0, or -1 when too much waits already. A keeper that has gone is noticed by whoever reads. */
static int send_on(struct channel *c, const uint8_t *bytes, size_t length, size_t reserved) {
  if (c->control < 0) return 0;
  if (!c->to) {
    ssize_t n = send(c->control, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN && errno != EINTR) return 0;
    if (n == (ssize_t)length) return 0;
    if (n > 0) {
      bytes += n;
      length -= (size_t)n;
    }
    if (!(c->to = pages_take(TO_BYTES))) { /* half a frame cannot be taken back */
      channel_tell_closed(c->tag, "failed", error_text(ENOMEM));
      c->is_over = 1;
      return 0;
    }
    c->to_from = c->to_length = 0;
  }
  if (TO_BYTES - c->to_length < length + reserved) {
    memmove(c->to, c->to + c->to_from, c->to_length - c->to_from);
    c->to_length -= c->to_from;
    c->to_from = 0;
  }
  if (TO_BYTES - c->to_length < length + reserved) return -1;
  memcpy(c->to + c->to_length, bytes, length);
  c->to_length += length;
  return 0;
}

void channel_send_rest(struct channel *c) {
  ssize_t n = send(c->control, c->to + c->to_from, c->to_length - c->to_from, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0) c->to_from += (size_t)n;
  if (n > 0 && c->to_from < c->to_length) return;
  channel_forget_rest(c);
}

static int send_own(struct channel *c, uint16_t type, const struct record *r) {
  uint8_t bytes[FRAME_HEADER + 64];
  frame_header(bytes, (uint32_t)r->length, type, 0);
  memcpy(bytes + FRAME_HEADER, r->data, r->length);
  return send_on(c, bytes, FRAME_HEADER + r->length, 0);
}

void channel_arm(struct channel *c) {
  char text[64];
  struct record r = {text, 0, sizeof text, 0};
  record_number(&r, "offset", c->out.position);
  c->is_armed = send_own(c, FRAME_ARM, &r) == 0;
}

void channel_subscribe(struct channel *c, const char *role, int wants_sense) {
  char text[64];
  struct record r = {text, 0, sizeof text, 0};
  record_text(&r, "role", role);
  if (wants_sense) record_number(&r, "sense", 1);
  send_own(c, FRAME_SUBSCRIBE, &r);
}

/* An answer in the keeper's name. */
static void refuse(struct channel *c, const struct frame *inner) {
  char text[128];
  uint8_t header[FRAME_HEADER];
  struct record r = {text, 0, sizeof text, 0};
  error_record(&r, inner->type == FRAME_STDIN ? "stdin_full" : "failed", "its keeper does not read what it is sent");
  frame_header(header, (uint32_t)(FRAME_HEADER + r.length), FRAME_FROM_KEEPER, c->tag);
  out_bytes(header, sizeof header);
  out_frame(FRAME_ERROR, inner->tag, text, r.length);
}

void channel_pass(const struct frame *f) {
  struct frame inner;
  struct channel *c = channel_find(f->tag);
  if (!c || c->control < 0) return; /* CLOSED was said, or will be */
  if (frame_take(f->payload, f->length, FRAME_MAX_PAYLOAD, &inner) != (long)f->length) {
    out_error(f->tag, "bad_request", "TO_KEEPER carries one whole control frame");
    return;
  }
  if (inner.type == FRAME_ARM) return; /* ours */
  if (send_on(c, f->payload, f->length, TO_RESERVED) != 0) refuse(c, &inner);
}

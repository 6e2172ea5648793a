/* A channel: one keep on the hub's stream. Its output goes out piece by piece, in turn with all the others. */
#include "hub.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHANNEL_BYTES 4096
#define SMALL_PIECE 4096
#define GATHER_MS 5         /* after a small piece: the next lines travel together, a lone one never waits */
#define TRY_AGAIN_MS 100

struct channel **channels;
size_t channel_count;
static size_t channel_capacity;

struct channel *channel_find(uint32_t tag) {
  for (size_t i = 0; i < channel_count; i++)
    if (channels[i]->tag == tag && !channels[i]->is_over) return channels[i];
  return NULL;
}

static void let_go_of_keeper(struct channel *c) {
  if (c->control >= 0) close(c->control);
  pages_give(c->in, PARTIAL_BYTES);
  channel_forget_rest(c);
  c->control = -1;
  c->in = NULL;
  c->in_length = 0;
  c->is_armed = c->holds_frame = 0;
}

void channel_tell_closed(uint32_t tag, const char *reason, const char *message) {
  char text[128];
  struct record r = {text, 0, sizeof text, 0};
  record_text(&r, "reason", reason);
  if (message) record_text(&r, "message", message);
  out_record(FRAME_CLOSED, tag, &r);
}

/* ---- without a keeper ---- */

static ssize_t read_exit_of(const struct channel *c, char *to, size_t capacity) {
  int folder = open(c->keep, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return -1;
  ssize_t n = read_file_in(folder, "exit", to, capacity);
  close(folder);
  return n > 0 && record_is_whole(to, (size_t)n) ? n : -1;
}

static void reach_for(struct channel *c, uint64_t end) {
  if (end > c->end) c->end = end;
}

/* What is there is sent; how it ended, if that was written down; and CLOSED. */
static void keeper_is_gone(struct channel *c, const char *reason) {
  char text[2048];
  let_go_of_keeper(c);
  c->next_at = 0;
  ssize_t n = c->has_told_end ? -1 : read_exit_of(c, text, sizeof text);
  if (n > 0) {
    c->phase = PHASE_EXIT;
    reach_for(c, record_get_number(text, (size_t)n, '\n', "offset", 0));
    return;
  }
  c->phase = PHASE_REST;
  c->reason = c->has_told_end ? "left" : reason;
  reach_for(c, catch_up_disk_end(c->keep));
}

static void tell_exit(struct channel *c) {
  char text[2048];
  uint8_t header[FRAME_HEADER];
  ssize_t n = read_exit_of(c, text, sizeof text);
  if (n > 0) {
    for (ssize_t i = 0; i < n; i++)
      if (text[i] == '\n') text[i] = 0;
    frame_header(header, (uint32_t)(FRAME_HEADER + n), FRAME_FROM_KEEPER, c->tag);
    out_bytes(header, sizeof header);
    out_frame(FRAME_ENDED, 0, text, (size_t)n);
  }
  c->phase = PHASE_REST;
  c->reason = n > 0 ? "left" : "absent"; /* removed meanwhile */
  reach_for(c, catch_up_disk_end(c->keep));
}

/* ---- from the keeper ---- */

/* 1: handled; 0: it has to wait for output that comes before it. */
static int take_frame(struct channel *c, const struct frame *f, const uint8_t *whole, size_t length) {
  int follows_output = f->type == FRAME_ENDED || f->type == FRAME_WAITS || f->type == FRAME_QUIET; /* who hears of it wants to read what came before */
  if (f->type == FRAME_GREW || follows_output) {
    reach_for(c, record_get_number((const char *)f->payload, f->length, 0, "offset", 0));
    c->next_at = 0;
  }
  if (f->type == FRAME_GREW) {
    c->is_armed = 0;
    return 1;
  }
  if (follows_output && (c->holds_frame = c->out.position < c->end)) return 0;
  if (f->type == FRAME_ENDED) c->has_told_end = 1;
  out_frame(FRAME_FROM_KEEPER, c->tag, whole, length);
  return 1;
}

/* Takes the whole frames; what is left over is kept. */
static void take_frames(struct channel *c, const uint8_t *bytes, size_t length) {
  while (length > 0) {
    struct frame frame;
    long used = frame_take(bytes, length, FRAME_MAX_PAYLOAD, &frame);
    if (used < 0) {
      keeper_is_gone(c, "refused"); /* whoever that is, it is no keeper */
      return;
    }
    if (used == 0 || !take_frame(c, &frame, bytes, (size_t)used)) break;
    bytes += used;
    length -= (size_t)used;
  }
  c->in_length = length;
  if (length > 0 && (c->in || (c->in = pages_take(PARTIAL_BYTES)))) {
    memmove(c->in, bytes, length);
  } else if (length > 0) {
    channel_tell_closed(c->tag, "failed", error_text(ENOMEM));
    c->is_over = 1;
  } else {
    pages_give(c->in, PARTIAL_BYTES);
    c->in = NULL;
  }
}

static void read_keeper(struct channel *c) {
  uint8_t *to = c->in ? c->in + c->in_length : io_buffer;
  ssize_t n = recv(c->control, to, sizeof io_buffer, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) keeper_is_gone(c, "refused");
  else take_frames(c, c->in ? c->in : io_buffer, c->in_length + (size_t)n);
}

short channel_wants(const struct channel *c) {
  if (c->control < 0) return 0;
  return (short)((out_has_room() && !c->holds_frame ? POLLIN : 0) | (c->to ? POLLOUT : 0));
}

void channel_events(struct channel *c) {
  short wanted = channel_wants(c);
  if (c->is_over || c->control < 0) return;
  if (c->to && (c->events & (POLLOUT | POLLERR | POLLHUP))) channel_send_rest(c);
  if ((wanted & POLLIN) && (c->events & (POLLIN | POLLERR | POLLHUP))) read_keeper(c);
}

/* ---- output ---- */

int channel_is_ready(const struct channel *c, uint64_t now) {
  if (c->is_over || now < c->next_at) return 0;
  return c->out.position < c->end || c->phase != PHASE_LIVE;
}

/* All that is known to be there was sent. */
static void arrive(struct channel *c, uint64_t now) {
  if (c->phase == PHASE_EXIT) {
    tell_exit(c);
  } else if (c->phase == PHASE_REST) {
    channel_tell_closed(c->tag, c->reason, NULL);
    c->is_over = 1;
  } else {
    if (c->holds_frame) {
      c->holds_frame = 0;
      take_frames(c, c->in, c->in_length);
    }
    if (c->phase == PHASE_LIVE && !c->is_armed) c->next_at = now + (c->last_piece < SMALL_PIECE ? GATHER_MS : 0);
  }
}

void channel_step(struct channel *c, uint64_t now) {
  if (c->out.position < c->end) {
    uint8_t *room = out_room(FRAME_HEADER + FRAME_MAX_PAYLOAD);
    if (!room) return;
    c->last_piece = catch_up_next(&c->out, c->end, c->tag, room);
    out_added(c->last_piece);
    c->next_at = c->last_piece == 0 ? now + TRY_AGAIN_MS : 0;
  }
  if (c->out.position >= c->end) arrive(c, now);
}

void channel_tick(struct channel *c, uint64_t now) {
  if (c->is_over || c->phase != PHASE_LIVE || c->is_armed || c->out.position < c->end || now < c->next_at) return;
  c->next_at = 0;
  channel_arm(c);
  if (!c->is_armed) c->next_at = now + TRY_AGAIN_MS;
}

/* ---- opening and closing ---- */

/* Connects in the keep, because a socket's path may be no longer than a hundred bytes. */
static int connect_to(const char *keep) {
  int folder = open(keep, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return -1;
  int fd = fchdir(folder) == 0 ? connect_control(0) : -1;
  int reason = errno;
  (void)!chdir("/");
  close(folder);
  errno = reason;
  return fd;
}

static int is_missing(int reason) { return reason == ENOENT || reason == ENOTDIR || reason == ELOOP; }

void channel_open(const struct frame *f) {
  const char *keep = frame_text(f, "keep"), *role = frame_text(f, "role");
  if (channel_find(f->tag)) {
    out_error(f->tag, "bad_request", "this channel is open");
    return;
  }
  if (!keep || keep[0] != '/' || strlen(keep) >= CHANNEL_BYTES - sizeof(struct channel)) {
    channel_tell_closed(f->tag, "failed", "OPEN needs the keep's absolute path");
    return;
  }
  int fd = connect_to(keep), reason = fd >= 0 ? 0 : errno;
  if (fd < 0 && !is_missing(reason) && reason != ECONNREFUSED) {
    channel_tell_closed(f->tag, "failed", error_text(reason));
    return;
  }
  struct channel **more = hub_grow(channels, channel_count, &channel_capacity, sizeof *channels);
  struct channel *c = more ? pages_take(CHANNEL_BYTES) : NULL;
  if (more) channels = more;
  if (!c || channel_count + run_count >= hub_files) {
    pages_give(c, CHANNEL_BYTES);
    if (fd >= 0) close(fd);
    channel_tell_closed(f->tag, "failed", error_text(c ? EMFILE : ENOMEM));
    return;
  }
  strcpy(c->keep, keep);
  c->tag = f->tag;
  c->control = fd;
  c->out = (struct catch_up){.keep = c->keep, .segment = -1, .times = {.file = -1}};
  c->out.position = record_get_number((const char *)f->payload, f->length, 0, "from", 0);
  channels[channel_count++] = c;
  if (fd < 0) {
    keeper_is_gone(c, is_missing(reason) ? "absent" : "refused");
    return;
  }
  int wants_sense = record_get_number((const char *)f->payload, f->length, 0, "sense", 0) != 0;
  channel_subscribe(c, role && strcmp(role, "follower") == 0 ? "follower" : "engine", wants_sense);
  channel_arm(c);
}

int channel_close(uint32_t tag) {
  struct channel *c = channel_find(tag);
  if (c) c->is_over = 1;
  return c != NULL;
}

static void forget(struct channel *c) {
  let_go_of_keeper(c);
  catch_up_close(&c->out);
  pages_give(c, CHANNEL_BYTES);
}

void channels_sweep(void) {
  size_t kept = 0;
  for (size_t i = 0; i < channel_count; i++) {
    if (channels[i]->is_over) forget(channels[i]);
    else channels[kept++] = channels[i];
  }
  channel_count = kept;
}

void channels_end(void) {
  for (size_t i = 0; i < channel_count; i++) channels[i]->is_over = 1;
  channels_sweep();
  pages_give(channels, channel_capacity * sizeof *channels);
  channels = NULL;
  channel_capacity = 0;
}

/* The hub: many keeps over one stream, in one loop that sleeps when nothing happens. Keepers outlive it. */
#include "hub.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define IN_BYTES (FRAME_HEADER + SPAWN_MAX_PAYLOAD)
#define IN_USUAL (256u << 10) /* more was touched: given back, together with the secrets that a start carries */

size_t hub_files;

static uint8_t *in;         /* requests that are not handled; mapped at once, touched as far as it is needed */
static size_t in_length, in_touched;
static int requests_wait;   /* whole ones may be there, but the answer had no room */
static size_t first_in_turn;/* the channel that is served first */
static struct pollfd *fds;
static size_t fd_capacity;
static int flags_before;

void *hub_grow(void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return items;
  size_t wanted = *capacity ? *capacity * 2 : 4096 / size;
  void *more = pages_take(wanted * size);
  if (!more) return NULL;
  if (count > 0) memcpy(more, items, count * size);
  pages_give(items, *capacity * size);
  *capacity = wanted;
  return more;
}

/* ---- requests ---- */

static void close_by_tag(const struct frame *f) {
  if (!channel_close(f->tag)) run_close(f->tag);
}

static void handle(const struct frame *f) {
  switch (f->type) {
    case FRAME_SPAWN: launcher_spawn(f); return;
    case FRAME_OPEN: channel_open(f); return;
    case FRAME_TO_KEEPER: channel_pass(f); return;
    case FRAME_CLOSE: close_by_tag(f); return;
    case FRAME_RUN: run_begin(f); return;
    default: out_error(f->tag, "unknown_request", "this hub does not know that request");
  }
}

static size_t largest_payload(const uint8_t *header, size_t length) {
  int is_spawn = length >= FRAME_HEADER && header[4] == FRAME_SPAWN && header[5] == 0;
  return is_spawn ? SPAWN_MAX_PAYLOAD : HUB_FRAME_MAX;
}

static int may_take_requests(void) { return out_has_room() && !launcher_is_busy(); }

/* -1 when the other side breaks the rules. */
static int take_requests(void) {
  size_t at = 0;
  long used = 1;
  while (may_take_requests()) {
    struct frame frame;
    used = frame_take(in + at, in_length - at, largest_payload(in + at, in_length - at), &frame);
    if (used <= 0) break;
    handle(&frame);
    at += (size_t)used;
  }
  requests_wait = used > 0 && at < in_length;
  in_length -= at;
  if (at > 0) memmove(in, in + at, in_length);
  return used < 0 ? -1 : 0;
}

/* -1 when nobody asks any more. */
static int read_requests(void) {
  size_t room = IN_BYTES - in_length;
  ssize_t n = read(STDIN_FILENO, in + in_length, room < sizeof io_buffer ? room : sizeof io_buffer);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n <= 0) return -1;
  in_length += (size_t)n;
  if (in_length > in_touched) in_touched = in_length;
  return 0;
}

static int rest_requests(void) {
  if (in_length > 0 || in_touched <= IN_USUAL) return 0;
  pages_give(in, IN_BYTES);
  in_touched = 0;
  return (in = pages_take(IN_BYTES)) ? 0 : -1;
}

/* ---- one turn ---- */

/* Everybody who is behind sends a piece before anybody sends two. */
static void send_output(uint64_t now) {
  size_t served = 0, count = channel_count;
  for (size_t i = 0; i < count; i++) {
    size_t which = (first_in_turn + i) % count;
    if (!channel_is_ready(channels[which], now)) continue;
    if (out_is_busy()) break;
    channel_step(channels[which], now);
    served = which + 1;
  }
  if (served > 0) first_in_turn = served;
}

/* 0: somebody can go on at once; -1: nothing but an event. */
static int pause_ms(uint64_t now) {
  uint64_t at = UINT64_MAX;
  if (requests_wait && may_take_requests()) return 0;
  for (size_t i = 0; i < channel_count; i++) {
    const struct channel *c = channels[i];
    if (channel_is_ready(c, now)) {
      if (!out_is_busy()) return 0;
    } else if (c->next_at > now && c->next_at < at) {
      at = c->next_at;
    }
  }
  return at == UINT64_MAX ? -1 : at - now > 1000 ? 1000 : (int)(at - now);
}

enum { AT_STDIN, AT_STDOUT, AT_REQUESTS, AT_ANSWERS, AT_CHANNELS };

/* A descriptor of -1 is left out by poll. */
static struct pollfd watch(int fd, int events) { return (struct pollfd){events ? fd : -1, (short)events, 0}; }

static int wait_for_events(int timeout) {
  size_t count = AT_CHANNELS + channel_count + run_count;
  while (fd_capacity < count) {
    struct pollfd *more = hub_grow(fds, fd_capacity, &fd_capacity, sizeof *fds);
    if (!more) return -1;
    fds = more;
  }
  fds[AT_STDIN] = watch(STDIN_FILENO, may_take_requests() && in_length < IN_BYTES ? POLLIN : 0);
  fds[AT_STDOUT] = (struct pollfd){STDOUT_FILENO, out_is_empty() ? 0 : POLLOUT, 0}; /* its end is told in any case */
  fds[AT_REQUESTS] = (struct pollfd){launcher_requests(), launcher_has_rest() ? POLLOUT : 0, 0};
  fds[AT_ANSWERS] = watch(launcher_answers(), out_has_room() ? POLLIN : 0);
  struct pollfd *at = fds + AT_CHANNELS;
  for (size_t i = 0; i < channel_count; i++) *at++ = watch(channels[i]->control, channel_wants(channels[i]));
  for (size_t i = 0; i < run_count; i++) *at++ = watch(runs[i].output, out_has_room() ? POLLIN : 0);
  int ready = poll(fds, count, timeout);
  if (ready <= 0)
    for (size_t i = 0; i < count; i++) fds[i].revents = 0;
  at = fds + AT_CHANNELS;
  for (size_t i = 0; i < channel_count; i++) channels[i]->events = (at++)->revents;
  for (size_t i = 0; i < run_count; i++) runs[i].events = (at++)->revents;
  return ready < 0 && errno != EINTR ? -1 : 0;
}

int hub_turn(int may_sleep) {
  int timeout = may_sleep ? pause_ms(monotonic_ms()) : 0;
  if (timeout != 0 && out_is_empty()) out_rest();
  if (rest_requests() != 0 || wait_for_events(timeout) != 0) return -1;
  size_t known_channels = channel_count, known_runs = run_count; /* those that poll has seen */
  if (fds[AT_STDOUT].revents & (POLLERR | POLLHUP | POLLNVAL)) return -1;
  if (fds[AT_STDIN].revents && read_requests() != 0) return -1;
  launcher_events(fds[AT_REQUESTS].revents, fds[AT_ANSWERS].revents);
  for (size_t i = 0; i < known_channels; i++)
    if (channels[i]->events) channel_events(channels[i]);
  for (size_t i = 0; i < known_runs; i++) run_events(&runs[i]);
  if (take_requests() != 0) return -1;
  uint64_t now = monotonic_ms();
  send_output(now);
  for (size_t i = 0; i < channel_count; i++) channel_tick(channels[i], now);
  channels_sweep();
  runs_sweep();
  return out_flush();
}

/* ---- from the outside ---- */

void hub_begin(char *program) {
  static const char greeting[] = "\0RINGBACK HUB 1\n";
  child_prepare(program);
  in = pages_take(IN_BYTES);
  in_length = in_touched = 0;
  requests_wait = 0;
  flags_before = fcntl(STDOUT_FILENO, F_GETFL);
  if (flags_before >= 0) fcntl(STDOUT_FILENO, F_SETFL, flags_before | O_NONBLOCK);
  out_bytes(greeting, sizeof greeting - 1);
}

void hub_end(void) {
  runs_end();
  launcher_end();
  channels_end();
  out_rest();
  pages_give(in, IN_BYTES);
  pages_give(fds, fd_capacity * sizeof *fds);
  in = NULL;
  fds = NULL;
  fd_capacity = 0;
  if (flags_before >= 0) fcntl(STDOUT_FILENO, F_SETFL, flags_before);
}

int run_hub(char *program, const char *lock_file) {
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  signal(SIGCHLD, SIG_DFL); /* ignored ones could not be waited for */
  setsid();
  platform_close_from(3);
  if (lock_file) hub_replace(lock_file);
  hub_begin(program);
  (void)!chdir("/");
  if (in && out_flush() == 0)
    while (hub_turn(1) == 0) {}
  hub_end();
  return 0;
}

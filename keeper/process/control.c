/* The control socket: who may connect, and what each request does, as a table. */
#include "quiet.h"
#include "sense.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#define ANSWER_SIZE 2048
#define MAX_PORTS 16
#define PORT_TEXT 50

void control_drop(struct client *c) {
  close(c->fd);
  pages_give(c->partial, PARTIAL_BYTES);
  if (c->is_engine && --keeper.engines == 0) {
    keeper.engine_left_at = monotonic_ms();
    keeper.wake_offset = c->armed_offset; /* so far it had read; what came since may be news */
    keeper.next_wake_at = 0;
    keeper.wake_tries = 0;
    sense_engine_left();
    quiet_engine_left();
  }
  memset(c, 0, sizeof *c);
  c->fd = -1;
}

/* Bound under another name and linked when it listens: `control` answers from the first moment it exists, and only
 * one can have the name, a keeper or the recovery that decided that none shall start. */
int control_listen(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "control.new"};
  for (int i = 0; i < MAX_CLIENTS; i++) keeper.clients[i].fd = -1;
  keeper.listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (keeper.listener < 0) return -1;
  fcntl(keeper.listener, F_SETFD, FD_CLOEXEC);
  fcntl(keeper.listener, F_SETFL, O_NONBLOCK);
  mode_t before = umask(0177);
  int failed = bind(keeper.listener, (struct sockaddr *)&address, sizeof address) != 0;
  umask(before);
  if (failed || listen(keeper.listener, 128) != 0) return -1;
  failed = link("control.new", "control") != 0;
  int reason = errno;
  unlink("control.new");
  errno = reason;
  return failed ? -1 : 0;
}

/* Who only holds a connection must not keep out whoever comes to kill: the oldest one goes, engines last. */
static struct client *make_room(void) {
  struct client *oldest = NULL;
  for (int i = 0; i < MAX_CLIENTS; i++) {
    struct client *c = &keeper.clients[i];
    if (c->fd < 0) return c;
    if (c->waits_for_kill) continue;
    if (!oldest || c->is_engine < oldest->is_engine ||
        (c->is_engine == oldest->is_engine && c->number < oldest->number))
      oldest = c;
  }
  if (oldest) control_drop(oldest);
  return oldest;
}

void control_listen_events(void) {
  static uint64_t number;
  int fd = accept(keeper.listener, NULL, NULL);
  if (fd < 0) return;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  struct client *c = platform_peer_is_ours(fd) ? make_room() : NULL;
  if (!c) {
    close(fd);
    return;
  }
  memset(c, 0, sizeof *c);
  c->fd = fd;
  c->number = ++number;
}

/* ---- answers and pushes ---- */

static void answer(struct client *c, uint16_t type, uint32_t tag, const struct record *r) {
  /* Who has hung up may have said something before (SEEN): that is read first, and then the end of file. */
  if (send_record(c->fd, type, tag, r) != 0 && errno != EPIPE && errno != ECONNRESET) control_drop(c);
}

static void answer_ok(struct client *c, uint32_t tag) {
  struct record nothing = {0};
  answer(c, FRAME_OK, tag, &nothing);
}

static void answer_error(struct client *c, uint32_t tag, const char *code, const char *message) {
  char data[256];
  struct record r = {data, 0, sizeof data, 0};
  error_record(&r, code, message);
  answer(c, FRAME_ERROR, tag, &r);
}

void status_record(struct record *r) {
  static const char *const input_names[] = {"none", "open", "closed"};
  struct pid_list list = {0};
  struct reader reader = {0};
  if (!keeper.is_childless) platform_list_descendants(getpid(), &list);
  if (keeper.input.state == INPUT_OPEN && keeper.input.queued == 0) platform_find_reader(&list, &reader);
  record_number(r, "version", PROTOCOL_VERSION);
  record_number(r, "pid", (uint64_t)keeper.command_pid);
  record_number(r, "keeper_pid", (uint64_t)getpid());
  record_text(r, "state", keeper.life == LIFE_ENDED ? "ended" : keeper.life == LIFE_HELD ? "held" : "running");
  record_number(r, "started_at", keeper.started_at);
  record_number(r, "now", now_ms());
  record_number(r, "offset", keeper.log.total);
  record_number(r, "lines", keeper.log.lines);
  record_number(r, "last_output_at", keeper.log.last_output_at);
  record_number(r, "output_open", keeper.output >= 0);
  record_text(r, "stdin", input_names[keeper.input.state]);
  record_number(r, "stdin_queued", keeper.input.queued);
  record_number(r, "waiting_input", reader.evidence == EVIDENCE_CERTAIN);
  sense_waits(r, "waits_");
  record_number(r, "kept_bytes", keeper.log.kept_bytes);
  record_number(r, "gap_bytes", keeper.log.gap_bytes);
  record_number(r, "limit", keeper.log.limit);
  record_number(r, "descendants", list.count);
  record_number(r, "engine", keeper.engines > 0);
  if (list.count > 0) {
    struct usage usage = platform_usage(keeper.cgroup, &list);
    record_number(r, "cpu_ms", usage.cpu_ms);
    record_number(r, "memory_bytes", usage.memory_bytes);
  }
  if (keeper.life == LIFE_ENDED) {
    exit_facts(r);
    record_number(r, "final_offset", keeper.final_offset);
  }
  pid_list_free(&list);
}

void push_grew(void) {
  for (int i = 0; i < MAX_CLIENTS; i++) {
    struct client *c = &keeper.clients[i];
    if (c->fd < 0 || !c->is_armed || keeper.log.total <= c->armed_offset) continue;
    char data[64];
    struct record r = {data, 0, sizeof data, 0};
    c->is_armed = 0;
    record_number(&r, "offset", keeper.log.total);
    answer(c, FRAME_GREW, 0, &r);
  }
}

static void push_ended_to(struct client *c) {
  char data[1024];
  struct record r = {data, 0, sizeof data, 0};
  exit_record(&r);
  answer(c, FRAME_ENDED, 0, &r);
}

void push_ended(void) {
  for (int i = 0; i < MAX_CLIENTS; i++)
    if (keeper.clients[i].fd >= 0 && keeper.clients[i].is_subscribed) push_ended_to(&keeper.clients[i]);
}

static void push_news_to(struct client *c) {
  char data[512];
  struct record r = {data, 0, sizeof data, 0};
  if (sense_waits(&r, "")) answer(c, FRAME_WAITS, 0, &r);
  r.length = 0;
  if (c->fd >= 0 && quiet_record(&r)) answer(c, FRAME_QUIET, 0, &r);
}

void push_sense(uint16_t type, const struct record *r) {
  for (int i = 0; i < MAX_CLIENTS; i++)
    if (keeper.clients[i].fd >= 0 && keeper.clients[i].wants_sense) answer(&keeper.clients[i], type, 0, r);
}

void answer_kills(const struct pid_list *survivors) {
  char data[ANSWER_SIZE], pids[1024];
  size_t used = 0;
  pids[0] = 0;
  for (size_t i = 0; i < survivors->count && used + 12 < sizeof pids; i++) {
    if (used > 0) pids[used++] = ',';
    used += format_number(pids + used, (uint64_t)survivors->entries[i].pid, 1);
  }
  size_t seen = keeper.ending.reaped > keeper.ending.counted ? keeper.ending.reaped : keeper.ending.counted;
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "killed", seen > survivors->count ? seen - survivors->count : 0);
  record_text(&r, "survivors", pids);
  status_record(&r);
  for (int i = 0; i < MAX_CLIENTS; i++) {
    struct client *c = &keeper.clients[i];
    if (c->fd < 0 || !c->waits_for_kill) continue;
    c->waits_for_kill = 0;
    answer(c, FRAME_OK, c->kill_tag, &r);
  }
}

/* ---- requests ---- */

static uint64_t number(const struct frame *f, const char *key, uint64_t missing) {
  return record_get_number((const char *)f->payload, f->length, 0, key, missing);
}

/* No key where it cannot be told. */
static void ports_record(struct record *r) {
  char text[MAX_PORTS * PORT_TEXT];
  struct pid_list list = {0};
  if (!keeper.is_childless) platform_list_descendants(getpid(), &list);
  if (platform_list_ports(&list, text, sizeof text) == 0) record_text(r, "ports", text);
  pid_list_free(&list);
}

static void on_status(struct client *c, const struct frame *f) {
  char data[ANSWER_SIZE];
  struct record r = {data, 0, sizeof data, 0};
  status_record(&r);
  if (number(f, "ports", 0)) ports_record(&r);
  answer(c, FRAME_STATUS_ANSWER, f->tag, &r);
}

static void on_subscribe(struct client *c, const struct frame *f) {
  const char *role = frame_text(f, "role");
  c->is_subscribed = 1;
  c->wants_sense = number(f, "sense", 0) != 0;
  if (role && strcmp(role, "engine") == 0 && !c->is_engine) {
    c->is_engine = 1;
    keeper.engines++;
  }
  on_status(c, f);
  if (c->fd >= 0 && c->wants_sense) push_news_to(c);
  if (c->fd >= 0 && keeper.life == LIFE_ENDED) push_ended_to(c);
}

static void on_arm(struct client *c, const struct frame *f) {
  c->is_armed = 1;
  c->armed_offset = number(f, "offset", keeper.log.total);
}

static void on_stdin(struct client *c, const struct frame *f) {
  if (f->length < 16) {
    answer_error(c, f->tag, "bad_request", "a write needs its writer and number");
    return;
  }
  size_t length = f->length - 16;
  failpoint("stdin:before-accept");
  enum input_result result =
      input_write(&keeper.input, read_u64(f->payload), read_u64(f->payload + 8), f->payload + 16, length);
  failpoint("stdin:after-accept");
  switch (result) {
    case INPUT_NOT_THERE: answer_error(c, f->tag, "no_stdin", "it was started without stdin"); return;
    case INPUT_IS_CLOSED: answer_error(c, f->tag, "stdin_closed", "its stdin is closed"); return;
    case INPUT_FULL: answer_error(c, f->tag, "stdin_full", "it does not read its stdin"); return;
    case INPUT_ACCEPTED:
    case INPUT_REPEATED: break;
  }
  char data[128];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "accepted", result == INPUT_ACCEPTED ? length : 0);
  record_number(&r, "repeated", result == INPUT_REPEATED);
  record_number(&r, "queued", keeper.input.queued);
  answer(c, FRAME_OK, f->tag, &r);
}

static void on_close_stdin(struct client *c, const struct frame *f) {
  if (keeper.input.state == INPUT_NONE) {
    answer_error(c, f->tag, "no_stdin", "it was started without stdin");
    return;
  }
  input_close(&keeper.input);
  answer_ok(c, f->tag);
}

static void on_resize(struct client *c, const struct frame *f) {
  uint64_t cols = number(f, "cols", 0), rows = number(f, "rows", 0);
  if (!keeper.is_terminal || keeper.output < 0) {
    answer_error(c, f->tag, "no_terminal", "it has no terminal");
    return;
  }
  if (cols < 1 || cols > 10000 || rows < 1 || rows > 10000) {
    answer_error(c, f->tag, "bad_request", "cols and rows go from 1 to 10000");
    return;
  }
  struct winsize size = {.ws_col = (unsigned short)cols, .ws_row = (unsigned short)rows};
  ioctl(keeper.output, TIOCSWINSZ, &size);
  log_resized(&keeper.log, (uint16_t)cols, (uint16_t)rows);
  answer_ok(c, f->tag);
}

static void on_signal(struct client *c, const struct frame *f) {
  uint64_t signal = number(f, "signal", 0);
  if (signal < 1 || signal > 64) {
    answer_error(c, f->tag, "bad_request", "no such signal");
    return;
  }
  int sent = 0;
  if (number(f, "tree", 0)) sent = signal_tree((int)signal);
  else if (keeper.pid > 0) sent = kill(keeper.pid, (int)signal) == 0; /* ours and not reaped: the pid is its own */
  char data[64];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "sent", (uint64_t)sent);
  answer(c, FRAME_OK, f->tag, &r);
}

static void on_kill(struct client *c, const struct frame *f) {
  const char *source = frame_text(f, "source");
  c->waits_for_kill = 1;
  c->kill_tag = f->tag;
  ending_begin(source ? source : "process.kill", number(f, "grace_ms", 2000));
}

/* Asked for twice it begins once. */
static void on_begin(struct client *c, const struct frame *f) {
  char data[512];
  struct record r = {data, 0, sizeof data, 0};
  if (keeper.life == LIFE_HELD) keeper_begin();
  started_record(&r);
  failpoint("begin:before-answer");
  answer(c, FRAME_OK, f->tag, &r);
}

static void on_drop(struct client *c, const struct frame *f) {
  const char *why = frame_text(f, "why");
  life_event_dropped(why ? why : "");
  answer_ok(c, f->tag);
}

static void on_seen(struct client *c, const struct frame *f) {
  (void)c, (void)f;
  if (keeper.life == LIFE_ENDED) keeper.was_seen = 1;
}

static void on_limit(struct client *c, const struct frame *f) {
  log_set_limit(&keeper.log, number(f, "bytes", keeper.log.limit));
  answer_ok(c, f->tag);
}

static void on_wish(struct client *c, const struct frame *f) {
  keeper.is_watched = number(f, "watch", (uint64_t)keeper.is_watched) != 0;
  if (frame_text(f, "sense")) sense_want(number(f, "sense", 0) != 0);
  if (frame_text(f, "quiet_ms")) quiet_want(number(f, "quiet_ms", 0));
  answer_ok(c, f->tag);
}

static void on_heard(struct client *c, const struct frame *f) {
  (void)c;
  if (frame_text(f, "quiet")) quiet_heard(number(f, "quiet", UINT64_MAX));
  else sense_heard(number(f, "offset", UINT64_MAX), number(f, "typed", UINT64_MAX));
}

static void on_samples(struct client *c, const struct frame *f) {
  struct record r = {pages_take(FRAME_MAX_PAYLOAD), 0, FRAME_MAX_PAYLOAD, 0};
  if (!r.data) {
    answer_error(c, f->tag, "failed", error_text(ENOMEM));
    return;
  }
  sample_text(&r, number(f, "after", 0));
  answer(c, FRAME_OK, f->tag, &r);
  pages_give(r.data, FRAME_MAX_PAYLOAD);
}

typedef void request(struct client *c, const struct frame *f);

static request *const requests[] = {
  [FRAME_STATUS] = on_status, [FRAME_SUBSCRIBE] = on_subscribe, [FRAME_ARM] = on_arm,
  [FRAME_STDIN] = on_stdin,   [FRAME_CLOSE_STDIN] = on_close_stdin, [FRAME_RESIZE] = on_resize,
  [FRAME_SIGNAL] = on_signal, [FRAME_KILL] = on_kill, [FRAME_SEEN] = on_seen,
  [FRAME_LIMIT] = on_limit,   [FRAME_WISH] = on_wish, [FRAME_HEARD] = on_heard, [FRAME_SAMPLES] = on_samples,
  [FRAME_BEGIN] = on_begin,   [FRAME_DROP] = on_drop,
};

static void handle(struct client *c, const struct frame *f) {
  if (f->type < sizeof requests / sizeof *requests && requests[f->type]) requests[f->type](c, f);
  else answer_error(c, f->tag, "unknown_request", "this keeper does not know that request");
}

/* Takes the whole frames from a buffer; what is left over is kept for the next read. */
static void take_frames(struct client *c, const uint8_t *buffer, size_t length) {
  while (c->fd >= 0 && length > 0) {
    struct frame frame;
    long used = frame_take(buffer, length, FRAME_MAX_PAYLOAD, &frame);
    if (used < 0) {
      control_drop(c);
      return;
    }
    if (used == 0) break;
    handle(c, &frame);
    buffer += used;
    length -= (size_t)used;
  }
  c->partial_length = c->fd < 0 ? 0 : length;
  if (c->partial_length > 0 && (c->partial || (c->partial = pages_take(PARTIAL_BYTES)))) {
    memmove(c->partial, buffer, length);
  } else if (c->fd >= 0 && c->partial_length > 0) {
    control_drop(c);
  } else if (c->partial) {
    pages_give(c->partial, PARTIAL_BYTES);
    c->partial = NULL;
  }
}

void control_client_events(struct client *c) {
  ssize_t n = recv(c->fd, io_buffer, sizeof io_buffer, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    control_drop(c);
  } else if (!c->partial) {
    take_frames(c, io_buffer, (size_t)n);
  } else {
    memcpy(c->partial + c->partial_length, io_buffer, (size_t)n);
    take_frames(c, c->partial, c->partial_length + (size_t)n);
  }
}

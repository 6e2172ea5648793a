/* Promise 20: nobody has to be awake for a time to come. One alarm per home. A daemon with something due holds a connection
 * to it, and is told when the clock was set. A daemon that leaves says when it is needed next, and is started then, or when
 * the clock was set (it knows what that means); one that goes without a word is started at once. The alarm never gives up,
 * and leaves when it is told that nothing is due. */
#include "alarm.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define ALONE_MS 1000
#define MAX_PAUSE_MS 60000
#define STABLE_MS 10000 /* a daemon that was there this long did not die of its start */
#define LOOK_MS 60000 /* where the clock cannot be waited for */
#define NEVER UINT64_MAX
#define FAR_AWAY 10000000000000u /* the year 2286: only to hear that the clock was set */

struct alarm {
  char *const *command; /* starts the daemon */
  int lock;             /* ours as long as we live */
  int listener;
  int timer;            /* of the clock on the wall; -1 where the system has none */
  int daemon;           /* its connection; -1: it is not there */
  uint64_t due;         /* by the clock on the wall: when a daemon that left is needed; NEVER: it did not leave */
  uint64_t wake_at;     /* monotonic: when to start the daemon, if it is not there by then */
  uint64_t met_at;      /* monotonic: when it last came */
  unsigned tries;       /* since it was last there for a while */
  size_t filled;        /* of `buffer` */
  uint8_t buffer[512];  /* what the daemon has said so far: one frame, and perhaps the beginning of the next */
};

static uint64_t pause_ms(const struct alarm *a) {
  uint64_t pause = ALONE_MS << (a->tries < 6 ? a->tries : 6);
  return pause < MAX_PAUSE_MS ? pause : MAX_PAUSE_MS;
}

static void start_daemon(struct alarm *a, uint64_t now) {
  struct stat info;
  if (fstat(a->lock, &info) == 0 && info.st_nlink == 0) _exit(0); /* the home was removed */
  a->wake_at = now + pause_ms(a);
  failpoint("alarm:before-run");
  if (wake_command_run("wake.lock", a->command)) a->tries++;
  else a->wake_at = now + ALONE_MS;
  failpoint("alarm:after-run");
}

static void wait_for_due(struct alarm *a) {
  if (a->timer >= 0) platform_set_wall_timer(a->timer, a->due == NEVER ? FAR_AWAY : a->due);
}

static void lose_daemon(struct alarm *a) {
  close(a->daemon);
  a->daemon = -1;
  uint64_t now = monotonic_ms();
  if (a->due != NEVER || now - a->met_at >= STABLE_MS) a->tries = 0;
  a->wake_at = a->due == NEVER ? now + pause_ms(a) : NEVER;
  wait_for_due(a); /* it may have come before the daemon had gone */
}

static void meet_daemon(struct alarm *a) {
  int fd = accept(a->listener, NULL, NULL);
  if (fd < 0) return;
  if (!platform_peer_is_ours(fd)) {
    close(fd);
    return;
  }
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  if (a->daemon >= 0) close(a->daemon); /* one daemon per home: the other is dying */
  a->daemon = fd;
  a->due = NEVER;
  a->wake_at = NEVER;
  a->met_at = monotonic_ms();
  a->filled = 0;
  wait_for_due(a);
  failpoint("alarm:after-meet");
}

static void say(struct alarm *a, uint16_t type, uint32_t tag) {
  struct record nothing = {0};
  if (send_record(a->daemon, type, tag, &nothing) != 0) lose_daemon(a);
}

static void hear(struct alarm *a, const struct frame *f) {
  if (f->type != FRAME_DUE) return;
  uint64_t due = record_get_number((const char *)f->payload, f->length, 0, "at", 0);
  failpoint("alarm:before-due");
  if (due == 0) unlink("alarm.sock"); /* who comes now finds nobody, and starts another */
  else {
    a->due = due;
    wait_for_due(a);
  }
  failpoint("alarm:after-due");
  say(a, FRAME_OK, f->tag);
  if (due == 0) _exit(0);
}

static void read_daemon(struct alarm *a) {
  ssize_t n = recv(a->daemon, a->buffer + a->filled, sizeof a->buffer - a->filled, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0) a->filled += (size_t)n;
  size_t used = 0;
  while (n > 0 && a->daemon >= 0) {
    struct frame f;
    long taken = frame_take(a->buffer + used, a->filled - used, sizeof a->buffer - FRAME_HEADER, &f);
    if (taken == 0) break;
    if (taken < 0) n = -1;
    else {
      used += (size_t)taken;
      hear(a, &f);
    }
  }
  if (n <= 0) {
    if (a->daemon >= 0) lose_daemon(a);
    return;
  }
  for (size_t i = used; i < a->filled; i++) a->buffer[i - used] = a->buffer[i];
  a->filled -= used;
}

static void clock_event(struct alarm *a, enum wall_event event) {
  if (event == WALL_NOTHING) return;
  if (event == WALL_WAS_SET) wait_for_due(a); /* a clock that was set is waited for anew */
  if (a->daemon < 0) {
    if (a->wake_at == NEVER) a->wake_at = monotonic_ms();
  } else if (event == WALL_WAS_SET) say(a, FRAME_CLOCK, 0);
}

/* Without a timer of the wall's clock it is looked at now and then. */
static int timeout_of(const struct alarm *a) {
  uint64_t now = monotonic_ms(), wait = NEVER;
  if (a->daemon < 0 && a->wake_at != NEVER) wait = a->wake_at > now ? a->wake_at - now : 0;
  if (a->timer < 0 && a->daemon < 0 && a->due != NEVER && a->wake_at == NEVER) {
    uint64_t wall = now_ms();
    wait = a->due > wall ? a->due - wall : 0;
    if (wait > LOOK_MS) wait = LOOK_MS;
  }
  return wait > LOOK_MS ? (wait == NEVER ? -1 : LOOK_MS) : (int)wait;
}

static _Noreturn void alarm_loop(struct alarm *a) {
  platform_trim_memory(); /* here, and not by who called us: its code would be there again */
  for (;;) {
    uint64_t now = monotonic_ms();
    if (a->daemon < 0 && a->wake_at == NEVER && a->timer < 0 && a->due <= now_ms()) a->wake_at = now;
    if (a->daemon < 0 && a->wake_at <= now) start_daemon(a, now);
    struct pollfd fds[3] = {{a->listener, POLLIN, 0}, {a->timer, POLLIN, 0}, {a->daemon, POLLIN, 0}};
    if (poll(fds, 3, timeout_of(a)) <= 0) continue;
    if (fds[2].revents) read_daemon(a);
    if (fds[1].revents) clock_event(a, platform_wall_event(a->timer));
    if (fds[0].revents) meet_daemon(a);
  }
}

/* The socket takes its name once it answers. */
static int alarm_listen(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "alarm.sock.new"};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  unlink("alarm.sock.new");
  mode_t before = umask(0177);
  int failed = bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0;
  umask(before);
  return failed || rename("alarm.sock.new", "alarm.sock") != 0 ? -1 : fd;
}

/* Says "ready" when it can be connected to; without a word another one is there already. */
int run_alarm(const char *home, char *const *command) {
  struct alarm a = {.command = command, .daemon = -1, .due = NEVER};
  if (chdir(home) != 0) return 1;
  a.lock = open("alarm.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (a.lock < 0) return 1;
  if (flock(a.lock, LOCK_EX | LOCK_NB) != 0) return 0;
  failpoint("alarm:before-listen");
  a.listener = alarm_listen();
  if (a.listener < 0) return 1;
  a.timer = platform_wall_timer();
  wait_for_due(&a);
  signal(SIGHUP, SIG_IGN);
  (void)!write(STDOUT_FILENO, "ready\n", 6);
  int nowhere = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
  if (nowhere > 2) close(nowhere);
  a.wake_at = monotonic_ms() + ALONE_MS; /* who started us wanted something */
  alarm_loop(&a);
}

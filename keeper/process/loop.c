/* The keeper's one loop, and the life of its process as a table. */
#include "quiet.h"
#include "sense.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DRAIN_QUIET_MS 200
#define DRAIN_LATEST_MS 2000
#define READS_PER_TURN 16 /* then the other descriptors get a look */
#define SMALL_READ 16384 /* the pipe is nearly empty: we are faster than the writer */
#define NAP_NS 200000
#define LARGE_READ 32768      /* half a pipe: somebody prints much */
#define BULK_BYTES (256u << 10)
#define BULK_PIPE (512u << 10)
#define USUAL_PIPE (64u << 10)
#define BULK_QUIET_MS 100
#define FORCED_STEP_MS 10

struct keeper keeper;

/* ---- the life of a process: actions[life][event] ---- */

enum life_event { EVENT_REAPED, EVENT_OUTPUT_CLOSED, EVENT_QUIET, EVENT_DROPPED };

static void nothing(void) {}

/* Promise 2: everything before the final offset is complete. */
static void record_end(void) {
  keeper.ended_at = now_ms();
  keeper.final_offset = keeper.log.total;
  keeper.final_lines = keeper.log.lines;
  keeper.final_last_output_at = keeper.log.last_output_at;
  keeper.final_output_open = keeper.output >= 0;
  keeper.final_descendants = count_descendants();
  if (WIFSIGNALED(keeper.raw_status) && WTERMSIG(keeper.raw_status) == SIGKILL)
    keeper.killed_for_memory = platform_memory_kills(keeper.cgroup) > keeper.memory_kills_before;
  keeper.life = LIFE_ENDED;
  exit_store();
  push_ended();
  failpoint("exit:after-push");
  exit_sync();
}

static void drain(void) {
  keeper.life = LIFE_DRAINING;
  uint64_t now = monotonic_ms();
  keeper.drain_quiet_at = now + DRAIN_QUIET_MS;
  keeper.drain_latest_at = now + DRAIN_LATEST_MS;
}

static void reaped(void) {
  if (keeper.output < 0) record_end();
  else drain();
}

static void dropped(void) {
  keeper.never_began = 1;
  record_end();
}

typedef void action(void);

static action *const actions[4][4] = {
  /*                  REAPED   OUTPUT_CLOSED  QUIET       DROPPED   */
  [LIFE_HELD]     = {nothing, nothing,       nothing,    dropped},
  [LIFE_RUNNING]  = {reaped,  nothing,       nothing,    nothing},
  [LIFE_DRAINING] = {nothing, record_end,    record_end, nothing},
  [LIFE_ENDED]    = {nothing, nothing,       nothing,    nothing},
};

static void happens(enum life_event event) { actions[keeper.life][event](); }

void life_event_reaped(int status, const void *usage) {
  const struct rusage *u = usage;
  keeper.pid = 0;
  keeper.raw_status = status;
  keeper.max_rss_kb = (uint64_t)u->ru_maxrss;
  keeper.user_ms = (uint64_t)u->ru_utime.tv_sec * 1000 + (uint64_t)u->ru_utime.tv_usec / 1000;
  keeper.system_ms = (uint64_t)u->ru_stime.tv_sec * 1000 + (uint64_t)u->ru_stime.tv_usec / 1000;
  release_terminal();
  failpoint("exit:after-reap");
  happens(EVENT_REAPED);
}

void life_event_output_closed(void) {
  close(keeper.output);
  keeper.output = -1;
  if (keeper.is_terminal && keeper.input.state == INPUT_OPEN) {
    keeper.input.state = INPUT_CLOSED;
    keeper.input.fd = -1;
  }
  happens(EVENT_OUTPUT_CLOSED);
}

void life_event_quiet(void) { happens(EVENT_QUIET); }

void life_event_dropped(const char *why) {
  if (keeper.life == LIFE_HELD) strncpy(keeper.refusal, why, sizeof keeper.refusal - 1);
  happens(EVENT_DROPPED);
}

/* ---- output ---- */

/* A writer of many small pieces would wake us for each of them; a nap lets the pipe fill and halves the cost for
 * both. Only when it printed within this very millisecond: a lone line is never kept waiting. */
static void nap(void) {
  struct timespec pause = {0, NAP_NS};
  nanosleep(&pause, NULL);
}

/* Who prints much gets a larger pipe and is read in larger pieces: every read of a full pipe wakes the writer, and that
 * costs as much as the copying. The buffer is there only meanwhile, a keeper's memory is counted in pages. */
static uint8_t *bulk;       /* NULL: io_buffer does */
static uint64_t bulk_until; /* monotonic; given back when nothing large came until then */

static void note_traffic(size_t length) {
  if (keeper.life == LIFE_DRAINING) keeper.drain_quiet_at = monotonic_ms() + DRAIN_QUIET_MS;
  if (length < LARGE_READ || keeper.is_terminal) return;
  bulk_until = monotonic_ms() + BULK_QUIET_MS;
  if (bulk || !(bulk = pages_take(BULK_BYTES))) return;
  platform_size_pipe(keeper.output, BULK_PIPE);
}

static void give_back_bulk(void) {
  pages_give(bulk, BULK_BYTES);
  bulk = NULL;
  platform_forget_buffer();
  if (keeper.output >= 0) platform_size_pipe(keeper.output, USUAL_PIPE); /* all pipes of a user share an allowance */
}

static void read_output(void) {
  for (int i = 0; i < READS_PER_TURN && keeper.output >= 0; i++) {
    uint8_t *buffer = bulk ? bulk : io_buffer;
    ssize_t n = read(keeper.output, buffer, bulk ? BULK_BYTES : sizeof io_buffer);
    if (n > 0) {
      uint64_t before = keeper.log.last_output_at;
      log_append(&keeper.log, buffer, (size_t)n);
      sense_printed(buffer, (size_t)n);
      sample_printed();
      quiet_printed();
      note_traffic((size_t)n);
      if (n >= SMALL_READ) continue;
      if (keeper.log.last_output_at == before) nap();
      return;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    life_event_output_closed(); /* end of file; EIO from a terminal without users */
  }
}

/* ---- the loop ---- */

static void on_sigchld(int signal) { (void)signal; }

/* A SIGTERM does not end us, and the command's own end is recorded as ever. But where systemd sends it to everybody, a
 * daemon that we wake, and we who wait for it, would only keep the machine from going down until systemd's patience ends.
 * What is on disk is told by the next daemon. */
static void on_sigterm(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  if (info->si_code == SI_USER && platform_is_service_manager(info->si_pid)) keeper.is_being_stopped = 1;
}

static uint64_t earliest(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t next_deadline(uint64_t now) {
  uint64_t at = earliest(wake_deadline(), earliest(sense_deadline(now), sample_deadline(now)));
  at = earliest(at, quiet_deadline(now));
  if (keeper.life == LIFE_DRAINING) at = earliest(at, earliest(keeper.drain_quiet_at, keeper.drain_latest_at));
  if (keeper.life == LIFE_RUNNING && keeper.runtime_deadline) at = earliest(at, keeper.runtime_deadline);
  if (bulk) at = earliest(at, bulk_until);
  if (keeper.ending.phase != ENDING_NONE) at = earliest(at, keeper.ending.deadline);
  if (keeper.ending.phase == ENDING_FORCED) at = earliest(at, now + FORCED_STEP_MS);
  return at;
}

static void check_deadlines(void) {
  uint64_t now = monotonic_ms();
  if (keeper.life == LIFE_DRAINING && now >= earliest(keeper.drain_quiet_at, keeper.drain_latest_at)) life_event_quiet();
  if (keeper.life == LIFE_RUNNING && keeper.runtime_deadline && now >= keeper.runtime_deadline) {
    keeper.runtime_deadline = 0;
    ending_begin("max_runtime", 2000);
  }
  if (keeper.life == LIFE_HELD && keeper.is_being_stopped) ending_begin("backend_lost", 0); /* nobody else would end us */
  if (bulk && now >= bulk_until) give_back_bulk();
  ending_step();
  sense_step(now);
  sample_step(now);
  quiet_step(now);
  wake_step(now);
}

static int may_leave(void) {
  if (keeper.life != LIFE_ENDED || !keeper.is_childless || keeper.output >= 0) return 0;
  if (keeper.ending.phase != ENDING_NONE) return 0;
  return keeper.was_seen || (keeper.engines == 0 && (keeper.is_being_stopped || wake_is_hopeless()));
}

void keeper_loop(void) {
  struct sigaction child = {.sa_handler = on_sigchld}, stop = {.sa_sigaction = on_sigterm, .sa_flags = SA_SIGINFO};
  sigset_t blocked, open;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &open);
  sigdelset(&open, SIGCHLD);
  sigdelset(&open, SIGTERM);
  sigaction(SIGCHLD, &child, NULL);
  sigaction(SIGTERM, &stop, NULL);
  platform_trim_memory(); /* here, and not by who called us: its code would be there again */
  reap_children();

  while (!may_leave()) {
    struct pollfd fds[MAX_CLIENTS + 3];
    struct client *owners[MAX_CLIENTS + 3];
    nfds_t count = 0;
    int output_at = -1, input_at = -1;
    fds[count++] = (struct pollfd){keeper.listener, POLLIN, 0};
    if (keeper.output >= 0) {
      output_at = (int)count;
      fds[count++] = (struct pollfd){keeper.output, POLLIN, 0};
    }
    if (keeper.input.first && keeper.input.state == INPUT_OPEN) {
      input_at = (int)count;
      fds[count++] = (struct pollfd){keeper.input.fd, POLLOUT, 0};
    }
    nfds_t clients_at = count;
    for (int i = 0; i < MAX_CLIENTS; i++) {
      if (keeper.clients[i].fd < 0) continue;
      owners[count] = &keeper.clients[i];
      fds[count++] = (struct pollfd){keeper.clients[i].fd, POLLIN, 0};
    }

    uint64_t now = monotonic_ms(), at = next_deadline(now);
    struct timespec pause = {0}, *timeout = NULL;
    if (at != UINT64_MAX) {
      uint64_t ms = at > now ? at - now : 0;
      pause.tv_sec = (time_t)(ms / 1000);
      pause.tv_nsec = (long)(ms % 1000) * 1000000;
      timeout = &pause;
    }
    int ready = ppoll(fds, count, timeout, &open);
    if (ready < 0 && errno != EINTR) continue;
    if (ready > 0) {
      if (output_at >= 0 && fds[output_at].revents) read_output();
      if (input_at >= 0 && fds[input_at].revents) input_flush(&keeper.input);
      for (nfds_t i = clients_at; i < count; i++)
        if (fds[i].revents && owners[i]->fd == fds[i].fd) control_client_events(owners[i]);
      if (fds[0].revents) control_listen_events();
    }
    reap_children();
    push_grew();
    check_deadlines();
  }
  failpoint("leave:before-cleanup");
  if (keeper.cgroup[0]) platform_remove_cgroup(keeper.cgroup);
  unlink("control");
}

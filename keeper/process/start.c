/* Starting: claim the keep, fork, write down who it is, let it go, and only then say so. */
#include "quiet.h"
#include "sense.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define DEFAULT_LIMIT (64u << 20)
#define DEFAULT_HEAD (1u << 20)

/* What was asked for; every pointer points into the request. */
struct start {
  char *request;
  size_t length;
  const char *keep, *id, *cwd, *spec;
  char **arguments, **variables, **wake;
  size_t list_bytes; /* of the three lists together, one mapping */
  int pty, wants_input, is_held;
  uint16_t cols, rows;
};

/* The descriptors of the child's side. */
struct ends {
  int input[2], output[2], terminal; /* terminal: the slave, held open until the command was reaped */
  int go[2], report[2];              /* the keeper says go; the child reports what failed, or exec closes it */
};

struct failure {
  const char *code;
  const char *what; /* the folder or program concerned, or NULL */
  int number;
};

static struct start held; /* what begins when it is told to */
static const char *pty_note;
static int slave = -1;
static mode_t callers_umask;

/* ---- reading the request ---- */

static int is_key(const char *entry, const char *key) {
  size_t length = strlen(key);
  return strncmp(entry, key, length) == 0 && entry[length] == '=';
}

static size_t collect(char *request, size_t length, const char *key, char **list) {
  size_t count = 0;
  for (char *at = request; at < request + length; at += strlen(at) + 1) {
    if (!is_key(at, key)) continue;
    if (list) list[count] = at + strlen(key) + 1;
    count++;
  }
  if (list) list[count] = NULL;
  return count;
}

static int parse(struct start *s) {
  if (s->length == 0 || s->request[s->length - 1] != 0) return -1;
  s->keep = record_get(s->request, s->length, "keep");
  s->id = record_get(s->request, s->length, "id");
  s->cwd = record_get(s->request, s->length, "cwd");
  s->spec = record_get(s->request, s->length, "spec");
  s->pty = record_get_number(s->request, s->length, 0, "pty", 0) != 0;
  s->wants_input = record_get_number(s->request, s->length, 0, "stdin", 0) != 0;
  s->cols = (uint16_t)record_get_number(s->request, s->length, 0, "cols", 120);
  s->rows = (uint16_t)record_get_number(s->request, s->length, 0, "rows", 30);
  /* A keeper from before BEGIN finds no arguments, and refuses: it would start at once what has to wait. */
  s->is_held = record_get(s->request, s->length, "held_arg") != NULL;
  const char *key = s->is_held ? "held_arg" : "arg";
  size_t arguments = collect(s->request, s->length, key, NULL);
  size_t variables = collect(s->request, s->length, "env", NULL);
  size_t wake = collect(s->request, s->length, "wake", NULL);
  if (!s->keep || s->keep[0] != '/' || !s->id || !s->id[0] || strlen(s->id) >= sizeof keeper.id || strchr(s->id, '/') || arguments == 0) return -1;
  s->list_bytes = (arguments + variables + wake + 3) * sizeof(char *);
  void *lists = pages_take(s->list_bytes);
  if (!lists) return -1;
  s->arguments = lists;
  s->variables = s->arguments + arguments + 1;
  s->wake = s->variables + variables + 1;
  collect(s->request, s->length, key, s->arguments);
  collect(s->request, s->length, "env", s->variables);
  collect(s->request, s->length, "wake", s->wake);
  return 0;
}

static void keep_wake_command(const struct start *s) {
  size_t count = 0, bytes = 0;
  while (s->wake[count]) bytes += strlen(s->wake[count++]) + 1;
  if (count > 0 && (keeper.wake = pages_take((count + 1) * sizeof(char *) + bytes))) {
    char *text = (char *)(keeper.wake + count + 1);
    for (size_t i = 0; i < count; i++) {
      keeper.wake[i] = text;
      text = stpcpy(text, s->wake[i]) + 1;
    }
    keeper.wake[count] = NULL;
  }
}

/* The request is large and full of secrets: it goes as soon as the command has its own copy. */
static void forget_request(struct start *s) {
  pages_give(s->arguments, s->list_bytes);
  pages_give(s->request, s->length);
}

/* ---- the keep ---- */

static int enter_keep(const struct start *s, struct failure *f) {
  struct stat info;
  f->code = "failed";
  f->what = s->keep;
  if (mkdir(s->keep, 0700) != 0 && errno != EEXIST) return -1;
  if (lstat(s->keep, &info) != 0 || chdir(s->keep) != 0) return -1;
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid()) {
    errno = EACCES;
    return -1;
  }
  failpoint("start:after-keep");
  if (s->spec && store_file("spec.new", "spec", s->spec, strlen(s->spec)) != 0) return -1;
  if (control_listen() != 0) {
    if (errno == EEXIST) f->code = "claimed";
    return -1;
  }
  failpoint("start:after-claim");
  uint64_t limit = record_get_number(s->request, s->length, 0, "limit", DEFAULT_LIMIT);
  uint64_t head = record_get_number(s->request, s->length, 0, "head", DEFAULT_HEAD);
  int is_terminal = record_get_number(s->request, s->length, 0, "pty", 0) != 0;
  return log_open(&keeper.log, limit, head, is_terminal ? TERMINAL_GRAIN_MS : PIPE_GRAIN_MS);
}

static int store_meta(const struct start *s, const char *temporary, const char *name) {
  char data[1024], boot[40];
  uint64_t keeper_start = 0, start = 0;
  struct record r = {data, 0, sizeof data, '\n'};
  platform_boot_id(boot, sizeof boot);
  platform_start_time(getpid(), &keeper_start);
  platform_start_time(keeper.command_pid, &start);
  record_number(&r, "version", PROTOCOL_VERSION);
  record_text(&r, "id", keeper.id);
  record_text(&r, "boot_id", boot);
  record_number(&r, "keeper_pid", (uint64_t)getpid());
  record_number(&r, "keeper_start", keeper_start);
  record_number(&r, "pid", (uint64_t)keeper.command_pid);
  record_number(&r, "start", start);
  record_number(&r, "started_at", keeper.started_at);
  record_number(&r, "pty", (uint64_t)keeper.is_terminal);
  record_number(&r, "cols", s->cols);
  record_number(&r, "rows", s->rows);
  if (keeper.cgroup[0]) record_text(&r, "cgroup", keeper.cgroup);
  if (pty_note) record_text(&r, "pty_note", pty_note);
  return store_file(temporary, name, data, r.length);
}

/* ---- pipes and terminals ---- */

static int open_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

static int open_terminal(const struct start *s) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0) return -1;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  char name[64];
  if (grantpt(master) != 0 || unlockpt(master) != 0 || platform_terminal_name(master, name, sizeof name) != 0 ||
      (slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
    close(master);
    return -1;
  }
  struct winsize size = {.ws_col = s->cols, .ws_row = s->rows};
  ioctl(master, TIOCSWINSZ, &size);
  return master;
}

static int open_ends(struct start *s, struct ends *e) {
  e->input[0] = e->input[1] = e->output[0] = e->output[1] = -1;
  if (open_pipe(e->go) != 0 || open_pipe(e->report) != 0) return -1;
  if (s->pty) {
    keeper.output = open_terminal(s);
    keeper.is_terminal = keeper.output >= 0;
    if (!keeper.is_terminal) pty_note = "no terminal could be had on this machine: running with pipes";
  }
  if (keeper.is_terminal) {
    keeper.input.fd = keeper.output;
    keeper.input.is_terminal = keeper.input.line_start = 1;
    keeper.input.state = INPUT_OPEN;
    keeper.log.cols = s->cols;
    keeper.log.rows = s->rows;
  } else {
    if (open_pipe(e->output) != 0) return -1;
    keeper.output = e->output[0];
    if (s->wants_input || s->pty) {
      if (open_pipe(e->input) != 0) return -1;
      keeper.input.fd = e->input[1];
      keeper.input.state = INPUT_OPEN;
      fcntl(keeper.input.fd, F_SETFL, O_NONBLOCK);
    } else if ((e->input[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) {
      return -1;
    }
  }
  fcntl(keeper.output, F_SETFL, O_NONBLOCK);
  return 0;
}

/* ---- the child ---- */

static void report_and_exit(int fd, char stage) {
  int number = errno;
  char report[1 + sizeof number];
  report[0] = stage;
  memcpy(report + 1, &number, sizeof number);
  (void)!write(fd, report, sizeof report);
  _exit(127);
}

static void run_command(const struct start *s, const struct ends *e) {
  char go;
  sigset_t none;
  sigemptyset(&none);
  for (int signal_number = 1; signal_number < 65; signal_number++) signal(signal_number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  umask(callers_umask);
  if (keeper.is_terminal) {
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++) dup2(slave, fd);
  } else {
    dup2(e->input[0], 0);
    dup2(e->output[1], 1);
    dup2(e->output[1], 2);
  }
  if (s->cwd && chdir(s->cwd) != 0) report_and_exit(e->report[1], 'f');
  close(e->go[1]);
  if (read(e->go[0], &go, 1) != 1) _exit(127); /* the keeper died before it had written down who we are */
  execve(s->arguments[0], s->arguments, s->variables);
  report_and_exit(e->report[1], 'p');
}

static void close_if_open(int fd) {
  if (fd >= 0) close(fd);
}

/* Ends when exec has closed the child's side: nothing came, or the stage and the errno. */
static int exec_succeeded(const struct start *s, int report, struct failure *f) {
  char bytes[1 + sizeof(int)];
  ssize_t n;
  do n = read(report, bytes, sizeof bytes);
  while (n < 0 && errno == EINTR);
  close(report);
  if (n <= 0) return 1;
  memcpy(&f->number, bytes + 1, sizeof f->number);
  f->code = bytes[0] == 'f' ? "no_folder" : f->number == E2BIG ? "too_large" : "no_program";
  f->what = bytes[0] == 'f' ? s->cwd : s->arguments[0];
  return 0;
}

static int fork_command(struct start *s, struct failure *f) {
  struct ends e;
  f->code = "failed";
  f->what = NULL;
  if (open_ends(s, &e) != 0) return -1;
  platform_make_cgroup(keeper.id, keeper.cgroup, sizeof keeper.cgroup);
  keeper.started_at = now_ms();
  pid_t pid = platform_fork_command(keeper.cgroup, &keeper.pidfd);
  if (pid < 0) return -1;
  if (pid == 0) run_command(s, &e);
  keeper.pid = keeper.command_pid = pid;
  failpoint("start:after-fork");
  close_if_open(e.input[0]);
  close_if_open(e.output[1]);
  close(e.go[0]);
  close(e.report[1]);
  if (store_meta(s, "meta.new.part", "meta.new") != 0) return -1; /* no go: the child leaves by itself */
  failpoint("start:before-go");
  (void)!write(e.go[1], "g", 1);
  close(e.go[1]);
  failpoint("start:after-go");
  exit_reserve(); /* while the kernel loads the program */
  if (!exec_succeeded(s, e.report[0], f)) {
    errno = f->number;
    return -1;
  }
  return rename("meta.new", "meta");
}

/* ---- from the outside ---- */

static void describe_failure(char *to, size_t room, const struct failure *f, int number) {
  to[0] = 0;
  if (f->what) {
    strncat(to, f->what, room - 100);
    strcat(to, ": ");
  }
  strcat(to, error_text(number));
}

static void answer_failure(int fd, uint32_t tag, const struct failure *f, int number) {
  char message[600], data[1024];
  struct record r = {data, 0, sizeof data, 0};
  describe_failure(message, 500, f, number);
  error_record(&r, f->code, message);
  answer_record(fd, FRAME_ERROR, tag, &r);
}

void started_record(struct record *r) {
  record_number(r, "pid", (uint64_t)keeper.command_pid);
  record_number(r, "keeper_pid", (uint64_t)getpid());
  record_number(r, "started_at", keeper.started_at);
  record_number(r, "pty", (uint64_t)keeper.is_terminal);
  if (pty_note) record_text(r, "pty_note", pty_note);
}

static void answer_started(int fd, uint32_t tag) {
  char data[1024];
  struct record r = {data, 0, sizeof data, 0};
  started_record(&r);
  answer_record(fd, FRAME_STARTED, tag, &r);
}

/* Nothing we are sent by accident may end us before the command ends. */
void ignore_signals(void) { /* batch systems warn every process of a job; SIGXFSZ is a log that may not grow */
  static const int ignored[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGTERM, SIGTSTP, SIGTTIN,
                                SIGTTOU, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
}

static void undo_fork(void) {
  if (keeper.command_pid > 0) {
    kill(keeper.command_pid, SIGKILL); /* not reaped yet: the pid is its own */
    waitpid(keeper.command_pid, NULL, 0);
  }
  if (keeper.cgroup[0]) platform_remove_cgroup(keeper.cgroup);
}

static void undo(void) {
  undo_fork();
  if (keeper.listener > 0) unlink("control");
}

/* Its keeper is there at once and has its variables, which never reach the disk; the rest is for BEGIN. */
static void hold(struct start *s) {
  held = *s;
  keeper.life = LIFE_HELD;
  keeper.started_at = now_ms();
  exit_reserve();
}

static void begun(struct start *s) {
  if (keeper.runtime_ms > 0) keeper.runtime_deadline = monotonic_ms() + keeper.runtime_ms;
  keeper.memory_kills_before = platform_memory_kills(keeper.cgroup);
  forget_request(s);
}

int keeper_start(char *request, size_t length, int answer_fd, uint32_t tag) {
  struct start s = {.request = request, .length = length};
  struct failure f = {"bad_request", NULL, EINVAL};
  setsid();
  ignore_signals();
  callers_umask = umask(077);
  callers_umask = (mode_t)record_get_number(request, length, 0, "umask", callers_umask);
  platform_adopt_orphans();
  keeper.pidfd = keeper.output = keeper.input.fd = keeper.exit_file = -1;
  if (parse(&s) != 0) {
    f.what = "the start request is not complete";
    answer_failure(answer_fd, tag, &f, 0);
    return 1;
  }
  strcpy(keeper.id, s.id);
  keeper.is_watched = record_get_number(request, length, 0, "watch", 0) != 0;
  sense_start(record_get_number(request, length, 0, "sense", 0) != 0);
  quiet_want(record_get_number(request, length, 0, "quiet_ms", 0));
  keeper.runtime_ms = record_get_number(request, length, 0, "max_runtime_ms", 0);
  if (enter_keep(&s, &f) != 0) {
    if (strcmp(f.code, "claimed") == 0) keeper.listener = -1;
    int number = errno;
    undo();
    answer_failure(answer_fd, tag, &f, number);
    return 1;
  }
  if (s.is_held) {
    hold(&s);
  } else if (fork_command(&s, &f) != 0) {
    int number = errno;
    undo();
    answer_failure(answer_fd, tag, &f, number);
    return 1;
  }
  keeper.engine_left_at = monotonic_ms();
  failpoint("start:after-meta");
  answer_started(answer_fd, tag);
  failpoint("start:after-answer");
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
  if (nowhere > 2) close(nowhere);
  if (answer_fd > 2) close(answer_fd);
  keep_wake_command(&s);
  if (!s.is_held) begun(&s);
  return 0;
}

/* What it waited for is there. What fails from here on is told as an end without a status: the command did not run. */
void keeper_begin(void) {
  struct failure f;
  failpoint("begin:before-fork");
  if (fork_command(&held, &f) == 0) {
    keeper.life = LIFE_RUNNING;
    keeper.is_childless = 0;
    begun(&held);
    return;
  }
  char why[sizeof keeper.refusal];
  describe_failure(why, sizeof why, &f, errno);
  undo_fork();
  unlink("meta.new");
  if (!keeper.is_terminal) close_if_open(keeper.input.fd);
  keeper.input.state = INPUT_NONE;
  close_if_open(keeper.output);
  keeper.output = keeper.input.fd = -1;
  keeper.pid = keeper.command_pid = 0;
  keeper.cgroup[0] = 0;
  release_terminal();
  life_event_dropped(why);
  forget_request(&held);
}

/* The command was reaped: from now on the terminal ends when its last other user goes. */
void release_terminal(void) {
  close_if_open(slave);
  slave = -1;
}

/* The hub's children: one launcher, and words of this program whose answers are awaited. None outlives the hub. */
#include "hub.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 16
#define RAN_TEXT (60u << 10)
#define RAN_BYTES (4 + RAN_TEXT)
#define MAX_OPEN_STARTS 1000
#define ANSWERS_BYTES 8192

static char *program;
static struct rlimit files_before;

/* More channels than a shell's usual limit allows; what we start gets that limit back. */
void child_prepare(char *name) {
  program = name;
  hub_files = 200;
  if (getrlimit(RLIMIT_NOFILE, &files_before) != 0) return;
  struct rlimit raised = {files_before.rlim_max, files_before.rlim_max};
  rlim_t now = setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : files_before.rlim_cur;
  hub_files = now == RLIM_INFINITY || now > (1u << 20) ? 1u << 20 : now > 2 * OPEN_FILES_RESERVED ? now - OPEN_FILES_RESERVED : now / 2;
}

/* Where /proc is missing and the program was moved, the words are run by what is in memory. */
static void become(char **words, int input, int output, int errors) {
  int count = 0, nowhere = open("/dev/null", O_RDWR);
  if (files_before.rlim_max > 0) setrlimit(RLIMIT_NOFILE, &files_before);
  dup2(input >= 0 ? input : nowhere, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors >= 0 ? errors : nowhere, STDERR_FILENO);
  platform_close_from(3);
  words[0] = program;
  execv("/proc/self/exe", words);
  if (strchr(program, '/')) execv(program, words);
  while (words[count]) count++;
  _exit(run_words(count, words));
}

static int open_pipe(int ends[2], int ours) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[ours], F_SETFL, O_NONBLOCK);
  return 0;
}

static void close_both(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

static int end_child(pid_t pid, int by_force) {
  int status = 0;
  if (by_force) kill(pid, SIGKILL); /* not reaped yet: the pid is its own */
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- the launcher ---- */

static struct {
  pid_t pid;               /* 0: none */
  int requests, answers;
  uint8_t *rest;           /* of the request it has not taken */
  size_t rest_at, rest_length;
  uint8_t *in;             /* answers that are not whole, ANSWERS_BYTES long */
  size_t in_length;
  uint32_t *tags;          /* starts that are not answered */
  size_t tag_count, tag_capacity;
} launcher = {.requests = -1, .answers = -1};

int launcher_is_busy(void) { return launcher.rest != NULL || launcher.tag_count >= MAX_OPEN_STARTS; }
int launcher_has_rest(void) { return launcher.rest != NULL; }
int launcher_requests(void) { return launcher.requests; }
int launcher_answers(void) { return launcher.answers; }

static void launcher_end(void) {
  if (launcher.pid == 0) return;
  close(launcher.requests);
  close(launcher.answers);
  end_child(launcher.pid, 1);
  pages_give(launcher.rest, launcher.rest_length);
  launcher.rest = NULL;
  launcher.requests = launcher.answers = -1;
  launcher.in_length = 0;
  launcher.pid = 0;
}

/* Only the keeps can tell which of them have started. The next request starts another launcher. */
static void launcher_is_lost(void) {
  launcher_end();
  for (size_t i = 0; i < launcher.tag_count; i++) out_error(launcher.tags[i], "died", "the launcher was killed");
  launcher.tag_count = 0;
}

static int launcher_start(void) {
  int requests[2], answers[2];
  if (launcher.pid > 0) return 0;
  if (!launcher.in && !(launcher.in = pages_take(ANSWERS_BYTES))) return -1;
  if (open_pipe(requests, 1) != 0) return -1;
  if (open_pipe(answers, 0) != 0) {
    close_both(requests);
    return -1;
  }
  pid_t pid = fork();
  if (pid == 0) {
    char *words[] = {program, "launch", NULL};
    become(words, requests[0], answers[1], -1);
  }
  close(requests[0]);
  close(answers[1]);
  if (pid < 0) {
    close(requests[1]);
    close(answers[0]);
    return -1;
  }
  launcher.pid = pid;
  launcher.requests = requests[1];
  launcher.answers = answers[0];
  return 0;
}

/* How many bytes it took, -1 when it is dead. */
static ssize_t launcher_write(const uint8_t *bytes, size_t length) {
  ssize_t n;
  do n = write(launcher.requests, bytes, length);
  while (n < 0 && errno == EINTR);
  return n < 0 && errno == EAGAIN ? 0 : n;
}

void launcher_spawn(const struct frame *f) {
  size_t length = FRAME_HEADER + f->length;
  const uint8_t *whole = f->payload - FRAME_HEADER;
  if (f->length == 0) {
    out_error(f->tag, "bad_request", "the start request is not complete");
    return;
  }
  uint32_t *tags = hub_grow(launcher.tags, launcher.tag_count, &launcher.tag_capacity, sizeof *tags);
  if (tags) launcher.tags = tags;
  if (!tags || launcher_start() != 0) {
    out_error(f->tag, "failed", error_text(errno));
    return;
  }
  launcher.tags[launcher.tag_count++] = f->tag;
  ssize_t n = launcher_write(whole, length);
  if (n == (ssize_t)length) return;
  if (n >= 0 && (launcher.rest = pages_take(length - (size_t)n))) {
    launcher.rest_at = 0;
    launcher.rest_length = length - (size_t)n;
    memcpy(launcher.rest, whole + n, launcher.rest_length);
    return;
  }
  launcher_is_lost(); /* half a request cannot be taken back */
}

static void launcher_go_on(void) {
  ssize_t n = launcher_write(launcher.rest + launcher.rest_at, launcher.rest_length - launcher.rest_at);
  if (n < 0) {
    launcher_is_lost();
    return;
  }
  launcher.rest_at += (size_t)n;
  if (launcher.rest_at < launcher.rest_length) return;
  pages_give(launcher.rest, launcher.rest_length);
  launcher.rest = NULL;
}

static void answered(uint32_t tag) {
  for (size_t i = 0; i < launcher.tag_count; i++) {
    if (launcher.tags[i] != tag) continue;
    launcher.tags[i] = launcher.tags[--launcher.tag_count];
    return;
  }
}

/* 0, or -1 when nothing more will come. */
static int launcher_read(void) {
  struct frame frame;
  ssize_t n = read(launcher.answers, launcher.in + launcher.in_length, ANSWERS_BYTES - launcher.in_length);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n <= 0) return -1;
  launcher.in_length += (size_t)n;
  long used;
  while ((used = frame_take(launcher.in, launcher.in_length, ANSWERS_BYTES - FRAME_HEADER, &frame)) > 0) {
    answered(frame.tag);
    out_bytes(launcher.in, (size_t)used);
    launcher.in_length -= (size_t)used;
    memmove(launcher.in, launcher.in + used, launcher.in_length);
  }
  return used < 0 ? -1 : 0;
}

void launcher_events(short requests, short answers) {
  if (launcher.pid > 0 && answers && launcher_read() != 0) launcher_is_lost();
  if (launcher.pid == 0 || !requests) return;
  if (launcher.rest) {
    launcher_go_on();
  } else if (requests & POLLERR) { /* it is dead; what its keepers had to say comes first */
    while (launcher.pid > 0 && poll(&(struct pollfd){launcher.answers, POLLIN, 0}, 1, 0) > 0 && out_has_room())
      if (launcher_read() != 0) break;
    launcher_is_lost();
  }
}

/* ---- words of this program ---- */

struct run *runs;
size_t run_count;
static size_t run_capacity;

static int is_allowed(const char *word) {
  static const char *const allowed[] = {"status", "kill", "await", "remove", "signal", "claim"};
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    if (strcmp(word, allowed[i]) == 0) return 1;
  return 0;
}

/* The words of a record, from the second place on; 0 when it is not to be run. */
static int collect_words(const struct frame *f, char *words[MAX_WORDS + 2]) {
  int count = 1;
  const char *end = (const char *)f->payload + f->length;
  if (f->length == 0 || end[-1] != 0) return 0;
  for (char *at = (char *)f->payload; at < end; at += strlen(at) + 1) {
    if (strncmp(at, "arg=", 4) != 0) continue;
    if (count > MAX_WORDS) return 0;
    words[count++] = at + 4;
  }
  words[count] = NULL;
  return count > 2 && is_allowed(words[1]) ? count : 0;
}

void run_begin(const struct frame *f) {
  char *words[MAX_WORDS + 2] = {program};
  int output[2];
  if (!collect_words(f, words)) {
    out_error(f->tag, "bad_request", "RUN knows status, kill, await, remove, claim and signal, with a keep");
    return;
  }
  struct run *more = hub_grow(runs, run_count, &run_capacity, sizeof *runs);
  if (more) runs = more;
  if (!more || channel_count + run_count >= hub_files || open_pipe(output, 0) != 0) {
    out_error(f->tag, "failed", error_text(more ? EMFILE : ENOMEM));
    return;
  }
  pid_t hub = getpid(), pid = fork();
  if (pid == 0) {
    platform_die_with(hub);
    become(words, -1, output[1], output[1]);
  }
  close(output[1]);
  if (pid < 0) {
    close(output[0]);
    out_error(f->tag, "failed", error_text(errno));
    return;
  }
  runs[run_count++] = (struct run){.tag = f->tag, .pid = pid, .output = output[0]};
}

static void run_forget(struct run *r) {
  close(r->output);
  pages_give(r->text, RAN_BYTES);
  r->output = -1;
}

/* Its output has ended, and with it the word. */
static void run_over(struct run *r) {
  uint8_t nothing[4], *answer = r->text ? r->text : nothing;
  int code = end_child(r->pid, 0);
  for (int i = 0; i < 4; i++) answer[i] = (uint8_t)((unsigned)code >> (8 * i));
  out_frame(FRAME_RAN, r->tag, answer, 4 + r->length);
  run_forget(r);
}

void run_events(struct run *r) {
  if (r->output < 0 || !r->events || !out_has_room()) return;
  ssize_t n = read(r->output, io_buffer, sizeof io_buffer);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0 && (r->text || (r->text = pages_take(RAN_BYTES)))) {
    size_t room = RAN_TEXT - r->length, taken = (size_t)n < room ? (size_t)n : room;
    memcpy(r->text + 4 + r->length, io_buffer, taken);
    r->length += taken;
  }
  if (n <= 0) run_over(r);
}

int run_close(uint32_t tag) {
  for (size_t i = 0; i < run_count; i++) {
    if (runs[i].tag != tag || runs[i].output < 0) continue;
    end_child(runs[i].pid, 1);
    run_forget(&runs[i]);
    return 1;
  }
  return 0;
}

void runs_sweep(void) {
  size_t kept = 0;
  for (size_t i = 0; i < run_count; i++)
    if (runs[i].output >= 0) runs[kept++] = runs[i];
  run_count = kept;
}

void children_end(void) {
  for (size_t i = 0; i < run_count; i++) run_close(runs[i].tag);
  pages_give(runs, run_capacity * sizeof *runs);
  runs = NULL;
  run_count = run_capacity = 0;
  launcher_end();
  pages_give(launcher.tags, launcher.tag_capacity * sizeof *launcher.tags);
  pages_give(launcher.in, ANSWERS_BYTES);
  launcher.tags = NULL;
  launcher.in = NULL;
  launcher.tag_count = launcher.tag_capacity = 0;
}

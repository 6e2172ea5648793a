/* The launcher: a small process kept ready, whose fork costs a tenth of Node's. Each child becomes a keeper. */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int read_exactly(int fd, void *to, size_t length) {
  char *at = to;
  while (length > 0) {
    ssize_t n = read(fd, at, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    at += n;
    length -= (size_t)n;
  }
  return 0;
}

static void refuse(uint32_t tag, const char *code, const char *message) {
  char data[256];
  struct record r = {data, 0, sizeof data, 0};
  error_record(&r, code, message);
  answer_record(STDOUT_FILENO, FRAME_ERROR, tag, &r);
}

static void become_keeper(char *request, size_t length, int answer_fd, uint32_t tag) {
  if (keeper_start(request, length, answer_fd, tag) != 0) _exit(1);
  keeper_loop();
  if (keeper.never_began) _exit(70);
  _exit(WIFSIGNALED(keeper.raw_status) ? 128 + WTERMSIG(keeper.raw_status) : WEXITSTATUS(keeper.raw_status));
}

/* Keepers that live, and the request each was started for. */
static struct child {
  pid_t pid;
  uint32_t tag;
} *children;
static size_t child_count, child_capacity;

static void remember(pid_t pid, uint32_t tag) {
  if (child_count == child_capacity) {
    size_t capacity = child_capacity ? child_capacity * 4 : 512;
    struct child *more = pages_take(capacity * sizeof *more);
    if (!more) return;
    if (child_count > 0) memcpy(more, children, child_count * sizeof *more);
    pages_give(children, child_capacity * sizeof *children);
    children = more;
    child_capacity = capacity;
  }
  children[child_count++] = (struct child){pid, tag};
}

/* A keeper that was killed may not have answered: it is answered for. Who has an answer already ignores a second. */
static void bury_children(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    for (size_t i = 0; i < child_count; i++) {
      if (children[i].pid != pid) continue;
      if (WIFSIGNALED(status)) refuse(children[i].tag, "died", "its keeper was killed");
      children[i] = children[--child_count];
      break;
    }
}

static void on_sigchld(int signal) { (void)signal; }

/* Returns when a request can be read, or its sender left. */
static void wait_for_request(const sigset_t *unblocked) {
  struct pollfd requests = {STDIN_FILENO, POLLIN, 0};
  do bury_children();
  while (ppoll(&requests, 1, NULL, unblocked) < 0 && errno == EINTR);
}

int run_launch(void) {
  struct sigaction child = {.sa_handler = on_sigchld};
  sigset_t blocked, unblocked;
  platform_prepare_launcher();
  platform_close_from(3);
  signal(SIGPIPE, SIG_IGN);
  sigaction(SIGCHLD, &child, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &unblocked);
  sigdelset(&unblocked, SIGCHLD);
  for (;;) {
    wait_for_request(&unblocked);
    uint8_t header[FRAME_HEADER];
    struct frame frame;
    if (read_exactly(STDIN_FILENO, header, sizeof header) != 0) return 0;
    uint32_t length = (uint32_t)header[0] | (uint32_t)header[1] << 8 | (uint32_t)header[2] << 16 | (uint32_t)header[3] << 24;
    if (frame_take(header, sizeof header, SPAWN_MAX_PAYLOAD, &frame) < 0 || length == 0) return 1;
    uint32_t tag = (uint32_t)header[8] | (uint32_t)header[9] << 8 | (uint32_t)header[10] << 16 | (uint32_t)header[11] << 24;
    uint16_t type = (uint16_t)(header[4] | header[5] << 8);
    char *request = pages_take(length);
    if (!request || read_exactly(STDIN_FILENO, request, length) != 0) return 1;
    failpoint("launch:before-fork");
    pid_t pid = type == FRAME_SPAWN ? fork() : -2;
    if (pid == 0) {
      pages_give(children, child_capacity * sizeof *children);
      int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
      dup2(nowhere, STDIN_FILENO); /* the engine's requests are not ours */
      close(nowhere);
      become_keeper(request, length, STDOUT_FILENO, tag);
    }
    pages_give(request, length);
    if (pid > 0) remember(pid, tag);
    if (pid == -2) refuse(tag, "unknown_request", "this launcher does not know that request");
    else if (pid < 0) refuse(tag, "failed", error_text(errno));
  }
}

/* For one keeper that is our own child, and speaks to nobody but us. */
pid_t fork_keeper(char *request, size_t length, int *answer) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  platform_prepare_launcher();
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
    if (nowhere > 2) close(nowhere);
    become_keeper(request, length, ends[1], 0);
  }
  close(ends[1]);
  *answer = ends[0];
  if (pid < 0) close(ends[0]);
  return pid;
}

long read_answer(int fd, uint8_t *bytes, size_t capacity, struct frame *frame) {
  size_t held = 0;
  for (long used; held < capacity;) {
    ssize_t n = read(fd, bytes + held, capacity - held);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    held += (size_t)n;
    if ((used = frame_take(bytes, held, capacity, frame)) != 0) return used;
  }
  return 0;
}

/* By hand: the record on stdin up to its end, the answer as lines. The keeper goes on in the background. */
int run_spawn(void) {
  int answer;
  char *request = pages_take(SPAWN_MAX_PAYLOAD);
  size_t length = 0;
  if (!request) return 1;
  for (ssize_t n; length < SPAWN_MAX_PAYLOAD; length += (size_t)n) {
    n = read(STDIN_FILENO, request + length, SPAWN_MAX_PAYLOAD - length);
    if (n < 0 && errno == EINTR) n = 0;
    else if (n <= 0) break;
  }
  uint8_t bytes[4096];
  struct frame frame;
  if (fork_keeper(request, length, &answer) < 0 || read_answer(answer, bytes, sizeof bytes, &frame) <= 0) return 1;
  char *text = (char *)bytes + FRAME_HEADER;
  for (uint32_t i = 0; i < frame.length; i++)
    if (text[i] == 0) text[i] = '\n';
  write_all(STDOUT_FILENO, text, frame.length);
  return frame.type == FRAME_STARTED ? 0 : 1;
}

/* hold: for batch systems, whose job lasts as long as the program they started. One keeper, and we stay for it. */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_STARTED 70

static int complain(const char *about, const char *what) {
  char text[1024] = "ringback-keeper: ";
  strncat(text, about, 600);
  strncat(text, what, 300);
  strcat(text, "\n");
  write_all(STDERR_FILENO, text, strlen(text));
  return NOT_STARTED;
}

/* The request holds secrets: nobody else may have been able to read or to change it. Its length, 0 after a complaint. */
static size_t read_request(const char *path, char *to) {
  static const char ran_before[] = " is not there: this job has run before, and is not run twice";
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) {
    if (errno == ENOENT) complain(path, ran_before);
    else complain(path, errno == ELOOP ? " is a link" : " cannot be read");
    return 0;
  }
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 077) != 0) {
    complain(path, " must be a file that is ours, and nobody else's to read (mode 600)");
    return 0;
  }
  size_t length = 0;
  for (ssize_t n; length < SPAWN_MAX_PAYLOAD; length += (size_t)n) {
    n = read(fd, to + length, SPAWN_MAX_PAYLOAD - length);
    if (n < 0 && errno == EINTR) n = 0;
    else if (n <= 0) break;
  }
  close(fd);
  /* Of two that run at once only one removes it. */
  if (unlink(path) != 0) {
    complain(path, errno == ENOENT ? ran_before : " cannot be removed");
    return 0;
  }
  if (length == 0) complain(path, " is empty");
  return length;
}

static int names_variable(const char *request, size_t length, const char *name, size_t name_length) {
  for (const char *at = request; at < request + length; at += strlen(at) + 1)
    if (strncmp(at, "env=", 4) == 0 && strncmp(at + 4, name, name_length) == 0) return 1;
  return 0;
}

/* What the batch system tells its job (its number, its devices) is the command's too, where the request says nothing else. */
static size_t add_environment(char *request, size_t length) {
  extern char **environ;
  for (char **entry = environ; *entry; entry++) {
    const char *equals = strchr(*entry, '=');
    size_t size = strlen(*entry) + 1;
    if (!equals || length + 4 + size > SPAWN_MAX_PAYLOAD) continue;
    if (names_variable(request, length, *entry, (size_t)(equals - *entry) + 1)) continue;
    memcpy(request + length, "env=", 4);
    memcpy(request + length + 4, *entry, size);
    length += 4 + size;
  }
  return length;
}

/* Who submitted the job hears nothing of what is said here, and looks into its keep: `status` tells it. */
static void leave_word(const char *keep, const char *message) {
  char text[2048], word[1024] = {0};
  struct record r = {text, 0, sizeof text, '\n'};
  if (enter_existing_keep(keep) != 0) return;
  strncpy(word, message, sizeof word - 1);
  record_text(&r, "refusal", word);
  int fd = open("refusal", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return;
  write_all(fd, text, r.length);
  close(fd);
}

/* The kill goes on without us. */
static void ask_for_the_end(uint64_t grace_ms) {
  char data[64];
  struct record r = {data, 0, sizeof data, 0};
  int fd = connect_control(1);
  if (fd < 0) return; /* it has left, or is about to */
  record_number(&r, "grace_ms", grace_ms);
  record_text(&r, "source", "backend_lost");
  answer_record(fd, FRAME_KILL, 1, &r);
  close(fd);
}

static void on_signal(int signal) { (void)signal; }

/* Both are blocked, and only looked at here: neither can come at a bad moment. The keeper's own wait status. */
static int stay(pid_t keeper_pid, const sigset_t *awaited, uint64_t grace_ms) {
  int status = 0;
  while (waitpid(keeper_pid, &status, WNOHANG) == 0) {
    int number = 0;
    if (sigwait(awaited, &number) == 0 && number == SIGTERM) ask_for_the_end(grace_ms);
  }
  return status;
}

/* The keeper was killed. The job's end would be the end of a command that has lost it: that is waited for. */
static int stay_without_keeper(const char *keep) {
  char text[2048];
  sigset_t none;
  ssize_t n = read_exit(text, sizeof text);
  if (n > 0) {
    int status = (int)record_get_number(text, (size_t)n, '\n', "status", NOT_STARTED << 8); /* none: it never began */
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  signal(SIGTERM, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  run_await(keep);
  return complain(keep, ": its keeper was killed; nobody knows how the command ended");
}

int run_hold(const char *path, uint64_t grace_ms) {
  sigset_t awaited;
  char *request = pages_take(SPAWN_MAX_PAYLOAD);
  if (!request) return complain("", error_text(ENOMEM));
  size_t length = read_request(path, request);
  if (length == 0) return NOT_STARTED;
  const char *found = request[length - 1] == 0 ? record_get(request, length, "keep") : NULL;
  char keep[4096];
  if (found) length = add_environment(request, length);
  if (!found || strlen(found) >= sizeof keep) return complain(path, ": the start request is not complete");
  strcpy(keep, found);

  ignore_signals();
  signal(SIGTERM, on_signal); /* blocked: it is waited for */
  signal(SIGCHLD, on_signal);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_BLOCK, &awaited, NULL);

  int answer;
  uint8_t bytes[4096];
  struct frame frame;
  pid_t keeper_pid = fork_keeper(request, length, &answer);
  if (keeper_pid < 0) return complain("", error_text(errno));
  pages_give(request, SPAWN_MAX_PAYLOAD);
  if (read_answer(answer, bytes, sizeof bytes, &frame) <= 0) {
    waitpid(keeper_pid, NULL, 0);
    return complain("", "the keeper was killed before it could start the command");
  }
  close(answer);
  if (frame.type != FRAME_STARTED) {
    const char *message = frame_text(&frame, "message");
    if (!message) message = "the command could not be started";
    waitpid(keeper_pid, NULL, 0);
    leave_word(keep, message);
    return complain(message, "");
  }
  if (enter_existing_keep(keep) != 0) return complain(keep, " is gone");
  int status = stay(keeper_pid, &awaited, grace_ms);
  return WIFEXITED(status) ? WEXITSTATUS(status) : stay_without_keeper(keep);
}

/* Keeps seen from outside: asking the keeper where it lives, and being careful where it does not (promise 4). */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define STEP_MS 20
#define FORCED_LOOK_MS 2000
#define MOST_CALLS 50
#define NO_ANSWER (-1)

/* Fails with ENOENT where no keeper can be, ECONNREFUSED where it is dead; anything else tells nothing about it.
 * Who is patient waits for a keeper that has many callers. */
int connect_control(int is_patient) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "control"};
  struct stat info; /* a link would lead to another keeper */
  if (lstat("control", &info) != 0) return -1;
  errno = ENOENT;
  if (!S_ISSOCK(info.st_mode)) return -1;
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  if (!is_patient) fcntl(fd, F_SETFL, O_NONBLOCK);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

static void pause_ms(uint64_t ms) {
  struct timespec t = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
  nanosleep(&t, NULL);
}

/* Sends one request and prints the answer's record as lines. */
static int ask(int fd, uint16_t type, const struct record *request) {
  uint8_t bytes[8192];
  size_t held = 0;
  struct frame frame;
  if (answer_record(fd, type, 1, request) != 0) return NO_ANSWER;
  for (;;) {
    ssize_t n = read(fd, bytes + held, sizeof bytes - held);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return NO_ANSWER;
    held += (size_t)n;
    if (frame_take(bytes, held, sizeof bytes, &frame) != 0) break;
  }
  if (frame.tag != 1 || frame.length + FRAME_HEADER > held) return 1;
  char *text = (char *)bytes + FRAME_HEADER;
  for (uint32_t i = 0; i < frame.length; i++)
    if (text[i] == 0) text[i] = '\n';
  write_all(STDOUT_FILENO, text, frame.length);
  return frame.type == FRAME_ERROR;
}

/* A keeper that is being killed hangs up on its callers before its socket is gone: who came in between calls again, and
 * finds nobody there. NO_ANSWER: there is no keeper. */
static int ask_keeper(uint16_t type, const struct record *request) {
  for (int calls = 0; calls < MOST_CALLS; calls++) {
    int fd = connect_control(1);
    if (fd < 0) return NO_ANSWER;
    int code = ask(fd, type, request);
    close(fd);
    if (code != NO_ANSWER) return code;
    pause_ms(STEP_MS);
  }
  return 1;
}

/* ---- without a keeper ---- */

struct identity {
  char meta[2048];
  size_t length;
  pid_t pid;
  uint64_t start;
  char id[32], cgroup[256];
  int is_this_boot;
};

static void copy_value(const struct identity *who, const char *key, char *to, size_t capacity) {
  size_t length;
  const char *value = record_find(who->meta, who->length, '\n', key, &length);
  to[0] = 0;
  if (!value || length >= capacity) return;
  memcpy(to, value, length);
  to[length] = 0;
}

static const char *keep_name = "";

/* A copy of a keep, or one whose meta was damaged, must not lead to somebody else's processes. */
int enter_existing_keep(const char *keep) {
  struct stat info; /* nor a link in its place */
  if (lstat(keep, &info) != 0 || !S_ISDIR(info.st_mode) || chdir(keep) != 0) return -1;
  const char *slash = strrchr(keep, '/');
  keep_name = slash ? slash + 1 : keep;
  return 0;
}

/* `meta.new` is all there is when the keeper died between go and exec. */
static int read_identity(struct identity *who) {
  char boot[40], theirs[40];
  ssize_t n = read_file("meta", who->meta, sizeof who->meta);
  if (n <= 0) n = read_file("meta.new", who->meta, sizeof who->meta);
  if (n <= 0) return -1;
  who->length = (size_t)n;
  who->pid = (pid_t)record_get_number(who->meta, who->length, '\n', "pid", 0);
  who->start = record_get_number(who->meta, who->length, '\n', "start", 0);
  copy_value(who, "id", who->id, sizeof who->id);
  copy_value(who, "cgroup", who->cgroup, sizeof who->cgroup);
  copy_value(who, "boot_id", theirs, sizeof theirs);
  platform_boot_id(boot, sizeof boot);
  who->is_this_boot = boot[0] && strcmp(boot, theirs) == 0;
  return who->pid > 1 && who->start > 0 && strcmp(who->id, keep_name) == 0 ? 0 : -1;
}

static int open_command(struct identity *who) {
  if (read_identity(who) != 0 || !who->is_this_boot) return -1;
  return platform_open_identity(who->pid, who->start);
}

ssize_t read_exit(char *to, size_t capacity) {
  ssize_t n = read_file("exit", to, capacity);
  return n > 0 && record_is_whole(to, (size_t)n) ? n : -1;
}

const char *offline_state(void) {
  char exit[2048];
  struct identity who = {0};
  if (read_exit(exit, sizeof exit) > 0) return "ended";
  if (read_identity(&who) != 0) return access("meta", F_OK) == 0 ? "lost" : "unstarted";
  int fd = open_command(&who);
  if (fd < 0) return "lost";
  close(fd);
  return "detached";
}

int run_status(const char *keep) {
  char text[2048];
  struct record r = {text, 0, sizeof text, '\n'};
  struct record nothing = {0};
  if (enter_existing_keep(keep) != 0) return 1;
  int code = ask_keeper(FRAME_STATUS, &nothing);
  if (code != NO_ANSWER) return code;
  record_text(&r, "state", offline_state());
  write_all(STDOUT_FILENO, text, r.length);
  ssize_t n = read_file("meta", text, sizeof text);
  if (n <= 0) n = read_file("meta.new", text, sizeof text);
  if (n > 0) write_all(STDOUT_FILENO, text, (size_t)n);
  if ((n = read_exit(text, sizeof text)) > 0) write_all(STDOUT_FILENO, text, (size_t)n);
  if ((n = read_file("refusal", text, sizeof text)) > 0) write_all(STDOUT_FILENO, text, (size_t)n);
  return 0;
}

/* All that can still be found of a dead keeper's tree: below the command, and whoever carries its mark. */
static void list_tree(const struct identity *who, int command_lives, struct pid_list *list) {
  if (command_lives) platform_list_descendants(who->pid, list);
  struct pid_list marked = {0};
  platform_list_marked(who->id, &marked);
  for (size_t i = 0; i < marked.count; i++) {
    int known = marked.entries[i].pid == who->pid && command_lives;
    for (size_t j = 0; j < list->count && !known; j++) known = list->entries[j].pid == marked.entries[i].pid;
    if (!known) pid_list_add(list, marked.entries[i].pid, marked.entries[i].parent);
  }
  pid_list_free(&marked);
}

/* Signals what is left; how many there were. */
static size_t signal_offline(struct identity *who, int signal) {
  struct pid_list list = {0};
  int fd = open_command(who);
  list_tree(who, fd >= 0, &list);
  size_t count = list.count + (fd >= 0);
  for (size_t i = 0; i < list.count && signal > 0; i++) platform_signal(&list.entries[i], signal);
  if (fd >= 0) {
    if (signal > 0) platform_signal_identity(fd, who->pid, signal);
    close(fd);
  }
  pid_list_free(&list);
  return count;
}

static size_t wait_until_gone(struct identity *who, uint64_t ms, int signal) {
  uint64_t until = monotonic_ms() + ms;
  size_t left;
  while ((left = signal_offline(who, signal)) > 0 && monotonic_ms() < until) pause_ms(STEP_MS);
  return left;
}

static void print_survivors(struct identity *who, size_t killed) {
  char text[2048], pids[1024] = "";
  size_t used = 0;
  struct pid_list list = {0};
  int fd = open_command(who);
  if (fd >= 0) {
    pid_list_add(&list, who->pid, 0);
    close(fd);
  }
  list_tree(who, fd >= 0, &list);
  for (size_t i = 0; i < list.count && used + 12 < sizeof pids; i++) {
    if (used > 0) pids[used++] = ',';
    used += format_number(pids + used, (uint64_t)list.entries[i].pid, 1);
  }
  struct record r = {text, 0, sizeof text, '\n'};
  record_number(&r, "killed", killed > list.count ? killed - list.count : 0);
  record_text(&r, "survivors", pids);
  record_text(&r, "state", offline_state());
  write_all(STDOUT_FILENO, text, r.length);
  pid_list_free(&list);
}

int run_kill(const char *keep, uint64_t grace_ms, const char *source) {
  if (enter_existing_keep(keep) != 0) return 1;
  char data[128];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "grace_ms", grace_ms);
  record_text(&r, "source", source);
  int code = ask_keeper(FRAME_KILL, &r);
  if (code != NO_ANSWER) return code;
  struct identity who = {0};
  if (read_identity(&who) != 0 || !who.is_this_boot) {
    write_all(STDOUT_FILENO, "killed=0\nsurvivors=\nstate=lost\n", 31);
    return 0;
  }
  size_t killed = signal_offline(&who, SIGTERM);
  signal_offline(&who, SIGCONT);
  size_t left = wait_until_gone(&who, grace_ms > 0 ? grace_ms : FORCED_LOOK_MS, 0);
  if (left > 0 && grace_ms > 0) {
    if (who.cgroup[0]) platform_kill_cgroup(who.cgroup);
    wait_until_gone(&who, FORCED_LOOK_MS, SIGKILL);
  }
  if (who.cgroup[0]) platform_remove_cgroup(who.cgroup);
  print_survivors(&who, killed);
  return 0;
}

int run_signal(const char *keep, int signal, int tree) {
  if (enter_existing_keep(keep) != 0) return 1;
  int fd = connect_control(1);
  if (fd >= 0) {
    char data[64];
    struct record r = {data, 0, sizeof data, 0};
    record_number(&r, "signal", (uint64_t)signal);
    record_number(&r, "tree", (uint64_t)tree);
    return ask(fd, FRAME_SIGNAL, &r);
  }
  struct identity who = {0};
  size_t sent = 0;
  if (tree && read_identity(&who) == 0 && who.is_this_boot) sent = signal_offline(&who, signal);
  else if ((fd = open_command(&who)) >= 0) sent = platform_signal_identity(fd, who.pid, signal) == 0;
  char data[64];
  struct record r = {data, 0, sizeof data, '\n'};
  record_number(&r, "sent", sent);
  write_all(STDOUT_FILENO, data, r.length);
  return sent == 0;
}

int run_await(const char *keep) {
  struct identity who = {0};
  if (enter_existing_keep(keep) != 0) return 1;
  int fd = open_command(&who);
  if (fd < 0) return 0;
  struct pollfd gone = {fd, POLLIN, 0};
  while (poll(&gone, 1, -1) < 0 && errno == EINTR) {}
  return 0;
}

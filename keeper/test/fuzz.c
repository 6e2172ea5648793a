/* Throws broken, cut and mutated frames at a keeper's control socket, with the sanitizers watching.
 * Then the same at a hub whose channels lead to that very keeper.
 * usage: fuzz SEED ROUNDS; in an empty folder. Prints the rounds done and how many frames were answered. */
#include "../hub/hub.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static uint64_t state;

static uint32_t random_number(uint32_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return below ? (uint32_t)(state >> 11) % below : 0;
}

static const char *const entries[] = {
  "role=engine", "role=follower", "role=", "offset=0", "offset=18446744073709551615", "offset=99999999999999999999999", "offset=-1",
  "cols=80", "rows=24", "cols=0", "rows=70000", "signal=0", "signal=99", "tree=1", "grace_ms=0", "grace_ms=1",
  "source=process.kill", "source=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bytes=1", "bytes=8192",
  "bytes=67108864", "watch=1", "watch", "=", "", "==", "bytes", "x=y",
};

static size_t make_payload(uint8_t *to, uint16_t type) {
  size_t length = 0;
  if (type == FRAME_STDIN && random_number(4)) {
    length = random_number(8) ? 16 + random_number(64) : 16 + random_number(60000);
    write_u64(to, random_number(4));
    write_u64(to + 8, random_number(1000));
    memset(to + 16, 'x', length - 16);
    return length;
  }
  for (uint32_t count = random_number(5); count > 0; count--) {
    const char *entry = entries[random_number(sizeof entries / sizeof *entries)];
    size_t entry_length = strlen(entry) + (random_number(8) != 0); /* now and then without its NUL */
    memcpy(to + length, entry, entry_length);
    length += entry_length;
  }
  return length;
}

static size_t make_frame(uint8_t *to) {
  uint16_t type = random_number(10) ? (uint16_t)(1 + random_number(11)) : (uint16_t)random_number(65536);
  if (type == FRAME_KILL && random_number(20)) type = FRAME_STATUS; /* a walk of /proc each: some are enough */
  size_t length = make_payload(to + FRAME_HEADER, type);
  frame_header(to, (uint32_t)length, type, random_number(5));
  size_t whole = FRAME_HEADER + length;
  if (random_number(6) == 0)
    for (uint32_t n = 1 + random_number(4); n > 0; n--) to[random_number((uint32_t)whole)] ^= (uint8_t)(1u << random_number(8));
  if (random_number(12) == 0) whole = random_number((uint32_t)whole + 1);
  return whole;
}

static void set_up(void) {
  int input[2], output[2];
  if (pipe(input) != 0 || pipe(output) != 0) exit(1);
  for (int i = 0; i < MAX_CLIENTS; i++) keeper.clients[i].fd = -1;
  keeper.output = output[0];
  keeper.input.fd = input[1];
  keeper.input.state = INPUT_OPEN;
  keeper.is_terminal = 1; /* resizes reach the log */
  keeper.is_childless = 1;
  keeper.exit_file = -1;
  fcntl(input[0], F_SETFL, O_NONBLOCK);
  fcntl(input[1], F_SETFL, O_NONBLOCK);
  if (log_open(&keeper.log, 65536, 4096, 1) != 0) exit(1);
}

/* The hub starts this program for SPAWN and RUN: it then does nothing, as a launcher that is killed at once. */
int run_words(int count, char **words) {
  (void)count, (void)words;
  return 0;
}

static char own_keep[4096];

static size_t make_hub_payload(uint8_t *to, uint16_t type) {
  static const char *const words[] = {"arg=status", "arg=await", "arg=launch", "arg=", "arg=/no/such/keep"};
  size_t length = 0;
  if (type == FRAME_TO_KEEPER && random_number(8)) return make_frame(to);
  if (type == FRAME_OPEN && random_number(8)) {
    length = (size_t)sprintf((char *)to, "keep=%s", random_number(4) ? own_keep : "/no/such/keep") + 1;
    if (random_number(2)) length += (size_t)sprintf((char *)to + length, "from=%u", random_number(100000)) + 1;
    if (random_number(4) == 0) length--;
    return length;
  }
  if (type == FRAME_RUN || random_number(4) == 0)
    for (uint32_t n = random_number(4); n > 0; n--) length += (size_t)sprintf((char *)to + length, "%s", words[random_number(5)]) + 1;
  return length + make_payload(to + length, FRAME_STATUS);
}

static size_t make_hub_frame(uint8_t *to) {
  static const uint16_t types[] = {FRAME_OPEN, FRAME_OPEN, FRAME_TO_KEEPER, FRAME_TO_KEEPER, FRAME_TO_KEEPER, FRAME_CLOSE};
  uint16_t type = types[random_number(6)];
  if (random_number(100) == 0) type = random_number(2) ? FRAME_RUN : FRAME_SPAWN; /* a process each: some are enough */
  if (random_number(30) == 0) type = (uint16_t)random_number(200);
  size_t length = make_hub_payload(to + FRAME_HEADER, type);
  frame_header(to, (uint32_t)length, type, random_number(4));
  size_t whole = FRAME_HEADER + length;
  if (random_number(20) == 0)
    for (uint32_t n = 1 + random_number(4); n > 0; n--) to[random_number((uint32_t)whole)] ^= (uint8_t)(1u << random_number(8));
  if (random_number(40) == 0) whole = random_number((uint32_t)whole + 1);
  return whole;
}

/* The keeper's side, as its loop would go on. */
static void turn_keeper(void) {
  for (int i = 0; i < 3; i++) control_listen_events();
  for (int i = 0; i < MAX_CLIENTS; i++)
    if (keeper.clients[i].fd >= 0) control_client_events(&keeper.clients[i]);
  if (random_number(4) == 0) log_append(&keeper.log, io_buffer, random_number(9000));
  if (random_number(60) == 0) {
    keeper.life = LIFE_ENDED;
    keeper.final_offset = keeper.log.total;
    push_ended();
  }
  push_grew();
  ending_step();
}

static long fuzz_hub_round(uint8_t *bytes) {
  int ends[2];
  long answers = 0;
  size_t length = 0, at = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) exit(1);
  dup2(ends[0], STDIN_FILENO);
  dup2(ends[0], STDOUT_FILENO);
  close(ends[0]);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  keeper.life = LIFE_RUNNING;
  hub_begin("fuzz");
  for (uint32_t n = 1 + random_number(8); n > 0; n--) length += make_hub_frame(bytes + length);
  for (int turns = 0, is_over = 0; !is_over && turns < 200 && (at < length || turns < 8); turns++) {
    size_t piece = 1 + random_number(random_number(2) ? 30 : 70000);
    if (piece > length - at) piece = length - at;
    ssize_t n = piece ? send(ends[1], bytes + at, piece, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
    if (n > 0) at += (size_t)n;
    is_over = hub_turn(0) != 0;
    turn_keeper();
    static uint8_t heard[65536];
    while (recv(ends[1], heard, sizeof heard, MSG_DONTWAIT) > 0) answers++;
  }
  hub_end();
  int nowhere = open("/dev/null", O_RDWR); /* 0 and 1 stay taken */
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
  close(ends[1]);
  for (int i = 0; i < 6; i++) turn_keeper();
  return answers;
}

static void fuzz_hub(uint8_t *bytes, long rounds) {
  int input = dup(STDIN_FILENO), output = dup(STDOUT_FILENO);
  long answers = 0;
  fcntl(input, F_SETFD, FD_CLOEXEC);
  fcntl(output, F_SETFD, FD_CLOEXEC);
  if (!getcwd(own_keep, sizeof own_keep) || control_listen() != 0) exit(1);
  for (long round = 0; round < rounds; round++) {
    answers += fuzz_hub_round(bytes);
    if (chdir(own_keep) != 0) exit(1);
  }
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  printf("hub_rounds=%ld hub_answers=%ld\n", rounds, answers);
}

int main(int count, char **words) {
  static uint8_t bytes[8 * (FRAME_HEADER + 65600)];
  if (count > 1 && words[1][0] > '9') return run_words(count, words); /* started by the hub */
  state = count > 1 ? strtoull(words[1], NULL, 10) * 2654435761u + 88172645463325252u : 1;
  long rounds = count > 2 ? atol(words[2]) : 10000, answers = 0;
  signal(SIGPIPE, SIG_IGN);
  set_up();
  for (long round = 0; round < rounds; round++) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    struct client *c = &keeper.clients[random_number(MAX_CLIENTS)];
    c->fd = ends[0];
    size_t length = 0;
    for (uint32_t n = 1 + random_number(6); n > 0; n--) length += make_frame(bytes + length);
    if (random_number(16) == 0) keeper.life = keeper.life == LIFE_ENDED ? LIFE_RUNNING : LIFE_ENDED;
    for (size_t at = 0; at < length && c->fd >= 0;) {
      size_t piece = 1 + random_number(random_number(2) ? 30 : 70000);
      if (piece > length - at) piece = length - at;
      ssize_t n = send(ends[1], bytes + at, piece, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (n <= 0) break;
      at += (size_t)n;
      control_client_events(c);
      if (random_number(4) == 0) log_append(&keeper.log, bytes, random_number(5000));
      push_grew();
      ending_step();
      while (recv(ends[1], io_buffer, sizeof io_buffer, MSG_DONTWAIT) > 0) answers++;
    }
    close(ends[1]);
    if (c->fd >= 0) control_drop(c);
    while (read(keeper.input.fd - 1, io_buffer, sizeof io_buffer) > 0) {}
  }
  if (keeper.engines != 0) abort(); /* every engine that came has gone */
  printf("rounds=%ld answers=%ld\n", rounds, answers);
  fflush(stdout);
  fuzz_hub(bytes, rounds / 8);
  if (keeper.engines != 0) abort();
  return 0;
}

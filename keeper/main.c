/* ringback-keeper: one program, a few words. See PROTOCOL.md. */
#include "alarm/alarm.h"
#include "process/process.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
  "ringback-keeper: owns one background process. Usage:\n"
  "  ringback-keeper spawn < RECORD             start one (entries end with NUL; see PROTOCOL.md)\n"
  "  ringback-keeper status KEEP                what is known about it\n"
  "  ringback-keeper signal KEEP NUMBER [--tree]\n"
  "  ringback-keeper kill KEEP [--grace MS] [--source NAME]\n"
  "  ringback-keeper await KEEP                 return when the command of a dead keeper is gone\n"
  "  ringback-keeper attach KEEP [--from OFFSET]\n"
  "  ringback-keeper remove KEEP                the folder of a keeper that has left\n"
  "  ringback-keeper claim KEEP                 it shall never start\n"
  "  ringback-keeper hold REQUEST [--grace MS]  start one from a file and stay until it ended (batch systems)\n"
  "  ringback-keeper hub [--instead LOCK_FILE]  many keeps over stdin and stdout (used by the engine)\n"
  "  ringback-keeper alarm HOME COMMAND…        start a home's daemon when it is due (used by the daemon)\n"
  "  ringback-keeper launch                     start requests on stdin (used by the engine)\n"
  "  ringback-keeper version\n";

static void print(int fd, const char *text) { write_all(fd, text, strlen(text)); }

static const char *option(int count, char **words, const char *name, const char *otherwise) {
  for (int i = 3; i + 1 < count; i++)
    if (strcmp(words[i], name) == 0) return words[i + 1];
  return otherwise;
}

static uint64_t number_option(int count, char **words, const char *name, uint64_t otherwise) {
  const char *text = option(count, words, name, NULL);
  return text ? parse_number(text, strlen(text), otherwise) : otherwise;
}

static int wrong_usage(void) {
  print(STDERR_FILENO, help);
  return 2;
}

static int dispatch_on_keep(const char *word, const char *keep, int count, char **words) {
  if (strcmp(word, "status") == 0) return run_status(keep);
  if (strcmp(word, "await") == 0) return run_await(keep);
  if (strcmp(word, "remove") == 0) return run_remove(keep);
  if (strcmp(word, "claim") == 0) return run_claim(keep);
  if (strcmp(word, "hold") == 0) return run_hold(keep, number_option(count, words, "--grace", 10000));
  if (strcmp(word, "attach") == 0) return run_attach(keep, number_option(count, words, "--from", 0));
  if (strcmp(word, "kill") == 0)
    return run_kill(keep, number_option(count, words, "--grace", 2000), option(count, words, "--source", "process.kill"));
  if (strcmp(word, "signal") == 0 && count > 3) {
    int number = (int)parse_number(words[3], strlen(words[3]), 0);
    int tree = count > 4 && strcmp(words[4], "--tree") == 0;
    if (number >= 1 && number <= 64) return run_signal(keep, number, tree);
  }
  return wrong_usage();
}

int run_words(int count, char **words) {
  const char *word = count > 1 ? words[1] : "";
  if (strcmp(word, "launch") == 0) return run_launch();
  if (strcmp(word, "spawn") == 0) return run_spawn();
  if (strcmp(word, "alarm") == 0 && count > 3) return run_alarm(words[2], words + 3);
  if (strcmp(word, "hub") == 0) return run_hub(words[0], count > 3 && strcmp(words[2], "--instead") == 0 ? words[3] : NULL);
  if (strcmp(word, "version") == 0) {
    print(STDOUT_FILENO, "protocol=1\nhub=1\nplatform=");
    print(STDOUT_FILENO, platform_name());
    print(STDOUT_FILENO, "\n");
    return 0;
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "help") == 0) {
    print(STDOUT_FILENO, help);
    return 0;
  }
  return count > 2 ? dispatch_on_keep(word, words[2], count, words) : wrong_usage();
}

int main(int count, char **words) {
  signal(SIGPIPE, SIG_IGN);
  return run_words(count, words);
}

/* The exit record: written last, by rename, into space that was reserved at the start (promises 2, 3, 10). */
#include "process.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define EXIT_RESERVED 4096

void exit_reserve(void) {
  if (keeper.exit_file >= 0) return;
  keeper.exit_file = open("exit.reserved", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (keeper.exit_file >= 0) (void)!posix_fallocate(keeper.exit_file, 0, EXIT_RESERVED);
}

/* What stays true for ever; STATUS shows it too. */
void exit_facts(struct record *r) {
  if (keeper.never_began) record_number(r, "never_began", 1); /* and no status is invented */
  else record_number(r, "status", (uint64_t)(uint32_t)keeper.raw_status);
  if (keeper.refusal[0]) record_text(r, "refusal", keeper.refusal);
  record_number(r, "ended_at", keeper.ended_at);
  record_number(r, "max_rss_kb", keeper.max_rss_kb);
  record_number(r, "user_ms", keeper.user_ms);
  record_number(r, "system_ms", keeper.system_ms);
  record_number(r, "oom", (uint64_t)keeper.killed_for_memory);
  record_text(r, "source", keeper.source);
}

void exit_record(struct record *r) {
  record_number(r, "version", PROTOCOL_VERSION);
  exit_facts(r);
  record_number(r, "offset", keeper.final_offset);
  record_number(r, "lines", keeper.final_lines);
  record_number(r, "output_open", (uint64_t)keeper.final_output_open);
  record_number(r, "last_output_at", keeper.final_last_output_at);
  record_number(r, "gap_bytes", keeper.log.gap_bytes);
  record_number(r, "descendants", keeper.final_descendants);
}

void exit_store(void) {
  char data[1024];
  struct record r = {data, 0, sizeof data, '\n'};
  exit_record(&r);
  record_number(&r, "complete", record_checksum(data, r.length));
  failpoint("exit:before-write");
  if (keeper.exit_file < 0) return;
  /* The reserved blocks are written first and cut to size afterwards: nothing is asked of a full disk. */
  if (pwrite(keeper.exit_file, data, r.length, 0) == (ssize_t)r.length) {
    failpoint("exit:after-write");
    (void)!ftruncate(keeper.exit_file, (off_t)r.length);
    (void)!rename("exit.reserved", "exit");
  }
  failpoint("exit:after-rename");
}

void exit_sync(void) {
  log_sync(&keeper.log);
  if (keeper.exit_file >= 0) fdatasync(keeper.exit_file);
  int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  fsync(folder);
  close(folder);
}

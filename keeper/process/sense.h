/* What a keeper notices about its process besides output and end: that it waits for somebody to type. */
#ifndef RINGBACK_SENSE_H
#define RINGBACK_SENSE_H

#include "process.h"

/* Who reads from the process's terminal or stdin pipe, and how that is known (promise 19). */
enum evidence { EVIDENCE_NONE, EVIDENCE_LIKELY, EVIDENCE_CERTAIN };

struct reader {
  enum evidence evidence;
  const char *by;        /* what it was found in: read, poll, select, epoll, io_uring, refused */
  pid_t pid, thread;
  uint64_t switches;     /* how often that thread has slept: unchanged means that it is still the same sleep */
  char program[32];      /* its name, as the kernel has it */
};

/* platform: the best evidence in the tree for somebody who waits on keeper.input; EVIDENCE_NONE where it cannot be told. */
void platform_find_reader(const struct pid_list *list, struct reader *reader);

void sense_start(int is_wanted);                       /* sense.c */
void sense_want(int is_wanted);
void sense_printed(const uint8_t *data, size_t length);
void sense_typed(size_t length);
void sense_step(uint64_t now);
uint64_t sense_deadline(uint64_t now);                 /* UINT64_MAX: nothing to wait for */
void sense_heard(uint64_t offset, uint64_t typed);     /* an engine has recorded that prompt */
void sense_engine_left(void);                          /* the last one */
int sense_has_news(void);                              /* that no engine has recorded */
int sense_waits(struct record *r, const char *prefix); /* the prompt that waits now; 0: none */

#endif

/* That a process has printed nothing for as long as somebody wants to hear of. */
#ifndef RINGBACK_QUIET_H
#define RINGBACK_QUIET_H

#include "process.h"

void quiet_want(uint64_t after_ms);        /* 0: nobody wants to hear of it */
void quiet_printed(void);
void quiet_sampled(const struct usage *usage, uint64_t now);
void quiet_step(uint64_t now);
uint64_t quiet_deadline(uint64_t now);     /* UINT64_MAX: nothing to wait for */
void quiet_heard(uint64_t offset);         /* an engine has recorded that silence */
void quiet_engine_left(void);              /* the last one */
int quiet_has_news(void);                  /* that no engine has recorded */
int quiet_record(struct record *r);        /* the silence that was told; 0: none */

#endif

/* The hub's parts: many keeps over one stream. See ../PROTOCOL.md. */
#ifndef RINGBACK_HUB_H
#define RINGBACK_HUB_H

#include "../process/process.h"

#define HUB_FRAME_MAX (FRAME_HEADER + FRAME_MAX_PAYLOAD) /* payload of every frame but SPAWN: at most a control frame */
#define OPEN_FILES_RESERVED 40 /* kept free of channels: for segments, folders and the launcher */

/* A list that grows by whole mappings; NULL when there is no memory, and the old one stays. */
void *hub_grow(void *items, size_t count, size_t *capacity, size_t size);
extern size_t hub_files; /* how many channels and runs there may be */

/* ---- out.c: what waits to be written ---- */

int out_has_room(void);   /* for all that one event can bring */
int out_is_busy(void);    /* enough is on its way: output can wait, answers need not stand in line behind it */
int out_is_empty(void);
uint8_t *out_room(size_t length); /* NULL: none; then the hub is over */
void out_added(size_t length);
void out_bytes(const void *data, size_t length);
void out_frame(uint16_t type, uint32_t tag, const void *data, size_t length);
void out_record(uint16_t type, uint32_t tag, const struct record *r);
void out_error(uint32_t tag, const char *code, const char *message);
int out_flush(void);      /* -1: nobody reads any more */
void out_rest(void);      /* before a sleep, or at the end: what is in it is forgotten */

/* ---- channel.c: one keep on the stream ---- */

/* LIVE: its keeper is connected. EXIT: it is not; what was printed before the end is sent, then ENDED from the file.
 * REST: what is left on disk is sent, then CLOSED. */
enum phase { PHASE_LIVE, PHASE_EXIT, PHASE_REST };

struct channel {
  uint32_t tag;
  int is_over;           /* to be swept away at the end of the turn */
  enum phase phase;
  const char *reason;    /* of CLOSED */
  int control;           /* -1: no keeper */
  int is_armed;          /* the keeper will say GREW */
  int has_told_end;
  int holds_frame;       /* the next frame in `in` is ENDED, WAITS or QUIET, and output before it is still to be sent */
  uint64_t end;          /* output up to here is there */
  uint64_t next_at;      /* monotonic; not armed or tried again before; 0: at once */
  size_t last_piece;     /* bytes of the last frame of output */
  struct catch_up out;
  uint8_t *in;           /* the keeper's bytes that are not handled, PARTIAL_BYTES long */
  size_t in_length;
  uint8_t *to;           /* what the keeper has not taken, TO_BYTES long */
  size_t to_from, to_length;
  short events;          /* what poll said */
  char keep[];           /* the folder's path; a channel is one page */
};

extern struct channel **channels;
extern size_t channel_count;

void channel_open(const struct frame *f);
int channel_close(uint32_t tag); /* whether there was one */
short channel_wants(const struct channel *c); /* events to poll for; 0: leave it out */
void channel_events(struct channel *c);
int channel_is_ready(const struct channel *c, uint64_t now); /* has something to send now */
void channel_step(struct channel *c, uint64_t now);          /* at most one piece */
void channel_tick(struct channel *c, uint64_t now);
void channels_sweep(void);
void channels_end(void);
struct channel *channel_find(uint32_t tag);
void channel_tell_closed(uint32_t tag, const char *reason, const char *message);

/* ---- to_keeper.c: the other direction ---- */

void channel_pass(const struct frame *f);
void channel_send_rest(struct channel *c);
void channel_subscribe(struct channel *c, const char *role, int wants_sense);
void channel_arm(struct channel *c);
void channel_forget_rest(struct channel *c);

/* ---- child.c ---- */

extern char *hub_program; /* as it was called */
void child_prepare(char *program);
int child_pipe(int ends[2], int ours); /* that end never waits */
void child_become(char **words, int input, int output, int errors); /* in the child; -1: /dev/null */
int child_end(pid_t pid, int by_force); /* its exit code, as a shell would say it */

/* ---- launcher.c ---- */

void launcher_spawn(const struct frame *f);
int launcher_is_busy(void);
int launcher_requests(void); /* descriptors, -1: none */
int launcher_answers(void);
int launcher_has_rest(void);
void launcher_events(short requests, short answers);
void launcher_end(void);

/* ---- run.c ---- */

struct run {
  uint32_t tag;
  pid_t pid;
  int output;            /* -1: over, to be swept away */
  uint8_t *text;         /* exit code and what it printed, RAN_BYTES long once there is something */
  size_t length;
  short events;
};

extern struct run *runs;
extern size_t run_count;

void run_begin(const struct frame *f);
int run_close(uint32_t tag); /* whether there was one */
void run_events(struct run *r);
void runs_sweep(void);
void runs_end(void);

/* ---- hub.c ---- */

void hub_begin(char *program);
int hub_turn(int may_sleep); /* -1: it is over */
void hub_end(void);

/* instead.c: ends the hub that holds the lock, and takes its place */
void hub_replace(const char *lock_file);

#endif

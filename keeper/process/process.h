/* The keeper: one small program that owns one process. See ../PROTOCOL.md for its files and frames. */
#ifndef RINGBACK_PROCESS_H
#define RINGBACK_PROCESS_H

#include "../common/common.h"

/* ---- log.c: the output on disk ---- */

struct output_log {
  int folder;            /* descriptor of output/ */
  int segment, index, times; /* current files, -1 when none is open */
  uint64_t total;        /* bytes printed, kept or not: the permanent offset */
  uint64_t lines;        /* newlines printed */
  uint64_t segment_start, segment_capacity;
  uint64_t segment_size; /* of its bytes and their times */
  uint64_t kept_bytes;   /* on disk, all segments, with their times */
  uint64_t gap_bytes;    /* could not be kept: the disk was full */
  uint64_t limit, head;
  uint64_t indexed_offset, indexed_at; /* the last index record */
  uint64_t times_from, timed_at; /* the times of the segment's start and of the last record of times */
  uint16_t grain_ms;     /* output that comes this long after the last record of times has one of its own */
  uint64_t last_output_at;
  uint16_t cols, rows;
};

int log_open(struct output_log *log, uint64_t limit, uint64_t head, uint16_t grain_ms);
void log_append(struct output_log *log, const uint8_t *data, size_t length);
void log_resized(struct output_log *log, uint16_t cols, uint16_t rows);
void log_set_limit(struct output_log *log, uint64_t limit);
void log_sync(struct output_log *log);

/* ---- input.c: stdin in numbered writes ---- */

struct input_chunk {
  struct input_chunk *next;
  size_t length, written;
  uint8_t data[];
};

enum input_state { INPUT_NONE, INPUT_OPEN, INPUT_CLOSED };

struct input {
  enum input_state state;
  int fd;              /* the pipe's or the terminal's descriptor */
  int is_terminal;     /* then the descriptor belongs to the output side and is not closed here */
  int close_wanted;    /* close as soon as the queue is empty */
  int line_start;      /* the last byte written ended a line: one EOF character is enough */
  size_t queued;
  struct input_chunk *first, *last;
};

enum input_result { INPUT_ACCEPTED, INPUT_REPEATED, INPUT_NOT_THERE, INPUT_IS_CLOSED, INPUT_FULL };

enum input_result input_write(struct input *in, uint64_t writer, uint64_t seq, const uint8_t *data, size_t length);
void input_close(struct input *in);
void input_flush(struct input *in);

/* ---- the keeper itself ---- */

/* RUNNING: the command lives. DRAINING: it was reaped, its last output is still read.
 * ENDED: `exit` is written; descendants or open output may still keep the keeper here.
 * HELD: before all of these, where it was asked to wait for BEGIN. */
enum life { LIFE_RUNNING, LIFE_DRAINING, LIFE_ENDED, LIFE_HELD };

enum ending_phase { ENDING_NONE, ENDING_ASKED, ENDING_FORCED };

/* A kill under way: asked (SIGTERM), then forced (SIGKILL), then looked at again. */
struct ending {
  enum ending_phase phase;
  uint64_t deadline;     /* of this phase, monotonic */
  uint64_t grace_ms;     /* 0: never forced */
  size_t counted;        /* how many were there when it began */
  size_t reaped;         /* how many we have reaped since */
};

#define MAX_CLIENTS 64
#define PARTIAL_BYTES (FRAME_HEADER + FRAME_MAX_PAYLOAD + sizeof io_buffer)

struct client {
  int fd;                /* -1: free */
  uint8_t is_subscribed, is_engine, is_armed, waits_for_kill;
  uint8_t wants_sense;   /* asked for WAITS and PASSED */
  uint32_t kill_tag;
  uint64_t number;       /* in the order of their coming */
  uint64_t armed_offset;
  uint8_t *partial;      /* the beginning of a frame, PARTIAL_BYTES long */
  size_t partial_length;
};

struct keeper {
  enum life life;
  char id[32];
  pid_t pid;             /* the command; 0 once it was reaped */
  pid_t command_pid;     /* the same, for ever */
  int pidfd;
  int output;            /* read end of the pipe, or the terminal; -1 after end of file */
  int is_terminal;
  int raw_status;
  int never_began;       /* it was held, and ended so: there is no status */
  char refusal[256];     /* why it never began, where that was not a kill */
  int listener;
  int engines;           /* connected clients with role=engine */
  int was_seen;          /* an engine recorded the end */
  int is_being_stopped;  /* systemd ends all of our cgroup: the machine stops, or the user has logged out */
  int is_childless;      /* waitpid said ECHILD */
  int is_watched;
  uint64_t started_at, ended_at;
  uint64_t drain_quiet_at, drain_latest_at; /* monotonic deadlines while draining */
  uint64_t runtime_ms;                      /* how long it may run, 0: for ever */
  uint64_t runtime_deadline;                /* monotonic, 0: none */
  uint64_t max_rss_kb, user_ms, system_ms;
  uint64_t memory_kills_before;
  int killed_for_memory;
  uint64_t final_offset, final_lines, final_last_output_at;
  int final_output_open;
  size_t final_descendants;
  int exit_file;         /* reserved space, -1 when it could not be had */
  char source[32];       /* who asked for the end */
  char cgroup[256];
  struct ending ending;
  struct output_log log;
  struct input input;
  struct client clients[MAX_CLIENTS];
  /* waking, see wake.c */
  char **wake;           /* argument list, NULL: none */
  uint64_t engine_left_at, next_wake_at;
  uint64_t wake_offset;  /* output up to here was some engine's business */
  int wake_tries;
};

extern struct keeper keeper;

int keeper_start(char *request, size_t length, int answer_fd, uint32_t tag); /* start.c; 0: the command runs, on to the loop */
void keeper_begin(void);                                                     /* start.c; starts the command that was held */
void started_record(struct record *r);                                       /* start.c */
int control_listen(void);                                                    /* -1 and EEXIST: the keep was claimed */
void keeper_loop(void);                                                      /* loop.c */
void release_terminal(void);                                                 /* start.c */
void life_event_reaped(int status, const void *usage);
void life_event_output_closed(void);
void life_event_quiet(void);
void life_event_dropped(const char *why);                    /* it is not to begin any more, if it has not begun */

void reap_children(void);                                    /* reap.c */
size_t count_descendants(void);

void ending_begin(const char *source, uint64_t grace_ms);    /* ending.c */
void ending_step(void);
int signal_tree(int signal);

void exit_reserve(void);                                     /* exit.c */
void exit_facts(struct record *r);
void exit_record(struct record *r);
void exit_store(void);
void exit_sync(void);

void control_listen_events(void);                            /* control.c */
void control_client_events(struct client *c);
void control_drop(struct client *c);
void push_grew(void);
void push_ended(void);
void push_sense(uint16_t type, const struct record *r);      /* to whoever asked for it */
void answer_kills(const struct pid_list *survivors);
void status_record(struct record *r);

void sample_printed(void);                                   /* sample.c */
const struct usage *sample_take(uint64_t now);               /* one now, besides the regular ones */
void sample_text(struct record *r, uint64_t after);          /* those later than that time, as far as they fit */
void sample_step(uint64_t now);
uint64_t sample_deadline(uint64_t now);                      /* UINT64_MAX: nothing to wait for */

void wake_step(uint64_t now);                                /* wake.c */
uint64_t wake_deadline(void);                                /* UINT64_MAX: nothing to wait for */
int wake_is_hopeless(void);

int run_launch(void);                                        /* launch.c */
int run_spawn(void);
int run_status(const char *keep);                            /* offline.c */
int run_signal(const char *keep, int signal, int tree);
int run_kill(const char *keep, uint64_t grace_ms, const char *source);
int run_await(const char *keep);
int run_attach(const char *keep, uint64_t from);             /* attach.c */
int run_hub(char *program, const char *lock_file);                                  /* hub.c */
int run_remove(const char *keep);                            /* remove.c */
int is_keep_path(const char *keep);                          /* remove.c: absolute, and its last part looks like proc_… */
int run_claim(const char *keep);                             /* claim.c */
int run_hold(const char *request, uint64_t grace_ms);        /* hold.c */
int run_words(int count, char **words);                      /* main.c: what the program's words ask for */

int connect_control(int is_patient);                         /* offline.c; in the current folder */
int enter_existing_keep(const char *keep);                   /* no links; from then on the current folder */
const char *offline_state(void);                             /* of the current folder, without its keeper */
ssize_t read_exit(char *to, size_t capacity);                /* -1: there is none, or it is damaged */
void ignore_signals(void);                                   /* start.c */
pid_t fork_keeper(char *request, size_t length, int *answer);/* launch.c; the answer is a frame to be read */
long read_answer(int fd, uint8_t *bytes, size_t capacity, struct frame *frame); /* 0 or less: none came */

#endif

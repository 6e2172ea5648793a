/* The keeper: one small program that owns one process. See ../PROTOCOL.md for its files and frames. */
#ifndef RINGBACK_KEEPER_H
#define RINGBACK_KEEPER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROTOCOL_VERSION 1

/* ---- record.c: key=value entries, the one format of files and frames ---- */

struct record {
  char *data;     /* entries so far */
  size_t length;  /* bytes used */
  size_t capacity;/* bytes there; an entry that does not fit is left out whole */
  char separator; /* '\n' in files, NUL in frames */
};

void record_text(struct record *r, const char *key, const char *value);
void record_number(struct record *r, const char *key, uint64_t value);
const char *record_find(const char *data, size_t length, char separator, const char *key, size_t *value_length);
const char *record_get(const char *data, size_t length, const char *key); /* NUL-separated only */
uint64_t record_get_number(const char *data, size_t length, char separator, const char *key, uint64_t missing);
uint64_t record_checksum(const char *data, size_t length);
int record_is_whole(const char *data, size_t length);
size_t format_number(char *to, uint64_t value, int min_digits);

/* ---- frame.c: the wire ---- */

enum frame_type {
  FRAME_STATUS = 1, FRAME_SUBSCRIBE, FRAME_ARM, FRAME_STDIN, FRAME_CLOSE_STDIN, FRAME_RESIZE,
  FRAME_SIGNAL, FRAME_KILL, FRAME_SEEN, FRAME_LIMIT, FRAME_WISH,
  FRAME_SPAWN = 20,
  FRAME_OPEN = 40, FRAME_TO_KEEPER, FRAME_CLOSE, FRAME_RUN,
  FRAME_OK = 101, FRAME_ERROR, FRAME_STATUS_ANSWER,
  FRAME_GREW = 110, FRAME_ENDED,
  FRAME_STARTED = 120,
  FRAME_OUTPUT = 130, FRAME_GAP, FRAME_FROM_KEEPER, FRAME_CLOSED, FRAME_RAN
};

#define FRAME_HEADER 12
#define FRAME_MAX_PAYLOAD 65536
#define SPAWN_MAX_PAYLOAD (8u << 20)

struct frame {
  uint32_t length;       /* payload bytes */
  uint16_t type;         /* enum frame_type, or one we do not know */
  uint32_t tag;          /* repeated in the answer */
  const uint8_t *payload;/* points into the buffer it was taken from */
};

/* Takes one frame from the front of a buffer: bytes used, 0 if more are needed, -1 if it breaks the rules. */
long frame_take(const uint8_t *buffer, size_t length, size_t max_payload, struct frame *frame);
const char *frame_text(const struct frame *f, const char *key); /* NULL: not there, or not ended */
void frame_header(uint8_t header[FRAME_HEADER], uint32_t length, uint16_t type, uint32_t tag);
uint64_t read_u64(const uint8_t *from);
void write_u64(uint8_t *to, uint64_t value);

/* ---- util.c ---- */

uint64_t now_ms(void);       /* wall clock */
uint64_t monotonic_ms(void); /* for deadlines */
int write_all(int fd, const void *data, size_t length);
ssize_t read_file(const char *path, char *to, size_t capacity); /* NUL-terminated; -1 if it cannot be read */
ssize_t read_file_in(int folder, const char *path, char *to, size_t capacity);
int store_file(const char *temporary, const char *name, const char *data, size_t length); /* by rename */
void *pages_take(size_t length); /* zeroed memory straight from the kernel, NULL when there is none */
void pages_give(void *memory, size_t length);
const char *find_text(const char *in, size_t length, const char *wanted, size_t wanted_length);
uint64_t parse_number(const char *text, size_t length, uint64_t otherwise);
int send_record(int fd, uint16_t type, uint32_t tag, const struct record *r);
int answer_record(int fd, uint16_t type, uint32_t tag, const struct record *r);
void error_record(struct record *r, const char *code, const char *message);
const char *error_text(int number); /* a few words, without the C library's tables */

#ifdef RINGBACK_FAILPOINTS
void failpoint(const char *name);
#else
#define failpoint(name) ((void)0)
#endif

/* ---- platform: what is Linux's own sits behind these (linux/; posix/ weakens what it must) ---- */

struct pid_entry {
  pid_t pid;
  pid_t parent; /* whose child it was when it was found */
};

struct pid_list {
  struct pid_entry *entries;
  size_t count, capacity;
};

/* What a tree uses: processor time until now, its dead members included, and memory now. */
struct usage {
  uint64_t cpu_ms, memory_bytes;
};

void platform_prepare_launcher(void);             /* looks up, once, what every keeper needs */
void platform_adopt_orphans(void);                /* descendants whose parent dies become our children */
pid_t platform_fork_command(const char *cgroup, int *pidfd); /* like fork; cgroup may be empty, pidfd may stay -1 */
int platform_make_cgroup(const char *id, char *path, size_t capacity); /* 0 when made */
void platform_kill_cgroup(const char *path);
void platform_remove_cgroup(const char *path);
void platform_list_descendants(pid_t root, struct pid_list *list); /* children before parents, root left out */
int platform_signal(const struct pid_entry *entry, int signal); /* only if it still is that child of that parent */
int platform_start_time(pid_t pid, uint64_t *ticks); /* 0, or -1 when there is no such (living) process */
void platform_boot_id(char *to, size_t capacity);
int platform_peer_is_ours(int socket);
int platform_is_service_manager(pid_t pid);
uint64_t platform_memory_kills(const char *cgroup); /* counter of the kernel's out-of-memory kills */
struct usage platform_usage(const char *cgroup, const struct pid_list *list); /* zeros where it cannot be told */
int platform_waits_for_input(const struct pid_list *list, int input_fd, int is_terminal);
int platform_terminal_name(int master, char *to, size_t capacity);
void platform_size_pipe(int fd, size_t bytes); /* as far as the system allows it */
void platform_run_outside(char *const *arguments); /* not as our descendant: the daemon must survive our kills */
void platform_close_from(int first);
void platform_die_with(pid_t parent); /* for a child that must not outlive it; as far as the system can do that */
int platform_open_identity(pid_t pid, uint64_t start); /* pidfd of exactly that process, -1 if gone, -2 if unsupported */
int platform_signal_identity(int identity, pid_t pid, int signal);
void platform_list_marked(const char *id, struct pid_list *list); /* whoever carries RINGBACK_PROCESS_ID=id */
const char *platform_name(void);
typedef void folder_visitor(const char *name, void *context);
int platform_each_entry(int folder, folder_visitor *visit, void *context); /* every name in an open folder */
void platform_forget_buffer(void); /* io_buffer holds nothing that is needed */
void platform_trim_memory(void); /* give back what only the start needed */
void pid_list_add(struct pid_list *list, pid_t pid, pid_t parent);
void pid_list_free(struct pid_list *list);

/* ---- log.c: the output on disk ---- */

struct output_log {
  int folder;            /* descriptor of output/ */
  int segment, index;    /* current files, -1 when none is open */
  uint64_t total;        /* bytes printed, kept or not: the permanent offset */
  uint64_t lines;        /* newlines printed */
  uint64_t segment_start, segment_size, segment_capacity;
  uint64_t kept_bytes;   /* on disk, all segments */
  uint64_t gap_bytes;    /* could not be kept: the disk was full */
  uint64_t limit, head;
  uint64_t indexed_offset, indexed_at; /* the last index record */
  uint64_t last_output_at;
  uint16_t cols, rows;
};

int log_open(struct output_log *log, uint64_t limit, uint64_t head);
void log_append(struct output_log *log, const uint8_t *data, size_t length);
void log_resized(struct output_log *log, uint16_t cols, uint16_t rows);
void log_set_limit(struct output_log *log, uint64_t limit);
void log_sync(struct output_log *log);

/* ---- catch_up.c: the output read again, as frames ---- */

struct catch_up {
  const char *keep;    /* its folder */
  uint64_t position;   /* the next byte to send */
  int segment;         /* open while there is more to read in it, else -1 */
  uint64_t start;      /* of that segment */
  uint64_t known_end;  /* of that segment when it was opened */
};

/* Makes one whole frame, OUTPUT or GAP, of what lies before `end`, in a buffer of FRAME_HEADER + FRAME_MAX_PAYLOAD
 * bytes, and moves on. Its length; 0: it cannot be read at the moment (too many files are open). */
size_t catch_up_next(struct catch_up *c, uint64_t end, uint32_t tag, uint8_t *frame);
void catch_up_close(struct catch_up *c);
uint64_t catch_up_disk_end(const char *keep); /* where the last segment ends */

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
 * ENDED: `exit` is written; descendants or open output may still keep the keeper here. */
enum life { LIFE_RUNNING, LIFE_DRAINING, LIFE_ENDED };

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
  int listener;
  int engines;           /* connected clients with role=engine */
  int was_seen;          /* an engine recorded the end */
  int is_being_stopped;  /* systemd ends all of our cgroup: the machine stops, or the user has logged out */
  int is_childless;      /* waitpid said ECHILD */
  int is_watched;
  uint64_t started_at, ended_at;
  uint64_t drain_quiet_at, drain_latest_at; /* monotonic deadlines while draining */
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
extern uint8_t io_buffer[65536]; /* shared by every read: a keeper has one thing in hand at a time */

int keeper_start(char *request, size_t length, int answer_fd, uint32_t tag); /* start.c; 0: the command runs, on to the loop */
int control_listen(void);                                                    /* -1 and EEXIST: the keep was claimed */
void keeper_loop(void);                                                      /* loop.c */
void release_terminal(void);                                                 /* start.c */
void life_event_reaped(int status, const void *usage);
void life_event_output_closed(void);
void life_event_quiet(void);

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
void answer_kills(const struct pid_list *survivors);
void status_record(struct record *r);

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

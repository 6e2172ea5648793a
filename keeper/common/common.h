/* What every mode of the program shares: records, frames, files, the platform. See ../PROTOCOL.md. */
#ifndef RINGBACK_COMMON_H
#define RINGBACK_COMMON_H

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
  FRAME_SIGNAL, FRAME_KILL, FRAME_SEEN, FRAME_LIMIT, FRAME_WISH, FRAME_HEARD, FRAME_SAMPLES, FRAME_BEGIN, FRAME_DROP,
  FRAME_SPAWN = 20,
  FRAME_OPEN = 40, FRAME_TO_KEEPER, FRAME_CLOSE, FRAME_RUN,
  FRAME_DUE = 60,
  FRAME_OK = 101, FRAME_ERROR, FRAME_STATUS_ANSWER,
  FRAME_GREW = 110, FRAME_ENDED, FRAME_WAITS, FRAME_PASSED, FRAME_QUIET, FRAME_RESUMED,
  FRAME_STARTED = 120,
  FRAME_OUTPUT = 130, FRAME_GAP, FRAME_FROM_KEEPER, FRAME_CLOSED, FRAME_RAN, FRAME_OUTPUT_AT,
  FRAME_CLOCK = 140
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
extern uint8_t io_buffer[65536]; /* shared by every read: a keeper has one thing in hand at a time */
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

/* What a tree uses: processor time until now, its dead members included; memory now; and what those alive, and children that
 * they have waited for, have read from and written to disks. */
struct usage {
  uint64_t cpu_ms, memory_bytes, read_bytes, written_bytes;
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
int platform_list_ports(const struct pid_list *list, char *to, size_t capacity); /* `<address> <pid>;`… of TCP ports; -1: cannot be told */
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
/* A descriptor that is readable when the wall's clock shows a time, and when somebody sets it; -1 where there is none. */
enum wall_event { WALL_NOTHING, WALL_HAS_COME, WALL_WAS_SET };
int platform_wall_timer(void);
void platform_set_wall_timer(int timer, uint64_t at_ms);
enum wall_event platform_wall_event(int timer);
void pid_list_add(struct pid_list *list, pid_t pid, pid_t parent);
void pid_list_free(struct pid_list *list);

/* ---- wake_command.c ---- */

int wake_command_run(const char *lock_path, char *const *command); /* 0: somebody else is at it */

/* ---- times.c: when output was printed ---- */

#define TERMINAL_GRAIN_MS 50
#define PIPE_GRAIN_MS 1000

/* A record: bytes since the segment's start, and above them the milliseconds since its time, which is in its index. */
#define TIMES_RECORD 8
#define INDEX_RECORD 32
#define TIMES_OFFSET_BITS 28
#define TIMES_OFFSET_MAX ((1u << TIMES_OFFSET_BITS) - 1)
#define TIMES_AGE_MAX ((UINT64_C(1) << 36) - 1)

struct times {
  int file;            /* -1: there is none (yet) */
  uint64_t first;      /* of the segment's start: its time, and above that (48 bits) the grain; 0: an older keeper's, without times */
  uint64_t next;       /* the number of the record that was not passed yet */
  uint64_t now;        /* of the last one that was passed, like `first` */
};

void times_begin(struct times *t, int index); /* an open index file, which is only looked at */
void times_use(struct times *t, int file, uint64_t bytes); /* closed by times_end */
/* When the byte at `bytes` of the segment was printed (like `first`), and in `until` which byte has another time. */
uint64_t times_at(struct times *t, uint64_t bytes, uint64_t *until);
void times_end(struct times *t);

/* ---- catch_up.c: the output read again, as frames ---- */

struct catch_up {
  const char *keep;    /* its folder */
  uint64_t position;   /* the next byte to send */
  int segment;         /* open while there is more to read in it, else -1 */
  uint64_t start;      /* of that segment */
  uint64_t known_end;  /* of that segment when it was opened */
  struct times times;  /* of that segment */
};

/* Makes one whole frame, OUTPUT, OUTPUT_AT or GAP, of what lies before `end`, in a buffer of FRAME_HEADER + FRAME_MAX_PAYLOAD
 * bytes, and moves on. Its length; 0: it cannot be read at the moment (too many files are open). */
size_t catch_up_next(struct catch_up *c, uint64_t end, uint32_t tag, uint8_t *frame);
void catch_up_close(struct catch_up *c);
uint64_t catch_up_disk_end(const char *keep); /* where the last segment ends */

#endif

/* When is somebody asked to type? Looked at when output has been silent for a while, seldomer and seldomer; told once per
 * prompt, and again when it is over (promise 19). Who reads is the platform's business, what it means is decided here. */
#include "sense.h"
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define FIRST_LOOK_MS 1000
#define LIKELY_MS 2000       /* of silence, where the evidence is no proof */
#define LONGEST_PAUSE_MS 30000
#define CHECK_MS 100         /* after output or input: is it still the same read? */
#define ENOUGH 4096          /* bytes of a pipe's output that are looked at: who prints much must not wait for us */
#define MAX_UNHEARD 3        /* engines that left without recording a prompt: they do not know what it is */

/* ---- what the screen shows ---- */

enum escape { ESCAPE_NONE, ESCAPE_BEGUN, ESCAPE_CSI, ESCAPE_TEXT, ESCAPE_ONE_MORE };

static struct {
  enum escape escape;      /* where in an escape sequence the output stopped */
  int is_private;          /* CSI ? … */
  unsigned number;         /* its first parameter */
  int has_number;          /* that one is complete */
  int line_is_open;        /* something visible was printed since the last line end */
  int is_alternate;        /* the alternate screen is shown */
  int is_cursor_hidden, is_cursor_moved; /* moved to a given place while it was hidden */
} screen;

/* A program that draws the whole screen waits for keys all the time: less, vim, top. */
static int is_full_screen(void) { return screen.is_alternate || (screen.is_cursor_hidden && screen.is_cursor_moved); }

static void control_sequence(uint8_t last) {
  int is_on = last == 'h';
  if (screen.is_private && (last == 'h' || last == 'l')) {
    if (screen.number == 1049 || screen.number == 1047 || screen.number == 47) screen.is_alternate = is_on;
    if (screen.number == 25) {
      screen.is_cursor_hidden = last == 'l';
      screen.is_cursor_moved = 0;
    }
  }
  if (!screen.is_private && (last == 'H' || last == 'f')) screen.is_cursor_moved = 1;
}

static void begin_sequence(uint8_t byte) {
  screen.is_private = screen.has_number = 0;
  screen.number = 0;
  if (byte == '[') screen.escape = ESCAPE_CSI;
  else if (byte == ']' || byte == 'P' || byte == '_' || byte == '^' || byte == 'X') screen.escape = ESCAPE_TEXT;
  else if (byte == '(' || byte == ')' || byte == '#' || byte == '%') screen.escape = ESCAPE_ONE_MORE;
  else screen.escape = ESCAPE_NONE;
}

static void screen_byte(uint8_t byte) {
  if (byte == 27) {
    screen.escape = ESCAPE_BEGUN;
    return;
  }
  switch (screen.escape) {
    case ESCAPE_NONE: if (byte > ' ' && byte != 127) screen.line_is_open = 1; break;
    case ESCAPE_BEGUN: begin_sequence(byte); break;
    case ESCAPE_ONE_MORE: screen.escape = ESCAPE_NONE; break;
    case ESCAPE_TEXT: if (byte == 7) screen.escape = ESCAPE_NONE; break;
    case ESCAPE_CSI:
      if (byte == '?') screen.is_private = 1;
      else if (byte < '0' || byte > '9') screen.has_number = 1;
      else if (!screen.has_number && screen.number < 10000) screen.number = screen.number * 10 + (byte - '0');
      if (byte >= '@' && byte <= '~') {
        screen.escape = ESCAPE_NONE;
        control_sequence(byte);
      }
  }
}

/* Before the last line only the escape sequences of a terminal matter, and in it no more once something is visible. */
static void screen_printed(const uint8_t *at, size_t length) {
  const uint8_t *end = at + length, *last_line = end;
  if (!keeper.is_terminal && length > ENOUGH) at = end - ENOUGH;
  while (last_line > at && last_line[-1] != '\n') last_line--;
  int has_line_end = last_line > at;
  if (has_line_end && !keeper.is_terminal) at = last_line;
  while (at < end) {
    if (has_line_end && at >= last_line) {
      has_line_end = screen.line_is_open = 0;
      if (!keeper.is_terminal) screen.escape = ESCAPE_NONE;
    }
    if (screen.escape == ESCAPE_NONE && (has_line_end || screen.line_is_open)) {
      const uint8_t *stop = has_line_end ? last_line : end;
      const uint8_t *escape = keeper.is_terminal ? memchr(at, 27, (size_t)(stop - at)) : NULL;
      at = escape ? escape : stop;
      if (!escape) continue;
    }
    screen_byte(*at++);
  }
  if (has_line_end) screen.line_is_open = 0; /* it was the last byte */
}

/* ---- the prompt ---- */

static struct {
  int is_wanted;
  int is_fresh;            /* something was printed or typed since the last turn of the loop */
  uint64_t silent_since;   /* monotonic */
  uint64_t next_look_at;
  uint64_t typed;          /* bytes, ever */
} sense;

/* Its identity is `offset` and `typed`: whatever is printed or typed makes the next one another. */
static struct {
  int is_there;
  int is_hidden;           /* what is typed is not shown */
  int is_heard;            /* an engine has recorded it */
  int is_disturbed;        /* something was printed or typed since */
  int engines_left;        /* without recording it */
  uint64_t offset, typed, since;
  struct reader reader;
} prompt;

static int is_active(void) {
  return sense.is_wanted && keeper.life == LIFE_RUNNING && keeper.input.state == INPUT_OPEN;
}

void sense_start(int is_wanted) {
  sense.is_wanted = is_wanted;
  sense.is_fresh = 1;
}

void sense_want(int is_wanted) {
  if (is_wanted != sense.is_wanted) sense_start(is_wanted);
}

static void note_change(void) {
  sense.is_fresh = 1;
  prompt.is_disturbed = 1;
}

void sense_printed(const uint8_t *data, size_t length) {
  if (keeper.input.state == INPUT_NONE) return;
  screen_printed(data, length); /* also while it is not wanted: it may be, later */
  note_change();
}

void sense_typed(size_t length) {
  sense.typed += length;
  note_change();
}

int sense_has_news(void) { return prompt.is_there && !prompt.is_heard; }

void sense_heard(uint64_t offset, uint64_t typed) {
  if (prompt.is_there && prompt.offset == offset && prompt.typed == typed) prompt.is_heard = 1;
}

void sense_engine_left(void) {
  if (sense_has_news() && ++prompt.engines_left >= MAX_UNHEARD) prompt.is_heard = 1;
}

static void entry_name(char to[32], const char *prefix, const char *name) {
  strcpy(to, prefix);
  strcat(to, name);
}

int sense_waits(struct record *r, const char *prefix) {
  char name[32];
  if (!prompt.is_there) return 0;
  const struct { const char *name; uint64_t value; } numbers[] = {
    {"offset", prompt.offset}, {"typed", prompt.typed}, {"since", prompt.since},
    {"pid", (uint64_t)prompt.reader.pid}, {"hidden", (uint64_t)prompt.is_hidden},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    entry_name(name, prefix, numbers[i].name);
    record_number(r, name, numbers[i].value);
  }
  entry_name(name, prefix, "program");
  record_text(r, name, prompt.reader.program);
  entry_name(name, prefix, "evidence");
  record_text(r, name, prompt.reader.evidence == EVIDENCE_CERTAIN ? "certain" : "likely");
  entry_name(name, prefix, "by");
  record_text(r, name, prompt.reader.by);
  return 1;
}

static void tell(const struct reader *reader, int is_hidden) {
  char data[512];
  struct record r = {data, 0, sizeof data, 0};
  failpoint("prompt:before-tell");
  memset(&prompt, 0, sizeof prompt);
  prompt.is_there = 1;
  prompt.is_hidden = is_hidden;
  prompt.offset = keeper.log.total;
  prompt.typed = sense.typed;
  prompt.since = now_ms();
  prompt.reader = *reader;
  keeper.wake_tries = 0; /* a new reason to wake somebody */
  keeper.next_wake_at = 0;
  sense_waits(&r, "");
  push_sense(FRAME_WAITS, &r);
  failpoint("prompt:after-tell");
}

static void pass(const char *why) {
  char data[128];
  struct record r = {data, 0, sizeof data, 0};
  record_number(&r, "offset", prompt.offset);
  record_number(&r, "typed", prompt.typed);
  record_text(&r, "why", why);
  failpoint("prompt:before-pass");
  prompt.is_there = 0;
  keeper.wake_tries = 0; /* those were for the prompt */
  push_sense(FRAME_PASSED, &r);
  failpoint("prompt:after-pass");
}

/* ---- looking ---- */

/* Whether what was found means that somebody should type. */
static int is_prompt(const struct reader *reader, uint64_t silence, int *is_hidden) {
  struct termios mode;
  *is_hidden = 0;
  if (silence < (reader->evidence == EVIDENCE_CERTAIN ? FIRST_LOOK_MS : LIKELY_MS)) return 0;
  if (!keeper.is_terminal) return screen.line_is_open; /* a server that reads requests from a pipe asks nobody */
  if (tcgetattr(keeper.input.fd, &mode) != 0) return 0;
  if (mode.c_lflag & ICANON) {
    *is_hidden = !(mode.c_lflag & ECHO);
    return reader->evidence == EVIDENCE_CERTAIN || screen.line_is_open;
  }
  return screen.line_is_open && !is_full_screen(); /* raw: a line editor, or a program that listens for keys */
}

/* Output of somebody else in the tree, and half a line that was typed, leave the reader where it is. */
static int is_same(const struct reader *reader) {
  if (reader->evidence == EVIDENCE_NONE || reader->thread != prompt.reader.thread) return 0;
  if (prompt.is_disturbed) return reader->switches == prompt.reader.switches;
  prompt.reader.switches = reader->switches; /* it woke for a moment, and nobody typed or printed */
  return 1;
}

static void look(uint64_t now) {
  struct pid_list list = {0};
  struct reader reader = {0};
  int is_hidden;
  uint64_t silence = now - sense.silent_since;
  if (keeper.input.queued == 0) {
    platform_list_descendants(getpid(), &list);
    platform_find_reader(&list, &reader);
    pid_list_free(&list);
  }
  if (prompt.is_there && !is_same(&reader)) pass(sense.typed != prompt.typed ? "input" : prompt.is_disturbed ? "output" : "left");
  if (!prompt.is_there && reader.evidence != EVIDENCE_NONE && is_prompt(&reader, silence, &is_hidden)) tell(&reader, is_hidden);
  uint64_t next = silence < FIRST_LOOK_MS ? FIRST_LOOK_MS : silence * 2;
  sense.next_look_at = sense.silent_since + (next < silence + LONGEST_PAUSE_MS ? next : silence + LONGEST_PAUSE_MS);
}

uint64_t sense_deadline(uint64_t now) {
  if (!is_active()) return UINT64_MAX;
  if (sense.is_fresh) {
    sense.is_fresh = 0;
    sense.silent_since = now;
    sense.next_look_at = now + (prompt.is_there ? CHECK_MS : FIRST_LOOK_MS);
  }
  return sense.next_look_at;
}

void sense_step(uint64_t now) {
  if (prompt.is_there && !is_active()) pass(keeper.life == LIFE_RUNNING ? "input" : "ended");
  if (now >= sense_deadline(now)) look(now);
}

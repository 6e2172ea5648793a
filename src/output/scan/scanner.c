/*
 * The two loops of scanning that plain JavaScript cannot run at memory speed: taking escape codes out of bytes, and
 * finding literals in what is left. Freestanding C for WebAssembly; scripts/build-scanner.ts compiles it.
 *
 * Everything is at a fixed place, and nothing but what is said here outlives a call.
 */
#include <wasm_simd128.h>

typedef unsigned char byte;

enum { BLOCK = 128 * 1024, LONGEST_LITERAL = 1024, MOST_LITERALS = 100, MOST_ROWS = 1024, BUCKETS = 8 };

/* Raw bytes: at most 3 held back from before, then a block. */
byte input[BLOCK + 16 + 64];
/* Clean text: the end of the unfinished line before, then a block's (an invalid byte becomes three), then padding. */
byte text[LONGEST_LITERAL + 3 * (BLOCK + 16) + 160];

/* Where a terminal's parser stands; the numbers are the places in EscapeState's list in machine.ts. */
enum escape { TEXT, ESCAPE, INTERMEDIATE, SEQUENCE, STRING };
/* The numbers that calls take and leave besides their arguments; the order is that of `fields` in machine.ts. */
struct {
  /* Read and written by clean(). */
  int escape;
  /* How far clean() came in the input: before half a character, when the rest of it is still to come. */
  int consumed;
  /* How many complete lines with a match find() saw. */
  int found;
  /* What find() found in the last line, which is not complete: the literal (or -1) and where it ends. */
  int rest_literal;
  int rest_match_end;
} state;

static int is_cancel(byte b) { return b == 0x18 || b == 0x1a; }

static int is_shown(byte b) { return (b >= 0x20 && b != 0x7f) || b == '\t' || b == '\n' || b == '\r'; }

static int starts_string(byte b) { return b == ']' || b == 'P' || b == 'X' || b == '^' || b == '_'; }

/* Keeps a branch a branch: guessed right, nothing has to wait for what it depends on. */
#define GUESS __asm__ volatile("")

/* Made once and passed on: V8 makes a constant anew at every use in a loop. */
struct constants {
  v128_t one, behind_space, kept, group, parameters;
};

static inline struct constants make_constants(void) {
  struct constants k = {
      .one = wasm_i8x16_splat(1),
      .behind_space = wasm_i8x16_splat(0x21),
      .kept = wasm_i8x16_make(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0),
      .group = wasm_i8x16_splat((char)0xe0),
      .parameters = wasm_i8x16_splat(0x20),
  };
  __asm__("" : "+r"(k.one), "+r"(k.behind_space), "+r"(k.kept), "+r"(k.group), "+r"(k.parameters));
  return k;
}

/* Bytes that are not copied as they are: controls but tab and the line ends, DEL, and all that is not ASCII. */
static inline v128_t special_bytes(v128_t c, struct constants k) {
  v128_t low = wasm_i8x16_lt(wasm_i8x16_add(c, k.one), k.behind_space);
  return wasm_v128_xor(low, wasm_i8x16_swizzle(k.kept, c));
}

typedef unsigned long long bits64;

/* One bit for each of 64 bytes: whether it is special. */
static inline bits64 special_bits(const byte *at, struct constants k) {
  bits64 a = wasm_i8x16_bitmask(special_bytes(wasm_v128_load(at), k));
  bits64 b = wasm_i8x16_bitmask(special_bytes(wasm_v128_load(at + 16), k));
  bits64 c = wasm_i8x16_bitmask(special_bytes(wasm_v128_load(at + 32), k));
  bits64 d = wasm_i8x16_bitmask(special_bytes(wasm_v128_load(at + 48), k));
  return a | b << 16 | c << 32 | d << 48;
}

static inline unsigned two_bytes(const byte *at) {
  unsigned short both;
  __builtin_memcpy(&both, at, 2);
  return both;
}

/* The length of the colour code (`ESC [ parameters final`) at `at`; 0: none, or one with more than 16 parameters. */
static inline int colour_length(const byte *at, struct constants k) {
  if (two_bytes(at) != ('[' << 8 | 0x1b)) return 0;
  v128_t group = wasm_v128_and(wasm_v128_load(at + 2), k.group);
  unsigned parameters = wasm_i8x16_bitmask(wasm_i8x16_eq(group, k.parameters));
  int count = __builtin_ctz(~parameters);
  byte final = at[2 + count];
  return final >= 0x40 && final <= 0x7e ? count + 3 : 0;
}

/*
 * The length of the UTF-8 character at `at`. `0`: invalid, `*bad` bytes are to be replaced (as the WHATWG's decoder
 * does it). `-1`: not complete before `end`.
 */
static int character_length(const byte *at, const byte *end, int *bad) {
  byte lead = at[0];
  int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  byte lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  byte highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  *bad = 1;
  for (int i = 1; i < length; i++) {
    if (at + i == end) return -1;
    if (at[i] < lowest || at[i] > highest) return 0;
    *bad = i + 1;
    lowest = 0x80;
    highest = 0xbf;
  }
  return length;
}

/* What C1 characters (0xc2, then this byte) begin. */
static int after_c1(byte b) {
  if (b == 0x9b) return SEQUENCE;
  return b == 0x9d || b == 0x90 || b == 0x98 || b == 0x9e || b == 0x9f ? STRING : TEXT;
}

/* The length of the character beyond ASCII at `at`; 0: none, or one that is not shown, or not complete. */
static inline int shown_length(const byte *at, const byte *end) {
  int bad;
  if (at[0] < 0x80 || (at[0] == 0xc2 && at[1] < 0xa0)) return 0;
  int length = character_length(at, end, &bad);
  return length > 0 ? length : 0;
}

/* Mostly more than needed: that is cheaper than guessing wrong how often a loop runs. */
static inline void copy_run(byte *to, const byte *from, int length) {
  v128_t a = wasm_v128_load(from), b = wasm_v128_load(from + 16);
  wasm_v128_store(to, a);
  wasm_v128_store(to + 16, b);
  if (length <= 32) return;
  v128_t c = wasm_v128_load(from + 32), d = wasm_v128_load(from + 48), e = wasm_v128_load(from + 64);
  wasm_v128_store(to + 32, c);
  wasm_v128_store(to + 48, d);
  wasm_v128_store(to + 64, e);
}

/*
 * Copies 64 bytes, and what begins in them, without the colour codes; up to the first byte that needs more thought.
 * Returns how many bytes are done. Reads and writes up to 80 bytes more.
 */
static inline int copy_without_colours(const byte *src, byte **to, const byte *end, struct constants k) {
  bits64 special = special_bits(src, k);
  byte *dst = *to;
  /* Where the run begins that is to be copied; up to where all is seen; where to stop. */
  int run = 0, seen = 0, stop = 64;
  /* The next special byte does not depend on where the code before it ends: the processor need not wait for that. */
  for (; special != 0; special &= special - 1) {
    int at = __builtin_ctzll(special);
    int length = colour_length(src + at, k);
    if (length > 0) {
      copy_run(dst, src + run, at - run);
      dst += at - run;
      run = seen = at + length;
      continue;
    }
    length = shown_length(src + at, end);
    if (length == 0) {
      stop = at;
      break;
    }
    /* All its bytes are special. */
    seen = at + length;
    special &= ~(((1ull << length) - 2) << at);
  }
  if (stop < seen) {
    GUESS;
    stop = seen;
  }
  if (run < stop) {
    copy_run(dst, src + run, stop - run);
    dst += stop - run;
  }
  *to = dst;
  return stop;
}

/*
 * Copies input [from, to) to text at `at` without escape codes and controls, invalid UTF-8 replaced, and returns where
 * the text ends. Stops early when that reaches `stop`. `is_final`: half a character at the end is an invalid one.
 * The steps are those of escape-codes.ts.
 */
__attribute__((export_name("clean"))) int clean(int from, int to, int at, int stop, int is_final) {
  const byte *src = input + from, *end = input + to;
  byte *dst = text + at, *limit = text + stop;
  int now = state.escape;
  struct constants k = make_constants();
  while (src < end && dst < limit) {
    if (now == TEXT) {
      while (src + 160 <= end && dst + 160 <= limit) {
        int length = copy_without_colours(src, &dst, end, k);
        src += length;
        if (length < 64) break;
      }
      if (src == end || dst == limit) break;
    }
    byte b = *src;
    if (b == 0x1b) {
      now = ESCAPE;
      src++;
      continue;
    }
    switch (now) {
      case STRING:
        if (b == '\n') {
          now = TEXT;
          break;
        }
        if (b == 0xc2) {
          if (src + 1 == end && !is_final) goto held;
          if (src + 1 < end && src[1] == 0x9c) {
            now = TEXT;
            src++;
          }
        }
        if (b == 0x07 || is_cancel(b)) now = TEXT;
        src++;
        continue;
      case SEQUENCE:
        if (b == '\n' || b >= 0x80) {
          now = TEXT;
          break;
        }
        if ((b >= 0x40 && b <= 0x7e) || is_cancel(b)) now = TEXT;
        src++;
        continue;
      case ESCAPE:
        if (b == '[' || starts_string(b)) {
          now = b == '[' ? SEQUENCE : STRING;
          src++;
          continue;
        }
        /* fall through */
      case INTERMEDIATE:
        if (b >= 0x20 && b <= 0x7e) {
          now = b <= 0x2f ? INTERMEDIATE : TEXT;
          src++;
          continue;
        }
        now = TEXT;
        if (is_cancel(b)) {
          src++;
          continue;
        }
    }
    /* Text: a run of what is not ASCII, or one byte that is. */
    if (b < 0x80) {
      if (is_shown(b)) *dst++ = b;
      src++;
      /* Binary output has many of these in a row. */
      while (dst < limit && src < end && *src < 0x1b && !is_shown(*src)) src++;
    }
    while (now == TEXT && src < end && *src >= 0x80 && dst < limit) {
      int bad;
      int length = character_length(src, end, &bad);
      if (length < 0 && !is_final) goto held;
      if (length == 2 && src[0] == 0xc2 && src[1] < 0xa0) {
        now = after_c1(src[1]);
        src += 2;
      } else if (length > 0) {
        for (int i = 0; i < length; i++) *dst++ = *src++;
      } else {
        *dst++ = 0xef;
        *dst++ = 0xbf;
        *dst++ = 0xbd;
        src += bad;
      }
    }
  }
held:
  state.escape = now;
  state.consumed = src - input;
  return dst - text;
}

/* A literal of the patterns that find() looks for; its number is its place in the list. */
struct literal {
  /* Its bytes in literal_bytes, and which three of them are looked for first. */
  int at, length, triple;
};
struct literal literals[MOST_LITERALS];
byte literal_bytes[MOST_LITERALS * LONGEST_LITERAL];
/* The literals of each bucket, one after the other; bucket i's are [bucket_start[i], bucket_start[i + 1]). */
byte bucket_literals[MOST_LITERALS];
int bucket_start[BUCKETS + 1];
/* For each byte of a literal's triple, by low and by high half: bit i is set when bucket i has such a one. */
byte masks[3][2][16];

/* A line with a match. `start` is -1 when the line began before the text. */
struct row {
  int start, end, match_end, literal;
};
struct row rows[MOST_ROWS];

enum { NO_LITERAL = 0x7fffffff };

static inline int is_line_end(byte b) { return b == '\n' || b == '\r'; }

static int line_end(int at, int to) {
  for (; at + 16 <= to; at += 16) {
    v128_t c = wasm_v128_load(text + at);
    v128_t ends = wasm_v128_or(wasm_i8x16_eq(c, wasm_i8x16_splat('\n')), wasm_i8x16_eq(c, wasm_i8x16_splat('\r')));
    unsigned bits = wasm_i8x16_bitmask(ends);
    if (bits != 0) return at + __builtin_ctz(bits);
  }
  while (at < to && !is_line_end(text[at])) at++;
  return at;
}

static int line_start(int at, int from) {
  while (at > from && !is_line_end(text[at - 1])) at--;
  return at > from ? at : -1;
}

/* Whether a literal in text [from, to) has its triple at `at`. */
static int literal_is_at(int number, int at, int from, int to) {
  struct literal literal = literals[number];
  int start = at - literal.triple;
  if (start < from || start + literal.length > to) return 0;
  for (int i = 0; i < literal.length; i++)
    if (text[start + i] != literal_bytes[literal.at + i]) return 0;
  return 1;
}

/* The first literal of the list that has its triple at `at`, before `best`. */
static int first_literal_at(int at, int from, int to, byte buckets, int best) {
  for (unsigned left = buckets; left != 0; left &= left - 1) {
    int bucket = __builtin_ctz(left);
    for (int i = bucket_start[bucket]; i < bucket_start[bucket + 1]; i++) {
      int number = bucket_literals[i];
      if (number < best && literal_is_at(number, at, from, to)) best = number;
    }
  }
  return best;
}

/* In which buckets a literal may have its triple at each of 16 places. */
static inline v128_t buckets_at(const byte *at, const v128_t m[3][2], v128_t low) {
  v128_t buckets;
#pragma unroll
  for (int i = 0; i < 3; i++) {
    v128_t c = wasm_v128_load(at + i);
    v128_t by_low = wasm_i8x16_swizzle(m[i][0], wasm_v128_and(c, low));
    v128_t by_high = wasm_i8x16_swizzle(m[i][1], wasm_v128_and(wasm_u16x8_shr(c, 4), low));
    v128_t both = wasm_v128_and(by_low, by_high);
    buckets = i == 0 ? both : wasm_v128_and(buckets, both);
  }
  return buckets;
}

/*
 * Looks for lines with a literal in text [from, to), which ends with at least 32 bytes of padding. Of the complete ones
 * the first `most` are put into rows. `carried` is what was found in the first line before (or -1); `is_told`: that
 * line has been counted already.
 */
__attribute__((export_name("find"))) void find(int from, int to, int most, int carried, int is_told) {
  v128_t m[3][2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) m[i][j] = wasm_v128_load(masks[i][j]);

  v128_t low = wasm_i8x16_splat(0x0f);
  __asm__("" : "+r"(low));

  int at = from;
  int best = carried < 0 ? NO_LITERAL : carried;
  int match_end = from;
  /* The end of the line in which `best` was found. */
  int end = best != NO_LITERAL || is_told ? line_end(from, to) : from;
  state.found = 0;
  if (is_told) {
    best = NO_LITERAL;
    at = end;
  }

  while (at < to) {
    int stop = best == NO_LITERAL ? to : end;
    unsigned bits = 0;
    byte lanes[16];
    while (at + 32 <= stop) {
      if (wasm_v128_any_true(wasm_v128_or(buckets_at(text + at, m, low), buckets_at(text + at + 16, m, low)))) break;
      at += 32;
    }
    for (; at < stop; at += 16) {
      v128_t buckets = buckets_at(text + at, m, low);
      if (!wasm_v128_any_true(buckets)) continue;
      bits = ~wasm_i8x16_bitmask(wasm_i8x16_eq(buckets, wasm_i8x16_splat(0))) & 0xffff;
      wasm_v128_store(lanes, buckets);
      break;
    }
    for (; bits != 0 && best != 0; bits &= bits - 1) {
      int place = at + __builtin_ctz(bits);
      if (place >= stop) break;
      int number = first_literal_at(place, from, stop, lanes[place - at], best);
      if (number == best) continue;
      if (best == NO_LITERAL) stop = end = line_end(place, to);
      best = number;
      match_end = place - literals[number].triple + literals[number].length;
    }
    at += 16;
    if (best == NO_LITERAL || (at < end && best != 0)) continue;
    /* The line is done, or nothing can come before what was found in it. */
    at = end;
    if (end == to) break;
    if (state.found < most) {
      struct row row = {line_start(match_end, from), end, match_end, best};
      rows[state.found] = row;
    }
    state.found++;
    best = NO_LITERAL;
  }
  state.rest_literal = best == NO_LITERAL ? -1 : best;
  state.rest_match_end = match_end;
}

/* Where things are, for the other side: the order is that of `places` in machine.ts. */
__attribute__((export_name("place"))) int place(int number) {
  const void *places[] = {input, text, literals, literal_bytes, bucket_literals, bucket_start, masks, rows, &state};
  return (int)places[number];
}

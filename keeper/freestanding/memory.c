/* Memory and text. The compiler must not make calls of these functions out of their own loops: -ffreestanding says so,
 * and to gcc this. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif
#include "kernel.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sixteen bytes at a time, in the compiler's own vectors: any processor, any address. */
typedef uint8_t lanes __attribute__((vector_size(16), aligned(1), may_alias));

void *memmove(void *to, const void *from, size_t length) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if (t <= f || t >= f + length) {
    for (; length >= 16; length -= 16, t += 16, f += 16) *(lanes *)t = *(const lanes *)f;
    for (; length > 0; length--) *t++ = *f++;
  } else {
    for (; length >= 16; length -= 16) *(lanes *)(t + length - 16) = *(const lanes *)(f + length - 16);
    for (; length > 0; length--) t[length - 1] = f[length - 1];
  }
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length) { return memmove(to, from, length); }

void *memset(void *to, int byte, size_t length) {
  uint8_t *t = to;
  lanes all = (lanes){0} + (uint8_t)byte;
  for (; length >= 16; length -= 16, t += 16) *(lanes *)t = all;
  for (; length > 0; length--) *t++ = (uint8_t)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t length) {
  const uint8_t *x = a, *y = b;
  for (; length > 0; length--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}

int bcmp(const void *a, const void *b, size_t length) { return memcmp(a, b, length); }

/* Eight bytes at a time: whether one of them is zero. */
typedef uint64_t __attribute__((may_alias)) word;
#define ONES 0x0101010101010101u
#define HIGHS 0x8080808080808080u
#define HAS_ZERO(w) (((w)-ONES) & ~(w)&HIGHS)

void *memchr(const void *in, int byte, size_t length) {
  const uint8_t *at = in, *end = at + length;
  const uint64_t all = ONES * (uint8_t)byte;
  for (; at < end && (uintptr_t)at % 8 != 0; at++)
    if (*at == (uint8_t)byte) return (void *)at;
  while ((size_t)(end - at) >= 8 && !HAS_ZERO(*(const word *)at ^ all)) at += 8;
  for (; at < end; at++)
    if (*at == (uint8_t)byte) return (void *)at;
  return NULL;
}

/* An aligned word lies in one page: reading beyond the end of a text inside it does no harm. */
size_t strlen(const char *text) {
  const char *at = text;
  for (; (uintptr_t)at % 8 != 0; at++)
    if (*at == 0) return (size_t)(at - text);
  while (!HAS_ZERO(*(const word *)at)) at += 8;
  while (*at) at++;
  return (size_t)(at - text);
}

char *strchr(const char *text, int byte) {
  for (;; text++) {
    if (*text == (char)byte) return (char *)text;
    if (*text == 0) return NULL;
  }
}

char *strrchr(const char *text, int byte) {
  const char *found = NULL;
  for (;; text++) {
    if (*text == (char)byte) found = text;
    if (*text == 0) return (char *)found;
  }
}

int strncmp(const char *a, const char *b, size_t length) {
  for (; length > 0; length--, a++, b++)
    if (*a != *b || *a == 0) return (uint8_t)*a - (uint8_t)*b;
  return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = strlen(from);
  memmove(to, from, length + 1);
  return to + length;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t length) {
  size_t i = 0;
  for (; i < length && from[i]; i++) to[i] = from[i];
  for (; i < length; i++) to[i] = 0;
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t length) {
  char *end = to + strlen(to);
  for (; length > 0 && *from; length--) *end++ = *from++;
  *end = 0;
  return to;
}

size_t strspn(const char *text, const char *set) {
  size_t length = 0;
  while (text[length] && strchr(set, text[length])) length++;
  return length;
}

size_t strcspn(const char *text, const char *set) {
  size_t length = 0;
  while (!strchr(set, text[length])) length++; /* the set's own end is found too */
  return length;
}

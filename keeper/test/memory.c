/* freestanding/memory.c against the system's C library: the same answers, and not one byte beyond the end. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define memmove own_memmove
#define memcpy own_memcpy
#define memset own_memset
#define memcmp own_memcmp
#define bcmp own_bcmp
#define memchr own_memchr
#define strlen own_strlen
#define strchr own_strchr
#define strrchr own_strrchr
#define strncmp own_strncmp
#define strcmp own_strcmp
#define stpcpy own_stpcpy
#define strcpy own_strcpy
#define strcat own_strcat
#define strncpy own_strncpy
#define strncat own_strncat
#define strspn own_strspn
#define strcspn own_strcspn
#include "../freestanding/memory.c"
#undef memmove
#undef memcpy
#undef memset
#undef memcmp
#undef memchr
#undef strlen
#undef strchr
#undef strrchr
#undef strncmp
#undef strcmp
#undef stpcpy
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef strspn
#undef strcspn

#define PAGE 65536
#define LONGEST 150
#define CHECK(what) ((what) ? (void)0 : (printf("line %d: %s\n", __LINE__, #what), exit(1)))

static int sign(int value) { return (value > 0) - (value < 0); }

/* Bytes that end where no memory is. */
static char *guarded(void) {
  char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE) != 0) exit(2);
  return pages + PAGE;
}

static void fill(char *at, size_t length) {
  for (size_t i = 0; i < length; i++) at[i] = (char)("ab\n\x80\xff"[rand() % 5]);
}

static void check_bytes(char *a, char *b, size_t length) {
  char expected[4 * LONGEST], found[4 * LONGEST];
  fill(a - length, length);
  memcpy(b - length, a - length, length);
  if (length > 0) b[-(long)(rand() % (int)length) - 1] ^= (char)(rand() % 2);
  CHECK(sign(own_memcmp(a - length, b - length, length)) == sign(memcmp(a - length, b - length, length)));
  CHECK(own_memchr(a - length, 0xff, length) == memchr(a - length, 0xff, length));
  CHECK(own_memchr(a - length, 'z', length) == NULL);
  own_memcpy(b - length, a - length, length);
  CHECK(memcmp(a - length, b - length, length) == 0);
  own_memset(b - length, 0x1ab, length);
  for (size_t i = 1; i <= length; i++) CHECK((uint8_t)b[-(long)i] == 0xab);
  fill(expected, sizeof expected);
  memcpy(found, expected, sizeof expected);
  size_t from = (size_t)rand() % LONGEST, to = (size_t)rand() % LONGEST; /* they overlap, one way or the other */
  memmove(expected + to, expected + from, length);
  own_memmove(found + to, found + from, length);
  CHECK(memcmp(found, expected, sizeof expected) == 0);
}

static void check_texts(char *end, size_t length) {
  char expected[4 * LONGEST] = "before", found[4 * LONGEST] = "before", *text = end - length - 1;
  size_t limit = (size_t)rand() % LONGEST;
  fill(text, length);
  text[length] = 0;
  CHECK(own_strlen(text) == length);
  CHECK(own_strchr(text, '\n') == strchr(text, '\n') && own_strchr(text, 0) == text + length);
  CHECK(own_strrchr(text, 0xff) == strrchr(text, 0xff) && own_strrchr(text, 'z') == NULL);
  CHECK(own_strspn(text, "ab") == strspn(text, "ab") && own_strcspn(text, "\n\x80") == strcspn(text, "\n\x80"));
  CHECK(strcmp(own_strcat(found, text), strcat(expected, text)) == 0);
  CHECK(strcmp(own_strncat(found, text, limit), strncat(expected, text, limit)) == 0);
  CHECK(own_stpcpy(found, text) == found + length && own_strcmp(own_strcpy(expected, text), found) == 0);
  if (length > 0) expected[(size_t)rand() % length] ^= (char)(rand() % 2);
  CHECK(sign(own_strcmp(text, expected)) == sign(strcmp(text, expected)));
  CHECK(sign(own_strncmp(text, expected, limit)) == sign(strncmp(text, expected, limit)));
  memset(found, 'x', sizeof found);
  memset(expected, 'x', sizeof expected);
  own_strncpy(found, text, limit);
  strncpy(expected, text, limit);
  CHECK(memcmp(found, expected, sizeof found) == 0);
}

int main(void) {
  char *a = guarded(), *b = guarded();
  for (int round = 0; round < 200; round++)
    for (size_t length = 0; length < LONGEST; length++) {
      check_bytes(a, b, length);
      check_texts(a, length);
    }
  puts("the same");
  return 0;
}

/* Records: key=value entries, the one format of files and frames. */
#include "common.h"
#include <string.h>

size_t format_number(char *to, uint64_t value, int min_digits) {
  char digits[20];
  int n = 0;
  do {
    digits[n++] = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  while (n < min_digits && n < 20) digits[n++] = '0';
  for (int i = 0; i < n; i++) to[i] = digits[n - 1 - i];
  to[n] = 0;
  return (size_t)n;
}

/* A value can never smuggle in an entry: the separator inside it becomes a space. */
void record_text(struct record *r, const char *key, const char *value) {
  size_t key_length = strlen(key), value_length = strlen(value);
  if (r->length + key_length + value_length + 2 > r->capacity) return;
  char *to = r->data + r->length;
  memcpy(to, key, key_length);
  to[key_length] = '=';
  memcpy(to + key_length + 1, value, value_length);
  for (size_t i = 0; i < value_length; i++)
    if (to[key_length + 1 + i] == r->separator) to[key_length + 1 + i] = ' ';
  to[key_length + 1 + value_length] = r->separator;
  r->length += key_length + value_length + 2;
}

void record_number(struct record *r, const char *key, uint64_t value) {
  char text[24];
  format_number(text, value, 1);
  record_text(r, key, text);
}

/* FNV-1a: enough to tell a damaged digit from a true one. */
uint64_t record_checksum(const char *data, size_t length) {
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < length; i++) sum = (sum ^ (uint8_t)data[i]) * 16777619u;
  return sum;
}

/* Whether a record from a file ends with the checksum of everything before it. */
int record_is_whole(const char *data, size_t length) {
  static const char last[] = "\ncomplete=";
  const char *at = find_text(data, length, last, sizeof last - 1);
  if (!at || data[length - 1] != '\n') return 0;
  size_t before = (size_t)(at - data) + 1, from = before + sizeof last - 2;
  return parse_number(data + from, length - from - 1, UINT64_MAX) == record_checksum(data, before);
}

const char *record_find(const char *data, size_t length, char separator, const char *key, size_t *value_length) {
  size_t key_length = strlen(key);
  const char *at = data, *end = data + length;
  while (at < end) {
    const char *stop = memchr(at, separator, (size_t)(end - at));
    if (!stop) stop = end;
    if ((size_t)(stop - at) > key_length && at[key_length] == '=' && memcmp(at, key, key_length) == 0) {
      *value_length = (size_t)(stop - at) - key_length - 1;
      return at + key_length + 1;
    }
    at = stop + 1;
  }
  return NULL;
}

const char *record_get(const char *data, size_t length, const char *key) {
  size_t ignored;
  return record_find(data, length, 0, key, &ignored);
}

uint64_t record_get_number(const char *data, size_t length, char separator, const char *key, uint64_t missing) {
  size_t value_length;
  const char *value = record_find(data, length, separator, key, &value_length);
  return value ? parse_number(value, value_length, missing) : missing;
}

/* steady BYTES_PER_SECOND SECONDS: prints lines of 100 bytes at an even rate, 50 writes a second. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRITES_PER_SECOND 50

static char data[1 << 20];

int main(int argc, char **argv) {
  size_t piece = (argc > 1 ? (size_t)atoll(argv[1]) : 1000000) / WRITES_PER_SECOND;
  long writes = (argc > 2 ? atol(argv[2]) : 1) * WRITES_PER_SECOND;
  if (piece > sizeof data) return 2;
  memset(data, 'x', sizeof data);
  for (size_t i = 99; i < sizeof data; i += 100) data[i] = '\n';
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (long i = 0; i < writes; i++) {
    if (write(1, data, piece) < 0) return 1;
    next.tv_nsec += 1000000000 / WRITES_PER_SECOND;
    if (next.tv_nsec >= 1000000000) next.tv_sec++, next.tv_nsec -= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return 0;
}

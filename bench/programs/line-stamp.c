/* line-stamp COUNT MS: prints the monotonic clock in nanoseconds, a line every MS milliseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 1, ms = argc > 2 ? atol(argv[2]) : 20;
  struct timespec pause = {ms / 1000, ms % 1000 * 1000000}, now;
  char text[32];
  for (long i = 0; i < count; i++) {
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    int length = snprintf(text, sizeof text, "%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
    if (write(1, text, (size_t)length) < 0) return 1;
  }
  return 0;
}

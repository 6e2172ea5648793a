/* end-stamp MS: sleeps, then prints the monotonic clock in nanoseconds as the last thing that it does. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char text[24];
  struct timespec pause = {0, 0}, now;
  long ms = argc > 1 ? atol(argv[1]) : 0;
  pause.tv_sec = ms / 1000;
  pause.tv_nsec = ms % 1000 * 1000000;
  nanosleep(&pause, NULL);
  int at = sizeof text;
  text[--at] = '\n';
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (long long value = now.tv_sec * 1000000000LL + now.tv_nsec; value > 0; value /= 10) text[--at] = (char)('0' + value % 10);
  if (write(1, text + at, sizeof text - (size_t)at) < 0) _exit(1);
  _exit(0);
}

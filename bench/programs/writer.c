/* writer BYTES PIECE: prints lines of 100 bytes, PIECE bytes per write. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char data[1 << 20];

int main(int argc, char **argv) {
  long long left = argc > 1 ? atoll(argv[1]) : 0;
  size_t piece = argc > 2 ? (size_t)atoll(argv[2]) : 65536;
  if (piece == 0 || piece > sizeof data) return 2;
  memset(data, 'x', sizeof data);
  for (size_t i = 99; i < sizeof data; i += 100) data[i] = '\n';
  while (left > 0) {
    size_t wanted = (long long)piece < left ? piece : (size_t)left;
    ssize_t n = write(1, data, wanted);
    if (n <= 0) return 1;
    left -= n;
  }
  return 0;
}

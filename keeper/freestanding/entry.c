/* Where the kernel enters the program, and how the program enters the kernel. */
#include "kernel.h"
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

char **environ;

int main(int count, char **words);

/* The kernel leaves on the stack: the number of words, the words, NULL, the environment, NULL. */
__attribute__((noreturn, used)) static void start_with(long *stack) {
  char **words = (char **)(stack + 1);
  environ = words + stack[0] + 1;
  _exit(main((int)stack[0], words));
}

__asm__(".text\n"
        ".globl _start\n"
        ".type _start, %function\n"
        "_start:\n"
#if defined(__x86_64__)
        "  xor %ebp, %ebp\n"
        "  mov %rsp, %rdi\n"
        "  and $-16, %rsp\n"
        "  call start_with\n"
#elif defined(__aarch64__)
        "  mov x29, #0\n"
        "  mov x30, #0\n"
        "  mov x0, sp\n"
        "  and sp, x0, #-16\n"
        "  b start_with\n"
#else
#error "the keeper is made for x86_64 and aarch64"
#endif
);

static int error_number;

int *__errno_location(void) { return &error_number; }

long kernel_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#else
  register long x8 __asm__("x8") = number;
  register long result __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
#endif
  if (result >= 0 || result < -4095) return result; /* an address may look negative */
  error_number = (int)-result;
  return -1;
}

long syscall(long number, ...) {
  va_list list;
  long values[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  return kernel_call(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

void _exit(int status) {
  for (;;) CALL1(exit_group, status);
}

#ifdef RINGBACK_FAILPOINTS
char *getenv(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; *entry; entry++)
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  return NULL;
}
#endif

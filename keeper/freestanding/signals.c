/* Signals: the kernel's structs are not the C library's. */
#include "kernel.h"
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define KERNEL_SIGSET sizeof(uint64_t) /* ours is longer, and begins with it */
#define KERNEL_RESTORER 0x04000000u

struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

#if defined(__x86_64__)
void return_from_signal(void);
__asm__(".text\n"
        ".type return_from_signal, %function\n"
        "return_from_signal:\n"
        "  mov $15, %eax\n" /* rt_sigreturn */
        "  syscall\n");
#endif

static uint64_t *bits(const sigset_t *set) { return (uint64_t *)set; }

int sigaction(int number, const struct sigaction *restrict wanted, struct sigaction *restrict before) {
  struct kernel_action action = {0};
  (void)before; /* nobody here asks */
  action.handler = wanted->sa_handler;
  action.flags = (unsigned)wanted->sa_flags;
  action.mask = *bits(&wanted->sa_mask);
#if defined(__x86_64__)
  action.flags |= KERNEL_RESTORER;
  action.restorer = return_from_signal;
#endif
  return (int)CALL4(rt_sigaction, number, &action, NULL, KERNEL_SIGSET);
}

void (*signal(int number, void (*handler)(int)))(int) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  return sigaction(number, &action, NULL) == 0 ? SIG_DFL : SIG_ERR; /* nobody here asks for the one before */
}

int sigprocmask(int how, const sigset_t *restrict wanted, sigset_t *restrict before) {
  return (int)CALL4(rt_sigprocmask, how, wanted, before, KERNEL_SIGSET);
}

int sigwait(const sigset_t *restrict awaited, int *restrict number) {
  long result;
  do result = CALL4(rt_sigtimedwait, awaited, NULL, NULL, KERNEL_SIGSET);
  while (result < 0 && errno == EINTR);
  if (result < 0) return errno;
  *number = (int)result;
  return 0;
}

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  *bits(set) |= (uint64_t)1 << (number - 1);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  *bits(set) &= ~((uint64_t)1 << (number - 1));
  return 0;
}

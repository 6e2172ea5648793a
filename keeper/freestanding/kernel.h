/* The keeper without a C library: its few calls go straight to the kernel. Declarations come from the system's headers;
 * builds for tests (sanitizers, POSIX, fuzzing) leave this folder out and use the system's library. */
#ifndef RINGBACK_KERNEL_H
#define RINGBACK_KERNEL_H

#undef _GNU_SOURCE /* included first: glibc then declares plain types, those that POSIX names */
#include <sys/syscall.h>

/* What the kernel answers; when that is a failure then -1, and errno is set. */
long kernel_call(long number, long a, long b, long c, long d, long e, long f);

#define CALL0(name) kernel_call(SYS_##name, 0, 0, 0, 0, 0, 0)
#define CALL1(name, a) kernel_call(SYS_##name, (long)(a), 0, 0, 0, 0, 0)
#define CALL2(name, a, b) kernel_call(SYS_##name, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL3(name, a, b, c) kernel_call(SYS_##name, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(name, a, b, c, d) kernel_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define CALL5(name, a, b, c, d, e) kernel_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define CALL6(name, a, b, c, d, e, f) \
  kernel_call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#endif

/* The alarm: starts a home's daemon when a wake-up is due. See ../PROTOCOL.md. */
#ifndef RINGBACK_ALARM_H
#define RINGBACK_ALARM_H

#include "../common/common.h"

int run_alarm(const char *home, char *const *command);

#endif

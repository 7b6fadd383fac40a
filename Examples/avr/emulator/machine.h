/* An emulated AVR on a board: the processor, its board time, and the ways in which a run ends. */
#ifndef MACHINE_H
#define MACHINE_H

#include "boardsim_bus.h"

#include <stdint.h>
#include <simavr/sim_avr.h>
#include <time.h>

/* How a run ends: exit statuses. */
enum { RUN_OK = 0, RUN_FAILED = 1, RUN_USAGE = 2 };

/* The most pins that are connected to parts. */
#define MOST_PINS 8

/* What a user asks for. */
typedef struct {
  const char *firmware;      /* the file, ELF or Intel HEX */
  const char *mcu;           /* simavr's name of the processor */
  const char *bus_host, *modem_host;
  int bus_port, modem_port;  /* 0 for none */
  const char *board;         /* a name on the bus, NULL for a board of one's own */
  const char *modem_line;    /* where the modem is connected: "8,9" for pins, "1" for UART1 */
  uint32_t baud;             /* of the modem's line */
  uint32_t frequency;        /* of the clock, Hz */
  double duration;           /* seconds of board time, 0 for no end */
  int is_paced;              /* whether board time is real time */
  int gdb_port;              /* 0 for none */
  const char *pins[MOST_PINS];   /* "PD4=ccs811.nwake" */
  int pin_count;
} options;

/* Prints "boardsim-avr: ..." as one line on standard error, and ends with a status. */
__attribute__((noreturn, format(printf, 2, 3))) void leave(int status, const char *format, ...);

/* Board time in microseconds since the processor's start. */
uint64_t machine_now(const avr_t *avr);

/* The processor's cycles in microseconds, rounded up. */
avr_cycle_count_t machine_cycles(const avr_t *avr, uint64_t microseconds);

/* Loads an ELF file or Intel HEX into flash and EEPROM; leaves with the reason where the file is none for `mcu`. */
void firmware_load(avr_t *avr, const char *path);

/* Connects the TWI to the bus, whose board time follows the processor's. */
void twi_connect(avr_t *avr, boardsim_bus *bus);

/* Lets the board's time catch up with the processor's. */
void twi_catch_up(void);

/* The transfers and the steps of transfers so far. */
void twi_counts(unsigned long *transfers, unsigned long *steps);

/* Returns a pin by its name: PD4, or on an Arduino Uno 2 to 19; leaves where `option` names none. */
avr_irq_t *pin_named(avr_t *avr, const char *option, const char *name);

/* Connects pins of the processor to pins of parts on the bus. */
void pins_connect(avr_t *avr, boardsim_bus *bus, const options *wanted);

/* Looks at the outputs of parts. */
void pins_exchange(void);

/* Prints what UART0 sends. */
void console_connect(avr_t *avr);

/* Connects a line of the processor to the modem's socket. */
void modem_connect(avr_t *avr, const options *wanted);

/* Passes bytes between the line and the socket. */
void modem_exchange(void);

#endif

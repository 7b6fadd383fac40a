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
  int has_debugger;          /* whether the processor waits for one */
  int gdb_port;              /* 0 for a free one */
  const char *card;          /* the image of an SD card, NULL for none */
  const char *card_select;   /* the pin that selects it */
  const char *pins[MOST_PINS];   /* "PD4=ccs811.nwake" */
  int pin_count;
} options;

/* Prints "boardsim-avr: ..." as one line on standard error, and ends with a status. */
__attribute__((noreturn, format(printf, 2, 3))) void leave(int status, const char *format, ...);

/* Board time in microseconds since the processor's start. */
uint64_t machine_now(const avr_t *avr);

/* The processor's cycles in microseconds, rounded up. */
avr_cycle_count_t machine_cycles(const avr_t *avr, uint64_t microseconds);

/* Cancels the timer with which simavr will report what a port does, and returns it; NULL for none. */
avr_cycle_timer_t machine_cancel_timer(avr_t *avr, const void *port);

/* Loads an ELF file or Intel HEX into flash and EEPROM; leaves with the reason where the file is none for `mcu`. */
void firmware_load(avr_t *avr, const char *path);

/* Connects the TWI to the bus, whose board time follows the processor's. */
void twi_connect(avr_t *avr, boardsim_bus *bus);

/* Lets the board's time catch up with the processor's. */
void twi_catch_up(void);

/* Whether the board on the bus has power. */
int twi_has_power(void);

/* The power goes: what is on its way is lost. At power-on pins have no level of the processor's. */
void twi_lose_power(void);
void pins_lose_power(void);
void spi_lose_power(void);
void modem_lose_power(void);

/* The transfers and the steps of transfers so far. */
void twi_counts(unsigned long *transfers, unsigned long *steps);

/* Returns a pin by its name: PD4, or on an Arduino Uno 2 to 19; leaves where `option` names none. */
avr_irq_t *pin_named(avr_t *avr, const char *option, const char *name);

/* Connects pins of the processor to pins of parts on the bus. */
void pins_connect(avr_t *avr, boardsim_bus *bus, const options *wanted);

/* Connects an analogue pin, A0, to a divider with a photoresistor. */
void light_connect(avr_t *avr, boardsim_bus *bus, const char *pin);

/* Looks at the outputs of parts. */
void pins_exchange(void);

/* Connects the SPI to an SD card. */
void spi_connect(avr_t *avr, const options *wanted);

/* Writes ", card: ..." with the counts of blocks; nothing without a card. */
void spi_tell(FILE *output);

/* Keeps standard output for the sketch: what simavr prints there goes to standard error from now on. */
void console_open(void);

/* Prints a line of the emulator's own. */
__attribute__((format(printf, 1, 2))) void console_tell(const char *format, ...);

/* Prints what UART0 sends, and says it on the bus, NULL for none. */
void console_connect(avr_t *avr, boardsim_bus *bus);

/* Says the rest of a line, and completes standard output. */
void console_finish(void);

/* Connects a line of the processor to the modem's socket. */
void modem_connect(avr_t *avr, const options *wanted);

/* Passes bytes between the line and the socket. */
void modem_exchange(void);

#endif

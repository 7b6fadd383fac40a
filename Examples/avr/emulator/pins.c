/* Connects pins of the processor to those of parts on the bus, such as NWAKE and NINT of the CCS811. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <simavr/avr_ioport.h>

typedef struct {
  char name[64];        /* on the bus: ccs811.nwake */
  avr_irq_t *pin;
  int is_output;        /* of the part */
  int level;
} connection;

static connection connections[MOST_PINS];
static int count;
static boardsim_bus *bus;

/* Pins of an Arduino Uno by their numbers: 2 to 7 are PD2 to PD7, 8 to 13 PB0 to PB5, 14 to 19 PC0 to PC5 (A0 to A5). */
static int uno_pin(const char *name, char *port, int *bit) {
  char *end = NULL;
  long number = strtol(name, &end, 10);
  if (end == name || *end || number < 2 || number > 19) return 0;
  *port = number < 8 ? 'D' : number < 14 ? 'B' : 'C';
  *bit = (int)(number < 8 ? number : number < 14 ? number - 8 : number - 14);
  return 1;
}

avr_irq_t *pin_named(avr_t *avr, const char *option, const char *name) {
  char port = 0, extra = 0;
  int bit = -1;
  if (strcmp(avr->mmcu, "atmega328p") != 0 || !uno_pin(name, &port, &bit))
    if (sscanf(name, "P%c%d%c", &port, &bit, &extra) != 2 || bit < 0 || bit > 7) bit = -1;
  avr_irq_t *pin = bit < 0 ? NULL : avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
  if (!pin) leave(RUN_USAGE, "%s: an %s has no pin '%s'; PD4 is one, and on an Arduino Uno 2 to 19", option, avr->mmcu, name);
  return pin;
}

/* Asks the bus for a part's pin, or sets it; returns its level, or -1 where it does not let itself be asked. */
static int ask(const connection *one, int level) {
  char line[96];
  int length = level < 0 ? snprintf(line, sizeof line, "PIN %s\n", one->name)
                         : snprintf(line, sizeof line, "PIN %s %d\n", one->name, level);
  if (boardsim_ask(bus, line, (size_t)length) != BOARDSIM_OK) return -1;
  return bus->line[2] == ' ' ? bus->line[3] == '1' : level;
}

static void changed(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  connection *one = param;
  int level = value & 1;
  if (level == one->level) return;
  one->level = level;
  twi_catch_up();
  ask(one, level);
}

static void connect_pin(avr_t *avr, const char *text) {
  connection *one = &connections[count];
  char name[8], extra;
  if (sscanf(text, "%7[^=]=%63[a-z0-9.]%c", name, one->name, &extra) != 2)
    leave(RUN_USAGE, "--pin is PIN=PART.PIN, such as PD4=ccs811.nwake, or A0=light, not '%s'", text);
  if (strcmp(one->name, "light") == 0) return light_connect(avr, bus, name);
  count++;
  one->pin = pin_named(avr, "--pin", name);
  one->level = ask(one, -1);
  one->is_output = one->level >= 0;
  if (one->is_output) {
    avr_raise_irq(one->pin, (uint32_t)one->level);
  } else {
    if (ask(one, 0) < 0) leave(RUN_USAGE, "--pin %s: %s", text, boardsim_error(bus) + (strncmp(bus->line, "ERR ", 4) ? 0 : 4));
    avr_irq_register_notify(one->pin, changed, one);
  }
}

void pins_connect(avr_t *avr, boardsim_bus *connected, const options *wanted) {
  bus = connected;
  for (int i = 0; i < wanted->pin_count; i++) connect_pin(avr, wanted->pins[i]);
}

void pins_lose_power(void) {
  for (int i = 0; i < count; i++) {
    if (connections[i].is_output) connections[i].level = -1;   /* to be told again */
    else avr_raise_irq(connections[i].pin, 0);
  }
}

void pins_exchange(void) {
  for (int i = 0; i < count; i++) {
    connection *one = &connections[i];
    if (!one->is_output) continue;
    twi_catch_up();
    int level = ask(one, -1);
    if (level >= 0 && level != one->level) avr_raise_irq(one->pin, (uint32_t)(one->level = level));
  }
}

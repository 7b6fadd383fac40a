/* Connects an analogue pin to a divider: a photoresistor from VCC, 10 kilohm to ground.
 *
 * The resistance is 15 kilohm at 10 lx and falls with the power 0.7 of the light, as datasheets of the GL5528 have it. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <math.h>
#include <simavr/avr_adc.h>

#define RESISTANCE_AT_10_LUX 15000.0
#define GAMMA 0.7
#define LOWER_RESISTANCE 10000.0
/* In the dark no more than this is left. */
#define DARK_RESISTANCE 1e6

static boardsim_bus *bus;
static avr_irq_t *input;
static int channel = -1;

/* The divider's voltage, mV. */
static uint32_t voltage(double lux, double supply) {
  double upper = lux > 0 ? RESISTANCE_AT_10_LUX * pow(lux / 10, -GAMMA) : DARK_RESISTANCE;
  if (upper > DARK_RESISTANCE) upper = DARK_RESISTANCE;
  return (uint32_t)(supply * LOWER_RESISTANCE / (LOWER_RESISTANCE + upper) + 0.5);
}

/* A conversion begins: gives the voltage of its moment. */
static void sample(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  avr_t *avr = param;
  union {
    avr_adc_mux_t mux;
    uint32_t value;
  } wanted = {.value = value};
  if (wanted.mux.kind != ADC_MUX_SINGLE || wanted.mux.src != (unsigned)channel) return;
  twi_catch_up();
  if (boardsim_ask(bus, "W light\n", 8) != BOARDSIM_OK) return;
  avr_raise_irq(input, voltage(strtod(bus->line + 3, NULL), avr->vcc));
}

void light_connect(avr_t *avr, boardsim_bus *connected, const char *pin) {
  char *end = NULL;
  long number = *pin == 'A' ? strtol(pin + 1, &end, 10) : -1;
  int most = strcmp(avr->mmcu, "atmega328p") == 0 ? 5 : 15;
  if (number < 0 || number > most || *end) leave(RUN_USAGE, "--pin %s=light: an %s has A0 to A%d", pin, avr->mmcu, most);
  if (channel >= 0) leave(RUN_USAGE, "--pin %s=light: there is one photoresistor", pin);
  bus = connected;
  channel = (int)number;
  input = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + channel);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), sample, avr);
}

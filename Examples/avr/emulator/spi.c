/* Connects the processor's SPI to an SD card, selected by a pin.
 *
 * simavr 1.6 lets every byte take 100 us; here it takes its eight bits at the clock that the program has set. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"
#include "card.h"

#include <errno.h>
#include <simavr/avr_spi.h>

static sd_card card;
static avr_t *processor;
static avr_spi_t *port;
static avr_irq_t *input;
static avr_irq_t *select_pin;

/* The cycles of a byte: eight bits of the divided clock (ATmega328P datasheet, table 19-5). */
static avr_cycle_count_t byte_cycles(const avr_t *avr) {
  static const unsigned dividers[] = {4, 16, 64, 128};
  unsigned divider = dividers[avr->data[port->r_spcr] & 3];
  return 8u * (avr->data[port->r_spsr] & 1 ? divider / 2 : divider);
}

/* Called after simavr has seen a write of SPDR. */
static void after_data(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *param) {
  (void)address;
  (void)value;
  (void)param;
  avr_cycle_timer_t report = machine_cancel_timer(avr, port);
  if (report) avr_cycle_timer_register(avr, byte_cycles(avr), report, port);
}

static void exchange(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  avr_raise_irq(input, card_exchange(&card, (uint8_t)value, machine_now(processor)));
}

static void selected(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq;
  (void)param;
  card_select(&card, !(value & 1));
}

void spi_connect(avr_t *avr, const options *wanted) {
  processor = avr;
  if (card_open(&card, wanted->card) != 0)
    leave(RUN_FAILED, "cannot use %s as a card: %s", wanted->card, errno == EINVAL ? "it is no image" : strerror(errno));
  for (avr_io_t *io = avr->io_port; io && !port; io = io->next)
    if (io->kind && strcmp(io->kind, "spi") == 0) port = (avr_spi_t *)io;
  if (!port) leave(RUN_FAILED, "an %s has no SPI", avr->mmcu);
  input = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(port->name), SPI_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(port->name), SPI_IRQ_OUTPUT), exchange, NULL);
  avr_register_io_write(avr, port->r_spdr, after_data, NULL);
  select_pin = pin_named(avr, "--sd-select", wanted->card_select);
  avr_irq_register_notify(select_pin, selected, NULL);
}

void spi_lose_power(void) {
  if (!select_pin) return;
  avr_raise_irq(select_pin, 1);
  card_lose_power(&card);
}

void spi_tell(FILE *output) {
  if (!select_pin) return;
  fprintf(output, ", card: %lu blocks read, %lu written, %lu of %lu commands refused", card.reads, card.writes,
          card.refusals, card.commands);
}

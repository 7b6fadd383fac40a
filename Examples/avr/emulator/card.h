/* An SD card in SPI mode, byte by byte: the card's side of the wires, with an image file behind it.
 *
 * Source: SD Specifications, Part 1, Physical Layer Simplified Specification 2.00; section numbers are its. */
#ifndef CARD_H
#define CARD_H

#include <stddef.h>
#include <stdint.h>

#define CARD_BLOCK 512

/* The states between two commands; what a card sends waits in `answer`. */
enum card_state {
  CARD_UNPOWERED_UP,   /* in SD mode, until CMD0 comes with the card selected (7.2.1) */
  CARD_IDLE,           /* in SPI mode, not yet initialised: most commands are illegal */
  CARD_READY,
  CARD_SENDING,        /* blocks of CMD18, until CMD12 */
  CARD_AWAITING,       /* the start token of a block that is written */
  CARD_TAKING          /* a block's bytes and its CRC */
};

typedef struct {
  int file;                   /* the image */
  uint64_t blocks;            /* the capacity in blocks of 512 bytes */
  int is_high_capacity;       /* SDHC: addresses are numbers of blocks; else bytes */
  int is_read_only;
  enum card_state state;
  int is_selected;
  unsigned clocked;           /* bytes clocked while not selected, before CMD0 */
  int checks_crc, is_application;
  uint64_t ready_at;          /* when the initialisation ends, us; 0 before ACMD41 */
  uint64_t busy_until;        /* us */
  int is_multiple;            /* of a write */
  uint32_t block;             /* of the running transfer */
  uint32_t length;            /* of a read, CMD16 */
  uint8_t command[6];
  size_t command_count;
  uint8_t answer[CARD_BLOCK + 32];
  size_t answer_first, answer_count;
  uint8_t data[CARD_BLOCK + 2];
  size_t data_count;
  uint32_t written, wanted;   /* blocks written well; of an erase that is announced, unused */
  unsigned long commands, reads, writes, refusals;
} sd_card;

/* Takes an image: its size in blocks makes it a card of standard or of high capacity. Returns 0, or -1 with errno. */
int card_open(sd_card *card, const char *path);

/* The power goes: the card is as before its first command, and a block that has not come whole is not written. */
void card_lose_power(sd_card *card);

/* Tells that chip select has changed; the card is selected while it is low. */
void card_select(sd_card *card, int is_selected);

/* Exchanges a byte at a board time; returns what the card sends, 0xFF where it does not drive the wire. */
uint8_t card_exchange(sd_card *card, uint8_t byte, uint64_t now_us);

#endif

/* See card.h. */
#define _DEFAULT_SOURCE
#include "card.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bits of R1 (7.3.2.1). */
enum { R1_IDLE = 0x01, R1_ILLEGAL = 0x04, R1_CRC = 0x08, R1_ADDRESS = 0x20, R1_PARAMETER = 0x40 };
/* Tokens (7.3.3): the beginning of a block, the blocks of CMD25 and their end, and the answers to a written block. */
enum { START_BLOCK = 0xFE, START_MULTIPLE = 0xFC, STOP_TRAN = 0xFD, ACCEPTED = 0x05, BAD_CRC = 0x0B, NOT_WRITTEN = 0x0D };
enum { ERROR_TOKEN = 0x01, OUT_OF_RANGE = 0x08 };

/* A card wants 74 clocks before CMD0, with chip select high (6.4.1); ten bytes are 80. */
#define FIRST_BYTES 10
/* How long the initialisation takes from the first ACMD41 on, at most 1 s (4.2.3), and the programming of a block, us. */
#define INITIALISATION 30000
#define PROGRAMMING 600
/* The most blocks of a card of standard capacity: 2 GiB. */
#define MOST_STANDARD 4194304u

int card_open(sd_card *card, const char *path) {
  struct stat status;
  memset(card, 0, sizeof *card);
  card->file = open(path, O_RDWR);
  if (card->file < 0 && (errno == EACCES || errno == EROFS)) {
    card->file = open(path, O_RDONLY);
    card->is_read_only = 1;
  }
  if (card->file < 0 || fstat(card->file, &status) != 0) return -1;
  if (!card->is_read_only && flock(card->file, LOCK_EX | LOCK_NB) != 0) {
    errno = EBUSY;   /* another board's card */
    return -1;
  }
  card->blocks = (uint64_t)status.st_size / CARD_BLOCK;
  if (card->blocks == 0 || card->blocks > UINT32_MAX || !S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return -1;
  }
  card->is_high_capacity = card->blocks > MOST_STANDARD;
  /* What the size's fields cannot say is no part of the card: C_SIZE of 512 KiB, or a multiple of four blocks. */
  if (card->is_high_capacity) card->blocks = card->blocks / 1024 * 1024;
  card->length = CARD_BLOCK;
  return 0;
}

/* Checksums (4.5): CRC7 with its end bit, and CRC16. */

static uint8_t crc7(const uint8_t *bytes, size_t count) {
  uint8_t crc = 0;
  for (size_t i = 0; i < count; i++)
    for (int bit = 7; bit >= 0; bit--) {
      int carry = (crc >> 6 ^ bytes[i] >> bit) & 1;
      crc = (uint8_t)(crc << 1 & 0x7F);
      if (carry) crc ^= 0x09;
    }
  return (uint8_t)(crc << 1 | 1);
}

static uint16_t crc16(const uint8_t *bytes, size_t count) {
  uint16_t crc = 0;
  for (size_t i = 0; i < count; i++) {
    crc ^= (uint16_t)(bytes[i] << 8);
    for (int bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}

/* What the card sends */

static void put(sd_card *card, uint8_t byte) {
  if (card->answer_count < sizeof card->answer) card->answer[card->answer_count++] = byte;
}

/* Begins an answer: a byte of pause (N_CR, 1 to 8), then R1. */
static void respond(sd_card *card, uint8_t bits) {
  card->answer_first = card->answer_count = 0;
  put(card, 0xFF);
  put(card, (uint8_t)(bits | (card->state == CARD_IDLE ? R1_IDLE : 0)));
  if (bits) card->refusals++;
}

static void put_data(sd_card *card, const uint8_t *bytes, size_t count) {
  uint16_t crc = crc16(bytes, count);
  put(card, 0xFF);
  put(card, START_BLOCK);
  for (size_t i = 0; i < count; i++) put(card, bytes[i]);
  put(card, (uint8_t)(crc >> 8));
  put(card, (uint8_t)crc);
}

/* Appends a block, or a part of one, or the token that says why it is not there. */
static void put_block(sd_card *card, uint32_t offset) {
  uint8_t bytes[CARD_BLOCK];
  off_t place = (off_t)card->block * CARD_BLOCK;
  if (card->block >= card->blocks) {
    put(card, 0xFF);
    put(card, OUT_OF_RANGE);
  } else if (pread(card->file, bytes, CARD_BLOCK, place) != CARD_BLOCK) {
    put(card, 0xFF);
    put(card, ERROR_TOKEN);
  } else {
    put_data(card, bytes + offset, card->length);
    card->reads++;
  }
}

/* Registers (5.2, 5.3) */

static void put_bits(uint8_t *bytes, size_t size, unsigned low, unsigned width, uint32_t value) {
  for (unsigned bit = 0; bit < width; bit++)
    if (value >> bit & 1) bytes[size - 1 - (low + bit) / 8] |= (uint8_t)(1 << (low + bit) % 8);
}

static void put_csd(sd_card *card) {
  uint8_t csd[16] = {0};
  put_bits(csd, 16, 112, 8, 0x0E);   /* TAAC: 1 ms */
  put_bits(csd, 16, 96, 8, 0x32);    /* TRAN_SPEED: 25 MHz */
  put_bits(csd, 16, 84, 12, 0x5B5);  /* classes of commands */
  if (card->is_high_capacity) {
    put_bits(csd, 16, 126, 2, 1);
    put_bits(csd, 16, 80, 4, 9);
    put_bits(csd, 16, 48, 22, (uint32_t)(card->blocks / 1024 - 1));
  } else {
    /* (C_SIZE + 1) * 2^(C_SIZE_MULT + 2) blocks of 2^READ_BL_LEN bytes; the smallest multiplier keeps most blocks. */
    unsigned exponent = 9, multiplier = 0;
    while (card->blocks >> (exponent - 9 + multiplier + 2) > 4096 && multiplier < 7) multiplier++;
    while (card->blocks >> (exponent - 9 + multiplier + 2) > 4096) exponent++;
    put_bits(csd, 16, 80, 4, exponent);
    put_bits(csd, 16, 79, 1, 1);     /* READ_BL_PARTIAL */
    put_bits(csd, 16, 62, 12, (uint32_t)(card->blocks >> (exponent - 9 + multiplier + 2)) - 1);
    put_bits(csd, 16, 47, 3, multiplier);
    put_bits(csd, 16, 22, 4, exponent);
  }
  put_bits(csd, 16, 46, 1, 1);       /* ERASE_BLK_EN */
  put_bits(csd, 16, 39, 7, 0x7F);    /* SECTOR_SIZE */
  put_bits(csd, 16, 26, 3, 2);       /* R2W_FACTOR */
  if (card->is_high_capacity) put_bits(csd, 16, 22, 4, 9);
  put_bits(csd, 16, 12, 1, (uint32_t)card->is_read_only);   /* TMP_WRITE_PROTECT */
  csd[15] = crc7(csd, 15);
  put_data(card, csd, sizeof csd);
}

static void put_cid(sd_card *card) {
  /* MID, OID, product, revision 1.0, serial number, reserved and date 2026-06. */
  uint8_t cid[16] = {0x42, 'B', 'S', 'S', 'D', 'S', 'I', 'M', 0x10, 0, 0, 0, 1, 0x01, 0xA6, 0};
  cid[15] = crc7(cid, 15);
  put_data(card, cid, sizeof cid);
}

/* SD_STATUS and SCR: the version 2.00, one and four wires; the rest of the status is zero. */
static void put_scr(sd_card *card) {
  const uint8_t scr[8] = {0x02, 0x25, 0, 0, 0, 0, 0, 0};
  put_data(card, scr, sizeof scr);
}

/* Commands (7.3.1.3) */

/* Takes a command's address into `block`; 0 and a refusal where there is no such place. */
static int take_address(sd_card *card, uint32_t argument, uint32_t *offset) {
  *offset = card->is_high_capacity ? 0 : argument % CARD_BLOCK;
  card->block = card->is_high_capacity ? argument : argument / CARD_BLOCK;
  uint8_t bits = card->block >= card->blocks ? R1_PARAMETER : *offset + card->length > CARD_BLOCK ? R1_ADDRESS : 0;
  if (bits) respond(card, bits);
  return !bits;
}

static void begin_read(sd_card *card, uint32_t argument, int is_multiple) {
  uint32_t offset;
  if (!take_address(card, argument, &offset)) return;
  respond(card, 0);
  put_block(card, offset);
  if (is_multiple) card->state = CARD_SENDING;
}

static void begin_write(sd_card *card, uint32_t argument, int is_multiple) {
  uint32_t offset;
  if (card->length != CARD_BLOCK) return respond(card, R1_PARAMETER);
  if (!take_address(card, argument, &offset)) return;
  respond(card, 0);
  card->is_multiple = is_multiple;
  card->written = 0;
  card->state = CARD_AWAITING;
}

static void initialise(sd_card *card, uint32_t argument, int is_application, uint64_t now) {
  /* A card of high capacity waits for a host that says it knows such cards (HCS); CMD1 cannot say it. */
  int is_known = !card->is_high_capacity || (is_application && (argument & 0x40000000u));
  if (is_known && !card->ready_at) card->ready_at = now + INITIALISATION;
  if (is_known && now >= card->ready_at && card->state == CARD_IDLE) card->state = CARD_READY;
  respond(card, 0);
}

static void put_ocr(sd_card *card) {
  respond(card, 0);
  put(card, (uint8_t)(card->state == CARD_IDLE ? 0 : 0x80 | (card->is_high_capacity ? 0x40 : 0)));
  put(card, 0xFF);   /* 2.7 to 3.6 V */
  put(card, 0x80);
  put(card, 0x00);
}

static void set_length(sd_card *card, uint32_t length) {
  if (card->is_high_capacity) return respond(card, 0);   /* it has no effect on them */
  if (length == 0 || length > CARD_BLOCK) return respond(card, R1_PARAMETER);
  card->length = length;
  respond(card, 0);
}

/* Carries out an application's command; returns whether it is one. */
static int carry_out_application(sd_card *card, uint8_t number, uint32_t argument, uint64_t now) {
  static const uint8_t nothing[64] = {0};
  if (number == 41) return initialise(card, argument, 1, now), 1;
  if (card->state == CARD_IDLE) return 0;
  switch (number) {
    case 13: respond(card, 0), put(card, 0), put_data(card, nothing, sizeof nothing); return 1;
    case 22: {
      uint8_t count[4] = {0, 0, (uint8_t)(card->written >> 8), (uint8_t)card->written};
      respond(card, 0), put_data(card, count, sizeof count);
      return 1;
    }
    case 23: respond(card, 0); return 1;   /* a number of blocks to erase beforehand, which changes no byte */
    case 51: respond(card, 0), put_scr(card); return 1;
    default: return 0;
  }
}

/* Commands of a card that is not yet initialised. */
static int carry_out_early(sd_card *card, uint8_t number, uint32_t argument, uint64_t now) {
  switch (number) {
    case 1: initialise(card, argument, 0, now); return 1;
    case 8:
      respond(card, 0);
      put(card, 0), put(card, 0), put(card, (uint8_t)(argument >> 8 & 15)), put(card, (uint8_t)argument);
      return 1;
    case 55: respond(card, 0), card->is_application = 1; return 1;
    case 58: put_ocr(card); return 1;
    case 59: respond(card, 0), card->checks_crc = argument & 1; return 1;
    default: return 0;
  }
}

static int carry_out_late(sd_card *card, uint8_t number, uint32_t argument) {
  switch (number) {
    case 9: respond(card, 0), put_csd(card); return 1;
    case 10: respond(card, 0), put_cid(card); return 1;
    case 12: card->state = CARD_READY, respond(card, 0); return 1;
    case 13: respond(card, 0), put(card, 0); return 1;
    case 16: set_length(card, argument); return 1;
    case 17: begin_read(card, argument, 0); return 1;
    case 18: begin_read(card, argument, 1); return 1;
    case 24: begin_write(card, argument, 0); return 1;
    case 25: begin_write(card, argument, 1); return 1;
    default: return 0;
  }
}

static void carry_out(sd_card *card, uint64_t now) {
  uint8_t number = card->command[0] & 0x3F;
  uint32_t argument = (uint32_t)card->command[1] << 24 | (uint32_t)card->command[2] << 16
      | (uint32_t)card->command[3] << 8 | card->command[4];
  int is_application = card->is_application;
  int is_good = card->command[5] == crc7(card->command, 5);
  card->is_application = 0;
  card->commands++;
  if (number == 0) {
    /* Until it is in SPI mode a card checks every command, and then only where it was told to, and CMD8. */
    if (card->state == CARD_UNPOWERED_UP && (!is_good || card->clocked < FIRST_BYTES)) return;
    if (card->checks_crc && !is_good) return respond(card, R1_CRC);
    card->state = CARD_IDLE;
    card->ready_at = 0;
    card->checks_crc = 0;
    card->length = CARD_BLOCK;
    return respond(card, 0);
  }
  if (card->state == CARD_UNPOWERED_UP) return;
  if (!is_good && (card->checks_crc || number == 8)) return respond(card, R1_CRC);
  if (card->state == CARD_SENDING && number != 12) return respond(card, R1_ILLEGAL);
  if (is_application && carry_out_application(card, number, argument, now)) return;
  if (carry_out_early(card, number, argument, now)) return;
  if (card->state != CARD_IDLE && carry_out_late(card, number, argument)) return;
  respond(card, R1_ILLEGAL);
}

/* What the card takes */

/* A whole block has come: writes it, and answers with its token (7.3.3.1). */
static void take_block(sd_card *card, uint64_t now) {
  uint16_t crc = (uint16_t)(card->data[CARD_BLOCK] << 8 | card->data[CARD_BLOCK + 1]);
  uint8_t token = ACCEPTED;
  if (card->checks_crc && crc != crc16(card->data, CARD_BLOCK)) token = BAD_CRC;
  else if (card->is_read_only || card->block >= card->blocks
      || pwrite(card->file, card->data, CARD_BLOCK, (off_t)card->block * CARD_BLOCK) != CARD_BLOCK) token = NOT_WRITTEN;
  card->answer_first = card->answer_count = 0;
  put(card, token);
  if (token == ACCEPTED) {
    card->writes++, card->written++, card->block++;
    card->busy_until = now + PROGRAMMING;
  } else {
    card->refusals++;
  }
  card->state = card->is_multiple ? CARD_AWAITING : CARD_READY;
}

static void take(sd_card *card, uint8_t byte, uint64_t now) {
  if (card->state == CARD_TAKING) {
    card->data[card->data_count++] = byte;
    if (card->data_count == sizeof card->data) take_block(card, now);
    return;
  }
  if (card->command_count == 0 && card->state == CARD_AWAITING) {
    if (byte == (card->is_multiple ? START_MULTIPLE : START_BLOCK)) {
      card->state = CARD_TAKING;
      card->data_count = 0;
      return;
    }
    if (byte == STOP_TRAN && card->is_multiple) {
      card->state = CARD_READY;
      card->answer_first = card->answer_count = 0;
      put(card, 0xFF);
      card->busy_until = now + PROGRAMMING;
      return;
    }
  }
  /* A command begins with the bits 01 (7.3.1.1). */
  if (card->command_count == 0 && (byte & 0xC0) != 0x40) return;
  card->command[card->command_count++] = byte;
  if (card->command_count < sizeof card->command) return;
  card->command_count = 0;
  carry_out(card, now);
}

void card_lose_power(sd_card *card) {
  *card = (sd_card){.file = card->file, .blocks = card->blocks, .is_high_capacity = card->is_high_capacity,
                    .is_read_only = card->is_read_only, .length = CARD_BLOCK, .commands = card->commands,
                    .reads = card->reads, .writes = card->writes, .refusals = card->refusals};
}

void card_select(sd_card *card, int is_selected) {
  if (card->is_selected == is_selected) return;
  card->is_selected = is_selected;
  card->command_count = 0;
  if (is_selected) return;
  /* What it was sending or taking is over; a block that is programmed is programmed all the same. */
  card->answer_first = card->answer_count = 0;
  if (card->state > CARD_READY) card->state = CARD_READY;
}

uint8_t card_exchange(sd_card *card, uint8_t byte, uint64_t now) {
  if (!card->is_selected) {
    if (card->clocked < FIRST_BYTES) card->clocked++;
    return 0xFF;
  }
  uint8_t sent = 0xFF;
  if (card->answer_first < card->answer_count) sent = card->answer[card->answer_first++];
  else if (now < card->busy_until) return 0x00;   /* it hears nothing meanwhile */
  if (card->state == CARD_SENDING && card->answer_first == card->answer_count) {
    card->block++;
    card->answer_first = card->answer_count = 0;
    put_block(card, 0);
  }
  take(card, byte, now);
  return sent;
}

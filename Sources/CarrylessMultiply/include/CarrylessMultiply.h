/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CARRYLESS_MULTIPLY_H
#define CARRYLESS_MULTIPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor can multiply without carry; asks it once. */
bool crc24q_can_fold(void);

/* Folds a message of at least 64 bytes into the 16 bytes at `remainder`, whose CRC-24Q is the same.
   Only for processors where crc24q_can_fold() says yes. */
void crc24q_fold(const uint8_t *message, size_t count, uint8_t remainder[16]);

#endif

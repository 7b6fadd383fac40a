/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CARRYLESS_MULTIPLY_H
#define CARRYLESS_MULTIPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor can multiply without carry. */
bool crc24q_is_supported(void);

/* The CRC-24Q of a message of at least 16 bytes.
   Only for processors where crc24q_is_supported() says yes. */
uint32_t crc24q(const uint8_t *message, size_t count);

#endif

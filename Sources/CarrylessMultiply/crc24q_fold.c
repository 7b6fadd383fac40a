/* SPDX-License-Identifier: Apache-2.0 */
#include "CarrylessMultiply.h"

/* A message is a polynomial over GF(2), its first bit the highest coefficient. Moving 16 bytes A on
   by D bits multiplies them by x^D, and only the remainder modulo the CRC's polynomial matters:
   A x^D = high x^(D+64) + low x^D, two products of 64 by 24 bits, which are added to the 16 bytes
   that stand there. Four such sums run side by side to hide the latency of the multiplier.

   Zeros in front of a message do not change its CRC (initial value 0), so a message that is no
   multiple of 16 bytes is padded there and nothing is left over at its end. */

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define FOLDING __attribute__((target("pclmul,ssse3,sse4.1")))

/* x^n modulo the polynomial 0x1864CFB. */
enum { X128 = 0x6243DA, X192 = 0xB22B31, X512 = 0x7DB43E, X576 = 0xB937A7 };

bool crc24q_can_fold(void) {
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

FOLDING static inline __m128i load(const uint8_t *bytes) {
  const __m128i first_byte_highest =
      _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes), first_byte_highest);
}

FOLDING static inline __m128i moved(__m128i sum, __m128i powers) {
  return _mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x00),
                       _mm_clmulepi64_si128(sum, powers, 0x11));
}

FOLDING static inline __m128i moved_onto(__m128i sum, __m128i powers, const uint8_t *bytes) {
  return _mm_xor_si128(moved(sum, powers), load(bytes));
}

FOLDING void crc24q_fold(const uint8_t *message, size_t count, uint8_t remainder[16]) {
  const __m128i by_512 = _mm_set_epi64x(X576, X512), by_128 = _mm_set_epi64x(X192, X128);
  const uint8_t *end = message + count;

  uint8_t padded[16] = {0};
  size_t head = count % 16;
  memcpy(padded + 16 - head, message, head);
  message += head;
  __m128i sum = load(padded);

  if (end - message >= 64) {
    __m128i s0 = moved_onto(sum, by_128, message), s1 = load(message + 16);
    __m128i s2 = load(message + 32), s3 = load(message + 48);
    for (message += 64; end - message >= 64; message += 64) {
      s0 = moved_onto(s0, by_512, message);
      s1 = moved_onto(s1, by_512, message + 16);
      s2 = moved_onto(s2, by_512, message + 32);
      s3 = moved_onto(s3, by_512, message + 48);
    }
    s1 = _mm_xor_si128(s1, moved(s0, by_128));
    s2 = _mm_xor_si128(s2, moved(s1, by_128));
    sum = _mm_xor_si128(s3, moved(s2, by_128));
  }
  for (; end > message; message += 16) sum = moved_onto(sum, by_128, message);

  const __m128i back = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  _mm_storeu_si128((__m128i *)remainder, _mm_shuffle_epi8(sum, back));
}

#else

bool crc24q_can_fold(void) { return false; }

void crc24q_fold(const uint8_t *message, size_t count, uint8_t remainder[16]) {
  (void)message, (void)count, (void)remainder; /* never called: crc24q_can_fold() says no */
}

#endif

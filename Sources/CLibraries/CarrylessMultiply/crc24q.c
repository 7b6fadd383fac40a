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

#define FOLDING __attribute__((target("pclmul,ssse3,sse4.1")))

/* x^n modulo the polynomial, and the whole part of x^64 divided by it. */
enum { POLYNOMIAL = 0x1864CFB };
enum { X64 = 0x36EB3D, X88 = 0xFD7E0C, X128 = 0x6243DA, X192 = 0xB22B31, X512 = 0x7DB43E };
enum { X576 = 0xB937A7 };
#define X64_DIVIDED 0x1F845FE2493

/* What puts 16 bytes with the first one highest; 16 - n bytes on, only the first n of them. */
static const uint8_t first_byte_highest[32] = {
    15,   14,   13,   12,   11,   10,   9,    8,    7,    6,    5,    4,    3,    2,    1,    0,
    0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};

bool crc24q_is_supported(void) {
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

FOLDING static inline __m128i unaligned(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

/* The first bytes at `bytes`, of which there are 16 at least. */
FOLDING static inline __m128i load(const uint8_t *bytes, size_t count) {
  return _mm_shuffle_epi8(unaligned(bytes), unaligned(first_byte_highest + 16 - count));
}

FOLDING static inline __m128i moved(__m128i sum, __m128i powers) {
  return _mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x00),
                       _mm_clmulepi64_si128(sum, powers, 0x11));
}

FOLDING static inline __m128i moved_onto(__m128i sum, __m128i powers, const uint8_t *bytes) {
  return _mm_xor_si128(moved(sum, powers), load(bytes, 16));
}

/* The remainder of 16 bytes and 24 zero bits behind them, by way of 88 and 64 bits; that of the 64
   bits is what is over when they are divided by multiplying with the inverse (Barrett). */
FOLDING static inline uint32_t remainder_of(__m128i sum) {
  const __m128i powers = _mm_set_epi64x(X64, X88), divisor = _mm_set_epi64x(X64_DIVIDED, POLYNOMIAL);
  __m128i low = _mm_srli_si128(_mm_slli_si128(sum, 8), 5); /* times x^24 */
  __m128i bits88 = _mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x01), low);
  __m128i bits64 = _mm_xor_si128(_mm_clmulepi64_si128(bits88, powers, 0x11), bits88);
  __m128i upper40 = _mm_srli_epi64(_mm_move_epi64(bits64), 24);
  /* The quotient is what stands above the lowest 40 bits of this product. */
  __m128i product = _mm_clmulepi64_si128(upper40, divisor, 0x10);
  __m128i quotient = _mm_srli_epi64(_mm_srli_si128(product, 4), 8);
  __m128i multiple = _mm_clmulepi64_si128(quotient, divisor, 0x00);
  return (uint32_t)_mm_cvtsi128_si32(_mm_xor_si128(bits64, multiple)) & 0xFFFFFF;
}

FOLDING uint32_t crc24q(const uint8_t *message, size_t count) {
  const __m128i by_512 = _mm_set_epi64x(X576, X512), by_128 = _mm_set_epi64x(X192, X128);
  const uint8_t *end = message + count;

  size_t head = count % 16;
  __m128i sum = load(message, head);
  message += head;

  if (end - message >= 64) {
    __m128i s0 = moved_onto(sum, by_128, message), s1 = load(message + 16, 16);
    __m128i s2 = load(message + 32, 16), s3 = load(message + 48, 16);
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
  return remainder_of(sum);
}

#else

bool crc24q_is_supported(void) { return false; }

uint32_t crc24q(const uint8_t *message, size_t count) {
  (void)message, (void)count;
  return 0; /* never called: crc24q_is_supported() says no */
}

#endif

/* A serial port on which stream.S arrives, in bursts of 1 to 126 bytes. */

#include "board.h"

extern const uint8_t stream_begin[], stream_end[];

received_bytes serial_receive(void) {
  static const uint8_t *next = stream_begin;
  static size_t burst = 1;
  size_t left = (size_t)(stream_end - next);
  received_bytes bytes = {left > 0 ? next : NULL, burst < left ? burst : left};
  next += bytes.count;
  burst = burst * 3 % 127; /* takes every value from 1 to 126 */
  return bytes;
}

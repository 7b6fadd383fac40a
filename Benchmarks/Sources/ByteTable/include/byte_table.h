#include <stddef.h>
#include <stdint.h>

/* CRC-24Q with one table of 256 entries, a byte at a time: what RTCM decoders usually do. */
uint32_t byte_table_crc24q(const uint8_t *bytes, size_t count);

/* Walks a stream frame by frame with that check; returns the number of valid frames. */
size_t byte_table_count_frames(const uint8_t *bytes, size_t count);

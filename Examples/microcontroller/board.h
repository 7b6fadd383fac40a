/* What the board gives the program. */
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *start;
  size_t count;
} received_bytes;

/* The bytes that have arrived since the last call; a null pointer when no more will come. */
received_bytes serial_receive(void);

/* What the board gives the program beside its UARTs: the emulator's files and command line (Arm's semihosting), and what is
   left of the heap. */
#include <stddef.h>
#include <stdint.h>

/* The words after -kernel's, as semihosting's arg= gives them; the buffer ends with a zero. */
void read_command_line(void *buffer, size_t size);

/* The card's image on the machine that emulates. All but card_blocks answer 0, or what semihosting says instead. */
int card_open(const void *path);
uint32_t card_blocks(void);
int card_read(uint32_t block, uint8_t *bytes);
int card_write(uint32_t block, const uint8_t *bytes);

/* Ends the emulator with a status. */
_Noreturn void leave(uint32_t status);

/* Interrupts are masked: one that is pending only ends the halt of the processor. */
void mask_interrupts(void);
void wait_for_interrupt(void);

/* The heap's bytes: all, the most that were in use at once, and those in use now. */
typedef struct {
  uint32_t size, most, now, allocations;
} heap_use;
heap_use heap_report(void);

/* The most bytes of stack that were in use. */
uint32_t stack_most(void);

/* Reset and faults of an Arm MPS2 board (AN500) with a Cortex-M7, and the way out of the emulator. */

#include <stddef.h>
#include <stdint.h>

void program(void);

extern uint32_t stack_top[], data_begin[], data_end[], data_in_flash[], bss_begin[], bss_end[];

/* Ends the emulator with a status, by Arm's semihosting: SYS_EXIT_EXTENDED. */
_Noreturn void leave(uint32_t status);
_Noreturn void leave(uint32_t status) {
  uint32_t block[] = {0x20026 /* ADP_Stopped_ApplicationExit */, status};
  register uint32_t operation __asm("r0") = 0x20;
  register uint32_t *argument __asm("r1") = block;
  __asm volatile("bkpt 0xab" ::"r"(operation), "r"(argument) : "memory");
  for (;;) {}
}

static _Noreturn void reset(void) {
  volatile uint32_t *cpacr = (uint32_t *)0xE000ED88;
  *cpacr |= 0xF << 20; /* switches the floating-point unit on */
  __asm volatile("dsb\n isb");
  for (uint32_t *to = data_begin, *from = data_in_flash; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_begin; to < bss_end;) *to++ = 0;
  program();
  leave(0);
}

/* A trap of Swift is an undefined instruction; a stack that overflows leaves RAM. Both end here. */
static _Noreturn void fault(void) { leave(1); }

__attribute__((section(".vectors"), used)) void *const vectors[] = {
    stack_top, (void *)reset, (void *)fault, (void *)fault, (void *)fault, (void *)fault, (void *)fault,
};

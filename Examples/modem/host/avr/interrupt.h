// Interrupts, of which there are none.
#ifndef INTERRUPT_H
#define INTERRUPT_H

#define sei()
#define cli()

#endif

// The processor's registers: there are none but that of the USB serial line, by which the core declares Serial.
#ifndef IO_H
#define IO_H

#define UBRR0H 0
#define RAMSTART 0
#define RAMEND 0x10000

// The core's header of USB, which wants registers, is left out.
#define __USBAPI__

#endif

// The board's pins, which lead nowhere.
#ifndef PINS_ARDUINO_H
#define PINS_ARDUINO_H

#define LED_BUILTIN 13
#define NUM_DIGITAL_PINS 20

#endif

// SoftwareSerial as sketches have it; its pins are at the modem, wherever they are.
#ifndef SOFTWARESERIAL_H
#define SOFTWARESERIAL_H

#include "BoardsimModem.h"

class SoftwareSerial : public BoardsimModem {
public:
  SoftwareSerial(uint8_t, uint8_t, bool = false) {}
  bool listen() { return false; }
  bool isListening() { return true; }
  bool stopListening() { return false; }
  bool overflow() { return false; }
};

#endif

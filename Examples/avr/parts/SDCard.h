// An SD card in SPI mode (Physical Layer Simplified Specification, section 7): blocks of 512 bytes.
#ifndef SD_CARD_H
#define SD_CARD_H

#include <Arduino.h>
#include <SPI.h>

class SDCard {
public:
  uint32_t blocks = 0;   // the capacity
  bool isHighCapacity = false;

  // Brings the card into SPI mode, waits until it is ready, and reads its capacity; gives the command that failed, or -1.
  int begin(uint8_t selectPin) {
    pin = selectPin;
    pinMode(pin, OUTPUT);
    deselect();
    SPI.begin();
    speed = 250000;
    SPI.beginTransaction(SPISettings(speed, MSBFIRST, SPI_MODE0));
    for (uint8_t i = 0; i < 10; i++) SPI.transfer(0xFF);   // 80 clocks while it is not selected
    SPI.endTransaction();
    if (command(0, 0) != idle) return 0;
    bool isNew = command(8, 0x1AA) == idle;
    if (isNew && last() != 0x1AA) return 8;
    uint32_t start = millis();
    do {
      if (millis() - start > 1000) return 41;
      command(55, 0);
    } while (command(41, isNew ? 0x40000000 : 0) != 0);
    if (command(58, 0) != 0) return 58;
    isHighCapacity = isNew && last() & 0x40000000;
    if (!isHighCapacity && command(16, 512) != 0) return 16;
    speed = 8000000;
    return readCapacity() ? -1 : 9;
  }

  bool read(uint32_t block, uint8_t *bytes) { return request(17, place(block), bytes, 512); }

  bool write(uint32_t block, const uint8_t *bytes) {
    if (command(24, place(block), true) != 0) return release(false);
    SPI.transfer(0xFF);
    SPI.transfer(0xFE);
    for (uint16_t i = 0; i < 512; i++) SPI.transfer(bytes[i]);
    SPI.transfer(0xFF);
    SPI.transfer(0xFF);
    bool isTaken = (SPI.transfer(0xFF) & 0x1F) == 0x05;
    uint32_t start = millis();
    while (SPI.transfer(0xFF) != 0xFF)
      if (millis() - start > 500) return release(false);
    return release(isTaken);
  }

private:
  static const uint8_t idle = 1;
  uint8_t pin, answer[4];
  uint32_t speed;

  uint32_t place(uint32_t block) const { return isHighCapacity ? block : block * 512; }
  uint32_t last() const {
    return (uint32_t)answer[0] << 24 | (uint32_t)answer[1] << 16 | (uint16_t)(answer[2] << 8) | answer[3];
  }
  void deselect() { digitalWrite(pin, HIGH); }

  bool release(bool result) {
    deselect();
    SPI.transfer(0xFF);   // a card lets go of the wire with the next clocks
    SPI.endTransaction();
    return result;
  }

  // Sends a command and gives R1, 0xFF for none; keeps the card selected where data follows. CMD8 and CMD58 have four
  // more bytes.
  uint8_t command(uint8_t number, uint32_t argument, bool hasData = false) {
    SPI.beginTransaction(SPISettings(speed, MSBFIRST, SPI_MODE0));
    digitalWrite(pin, LOW);
    SPI.transfer(0xFF);
    SPI.transfer(0x40 | number);
    for (int8_t shift = 24; shift >= 0; shift -= 8) SPI.transfer(argument >> shift);
    SPI.transfer(number == 8 ? 0x87 : 0x95);   // the CRC of CMD8 with 0x1AA, or of CMD0; others are not checked
    uint8_t status = 0xFF;
    for (uint8_t i = 0; i < 8 && status & 0x80; i++) status = SPI.transfer(0xFF);
    if (number == 8 || number == 58)
      for (uint8_t i = 0; i < 4; i++) answer[i] = SPI.transfer(0xFF);
    if (!hasData) release(true);
    return status;
  }

  bool request(uint8_t number, uint32_t argument, uint8_t *bytes, uint16_t count) {
    if (command(number, argument, true) != 0) return release(false);
    uint32_t start = millis();
    uint8_t token;
    while ((token = SPI.transfer(0xFF)) == 0xFF)
      if (millis() - start > 300) return release(false);
    if (token != 0xFE) return release(false);
    for (uint16_t i = 0; i < count; i++) bytes[i] = SPI.transfer(0xFF);
    SPI.transfer(0xFF);
    SPI.transfer(0xFF);
    return release(true);
  }

  // The capacity of the CSD register (5.3.2, 5.3.3).
  bool readCapacity() {
    uint8_t csd[16];
    if (!request(9, 0, csd, sizeof csd)) return false;
    if (csd[0] >> 6 == 1) {
      blocks = (((uint32_t)(csd[7] & 0x3F) << 16 | (uint16_t)(csd[8] << 8) | csd[9]) + 1) * 1024;
    } else {
      uint16_t size = (uint16_t)(csd[6] & 3) << 10 | csd[7] << 2 | csd[8] >> 6;
      uint8_t multiplier = (csd[9] & 3) << 1 | csd[10] >> 7;
      blocks = (uint32_t)(size + 1) << (multiplier + 2 + (csd[5] & 15) - 9);
    }
    return true;
  }
};

#endif

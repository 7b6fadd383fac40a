// Writes temperature, humidity and pressure on an SD card once a second: LOG.CSV, chip select at pin 10.
#include "BME280.h"
#include "CardFile.h"

BME280 air;
SDCard card;
CardFile file;
bool isOpen = false;

bool openCard() {
  int failed = card.begin(10);
  if (failed >= 0) {
    Serial.print(F("the card fails at CMD"));
    Serial.println(failed);
    return false;
  }
  const __FlashStringHelper *missing = file.open(card, "LOG     CSV");
  if (missing) {
    Serial.println(missing);
    return false;
  }
  Serial.print(card.blocks);
  Serial.println(F(" blocks"));
  if (file.size == 0) file.print(F("seconds,celsius,percent,pascals\n"));
  return file.sync();
}

void setup() {
  Serial.begin(115200);
  Wire.begin();
  if (!air.begin()) Serial.println(F("no BME280 at 0x77"));
  isOpen = openCard();
}

void loop() {
  static uint32_t next = 0;
  if (millis() < next) return;
  next += 1000;
  if (!isOpen || !air.measure()) return;
  file.print(millis() / 1000);
  file.print(',');
  file.print(air.celsius);
  file.print(',');
  file.print(air.percent);
  file.print(',');
  file.print(air.pascals);
  file.print('\n');
  Serial.println(file.sync() ? F("written") : F("not written"));
}

// Prints temperature, humidity, pressure and position once a second.
#include "BME280.h"
#include "Receiver.h"

BME280 air;
Receiver receiver;

// Prints degrees of 1e-7 with all their digits, which a float has not.
void printDegrees(int32_t value) {
  char digits[12];
  uint32_t size = value < 0 ? -(uint32_t)value : value;
  snprintf(digits, sizeof digits, "%s%lu", value < 0 ? "-" : "", (unsigned long)(size / 10000000));
  Serial.print(digits);
  snprintf(digits, sizeof digits, ".%07lu", (unsigned long)(size % 10000000));
  Serial.print(digits);
}

void setup() {
  Serial.begin(9600);
  Wire.begin();
  if (!air.begin()) Serial.println(F("no BME280 at 0x77"));
  delay(1000);   // a receiver starts for about a second
  if (!receiver.begin()) Serial.println(F("no receiver at 0x42"));
}

void loop() {
  receiver.ask();
  delay(100);
  receiver.poll(2048);
  if (air.measure()) {
    Serial.print(air.celsius);
    Serial.print(F(" C "));
    Serial.print(air.percent);
    Serial.print(F(" % "));
    Serial.print(air.pascals);
    Serial.print(F(" Pa"));
  } else {
    Serial.print(F("the BME280 does not answer"));
  }
  if (receiver.hasPosition) {
    Serial.print(F(" at "));
    printDegrees(receiver.latitude);
    Serial.print(' ');
    printDegrees(receiver.longitude);
  }
  Serial.println();
  delay(800);
}

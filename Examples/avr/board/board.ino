// The air-quality board: reads all parts, serves the page of the first boards, and takes corrections from a caster.
//
// An ESP8266 with AT firmware is at pins 8 (RX) and 9 (TX), 9600 baud; on a Mega at Serial1. Findings and values go to
// the USB serial line, 115200 baud.
#include "BH1750.h"
#include "BME280.h"
#include "CCS811.h"
#include "Modem.h"
#include "Receiver.h"
#include "SPS30.h"

#ifndef SSID
#define SSID "home"
#define PASSWORD "secret123"
#endif
#ifndef CASTER_HOST
#define CASTER_HOST "158.102.7.10"
#define CASTER_PORT 2101
#define CASTER_MOUNT "BASE"
#endif
#define MODEM_BAUD 9600

#ifdef HAVE_HWSERIAL1
#define modemSerial Serial1
#else
#include <SoftwareSerial.h>
SoftwareSerial modemSerial(8, 9);
#endif

BME280 air;
CCS811 gas;
SPS30 dust;
BH1750 light;
Receiver receiver;

void onData(uint8_t link, uint8_t byte);
void onLink(uint8_t link, bool isOpen);
Modem modem(modemSerial, onData, onLink);

const uint8_t casterLink = 4, links = 5;
char lastBytes[links];          // of a request: how much of its blank line has come
bool isAsked[links];            // whether a request is whole
uint32_t heard[links];          // when a request's last byte has come, 0 for none
bool isCasterOpen = false, isStreaming = false;
uint8_t corrections[480];       // what has come and waits for a moment in which nothing comes
uint16_t correctionCount = 0;
uint32_t correctionBytes = 0, lastCorrection = 0, nextTry = 0;

// A request ends with its first blank line; method and path are not looked at, as on the first boards.
void onData(uint8_t link, uint8_t byte) {
  if (link == casterLink && isCasterOpen) return takeCorrection(byte);
  if (link >= links) return;
  heard[link] = millis();
  if (byte == '\n') {
    if (lastBytes[link] == '\n') isAsked[link] = true;
    lastBytes[link] = '\n';
  } else if (byte != '\r') {
    lastBytes[link] = byte;
  }
}

void onLink(uint8_t link, bool isOpen) {
  if (link >= links || (link == casterLink && isOpen)) return;
  if (link == casterLink) isCasterOpen = isStreaming = false;
  heard[link] = isOpen ? millis() : 0;
  isAsked[link] = false;
  lastBytes[link] = 0;
}

// The caster's answer, ICY 200 OK, ends with its first line; everything behind it goes to the receiver.
void takeCorrection(uint8_t byte) {
  if (!isStreaming) {
    isStreaming = byte == '\n';
    return;
  }
  correctionBytes++;
  lastCorrection = millis();
  if (correctionCount < sizeof corrections) corrections[correctionCount++] = byte;
}

// Sends what has come to the receiver, in pieces that Wire has room for, none of them a single byte, which the receiver
// would take for a register's number.
void flushCorrections() {
  for (uint16_t sent = 0; sent < correctionCount;) {
    uint16_t left = correctionCount - sent;
    uint8_t piece = left > 32 ? 30 : left;
    if (piece == 1) {
      corrections[0] = corrections[sent];
      correctionCount = 1;
      return;
    }
    receiver.correct(corrections + sent, piece);
    sent += piece;
  }
  correctionCount = 0;
}

// A link whose end was not heard is one on which nothing comes any more.
void dropSilentCaster() {
  if (!isCasterOpen || millis() - lastCorrection < 30000) return;
  modem.close(casterLink);
  isCasterOpen = isStreaming = false;
}

void requestCorrections() {
  dropSilentCaster();
  if (isCasterOpen || (int32_t)(millis() - nextTry) < 0) return;
  nextTry = millis() + 15000;
  lastCorrection = millis();
  isStreaming = false;
  if (!modem.connect(casterLink, F(CASTER_HOST), CASTER_PORT)) return;
  isCasterOpen = true;
  static const char request[] PROGMEM = "GET /" CASTER_MOUNT " HTTP/1.0\r\nUser-Agent: NTRIP boardsim-sketch/1\r\n\r\n";
  if (!modem.send(casterLink, sizeof request - 1)) return;
  modem.line.print((const __FlashStringHelper *)request);
  modem.finish();
}

// Collects the length of a page, or sends it: the same text both times.
class Page : public Print {
public:
  Print *target = nullptr;
  uint16_t count = 0;
  size_t write(uint8_t byte) override {
    count++;
    return target ? target->write(byte) : 1;
  }
  void print() {
    Print::print(F("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!DOCTYPE HTML>\r\n<html>\r\n"));
    row(F("CO2: "), gas.co2);
    row(F("Humidity: "), air.percent);
    row(F("Altitude: "), 44330.0f * (1 - pow(air.pascals / 101325.0f, 0.1903f)));
    row(F("TVOC: "), gas.tvoc);
    row(F("Pressure: "), air.pascals);
    row(F("Temperature: "), air.celsius);
    place(F("Latitude: "), receiver.latitude);
    Print::print('\n');
    place(F("Longitude: "), receiver.longitude);
    Print::print(F("<br>\n</html>\n"));
  }

private:
  void row(const __FlashStringHelper *name, float value) {
    Print::print(name);
    Print::print(value);
    Print::print('\n');
  }
  // Millionths of a degree; 999000000 for no position.
  void place(const __FlashStringHelper *name, int32_t value) {
    Print::print(name);
    Print::print(receiver.hasPosition ? value / 10 : 999000000L);
  }
};

void answer(uint8_t link) {
  isAsked[link] = false;
  heard[link] = lastBytes[link] = 0;
  Page page;
  page.print();
  uint16_t length = page.count;
  if (modem.send(link, length)) {
    page.target = &modem.line;
    page.print();
    if (!modem.finish()) Serial.println(F("a page was not sent"));
  }
  modem.close(link);
}

// Joins the network, and serves port 80.
void join() {
  const __FlashStringHelper *failure = modem.begin(SSID, PASSWORD, 80);
  if (failure) {
    Serial.print(F("the modem fails at "));
    Serial.println(failure);
  } else {
    Serial.println(F("serving"));
  }
}

// Whether a request is late: what comes while SoftwareSerial sends is lost, and its blank line too.
bool isLate(uint8_t link) { return heard[link] && millis() - heard[link] > 1500; }

// Says so where the line has carried all that it can for ten seconds: what corrections want beyond that comes late or never.
void watchLine() {
  static uint32_t since = 0, before = 0;
  const uint32_t most = MODEM_BAUD / 10;   // a byte has ten bits
  uint32_t passed = millis() - since;
  if (passed < 10000) return;
  uint32_t rate = (modem.bytes - before) * 1000 / passed;
  since += passed;
  before = modem.bytes;
  if (rate * 10 < most * 9) return;
  Serial.print(F("the line is full: "));
  Serial.print(rate);
  Serial.print(F(" of "));
  Serial.print(most);
  Serial.println(F(" bytes a second"));
}

void serve() {
  modem.poll();
  for (uint8_t link = 0; link < links; link++)
    if ((isAsked[link] && modem.isQuiet()) || isLate(link)) answer(link);
  watchLine();
  if (!modem.isStuck()) return;
  modem.free();
  join();
}

void report() {
  Serial.print(air.celsius);
  Serial.print(F(" C "));
  Serial.print(air.percent);
  Serial.print(F(" % "));
  Serial.print(air.pascals);
  Serial.print(F(" Pa "));
  Serial.print(gas.co2);
  Serial.print(F(" ppm "));
  Serial.print(gas.tvoc);
  Serial.print(F(" ppb "));
  Serial.print(dust.pm25);
  Serial.print(F(" ug/m3 "));
  Serial.print(light.lux);
  Serial.print(F(" lx fix "));
  Serial.print(receiver.fix);
  Serial.print('/');
  Serial.print(receiver.carrier);
  Serial.print(F(" corrections "));
  Serial.println(correctionBytes);
}

void begin(const __FlashStringHelper *name, bool isThere) {
  if (isThere) return;
  Serial.print(name);
  Serial.println(F(" does not answer"));
}

void setup() {
  Serial.begin(115200);
  modemSerial.begin(MODEM_BAUD);
  Wire.begin();
  begin(F("BME280"), air.begin());
  begin(F("CCS811"), gas.begin());
  begin(F("SPS30"), dust.begin());
  begin(F("BH1750"), light.begin());
  delay(1000);
  begin(F("receiver"), receiver.begin());
  join();
  nextTry = millis() + 2000;
}

void loop() {
  static uint32_t last = 0;
  static uint8_t step = 0;
  serve();
  if (!modem.isQuiet()) return;
  flushCorrections();
  // One part at a time, so that what comes from the modem meanwhile does not overflow.
  if (millis() - last < 200) return;
  last += 200;
  switch (step++) {
    case 0: receiver.ask(); break;
    case 1: air.measure(); break;
    case 2: gas.poll(); break;
    case 3: dust.poll(); break;
    case 4: light.poll(); break;
    case 9: report(); break;
    case 10: step = 0; return requestCorrections();
  }
  receiver.poll(96);
}

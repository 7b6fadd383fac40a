// Joins a network by an ESP8266, serves a page with a counter, and reads a caster's stream.
//
// On an Arduino the modem is at pins 8 (RX) and 9 (TX).
#include <SoftwareSerial.h>
#include "Modem.h"

#ifndef CASTER_HOST
#define CASTER_HOST "158.102.7.10"
#define CASTER_PORT 2101
#endif

SoftwareSerial line(8, 9);
void onData(uint8_t link, uint8_t byte);
void onLink(uint8_t link, bool isOpen);
Modem modem(line, onData, onLink);

const uint8_t casterLink = 4;
uint8_t lastByte[casterLink];
bool isAsked[casterLink];
uint32_t streamed = 0, pages = 0;

void onData(uint8_t link, uint8_t byte) {
  if (link == casterLink) {
    streamed++;
    return;
  }
  if (link > casterLink || byte == '\r') return;
  if (byte == '\n' && lastByte[link] == '\n') isAsked[link] = true;
  lastByte[link] = byte;
}

void onLink(uint8_t link, bool isOpen) {
  if (link < casterLink) lastByte[link] = isAsked[link] = false;
  if (link == casterLink && !isOpen) Serial.println(F("the caster has closed"));
}

void answer(uint8_t link) {
  static const char head[] PROGMEM = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\npage ";
  char number[12];
  ultoa(++pages, number, 10);
  isAsked[link] = false;
  if (modem.send(link, strlen_P(head) + strlen(number))) {
    modem.line.print((const __FlashStringHelper *)head);
    modem.line.print(number);
    modem.finish();
  }
  modem.close(link);
}

void setup() {
  Serial.begin(115200);
  line.begin(9600);
  const __FlashStringHelper *failure = modem.begin("home", "secret123", 80);
  if (failure) {
    Serial.print(F("the modem fails at "));
    Serial.println(failure);
    return;
  }
  Serial.println(F("serving"));
  if (!modem.connect(casterLink, F(CASTER_HOST), CASTER_PORT)) return;
  static const char request[] PROGMEM = "GET /BASE HTTP/1.0\r\nUser-Agent: NTRIP boardsim-sketch/1\r\n\r\n";
  if (!modem.send(casterLink, sizeof request - 1)) return;
  modem.line.print((const __FlashStringHelper *)request);
  modem.finish();
}

void loop() {
  static uint32_t last = 0;
  modem.poll();
  for (uint8_t link = 0; link < casterLink; link++)
    if (isAsked[link]) answer(link);
  if (millis() - last < 1000) return;
  last = millis();
  Serial.print(F("pages "));
  Serial.print(pages);
  Serial.print(F(" stream "));
  Serial.println(streamed);
}

// An ESP8266 with AT firmware on a serial line (Espressif's AT instruction set 2.x), with several links.
#ifndef MODEM_H
#define MODEM_H

#include <Arduino.h>

class Modem {
public:
  // Called with each byte of a link, and when a link is opened or closed.
  typedef void (*DataHandler)(uint8_t link, uint8_t byte);
  typedef void (*LinkHandler)(uint8_t link, bool isOpen);

  Modem(Stream &line, DataHandler onData, LinkHandler onLink) : line(line), onData(onData), onLink(onLink) {}

  // Joins a network and serves a port; gives the step that failed, or nullptr.
  const __FlashStringHelper *begin(const char *ssid, const char *password, uint16_t port) {
    if (!command(F("AT")) && !command(F("AT"))) return F("AT");
    command(F("ATE0"));
    if (!command(F("AT+CWMODE=1"))) return F("CWMODE");
    line.print(F("AT+CWJAP=\""));
    line.print(ssid);
    line.print(F("\",\""));
    line.print(password);
    line.print(F("\"\r\n"));
    if (!wait(ok, 30000)) return F("CWJAP");
    if (!command(F("AT+CIPMUX=1"))) return F("CIPMUX");
    line.print(F("AT+CIPSERVER=1,"));
    line.println(port);
    return wait(ok, 2000) ? nullptr : F("CIPSERVER");
  }

  // Opens a connection as a link.
  bool connect(uint8_t link, const __FlashStringHelper *host, uint16_t port) {
    line.print(F("AT+CIPSTART="));
    line.print(link);
    line.print(F(",\"TCP\",\""));
    line.print(host);
    line.print(F("\","));
    line.println(port);
    return wait(ok, 10000);
  }

  // Announces bytes; send them with `line`, then call finish(). A prompt that was lost is none that was not given: a modem
  // that waits for bytes takes everything else for them.
  bool send(uint8_t link, uint16_t count) {
    line.print(F("AT+CIPSEND="));
    line.print(link);
    line.print(',');
    line.println(count);
    return wait(prompt, 1000) || answer != failed;
  }
  bool finish() { return wait(sent, 5000); }

  void close(uint8_t link) {
    line.print(F("AT+CIPCLOSE="));
    line.println(link);
    wait(ok, 2000);
  }

  // Whether several answers have been missing in a row.
  bool isStuck() { return missing > 3; }

  // Gives a modem that waits for bytes as many as it can wait for.
  void free() {
    for (uint16_t i = 0; i < 2048; i++) line.write(' ');
    line.println();
    wait(ok, 500);
    missing = 0;
  }

  // Takes what has come.
  void poll() {
    while (line.available()) take(line.read());
    // A byte that was lost must not make the rest of the talk data of a link.
    if (dataLeft > 0 && millis() - lastByte > 200) dataLeft = 0;
  }

  // The bytes that have come so far, every one.
  uint32_t bytes = 0;

  // Whether nothing comes just now. SoftwareSerial has interrupts off while a byte comes in, so that beside a stream of
  // bytes Wire takes ten times as long, and what overflows the line's 64 bytes is lost.
  bool isQuiet() { return !line.available() && millis() - lastByte > 4; }

  Stream &line;

private:
  enum Answer : uint8_t { none, ok, failed, prompt, sent };

  DataHandler onData;
  LinkHandler onLink;
  char text[40];
  uint8_t length = 0, dataLink = 0, missing = 0;
  uint16_t dataLeft = 0;
  uint32_t lastByte = 0;
  volatile Answer answer = none;

  bool command(const __FlashStringHelper *words) {
    line.println(words);
    return wait(ok, 1500);
  }

  bool wait(Answer wanted, uint32_t most) {
    uint32_t start = millis();
    for (answer = none; millis() - start < most; poll()) {
      if (answer == wanted || answer == failed) {
        missing = 0;
        return answer == wanted;
      }
    }
    if (missing < 255) missing++;
    return false;
  }

  void take(char byte) {
    lastByte = millis();
    bytes++;
    if (dataLeft > 0) {
      dataLeft--;
      return onData(dataLink, byte);
    }
    if (byte == '>' && length == 0) {
      answer = prompt;
    } else if (byte == ':' && strncmp_P(text, PSTR("+IPD,"), 5) == 0 && length > 7) {
      text[length] = 0;
      dataLink = text[5] - '0';
      dataLeft = atoi(text + 7);
      length = 0;
    } else if (byte == '\n') {
      text[length] = 0;
      judge();
      length = 0;
    } else if (byte != '\r' && !(byte == ' ' && length == 0) && length + 1 < (uint8_t)sizeof text) {
      text[length++] = byte;
      text[length] = 0;
    }
  }

  void judge() {
    if (!strcmp_P(text, PSTR("OK"))) answer = ok;
    else if (!strcmp_P(text, PSTR("SEND OK"))) answer = sent;
    else if (!strcmp_P(text, PSTR("ERROR")) || !strcmp_P(text, PSTR("FAIL")) || !strcmp_P(text, PSTR("SEND FAIL")))
      answer = failed;
    else if (length > 2 && !strcmp_P(text + 1, PSTR(",CLOSED"))) onLink(text[0] - '0', false);
    else if (length > 2 && !strcmp_P(text + 1, PSTR(",CONNECT"))) onLink(text[0] - '0', true);
  }
};

#endif

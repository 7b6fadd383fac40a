#!/usr/bin/env python3
"""An LM75B, which shows the temperature of the board's world.

    boardsim bus --part 'name=lm75 address=0x48 command=./lm75.py'

Source: NXP LM75B data sheet, Rev. 6.1, whose sections the comments name. The fault queue and OS's interrupt mode
are left out.
"""

from boardsim_part import Part, serve

TEMPERATURE, CONFIGURATION, HYSTERESIS, OVERTEMPERATURE = range(4)
CONVERSION = 100_000_000  # 7.1: a conversion every 100 ms


class LM75(Part):
    def __init__(self, ask, greeting):
        super().__init__(ask, greeting)
        self.power(int(greeting["start"]), True)

    def power(self, time, is_on):
        self.pointer = TEMPERATURE
        # 7.4.4: thresholds of 75 and 80 degrees, in the nine upper bits as half degrees.
        self.registers = {TEMPERATURE: 0, CONFIGURATION: 0, HYSTERESIS: 75 << 8, OVERTEMPERATURE: 80 << 8}
        self.is_hot = False
        if is_on:
            self.wake(time + CONVERSION)

    @property
    def is_shut_down(self):
        return self.registers[CONFIGURATION] & 1

    def at(self, time):
        if self.is_shut_down:
            return
        (celsius,) = self.world("temperature")
        steps = max(-55 * 8, min(125 * 8, round(celsius * 8)))  # 7.4.3: eighths in the eleven upper bits
        self.registers[TEMPERATURE] = steps << 5 & 0xFFFF
        self.compare(steps // 4 / 2)  # 7.4.4: the nine upper bits alone are compared
        self.state("celsius", steps / 8)
        self.wake(time + CONVERSION)

    def compare(self, celsius):
        """Sets OS, which is low while it is too hot, unless OS_POL is set (7.5, 7.6)."""
        if celsius > signed(self.registers[OVERTEMPERATURE]):
            self.is_hot = True
        elif celsius < signed(self.registers[HYSTERESIS]):
            self.is_hot = False
        active = self.registers[CONFIGURATION] >> 2 & 1  # OS_POL
        self.interrupt(active if self.is_hot else 1 - active)

    def write(self, time, data):
        if data[0] > OVERTEMPERATURE:
            return 0
        self.pointer = data[0]
        if self.pointer == CONFIGURATION and len(data) > 1:
            self.registers[CONFIGURATION] = data[1]
            if not self.is_shut_down:
                self.wake(time + CONVERSION)
        elif self.pointer != TEMPERATURE and len(data) > 2:
            self.registers[self.pointer] = (data[1] << 8 | data[2]) & 0xFF80

    def read(self, time, count):
        value = self.registers[self.pointer]
        data = bytes([value]) if self.pointer == CONFIGURATION else value.to_bytes(2, "big")
        return (data * (count // len(data) + 1))[:count]


def signed(register):
    """Degrees of a threshold register."""
    return (register - 0x10000 if register & 0x8000 else register) / 256


if __name__ == "__main__":
    serve(LM75)

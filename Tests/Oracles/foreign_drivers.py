"""Drivers of other people read our parts over `boardsim bus --noise off --scenario standing`.

usage: foreign_drivers.py FOLDER DRIVER HOST:PORT POINTS

FOLDER has a folder for each set of packages; DRIVER is one of those below. Each sets the world to POINTS
points of the part's range, waits for five of its time constants, reads, and compares: exit status 0 when
every reading is within one step of the part's resolution, and a line that says how far they were at most.
"""

import math
import pathlib
import sys
import types

FOLDER, DRIVER, PLACE, POINTS = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Examples/bus/python"))
from boardsim_bus import Board, UBloxStream  # noqa: E402


def packages(name):
    sys.path.insert(0, f"{FOLDER}/{name}")
    # What CircuitPython has built in: constants are for its compiler.
    micropython = types.ModuleType("micropython")
    micropython.const = lambda value: value
    sys.modules.setdefault("micropython", micropython)
    # Some ask modules of its hardware for the names of their types.
    for module, names in {
        "busio": ("I2C", "SPI"), "digitalio": ("DigitalInOut",),
        "circuitpython_typing": ("ReadableBuffer", "WriteableBuffer"),
        "circuitpython_typing.device_drivers": ("I2CDeviceDriver",),
    }.items():
        sys.modules.setdefault(module, types.ModuleType(module))
        for name in names:
            setattr(sys.modules[module], name, object)


class Readings:
    """How far readings are from the truth, in steps."""

    def __init__(self):
        self.worst = {}
        self.failures = 0

    def compare(self, name, value, truth, step):
        off = abs(value - truth) / step
        self.worst[name] = max(self.worst.get(name, 0), off)
        if not off <= 1:
            self.failures += 1
            if self.failures <= 5:
                print(f"{name}: {value} for {truth}, {off:.2f} steps of {step}")

    def end(self):
        worst = ", ".join(f"{name} {off:.2f}" for name, off in self.worst.items())
        print(f"{POINTS} points; off at most, in steps: {worst}")
        sys.exit(1 if self.failures or not self.worst else 0)


def share(index, factor=1.0):
    """A number in 0...1 that covers it in an order of its own for each factor."""
    return (index + 0.5) / POINTS * factor % 1


def air(board, index):
    truth = {
        "temperature": -40 + 125 * share(index),
        "pressure": 30_000 + 80_000 * share(index, 7),
        "humidity": 100 * share(index, 3),
    }
    board.set(**truth)
    board.delay(10)  # humidity follows with 1 s; the others sooner
    return truth


def compare_air(readings, truth, temperature, pressure, humidity, pressure_step):
    readings.compare("temperature", temperature, truth["temperature"], 0.01)
    readings.compare("pressure", pressure, truth["pressure"], pressure_step)
    readings.compare("humidity", humidity, truth["humidity"], 0.025)


def rpi_bme280(board, readings):
    packages("rpi")
    import bme280

    bus = board.smbus()
    board.delay(0.01)
    calibration = bme280.load_calibration_params(bus, 0x77)
    for index in range(POINTS):
        truth = air(board, index)
        data = bme280.sample(bus, 0x77, calibration)
        # x1: sixteen bits.
        compare_air(readings, truth, data.temperature, data.pressure * 100, data.humidity, 3.0)


def pimoroni_bme280(board, readings):
    packages("pimoroni")
    from bme280 import BME280

    board.delay(0.01)
    sensor = BME280(i2c_addr=0x77, i2c_dev=board.smbus())
    sensor.setup()
    for index in range(POINTS):
        truth = air(board, index)
        sensor.update_sensor()
        # Its own reckoning is off by half a pascal, where others are not with the same raw numbers.
        compare_air(
            readings, truth, sensor.temperature, sensor.pressure * 100, sensor.humidity, 0.7)


def adafruit_bme280(board, readings):
    packages("adafruit")
    from adafruit_bme280.basic import Adafruit_BME280_I2C

    board.delay(0.01)
    sensor = Adafruit_BME280_I2C(board.busio(), 0x77)
    for index in range(POINTS):
        truth = air(board, index)
        compare_air(
            readings, truth, sensor.temperature, sensor.pressure * 100, sensor.humidity, 0.5)


def adafruit_ccs811(board, readings):
    packages("adafruit")
    from adafruit_ccs811 import CCS811

    board.set(temperature=25, humidity=50, eco2=400, tvocs=0)
    board.delay(0.1)
    sensor = CCS811(board.busio(), 0x5B)
    for _ in range(60):  # 40 minutes of run-in
        board.delay(40)
        sensor.eco2
    for index in range(POINTS):
        truth = {"eco2": 400 + 7_792 * share(index), "tvocs": 1_187 * share(index, 3)}
        board.set(**truth)
        board.delay(10)
        while not sensor.data_ready:
            board.delay(0.1)
        readings.compare("eco2", sensor.eco2, truth["eco2"], 1)
        readings.compare("tvoc", sensor.tvoc, truth["tvocs"], 1)


def adafruit_bh1750(board, readings):
    packages("adafruit")
    import adafruit_bh1750

    board.delay(0.2)
    sensor = adafruit_bh1750.BH1750(board.busio())
    for index in range(POINTS):
        # It sets itself up for half a lux a count.
        truth = 27_306 * share(index)
        board.set(light=truth)
        board.delay(1)
        readings.compare("light", sensor.lux, truth, 1 / 2.4)


def adafruit_veml7700(board, readings):
    packages("adafruit")
    import adafruit_veml7700

    board.delay(0.2)
    sensor = adafruit_veml7700.VEML7700(board.busio())
    for index in range(POINTS):
        # 100 ms and a gain of 1/8: 0.5376 lx a count.
        sensor.light_gain = sensor.ALS_GAIN_1_8
        truth = 30_000 * share(index)
        board.set(light=truth)
        board.delay(1)
        # It shows what the part does, which bends: the correction is the maker's, application note 84323.
        shown, slope = sensor.lux, 1.0
        light = (((6.0135e-13 * shown - 9.3924e-9) * shown + 8.1488e-5) * shown + 1.0023) * shown
        slope = ((24.054e-13 * shown - 28.1772e-9) * shown + 16.2976e-5) * shown + 1.0023
        readings.compare("light", light, truth, sensor.resolution() * slope)


def sensirion_sps30(board, readings):
    packages("sensirion")
    from sensirion_driver_adapters.i2c_adapter.i2c_channel import I2cChannel
    from sensirion_i2c_driver import CrcCalculator, I2cConnection
    from sensirion_i2c_sps30.commands import OutputFormat
    from sensirion_i2c_sps30.device import Sps30Device

    board.delay(0.2)
    channel = I2cChannel(
        I2cConnection(board.sensirion()), 0x69, CrcCalculator(8, 0x31, 0xFF, 0x00))
    sensor = Sps30Device(channel)
    sensor.start_measurement(OutputFormat.OUTPUT_FORMAT_UINT16)
    for index in range(POINTS):
        # Who holds one class of sizes moves the others with it.
        names = ["pm1", "pm25", "pm4", "pm10"]
        held, truth = names[index % 4], 1 + 440 * share(index)
        board.set(**{name: truth if name == held else None for name in names})
        board.delay(40 if index == 0 else 5)
        while not sensor.read_data_ready_flag():
            board.delay(0.1)
        values = sensor.read_measurement_values_uint16()
        readings.compare(held, values[names.index(held)], truth, 1)


def pyubx2(board, readings):
    packages("ubx")
    from pynmeagps import NMEAMessage
    from pyubx2 import ERR_RAISE, UBXMessage, UBXReader

    board.delay(0.5)  # it does not acknowledge before it has started
    stream = UBloxStream(board)
    for key in (0x20910006, 0x20910033):  # NAV-PVT and NAV-HPPOSLLH on the I2C port
        stream.write(UBXMessage.config_set(1, 0, [(key, 1)]).serialize())
    reader = UBXReader(stream, quitonerror=ERR_RAISE, protfilter=7)
    fixes = 0
    while fixes < POINTS:
        _, message = reader.read()
        if message is None or isinstance(message, NMEAMessage):
            continue
        if message.identity == "NAV-PVT" and message.gnssFixOk:
            fixes += 1
            readings.compare("latitude", message.lat, 45.478, 1.01e-7)
            readings.compare("longitude", message.lon, 9.227, 1.01e-7)
            readings.compare("height", message.height, 165_000, 1)
        if message.identity == "NAV-HPPOSLLH" and not message.invalidLlh and fixes:
            readings.compare("exact height", message.height, 165_000, 0.101)


DRIVERS = {
    function.__name__.replace("_", "-"): function
    for function in (
        rpi_bme280, pimoroni_bme280, adafruit_bme280, adafruit_ccs811, adafruit_bh1750,
        adafruit_veml7700, sensirion_sps30, pyubx2,
    )
}

with Board(PLACE) as board, board.time():
    readings = Readings()
    assert math.isclose(board.now(), 0.2), "its parts have started"
    DRIVERS[DRIVER](board, readings)
    readings.end()

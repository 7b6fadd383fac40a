public import SensorDrivers

/// The parts that measure the air, in the order in which they are read with every sample.
///
/// The BME280 comes first, because the CCS811 compensates with its temperature and humidity.
public typealias AirParts<Bus: I2CBus> = PartPair<
  PartPair<PartSlot<BME280<Bus>>, PartSlot<CCS811<Bus>>>, PartSlot<SPS30<Bus>>
>

/// The parts that are read with every sample: those for the air, and the light sensor.
public typealias StandardParts<Bus: I2CBus> = PartPair<AirParts<Bus>, PartSlot<BH1750<Bus>>>

/// A bus type without a bus, for code that needs only the names of the parts.
enum NoBus: I2CBus {
  mutating func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {}
}

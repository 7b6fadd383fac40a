// The serial ports of Arm's MPS2 boards (CMSDK UART), one for people and one for the bus.

import _Volatile

/// A serial port; its one byte of buffer in each direction is all that the hardware has.
struct UART {
  private let base: UInt
  /// The number of the interrupt that an arrived byte makes pending.
  private let interrupt: UInt32

  /// The port on which the program tells what it did.
  static let console = UART(base: 0x4000_4000, interrupt: 0)
  /// The port behind which the parts' bus is.
  static let bridge = UART(base: 0x4000_5000, interrupt: 2)

  private var data: VolatileMappedRegister<UInt32> { register(0x00) }
  private var state: VolatileMappedRegister<UInt32> { register(0x04) }
  private var control: VolatileMappedRegister<UInt32> { register(0x08) }
  private var interruptState: VolatileMappedRegister<UInt32> { register(0x0C) }
  private var clockDivider: VolatileMappedRegister<UInt32> { register(0x10) }

  private func register(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    // Sound: the board has a register there, as at the address of an interrupt's below.
    unsafe VolatileMappedRegister(unsafeBitPattern: base + offset)
  }

  private static func interrupts(_ address: UInt) -> VolatileMappedRegister<UInt32> {
    unsafe VolatileMappedRegister(unsafeBitPattern: address)
  }

  /// Switches both directions on, as fast as they can.
  ///
  /// The interrupt of arrived bytes only wakes the processor: interrupts are masked, and nothing handles them.
  func start() {
    mask_interrupts()
    clockDivider.store(16)
    control.store(0b1011)  // transmitter, receiver, the receiver's interrupt
    Self.interrupts(0xE000_E100).store(1 << interrupt)  // NVIC_ISER0
  }

  func send(_ byte: UInt8) {
    while state.load() & 1 != 0 {}  // its one byte of buffer is full
    data.store(UInt32(byte))
  }

  func send(_ bytes: [UInt8]) {
    for byte in bytes { send(byte) }
  }

  /// Waits for a byte, halted while there is none.
  func receive() -> UInt8 {
    while state.load() & 2 == 0 { wait_for_interrupt() }
    let byte = UInt8(truncatingIfNeeded: data.load())
    interruptState.store(2)
    Self.interrupts(0xE000_E280).store(1 << interrupt)  // NVIC_ICPR0
    return byte
  }
}

package import SensorDrivers

/// The state of a transfer that its controller carries out byte by byte.
struct ByteTransfer {
  /// The address of the latest START.
  let address: I2CAddress
  /// The phase: what may come next.
  var phase = BytePhase.refused
  /// The connected device that acknowledged the latest START.
  var connection: BusConnection?
  /// The bytes of the write in progress, a refused one included.
  var written: [UInt8] = []
  /// Whether a fault of the wires, or a loss of power, kept the write from the device.
  var isLost = false
  /// The end of the last written byte.
  var writtenAt = Duration.zero
  /// The answer that the device holds throughout the read; `nil` until its first byte, or without a limit.
  var answer: [UInt8]?
  /// The number of bytes read since the latest START.
  var readCount = 0
}

/// The phase of a transfer by byte.
package enum BytePhase: Hashable, Sendable {
  /// A device that takes bytes.
  case writing
  /// A device that gives bytes.
  case reading
  /// A read whose last byte was not acknowledged: a repeated START or a STOP comes next.
  case ended
  /// An address or byte that was refused: a repeated START or a STOP comes next.
  case refused
}

// MARK: Transfers by byte

extension SimulatedI2CBus {
  /// The phase of the transfer by byte that waits for its STOP; `nil` for none.
  package var bytePhase: BytePhase? { byteTransfer?.phase }

  /// The number of messages in the transfer by byte, and the number of bytes in its last message.
  package var byteCounts: (messages: Int, bytes: Int) {
    let messages = record?.messages ?? []
    return (messages.count, messages.last?.bytes.count ?? 0)
  }

  /// The time for which SCL was held low after the latest START of the transfer by byte.
  package var byteStretch: Duration { record?.messages.last?.stretch ?? .zero }

  /// Sends a START, or in an open transfer a repeated START, and an address.
  ///
  /// The transfer then stays open until ``sendStop()``. A part takes the bytes of a write at the end of its
  /// message, at the time of the last byte. A START to another address ends the open transfer with a STOP.
  ///
  /// - Throws: `I2CError.addressNotAcknowledged`, with the transfer still open; another error ends it.
  package func sendStart(
    to address: I2CAddress, _ direction: TransferDirection
  ) throws(I2CError) {
    if let open = byteTransfer, open.address != address { sendStop() }
    if byteTransfer == nil {
      begin(with: address)
      record = newRecord(of: address)
    } else {
      deliver()
    }
    var transfer = ByteTransfer(address: address)
    do throws(I2CError) {
      transfer.connection = try start(with: address, direction)
      transfer.phase = direction == .writing ? .writing : .reading
    } catch {
      byteTransfer = transfer
      if error != .addressNotAcknowledged(address) { close(failure: error) }
      throw error
    }
    byteTransfer = transfer
  }

  /// Sends a byte; without effect outside a write.
  ///
  /// - Throws: `I2CError.dataNotAcknowledged`.
  package func send(_ byte: UInt8) throws(I2CError) {
    guard var transfer = byteTransfer, transfer.phase == .writing,
      let connection = transfer.connection
    else { return }
    let index = transfer.written.count
    transfer.written.append(byte)
    pass(bits: Self.bitsPerByte)
    transfer.writtenAt = clock.now
    transfer.isLost = !hasPower(connection) || hasFaults && isStruck(at: index, connection)
    record?.messages.lastMessage.bytes.append(byte)
    let isTaken =
      !transfer.isLost && connection.device.acknowledges(lastOf: transfer.written.span)
    if !isTaken { transfer.phase = .refused }
    byteTransfer = transfer
    guard !isTaken else { return self[transfer.address].traffic.bytesWritten += 1 }
    record?.messages.lastMessage.refusedByte = index
    refuse(transfer.address)
    throw .dataNotAcknowledged(transfer.address, byteIndex: index)
  }

  /// Whether a fault refuses the byte of an index now.
  private func isStruck(at index: Int, _ connection: BusConnection) -> Bool {
    faults.refusedByte(of: index + 1, by: connection.name, at: clock.now) == index
  }

  /// Reads a byte and acknowledges it, or not; 0xFF outside a read.
  package func receive(acknowledging: Bool) -> UInt8 {
    guard var transfer = byteTransfer, transfer.phase == .reading,
      let connection = transfer.connection
    else { return 0xFF }
    let byte = nextByte(of: &transfer, from: connection)
    pass(bits: Self.bitsPerByte)
    transfer.readCount += 1
    if !acknowledging { transfer.phase = .ended }
    byteTransfer = transfer
    self[transfer.address].traffic.bytesRead += 1
    record?.messages.lastMessage.bytes.append(byte)
    return byte
  }

  private func nextByte(of transfer: inout ByteTransfer, from connection: BusConnection) -> UInt8 {
    let index = transfer.readCount
    guard hasPower(connection) else { return 0xFF }
    guard let limit = connection.device.longestAnswer else {
      let byte = read(1, from: connection)[0]
      return hasFaults ? faults.spoil(byte, at: index, of: connection.name, at: clock.now) : byte
    }
    let answer = transfer.answer ?? spoilt(read(limit, from: connection), from: connection)
    transfer.answer = answer
    return index < answer.count ? answer[index] : 0xFF
  }

  private func read(_ count: Int, from connection: BusConnection) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xFF, count: count)
    var span = bytes.mutableSpan
    connection.device.read(into: &span)
    return bytes
  }

  private func spoilt(_ bytes: [UInt8], from connection: BusConnection) -> [UInt8] {
    guard hasFaults else { return bytes }
    var bytes = bytes
    var span = bytes.mutableSpan
    faults.spoil(&span, of: connection.name, &connection.memory, at: clock.now)
    return bytes
  }

  /// Sends the STOP of the transfer by byte; without effect where none is open.
  package func sendStop() {
    guard byteTransfer != nil else { return }
    deliver()
    close(failure: nil)
  }

  private func close(failure: I2CError?) {
    guard let transfer = byteTransfer else { return }
    byteTransfer = nil
    end(with: transfer.address, failure: failure ?? refusal)
  }

  /// The error of the transfer's last message, from its record.
  private var refusal: I2CError? {
    guard let record, let refusal = record.refusal else { return nil }
    return refusal.byte < 0
      ? .addressNotAcknowledged(record.address)
      : .dataNotAcknowledged(record.address, byteIndex: refusal.byte)
  }

  /// Hands the bytes of the ended write to the device, at the time of the last one.
  private func deliver() {
    guard let transfer = byteTransfer, let connection = transfer.connection,
      !transfer.written.isEmpty
    else { return }
    advance(connection, to: transfer.writtenAt)
    if hasFaults { connection.memory.remember(write: transfer.written.span) }
    if !transfer.isLost { _ = connection.device.write(transfer.written.span) }
    byteTransfer?.written = []
  }
}

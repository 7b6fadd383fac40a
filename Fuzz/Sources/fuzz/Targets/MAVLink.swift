import RTCMStreams

/// Packets are the same however the stream is cut; what they give, written again, is read again.
func fuzzMAVLink(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let stream = input.rest()
  let whole = readMAVLink(stream, cut: Chunking(lengths: [stream.count]))
  require(
    readMAVLink(stream, cut: chunking) == whole, "packets do not depend on how the stream is cut")
  var assembler = MAVLinkAssembler()
  for packet in whole {
    var writer = MAVLinkWriter(as: packet.sender)
    let written = writer.packet(of: packet.fragment)
    let again = readMAVLink(written, cut: Chunking(lengths: [written.count]))
    require(again == [packet], "a packet that we wrote is read")
    guard let frame = assembler.add(packet) else { continue }
    require(
      frame.count <= MAVLinkFragment.maximumFrameLength, "no frame is longer than four fragments")
  }
  assembler.finish()
  // What is no packet is a frame like any other.
  var (writer, back) = (MAVLinkWriter(), MAVLinkAssembler())
  let frame = Array(stream.prefix(MAVLinkFragment.maximumFrameLength))
  let packets = writer.packets(of: frame) ?? []
  let read = readMAVLink(packets.flatMap(\.self), cut: chunking)
  require(read.compactMap { back.add($0) } == [frame], "a frame comes back")
}

private func readMAVLink(
  _ stream: [UInt8], cut chunking: Chunking
) -> [MAVLinkReader.Packet] {
  var (reader, packets) = (MAVLinkReader(), [MAVLinkReader.Packet]())
  chunking.forEachChunk(of: stream) { chunk in reader.consume(chunk) { packets.append($0) } }
  reader.finish { packets.append($0) }
  return packets
}

/// A link that carries a stream in short pieces, such as the packets of a radio.
///
/// A frame that is longer than a piece is cut. A receiver needs all pieces of a frame, so one lost piece
/// loses the whole frame.
public struct ShortFrameLink: Hashable, Sendable {
  /// The link's name.
  public let name: String
  /// The maximum number of bytes in a piece.
  public let pieceLength: Int
  /// The maximum number of pieces of a frame; `nil` for any number.
  public let maximumPieces: Int?

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - name: The link's name.
  ///   - pieceLength: The maximum number of bytes in a piece, above zero.
  ///   - maximumPieces: The maximum number of pieces of a frame, above zero; `nil` for any number.
  public init(_ name: String, pieceLength: Int, maximumPieces: Int? = nil) {
    self.name = name
    self.pieceLength = pieceLength
    self.maximumPieces = maximumPieces
  }

  /// The links that `boardsim rtcm stats` tells about.
  ///
  /// MAVLink's message 233 has 180 bytes, and two bits for the number of a fragment. A packet of LoRa has at
  /// most 255 bytes. Modems such as Ebyte's E22 send packets of 240 bytes. The buffer of Arduino's `Wire` on
  /// AVR has 32 bytes.
  public static let all = [
    ShortFrameLink(
      "MAVLink GPS_RTCM_DATA", pieceLength: MAVLinkFragment.maximumLength,
      maximumPieces: MAVLinkFragment.maximumCount),
    ShortFrameLink("255-byte radio", pieceLength: 255),
    ShortFrameLink("240-byte modem", pieceLength: 240),
    ShortFrameLink("32-byte I2C buffer", pieceLength: 32),
  ]

  /// The maximum length of a frame in bytes; `nil` for any length.
  public var maximumFrameLength: Int? { maximumPieces.map { $0 * pieceLength } }

  /// Returns the number of pieces of a frame; `nil` for a frame that is too long for the link.
  public func pieces(ofFrameOf length: Int) -> Int? {
    let pieces = (length + pieceLength - 1) / pieceLength
    return maximumPieces.map { pieces > $0 } == true ? nil : pieces
  }
}

/// The frames of a stream on a link with short pieces.
public struct ShortFrameLoad: Hashable, Sendable {
  /// The link.
  public let link: ShortFrameLink
  /// The number of frames that are cut into pieces, without the lost frames.
  public let framesCut: Int
  /// The number of frames that are too long for the link.
  public let framesLost: Int
  /// The number of pieces of all other frames.
  public let pieces: Int
  /// The types of the lost frames, ascending.
  public let typesLost: [UInt16]

  /// Creates the load of a stream that has ended.
  public init(of statistics: StreamStatistics, on link: ShortFrameLink) {
    self.link = link
    var (cut, lost, pieces) = (0, 0, 0)
    for (length, count) in statistics.frameLengths.enumerated() where count > 0 {
      guard let needed = link.pieces(ofFrameOf: length) else {
        lost += count
        continue
      }
      pieces += needed * count
      if needed > 1 { cut += count }
    }
    (framesCut, framesLost, self.pieces) = (cut, lost, pieces)
    typesLost = statistics.types.filter { link.pieces(ofFrameOf: $0.longestFrame) == nil }
      .map { $0.type }
  }

  /// Whether all types of the lost frames are MSMs, which can be split.
  public var canBeSplit: Bool { typesLost.allSatisfy { MSMType(messageType: $0) != nil } }
}

public import GNSSBasics

/// The content of files' headers beside the stream's, or instead of it.
///
/// ```swift
/// var header = RINEXHeader(markerName: "MILAN")
/// header[.antennaType] = "TRM57971.00     NONE"
/// header.comments = ["on the roof"]
/// ```
public struct RINEXHeader: Hashable, Sendable {
  /// A text that has its columns in a header.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    /// The name of the station; its ID in four digits by default.
    case markerName = "marker-name"
    /// The station's number, such as its DOMES number.
    case markerNumber = "marker-number"
    /// The marker's type, such as `GEODETIC`; by default `NON_PHYSICAL` where the stream says so.
    case markerType = "marker-type"
    /// The observer's name.
    case observer
    /// For whom.
    case agency
    /// The receiver's serial number.
    case receiverNumber = "receiver-number"
    /// The receiver's type, such as `SEPT MOSAIC-X5`.
    case receiverType = "receiver-type"
    /// Its firmware.
    case receiverVersion = "receiver-version"
    /// The antenna's serial number.
    case antennaNumber = "antenna-number"
    /// The antenna's type and its radome, in IGS's columns: `TRM57971.00     NONE`.
    case antennaType = "antenna-type"
    /// The name of the person or agency that ran the program.
    case runBy = "run-by"

    /// The number of columns.
    public var columns: Int {
      switch self {
      case .markerName: 60
      case .agency: 40
      case .markerNumber, .markerType, .observer, .receiverNumber, .receiverType, .receiverVersion,
        .antennaNumber, .antennaType, .runBy:
        20
      }
    }
  }

  /// When the files are made; blank by default, so that one input gives one output, whenever it is made.
  public var date: UnixTime?
  /// Lines of their own; what is longer than one goes on in the next.
  public var comments: [String] = []
  /// The marker's position; by default below the antenna that the stream tells.
  public var position: ECEFPosition?
  /// By how much the antenna's reference point is above the marker, east and north of it, metres; by
  /// default as the stream tells.
  public var antennaOffset: AntennaOffset?
  private var texts: [Field: String] = [:]

  /// Says what the stream does not tell of one thing only.
  ///
  /// - Parameter markerName: The name of the station; `nil` takes its ID.
  public init(markerName: String? = nil) { self[.markerName] = markerName }

  /// A text, `nil` where the stream tells it or nothing does.
  ///
  /// What its columns have no room for is cut off.
  public subscript(field: Field) -> String? {
    get { texts[field] }
    set { texts[field] = newValue }
  }

  /// An offset of an antenna, metres.
  public struct AntennaOffset: Hashable, Sendable {
    /// Above the marker.
    public var height: Double
    /// East of it.
    public var east: Double
    /// North of it.
    public var north: Double

    /// Creates an offset.
    public init(height: Double, east: Double = 0, north: Double = 0) {
      (self.height, self.east, self.north) = (height, east, north)
    }
  }
}

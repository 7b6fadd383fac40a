public import GNSSBasics

/// The content of file headers that the stream does not have, or that replaces the stream's.
///
/// ```swift
/// var header = RINEXHeader(markerName: "MILAN")
/// header[.antennaType] = "TRM57971.00     NONE"
/// header.comments = ["on the roof"]
/// ```
public struct RINEXHeader: Hashable, Sendable {
  /// A text field of a header.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    /// The name of the station; by default its station ID in four digits.
    case markerName = "marker-name"
    /// The station's number, such as its DOMES number.
    case markerNumber = "marker-number"
    /// The marker's type, such as `GEODETIC`; by default `NON_PHYSICAL` if the stream says so.
    case markerType = "marker-type"
    /// The observer's name.
    case observer
    /// The observer's agency.
    case agency
    /// The receiver's serial number.
    case receiverNumber = "receiver-number"
    /// The receiver's type, such as `SEPT MOSAIC-X5`.
    case receiverType = "receiver-type"
    /// The receiver's firmware version.
    case receiverVersion = "receiver-version"
    /// The antenna's serial number.
    case antennaNumber = "antenna-number"
    /// The antenna's type and radome, in IGS's columns: `TRM57971.00     NONE`.
    case antennaType = "antenna-type"
    /// The name of the person or agency that ran the program.
    case runBy = "run-by"

    /// The width of the field in columns; a longer text is cut off.
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

  /// The files' date of creation; `nil`, the default, leaves it blank, so that equal input gives equal files.
  public var date: UnixTime?
  /// The comments, each with lines of its own; a line holds 60 characters of a comment.
  public var comments: [String] = []
  /// The marker's position; by default the stream's antenna position less the antenna's offset.
  public var position: ECEFPosition?
  /// The offset of the antenna's reference point from the marker: up, east and north, metres; by default the
  /// stream's antenna height.
  public var antennaOffset: AntennaOffset?
  /// The code-phase biases of GLONASS; by default those of the stream's messages 1230.
  public var glonassBiases: GLONASSBiases?
  private var texts: [Field: String] = [:]

  /// Creates a header that adds nothing to the stream's content but a marker name.
  ///
  /// - Parameter markerName: The name of the station; `nil` uses its station ID.
  public init(markerName: String? = nil) { self[.markerName] = markerName }

  /// The text of a field; `nil` leaves the field to the stream, or blank.
  ///
  /// Files cut off the characters beyond the field's width.
  public subscript(field: Field) -> String? {
    get { texts[field] }
    set { texts[field] = newValue }
  }

  /// Returns whether a text has the form of IGS's table of antennas: 16 columns of type, then 4 of radome.
  ///
  /// An example is `TRM57971.00     NONE`. The table's rows are not known here.
  public static func isAntennaType(_ text: String) -> Bool {
    let columns = Array(text.utf8)
    guard columns.count == Field.antennaType.columns else { return false }
    return columns[0].isCapitalOrDigit && columns[16...].allSatisfy(\.isCapitalOrDigit)
  }

  /// The biases between GLONASS's code and phase measurements, metres; `nil` for an unknown one.
  public struct GLONASSBiases: Hashable, Sendable {
    /// The bias of C/A on L1.
    public var l1CA: Double?
    /// The bias of P on L1.
    public var l1P: Double?
    /// The bias of C/A on L2.
    public var l2CA: Double?
    /// The bias of P on L2.
    public var l2P: Double?

    /// Creates biases in metres.
    public init(l1CA: Double?, l1P: Double?, l2CA: Double?, l2P: Double?) {
      (self.l1CA, self.l1P, self.l2CA, self.l2P) = (l1CA, l1P, l2CA, l2P)
    }
  }

  /// An offset of an antenna, metres.
  public struct AntennaOffset: Hashable, Sendable {
    /// The height above the marker, metres.
    public var height: Double
    /// The distance east of the marker, metres.
    public var east: Double
    /// The distance north of the marker, metres.
    public var north: Double

    /// Creates an offset in metres.
    public init(height: Double, east: Double = 0, north: Double = 0) {
      (self.height, self.east, self.north) = (height, east, north)
    }
  }
}

public import GNSSBasics

/// A measurement with its time and place: a row of a store, a line of a card, whatever it was.
public struct PlacedSample: Hashable, Sendable {
  /// When it was.
  public var time: UnixTime
  /// Degrees, north positive; `nil` where no position was known.
  public var latitude: Double?
  /// Degrees, east positive; `nil` where no position was known.
  public var longitude: Double?
  /// Its values, in an order of the caller's that is the same for all samples; `nil` where one is missing.
  public var values: [Double?]

  /// Creates a sample.
  public init(time: UnixTime, latitude: Double?, longitude: Double?, values: [Double?]) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.values = values
  }

  /// The sample's position; `nil` unless latitude and longitude are both known.
  var place: SurfacePoint? {
    guard let latitude, let longitude else { return nil }
    return SurfacePoint(latitude: latitude, longitude: longitude)
  }
}

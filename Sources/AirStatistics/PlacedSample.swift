public import GNSSBasics

/// A measurement with its time and place, such as a row of a store or a line of a card.
public struct PlacedSample: Hashable, Sendable {
  /// The time of the measurement.
  public var time: UnixTime
  /// The latitude, degrees, positive north; `nil` when unknown.
  public var latitude: Double?
  /// The longitude, degrees, positive east; `nil` when unknown.
  public var longitude: Double?
  /// The values, in an order chosen by the caller and equal for all samples; `nil` for missing values.
  public var values: [Double?]

  /// Creates a sample of values at a time and place.
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

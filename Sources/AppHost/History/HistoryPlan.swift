internal import BoardSimulation
package import GNSSBasics

/// The plan of the rows that a new server starts with: the walks and their times.
public enum HistoryPlan: String, Hashable, Sendable, CaseIterable {
  /// Two walks on each of the last 14 days, and the walks of today that have ended.
  case relative
  /// Ten days from 1 June 2020, as in the original's data.
  case referenceDates = "reference-dates"
  /// No rows: an empty history.
  case none
}

/// A walk with a board, with one row a second.
package struct Walk: Hashable, Sendable {
  /// The time of the walk's first row.
  package var start: UnixTime
  /// The walk's route.
  package var route: Route

  /// Creates a walk along a route from a start time.
  package init(start: UnixTime, route: Route) {
    self.start = start
    self.route = route
  }

  /// The route of a walk: two streets in Milan, one at cycling speed and one at walking speed.
  package enum Route: Hashable, Sendable, CaseIterable {
    /// By via Juvara: 870 m, at 12:00 local time.
    case juvara
    /// At Città Studi: 200 m, at 15:00 local time.
    case cittaStudi
  }
}

extension Walk.Route {
  /// The hour of local time at which the walk begins.
  var hour: Int {
    switch self {
    case .juvara: 12
    case .cittaStudi: 15
    }
  }

  /// The number of rows of the walk.
  package var rowCount: Int {
    switch self {
    case .juvara: 151
    case .cittaStudi: 125
    }
  }

  /// The speed, m/s.
  var speed: Double {
    switch self {
    case .juvara: 5.8
    case .cittaStudi: 1.6
    }
  }

  /// The corners of the route, in order.
  var corners: [GeodeticPosition] {
    let places: [(Double, Double)] =
      switch self {
      case .juvara:
        [
          (45.4737, 9.2180), (45.4743, 9.2193), (45.4723, 9.2195), (45.4719, 9.2211),
          (45.4731, 9.2213), (45.4734, 9.2218), (45.4734, 9.2239), (45.4738, 9.2240),
        ]
      case .cittaStudi:
        [
          (45.4773, 9.2352), (45.4774, 9.2356), (45.4778, 9.2354), (45.4784, 9.2352),
          (45.4785, 9.2356), (45.4786, 9.2358),
        ]
      }
    return places.map { GeodeticPosition(latitude: $0.0, longitude: $0.1, height: 165) }
  }
}

extension HistoryPlan {
  /// Returns the walks that have ended by `now`, in the order of time.
  package func walks(until now: UnixTime) -> [Walk] {
    let today = CivilTime(now.advanced(by: RomeTime.offset(at: now))).date.daysSince1970
    let days: ClosedRange<Int>
    switch self {
    case .none: return []
    case .relative: days = (today - 14)...today
    case .referenceDates:
      guard let first = CivilDate(year: 2020, month: 6, day: 1)?.daysSince1970 else { return [] }
      days = first...(first + 9)
    }
    return days.flatMap { day in
      Walk.Route.allCases.compactMap { route -> Walk? in
        let date = CivilDate(daysSince1970: day)
        guard let start = RomeTime.instant(date, hour: route.hour),
          start.advanced(by: .seconds(route.rowCount)) <= now
        else { return nil }
        return Walk(start: start, route: route)
      }
    }
  }
}

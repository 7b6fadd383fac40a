extension BundledScenarios {
  static let dayOutdoors = """
    scenario: 1
    name: day-outdoors
    about: A day of June beside a street, from midnight on. Two rush hours, clouds in the afternoon.
    start: 2026-06-01T00:00:00Z
    place: {latitude: 45.4788, longitude: 9.2302, height: 167}
    weather:
      # Hours are UTC: two less than Milan's in summer.
      temperature: {daily: [[3:00, 16.5], [7:00, 19], [11:00, 25], [14:30, 27.5], [17:00, 25.5], [21:00, 19.5]]}
      eco2: {daily: [[2:00, 430], [5:00, 480], [6:30, 720], [9:00, 540], [14:00, 500], [16:30, 760], [20:00, 520]]}
      tvocs: {daily: [[2:00, 5], [6:30, 48], [9:00, 22], [16:30, 55], [20:00, 16]]}
      pm25: {daily: [[2:00, 9], [6:30, 31], [10:00, 17], [14:00, 11], [17:00, 28], [21:00, 14]]}
      clouds: {daily: [[9:00, 10], [12:00, 35], [15:00, 85], [18:00, 40]]}

    """
}

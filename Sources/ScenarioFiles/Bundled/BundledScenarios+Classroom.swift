extension BundledScenarios {
  static let classroom = """
    scenario: 1
    name: classroom
    about: A classroom fills at eight, is aired at ten, and is empty from noon on.
    start: 2026-10-05T05:45:00Z
    place: {latitude: 45.4781, longitude: 9.2262, height: 171}
    site: indoors
    weather:
      # Board time 0 is 7:45 in Milan.
      temperature: {ramp: [[0, 20], [00:30:00, 21.5], [02:10:00, 24], [02:30:00, 21], [04:15:00, 24.5], [06:00:00, 21]]}
      humidity: {ramp: [[0, 42], [02:10:00, 58], [02:30:00, 44], [04:15:00, 59], [06:00:00, 43]]}
      eco2: {ramp: [[0, 430], [00:15:00, 460], [02:10:00, 1950], [02:30:00, 620], [04:15:00, 1800], [06:00:00, 480]]}
      tvocs: {ramp: [[0, 20], [00:15:00, 35], [02:10:00, 310], [02:30:00, 70], [04:15:00, 280], [06:00:00, 30]]}
      pm25: {ramp: [[0, 6], [00:15:00, 15], [02:10:00, 11], [02:15:00, 18], [04:15:00, 10], [05:00:00, 6]]}
      light: {ramp: [[0, 60], [00:10:00, 60], [00:10:00, 480], [04:20:00, 520], [04:20:00, 150], [12:00:00, 5]]}
    sky:
      # Windows to the west.
      mask: [[0, 88], [225, 88], [230, 20], [310, 20], [315, 88]]

    """
}

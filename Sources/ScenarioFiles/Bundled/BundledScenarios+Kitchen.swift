extension BundledScenarios {
  static let kitchen = """
    scenario: 1
    name: kitchen
    about: A kitchen with one window. Something burns in the pan, then somebody opens the window; again each four hours.
    start: 2026-06-01T10:00:00Z
    place: {latitude: 45.4772, longitude: 9.2287, height: 172}
    site: indoors
    weather: {temperature: 22.5, humidity: 48, eco2: 620, tvocs: 90, pm25: 7, light: 320}
    sky:
      # The window looks to the south.
      mask: [[0, 88], [140, 88], [145, 25], [215, 25], [220, 88]]
    events:
      # The pan gets hot.
      - {at: 300, set: {temperature: 25, humidity: 62, tvocs: 420, eco2: 900}, over: 240, every: 14400}
      # It smokes.
      - {at: 420, set: {pm25: 260}, over: 150, every: 14400}
      - {at: 570, set: {tvocs: 1100, eco2: 1250}, over: 120, every: 14400}
      # The window is open.
      - {at: 900, set: {temperature: 23, humidity: 50, tvocs: 110, eco2: 640, pm25: 14}, over: 900, every: 14400}
      # As before.
      - {at: 3600, set: {temperature: null, humidity: null, tvocs: null, eco2: null, pm25: null}, every: 14400}

    """
}

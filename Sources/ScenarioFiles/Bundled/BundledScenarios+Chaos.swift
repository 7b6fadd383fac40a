extension BundledScenarios {
  static let chaos = """
    scenario: 1
    name: chaos
    about: A fault of any kind and part each minute, for twenty seconds, drawn from the run's seed.
    place: {latitude: 45.478, longitude: 9.227, height: 165}
    faults:
      - {fault: any, from: 60, for: 20, every: 60}

    """
}

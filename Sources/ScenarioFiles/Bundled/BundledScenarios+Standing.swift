extension BundledScenarios {
  static let standing = """
    scenario: 1
    name: standing
    about: The same place and weather as the walk's, not moving.
    place: {latitude: 45.478, longitude: 9.227, height: 165}

    """
}

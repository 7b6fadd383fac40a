extension BundledScenarios {
  static let milanWalk = """
    scenario: 1
    name: milan-walk
    about: A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.
    track: milan

    """
}

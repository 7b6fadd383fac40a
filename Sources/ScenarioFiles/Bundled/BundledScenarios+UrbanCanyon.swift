extension BundledScenarios {
  static let urbanCanyon = """
    scenario: 1
    name: urban-canyon
    about: Up and down a street that runs north, with high houses on both sides. A fix comes and goes.
    track:
      points: [[45.4766, 9.2290, 166], [45.4784, 9.2292, 166]]
      speed: 1.3
      laps: endless
    sky:
      mask: [[0, 12], [20, 35], [45, 48], [90, 55], [135, 48], [160, 35],
        [180, 12], [200, 35], [225, 48], [270, 55], [315, 48], [340, 35]]
    expect:
      - once gnss.fix == rtk-float
      - once gnss.fix == rtk-fixed

    """
}

extension OpenDataStation {
  /// The weather stations, in the order of the data set.
  ///
  /// MOQA keeps the stations in the province of Milan, sorts them by name, and pins sensors by their index:
  /// 28, 43, 44 and 47. The number of sensors before these is therefore fixed.
  public static let weather: [OpenDataStation] = [
    .init(
      .weather, 11, "Abbiategrasso", (45.401, 8.919), height: 120,
      open: [.temperature, .humidity, .rain]),
    .init(
      .weather, 12, "Arconate", (45.548, 8.847), height: 178,
      open: [.temperature, .rain, .humidity, .windDirection], closed: [.windSpeed]),
    .init(
      .weather, 13, "Cassano d'Adda", (45.526, 9.521), height: 133,
      open: [.temperature, .humidity, .rain]),
    .init(
      .weather, 14, "Cinisello Balsamo Parco Nord", town: "Cinisello Balsamo", (45.543, 9.205),
      height: 142,
      open: [.temperature, .humidity, .rain, .windDirection, .windSpeed, .radiation]),
    .init(
      .weather, 15, "Corsico", (45.436, 9.112), height: 115, open: [.temperature, .humidity, .rain]),
    .init(
      .weather, 16, "Lacchiarella", (45.325, 9.134), height: 98,
      open: [.temperature, .humidity, .rain, .windDirection]),
    .init(
      .weather, 17, "Legnano", (45.600, 8.911), height: 208,
      open: [.temperature, .rain], closed: [.humidity]),
    .init(
      .weather, 18, "Milano Lambrate", town: "Milano", (45.4968, 9.2575), height: 120,
      open: [.humidity, .known(.temperature, 2001), .rain, .windDirection, .windSpeed]),
    .init(
      .weather, 19, "Milano P.zza Zavattari", town: "Milano", (45.4761, 9.1418), height: 122,
      open: [
        .known(.temperature, 5920), .humidity, .rain, .windDirection, .windSpeed, .radiation,
      ]),
    .init(
      .weather, 20, "Milano v.Brera", town: "Milano", (45.4716, 9.1881), height: 121,
      open: [.known(.temperature, 5897), .rain, .windDirection, .humidity]),
    .init(
      .weather, 21, "Milano v.Confalonieri", town: "Milano", (45.4880, 9.1900), height: 123,
      open: [.rain]),
    .init(
      .weather, 22, "Milano v.Feltre", town: "Milano", (45.4920, 9.2470), height: 122,
      open: [.known(.temperature, 8162)]),
    .init(
      .weather, 23, "Milano v.Juvara", town: "Milano", (45.4737, 9.2210), height: 122,
      open: [.humidity, .rain, .windDirection, .known(.temperature, 5909)]),
    .init(
      .weather, 24, "Milano v.Marche", town: "Milano", (45.4963, 9.1934), height: 129,
      open: [.known(.temperature, 5911), .humidity, .windDirection, .windSpeed]),
    .init(
      .weather, 25, "Milano v.Rosellini", town: "Milano", (45.4900, 9.1950), height: 127,
      open: [.rain], closed: [.temperature, .humidity]),
    .init(
      .weather, 26, "Motta Visconti", (45.282, 8.989), height: 100,
      open: [.temperature, .humidity, .rain, .windDirection, .windSpeed]),
    .init(.weather, 27, "Paullo", (45.418, 9.397), height: 97, open: [.temperature, .rain]),
    .init(
      .weather, 28, "Rho", (45.529, 9.040), height: 158, open: [.temperature, .humidity, .rain]),
    .init(
      .weather, 29, "Rodano", (45.473, 9.355), height: 112,
      open: [.temperature, .humidity, .rain, .windDirection, .windSpeed]),
    .init(
      .weather, 30, "Trezzo sull'Adda", (45.606, 9.520), height: 187, open: [.temperature, .rain]),
    .init(
      .weather, 31, "Turbigo", (45.530, 8.735), height: 146, closed: [.temperature, .humidity]),
    // Stations outside the province of Milan.
    .init(
      .weather, 32, "Bergamo v.Goisis", town: "Bergamo", province: "BG", (45.714, 9.680),
      height: 290, open: [.temperature, .humidity, .rain]),
    .init(
      .weather, 33, "Como Villa Gallia", town: "Como", province: "CO", (45.815, 9.068),
      height: 201, open: [.temperature, .rain]),
    .init(
      .weather, 34, "Livigno", province: "SO", (46.537, 10.136), height: 1868,
      open: [.temperature, .humidity, .windSpeed]),
    .init(
      .weather, 35, "Monza Parco", town: "Monza", province: "MB", (45.600, 9.275), height: 181,
      open: [.temperature, .humidity]),
    .init(
      .weather, 36, "Pavia v.Folperti", town: "Pavia", province: "PV", (45.195, 9.164),
      height: 77, open: [.temperature, .humidity, .rain]),
  ]
}

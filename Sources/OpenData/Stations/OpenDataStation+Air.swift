extension OpenDataStation {
  /// The stations of air quality, in the order of the data set.
  ///
  /// MOQA keeps the stations in the province of Milan, sorts them by name, and pins sensors by their index:
  /// 114 and 127, both of PM10. The number of sensors before these two is therefore fixed. Most of the
  /// sensors before them were closed long ago, as in the region's own list, which leaves about sixty
  /// sensors with hourly rows.
  public static let air: [OpenDataStation] = beforeMilan + milan + behindMilan + beyondTheProvince

  private static let beforeMilan: [OpenDataStation] = [
    .init(
      .air, 41, "Abbiategrasso", (45.400, 8.917), height: 120, closed: [.no2, .nox, .so2, .co]),
    .init(
      .air, 42, "Arconate", (45.548, 8.847), height: 178, open: [.no2, .nox, .o3], closed: [.so2]),
    .init(.air, 43, "Arluno", (45.507, 8.938), height: 156, closed: [.no2, .nox, .so2, .co]),
    .init(.air, 44, "Bareggio", (45.477, 8.997), height: 138, closed: [.no2, .nox, .o3]),
    .init(.air, 45, "Bollate", (45.545, 9.118), height: 156, closed: [.no2, .nox, .so2, .co]),
    .init(
      .air, 46, "Cassano d'Adda", (45.526, 9.521), height: 133, open: [.no2, .nox, .pm10],
      closed: [.so2, .co]),
    .init(.air, 47, "Castano Primo", (45.552, 8.776), height: 182, closed: [.no2, .nox, .so2]),
    .init(
      .air, 48, "Cinisello Balsamo", (45.556, 9.215), height: 154, closed: [.no2, .nox, .co, .so2]),
    .init(
      .air, 49, "Cormano", (45.543, 9.165), height: 155, open: [.no2, .nox, .o3], closed: [.so2]),
    .init(.air, 50, "Cornaredo", (45.500, 9.025), height: 140, closed: [.no2, .nox, .so2]),
    .init(
      .air, 51, "Corsico", (45.434, 9.108), height: 115, open: [.pm10],
      closed: [.no2, .nox, .so2, .co]),
    .init(.air, 52, "Cuggiono", (45.506, 8.816), height: 156, closed: [.no2, .nox, .o3]),
    .init(
      .air, 53, "Garbagnate Milanese", (45.578, 9.078), height: 179,
      closed: [.no2, .nox, .so2, .co]),
    .init(.air, 54, "Gorgonzola", (45.530, 9.406), height: 133, closed: [.no2, .nox, .so2]),
    .init(.air, 55, "Inzago", (45.540, 9.480), height: 138, closed: [.no2, .nox, .o3]),
    .init(.air, 56, "Lacchiarella", (45.324, 9.137), height: 98, open: [.no2, .nox, .o3]),
    .init(.air, 57, "Lainate", (45.571, 9.027), height: 176, closed: [.no2, .nox, .co]),
    .init(
      .air, 58, "Legnano", (45.601, 8.911), height: 208, closed: [.no2, .nox, .so2, .co, .pm10]),
    .init(
      .air, 59, "Limito di Pioltello", town: "Pioltello", (45.482, 9.331), height: 123,
      open: [.no2, .nox, .o3, .pm10], closed: [.co, .so2]),
    .init(
      .air, 60, "Magenta", (45.462, 8.885), height: 141, open: [.no2, .nox, .pm10],
      closed: [.so2, .co]),
    .init(.air, 61, "Mediglia", (45.398, 9.333), height: 95, closed: [.no2, .nox]),
    .init(.air, 62, "Melegnano", (45.358, 9.324), height: 88, closed: [.no2, .nox, .so2, .co]),
  ]

  private static let milan: [OpenDataStation] = [
    .init(
      .air, 63, "Milano Brera", town: "Milano", (45.472, 9.188), height: 121,
      closed: [.no2, .so2, .co, .o3]),
    .init(
      .air, 64, "Milano Greco", town: "Milano", (45.503, 9.212), height: 125,
      closed: [.no2, .nox, .so2, .co, .o3]),
    .init(
      .air, 65, "Milano Juvara", town: "Milano", (45.473, 9.222), height: 118,
      closed: [.no2, .nox, .o3, .so2, .co, .pm10]),
    .init(
      .air, 66, "Milano Messina", town: "Milano", (45.485, 9.178), height: 123,
      closed: [.no2, .nox, .co]),
    .init(
      .air, 67, "Milano P.zza Abbiategrasso", town: "Milano", (45.4305, 9.1790), height: 106,
      open: [.no2, .nox], closed: [.so2]),
    .init(
      .air, 68, "Milano P.zza Zavattari", town: "Milano", (45.4761, 9.1418), height: 122,
      open: [.no2, .nox, .benzene], closed: [.so2, .co]),
    .init(
      .air, 69, "Milano Parco Lambro", town: "Milano", (45.4990, 9.2470), height: 120,
      open: [.no2, .nox, .o3], closed: [.so2]),
    .init(
      .air, 70, "Milano Pascal Città Studi", town: "Milano", (45.4784, 9.2315), height: 122,
      id: 705,
      open: [
        .prompt(.pm10, 10273), .known(.pm25, 10283), .no2, .nox, .o3, .so2, .benzene, .nh3, .soot,
      ]),
    .init(
      .air, 71, "Milano Verziere", town: "Milano", (45.4637, 9.1955), height: 116,
      open: [.no2, .nox, .o3]),
    .init(
      .air, 72, "Milano via Senato", town: "Milano", (45.4708, 9.1975), height: 118,
      open: [.no2, .prompt(.pm10, 10320), .known(.pm25, 17122), .nox, .co, .benzene]),
    .init(
      .air, 73, "Milano viale Liguria", town: "Milano", (45.4441, 9.1676), height: 111,
      open: [.no2, .nox, .co], closed: [.so2]),
    .init(
      .air, 74, "Milano viale Marche", town: "Milano", (45.4963, 9.1934), height: 129,
      open: [.no2, .nox, .co, .benzene, .known(.pm25, 20529)], closed: [.so2]),
  ]

  private static let behindMilan: [OpenDataStation] = [
    .init(.air, 75, "Motta Visconti", (45.282, 8.989), height: 100, open: [.no2, .nox, .o3]),
    .init(.air, 76, "Pero", (45.510, 9.086), height: 144, closed: [.no2, .nox, .so2, .co]),
    .init(.air, 77, "Rho", (45.530, 9.040), height: 158, closed: [.no2, .nox, .co]),
    .init(
      .air, 78, "San Giuliano Milanese", (45.398, 9.285), height: 97, open: [.no2, .nox, .pm10],
      closed: [.co]),
    .init(
      .air, 79, "Sesto San Giovanni", (45.534, 9.236), height: 140, open: [.no2, .nox],
      closed: [.co, .so2]),
    .init(.air, 80, "Trezzo d'Adda", (45.606, 9.520), height: 187, open: [.no2, .o3]),
    .init(.air, 81, "Turbigo", (45.530, 8.735), height: 146, open: [.no2, .pm10], closed: [.so2]),
  ]

  private static let beyondTheProvince: [OpenDataStation] = [
    .init(
      .air, 82, "Bergamo Meucci", town: "Bergamo", province: "BG", (45.691, 9.643), height: 249,
      open: [.no2, .pm10]),
    .init(
      .air, 83, "Brescia Villaggio Sereno", town: "Brescia", province: "BS", (45.513, 10.191),
      height: 122, open: [.o3]),
    .init(
      .air, 84, "Monza Machiavelli", town: "Monza", province: "MB", (45.583, 9.274), height: 162,
      open: [.no2, .pm10]),
    .init(
      .air, 85, "Pavia Folperti", town: "Pavia", province: "PV", (45.194, 9.165), height: 77,
      open: [.no2], closed: [.co]),
  ]
}

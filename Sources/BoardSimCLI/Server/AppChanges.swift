/// The changes to each app that direct it to this server, by file and line.
struct AppChanges {
  let port: UInt16

  var text: String {
    """
    Put this machine's address for HOST: 10.0.2.2 in Android's emulator, localhost in iOS' simulator,
    the address that --lan prints for a phone.

    MOQA
      src/store/state.js:36           ip: 'http://HOST:\(port)' (the port beside it stays '')
      src/store/state.js:32-33        the board's address and port, or in the app's settings
      src/store/state.js:45, 47       'http://HOST:\(port)/resource/nf78-nj6b.geojson', '…/647i-nhxk.json', or in the settings
      src/store/state.js:50, 52       'http://HOST:\(port)/resource/ib47-atvt.geojson', '…/nicp-bhqi.json', or in the settings
      The server's address in the app's settings has no effect on its requests: change the source.

    Air Quality (AirQualityExpo/src/screens): https://polimi-dima-server.herokuapp.com becomes http://HOST:\(port)
      Login.js:22  Signup.js:31  Home.js:11  Settings.js:26  ReadData.js:77-78  Historical.js:74, 437
      Historical.js:304, 453          https://www.dati.lombardia.it becomes http://HOST:\(port)
      Home.js:15-17                   the board's address, or in the app's settings

    Plain HTTP: Android needs android:usesCleartextTraffic="true", iOS NSAllowsLocalNetworking.
    """
  }
}

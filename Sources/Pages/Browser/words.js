// All texts of the page: English and Italian, one row each.

const words = {
  "title": ["A simulated air-quality board", "Una scheda simulata per la qualità dell'aria"],
  "language": ["Language", "Lingua"],
  "theme": ["Colours", "Colori"],
  "theme.auto": ["as the system", "come il sistema"],
  "theme.light": ["light", "chiari"],
  "theme.dark": ["dark", "scuri"],
  "token.ask": ["The port's token (--token)", "Il token della porta (--token)"],
  "token.send": ["Use it", "Usalo"],
  "silence": ["No sign of life for {0} s: this is what was.", "Nessun segnale da {0} s: questo è il passato."],
  "power.isOff": ["The board is switched off.", "La scheda è spenta."],
  "curl": ["curl", "curl"],
  "curl.of": ["{0}: as a curl command", "{0}: come comando curl"],
  "curl.title": ["The same as a command", "Lo stesso come comando"],
  "copy": ["Copy", "Copia"],
  "copied": ["Copied.", "Copiato."],
  "close": ["Close", "Chiudi"],
  "refused": ["Refused: {0}", "Rifiutato: {0}"],
  "unreachable": ["The board cannot be reached: {0}", "La scheda non è raggiungibile: {0}"],
  "done": ["Done at {0} s.", "Fatto a {0} s."],
  "yes": ["yes", "sì"],
  "no": ["no", "no"],

  "bar.time": ["Board time", "Tempo della scheda"],
  "bar.pace": ["Pace", "Ritmo"],
  "bar.paused": ["paused", "in pausa"],
  "bar.pause": ["Pause", "Pausa"],
  "bar.go": ["Go on", "Continua"],
  "bar.max": ["max", "max"],
  "bar.manual": ["by hand", "a mano"],
  "bar.requests": ["by the requests", "dalle richieste"],
  "bar.step": ["+{0} s", "+{0} s"],
  "bar.scenario": ["Scenario", "Scenario"],
  "bar.seed": ["seed {0}", "seme {0}"],
  "bar.address": ["Address for the apps", "Indirizzo per le app"],
  "bar.code": ["QR code of {0}", "Codice QR di {0}"],
  "bar.board": ["Board {0}", "Scheda {0}"],
  "bar.save": ["Save as scenario", "Salva come scenario"],
  "bar.player": ["Recorded run, board time", "Registrazione, tempo della scheda"],
  "bar.play": ["Play", "Riproduci"],

  "boards": ["Boards", "Schede"],
  "boards.of": ["{0} boards: {1}", "{0} schede: {1}"],
  "boards.off": ["off", "spenta"],

  "values": ["Values", "Valori"],
  "values.caption": ["Values as the apps read them, beside the truth", "I valori come li leggono le app, accanto al vero"],
  "values.quantity": ["Quantity", "Grandezza"],
  "values.value": ["Value", "Valore"],
  "values.truth": ["Truth", "Vero"],
  "values.error": ["Error", "Errore"],
  "values.age": ["Age", "Età"],
  "values.stale": ["stale", "vecchio"],
  "values.none": ["no value", "nessun valore"],
  "values.derived": ["derived", "derivato"],

  "temperature": ["Temperature", "Temperatura"],
  "humidity": ["Humidity", "Umidità"],
  "pressure": ["Pressure", "Pressione"],
  "altitude": ["Altitude", "Altitudine"],
  "tvocs": ["TVOC", "TVOC"],
  "eco2": ["eCO₂", "eCO₂"],
  "pm05": ["PM0.5", "PM0.5"],
  "pm1": ["PM1", "PM1"],
  "pm25": ["PM2.5", "PM2.5"],
  "pm4": ["PM4", "PM4"],
  "pm10": ["PM10", "PM10"],
  "latitude": ["Latitude", "Latitudine"],
  "longitude": ["Longitude", "Longitudine"],
  "pm05_number": ["PM0.5, number", "PM0.5, numero"],
  "light": ["Light", "Luce"],
  "gnss.correction_age": ["Age of corrections", "Età delle correzioni"],

  "chart": ["Chart", "Grafico"],
  "chart.quantity": ["Quantity", "Grandezza"],
  "chart.range": ["Span", "Periodo"],
  "chart.range.300": ["5 minutes", "5 minuti"],
  "chart.range.3600": ["1 hour", "1 ora"],
  "chart.range.86400": ["24 hours", "24 ore"],
  "chart.range.1209600": ["14 days", "14 giorni"],
  "chart.measured": ["measured", "misurato"],
  "chart.truth": ["truth", "vero"],
  "chart.summary": ["{0}: last {1}, least {2}, greatest {3} {4}; gaps: {5}", "{0}: ultimo {1}, minimo {2}, massimo {3} {4}; interruzioni: {5}"],
  "chart.empty": ["Nothing measured in this span yet.", "Ancora nessuna misura in questo periodo."],
  "chart.absent": ["This program was built without dygraphs: no chart.", "Il programma è stato compilato senza dygraphs: nessun grafico."],
  "chart.csv": ["As CSV", "Come CSV"],

  "map": ["Map", "Mappa"],
  "map.absent": ["This program was built without Leaflet: no map.", "Il programma è stato compilato senza Leaflet: nessuna mappa."],
  "map.follow": ["Follow the board", "Segui la scheda"],
  "map.label": ["Map with a grid of {0}", "Mappa con griglia di {0}"],
  "map.board": ["Board", "Scheda"],
  "map.base": ["Base station", "Stazione di base"],
  "map.station": ["Station of the region", "Stazione della regione"],
  "map.true": ["True track", "Percorso vero"],
  "map.position": ["Position {0}, {1}; true at the last sample {2}, {3}", "Posizione {0}, {1}; vera all'ultimo campione {2}, {3}"],
  "map.noPosition": ["No position.", "Nessuna posizione."],
  "map.closed": ["closed", "chiusa"],

  "sky": ["Sky and signals", "Cielo e segnali"],
  "sky.summary": ["{0} satellites reported, {1} used, {2} truly above the horizon", "{0} satelliti riportati, {1} usati, {2} davvero sopra l'orizzonte"],
  "sky.legend": ["Filled: used. Ring: tracked. Dashed: above, but not reported.", "Pieno: usato. Anello: tracciato. Tratteggio: sopra, ma non riportato."],
  "sky.caption": ["Satellites", "Satelliti"],
  "sky.satellite": ["Satellite", "Satellite"],
  "sky.elevation": ["Elevation", "Elevazione"],
  "sky.azimuth": ["Azimuth", "Azimut"],
  "sky.cnr": ["C/N₀ dB-Hz", "C/N₀ dB-Hz"],
  "sky.used": ["Used", "Usato"],
  "sky.reported": ["Reported", "Riportato"],
  "sky.list": ["As a table", "Come tabella"],
  "sky.off": ["The sky is switched off (--sky off).", "Il cielo è spento (--sky off)."],

  "fix": ["Position fix", "Posizionamento"],
  "fix.what": ["What do these words mean?", "Che cosa significano queste parole?"],
  "fix.none": ["none", "nessuno"],
  "fix.3d": ["3D", "3D"],
  "fix.dgnss": ["DGNSS", "DGNSS"],
  "fix.rtk-float": ["RTK float", "RTK float"],
  "fix.rtk-fixed": ["RTK fixed", "RTK fixed"],
  "fix.none.what": ["The receiver knows no position.", "Il ricevitore non conosce alcuna posizione."],
  "fix.3d.what": ["Satellites alone: metres.", "Solo satelliti: metri."],
  "fix.dgnss.what": ["With corrections of a base station: under a metre.", "Con correzioni di una stazione di base: sotto il metro."],
  "fix.rtk-float.what": ["Carrier phase, whole cycles not known yet: decimetres.", "Fase della portante, cicli interi non ancora noti: decimetri."],
  "fix.rtk-fixed.what": ["Carrier phase with known whole cycles: centimetres.", "Fase della portante con cicli interi noti: centimetri."],
  "fix.accuracy": ["Accuracy told", "Accuratezza dichiarata"],
  "fix.trueError": ["True error", "Errore vero"],
  "fix.age": ["Age of corrections", "Età delle correzioni"],
  "fix.baseline": ["Baseline", "Linea di base"],
  "fix.station": ["Station", "Stazione"],
  "fix.satellites": ["Satellites", "Satelliti"],
  "fix.model": ["Model", "Modello"],
  "fix.timeline": ["States of the fix in the last hour", "Stati del fix nell'ultima ora"],
  "fix.spans": ["Spans, the last first", "Intervalli, dall'ultimo"],
  "fix.span": ["{0} from {1} s to {2} s", "{0} da {1} s a {2} s"],

  "world": ["World", "Mondo"],
  "world.hint": ["A slider holds a quantity until it is released.", "Un cursore trattiene una grandezza finché non viene rilasciata."],
  "world.held": ["held", "trattenuta"],
  "world.release": ["Release", "Rilascia"],
  "world.releaseOf": ["Release {0}", "Rilascia {0}"],
  "world.exact": ["{0}, exact value", "{0}, valore esatto"],

  "faults": ["Faults", "Guasti"],
  "faults.kind": ["Fault", "Guasto"],
  "faults.part": ["Part", "Componente"],
  "faults.any": ["any", "qualsiasi"],
  "faults.after": ["Begins in, s", "Inizia tra, s"],
  "faults.for": ["Lasts, s (empty: until ended)", "Dura, s (vuoto: finché non termina)"],
  "faults.probability": ["Probability", "Probabilità"],
  "faults.set": ["Set the fault", "Provoca il guasto"],
  "faults.end": ["End", "Termina"],
  "faults.endOf": ["End fault {0}", "Termina il guasto {0}"],
  "faults.endAll": ["End all faults", "Termina tutti i guasti"],
  "faults.none": ["No faults.", "Nessun guasto."],
  "faults.caption": ["Faults given", "Guasti provocati"],
  "faults.from": ["From, s", "Da, s"],
  "faults.to": ["To, s", "A, s"],
  "faults.state": ["State", "Stato"],
  "faults.active": ["active", "attivo"],
  "faults.waiting": ["to come", "in attesa"],
  "faults.over": ["over", "terminato"],

  "power": ["Power and Wi-Fi", "Alimentazione e Wi-Fi"],
  "power.off": ["Switch the power off", "Togli l'alimentazione"],
  "power.on": ["Switch the power on", "Dai l'alimentazione"],
  "power.state": ["Power", "Alimentazione"],
  "power.isOn": ["on for {0}", "accesa da {0}"],
  "power.offShort": ["off", "spenta"],
  "wifi.off": ["Take the hotspot away", "Togli l'hotspot"],
  "wifi.on": ["Give the hotspot back", "Ridai l'hotspot"],
  "wifi.state": ["Wi-Fi", "Wi-Fi"],
  "wifi.network": ["Network", "Rete"],
  "wifi.joined": ["joined, {0}", "collegata, {0}"],

  "parts": ["Parts and bus", "Componenti e bus"],
  "parts.show": ["Show registers and transfers", "Mostra registri e trasferimenti"],
  "parts.part": ["Part", "Componente"],
  "parts.state": ["State", "Stato"],
  "parts.starts": ["Starts", "Avvii"],
  "parts.caption": ["Parts as the firmware sees them", "I componenti visti dal firmware"],
  "parts.register": ["Register", "Registro"],
  "parts.address": ["Address", "Indirizzo"],
  "parts.bytes": ["Bytes", "Byte"],
  "parts.transfers": ["Last transfers on the bus", "Ultimi trasferimenti sul bus"],
  "parts.bus": ["{0} transfers, {1} not acknowledged", "{0} trasferimenti, {1} senza acknowledge"],

  "card": ["Memory card", "Scheda di memoria"],
  "card.state": ["State", "Stato"],
  "card.file": ["File", "File"],
  "card.lines": ["Lines written", "Righe scritte"],
  "card.lost": ["Lines lost", "Righe perse"],
  "card.none": ["No card (--card DIR gives one).", "Nessuna scheda (--card DIR ne dà una)."],

  "requests": ["Requests of the apps", "Richieste delle app"],
  "requests.caption": ["The last requests, the newest first", "Le ultime richieste, dalla più recente"],
  "requests.time": ["Time, s", "Tempo, s"],
  "requests.request": ["Request", "Richiesta"],
  "requests.status": ["Status", "Stato"],
  "requests.bytes": ["Bytes", "Byte"],
  "requests.wait": ["Wait, s", "Attesa, s"],
  "requests.none": ["No app has asked yet.", "Nessuna app ha ancora chiesto."],
  "requests.har": ["As HTTP Archive", "Come HTTP Archive"],
  "requests.clear": ["Forget them", "Dimenticale"],

  "corrections": ["Corrections", "Correzioni"],
  "corrections.state": ["Client", "Client"],
  "corrections.mountpoint": ["Mountpoint", "Mountpoint"],
  "corrections.received": ["Bytes received", "Byte ricevuti"],
  "corrections.written": ["Bytes written to the receiver", "Byte scritti al ricevitore"],
  "corrections.dropped": ["Bytes dropped", "Byte persi"],
  "corrections.bad": ["Frames with a wrong CRC", "Frame con CRC errato"],
  "corrections.other": ["Bytes outside frames", "Byte fuori dai frame"],
  "corrections.reconnects": ["Reconnects", "Riconnessioni"],
  "corrections.caption": ["Frames by message", "Frame per messaggio"],
  "corrections.message": ["Message", "Messaggio"],
  "corrections.frames": ["Frames", "Frame"],
  "error": ["Error", "Errore"],

  "findings": ["Findings", "Rilievi"],
  "findings.driver": ["Of the firmware's drivers", "Dei driver del firmware"],
  "findings.app": ["Of the apps (with --with-server)", "Delle app (con --with-server)"],
  "findings.none": ["Nothing found.", "Nessun rilievo."],
  "findings.severity": ["Severity", "Gravità"],
  "findings.count": ["Times", "Volte"],
  "findings.finding": ["Finding", "Rilievo"],

  "expectations": ["Expectations", "Attese"],
  "expectations.met": ["met", "soddisfatta"],
  "expectations.unmet": ["not met", "non soddisfatta"],
  "expectations.expectation": ["Expectation", "Attesa"],
  "expectations.outcome": ["Outcome", "Esito"],
  "expectations.time": ["At, s", "A, s"],
};

/** The languages of the page, by their own names. */
export const languages = [["en", "English"], ["it", "Italiano"]];

function stored(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Keeps a choice of the reader's for the next visit, where the browser keeps anything. */
export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* Kept for this visit only. */ }
}

/** Returns a kept choice, if it is one of the possible ones; the first possible one otherwise. */
export function kept(name, possible) {
  const value = stored(name);
  return possible.includes(value) ? value : possible[0];
}

const codes = languages.map(([code]) => code);
const preferred = (navigator.language ?? "en").slice(0, 2);

/** The language of the page. */
export const language = kept("language", codes.includes(preferred)
  ? [preferred, ...codes.filter((code) => code !== preferred)] : codes);

/** Returns a text in the page's language, with values for {0}, {1} and so on. */
export function say(key, ...values) {
  const row = words[key];
  if (!row) return key;
  return row[codes.indexOf(language)].replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}

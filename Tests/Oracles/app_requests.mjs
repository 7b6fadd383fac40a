// What both apps send, request by request, as a phone's JavaScript sends it; each answer is taken as the app takes
// it. Prints a line of JSON for each: what was asked, and whether the app would go on; of what fails, why.
// usage: node app_requests.mjs http://HOST:PORT BOARD_TEXT DAY

const [base, boardText, day] = process.argv.slice(2);

// React Native's URL puts a slash behind a path that has a query, or none.
class PhoneURL {
  constructor(path, root) {
    this.href = root + path + (path.endsWith('/') || path.includes('?') ? '' : '/');
    this.parameters = [];
  }
  add(name, value) { this.parameters.push(`${name}=${value}`); }
  toString() { return this.parameters.length ? `${this.href}?${this.parameters.join('&')}` : this.href; }
}

// Both apps give up, or should, after five seconds; on a machine with much else to do those are no measure.
const ask = (url, options = {}) => fetch(String(url), { ...options, signal: AbortSignal.timeout(60_000) });
const json = { 'Content-Type': 'application/json' };
const accepted = { ...json, Accept: 'application/json' };
const tell = (app, what, goesOn, seen) => console.log(JSON.stringify({ app, what, goesOn: !!goesOn, seen }));
const post = (path, body, headers) => ask(base + path, { method: 'POST', headers, body: JSON.stringify(body) });

async function moqa() {
  const page = await (await ask(base)).text();
  tell('MOQA', 'GET /', page.length > 0 && !page.includes('<'), page);

  let token = null;
  const bearer = () => ({ Authorization: `Bearer ${token}` });
  const me = () => ask(`${base}/api/user/me`, { headers: bearer() }).then((answer) => answer.json());
  let value = await me();
  tell('MOQA', 'GET user/me with no token yet', value.email === undefined, value);

  const newUser = {
    email: 'Giulia@example.org', password: 'uno', firstName: 'Giulia', lastName: 'Bianchi', gender: 'female',
    birthDay: '1996-02-29',
  };
  value = await (await post('/api/user/register', newUser, json)).json();
  tell('MOQA', 'POST user/register', value.email === newUser.email, value);
  value = await (await post('/api/user/register', newUser, json)).json();
  tell('MOQA', 'POST user/register again', value.response === 'You are already register', value);

  value = await (await post('/api/user/login', { email: newUser.email, password: 'due' }, json)).json();
  tell('MOQA', 'POST user/login, wrong', value.response !== 'Successful login', value);
  value = await (await post('/api/user/login', { email: newUser.email, password: 'uno' }, json)).json();
  tell('MOQA', 'POST user/login', value.response === 'Successful login', value.response);
  token = value.token;
  let user = value.user;
  value = await me();
  tell('MOQA', 'GET user/me', value.email === newUser.email, value);

  const put = async (password, typed) => (await ask(`${base}/api/user/me`, {
    method: 'PUT', headers: { ...json, ...bearer() }, body: JSON.stringify({ ...user, ...typed, password }),
  })).json();
  value = await put('due', {});
  tell('MOQA', 'PUT user/me, password right after a login', value.email === user.email, value);
  user = { ...user, firstName: 'Giulietta', birthDay: '1996-02-28' };
  value = await put('', { new_password: 'tre', confirm_password: 'tre' });
  tell('MOQA', 'PUT user/me, the whole user', value.email === user.email && value.firstName === 'Giulietta', value);

  value = await (await post('/api/data', { data: boardText }, { ...json, ...bearer() })).json();
  tell('MOQA', 'POST data', value.id > 0, value);

  const url = new PhoneURL('/api/data/findByDate', base);
  url.add('startDate', `${day}T00:00:00.000Z`);
  url.add('endDate', `${day}T23:59:59.000Z`);
  value = await (await ask(url, { headers: bearer() })).json();
  const numbers = value.every((row) => typeof row.temperature === 'number' && typeof row.latitude === 'number');
  tell('MOQA', 'GET data/findByDate/', value.length > 0 && numbers, value.length);
  const coded = `${base}/api/data/findByDate?startDate=${encodeURIComponent(`${day}T00:00:00.000Z`)}`
    + `&endDate=${encodeURIComponent(`${day}T23:59:59.000Z`)}`;
  value = await (await ask(coded, { headers: bearer() })).json();
  tell('MOQA', 'GET data/findByDate, coded', value.length > 0, value.length);

  value = await (await ask(`${base}/api/user/logout`, { method: 'POST', headers: bearer() })).json();
  tell('MOQA', 'POST user/logout, no body', value.response === 'Successful logout', value);
  token = (await (await post('/api/user/login', { email: user.email, password: 'due' }, json)).json()).token;
  value = await (await ask(`${base}/api/user/me`, { method: 'DELETE', headers: bearer() })).json();
  tell('MOQA', 'DELETE user/me', value.response === user.email, value);

  for (const [kind, stations, data, indices] of [
    ['weather', 'nf78-nj6b', '647i-nhxk', [28, 43, 44, 47]], ['air', 'ib47-atvt', 'nicp-bhqi', [114, 127]],
  ]) {
    const { features } = await (await ask(`${base}/resource/${stations}.geojson`)).json();
    const sensors = features.map((feature) => feature.properties).filter((sensor) => sensor.provincia === 'MI');
    sensors.sort((a, b) => (a.nomestazione > b.nomestazione ? 1 : a.nomestazione < b.nomestazione ? -1 : 0));
    for (const index of indices) {
      const rows = await (await ask(`${base}/resource/${data}.json?idsensore=${sensors[index].idsensore}`)).json();
      const values = rows.filter((row) => row.stato === 'VA' && row.data >= day).map((row) => parseFloat(row.valore));
      tell('MOQA', `GET ${kind} of sensor ${index}`, values.length > 0 && values.every(Number.isFinite),
        sensors[index].nomestazione);
    }
  }
}

async function airQuality() {
  let answer = await post('/api/user/register', {
    email: 'luca@example.org', password: 'uno', firstName: 'Luca', lastName: 'Neri', gender: '', birthDay: null,
  }, accepted);
  let value = await answer.json();
  tell('Air Quality', 'POST user/register, nothing chosen', value.email, value);
  value = await (await post('/api/user/login', { email: 'luca@example.org', password: 'uno' }, accepted)).json();
  const plain = await (await ask(`${base}/api/user/me`, {
    headers: { ...accepted, Authorization: `Bearer ${value.token}` },
  })).json();
  const parts = plain.birthDay.replace('T', '-').split('-');
  tell('Air Quality', 'GET user/me, nothing chosen', parts.slice(0, 3).every((part) => Number(part) > 0), plain);
  value = await (await post('/api/user/login', { email: 'luca@example.org', password: 'x' }, accepted)).json();
  tell('Air Quality', 'POST user/login, wrong', !value.token, value);
  value = await (await post('/api/user/login', { email: 'admin@dimaproject.it', password: 'passwordSegret@130' },
    accepted)).json();
  const headers = { ...accepted, Authorization: `Bearer ${value.token}` };
  tell('Air Quality', 'POST user/login', value.token, typeof value.token);

  const user = await (await ask(`${base}/api/user/me`, { headers })).json();
  tell('Air Quality', 'GET user/me', user.birthDay.substring(0, 10) === '1990-07-21', user);
  answer = await ask(`${base}/api/user/me`, {
    method: 'PUT', headers,
    body: JSON.stringify({ ...user, birthDay: user.birthDay.substring(0, 10), password: 'passwordSegret@130' }),
  });
  tell('Air Quality', 'PUT user/me, new password', answer.status === 200, answer.status);

  const eleven = boardText.split(';').slice(0, 11).join(';');
  for (const text of [`${eleven};45.478;9.227`, `${boardText};45.478;9.227`]) {
    answer = await post('/api/data', { data: text }, headers);
    tell('Air Quality', `POST data, ${text.split(';').length} fields`, answer.status === 200, answer.status);
  }
  const rows = await (await ask(
    `${base}/api/data/findByDate?startDate=${day}T00:00:00Z&endDate=${day}T23:59:59Z`)).json();
  let sum = 0;
  rows.forEach((row) => { sum += row.temperature; });
  tell('Air Quality', 'GET data/findByDate without a token', rows.length > 1 && Number.isFinite(sum), rows.length);

  const stations = await (await ask(
    `${base}/resource/ib47-atvt.json?%24limit=5000&%24%24app_token=abc`)).json();
  const milan = stations.filter((sensor) => sensor.comune === 'Milano' && sensor.datastop == null);
  const data = await (await ask(`${base}/resource/nicp-bhqi.json?%24limit=8570&%24%24app_token=abc`)).json();
  const ids = new Set(milan.map((sensor) => sensor.idsensore));
  const valid = data.filter((row) => row.stato === 'VA' && ids.has(row.idsensore));
  tell('Air Quality', 'GET stations and their data', milan.length > 0 && valid.length > 0, milan.length);

  for (const type of [accepted, { Authorization: headers.Authorization }]) {
    answer = await ask(`${base}/api/user/logout`, { method: 'POST', headers: { ...type, ...headers } });
    tell('Air Quality', 'POST user/logout', type === accepted ? answer.status === 200 : answer.status === 401, answer.status);
  }
}

for (const app of [moqa, airQuality]) {
  try {
    await app();
  } catch (error) {
    tell(app.name, `${error}`, false, `${error.cause ?? ''}`);
    process.exitCode = 1;
  }
}

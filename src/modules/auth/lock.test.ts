import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { openService, type Reply } from '#test/kit/service.ts'
import { rememberDevice } from './credentials.ts'
import { CLEANUP_JOB } from './jobs.ts'
import { DEVICE_TTL_MS, MOST_DEVICES } from './rules.ts'

const api = await openService()
const PASSWORD = 'una-frase-larga'

const login = (email: string, password = PASSWORD, device?: string) =>
  api.with(device ? { cookie: `device=${device}` } : {}).post('/auth/login', { email, password })

async function fail(email: string, times = 10, device?: string): Promise<Reply[]> {
  const replies = []
  for (let round = 0; round < times; round += 1) replies.push(await login(email, `intento-${round}`, device))
  return replies
}

const cookies = ({ headers }: Reply) => [headers['set-cookie'] ?? []].flat() as string[]
const deviceOf = (reply: Reply) =>
  cookies(reply)
    .map((cookie) => /^device=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean)

async function letters(email: string) {
  await api.drain()
  return api.mailbox.to(email).filter(({ subject }) => subject?.startsWith('Cerramos por 15 minutos'))
}

async function resetToken(email: string): Promise<string> {
  await api.anyone.post('/auth/password/forgot', { email })
  await api.drain()
  const [link] = api.mailbox.to(email).flatMap(({ text }) => /https:\S+/.exec(text!)?.[0] ?? [])
  return new URL(link!).searchParams.get('token')!
}

/** A person whose browser is known, with its cookie. */
async function person() {
  const ana = await api.tenant()
  return { email: ana.email, userId: ana.userId, device: deviceOf(await login(ana.email))! }
}

// ── a reset ──

test('a password reset lifts the lock that guesses caused', async () => {
  const { email } = await api.tenant()
  const stranger = await api.tenant()
  await fail(email)
  await fail(stranger.email)
  assert.equal((await login(email)).status, 429)
  const token = await resetToken(email)
  const reset = await api.anyone.post('/auth/password/reset', { token, password: 'otra-frase-distinta' })
  assert.deepEqual([reset.status, reset.body], [200, { success: true }])
  assert.equal((await login(email, 'otra-frase-distinta')).status, 200)
  assert.equal((await login(stranger.email)).status, 429, 'and that of no other account')
})

test('the browser that used the reset link is known at once: guesses cannot lock it out again', async () => {
  const { email, device } = await person()
  const token = await resetToken(email)
  const password = 'otra-frase-distinta'
  const reset = await api.anyone.post('/auth/password/reset', { token, password })
  await fail(email)
  assert.equal((await login(email, password)).status, 429)
  assert.equal((await login(email, password, deviceOf(reset)!)).status, 200)
  assert.equal((await login(email, password, device)).status, 429, 'the browsers of before are forgotten')
})

// ── known browsers ──

test('a browser that signs in gets a cookie that scripts and other sites cannot use, stored as a hash', async () => {
  const { email, userId } = await api.tenant()
  const reply = await login(email)
  const [refresh, device] = cookies(reply)
  assert.match(refresh!, /^refresh_token=/)
  assert.match(
    device!,
    /^device=[\w-]{43}; Max-Age=31536000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/,
  )
  assert.equal(reply.data.device, undefined)
  const rows = await api.access.asSystem('a test reads the devices', (db) =>
    db.selectFrom('known_devices').selectAll().where('user_id', '=', userId).execute(),
  )
  assert.ok(rows.some(({ token_hash }) => token_hash === digest(deviceOf(reply)!)))
  assert.ok(!JSON.stringify(rows).includes(deviceOf(reply)!))
})

test('over plain http the cookie has no Secure', async () => {
  const plain = await openService({ PUBLIC_URL: 'http://127.0.0.1:3000' })
  const { email } = await plain.tenant()
  const reply = await plain.anyone.post('/auth/login', { email, password: PASSWORD })
  assert.match(
    cookies(reply)[1]!,
    /^device=[\w-]{43}; Max-Age=31536000; Path=\S+; HttpOnly; SameSite=Strict$/,
  )
})

test('registering and joining make the browser known too', async () => {
  const email = 'nueva@ejemplo.cl'
  const body = { email, password: PASSWORD, name: 'Nueva', organizationName: 'Nueva SpA' }
  const registered = await api.anyone.post('/auth/register', body)
  await fail(email)
  assert.equal((await login(email, PASSWORD, deviceOf(registered)!)).status, 200)

  const owner = await api.tenant()
  const invited = { email: 'invitada@ejemplo.cl', name: 'Inés', role: 'VIEWER' }
  const { invitationUrl } = (await owner.post('/settings/members', invited)).data
  const token = new URL(invitationUrl).searchParams.get('token')
  const joined = await api.anyone.post('/auth/invitations/accept', {
    token,
    name: 'Inés',
    password: PASSWORD,
  })
  assert.equal(joined.status, 200)
  await fail(invited.email)
  assert.equal((await login(invited.email, PASSWORD, deviceOf(joined)!)).status, 200)
})

test('guesses from elsewhere do not lock out a known browser', async () => {
  const { email, device } = await person()
  await fail(email)
  assert.equal((await login(email)).status, 429)
  const known = await login(email, PASSWORD, device)
  assert.equal(known.status, 200)
  assert.equal(deviceOf(known), device, 'the same browser keeps its cookie')
  assert.equal((await login(email)).status, 429, 'and opens nothing for others')
})

test('a known browser has ten failures of its own, which do not count elsewhere', async () => {
  const { email, device } = await person()
  for (const reply of await fail(email, 10, device)) assert.equal(reply.status, 401)
  const closed = await login(email, PASSWORD, device)
  assert.deepEqual([closed.status, closed.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.ok(Number(closed.headers['retry-after']) > 0)
  const elsewhere = await login(email)
  assert.equal(elsewhere.status, 200)
  assert.equal((await login(email, PASSWORD, deviceOf(elsewhere)!)).status, 200)
})

test('a locked-out person reads the minutes left, down to one', async () => {
  const { email } = await person()
  try {
    api.clock.set(new Date())
    await fail(email)
    for (const [seconds, left, retryAfter] of [
      [0, '15 minutos', 900],
      [13 * 60, '2 minutos', 120],
      [1, '2 minutos', 119],
      [59, '1 minuto', 60],
      [59, '1 minuto', 1],
    ] as const) {
      api.clock.advance(seconds * 1000)
      const { status, body, headers } = await login(email)
      assert.deepEqual([status, Number(headers['retry-after'])], [429, retryAfter])
      assert.match(body.error.message, new RegExp(`en ${left}\\.$`))
    }
    api.clock.advance(1000)
    assert.equal((await login(email)).status, 200)
  } finally {
    api.clock.release()
  }
})

test('thirty simultaneous guesses in a known browser count as ten', async () => {
  const { email, device } = await person()
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, round) => login(email, `intento-${round}`, device)),
  )
  assert.equal(replies.filter(({ status }) => status === 401).length, 10)
})

test('the cookies of other accounts, invented ones and expired ones are not known', async () => {
  const now = new Date()
  api.clock.set(now)
  const [ana, berta] = [await person(), await person()]
  await fail(ana.email)
  for (const device of [berta.device, newToken(), 'x', '%00%zz', 'x'.repeat(4000)])
    assert.equal((await login(ana.email, PASSWORD, device)).status, 429, device.slice(0, 50))

  api.clock.advance(DEVICE_TTL_MS - 1)
  await fail(ana.email)
  const last = await login(ana.email, PASSWORD, ana.device)
  assert.equal(last.status, 200)
  api.clock.advance(DEVICE_TTL_MS - 1)
  await fail(ana.email)
  assert.equal((await login(ana.email, PASSWORD, ana.device)).status, 200, 'a year since the last sign-in')
  api.clock.advance(DEVICE_TTL_MS)
  await fail(ana.email)
  assert.equal((await login(ana.email, PASSWORD, ana.device)).status, 429)
  api.clock.release()
})

test('wrong passwords for an invitation count against the known browser', async () => {
  const [owner, guest] = [await api.tenant(), await person()]
  const invited = { email: guest.email, name: 'Inés', role: 'VIEWER' }
  const { invitationUrl } = (await owner.post('/settings/members', invited)).data
  const token = new URL(invitationUrl).searchParams.get('token')
  await fail(guest.email)
  const accept = (headers: Record<string, string>) =>
    api.with(headers).post('/auth/invitations/accept', { token, name: 'Inés', password: PASSWORD })
  assert.equal((await accept({})).status, 429)
  assert.equal((await accept({ cookie: `device=${guest.device}` })).status, 200)
})

test('programs that keep no cookie do not push out returning browsers', async () => {
  const { email, userId, device } = await person()
  await login(email, PASSWORD, device)
  await api.access.asSystem('a test signs in often', async (db) => {
    const now = api.clock.now()
    for (let round = 0; round < MOST_DEVICES + 20; round += 1)
      await rememberDevice(db, userId, undefined, new Date(now.getTime() + round))
  })
  const rows = await api.access.asSystem('a test counts devices', (db) =>
    db.selectFrom('known_devices').selectAll().where('user_id', '=', userId).execute(),
  )
  assert.equal(rows.length, MOST_DEVICES)
  await fail(email)
  assert.equal((await login(email, PASSWORD, device)).status, 200)
})

// ── the letter ──

test('the person gets one letter per lock, in Spanish, without a name, an address or a link', async () => {
  const { email } = await api.tenant()
  await fail(email, 9)
  assert.equal((await letters(email)).length, 0)
  await fail(email, 5)
  const [letter, ...more] = await letters(email)
  assert.equal(more.length, 0)
  assert.match(letter!.text!, /diez intentos.*contraseña o un código equivocado.*cerrado por 15 minutos/s)
  assert.doesNotMatch(letter!.text!, /Ana|Rojas|https?:|\d+\.\d+\.\d+|@/)
  assert.match(letter!.html as string, /<html lang="es">/)
})

test('thirty simultaneous guesses cause one letter', async () => {
  const { email } = await api.tenant()
  await Promise.all(Array.from({ length: 30 }, (_, round) => login(email, `intento-${round}`)))
  assert.equal((await letters(email)).length, 1)
})

test('ten failures before a right attempt neither lock nor send a letter', async () => {
  const { email } = await api.tenant()
  await fail(email, 9)
  assert.equal((await login(email)).status, 200)
  assert.equal((await letters(email)).length, 0)
  await fail(email, 1)
  assert.equal((await letters(email)).length, 1)
})

test('each lock sends a letter, a prolonged one does not, and a day has five at most', async () => {
  const now = new Date()
  api.clock.set(now)
  const { email } = await api.tenant()
  const count = async () => (await letters(email)).length
  for (let round = 0; round < 10; round += 1) {
    assert.equal((await login(email, 'equivocada')).status, 401)
    api.clock.advance(MINUTE_MS)
  }
  assert.equal(await count(), 1)
  // The first failure has just expired: one more guess is accepted and locks again.
  api.clock.advance(5 * MINUTE_MS)
  assert.equal((await login(email, 'equivocada')).status, 401)
  assert.equal((await login(email)).status, 429)
  assert.equal(await count(), 1)
  for (const expected of [2, 3, 4, 5, 5, 5]) {
    api.clock.advance(16 * MINUTE_MS)
    await fail(email)
    assert.equal(await count(), expected)
    await CLEANUP_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  }
  api.clock.advance(DAY_MS)
  await CLEANUP_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  await fail(email)
  assert.equal(await count(), 6)
  api.clock.release()
})

test('an unknown email and a merely invited one get the same answers and no letter', async () => {
  const owner = await api.tenant()
  const invited = 'solo-invitada@ejemplo.cl'
  await owner.post('/settings/members', { email: invited, name: 'Inés', role: 'VIEWER' })
  const answers = async (email: string) =>
    (await fail(email, 11)).map(({ status, body, headers }) => [
      status,
      body,
      Object.keys(headers).filter((name) => !name.startsWith('x-')),
    ])
  const known = await answers(owner.email)
  for (const email of ['nadie-la-conoce@ejemplo.cl', invited]) {
    assert.deepEqual(await answers(email), known)
    assert.equal((await letters(email)).length, 0)
  }
  assert.equal((await letters(owner.email)).length, 1)
})

// ── cleaning up ──

test('only expired devices are forgotten every night', async () => {
  const { userId } = await person()
  const mine = () =>
    api.access.asSystem('a test counts devices', (db) =>
      db.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).execute(),
    )
  const cleanUp = () => CLEANUP_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  await cleanUp()
  assert.ok((await mine()).length > 0)
  api.clock.advance(DEVICE_TTL_MS + 1)
  await cleanUp()
  assert.equal((await mine()).length, 0)
  api.clock.release()
})

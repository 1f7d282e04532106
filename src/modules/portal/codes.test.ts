import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { checkDigit } from '#kernel/rut.ts'
import { digest } from '#kernel/secrets.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { FORGET_JOB } from './jobs.ts'
import { readIdentity } from './rules.ts'

/** Codes by mail and the sessions they open: budgets, terms, races, storage and deletion. */
const api = await openService()
const ana = await api.tenant({ name: 'Ñandú & Hijos «SpA»' })
const base = (tenant: Person) => `/public/privacy-portal/${tenant.slug}`

let serial = 0
/** A person without any record. */
function someone() {
  serial += 1
  const number = 15_000_000 + serial
  return { rut: `${number}-${checkDigit(number)}`, email: `persona-${serial}@correo.cl` }
}

const init = (who: object, tenant = ana) => api.anyone.post(`${base(tenant)}/otp/init`, who)
const verify = (body: object, tenant = ana) => api.anyone.post(`${base(tenant)}/otp/verify`, body)
const enter = (token: string) => api.with({ authorization: `Bearer ${token}` })

async function mails(email: string) {
  await api.drain()
  return api.mailbox.to(email)
}

async function codes(email: string): Promise<string[]> {
  return (await mails(email)).map(({ subject }) => /^(\d{6}) /.exec(subject!)![1]!)
}

async function sessionOf(who: { rut: string; email: string }, tenant = ana): Promise<string> {
  await init(who, tenant)
  const { status, data } = await verify({ ...who, code: (await codes(who.email)).at(-1) }, tenant)
  assert.equal(status, 200)
  return data.portal_token
}

const other = (code: string) => (code === '000000' ? '000001' : '000000')

// ── asking for a code ──

test('a missing or malformed field is 400 and named; a RUT that fails modulo 11 is 422', async () => {
  const who = someone()
  for (const [path, body] of [
    ['rut', { email: who.email }],
    ['rut', { ...who, rut: '  ' }],
    ['rut', { ...who, rut: 12345678 }],
    ['rut', { ...who, rut: '1'.repeat(101) }],
    ['email', { rut: who.rut }],
    ['email', { ...who, email: 'no-es-un-correo' }],
    ['email', { ...who, email: null }],
  ] as const) {
    const { status, body: answer } = await init(body)
    assert.deepEqual([status, answer.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    assert.equal(answer.error.details[0].path, path)
  }
  for (const rut of ['12.345.678-4', 'no soy un rut', '5', '-5', '12.345.678-K']) {
    const { status, body } = await init({ ...who, rut })
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [422, 'INVALID_RUT', 'rut'], rut)
  }
  for (const code of [undefined, '', 482130, 'x'.repeat(21)])
    assert.equal((await verify({ ...who, code })).status, 400, String(code))
  assert.equal((await verify({ ...who, rut: '12.345.678-4', code: '123456' })).status, 422)
  assert.equal((await mails(who.email)).length, 0)
})

test('an unknown portal is not found, neither for asking a code nor for entering', async () => {
  const nowhere = { ...ana, slug: 'no-existe' } as Person
  const who = someone()
  assert.equal((await init(who, nowhere)).status, 404)
  assert.equal((await verify({ ...who, code: '123456' }, nowhere)).status, 404)
  assert.equal((await mails(who.email)).length, 0)
})

test('the letter has the code and the organisation, and nothing about the person', async () => {
  const who = someone()
  const asked = await init(who)
  assert.deepEqual(Object.keys(asked.data).sort(), ['expiresInSeconds', 'message'])
  assert.equal(asked.data.expiresInSeconds, 600)
  const [letter, ...more] = await mails(who.email)
  assert.equal(more.length, 0)
  const code = /^\d{6}/.exec(letter!.subject!)![0]
  assert.equal(letter!.subject, `${code} es su código para el portal de privacidad de Ñandú & Hijos «SpA»`)
  assert.match(letter!.text!, new RegExp(`${code}.*10 minutos.*Si usted no lo pidió`, 's'))
  const markup = letter!.html as string
  assert.ok(markup.includes('Ñandú &amp; Hijos'), 'the name is text, not markup')
  for (const text of [letter!.text!, markup])
    assert.ok(!text.includes(who.rut) && !text.includes(who.rut.replace('-', '')))
  assert.ok(!JSON.stringify(asked.body).includes(code))
})

test('the same person is recognised in any spelling of RUT and email', async () => {
  const number = 15_999_999
  const [plain, dotted] = [`${number}-${checkDigit(number)}`, `15.999.999-${checkDigit(number)}`]
  await init({ rut: ` ${dotted.toLowerCase()} `, email: ' Misma@Correo.CL ' })
  const [code] = await codes('misma@correo.cl')
  assert.equal((await verify({ rut: plain, email: 'MISMA@correo.cl', code: ` ${code} ` })).status, 200)
  assert.deepEqual(readIdentity({ rut: dotted, email: ' A@B.cl' }), { rut: plain, email: 'a@b.cl' })
})

// ── budgets ──

test('codes are sent again after a quarter of an hour; used ones count too', async () => {
  api.clock.set(new Date())
  const who = someone()
  await sessionOf(who)
  for (let round = 0; round < 6; round += 1) await init(who)
  assert.equal((await codes(who.email)).length, 5)
  api.clock.advance(15 * MINUTE_MS - 1)
  await init(who)
  assert.equal((await codes(who.email)).length, 5)
  api.clock.advance(1)
  await init(who)
  assert.equal((await codes(who.email)).length, 6)
  api.clock.release()
})

test('each organisation has its own budget', async () => {
  const [who, tienda] = [someone(), await api.tenant()]
  for (let round = 0; round < 7; round += 1) await init(who)
  assert.equal((await codes(who.email)).length, 5)
  await init(who, tienda)
  assert.equal((await codes(who.email)).length, 6)
})

test('after the budget is used up, the last mailed code still works', async () => {
  const who = someone()
  for (let round = 0; round < 8; round += 1) {
    await init(who)
    // The order of waiting letters is not fixed.
    await api.drain()
  }
  const sent = await codes(who.email)
  assert.equal(sent.length, 5)
  assert.equal((await verify({ ...who, code: sent.at(-1) })).status, 200)
})

// ── a code ──

test('a code is valid for exactly ten minutes', async () => {
  api.clock.set(new Date())
  const [early, late] = [someone(), someone()]
  await init(early)
  await init(late)
  const [[first], [second]] = [await codes(early.email), await codes(late.email)]
  api.clock.advance(10 * MINUTE_MS - 1)
  assert.equal((await verify({ ...early, code: first })).status, 200)
  api.clock.advance(1)
  const refused = await verify({ ...late, code: second })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHORIZED'])
  api.clock.release()
})

test('only the newest code counts', async () => {
  const who = someone()
  await init(who)
  const [first] = await codes(who.email)
  await init(who)
  const second = (await codes(who.email)).at(-1)
  if (first !== second) assert.equal((await verify({ ...who, code: first })).status, 401)
  assert.equal((await verify({ ...who, code: second })).status, 200)
})

test('the fifth try may succeed, the sixth may not', async () => {
  for (const [wrong, status] of [
    [4, 200],
    [5, 401],
  ] as const) {
    const who = someone()
    await init(who)
    const [code] = await codes(who.email)
    for (let round = 0; round < wrong; round += 1)
      assert.equal((await verify({ ...who, code: other(code!) })).status, 401)
    assert.equal((await verify({ ...who, code })).status, status, `after ${wrong} wrong ones`)
  }
})

test('a new code resets the tries, and each person has their own', async () => {
  const [who, neighbour] = [someone(), someone()]
  await init(who)
  await init(neighbour)
  const [[first], [theirs]] = [await codes(who.email), await codes(neighbour.email)]
  for (let round = 0; round < 6; round += 1) await verify({ ...who, code: other(first!) })
  assert.equal((await verify({ ...neighbour, code: theirs })).status, 200)
  await init(who)
  const second = (await codes(who.email)).at(-1)
  assert.equal((await verify({ ...who, code: second })).status, 200)
})

test('of many concurrent calls with one code, one enters', async () => {
  const who = someone()
  await init(who)
  const [code] = await codes(who.email)
  const replies = await Promise.all(Array.from({ length: 5 }, () => verify({ ...who, code })))
  assert.deepEqual(
    replies.map(({ status }) => status).sort(),
    [200, 401, 401, 401, 401],
    JSON.stringify(replies.map(({ body }) => body)),
  )
})

test('of thirty concurrent guesses, five are checked', async () => {
  const [who, tienda] = [someone(), await api.tenant()]
  await init(who, tienda)
  const [code] = await codes(who.email)
  await Promise.all(Array.from({ length: 30 }, () => verify({ ...who, code: other(code!) }, tienda)))
  const rows = await api.access.asSystem('a test reads the tries of a code', (db) =>
    db.selectFrom('portal_codes').select('tries').where('tenant_id', '=', tienda.tenantId).execute(),
  )
  assert.deepEqual(rows, [{ tries: 5 }])
  assert.equal((await verify({ ...who, code }, tienda)).status, 401)
})

test('all refusals of a code read the same and do not reveal whether the person is known', async () => {
  const who = someone()
  await init(who)
  const [code] = await codes(who.email)
  const wrong = await verify({ ...who, code: other(code!) })
  const never = await verify({ ...someone(), code: '123456' })
  await verify({ ...who, code })
  const used = await verify({ ...who, code })
  for (const reply of [wrong, never, used]) assert.deepEqual([reply.status, reply.body], [401, wrong.body])
})

// ── a session ──

test('a session lasts exactly thirty minutes and is stored as a hash', async () => {
  api.clock.set(new Date())
  const token = await sessionOf(someone())
  const rows = await api.access.asSystem('a test reads sessions', (db) =>
    db.selectFrom('portal_sessions').selectAll().execute(),
  )
  assert.ok(rows.some(({ token_hash }) => token_hash === digest(token)))
  assert.ok(!JSON.stringify(rows).includes(token))
  api.clock.advance(30 * MINUTE_MS - 1)
  assert.equal((await enter(token).get(`${base(ana)}/requests`)).status, 200)
  api.clock.advance(1)
  const over = await enter(token).get(`${base(ana)}/requests`)
  assert.deepEqual([over.status, over.body.error.code], [401, 'UNAUTHORIZED'])
  api.clock.release()
})

test('a person may have two complete sessions at once', async () => {
  const who = someone()
  const [first, second] = [await sessionOf(who), await sessionOf(who)]
  assert.notEqual(first, second)
  for (const token of [first, second])
    assert.equal((await enter(token).get(`${base(ana)}/consent`)).status, 200)
})

test('only a portal token opens any of the five addresses', async () => {
  const token = await sessionOf(someone())
  const calls: ['GET' | 'POST', string, object?][] = [
    ['GET', '/consent'],
    ['POST', '/consent', { templateId: newId(), granted: true }],
    ['POST', '/request', { rightType: 'ACCESS' }],
    ['GET', '/requests'],
    ['GET', `/request/${newId()}/status`],
  ]
  for (const [method, path, body] of calls)
    for (const authorization of [
      undefined,
      token,
      `Basic ${token}`,
      'Bearer ',
      `Bearer ${token}x`,
      'Bearer ñ',
    ]) {
      const caller = api.with(authorization === undefined ? {} : { authorization })
      const reply = await caller.call(method, `${base(ana)}${path}`, body)
      assert.deepEqual(
        [reply.status, reply.body.error.code],
        [401, 'UNAUTHORIZED'],
        `${path} ${authorization}`,
      )
    }
  for (const path of ['/breaches', '/auth/me', '/dsar/requests'])
    assert.equal((await enter(token).get(path)).status, 401, 'nor does it open the service')
})

// ── deletion ──

test('only ended codes and sessions are deleted, a day later', async () => {
  const tienda = await api.tenant()
  await sessionOf(someone(), tienda)
  const count = async () => {
    const rows = await api.access.asSystem('a test counts', (db) =>
      Promise.all(
        (['portal_codes', 'portal_sessions'] as const).map((table) =>
          db.selectFrom(table).select('tenant_id').where('tenant_id', '=', tienda.tenantId).execute(),
        ),
      ),
    )
    return rows.map(({ length }) => length)
  }
  const forget = () => FORGET_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  api.clock.advance(DAY_MS)
  await forget()
  assert.deepEqual(await count(), [1, 1])
  api.clock.advance(11 * MINUTE_MS)
  await forget()
  assert.deepEqual(await count(), [0, 1])
  api.clock.advance(20 * MINUTE_MS)
  await forget()
  assert.deepEqual(await count(), [0, 0])
  api.clock.release()
})

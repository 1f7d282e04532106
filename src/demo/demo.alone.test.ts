import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { dayIn } from '#documents/languages.ts'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { type Answer, command, newInstallation, startService } from '#test/kit/installation.ts'
import { assertShown, assertText, readShown } from '#test/kit/tour.ts'
import { STATES as BREACH_STATES } from '../modules/breaches/rules.ts'
import { CONTRACT_STATES } from '../modules/contracts/rules.ts'
import { STATES as DPIA_STATES } from '../modules/dpia/rules.ts'
import { STATES as REQUEST_STATES, RIGHT_TYPES } from '../modules/dsar/rules.ts'
import { openShop, serveShop } from './shop.ts'

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

/** The steps of a newcomer: one command, then the service, then the printed calls. */
const installation = await newInstallation({ PUBLIC_URL: 'http://127.0.0.1:3000' })
const { env, dataDir } = installation
const filled = await command(env, 'demo')
const service = await startService(installation)
const signIn = shellWords(printed(/TOKEN=\$\((.+?)\|/s))
const token: string = (await send(signIn)).body.data.access_token
const get = async (path: string) => {
  const { status, body } = await service.call('GET', path, undefined, token)
  assert.equal(status, 200, path)
  return body.data
}

test('the command succeeds and names the people and their password', () => {
  assert.deepEqual([filled.code, filled.stderr], [0, ''])
  for (const role of ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER']) {
    assert.match(filled.stdout, new RegExp(`^  ${role} +\\S+@aromoazul\\.example `, 'm'))
  }
})

test('every named person signs in with the printed password', async () => {
  const password = printed(/contraseña (\S+)/)
  for (const [, email] of filled.stdout.matchAll(/^ {2}[A-Z]+ +(\S+@\S+)/gm)) {
    const { status } = await service.call('POST', '/auth/login', { email, password })
    assert.equal(status, 200, email)
  }
})

test('the ten printed calls answer 200', async () => {
  const calls = filled.stdout.match(/^ {2}curl .+$/gm) ?? []
  assert.equal(calls.length, 10)
  for (const call of calls) {
    assert.equal((await send(shellWords(call, token))).status, 200, call)
  }
})

test('the printed pages exist', async () => {
  const pages = filled.stdout.split('En el navegador:')[1]!.match(/http\S+/g) ?? []
  assert.ok(pages.length >= 4, pages.join(' '))
  for (const page of pages) {
    const url = page.replace(env['PUBLIC_URL']!, service.url)
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    assert.equal(response.status, 200, page)
    assert.match(response.headers.get('content-type')!, /^text\/html/)
    await response.body?.cancel()
  }
})

test('the shop embeds the snippets of the service', async () => {
  const pasted = JSON.parse(readFileSync(join(dataDir, 'demo-shop.json'), 'utf8'))
  assert.match(pasted.banner, /\/w\/v1\/banner\.js\?key=/)
  assert.match(pasted.rights, /\/w\/v1\/derechos\.js/)
  const server = openShop(pasted).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const front = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  assert.ok(front.includes(pasted.banner))
  assert.ok((await (await fetch(`http://127.0.0.1:${port}/derechos`)).text()).includes(pasted.rights))
  server.closeAllConnections()
  server.close()
  const elsewhere = { dataDir: join(dataDir, 'nada'), host: '127.0.0.1', port: 0 }
  await assert.rejects(serveShop(elsewhere), /Llénela con «npm run demo»/)
})

test('the README shows what the command prints and what the calls answer', async () => {
  const section = README.split('## The first five minutes\n')[1]!.split('\n## ')[0]!
  const [shown, ...blocks] = [...section.matchAll(/^```console\n([\s\S]+?)^```$/gm)].map(([, text]) => text!)
  const print = shown!.replace('$ npm run demo\n', '…').replace('$ npm start\n', '')
  assertText(print, filled.stdout, new Map(), 'README.md')
  const calls = blocks.flatMap((block) => block.split(/^\$ /m).slice(1))
  assert.equal(calls.length, 2)
  for (const call of calls) {
    const [, asked = '', answer = ''] = /^((?:.+\\\n)*.+)\n([\s\S]+)$/.exec(call)!
    const { body } = await send(shellWords(asked, token))
    assertShown(readShown(answer.replaceAll('\n', ' ')), body, new Map(), asked)
  }
})

test('one import is finished', async () => {
  const { items } = await get('/imports')
  assert.deepEqual(
    items.map(({ status, totals, error }: Record<string, unknown>) => [status, totals, error]),
    [['DONE', { rows: 2, create: 0, update: 2, skip: 0, refuse: 0 }, null]],
  )
})

test('the score has a history of sixty days, with changes', async () => {
  const { items } = await get('/governance/score-history?days=60')
  assert.equal(items.length, 60)
  assert.ok(new Set(items.map(({ score }: { score: number }) => score)).size > 3)
})

test('the organisation has the promised size', async () => {
  assert.equal((await get('/org/entities')).entities.length, 3)
  const { totalSystems, totalFlows, internationalFlows } = await get('/data-map/catalog')
  assert.deepEqual([totalSystems, totalFlows], [12, 14])
  assert.ok(internationalFlows > 0)
  assert.equal((await get('/processors')).pagination.total, 11)
  const { total, byStatus } = await get('/rat/stats')
  assert.equal(total, 25)
  assert.deepEqual(countBy(byStatus, 'status'), { archived: 1, draft: 3, published: 21 })
  assert.equal((await get('/domains')).pagination.total, 4)
  const { members } = await get('/settings/members')
  assert.deepEqual(members.map(({ status }: { status: string }) => status).toSorted(), [
    ...Array(7).fill('ACTIVE'),
    'INVITED',
  ])
})

test('art. 14 ter b): every activity and its assessment belong to the responsible entity', async () => {
  const { entities } = await get('/org/entities')
  const nameOf = new Map(entities.map(({ id, name }: { id: string; name: string }) => [id, name]))
  const { items } = await get('/rat/activities?limit=100')
  assert.equal(new Set(items.map(({ legalEntityId }: { legalEntityId: string }) => legalEntityId)).size, 3)
  for (const { id, legalEntityId } of items) {
    const { controllerName } = await get(`/rat/activities/${id}`)
    assert.equal(nameOf.get(legalEntityId), controllerName)
  }
  const assessments = (await get('/dpia/assessments?limit=100')).items
  const credit = assessments.find(({ title }: { title: string }) => /Tarjeta Aromo/.test(title))
  assert.equal(nameOf.get(credit.legalEntityId), 'Servicios Financieros Aromo Azul SpA')
})

test('every state has a record', async () => {
  const states = async (path: string, key: string) =>
    new Set<string>((await get(`${path}?limit=100`))[key].map(({ status }: { status: string }) => status))
  assert.deepEqual(await states('/dpia/assessments', 'items'), new Set<string>(DPIA_STATES))
  assert.deepEqual(await states('/contracts', 'contracts'), new Set<string>(CONTRACT_STATES))
  assert.deepEqual(await states('/breaches', 'items'), new Set<string>(BREACH_STATES))
  assert.deepEqual(await states('/dsar/requests', 'items'), new Set<string>(REQUEST_STATES))
  const { byRightType, overdue } = await get('/dsar/stats')
  assert.deepEqual(Object.keys(countBy(byRightType, 'rightType')), [...RIGHT_TYPES].toSorted())
  assert.equal(overdue, 2)
  assert.equal((await get('/contracts?expiringSoon=true')).pagination.total, 1)
  assert.ok((await get('/workflow-instances?status=ACTIVE')).pagination.total >= 5)
})

test('the text of a contract names the day on which it ends, and its representatives sign it', async () => {
  const { contracts } = await get('/contracts?limit=100')
  const ending = contracts.filter(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null)
  assert.ok(ending.length >= 10)
  for (const { id, expiresAt } of ending) {
    const { content } = await get(`/contracts/${id}`)
    const [, day] = /hasta el (\d+ de \p{L}+ de \d{4})/u.exec(content) ?? []
    assert.equal(day, dayIn('es', chileanDay(new Date(expiresAt))))
    const { findings } = await get(`/contracts/${id}/checks`)
    const ofSigners = findings.filter(({ key }: { key: string }) => /igner$/.test(key))
    assert.deepEqual(ofSigners, [], 'who signs represents the party')
  }
})

test('policies are published, and a next one waits for approval', async () => {
  const { status, outdated } = await get('/privacy-policy/current')
  assert.deepEqual([status, outdated], ['PUBLISHED', true])
  assert.deepEqual(
    (await get('/privacy-policy/versions')).map(({ status }: { status: string }) => status),
    ['DRAFT', 'PUBLISHED'],
  )
  const { domains } = await get('/domains')
  const shop = domains.find(({ url }: { url: string }) => url.includes('www.'))
  assert.equal((await get(`/cookie-policy/current?domainId=${shop.id}`)).status, 'PUBLISHED')
})

test('consent was given and withdrawn over the weeks, with its trace', async () => {
  const { items } = await get('/consent/notices')
  const shop = items.find(({ version }: { version: number }) => version === 2)
  const { total, withdrawn, byDay } = await get(`/consent/notices/${shop.id}/stats?from=${daysAgo(90)}`)
  assert.ok(total > 80 && withdrawn > 5 && byDay.length > 30, JSON.stringify({ total, withdrawn }))
  const log = await get(`/settings/audit-log?to=${daysAgo(60)}T00:00:00Z`)
  assert.ok(log.pagination.total > 100)
})

test('sites are verified and scanned, processors reviewed, and areas asked', async () => {
  const { items: scans } = await get('/cookie-scans')
  const seen = scans.map(({ status, mode, error }: Record<string, unknown>) => [status, mode, error])
  assert.deepEqual(seen, [
    ['DONE', 'static', null],
    ['DONE', 'static', null],
  ])
  const found = await Promise.all(scans.map(({ id }: { id: string }) => get(`/cookie-scans/${id}`)))
  const names = found.flatMap(({ items }) => items.map(({ name }: { name: string }) => name))
  assert.ok(names.includes('aromo_carro') && names.includes('connect.facebook.net'), names.join())
  const { domains } = await get('/domains')
  assert.equal(domains.filter(({ isVerified }: { isVerified: boolean }) => isVerified).length, 3)
  const { items: processors } = await get('/processors?limit=100')
  const club = processors.find(({ name }: { name: string }) => name === 'Fidelia Cloud LLC')
  assert.equal((await get(`/processors/${club.id}/diligence`)).answered, 7)
  assert.equal((await get(`/processors/${club.id}/sub-processors`)).items.length, 2)
  const { items: requests } = await get('/dsar/requests?open=true&limit=100')
  const searched = requests.filter(({ tasks }: { tasks: { done: number } }) => tasks.done > 0)
  assert.ok(searched.length > 0, JSON.stringify(requests))
  const { items: answers } = await get('/questionnaires/answers')
  const submitted = answers.filter(({ status }: { status: string }) => status === 'submitted')
  assert.deepEqual([answers.length, submitted.length], [4, 3], JSON.stringify(answers))
})

test('the officer has two clients side by side', async () => {
  const dpo = /DPO +(\S+@\S+)/.exec(filled.stdout)![1]!
  const password = printed(/contraseña (\S+)/)
  const { body } = await service.call('POST', '/auth/login', { email: dpo, password })
  const { status, body: portfolio } = await service.call(
    'GET',
    '/governance/overview?scope=all',
    undefined,
    body.data.access_token,
  )
  assert.equal(status, 200, JSON.stringify(portfolio))
  const names = portfolio.data.items.map((one: { tenantName: string }) => one.tenantName)
  assert.deepEqual(names.toSorted(), ['Aromo Azul', 'Fundación Aromo Educa'])
})

test('the score finds the deliberate gaps, and the report is ready', async () => {
  const { score, areas } = await get('/governance/compliance-score')
  assert.ok(score > 50 && score < 90, String(score))
  const found = areas.flatMap(({ findings }: { findings: { check: string }[] }) =>
    findings.map(({ check }) => check),
  )
  for (const check of ['rat.minors', 'rat.transfers', 'dsar.overdue', 'processors.signed', 'dpia.approved']) {
    assert.ok(found.includes(check), `${check} is not in ${found}`)
  }
  const [report] = (await get('/governance/reports')).items
  assert.equal(report.status, 'READY')
})

test('no letter can reach a real person', () => {
  const outbox = join(dataDir, 'outbox')
  const letters = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  assert.ok(letters.length > 20)
  for (const letter of letters) assert.match(letter, /^To: .+\.example>?\r?$/m)
})

test('links in letters lead to pages for people, never to the API', async () => {
  const outbox = join(dataDir, 'outbox')
  const letters = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  const plain = letters.map((letter) => letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  const address = new RegExp(`${env['PUBLIC_URL']}/[^\\s"<>)]*`, 'g')
  const linked = new Set(plain.flatMap((letter) => letter.match(address) ?? []))
  const [links, works] = [[...linked].map((link) => new URL(link)), new Set<string>()]
  for (const { pathname, search } of links) {
    const answer = await fetch(`${service.url}${pathname}${search}`, { headers: { accept: 'text/html' } })
    assert.match(answer.headers.get('content-type')!, /^text\/html/, pathname)
    assert.ok(!pathname.startsWith('/api/'), pathname)
    if (answer.ok) works.add(pathname.split('/')[1]!)
    await answer.body?.cancel()
  }
  // Signed contracts and accepted invitations say on their page that they are over.
  const kinds = new Set(links.map(({ pathname }) => pathname.split('/')[1]!))
  assert.ok(kinds.size >= 4, [...kinds].join(' '))
  assert.deepEqual([...works].toSorted(), [...kinds].toSorted())
})

test('a second run changes nothing and says how to sign in', async () => {
  // The embedded database is for one process at a time.
  if (!installation.databaseUrl) {
    const locked = await command(env, 'demo')
    assert.equal(locked.code, 1)
    assert.match(locked.stderr, /^Otro proceso ya usa la base de datos de «.+»\. Deténgalo, .+\n$/)
    await service.stop()
  }
  const again = await command(env, 'demo')
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^La organización de demostración «Aromo Azul» ya existe en esta base de datos/)
  assert.match(again.stderr, /users reset-password marcela\.quiroz@aromoazul\.example/)
})

test('production refuses to make a demo organisation', async () => {
  const elsewhere = join(dataDir, 'produccion')
  const production = { DATA_DIR: elsewhere, NODE_ENV: 'production', APP_SECRET: 'x'.repeat(40) }
  const { code, stderr } = await command(production, 'demo')
  assert.equal(code, 1)
  assert.match(stderr, /^NODE_ENV: /)
  assert.ok(!existsSync(elsewhere))
})

function printed(pattern: RegExp): string {
  const found = pattern.exec(filled.stdout)?.[1]
  assert.ok(found, `${pattern} is not in what was printed: ${filled.stdout}${filled.stderr}`)
  return found
}

/** Sends a printed curl call to the service of this test. */
async function send([, ...words]: string[]): Promise<Answer> {
  const url = words.find((word) => word.startsWith(env['PUBLIC_URL']!))!
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []))
  const [body] = after('-d')
  const response = await fetch(url.replace(env['PUBLIC_URL']!, service.url), {
    headers: after('-H').map((header) => header.split(': ') as [string, string]),
    ...(body !== undefined && { method: 'POST', body }),
  })
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    body: type?.startsWith('application/json') ? await response.json() : await response.text(),
  }
}

/** Parses a line like a shell: quotes removed, `$TOKEN` filled in, continued lines joined. */
function shellWords(line: string, token = ''): string[] {
  const words = line.replaceAll('\\\n', ' ').match(/'[^']*'|"[^"]*"|\S+/g) ?? []
  return words.map((word) => word.replace(/^(['"])(.*)\1$/, '$2').replace('$TOKEN', token))
}

function countBy(rows: Record<string, string | number>[], key: string): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row[key], row['count'] as number] as const).toSorted())
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

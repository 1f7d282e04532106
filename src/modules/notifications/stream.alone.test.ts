import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
await api.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = api.app.server.address() as AddressInfo
const ana = await api.tenant()
const dpo = await ana.colleague('DPO')
const other = await api.tenant()

interface Listening {
  events: { event: string; id: string | undefined; data: Record<string, unknown> }[]
  ended: Promise<void>
  close(): void
  status: number
}

async function listen(person: Person, headers: Record<string, string> = {}): Promise<Listening> {
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/notifications/stream`, {
    headers: { ...person.headers, host: 'resguardo.test', accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  })
  const events: Listening['events'] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk)
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
        if (field('data'))
          events.push({ event: field('event')!, id: field('id'), data: JSON.parse(field('data')!) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return { events, ended, close: () => abort.abort(), status: response.status }
}

async function until(what: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (!what() && performance.now() < end) await wait(20)
  assert.ok(what(), `not within ${ms} ms`)
}

const notice = async (title: string) => {
  await ana.post('/breaches', { title, detectedAt: new Date().toISOString(), detectionSource: 'manual' })
  await api.drain()
}
const titles = ({ events }: Listening) =>
  events.filter((one) => one.event === 'notification').map(({ data }) => data['title'])

test('a new notice reaches only its person, once, within three seconds; a reconnection brings missed ones', async () => {
  await notice('Antes')
  const [mine, stranger] = [await listen(dpo), await listen(other)]
  await until(() => mine.events.length === 1, 3000)
  assert.deepEqual(mine.events[0], { event: 'unread', id: undefined, data: { unread: 1 } })
  await notice('Mientras escucha')
  await until(() => titles(mine).length === 1, 3000)
  await wait(4500)
  assert.deepEqual(titles(mine), ['Mientras escucha'])
  assert.deepEqual(titles(stranger), [])
  const last = mine.events.at(-1)!.id!
  mine.close()
  await notice('Mientras no estaba')
  const back = await listen(dpo, { 'last-event-id': last })
  await until(() => titles(back).length === 1, 3000)
  assert.deepEqual(titles(back), ['Mientras no estaba'])
  back.close()
  stranger.close()
})

test('a person has at most ten streams; closing one makes room', async () => {
  const open = await Promise.all(Array.from({ length: 10 }, () => listen(dpo)))
  assert.equal((await listen(dpo)).status, 429)
  open[0]!.close()
  await wait(300)
  const again = await listen(dpo)
  assert.equal(again.status, 200)
  for (const one of [...open, again]) one.close()
})

test('a stream ends with the session and with the membership', async () => {
  const [leaving, removed] = [await ana.colleague('VIEWER'), await ana.colleague('VIEWER')]
  const [first, second] = [await listen(leaving), await listen(removed)]
  await leaving.post('/auth/logout', {})
  await ana.delete(`/settings/members/${removed.userId}`)
  const ends = Promise.all([first.ended, second.ended])
  assert.notEqual(await Promise.race([ends, wait(6000, 'still open')]), 'still open')
})

test('a stream ends after a new rule of entry: before the next notice, or within the minute', async () => {
  const org = await api.tenant()
  const mates = [await org.colleague('DPO'), await org.colleague('DPO')] as const
  const rule = (fields: { require_mfa?: boolean; sso_enforced?: boolean }) =>
    api.access.asSystem('a test changes who comes in', (db) =>
      db.updateTable('tenants').set(fields).where('id', '=', org.tenantId).execute(),
    )
  const first = await listen(mates[0])
  await until(() => first.events.length === 1, 3000)
  await org.post('/breaches', {
    title: 'Oculta',
    detectedAt: new Date().toISOString(),
    detectionSource: 'manual',
  })
  await rule({ require_mfa: true })
  await api.drain()
  assert.notEqual(await Promise.race([first.ended, wait(6000, 'still open')]), 'still open')
  assert.deepEqual(titles(first), [])

  await rule({ require_mfa: false })
  const second = await listen(mates[1])
  await until(() => second.events.length === 1, 3000)
  await rule({ sso_enforced: true })
  assert.notEqual(await Promise.race([second.ended, wait(30_000, 'still open')]), 'still open')
})

test('a stopping service ends its streams without waiting for them', async () => {
  const mine = await listen(dpo)
  await until(() => mine.events.length === 1, 3000)
  const began = performance.now()
  await api.app.close()
  await mine.ended
  assert.ok(performance.now() - began < 5000)
})

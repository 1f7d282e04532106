import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { answerQuiesce, askForQuiet } from '#db/embedded/quiesce.ts'
import { command, launch, newEmbeddedInstallation, type Running, startService } from './kit/installation.ts'

const installation = await newEmbeddedInstallation()
const place = mkdtempSync(join(tmpdir(), 'resguardo-snapshot-'))
after(() => rmSync(place, { recursive: true, force: true }))

const snapshot = (to: string, ...more: string[]) =>
  command(installation.env, 'db', 'snapshot', '--to', join(place, to), ...more)
const copyOf = (name: string) => {
  const dataDir = join(place, name)
  return { ...installation, dataDir, env: { ...installation.env, DATA_DIR: dataDir } }
}

const entity = { country: 'CL', serviceType: 'Correo' }

/** Writes processors and files in sequence until it is stopped. Returns the acknowledged ones. */
function write({ url }: Running, token: string) {
  const names: string[] = []
  const files: string[] = []
  let going = true
  const headers = { authorization: `Bearer ${token}` }
  const working = (async () => {
    for (let at = 0; going; at += 1) {
      const json = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ name: `Encargado ${at}`, ...entity })
      const made = await fetch(`${url}/api/v1/processors`, { method: 'POST', headers: json, body })
      assert.equal(made.status, 201, await made.clone().text())
      names.push(`Encargado ${at}`)
      const form = new FormData()
      form.set('file', new Blob([`archivo ${at}`], { type: 'text/plain' }), `archivo-${at}.txt`)
      const kept = await fetch(`${url}/api/v1/files`, { method: 'POST', headers, body: form })
      const answer = await kept.text()
      assert.equal(kept.status, 201, answer)
      files.push(JSON.parse(answer).data.key)
    }
  })()
  return {
    names,
    files,
    async stop() {
      going = false
      await working
    },
  }
}

async function processorsOf(service: Running, token: string): Promise<string[]> {
  const names: string[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await service.call('GET', `/processors?page=${page}&limit=100`, undefined, token)
    names.push(...body.data.items.map(({ name }: { name: string }) => name))
    if (names.length >= body.data.pagination.total) return names
  }
}

const service = await startService(installation)
const { access_token: token } = await service.register('ana@copia.cl')

test('a copy taken during writes has everything acknowledged before it, as of one moment', async () => {
  const writer = write(service, token)
  while (writer.names.length < 20) await wait(50)
  const before = { names: [...writer.names], files: [...writer.files] }
  const taken = await snapshot('one', '--verify')
  await writer.stop()
  assert.deepEqual([taken.code, taken.stderr], [0, ''])
  assert.match(taken.stdout, /las escrituras esperaron \d+ ms/)
  assert.match(taken.stdout, /La copia abre: 1 organizaciones\./)
  assert.deepEqual(
    readdirSync(place).filter((name) => name.endsWith('.part')),
    [],
  )

  const verified = await command(copyOf('one').env, 'evidence', 'verify')
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  const copy = await startService(copyOf('one'))
  const { body } = await copy.call('POST', '/auth/login', {
    email: 'ana@copia.cl',
    password: 'una-frase-larga',
  })
  const inside = body.data.access_token
  const names = new Set(await processorsOf(copy, inside))
  assert.deepEqual(
    before.names.filter((name) => !names.has(name)),
    [],
    'what was acknowledged before',
  )
  // A snapshot is of one moment: it has all writes up to some point, and none after it.
  const last = writer.names.findLastIndex((name) => names.has(name))
  assert.ok(writer.names.slice(0, last + 1).every((name) => names.has(name)))
  const headers = { authorization: `Bearer ${inside}` }
  for (const key of before.files)
    assert.equal((await fetch(`${copy.url}/api/v1/files/${key}`, { headers })).status, 200, key)
  const { body: listed } = await copy.call('GET', '/files?limit=100', undefined, inside)
  for (const { key } of listed.data.items)
    assert.equal((await fetch(`${copy.url}/api/v1/files/${key}`, { headers })).status, 200, key)
  await copy.stop()
})

test('a killed copy does not stop the service’s writes, and the next copy finds its target free', async () => {
  const { child, ended } = launch(installation.env, ['db', 'snapshot', '--to', join(place, 'two')])
  while (!existsSync(join(place, 'two.part', 'db')) && child.exitCode === null) await wait(1)
  child.kill('SIGKILL')
  await ended
  const made = await service.call('POST', '/processors', { name: 'Después', ...entity }, token)
  assert.equal(made.status, 201)
  assert.ok(!existsSync(join(place, 'two')))
  assert.equal((await snapshot('two')).code, 0)
  assert.ok(!existsSync(join(place, 'two.part')))
})

test('a copy overwrites nothing, never goes inside DATA_DIR, and leaves a server to pg_dump', async () => {
  const there = await snapshot('one')
  assert.deepEqual([there.code, there.stdout], [1, ''])
  assert.match(there.stderr, /ya existe/)
  const inside = await command(
    installation.env,
    'db',
    'snapshot',
    '--to',
    join(installation.dataDir, 'copia'),
  )
  assert.deepEqual([inside.code, inside.stdout], [1, ''])
  assert.match(inside.stderr, /dentro de DATA_DIR/)
  const nowhere = await snapshot('no/hay')
  assert.match(nowhere.stderr, /no existe/)
  const env = { ...installation.env, DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' }
  const server = await command(env, 'db', 'snapshot', '--to', join(place, 'three'))
  assert.match(server.stderr, /pg_dump/)
  assert.deepEqual(
    readdirSync(place).filter((name) => !['one', 'two'].includes(name)),
    [],
  )
})

test('with the service stopped a copy works too, also after a kill', async () => {
  await service.stop('SIGKILL')
  const taken = await snapshot('three', '--verify')
  assert.equal(taken.code, 0, taken.stderr)
  assert.match(taken.stdout, /El servicio estaba detenido\./)
})

test('a client that asks for a pause and disappears does not block writes for long', async () => {
  const directory = mkdtempSync(join(place, 'quiet-'))
  const engine = await startEmbedded({})
  const server = await answerQuiesce(directory, engine.holdStill, 400)
  after(() => server!.close())
  const silent = connect(join(directory, 'quiesce.sock'))
  await new Promise((resolve) => silent.once('data', resolve))
  const from = performance.now()
  await engine.asOwner('select 1')
  const waited = performance.now() - from
  assert.ok(waited > 200, `${waited} ms: it held still`)

  const slow = (await askForQuiet(directory))!
  await engine.asOwner('select 1')
  await assert.rejects(slow.release(), /dejó de esperar/)

  const quick = (await askForQuiet(directory))!
  const asked = engine.asOwner('select 1').then(() => 'written')
  assert.equal(await Promise.race([asked, wait(50, 'still')]), 'still')
  await quick.release()
  assert.equal(await asked, 'written')
  await engine.close()
})

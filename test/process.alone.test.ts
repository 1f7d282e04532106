import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { command, inherited, newInstallation, type Running, startService } from './kit/installation.ts'

/** Real processes, killed and stopped properly. */
const installation = await newInstallation()
const embedded = installation.databaseUrl === undefined

const root = join(import.meta.dirname, '..')
const workspace = (name: string) => ({ name, description: null })

test('acknowledged writes survive kill -9 in the middle of writing, and the service starts again', async () => {
  const first = await startService(installation)
  const { access_token: token } = await first.register('ana@ejemplo.cl')
  const acknowledged: string[] = []
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; ; n++) {
      const name = `${writer}-${n}`
      const reply = await first.call('POST', '/org/workspaces', workspace(name), token)
      assert.equal(reply.status, 201)
      acknowledged.push(name)
    }
  })
  const ended = Promise.allSettled(writers)
  while (acknowledged.length < 40) await wait(5)
  await first.stop('SIGKILL')
  for (const outcome of await ended) {
    assert.equal(outcome.status, 'rejected')
    assert.match(String(outcome.reason), /fetch failed|terminated|other side closed/)
  }

  const second = await startService(installation)
  const login = { email: 'ana@ejemplo.cl', password: 'una-frase-larga' }
  const again = await second.call('POST', '/auth/login', login)
  assert.equal(again.status, 200)
  const list = await second.call('GET', '/org/workspaces', undefined, again.body.data.access_token)
  const stored = new Set(list.body.data.workspaces.map(({ name }: { name: string }) => name))
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  )
  const { code } = await second.stop()
  assert.equal(code, 0)
})

/** True once nobody listens there. False if somebody still does after a while. */
async function refuses(url: string): Promise<boolean> {
  for (const end = performance.now() + 10_000; performance.now() < end; await wait(50)) {
    const answered = await fetch(`${url}/health/live`).then(
      () => true,
      () => false,
    )
    if (!answered) return true
  }
  return false
}

/** Sends a request in two halves over its own connection. Resolves with everything received until the close. */
async function beginRequest({ url }: Running, token: string, name: string) {
  const body = JSON.stringify(workspace(name))
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1/org/workspaces HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  )
  let heard = ''
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text
  })
  return async () => {
    socket.write(body.slice(5))
    await once(socket, 'close')
    return heard
  }
}

test('SIGTERM: new connections are refused, running requests are answered, then the process ends with 0', async () => {
  const service = await startService(installation)
  const { access_token: token } = await service.register('pedro@ejemplo.cl')
  const finish = await beginRequest(service, token, 'lenta')
  await wait(100)
  const ended = service.stop('SIGTERM')
  assert.ok(await refuses(service.url), 'a new caller was let in')
  const answer = await finish()
  assert.match(answer, /^HTTP\/1\.1 201 /)
  assert.match(answer, /"name":"lenta"/)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  const { code, signal, stderr } = await ended
  assert.deepEqual([code, signal, stderr], [0, null, ''])
})

if (embedded) {
  test('a second process on the same directory is refused with one line, commands included', async () => {
    const service = await startService(installation)
    const calls = [['start'], ['migrate'], ['tenants', 'list']].map((call) =>
      command(installation.env, ...call),
    )
    for (const { code, stdout, stderr } of await Promise.all(calls)) {
      assert.deepEqual([code, stdout], [1, ''])
      assert.equal(
        stderr,
        `Otro proceso ya usa la base de datos de «${installation.dataDir}». Deténgalo, o elija otro DATA_DIR.\n`,
      )
    }
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
    assert.equal((await service.stop('SIGINT')).code, 0)
  })

  test('of two processes that start at the same instant exactly one gets the directory', async () => {
    const outcomes = await Promise.allSettled([startService(installation), startService(installation)])
    const started = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    assert.equal(started.length, 1)
    assert.match(String(refused[0]!.reason), /Otro proceso ya usa la base de datos/)
    await started[0]!.value.stop()
  })
}

test('the mail of a committed change is delivered even if the process was killed before', async () => {
  const script = `
    import { readConfig } from '#src/config.ts'
    import { assemble, openEngine } from '#src/service.ts'
    const config = readConfig(process.env)
    const { app } = await assemble(config, await openEngine(config))
    const call = async (url, payload, token) => (await app.inject({ method: 'POST', url: '/api/v1' + url, payload,
      headers: token ? { authorization: 'Bearer ' + token } : {} })).json()
    const { data } = await call('/auth/register', { email: 'marta@ejemplo.cl', password: 'una-frase-larga',
      name: 'Marta', organizationName: 'Clínica Norte' })
    const invited = await call('/settings/members', { email: 'luis@ejemplo.cl', name: 'Luis', role: 'ANALYST' },
      data.access_token)
    process.stdout.write(JSON.stringify(invited))
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...inherited, ...installation.env, LOG_LEVEL: 'silent' },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  child.stderr.pipe(process.stderr)
  const [, signal] = await once(child, 'close')
  assert.equal(signal, 'SIGKILL')
  assert.equal(JSON.parse(said).success, true)

  const outbox = join(installation.dataDir, 'outbox')
  const service = await startService(installation)
  const letters = () => {
    try {
      return readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  }
  for (const end = performance.now() + 20_000; letters().length === 0 && performance.now() < end; )
    await wait(100)
  assert.equal(letters().length, 1)
  const mail = await simpleParser(readFileSync(join(outbox, letters()[0]!)))
  assert.deepEqual([mail.to].flat()[0]!.text, 'luis@ejemplo.cl')
  await service.stop()
  assert.equal(letters().length, 1)
})

const launcher = `import { runNode } from './bin/node24.mjs'; runNode(['src/cli.ts', 'start'])`
const STARTERS: [name: string, program: string, args: string[]][] = [
  ['npm', 'npm', ['start']],
  ['the launcher for an older Node', process.execPath, ['--input-type=module', '-e', launcher]],
]

for (const [name, program, args] of STARTERS)
  test(`killing ${name} leaves no orphaned service behind`, async () => {
    const starter = spawn(program, args, {
      cwd: root,
      env: { ...inherited, ...installation.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let heard = ''
    starter.stdout.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    let url: string | undefined
    while (!url) {
      await wait(20)
      url = /escucha en (http:\S+)/.exec(heard)?.[1]
    }
    assert.equal((await fetch(`${url}/health/live`)).status, 200)
    starter.kill('SIGKILL')
    assert.ok(await refuses(url))
  })

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeActivity } from '#test/kit/activities.ts'
import { Browser } from '#test/kit/browser.ts'
import { command, launch } from '#test/kit/installation.ts'
import { openService } from '#test/kit/service.ts'
import { readBook, writeBook } from '#test/kit/spreadsheets.ts'

const api = await openService()
const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
const home = mkdtempSync(join(tmpdir(), 'resguardo-home-'))
after(() => rmSync(home, { recursive: true }))
const at = (name: string) => join(home, name)
const kept = at('resguardo/session.json')
const env = { XDG_CONFIG_HOME: home }
const resguardo = (...args: string[]) => command(env, ...args)
const ana = await api.tenant()
const other = await api.tenant()
await makeActivity(ana, { name: 'Remuneraciones', purpose: 'Pagar sueldos' })
await makeActivity(other, { name: 'Ajena', purpose: 'De otra organización' })

async function until<T>(what: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await what()
    if (found !== undefined) return found
    await wait(50)
  }
  throw new Error('it did not come')
}

test('before a sign-in nothing works, and the message names the command', async () => {
  for (const args of [['list', 'actividades'], ['watch'], ['logout']]) {
    const { code, stderr } = await resguardo(...args)
    assert.deepEqual([code, /resguardo login --url/.test(stderr)], [1, true], args.join(' '))
  }
})

test('a refusal in the browser ends the command', async () => {
  const { child, ended } = launch(env, ['login', '--url', url])
  const code = await codeFrom(child)
  await ana.post('/auth/device/refuse', { userCode: code })
  const { code: status, stderr } = await ended
  assert.deepEqual([status, /rechazó/.test(stderr)], [1, true])
})

function codeFrom(child: ReturnType<typeof launch>['child']): Promise<string> {
  let heard = ''
  child.stdout!.on('data', (text) => {
    heard += text
  })
  return until(() => /código: (\S+)/.exec(heard)?.[1])
}

test('a person signs in by a code, and only their account can read the session', async () => {
  const { child, ended } = launch(env, ['login', '--url', `${url}/`])
  const code = await codeFrom(child)
  assert.equal((await ana.get(`/auth/device/${code}`)).data.device, 'resguardo/0.1.0')
  const browser = new Browser(api)
  await browser.login(ana.email)
  assert.equal((await browser.post('/auth/device/approve', { userCode: code })).status, 200)
  const { code: status, stdout } = await ended
  assert.equal(status, 0)
  assert.match(stdout, /Abra https:\/\/resguardo\.test\/dispositivo\?codigo=/)
  assert.match(stdout, /Sesión iniciada en /)
  assert.equal(statSync(kept).mode & 0o777, 0o600)
})

test('records are listed for people and for programs, searched, and shown', async () => {
  const { stdout } = await resguardo('list', 'actividades')
  assert.match(stdout, /^ID +NOMBRE +ESTADO +RIESGO +REVISAR EL\n/)
  assert.match(stdout, /Remuneraciones +borrador/)
  assert.doesNotMatch(stdout, /Ajena/)
  const lines = (await resguardo('list', 'actividades', '--json')).stdout.trim().split('\n')
  const [activity] = lines.map((line) => JSON.parse(line))
  assert.equal(activity.name, 'Remuneraciones')
  assert.match(
    (await resguardo('list', 'actividades', '--q', 'inexistente')).stdout,
    /Nada tiene esas palabras/,
  )
  const shown = await resguardo('show', 'actividades', activity.id)
  assert.equal(JSON.parse(shown.stdout).purpose, 'Pagar sueldos')
  const wrong = await resguardo('show', 'actividades', '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f')
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  const unknown = await resguardo('list', 'cosas')
  assert.match(unknown.stderr, /Use uno de: actividades, solicitudes/)
  const foreign = await resguardo('list', 'actividades', '--org', 'de-nadie')
  assert.equal(foreign.code, 1)
})

test('a register is exported as a spreadsheet and imported again', async () => {
  const book = at('rat.xlsx')
  assert.equal((await resguardo('export', 'actividades', '--to', book)).code, 0)
  const [row] = readBook(readFileSync(book))
  assert.ok(Object.values(row!).includes('Remuneraciones'))
  assert.equal((await resguardo('export', 'actividades', '--to', at('rat.pdf'))).code, 1)

  writeFileSync(
    at('nuevas.xlsx'),
    writeBook([{ Nombre: 'Visitas', Finalidad: 'Saber quién entra', 'Base de licitud': 'Contrato' }]),
  )
  const draining = drainUntilStopped()
  after(draining.stop)
  const looked = await resguardo('import', at('nuevas.xlsx'), '--target', 'actividades')
  assert.match(looked.stdout, /Crea 1, cambia 0/)
  assert.match(looked.stdout, /Nada se guardó/)
  assert.equal((await ana.get('/rat/activities?q=visitas')).data.items.length, 0)
  const saved = await resguardo('import', at('nuevas.xlsx'), '--target', 'actividades', '--save')
  await draining.stop()
  assert.deepEqual([saved.code, /Guardado\./.test(saved.stdout)], [0, true], saved.stdout + saved.stderr)
  assert.equal((await ana.get('/rat/activities?q=visitas')).data.items.length, 1)
})

/** Runs the service's jobs for a command that waits for them. */
function drainUntilStopped() {
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      await api.drain()
      await wait(100)
    }
  })()
  return {
    stop: () => {
      stopped = true
      return loop
    },
  }
}

test('watch shows events as they happen', async () => {
  const luis = await ana.colleague('ANALYST', 'Luis Soto')
  const { child, ended } = launch(env, ['watch'])
  after(() => child.kill())
  let heard = ''
  child.stdout!.on('data', (text) => {
    heard += text
  })
  let number = 0
  await until(async () => {
    number += 1
    const title = `Correo equivocado ${number}`
    await luis.post('/breaches', { title, detectedAt: new Date().toISOString(), detectionSource: 'manual' })
    await api.drain()
    await wait(2000)
    return /\d\d:\d\d {2}.*Correo equivocado/.test(heard) || undefined
  })
  child.kill('SIGINT')
  assert.equal((await ended).code, 0)
})

test('a renewed session is saved, and a sign-out ends it everywhere', async () => {
  const before = JSON.parse(readFileSync(kept, 'utf8'))
  writeFileSync(kept, JSON.stringify({ ...before, accessToken: 'vencido' }))
  assert.equal((await resguardo('list', 'brechas')).code, 0)
  const renewed = JSON.parse(readFileSync(kept, 'utf8'))
  assert.notEqual(renewed.refreshToken, before.refreshToken)
  assert.equal((await resguardo('logout')).code, 0)
  assert.throws(() => statSync(kept))
  const dead = api.with({ authorization: `Bearer ${renewed.accessToken}` })
  assert.equal((await dead.get('/auth/me')).status, 401)
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

/** Installs the client as users do, packed or from its folder, into an empty project without a network. */
const root = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'resguardo-client-'))
after(() => rmSync(place, { recursive: true, force: true }))

/** A copy with a compiler beside it, as in the repository, so that the tests do not write dist into the shared folder. */
const client = join(place, 'repository/clients/typescript')
cpSync(join(root, 'clients/typescript'), client, {
  recursive: true,
  filter: (path) => !/[\\/](dist|node_modules)$/.test(path),
})
symlinkSync(join(root, 'node_modules'), join(place, 'repository/node_modules'))

const service = createServer((request, reply) => {
  const token = request.headers.authorization
  const data = { user: { email: token === 'Bearer abc' ? 'ana@tiendasur.cl' : 'nadie' } }
  reply.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }))
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
service.unref()
const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

/** Runs npm with default settings, whatever this process was started with. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const execute = promisify(execFile)
const npm = (cwd: string, ...args: string[]) =>
  execute('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd, env })

const USE = `
import { Resguardo, verifyWebhook, WebhookError } from '@resguardo/client'
const api = new Resguardo({ baseUrl: process.argv[2], tokens: { accessToken: 'abc' } })
const { user } = await api.get('/auth/me')
const fault = await verifyWebhook({ payload: '{}', headers: {}, secret: 'x' }).catch((error) => error)
console.log(user.email, fault instanceof WebhookError, fault.fault)
`

/** The types work in a strict project outside the repository. */
const TYPED = `
import { Resguardo, verifyWebhook, type WebhookEvent } from '@resguardo/client'
const api = new Resguardo({ baseUrl: 'https://ejemplo.cl', retries: 2 })
export const email: string = (await api.get('/auth/me')).user.email
export const event: WebhookEvent = await verifyWebhook({ payload: '', headers: new Headers(), secret: [''] })
// @ts-expect-error: there is no such path
await api.get('/no-existe')
`

async function project(name: string, wanted: string): Promise<string> {
  const folder = mkdtempSync(join(place, `${name}-`))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }))
  await npm(folder, 'install', wanted)
  writeFileSync(join(folder, 'use.mjs'), USE)
  writeFileSync(join(folder, 'typed.ts'), TYPED)
  return folder
}

async function assertWorks(folder: string): Promise<void> {
  // The Node of the machine, which may be older, and this one.
  for (const node of ['node', process.execPath]) {
    const { stdout } = await execute(node, ['use.mjs', baseUrl], { cwd: folder, env })
    assert.equal(stdout, 'ana@tiendasur.cl true headers\n')
  }
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = '--strict --noEmit --module nodenext --target es2022 --types --lib es2022,dom'.split(' ')
  await execute(process.execPath, [compiler, ...options, 'typed.ts'], { cwd: folder, env })
}

test('the client has no dependency and the version of the service', () => {
  const described = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const { dependencies, version } = described(client)
  assert.deepEqual([dependencies, version], [undefined, described(root).version])
})

test('the npm package contains only built code and works in an empty project', async () => {
  await npm(client, 'pack', '--pack-destination', place)
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'))!
  const { stdout } = await execute('tar', ['-tzf', join(place, tarball)])
  const names = stdout
    .trim()
    .split('\n')
    .map((name) => name.replace('package/', ''))
  assert.ok(names.includes('dist/index.js') && names.includes('dist/index.d.ts'), names.join(' '))
  assert.deepEqual(
    names.filter((name) => !/^(dist\/[\w-]+\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(name)),
    [],
  )
  const folder = await project('packed', join(place, tarball))
  rmSync(join(client, 'dist'), { recursive: true })
  await assertWorks(folder)
})

test('the folder installs directly: npm builds dist', async () => {
  rmSync(join(client, 'dist'), { recursive: true, force: true })
  await assertWorks(await project('folder', client))
})

test('without a compiler the build says what to do', async () => {
  const alone = join(mkdtempSync(join(place, 'alone-')), 'client')
  cpSync(client, alone, { recursive: true, filter: (path) => !path.endsWith('dist') })
  await assert.rejects(project('none', alone), /npm ci/)
})

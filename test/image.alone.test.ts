import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '#kernel/installed.ts'
import { launch, startService } from './kit/installation.ts'

/** The files that the Dockerfile copies into the image. There are no sources among them. */
const folder = mkdtempSync(join(tmpdir(), 'resguardo-image-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
const last = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .at(-1)!
const copied = [...last.matchAll(/^COPY .*?(\S+)$/gm)].map(([, to]) => to!.replace('./', 'package.json'))
for (const path of copied) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  if (path === 'node_modules') symlinkSync(join(ROOT, path), join(folder, path))
  else cpSync(join(ROOT, path), join(folder, path), { recursive: true })
}
const data = join(folder, 'data')
const env = { DATA_DIR: data, PORT: '0', LOG_LEVEL: 'warn', DEFAULT_PLAN: 'ENTERPRISE' }
const bin = join(folder, 'bin/resguardo.mjs')

test('the image has no sources', () => {
  assert.deepEqual(copied.toSorted(), [
    'bin',
    'dist',
    'docs/guia',
    'migrations',
    'node_modules',
    'package.json',
    'web/dist',
  ])
})

test('every thread and process of the service has its file and works', async () => {
  // A separate process creates the database.
  const service = await startService({ env }, { CONNECTOR_NETWORKS: '127.0.0.0/8' }, [], bin)
  const { access_token: token } = await service.register('ana@ejemplo.cl')
  const get = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const kinds = await Promise.all(
    ['/docs', '/guia', '/api/v1/governance/mpi?format=pdf', '/api/v1/governance/mpi?format=docx'].map(
      async (path) => {
        const reply = await get(path)
        return [reply.status, (await reply.text()).slice(0, 2)]
      },
    ),
  )
  assert.deepEqual(kinds, [
    [200, '<!'],
    [200, '<!'],
    [200, '%P'],
    [200, 'PK'],
  ])

  const form = new FormData()
  form.set('target', 'activities')
  form.set(
    'file',
    new Blob(['Actividad;Finalidad;Base de licitud\nBoletín;Enviarlo;Consentimiento']),
    'rat.csv',
  )
  const sent = await fetch(`${service.url}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  assert.equal(sent.status, 202, await sent.text())

  const silent = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  after(() => silent.close())
  const { port } = silent.address() as { port: number }
  const send = async (path: string, body: unknown) =>
    (await service.call('POST', path, body, token)).body.data
  const system = await send('/data-map/systems', { name: 'Ficha', type: 'DATABASE' })
  const connector = await send('/connectors', {
    name: 'Base de fichas',
    systemId: system.id,
    kind: 'postgresql',
    config: { host: '127.0.0.1', port, database: 'fichas', user: 'lector', password: 'clave' },
    queries: { ACCESS: 'select nombre from fichas where correo = :email' },
  })
  const { ok, error } = await send(`/connectors/${connector.id}/test`, {
    right: 'ACCESS',
    person: { email: 'ana@ejemplo.cl' },
  })
  assert.equal(ok, false)
  assert.match(error, /^La conexión con el servidor se cortó/)
  assert.equal((await service.stop()).code, 0)
})

test('a source newer than its build runs directly', async () => {
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'clients/typescript/src'), { recursive: true })
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  writeFileSync(join(folder, 'src/cli.ts'), `console.log('sources' satisfies string)`)
  const { stdout } = await launch(env, ['--help'], [], bin).ended
  assert.equal(stdout, 'sources\n')
})

import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { createCluster, serverBinaries } from '#test/kit/cluster.ts'
import { onServer, TEST_SERVER } from '#test/kit/database.ts'
import { command, type Installation, newInstallation, type Running } from '#test/kit/installation.ts'
import { assertSound, assertWhole, inspect } from './inspection.ts'
import { Ledger } from './ledger.ts'
import { choose, LONG, MIB, say, scenario, start } from './scale.ts'
import { openShop, type Shop } from './shop.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const onAServer = process.env[TEST_SERVER] !== undefined
const NOT_HERE = 'this user may not mount a disk to fill: run it as root to try a full disk'

/** The long form must not skip anything. The short one reports what it skipped. */
function smallDisk(t: TestContext, mebibytes: number): SmallDisk | undefined {
  const disk = mountSmallDisk(t, mebibytes)
  if (LONG) assert.ok(disk, NOT_HERE)
  if (!disk) t.diagnostic(NOT_HERE)
  return disk
}

/** An installation with its data directory on that disk. */
async function installOn(disk: SmallDisk, env: Record<string, string> = {}): Promise<Installation> {
  const made = await newInstallation({ DEFAULT_PLAN: 'ENTERPRISE', LOG_LEVEL: 'silent', ...env })
  cpSync(made.dataDir, disk.path, { recursive: true })
  return { ...made, dataDir: disk.path, env: { ...made.env, DATA_DIR: disk.path } }
}

async function upload(service: Running, { token }: Shop, bytes: number) {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-', Buffer.alloc(bytes, 'x')]), 'informe.pdf')
  const response = await fetch(`${service.url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { data, error } = (await response.json()) as { data: { key: string }; error: { message: string } }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), data, error }
}

function assertRefused(
  { status, error, retryAfter }: { status: number; error: { message: string }; retryAfter: string | null },
  says: RegExp,
): void {
  assert.equal(status, 503)
  assert.match(error.message, says)
  assert.match(retryAfter ?? '', /^[1-9]\d*$/)
}

async function sendSome(service: Running, shop: Shop, ledger: Ledger, count: number) {
  const replies = []
  for (let n = 0; n < count; n += 1) replies.push(await ledger.send(service, ledger.newWrite(shop)))
  return replies
}

if (!onAServer)
  scenario('the disk of the embedded database is full, then read-only', choose(20, 4), async (t) => {
    const disk = smallDisk(t, 192)
    if (!disk) return
    const installation = await installOn(disk)
    let service = await start(t, installation)
    const shop = await openShop(service, 'tienda')
    const ledger = new Ledger()
    await sendSome(service, shop, ledger, 7)

    disk.fill()
    await wait(200)
    const refused = await sendSome(service, shop, ledger, choose(1000, 14))
    for (const { status, body, retryAfter } of refused)
      assertRefused({ status, retryAfter, error: body.error }, /^No queda espacio en el disco/)
    assertRefused(await upload(service, shop, 1000), /^(El almacenamiento|No queda espacio)/)
    const list = await service.call('GET', '/data-map/systems', undefined, shop.token)
    assert.equal(list.status, 200, 'what is there can be read')
    // Long enough for the queue to look for jobs and fail too.
    await wait(choose(10_000, 2_500))
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    disk.free()
    await wait(200)
    for (const { status } of await sendSome(service, shop, ledger, 7)) assert.equal(status, 201)
    say(`${refused.length} writes refused with 503 while full; written again as soon as there was room`)

    disk.fill()
    await service.stop('SIGKILL')
    const full = `DATA_DIR: no queda espacio en el disco de «${disk.path}». Libere al menos 48 MiB.`
    await refusesToStart(installation, full)
    disk.free()
    disk.remount('ro')
    await refusesToStart(installation, `DATA_DIR: no se puede escribir en «${disk.path}» (EROFS).`)
    disk.remount('rw')
    service = await start(t, installation)
    for (const { status } of await sendSome(service, shop, ledger, 7)) assert.equal(status, 201)
    assert.equal((await service.stop()).code, 0)
    await inspect(installation, async (engine) => {
      await assertWhole(engine, ledger)
      await assertSound(engine)
    })
    say(
      `killed while full, started again: ${ledger.acknowledged.length} acknowledged, all there, pages sound`,
    )
  })

/** Expects one line and no other output. */
async function refusesToStart({ env }: Installation, line: string): Promise<void> {
  const { code, stdout, stderr } = await command(env, 'start')
  assert.deepEqual([code, stdout, stderr], [1, '', `${line}\n`])
  say(`npm start: ${line}`)
}

if (onAServer) {
  scenario('the disk for files and mails is full, then read-only', choose(20, 4), async (t) => {
    const disk = smallDisk(t, 16)
    if (!disk) return
    const service = await start(t, await installOn(disk))
    const shop = await openShop(service, 'tienda')
    const kept = await upload(service, shop, MIB)
    assert.equal(kept.status, 201)
    for (const trouble of ['full', 'read-only'] as const) await underTrouble(disk, service, shop, trouble)
    const response = await fetch(`${service.url}/api/v1/files/${kept.data.key}`, {
      headers: { authorization: `Bearer ${shop.token}` },
    })
    assert.equal((await response.arrayBuffer()).byteLength, MIB + 5)
    assert.equal((await service.stop()).code, 0)
  })

  if (LONG)
    scenario('the disk of the PostgreSQL server is full', 10, async (t) => {
      const disk = smallDisk(t, 192)
      const binaries = serverBinaries()
      assert.ok(disk && binaries, 'PostgreSQL is not installed on this machine: there is no disk to fill')
      const usual = process.env['TMPDIR']
      process.env['TMPDIR'] = disk.path
      const cluster = await createCluster(binaries)
      if (usual) process.env['TMPDIR'] = usual
      else delete process.env['TMPDIR']
      disk.beforeUnmount(() => cluster.remove())
      await onServer(cluster.url('postgres'), 'create database fuego')
      const common = await newInstallation({ DEFAULT_PLAN: 'ENTERPRISE', LOG_LEVEL: 'silent' })
      const databaseUrl = cluster.url('fuego')
      const env = { ...common.env, DATABASE_URL: databaseUrl }
      const service = await start(t, { ...common, databaseUrl, env })
      const shop = await openShop(service, 'tienda')
      const ledger = new Ledger()
      await sendSome(service, shop, ledger, 14)
      disk.fill()
      const replies = await sendSome(service, shop, ledger, 1500)
      const refused = replies.filter(({ status }) => status !== 201)
      assert.ok(refused.length > 0, 'the server never ran out of room')
      for (const { status, body, retryAfter } of refused)
        assertRefused(
          { status, retryAfter, error: body.error },
          /^(No queda espacio|La base de datos no responde)/,
        )
      const full = refused.filter(({ body }) => body.error.message.startsWith('No queda espacio')).length
      disk.free()
      // A server that could not extend its log has ended. Its operator starts it again.
      await cluster.start().catch(() => undefined)
      const started = performance.now()
      while ((await sendSome(service, shop, ledger, 1))[0]!.status !== 201) {
        assert.ok(performance.now() - started < 15_000, 'it did not come back')
        await wait(100)
      }
      assert.equal((await service.stop()).code, 0)
      await inspect({ dataDir: common.dataDir, databaseUrl }, async (engine) => {
        await assertWhole(engine, ledger)
        await assertSound(engine)
      })
      say(
        `${refused.length} of 1500 writes refused with 503 (${full} for want of room); all ${ledger.acknowledged.length} acknowledged are there`,
      )
    })
}

async function underTrouble(
  disk: SmallDisk,
  service: Running,
  shop: Shop,
  trouble: 'full' | 'read-only',
): Promise<void> {
  if (trouble === 'full') disk.fill()
  else disk.remount('ro')
  const [stored, written] = [everythingIn(disk.path, 'files'), letters(disk.path)]
  for (const bytes of [1000, 4 * MIB])
    assertRefused(await upload(service, shop, bytes), /^El almacenamiento de archivos no responde/)
  assert.deepEqual(everythingIn(disk.path, 'files'), stored, 'nothing is left of what was refused')
  // Requests that need no file succeed, and mails wait.
  const ledger = new Ledger()
  for (const { status } of await sendSome(service, shop, ledger, 14)) assert.equal(status, 201)
  await wait(choose(5000, 2500))
  assert.deepEqual(letters(disk.path), written)

  if (trouble === 'full') disk.free()
  else disk.remount('rw')
  const after = await upload(service, shop, 4 * MIB)
  assert.equal(after.status, 201)
  const deleted = await service.call('DELETE', `/files/${after.data.key}`, undefined, shop.token)
  assert.equal(deleted.status, 200)
  say(`${trouble}: uploads refused with 503, other writes acknowledged; uploads again once it was over`)
  if (!LONG) return

  const wanted = ledger.acknowledged.filter(({ kind }) => kind === 'request').length
  const started = performance.now()
  while (letters(disk.path).length < written.length + wanted) {
    assert.ok(performance.now() - started < 4 * 60_000, 'letters that never came')
    await wait(250)
  }
  for (const name of letters(disk.path)) {
    const mail = await simpleParser(readFileSync(join(disk.path, 'outbox', name)))
    assert.match(mail.text ?? '', /ARCO-\d{4}-\d+/, 'a whole letter')
  }
  assert.deepEqual(everythingIn(disk.path, 'outbox').length, letters(disk.path).length, 'no half letter')
  say(`${wanted} letters that had waited were written ${Math.round(performance.now() - started)} ms later`)
}

function everythingIn(root: string, folder: string): string[] {
  const path = join(root, folder)
  return existsSync(path) ? readdirSync(path, { recursive: true }).map(String).sort() : []
}

function letters(root: string): string[] {
  return everythingIn(root, 'outbox').filter((name) => name.endsWith('.eml'))
}

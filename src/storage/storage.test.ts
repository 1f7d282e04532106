import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { keepInParts, readParts, removeParts } from './parts.ts'
import { storedOrRefused } from './refusal.ts'
import { createStorage } from './storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-storage-'))
after(() => rmSync(dataDir, { recursive: true }))
const storage = createStorage({ dataDir, s3Url: undefined })
const root = join(dataDir, 'files')

async function arrived(content: string | Buffer): Promise<string> {
  const file = join(await storage.arrivals(), `arrival-${randomBytes(4).toString('hex')}`)
  writeFileSync(file, content)
  return file
}

const MIB = 2 ** 20

test('a stored file is complete, in its place, for this account alone', async () => {
  const file = await arrived('hola')
  await storage.put('tenant-a/one', file, 'text/plain')
  assert.equal(existsSync(file), false)
  assert.equal((await buffer(await storage.get('tenant-a/one'))).toString(), 'hola')
  assert.deepEqual(readdirSync(join(root, 'tenant-a')), ['one'])
  assert.equal(statSync(join(root, 'tenant-a')).mode & 0o777, 0o700)
  // A second put replaces the file.
  await storage.put('tenant-a/one', await arrived('adiós'), 'text/plain')
  assert.equal((await buffer(await storage.get('tenant-a/one'))).toString(), 'adiós')
})

test('a missing file is an error before a byte is sent, and can be removed without error', async () => {
  await assert.rejects(storage.get('tenant-a/none'), { code: 'ENOENT' })
  await storage.remove('tenant-a/none')
})

test('removing an organisation removes all its files, and no others', async () => {
  await storage.put('tenant-b/x', await arrived('b'), 'text/plain')
  await storage.put('tenant-bb/x', await arrived('bb'), 'text/plain')
  await storage.removeAll('tenant-b')
  await assert.rejects(storage.get('tenant-b/x'))
  assert.equal((await buffer(await storage.get('tenant-bb/x'))).toString(), 'bb')
  await storage.removeAll('tenant-nobody')
})

// ── in parts ──

const FOLDER = { tenantId: 'tenant-p', id: 'archive' }

async function kept(chunks: readonly Buffer[]) {
  const announced: number[] = []
  async function* content() {
    yield* chunks
  }
  const result = await keepInParts(storage, FOLDER, content(), async (parts) => {
    // Each part was announced before it existed, so a dead process leaves no unknown part.
    assert.equal(existsSync(join(root, 'tenant-p', `archive.${parts}`)), false)
    announced.push(parts)
  })
  return { ...result, announced }
}

test('a large file is stored in parts of eight mebibytes, and read as one', async () => {
  for (const [chunks, parts] of [
    [[Buffer.from('pequeño')], 1],
    [[Buffer.alloc(8 * MIB, 'a')], 1],
    [[Buffer.alloc(8 * MIB, 'b'), Buffer.from('y')], 2],
    [[Buffer.alloc(5 * MIB, 'c'), Buffer.alloc(5 * MIB, 'd'), Buffer.from('z')], 2],
  ] as const) {
    const whole = Buffer.concat(chunks)
    const result = await kept(chunks)
    assert.deepEqual(result, {
      parts,
      size_bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      announced: Array.from({ length: parts }, (_, at) => at + 1),
    })
    assert.ok(whole.equals(await buffer(await readParts(storage, FOLDER, parts))))
    await removeParts(storage, FOLDER, parts)
    assert.deepEqual(readdirSync(join(root, 'tenant-p')), [])
  }
})

test('a file whose source fails leaves no temporary file', async () => {
  async function* broken() {
    yield Buffer.from('la mitad')
    throw new Error('the source failed')
  }
  await assert.rejects(
    keepInParts(storage, FOLDER, broken(), async () => undefined),
    /the source failed/,
  )
  assert.deepEqual(
    readdirSync(await storage.arrivals()).filter((name) => name.includes('archive')),
    [],
  )
})

test('parts without the first are refused at once', async () => {
  await assert.rejects(readParts(storage, { tenantId: 'tenant-p', id: 'gone' }, 2), { code: 'ENOENT' })
})

test('a storage error is not the caller’s mistake, and the caller does not see its place', async () => {
  const logged: unknown[] = []
  const log = { error: (fields: object, message: string) => void logged.push([fields, message]) }
  assert.equal(await storedOrRefused({ log }, Promise.resolve('x')), 'x')
  await assert.rejects(
    storedOrRefused({ log }, Promise.reject(new Error('EACCES /srv/files'))),
    (error: Failure) => {
      assert.deepEqual([error.status, error.code, error.retryAfterSeconds], [503, 'SERVICE_UNAVAILABLE', 30])
      assert.doesNotMatch(error.message, /EACCES|srv/)
      return error instanceof Failure
    },
  )
  assert.deepEqual(logged, [[{ reason: 'EACCES /srv/files' }, 'the storage of files failed']])
})

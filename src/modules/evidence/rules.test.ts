import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import Value from 'typebox/value'
import { ENTRY_KINDS, type Proof, signedBytes } from '#kernel/evidence/entry.ts'
import { ROLES } from '#kernel/roles.ts'
import { createVault } from '#kernel/secrets.ts'
import type { Block } from '#pdf/document.ts'
import { archiveMark } from './archiving.ts'
import { erasureMark } from './erasing.ts'
import { signHead } from './keys.ts'
import { type Absence, isArchived } from './month-notes.ts'
import { stampOf } from './proving.ts'
import { receiptBlock, receiptUrl } from './receipts.ts'
import { entryOfRow, headOfRow } from './repo.ts'
import { keyText } from './rows.ts'
import { OfRecord, VerifyQuery } from './schemas.ts'
import { brokenView } from './service.ts'
import { SOURCES, sourceOfTable, sourceOfType } from './sources.ts'
import { BROKEN_REASONS, REASON_WORDS } from './words.ts'

const TENANT = '0190a0b0-0000-7000-8000-000000000001'
const vault = createVault('un secreto de prueba')

describe('a row that may be absent', () => {
  const month: Absence = {
    table: 'audit_log',
    since: '01934000-0000-0000-0000-000000000000',
    until: '01935000-0000-0000-0000-000000000000',
    upTo: 50,
  }
  const entry = (row_id: string, seq = 10, source = 'audit_log') => ({ source, row_id, row_version: 0, seq })

  for (const [name, absences, asked, expected] of [
    ['the first id of the month', [month], entry('01934000-0000-0000-0000-000000000000'), true],
    ['an id in the middle', [month], entry('01934abc-0000-7000-8000-000000000000'), true],
    ['the last id of the month', [month], entry('01934fff-ffff-ffff-ffff-ffffffffffff'), true],
    ['the first id of the next month', [month], entry('01935000-0000-0000-0000-000000000000'), false],
    ['the last id of the month before', [month], entry('01933fff-ffff-ffff-ffff-ffffffffffff'), false],
    [
      'a row of another table',
      [month],
      entry('01934abc-0000-7000-8000-000000000000', 10, 'consent_records'),
      false,
    ],
    [
      'the last entry before the month left',
      [month],
      entry('01934abc-0000-7000-8000-000000000000', 50),
      true,
    ],
    [
      'an entry that came after the month had left',
      [month],
      entry('01934abc-0000-7000-8000-000000000000', 51),
      false,
    ],
    [
      'a row from before all months, in the first one',
      [{ ...month, since: null }],
      entry('00000000-0000-4000-8000-000000000000'),
      true,
    ],
    [
      'another month of the same table',
      [{ ...month, upTo: 5 }, month],
      entry('01934abc-0000-7000-8000-000000000000'),
      true,
    ],
    ['no month at all', [], entry('01934abc-0000-7000-8000-000000000000'), false],
  ] as const)
    test(`${name}: ${expected ? 'it may' : 'it may not'}`, () =>
      assert.equal(isArchived(absences, asked), expected))
})

describe('marks that only the service can make', () => {
  const erasure = { source: 'consent_records', row_id: TENANT, row_version: 0, reason: 'Orden 12' }
  const mark = erasureMark(vault, TENANT, erasure)

  test('the mark of an erasure depends on organisation, row and reason', () => {
    assert.equal(erasureMark(vault, TENANT, { ...erasure }), mark)
    for (const change of [
      { source: 'audit_log' },
      { row_id: 'x' },
      { row_version: 1 },
      { reason: 'Orden 13' },
      { reason: '' },
    ])
      assert.notEqual(erasureMark(vault, TENANT, { ...erasure, ...change }), mark, JSON.stringify(change))
    assert.notEqual(erasureMark(vault, 'other', erasure), mark)
    assert.notEqual(erasureMark(createVault('otro secreto'), TENANT, erasure), mark)
  })

  test('parts of one mark do not make another', () => {
    const one = erasureMark(vault, 'a","b', { ...erasure, source: 'c' })
    assert.notEqual(one, erasureMark(vault, 'a', { ...erasure, source: 'b","c' }))
  })

  test('the mark of a month depends on table, range, rows and file', () => {
    const month = { table_name: 'audit_log', month: '2026-12', since: 'a', until: 'b', rows: 3, sha256: 'c' }
    const own = archiveMark(vault, month)
    for (const change of [
      { table_name: 'x' },
      { month: '2027-01' },
      { since: null },
      { until: 'c' },
      { rows: 4 },
      { sha256: 'd' },
    ])
      assert.notEqual(archiveMark(vault, { ...month, ...change }), own, JSON.stringify(change))
    assert.equal(archiveMark(vault, { ...month, archived_at: new Date(), mark: 'x' } as typeof month), own)
  })
})

describe('rows of the chain in the form that is checked', () => {
  const row = {
    tenant_id: TENANT,
    seq: 7,
    kind: 'audit' as const,
    entity_type: 'audit_log',
    entity_id: 'x',
    at: new Date('2026-12-01T12:00:00.123Z'),
    payload_hash: 'ab',
    previous: null,
    hash: 'cd',
    source: 'audit_log',
    row_id: 'x',
    row_version: 0,
  }
  test('an entry has the published names and does not say where its row is stored', () => {
    assert.deepEqual(entryOfRow(row), {
      tenantId: TENANT,
      seq: 7,
      kind: 'audit',
      entityType: 'audit_log',
      entityId: 'x',
      at: '2026-12-01T12:00:00.123Z',
      payloadHash: 'ab',
      previous: null,
    })
  })

  test('a head and a stamp have the published form', () => {
    const at = new Date('2026-12-01T12:00:00Z')
    assert.deepEqual(headOfRow({ tenant_id: TENANT, seq: 8, hash: 'h', at, kid: 'k', signature: 's' }), {
      head: { tenantId: TENANT, seq: 8, hash: 'h', at: '2026-12-01T12:00:00.000Z' },
      signature: { kid: 'k', alg: 'EdDSA', value: 's' },
    })
    const stamp = { authority: 'tsa.cl', stamped_at: at, token: Buffer.from('hola') }
    assert.deepEqual(stampOf(stamp as never), {
      authority: 'tsa.cl',
      at: '2026-12-01T12:00:00.000Z',
      token: 'aG9sYQ==',
    })
  })

  test('each version of a row has its own key', () => {
    const key = { source: 'a', row_id: 'b', row_version: 1 }
    assert.notEqual(keyText(key), keyText({ ...key, row_version: 2 }))
    assert.notEqual(keyText(key), keyText({ ...key, source: 'c' }))
  })

  test('anybody with the public key can check the signature of a head', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const head = { tenantId: TENANT, seq: 8, hash: 'h', at: '2026-12-01T12:00:00.000Z' }
    const { kid, alg, value } = signHead({ kid: 'k', key: privateKey }, head)
    assert.deepEqual([kid, alg], ['k', 'EdDSA'])
    assert.match(value, /^[\w-]{86}$/)
    const isTrue = (bytes: Uint8Array) =>
      verify(null, bytes, createPublicKey(privateKey), Buffer.from(value, 'base64url'))
    assert.equal(isTrue(signedBytes(head)), true)
    assert.equal(isTrue(signedBytes({ ...head, seq: 9 })), false)
  })
})

describe('the sources of the chain', () => {
  test('each table and each kind of record is listed once and found by its name', () => {
    for (const source of SOURCES) {
      assert.equal(sourceOfTable(source.table), source)
      assert.equal(sourceOfType(source.entityType), source)
    }
    assert.equal(new Set(SOURCES.map(({ entityType }) => entityType)).size, SOURCES.length)
    for (const name of ['nada', '', 'constructor', '__proto__'])
      assert.deepEqual([sourceOfTable(name), sourceOfType(name)], [undefined, undefined])
  })

  test('the hash covers the key of a row and its version', () => {
    for (const { table, id, version, columns } of SOURCES) {
      assert.ok(id in columns, `${table}.${id}`)
      if (version) assert.ok(version in columns, `${table}.${version}`)
      assert.equal('tenant_id' in columns, false, 'the entry itself says whose it is')
    }
  })

  test('each source names an existing role; the audit log and erasures are for administrators', () => {
    for (const { entityType, reads } of SOURCES) {
      assert.ok(ROLES.includes(reads.role), entityType)
      assert.equal(reads.role === 'ADMIN', ['audit_log', 'erasure'].includes(entityType), entityType)
    }
  })

  test('people get receipts of their own submissions, decisions, letters and signatures, never of the log', () => {
    const given = SOURCES.filter(({ receipt }) => receipt).map(({ entityType }) => entityType)
    assert.deepEqual(given.toSorted(), [
      'consent_form_record',
      'consent_record',
      'contract',
      'dsar_letter',
      'dsar_request',
    ])
  })

  test('the kinds are those that the schema of an entry allows', () => {
    for (const { kind } of SOURCES) assert.ok(ENTRY_KINDS.includes(kind))
  })

  test('contracts and policies enter when they are final, all other records at once', () => {
    const later = SOURCES.filter(({ when }) => when).map(({ table, when }) => [table, when])
    assert.deepEqual(later, [
      ['contracts', 'signature is not null'],
      ['privacy_policies', 'published_at is not null'],
      ['cookie_policies', 'published_at is not null'],
    ])
  })
})

describe('the words about a chain', () => {
  test('every reason has its own sentence in Spanish', () => {
    assert.equal(new Set(Object.values(REASON_WORDS)).size, BROKEN_REASONS.length)
    for (const reason of BROKEN_REASONS) assert.match(REASON_WORDS[reason], /^\p{Lu}.{20,}\.$/u, reason)
    const broken = { seq: 3, entityType: 'contract', entityId: 'x', reason: 'deleted' as const }
    assert.deepEqual(brokenView(broken), {
      ...broken,
      message: 'El registro se borró sin que conste un motivo legal.',
    })
  })

  const ID = '0190a0b0-0000-7000-8000-0000000000aa'
  test('the code of a receipt leads to the page that checks it, with any signs in its parts', () => {
    assert.equal(
      receiptUrl('https://p.sur.cl', 'tienda-sur', 'contract', ID),
      `https://p.sur.cl/verificar?organizacion=tienda-sur&registro=contract&id=${ID}`,
    )
    assert.equal(
      receiptUrl('https://p.sur.cl', 'a&b=c', 'x#y', '?'),
      'https://p.sur.cl/verificar?organizacion=a%26b%3Dc&registro=x%23y&id=%3F',
    )
  })

  const receipt = {
    record: { type: 'contract', id: ID },
    organisation: { id: TENANT, slug: 'sur', name: 'Sur' },
    url: 'https://p.sur.cl/verificar?x',
    proof: null as Proof | null,
  }
  const proof = {
    entry: { seq: 7, at: '2026-12-02T02:30:00.000Z', payloadHash: 'ab12' },
    head: { at: '2026-12-02T02:30:20.000Z' },
    stamp: null,
  } as unknown as Proof
  const linesOf = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) => {
      if ('text' in block)
        return [typeof block.text === 'string' ? block.text : block.text.map(({ text }) => text).join('')]
      return 'stack' in block ? linesOf(block.stack) : 'columns' in block ? linesOf(block.columns) : []
    })

  test('a receipt gives the place of its record and the time in Chile', () => {
    const lines = linesOf(receiptBlock({ ...receipt, proof }))
    assert.equal(lines[0], 'Comprobar este documento')
    assert.deepEqual(lines.slice(2, 5), [
      `Registro ${ID}. Huella SHA-256: ab12.`,
      'Cadena de evidencia: anotación 7, del 01-12-2026 23:30 (hora de Chile); la firmó el servicio el 01-12-2026 23:30 (hora de Chile).',
      'Sin sello de tiempo externo: la fecha es la del servicio.',
    ])
  })

  test('a receipt names the time stamp authority if there is a stamp', () => {
    const stamp = { authority: 'tsa.cl', at: '2026-12-02T02:31:00.000Z', token: 'x' }
    const lines = linesOf(receiptBlock({ ...receipt, proof: { ...proof, stamp } }))
    assert.equal(lines[4], 'Sello de tiempo externo: 01-12-2026 23:31 (hora de Chile), por tsa.cl.')
  })

  test('before its seal a receipt says that it waits', () => {
    const lines = linesOf(receiptBlock(receipt))
    assert.deepEqual(lines.slice(2, 4), [
      `Registro ${ID}.`,
      'Se anota en la cadena de evidencia en menos de un minuto; el código muestra el estado actual.',
    ])
    assert.doesNotMatch(lines.join(' '), /Huella|Sello de tiempo/)
  })

  test('the code and the link are the same address, and the block stays on one page', () => {
    const [block] = receiptBlock(receipt)
    assert.equal(block!.unbreakable, true)
    const text = JSON.stringify(block)
    assert.ok(text.includes(`"qr":"${receipt.url}"`) && text.includes(`"link":"${receipt.url}"`))
  })
})

describe('the queries', () => {
  for (const [from, isGood] of [
    [1, true],
    [9_007_199_254_740_991, true],
    [0, false],
    [-1, false],
    [1.5, false],
    ['1', false],
    [9_007_199_254_740_992, false],
  ] as const)
    test(`a check from ${from} on: ${isGood}`, () => assert.equal(Value.Check(VerifyQuery, { from }), isGood))

  test('a query without fields checks from the beginning', () => assert.ok(Value.Check(VerifyQuery, {})))

  test('a kind of record is a short text', () => {
    const of = (entityType: unknown) => Value.Check(OfRecord, { entityType, id: TENANT })
    assert.deepEqual(
      [of('contract'), of('x'.repeat(100)), of('x'.repeat(101)), of(7)],
      [true, true, false, false],
    )
  })
})

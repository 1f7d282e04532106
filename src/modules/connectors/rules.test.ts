import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changes,
  columnsOf,
  configFrom,
  type DatabaseConfig,
  keepsPassword,
  MADE_UP,
  missingParameter,
  queryFaults,
  readAnswer,
  waitAfter,
} from './rules.ts'
import { compileQuery } from './sql.ts'

const PLACE: DatabaseConfig = {
  host: 'db.cl',
  port: 5432,
  database: 'tienda',
  user: 'lector',
  tls: 'verify',
  writes: false,
}

test('missing settings get the safest default', () => {
  const { value } = configFrom('mysql', { host: 'db.cl', database: 'a', user: 'b' })
  assert.deepEqual(value, {
    host: 'db.cl',
    port: 3306,
    database: 'a',
    user: 'b',
    tls: 'verify',
    writes: false,
  })
})

test('a copy never changes data; other rights do if the connector may', () => {
  const writes = { ...PLACE, writes: true }
  assert.equal(changes('postgresql', writes, 'ACCESS'), false)
  assert.equal(changes('postgresql', writes, 'PORTABILITY'), false)
  assert.equal(changes('postgresql', writes, 'DELETION'), true)
  assert.equal(changes('postgresql', PLACE, 'DELETION'), false)
  assert.equal(changes('https', { url: 'https://a.cl' }, 'BLOCKING'), true)
})

test('a password is kept only for the same server, login and encryption', () => {
  assert.ok(keepsPassword(PLACE, { ...PLACE, writes: true }))
  assert.ok(keepsPassword({ ...PLACE, tls: 'off' }, PLACE))
  for (const other of [
    { host: 'a' },
    { port: 1 },
    { database: 'otra' },
    { user: 'a' },
    { tls: 'require' as const },
  ])
    assert.ok(!keepsPassword(PLACE, { ...PLACE, ...other }))
})

test('a query begins with a verb that its right allows', () => {
  const of = (sql: string, writes: boolean) =>
    queryFaults('postgresql', { ...PLACE, writes }, { DELETION: sql }).length
  assert.equal(of('delete from a where b = :email', true), 0)
  assert.equal(of('delete from a where b = :email', false), 1)
  assert.equal(of('select erase(:email)', true), 0)
  assert.equal(of('truncate a -- :email', true), 1)
  assert.equal(of('grant all on a to b', true), 1)
  assert.equal(of('explain analyze delete from a where b = :email', true), 1)
  assert.equal(of('set role postgres', true), 1)
})

test('a value that the request lacks is reported', () => {
  const query = compileQuery('select :email, :rut', 'postgresql')
  assert.equal(missingParameter(query, MADE_UP), undefined)
  assert.equal(missingParameter(query, { ...MADE_UP, rut: null }), 'RUT')
})

test('a run has three tries, and no more', () => {
  assert.deepEqual([1, 2, 3].map(waitAfter), [60_000, 600_000, undefined])
})

test('an answer gives its outcome, and the reason if data are kept', () => {
  assert.deepEqual(readAnswer({ outcome: 'found', rows: [1] }), {
    outcome: 'found',
    notes: null,
    article: null,
    rows: [1],
  })
  for (const odd of [
    null,
    [],
    'x',
    {},
    { outcome: 'other' },
    { outcome: 'kept' },
    { outcome: 'kept', article: ' ' },
    { outcome: 'found', rows: {} },
    { outcome: 'found', notes: 5 },
    { outcome: 'found', notes: 'x'.repeat(10_001) },
  ])
    assert.equal(typeof readAnswer(odd), 'string', JSON.stringify(odd))
})

test('rows have the columns of all of them together', () => {
  assert.deepEqual(columnsOf([{ a: 1 }, { b: 2, a: 3 }, [1], null]), ['a', 'b'])
})

const HOSTS: [host: string, isOne: boolean][] = [
  ['db.tienda.cl', true],
  ['db', true],
  ['db.tienda.cl.', true],
  ['base_1.interna', true],
  ['10.0.0.7', true],
  ['::1', true],
  ['[fe80::1]', true],
  ['2001:db8::7', true],
  ['10.0.0.7:5432', false],
  ['db.cl:5432', false],
  ['[::1', false],
  ['::1]', false],
  ['[10.0.0.7]', false],
  [':', false],
  ['1:2:3', false],
  ['', false],
  ['   ', false],
  ['-db.cl', false],
  ['db..cl', false],
  ['db.cl/tienda', false],
  ['lector@db.cl', false],
  ['db cl', false],
  ['ñandú.cl', false],
]
for (const [host, isOne] of HOSTS)
  test(`«${host}» is ${isOne ? 'a' : 'no'} server`, () => {
    const { value, faults } = configFrom('postgresql', { host, database: 'a', user: 'b' })
    assert.deepEqual(
      faults.map(({ path }) => path),
      isOne ? [] : ['config.host'],
    )
    assert.equal((value as DatabaseConfig | undefined)?.host, isOne ? host : undefined)
  })

test('all faults of a database are reported at once, including fields of the other kind', () => {
  const { value, faults } = configFrom('mysql', { url: 'https://a.cl', secret: 's', tls: 'nada' as never })
  assert.equal(value, undefined)
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['config.host', 'config.database', 'config.user', 'config.tls', 'config.url', 'config.secret'],
  )
})

test('sent fields replace earlier ones, and nothing else changes', () => {
  const of = (sent: object) => configFrom('postgresql', sent, PLACE).value
  assert.deepEqual(of({}), PLACE)
  assert.deepEqual(of({ host: null, writes: null, port: null }), PLACE)
  assert.deepEqual(of({ writes: true }), { ...PLACE, writes: true })
  assert.deepEqual(of({ tls: 'off', port: 6543, user: ' otra ' }), {
    ...PLACE,
    tls: 'off',
    port: 6543,
    user: 'otra',
  })
  assert.deepEqual(configFrom('postgresql', { writes: false }, { ...PLACE, writes: true }).value, PLACE)
  assert.equal(configFrom('postgresql', { database: ' ' }, PLACE).value, undefined)
  assert.equal(
    (configFrom('postgresql', { host: 'a', database: 'b', user: 'c' }).value as DatabaseConfig).port,
    5432,
  )
})

const ADDRESSES: [url: string, isOne: boolean][] = [
  ['https://api.tienda.cl/arco', true],
  ['http://10.0.0.7:8080/', true],
  ['https://usuario:clave@tienda.cl', false],
  ['https://usuario@tienda.cl', false],
  ['ftp://tienda.cl', false],
  ['javascript:alert(1)', false],
  ['tienda.cl', false],
  ['', false],
]
for (const [url, isOne] of ADDRESSES)
  test(`«${url}» is ${isOne ? 'an' : 'no'} address of an endpoint`, () => {
    const { value, faults } = configFrom('https', { url: ` ${url} ` })
    assert.deepEqual(
      [value, faults.map(({ path }) => path)],
      isOne ? [{ url }, []] : [undefined, ['config.url']],
    )
  })

test('an endpoint has no fields of a database, and keeps its address', () => {
  const before = { url: 'https://a.cl' }
  assert.deepEqual(configFrom('https', { secret: 'nuevo' }, before).value, before)
  const fields = {
    host: 'a',
    port: 1,
    database: 'b',
    user: 'c',
    password: 'd',
    tls: 'off',
    writes: false,
  } as const
  assert.deepEqual(
    configFrom('https', fields, before).faults.map(({ path }) => path),
    Object.keys(fields).map((name) => `config.${name}`),
  )
})

/** The verbs that may begin a query of each right: copies read, other rights write if the connector may. */
const QUERIES: [
  right: 'ACCESS' | 'PORTABILITY' | 'RECTIFICATION' | 'BLOCKING',
  sql: string,
  writes: boolean,
  RegExp?,
][] = [
  ['ACCESS', 'select * from a where b = :email', false],
  ['ACCESS', 'WITH x AS (select 1) select * from x where b = :rut', false],
  ['ACCESS', 'values (:name)', false],
  ['ACCESS', 'table a -- :email', false, /^Nombre a la persona/],
  ['ACCESS', 'select * from a', true, /^Nombre a la persona/],
  ['ACCESS', 'update a set b = 1 where c = :email', true, /^La consulta de acceso o portabilidad solo lee/],
  ['PORTABILITY', 'delete from a where c = :email', false, /^La consulta de acceso o portabilidad solo lee/],
  ['RECTIFICATION', 'update a set b = :name where c = :email', true],
  ['RECTIFICATION', 'insert into a values (:folio)', true],
  ['RECTIFICATION', 'merge into a using b on c = :email', true],
  ['RECTIFICATION', 'update a set b = :name', false, /«writes»/],
  ['BLOCKING', 'call bloquear(:rut)', true, /^Empiece con SELECT o WITH\.$/],
  ['BLOCKING', 'select :correo', true, /no existe/],
  ['BLOCKING', 'select 1; select :rut', true, /una sola sentencia/],
]
for (const [right, sql, writes, message] of QUERIES)
  test(`${right}${writes ? ' that writes' : ''}: ${sql} is ${message ? 'refused' : 'accepted'}`, () => {
    const faults = queryFaults('postgresql', { ...PLACE, writes }, { [right]: sql })
    if (!message) return assert.deepEqual(faults, [])
    assert.deepEqual([faults.length, faults[0]!.path], [1, `queries.${right}`])
    return assert.match(faults[0]!.message, message)
  })

test('an endpoint has no queries; a right without one is no fault', () => {
  const faults = queryFaults('https', { url: 'https://a.cl' }, { DELETION: 'x', ACCESS: 'y', BLOCKING: '' })
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['queries.ACCESS', 'queries.DELETION'],
  )
  assert.deepEqual(queryFaults('mysql', PLACE, {}), [])
})

test('the longest answer is accepted, and stored whole', () => {
  const notes = 'ñ'.repeat(10_000)
  const article = 'x'.repeat(200)
  assert.deepEqual(readAnswer({ outcome: 'kept', notes, article, rows: null, otra: 1 }), {
    outcome: 'kept',
    notes,
    article,
    rows: null,
  })
  assert.match(String(readAnswer({ outcome: 'kept', article: 'x'.repeat(201) })), /200 caracteres/)
  assert.match(String(readAnswer({ outcome: 'found', article: 5 })), /«article»/)
  assert.equal(typeof readAnswer({ outcome: 'nothing_found' }), 'object')
  assert.equal(typeof readAnswer({ outcome: 'toString' }), 'string')
})

test('each value that a request may lack has a name', () => {
  const query = compileQuery('select :folio, :name, :rut, :email', 'mysql')
  for (const [name, word] of [
    ['email', 'correo'],
    ['rut', 'RUT'],
    ['name', 'nombre'],
    ['folio', 'folio'],
  ] as const) {
    assert.equal(missingParameter(query, { ...MADE_UP, [name]: null }), word)
    assert.equal(missingParameter(query, { ...MADE_UP, [name]: '' }), word)
  }
})

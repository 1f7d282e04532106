import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileQuery, type Dialect, QueryFault } from './sql.ts'

const pg = (sql: string) => compileQuery(sql, 'postgresql')
const my = (sql: string) => compileQuery(sql, 'mysql')

test('a parameter of PostgreSQL has one number for all its uses', () => {
  assert.deepEqual(pg('select * from t where a = :email or b = :rut or c = :email'), {
    text: 'select * from t where a = $1 or b = $2 or c = $1',
    parameters: ['email', 'rut'],
    verb: 'select',
  })
})

test('a parameter of MySQL is bound once for each use', () => {
  assert.deepEqual(my('select * from t where a = :email or b = :rut or c = :email'), {
    text: 'select * from t where a = ? or b = ? or c = ?',
    parameters: ['email', 'rut', 'email'],
    verb: 'select',
  })
})

const LEFT_ALONE: [Dialect, string][] = [
  ['postgresql', "select ':email', a::text, ':it''s :rut' from t"],
  ['postgresql', `select ":email" from "a"":rut"`],
  ['postgresql', 'select $$ :email ; $$, $x$ :rut $$ ; $x$'],
  ['postgresql', String.raw`select E'it\'s :email ; ' as x, 'back\' as y`],
  ['postgresql', "select data ? 'a' from t where a[1:2] = b"],
  ['postgresql', "select now()::date - interval '1 day'"],
  ['mysql', String.raw`select 'it\'s :email ; ', "say \" :rut ;" from t`],
  ['mysql', 'select `a``:name;` from t'],
  ['mysql', 'select @n := 1, 5--3'],
]
for (const [dialect, sql] of LEFT_ALONE) {
  test(`${dialect} leaves alone: ${sql}`, () => {
    const { text, parameters } = compileQuery(sql, dialect)
    assert.equal(text, sql)
    assert.deepEqual(parameters, [])
  })
}

test('a cast may follow a parameter, and an escape string ends where the server ends it', () => {
  assert.equal(pg("select :rut::text, E'\\\\', :email").text, "select $1::text, E'\\\\', $2")
})

test('comments are removed with their contents', () => {
  assert.equal(
    pg('select 1 -- :email ; \n, /* a /* :rut */ ; */ :name').text.replace(/\s+/g, ' '),
    'select 1 , $1',
  )
  assert.equal(my('select 1 # :email ;\n, /* :rut ; */ :name').text.replace(/\s+/g, ' '), 'select 1 , ?')
})

test('one semicolon at the end is allowed', () => {
  assert.equal(pg('select 1; -- fin\n ').text, 'select 1')
})

test('the verb of a parenthesised statement is the one inside', () => {
  assert.equal(pg('(select 1) union (select 2)').verb, 'select')
})

const REFUSED: [Dialect, string, RegExp][] = [
  ['postgresql', 'select :correo', /El parámetro «:correo» no existe/],
  ['postgresql', 'select 1; drop table t', /una sola sentencia/],
  ['postgresql', "select 1; 'x'", /una sola sentencia/],
  ['postgresql', 'select 1; :email', /una sola sentencia/],
  ['postgresql', 'select $1', /parámetros con nombre/],
  ['mysql', 'select ?', /parámetros con nombre/],
  ['mysql', 'select 1 /*! ; drop table t */', /MySQL ejecuta/],
  ['mysql', 'select 1 /*M!100100 , 2 */', /MySQL ejecuta/],
  ['mysql', "select 1 into outfile '/tmp/x'", /OUTFILE/],
  ['postgresql', "select 'abc", /no se cierran/],
  ['postgresql', 'select $a$ abc $b$', /no se cierran/],
  ['postgresql', 'select 1 /* /* */', /no se cierran/],
  ['mysql', String.raw`select 'abc\'`, /no se cierran/],
  ['postgresql', ' -- nada\n ;', /vacía/],
  ['postgresql', 'select \u0000', /carácter/],
]
for (const [dialect, sql, message] of REFUSED) {
  test(`${dialect} refuses: ${JSON.stringify(sql)}`, () => {
    assert.throws(
      () => compileQuery(sql, dialect),
      (error) => error instanceof QueryFault && message.test(error.message),
    )
  })
}

test('a long query full of quotes is parsed in time', { timeout: 2000 }, () => {
  assert.throws(() => pg(`select ${"'a".repeat(10_001)}`), QueryFault)
  assert.throws(() => pg(`select 1 ${'/*'.repeat(5000)}`), QueryFault)
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { emptyDatabase, hasServer } from '#test/kit/database.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate, statements } from './migrate.ts'

/** The embedded database is PostgreSQL 18, where creating a role does not allow using it. */
const newest = await startEmbedded({})

test('an owner without superuser rights can migrate and use the roles of the service', async () => {
  await newest.asOwner(`create role duena createrole; grant create on schema public to duena;
    grant create on database postgres to duena; set session authorization duena`)
  assert.ok((await migrate(newest)).length > 0)
  for (const role of ['resguardo_app', 'resguardo_system']) {
    const { rows } = await newest.asOwner(`begin; set local role ${role}; select current_user; rollback`)
    assert.deepEqual(rows, [{ current_user: role }])
  }
  await newest.close()
})

test('a file is split at its semicolons, and empty parts are dropped', () => {
  assert.deepEqual(statements(''), [])
  assert.deepEqual(statements(' ;\n; '), [])
  assert.deepEqual(statements('select 1;\nselect 2'), ['select 1', 'select 2'])
})

test('a semicolon inside quotes, dollar quotes and names ends no statement', () => {
  for (const text of [
    `select 'a;''b;'`,
    `select e'it\\';s', E'\\\\'`,
    'create table "a;""b" (id int)',
    'do $$ begin; perform 1; end $$',
    'do $body_1$ select $$;$$; $body_1$',
    `select $1, '$$;', a $ b`,
    `select 1 / 2 - -3, 'it''s' || $q$'$q$`,
  ]) {
    assert.deepEqual(statements(`${text}; select 2`), [text, 'select 2'], text)
  }
})

test('comments are removed and leave a space', () => {
  assert.deepEqual(statements(`select/* ; */1 -- it's; "quoted"\n, 2; -- end`), ['select 1  \n, 2'])
  assert.deepEqual(statements(`select '--', "/*", $$--;$$`), [`select '--', "/*", $$--;$$`])
})

test('an unterminated construct is refused, not guessed', () => {
  for (const text of [`select 'a`, 'select "a', 'do $$ x', 'do $a$ x $b$', '/* a', '/* a /* b */ c */']) {
    assert.throws(() => statements(text), /unfinished/, text)
  }
})

test('any combination of statements is split into the same statements', () => {
  const quoted = fc.string().map((text) => `'${text.replaceAll("'", "''")}'`)
  const dollar = fc
    .string({ unit: fc.constantFrom('a', ';', "'", '"', '-', '\n') })
    .map((text) => `$x$${text}$x$`)
  const word = fc.constantFrom('select', 'x', '1', '+', '(', ')', ',', '<>', '::', '$1')
  const statement = fc.array(fc.oneof(quoted, dollar, word), { minLength: 1 }).map((parts) => parts.join(' '))
  fc.assert(fc.property(fc.array(statement), (all) => assert.deepEqual(statements(all.join(';\n')), all)))
})

if (hasServer())
  test('a file whose tables are in use gives way, and is applied once they are free', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'resguardo-migrations-'))
    after(() => rmSync(directory, { recursive: true, force: true }))
    const { engine, drop } = await emptyDatabase()
    writeFileSync(join(directory, '0001_used.sql'), 'create table used (id int)')
    await migrate(engine, directory)
    writeFileSync(join(directory, '0002_busy.sql'), 'lock table used; insert into used values (1)')
    const request = await engine.acquire('read write')
    await request.query('begin; insert into used values (0)')
    const migrated = migrate(engine, directory)
    assert.equal(await Promise.race([migrated, wait(900, 'waits')]), 'waits')
    // The migration holds no lock while it waits, so the request goes on.
    await request.query('alter table used add column note text; commit')
    request.release(false)
    assert.deepEqual(await migrated, ['0002_busy.sql'])
    assert.deepEqual((await engine.asOwner('select id from used order by id')).rows, [{ id: 0 }, { id: 1 }])
    await engine.close()
    await drop()
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '#kernel/words.ts'
import { makeActivity, makeSystem, newActivity } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

/** Every page of a walk. */
async function walk(person: Person, path: string, between: () => Promise<unknown> = async () => {}) {
  // biome-ignore lint/suspicious/noExplicitAny: rows of any list.
  const rows: any[] = []
  let cursor: string | undefined = ''
  for (let pages = 0; cursor !== undefined; pages += 1) {
    assert.ok(pages < 200, 'the walk does not end')
    const reply = await person.get(`${path}&cursor=${encodeURIComponent(cursor)}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const { pagination, nextCursor, ...lists } = reply.data
    assert.equal(pagination.page, pages + 1)
    rows.push(...(Object.values(lists)[0] as unknown[]))
    cursor = nextCursor
    await between()
  }
  return rows
}

async function systems(person: Person, names: readonly string[]) {
  for (const name of names) await makeSystem(person, { name })
}

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('a walk over 500 rows shows each once, while others write, change and delete', async () => {
  const person = await api.tenant()
  const { engine } = api.access.database
  await engine.asOwner(
    `insert into systems (tenant_id, id, name, type, data_categories, has_sensitive_data, security_measures,
        has_dpa_clause, created_at, updated_at)
      select $1::uuid, gen_random_uuid(), 'Sistema ' || n, 'CRM', '{}', false, '{}', false,
        now() - (n / 7) * interval '1 second', now() - (n / 7) * interval '1 second'
      from generate_series(1, 500) n`,
    [person.tenantId],
  )
  const before = (await engine.asOwner('select id from systems where tenant_id = $1', [person.tenantId])).rows
  const [late] = (
    await engine.asOwner('select id from systems where tenant_id = $1 order by created_at, id limit 1', [
      person.tenantId,
    ])
  ).rows
  let writes = 0
  for (const order of ['-createdAt', 'createdAt', 'name', '-name']) {
    const seen = await walk(person, `/data-map/systems?limit=37&sort=${order}`, async () => {
      writes += 1
      await makeSystem(person, { name: `Otro ${writes}` })
      await person.put(`/data-map/systems/${late!['id']}`, { description: `Cambio ${writes}` })
    })
    const ids = seen.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, `${order}: a row came twice`)
    const known = new Set(ids)
    assert.deepEqual(
      before.filter(({ id }) => !known.has(id)),
      [],
      `${order}: a row was left out`,
    )
  }
})

test('a walk keeps its initial total, and its last page has no cursor', async () => {
  const person = await api.tenant()
  await systems(person, ['Uno', 'Dos', 'Tres'])
  const first = (await person.get('/data-map/systems?limit=2')).data
  assert.deepEqual(first.pagination, { page: 1, limit: 2, total: 3, totalPages: 2 })
  await systems(person, ['Cuatro'])
  const last = (await person.get(`/data-map/systems?limit=2&cursor=${first.nextCursor}`)).data
  assert.deepEqual(last.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 })
  assert.deepEqual(names(last.items), ['Uno'])
  assert.equal(last.nextCursor, undefined)
  const whole = (await person.get('/data-map/systems?limit=4')).data
  assert.equal(whole.nextCursor, undefined)
})

test('a cursor opens its own list, with its own order, filters and organisation, and no other', async () => {
  const [person, other] = [await api.tenant(), await api.tenant()]
  await systems(person, ['Uno', 'Dos', 'Tres'])
  const cursor = encodeURIComponent((await person.get('/data-map/systems?limit=1')).data.nextCursor)
  const ask = (who: Person, path: string) => who.get(path).then(({ status }) => status)
  assert.equal(await ask(person, `/data-map/systems?limit=2&cursor=${cursor}`), 200)
  assert.equal(await ask(person, `/data-map/systems?cursor=${cursor}&sort=name`), 400)
  assert.equal(await ask(person, `/data-map/systems?cursor=${cursor}&type=CRM`), 400)
  assert.equal(await ask(person, `/data-map/systems?cursor=${cursor}&q=uno`), 400)
  assert.equal(await ask(person, `/rat/activities?cursor=${cursor}`), 400)
  assert.equal(await ask(other, `/data-map/systems?cursor=${cursor}`), 400)
  // The last letter may hold unused bits.
  for (const at of [3, 15, 40, cursor.length - 3]) {
    const letter = cursor[at] === 'A' ? 'B' : 'A'
    const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
    assert.equal(await ask(person, `/data-map/systems?cursor=${changed}`), 400, `letter ${at}`)
  }
})

test('names are sorted in alphabetical order for people, ignoring case and accents', async () => {
  const person = await api.tenant()
  await systems(person, ['zeta', 'Ábaco', 'Ñandú', 'beta', 'nube', 'Oveja'])
  const sorted = ['Ábaco', 'beta', 'Ñandú', 'nube', 'Oveja', 'zeta']
  const shown = (order: string) =>
    person.get(`/data-map/systems?sort=${order}`).then(({ data }) => names(data.items))
  assert.deepEqual(await shown('name'), sorted)
  assert.deepEqual(await shown('-name'), sorted.toReversed())
  assert.deepEqual(names(await walk(person, '/data-map/systems?sort=name&limit=2')), sorted)
})

test('a search finds words by their beginning, in any case and accent, all of them, in any order', async () => {
  const person = await api.tenant()
  await systems(person, [
    'Gestión de clientes',
    'Gestión de proveedores',
    'Respaldo e-mail ARCO-2026-00012',
    'x',
  ])
  const find = (q: string) =>
    person.get(`/data-map/systems?sort=name&q=${encodeURIComponent(q)}`).then(({ status, data }) => {
      assert.equal(status, 200, q)
      assert.equal(data.pagination.total, data.items.length, q)
      return names(data.items)
    })
  const [clients, providers, mail] = [
    'Gestión de clientes',
    'Gestión de proveedores',
    'Respaldo e-mail ARCO-2026-00012',
  ]
  assert.deepEqual(await find('gestion'), [clients, providers])
  assert.deepEqual(await find('GESTIÓN'), [clients, providers])
  assert.deepEqual(await find('cli ges'), [clients])
  assert.deepEqual(await find('gestión de clientes'), [clients])
  assert.deepEqual(await find('estion'), [])
  assert.deepEqual(await find('arco-2026-00012'), [mail])
  assert.deepEqual(await find('ARCO202600012'), [mail])
  assert.deepEqual(await find('00012'), [mail])
  assert.deepEqual(await find('email'), [mail])
  assert.deepEqual(await find('g'), [clients, providers])
  assert.equal((await find('  ')).length, 4)
})

test('a hostile q finds nothing and breaks nothing', async () => {
  const person = await api.tenant()
  await systems(person, ['Uno'])
  for (const q of [
    "'; drop table systems; --",
    '%',
    '_',
    '\\',
    '& | ! ( ) :*',
    '"',
    '\u{10ffff}',
    '☃',
    '-'.repeat(200),
  ]) {
    const { status, data } = await person.get(`/data-map/systems?q=${encodeURIComponent(q)}`)
    assert.equal(status, 200, q)
    assert.deepEqual(data.items, [], q)
  }
  assert.equal((await person.get('/data-map/systems?q=a%00b')).status, 400)
  assert.equal((await person.get(`/data-map/systems?q=${'a'.repeat(1000)}`)).status, 400)
  const many = Array.from({ length: 40 }, (_, n) => `u${n}`).join(' ')
  assert.equal((await person.get(`/data-map/systems?q=${encodeURIComponent(many)}`)).status, 200)
  assert.deepEqual(names((await person.get('/data-map/systems?q=uno')).data.items), ['Uno'])
})

test('the words of a row change with it, and are deleted with it', async () => {
  const person = await api.tenant()
  const id = await makeSystem(person, { name: 'Bodega antigua' })
  const find = (q: string) => person.get(`/data-map/systems?q=${q}`).then(({ data }) => data.pagination.total)
  assert.equal(await find('bodega'), 1)
  await person.put(`/data-map/systems/${id}`, { name: 'Almacén nuevo' })
  assert.deepEqual([await find('bodega'), await find('almacen')], [0, 1])
  await person.delete(`/data-map/systems/${id}`)
  assert.equal(await find('almacen'), 0)
  const { rows } = await api.access.database.engine.asOwner(
    'select count(*)::int as n from search_words where tenant_id = $1 and entity_id = $2',
    [person.tenantId, id],
  )
  assert.deepEqual(rows, [{ n: 0 }])
})

test('the database indexes every word of a text that a person may type', async () => {
  const texts = [
    'Pérez, Ñandú & Cía. Ltda. «Sur» ¿qué? — 100%',
    'RUT 12.345.678-5; ana.rojas@correo.cl/ARCO-2026-00012\tfin\nlínea',
    'E\u0301l Éxito Ævar ﬁn Ñ ñ Ü ǅ 中文 emoji 😀 ‘x’…',
    'a_b c\\d e|f [g] {h} ~i ^j `k`',
  ]
  for (const text of texts) {
    const { rows } = await api.access.database.engine.asOwner(`select words_of('', $1) as word`, [text])
    const kept = rows.map(({ word }) => String(word))
    const missing = text.split(/\s+/).flatMap((part) => wordsIn(part).filter((word) => !kept.includes(word)))
    assert.deepEqual(
      missing.filter((word) => !['que', 'el'].includes(word)),
      [],
      text,
    )
  }
})

test('another organisation’s words find nothing here', async () => {
  const [person, other] = [await api.tenant(), await api.tenant()]
  await systems(other, ['Secreto ajeno'])
  assert.equal((await person.get('/data-map/systems?q=secreto')).data.pagination.total, 0)
  assert.equal((await other.get('/data-map/systems?q=secreto')).data.pagination.total, 1)
})

test('a list with filters, words and an order has a page, a total and a walk that agree', async () => {
  const person = await api.tenant()
  const systemId = await makeSystem(person)
  for (let n = 0; n < 7; n += 1)
    await makeActivity(person, {
      systemId,
      name: `Encuesta ${n}`,
      legalBasis: n % 2 ? 'consent' : 'contract',
    })
  await person.post('/rat/activities', newActivity(systemId, { name: 'Otra cosa' }))
  const path = '/rat/activities?q=encuesta&legalBasis=contract&sort=name&limit=3'
  const first = (await person.get(path)).data
  assert.deepEqual(first.pagination, { page: 1, limit: 3, total: 4, totalPages: 2 })
  const second = (await person.get(`${path}&page=2`)).data
  const walked = names(await walk(person, path))
  assert.deepEqual([...names(first.items), ...names(second.items)], walked)
  assert.deepEqual(walked, ['Encuesta 0', 'Encuesta 2', 'Encuesta 4', 'Encuesta 6'])
})

test('updatedSince lists only rows that changed since then', async () => {
  const person = await api.tenant()
  api.clock.set('2026-05-01T12:00:00.000Z')
  const [old, changed] = [
    await makeSystem(person, { name: 'Quieto' }),
    await makeSystem(person, { name: 'Movido' }),
  ]
  api.clock.set('2026-05-02T12:00:00.000Z')
  await person.put(`/data-map/systems/${changed}`, { description: 'otra' })
  const since = (instant: string) =>
    person.get(`/data-map/systems?sort=name&updatedSince=${instant}`).then(({ data }) => names(data.items))
  assert.deepEqual(await since('2026-05-01T12:00:00Z'), ['Movido', 'Quieto'])
  assert.deepEqual(await since('2026-05-01T12:00:00.001Z'), ['Movido'])
  assert.deepEqual(await since('2026-05-02T08:00:00-04:00'), ['Movido'])
  assert.deepEqual(await since('2026-05-02T12:00:00.001Z'), [])
  assert.ok(old)
  api.clock.release()
})

test('a short list is searched, sorted and walked like a long one', async () => {
  const person = await api.tenant()
  for (const name of ['Zona norte', 'Área sur', 'centro']) await person.post('/org/workspaces', { name })
  const all = (await person.get('/org/workspaces?sort=name')).data
  const sorted = all.workspaces.map(({ name }: { name: string }) => name)
  assert.deepEqual(sorted.slice(0, 2), ['Área sur', 'centro'])
  assert.equal(sorted.at(-1), 'Zona norte')
  assert.deepEqual(names(await walk(person, '/org/workspaces?sort=name&limit=1')), sorted)
  assert.deepEqual(names((await person.get('/org/workspaces?q=area%20SUR')).data.workspaces), ['Área sur'])
  assert.deepEqual((await person.get('/org/workspaces?q=rea')).data.workspaces, [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { brought, editBook, judged, type Row, readBook, writeBook } from '#test/kit/spreadsheets.ts'

const api = await openService()
const fileOf = async (person: Person, target: string, format = 'xlsx') =>
  (await person.get(`/governance/export/${target}?format=${format}&separator=semicolon`)).raw

const ROWS: Record<string, { rows: Row[]; edit: (row: Row) => Row; changes: string[] }> = {
  systems: {
    rows: [
      {
        Sistema: 'CRM',
        Tipo: 'Gestión de clientes (CRM)',
        Proveedor: 'Nube Andina',
        'País de alojamiento': 'Estados Unidos',
        'Tipos de datos': 'Nombre; RUT; Historial de compras',
        'Vencimiento del contrato': new Date(Date.UTC(2027, 11, 31)),
        'Cláusula de encargo': 'Sí',
      },
      { Sistema: 'Planillas', Tipo: 'Hecho a medida', Proveedor: 'Nube Andina' },
    ],
    edit: (row) => ({ ...row, 'Vencimiento del contrato': '30-06-2028' }),
    changes: ['Vencimiento del contrato'],
  },
  processors: {
    rows: [
      { Encargado: 'Nube Andina SpA', RUT: '76.543.210-3', País: 'CL', 'Contrato de encargo': 'Firmado' },
      { Encargado: 'Correos Ñandú', Correo: 'hola@nandu.cl' },
    ],
    edit: (row) => ({ ...row, Servicios: 'Alojamiento' }),
    changes: ['Servicios'],
  },
  departments: {
    rows: [
      { Departamento: 'Remuneraciones', 'Depende de': 'Personas' },
      { Departamento: 'Personas', Descripción: 'Gente' },
    ],
    edit: (row) => (row['Departamento'] === 'Personas' ? { ...row, Descripción: 'Personas y cultura' } : row),
    changes: ['Descripción'],
  },
}

for (const [target, { rows, edit, changes }] of Object.entries(ROWS)) {
  test(`${target}: created, exported, imported unchanged, edited, and imported twice`, async () => {
    const person = await api.tenant()
    const file = writeBook(rows)
    const done = await brought(api, person, file, { target })
    assert.deepEqual([done.status, done.totals.create], ['DONE', rows.length], JSON.stringify(done))
    assert.equal(
      (await judged(api, person, file, { target })).totals.skip,
      rows.length,
      'the same file again',
    )

    const exported = await fileOf(person, target)
    assert.equal(readBook(exported).length, rows.length)
    for (const untouched of [
      exported,
      editBook(exported, (all) => all),
      await fileOf(person, target, 'csv'),
    ]) {
      const { totals, rows: outcomes } = await judged(api, person, untouched, { target })
      assert.equal(totals.skip, rows.length, JSON.stringify(outcomes))
    }
    const edited = editBook(exported, ([first, ...rest]) => [
      edit(first!),
      ...rest.map((row) => (target === 'departments' ? edit(row) : row)),
    ])
    const changed = await brought(api, person, edited, { target })
    assert.deepEqual([changed.status, changed.totals.update], ['DONE', 1], JSON.stringify(changed))
    const update = changed.rows.find(({ action }: { action: string }) => action === 'update')
    assert.deepEqual(update.changes, changes)
    assert.equal((await judged(api, person, edited, { target })).totals.skip, rows.length)
  })
}

test('importing systems creates the processor of their vendor once', async () => {
  const person = await api.tenant()
  await brought(api, person, writeBook(ROWS['systems']!.rows), { target: 'systems' })
  const { items } = (await person.get('/processors')).data
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ['Nube Andina'],
  )
  const { items: systems } = (await person.get('/data-map/systems')).data
  const crm = systems.find(({ name }: { name: string }) => name === 'CRM')
  assert.deepEqual(
    [crm.type, crm.contractExpiry, crm.hasDpaClause, crm.dataCategories],
    ['CRM', '2027-12-31', true, ['name', 'rut', 'Historial de compras']],
  )
})

test('a processor is found by its RUT in any spelling, and a taken name is refused', async () => {
  const person = await api.tenant()
  await brought(api, person, writeBook(ROWS['processors']!.rows), { target: 'processors' })
  const renamed = await brought(api, person, 'Encargado;RUT\nNube Andina Chile;765432103\n', {
    target: 'processors',
  })
  assert.deepEqual(renamed.totals.update, 1)
  const { rows } = await judged(api, person, 'Encargado;RUT\nCORREOS NANDU;76543210-3\n', {
    target: 'processors',
  })
  assert.match(rows[0].reasons[0], /Ya existe un encargado con ese nombre/)
})

test('two rows that give two processors one name are refused before confirmation', async () => {
  const person = await api.tenant()
  await person.post('/processors', { name: 'Nube Vieja', taxId: '76.543.210-3' })
  const file = `Encargado;RUT
Ñandú Correos;77.777.777-7
NANDU  correos;
Archivo Sur;76543210-3
archivo sur;
Otro;
`
  const { totals, rows } = await judged(api, person, file, { target: 'processors' })
  assert.deepEqual(
    rows.map(({ action }: { action: string }) => action),
    ['create', 'refuse', 'update', 'refuse', 'create'],
  )
  assert.deepEqual([rows[1].reasons, rows[3].reasons].flat(), [
    'Tiene el mismo nombre que la fila 2. Deje una de las dos.',
    'Tiene el mismo nombre que la fila 4. Deje una de las dos.',
  ])
  assert.equal(totals.refuse, 2)
})

test('chosen headings are found below a title, and a data row that resembles headings stays data', async () => {
  const person = await api.tenant()
  const file = 'Nuestros proveedores, 2026;\nQuién;Qué hace\nCorreo;Contrato\nOtra;Respaldo\n'
  const fields = { target: 'processors', mapping: JSON.stringify({ Quién: 'name', 'Qué hace': 'services' }) }
  const done = await brought(api, person, file, fields)
  assert.deepEqual([done.status, done.totals.create], ['DONE', 2], JSON.stringify(done))
  assert.deepEqual(
    done.mapping.map(({ heading, field, by }: { heading: string; field: string; by: string }) => [
      heading,
      field,
      by,
    ]),
    [
      ['Quién', 'name', 'chosen'],
      ['Qué hace', 'services', 'chosen'],
    ],
  )
  const { items } = (await person.get('/processors?sort=name')).data
  assert.deepEqual(
    items.map(({ name, services }: { name: string; services: string }) => [name, services]),
    [
      ['Correo', 'Contrato'],
      ['Otra', 'Respaldo'],
    ],
  )
  const later = await judged(api, person, file, { target: 'processors' })
  assert.deepEqual([later.totals.skip, later.mapping[0].by], [2, 'remembered'])
})

test('a department goes under one of the file or the organisation, never in a circle', async () => {
  const person = await api.tenant()
  await brought(api, person, writeBook(ROWS['departments']!.rows), { target: 'departments' })
  const [entity] = (await person.get('/org/entities')).data.entities
  const tree = (await person.get(`/org/entities/${entity.id}/departments`)).data.departments
  assert.deepEqual([tree.length, tree[0].name, tree[0].children[0].name], [1, 'Personas', 'Remuneraciones'])
  const circle = 'Departamento;Departamento superior\nPersonas;Remuneraciones\nVentas;Marte\n'
  const { rows } = await judged(api, person, circle, { target: 'departments' })
  assert.match(rows[0].reasons[0], /círculo/)
  assert.match(rows[1].reasons[0], /No existe el departamento superior «Marte»/)
})

const BOOK =
  'N°;Derecho;Estado;Fecha de ingreso;Titular;Correo;RUT;Respondida el;Resultado;Fecha de prórroga;Motivo de la prórroga\n'

test('art. 11: an extension dated after the legal term is refused, and the row says what to do', async () => {
  api.clock.set('2027-03-20T15:00:00Z')
  const person = await api.tenant()
  const file = `${BOOK}2026-101;Acceso;Prorrogada;01-12-2026;Eva Díaz;eva@correo.cl;;;;31-12-2026;Faltan antecedentes
2026-102;Acceso;Prorrogada;01-12-2026;Leo Paz;leo@correo.cl;;;;01-01-2027;Faltan antecedentes
`
  const { rows } = await judged(api, person, file, { target: 'requests' })
  assert.deepEqual(
    rows.map(({ action }: { action: string }) => action),
    ['create', 'refuse'],
  )
  assert.match(rows[1].reasons[0], /venció el 31 de diciembre de 2026.*no se amplía \(art\. 11/)
})

test('requests from an old book keep their number and days, and nobody gets a letter', async () => {
  api.clock.set('2026-12-20T15:00:00Z')
  const person = await api.tenant()
  const file = `${BOOK}2025-014;Acceso;Cerrada;03/03/2026;María Pérez;maria@correo.cl;12.345.678-5;20/03/2026;Acogida;;
2026-001;Supresión;En proceso;10-12-2026;Juan Soto;juan@correo.cl;;;;;
2026-002;Oposición;Prorrogada;01-12-2026;Eva Díaz;eva@correo.cl;;;;18-12-2026;Faltan antecedentes
2026-003;Bloqueo;Recibida;18-12-2026;Leo Paz;leo@correo.cl;;;;;
2026-004;Cancelación;Cerrada;02-11-2026;Ana Ruz;ana@correo.cl;;20-11-2026;Rechazada;;
`
  const done = await brought(api, person, file, { target: 'requests' })
  assert.deepEqual([done.status, done.totals.create], ['DONE', 5], JSON.stringify(done))
  await api.drain()
  for (const name of ['maria', 'juan', 'eva', 'leo', 'ana'])
    assert.deepEqual(api.mailbox.to(`${name}@correo.cl`), [])
  const { items } = (await person.get('/dsar/requests')).data
  assert.equal(items.length, 5)
  const wholes = await Promise.all(
    items.map(async ({ id }: { id: string }) => (await person.get(`/dsar/requests/${id}`)).data),
  )
  const of = (number: string) => wholes.find(({ previousNumber }) => previousNumber === number)
  const closed = of('2025-014')
  assert.deepEqual(
    [
      closed.status,
      closed.responseType,
      closed.createdAt.slice(0, 10),
      closed.completedAt.slice(0, 10),
      closed.source,
      closed.subjectRut,
    ],
    ['COMPLETED', 'FULFILLED', '2026-03-03', '2026-03-20', 'import', '12345678-5'],
  )
  assert.match(closed.folioNumber, /^ARCO-2026-\d{5}$/)
  assert.deepEqual(closed.letters, [])
  assert.deepEqual(
    closed.events.map(({ type }: { type: string }) => type),
    ['created', 'status_change'],
  )
  assert.equal(of('2026-001').legalDueOn, '2027-01-09', '30 days from the day of entry (art. 11)')
  assert.equal(of('2026-002').legalDueOn, '2027-01-30', 'and as many more once extended')
  assert.equal(of('2026-003').legalDueOn, '2026-12-22', 'two business days for a block (art. 8 ter)')

  const refused = of('2026-004')
  assert.deepEqual([refused.status, refused.responseType], ['REJECTED', 'REJECTED_LEGAL'])
  const told = (await person.get(`/settings/audit-log?entityId=${refused.id}`)).data.items
  assert.match(JSON.stringify(told), /"stateInOldBook":\{"new":"COMPLETED"/, 'as the book has it')

  assert.equal(
    (await judged(api, person, file, { target: 'requests' })).totals.skip,
    5,
    'the same file again',
  )
  const exported = await fileOf(person, 'requests')
  const untouched = await judged(
    api,
    person,
    editBook(exported, (rows) => rows),
    { target: 'requests' },
  )
  assert.equal(untouched.totals.skip, 5, JSON.stringify(untouched.rows))
  const edited = await judged(api, person, file.replace('Juan Soto', 'Juana Soto'), { target: 'requests' })
  assert.match(edited.rows[1].reasons[0], /Ya existe y difiere en «Titular».*su propio trámite/)
  const log = (await person.get(`/settings/audit-log?entityId=${closed.id}`)).data.items
  assert.doesNotMatch(JSON.stringify(log), /María|maria@/)
  api.clock.release()
})

test('an impossible request from an old book is refused', async () => {
  api.clock.set('2026-12-20T15:00:00Z')
  const person = await api.tenant()
  const file = `${BOOK}1;Acceso;Cerrada;03/03/2026;A;a@correo.cl;;;;;
2;Acceso;Recibida;03/03/2027;A;a@correo.cl;;;;;
3;Acceso;Recibida;03/03/2026;A;a@correo.cl;1-1;;;;
4;Acceso;Cerrada;03/03/2026;A;a@correo.cl;;01/03/2026;;;
5;Bloqueo;Prorrogada;03/03/2026;A;a@correo.cl;;;;04/03/2026;x
6;Acceso;Recibida;31/02/2026;A;a@correo.cl;;;;;
7;Acceso;Recibida;03/03/2026;;no es un correo;;;;;
`
  const { rows } = await judged(api, person, file, { target: 'requests' })
  const reasons = rows.map(({ reasons }: { reasons: string[] }) => reasons.join(' '))
  for (const [at, reason] of [
    /«Respondida el» es obligatorio en una solicitud terminada/,
    /«Recibida el» está en el futuro/,
    /no es un RUT válido/,
    /«Respondida el» es anterior al ingreso/,
    /bloqueo temporal no se amplía/,
    /«31\/02\/2026», que no es una fecha/,
    /«Titular» es obligatorio.*«Correo del titular» debe ser un correo/,
  ].entries())
    assert.match(reasons[at], reason)
  api.clock.release()
})

test('a formula is read by its saved value, and a cell that would run as a formula is exported as text', async () => {
  const person = await api.tenant()
  await makeActivity(person, { name: '=1+1' })
  for (const format of ['xlsx', 'csv']) {
    const { totals, rows } = await judged(api, person, await fileOf(person, 'rat', format), {
      target: 'activities',
    })
    assert.equal(totals.skip, 1, `${format}: ${JSON.stringify(rows)}`)
  }
})

/** One of each legal basis: with an article, without one, and with data that change the cited article. */
const FOUNDED: object[] = [
  { legalBasis: 'consent' },
  { legalBasis: 'consent', dataCategories: ['health'] },
  { legalBasis: 'legal_obligation', dataCategories: ['health'] },
  { legalBasis: 'legal_obligation', legalBasisArticle: '16 ter', dataCategories: ['biometric'] },
  { legalBasis: 'consent', legalBasisArticle: '16 ter', dataCategories: ['biometric'] },
  { legalBasis: 'legitimate_interest', legalBasisArticle: '16 b', dataCategories: ['religious'] },
  { legalBasis: 'contract', legalBasisArticle: '16 sexies', dataCategories: ['location'] },
  { legalBasis: 'vital_interest' },
  { legalBasis: 'public_interest' },
]

test('a register with every kind of basis is re-imported without changes', async () => {
  const person = await api.tenant()
  for (const [at, founded] of FOUNDED.entries())
    await makeActivity(person, { name: `Actividad ${at}`, ...founded })
  for (const format of ['xlsx', 'csv']) {
    const { totals, rows } = await judged(api, person, await fileOf(person, 'rat', format), {
      target: 'activities',
    })
    assert.equal(totals.skip, FOUNDED.length, `${format}: ${JSON.stringify(rows)}`)
  }
})

test('a spreadsheet that makes an activity need an assessment announces it like any other change (art. 15 ter)', async () => {
  const person = await api.tenant()
  const dpo = await person.colleague('DPO')
  await makeActivity(person, { name: 'Boletín' })
  await brought(api, person, 'Actividad;Tipos de datos\nBoletín;Nombre, salud\n', { target: 'activities' })
  await api.drain()
  const { items } = (await dpo.get('/notifications?limit=100')).data
  assert.deepEqual(
    items.filter(({ type }: { type: string }) => type === 'dpia.required').length,
    1,
    JSON.stringify(items),
  )
})

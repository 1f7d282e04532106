import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { ground, signed } from '#test/kit/contracts.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { CHECKS } from '../knowledge.ts'
import { INFRACTIONS } from './knowledge/infractions.ts'
import { matrixOf, planOf } from './rules.ts'

const api = await openService()

async function modelOf(person: Person): Promise<string> {
  const reply = await person.get('/governance/mpi')
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(reply.headers['content-type'], 'application/pdf')
  return pdfText(reply.raw).replaceAll('\u200b', '')
}

test('the matrix contains every check with a fine and no other', () => {
  const known = new Map(CHECKS.map((check) => [check.key, check]))
  const used = new Set(Object.values(INFRACTIONS).flatMap((rows) => rows.flatMap(({ checks }) => checks)))
  for (const key of used) assert.ok(known.has(key), key)
  for (const { key, fineClass } of CHECKS) if (fineClass) assert.ok(used.has(key), key)
  for (const row of Object.values(INFRACTIONS).flat())
    assert.equal(row.checks.length === 0, row.toDescribe !== undefined, row.risk)
})

test('a matrix row is controlled, has gaps, has no cases, or must be described', () => {
  const check = (met: number) => ({ key: 'dpia.approved', label: 'Evaluada', met, total: 2 })
  const stateWith = (...checks: ReturnType<typeof check>[]) => matrixOf('gravisima', checks)[0]!.state
  assert.deepEqual([stateWith(check(2)), stateWith(check(1)), stateWith()], ['kept', 'open', 'nothing'])
  assert.equal(matrixOf('gravisima', []).at(-1)!.state, 'undescribed')
})

test('the plan is sorted by date, starting with overdue tasks', () => {
  const plan = planOf({
    now: new Date('2026-12-15T12:00:00Z'),
    dpo: 'Paula Díaz',
    contracts: [{ processor: 'Nube Andina', expiresAt: new Date('2027-03-02T02:00:00Z') }],
    reviews: [
      { month: '2026-12', count: 3 },
      { month: '2027-06', count: 1 },
    ],
    unassessed: 1,
    requests: [{ month: '2027-01', count: 2 }],
    openBreaches: 0,
  })
  assert.deepEqual(
    plan.map(({ on, task }) => `${on} ${task}`),
    [
      '2026-12 Hacer y aprobar la evaluación de impacto pendiente',
      '2026-12 Revisar 3 actividades del registro que cumplen un año sin cambios',
      '2027-01 Responder 2 solicitudes de titulares cuyo plazo vence este mes',
      '2027-03-01 Renovar o terminar el contrato con Nube Andina',
      '2027-06 Revisar la actividad del registro que cumple un año sin cambios',
      '2027-12 Rendir la cuenta anual del delegado a la máxima autoridad y actualizar este modelo',
    ],
  )
})

test('the model of a new organisation lists the gaps and invents nothing', async () => {
  const text = await modelOf(await api.tenant({ name: 'Nueva SpA' }))
  assert.match(text, /MODELO DE PREVENCIÓN DE INFRACCIONES Nueva SpA/)
  assert.match(text, /con el texto que le da la Ley 21\.719 desde el 1 de diciembre de 2026/)
  assert.match(text, /No hay un delegado registrado/)
  assert.match(text, /la caracterización exigida por el DS 662 no existe todavía/)
  assert.match(text, /Sin casos que medir/)
  assert.match(text, /Quién será el delegado de protección de datos/)
  assert.doesNotMatch(text, /\[|undefined|null|NaN/)
})

test('the model shows the records: activities, contracts, the DPO, findings and due dates', async () => {
  const g = await ground(api)
  await signed(g)
  const [entity] = (await g.ana.get('/org/entities')).data.entities
  const named = { dpoName: 'Paula Díaz', dpoEmail: 'paula@ejemplo.cl', legalRepName: 'Rosa Vial' }
  assert.equal((await g.ana.patch(`/org/entities/${entity.id}`, named)).status, 200)
  const publish = async (fields: object) => {
    const id = await makeActivity(g.ana, fields)
    const reply = await g.ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
  await publish({ name: 'Ficha clínica', dataCategories: ['health'], legalBasis: 'legal_obligation' })
  const internationalTransfer = { exists: true, country: 'US', mechanism: 'contractual_clauses' }
  await publish({ name: 'Correo masivo', internationalTransfer })
  const systemId = await makeSystem(g.ana, { name: 'Bodega', hostingCountry: 'BR' })
  await publish({ name: 'Analítica', systemId })
  const text = await modelOf(g.ana)
  assert.match(text, /Chile y Estados Unidos/)
  assert.match(text, /Chile y Brasil/, 'what nobody declared, and the systems show')
  assert.match(text, /Tratar a sabiendas datos sensibles[^.]*En: Ficha clínica\./)
  assert.match(text, /Transferir datos al extranjero sin[^.]*En: Correo masivo\./)
  assert.match(text, /No tener un medio de contacto[^.]*En cualquier actividad del registro/)
  assert.match(text, /Delegado registrado: Paula Díaz · paula@ejemplo\.cl/)
  assert.match(text, /Contrato vigente con 1 de 1 encargados/)
  assert.match(text, /Anexo A\. Acta de designación/)
  assert.match(text, /Multa de hasta 20\.000 UTM/)
  assert.match(text, /30 días corridos, prorrogables una vez por 30/)
  assert.doesNotMatch(text, /Quién será el delegado/)
})

test('an ending contract is a task of the plan until its renewal is signed', async () => {
  const g = await ground(api, { vendor: 'Nube Boreal' })
  const ending = await signed(g, '2027-06-30')
  const task = /Renovar o terminar el contrato con Nube Boreal/
  assert.match(await modelOf(g.ana), task)
  const { data } = await g.ana.post(`/contracts/${ending}/renew`)
  assert.match(await modelOf(g.ana), task)
  const sending = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
  assert.equal((await g.ana.post(`/contracts/${data.id}/send`, sending)).status, 200)
  assert.equal((await g.ana.post(`/contracts/${data.id}/sign`, { signerName: 'Carla Díaz' })).status, 200)
  assert.doesNotMatch(await modelOf(g.ana), task)
})

test('the Word file has the same content, and any other format is refused', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const reply = await ana.get('/governance/mpi?format=docx')
  assert.equal(reply.status, 200)
  assert.match(String(reply.headers['content-type']), /wordprocessingml/)
  assert.match(String(reply.headers['content-disposition']), /modelo-de-prevencion.*\.docx"/)
  const body = strFromU8(unzipSync(reply.raw)['word/document.xml']!)
  assert.match(body, /Por completar por la organización/)
  assert.match(body, /Tienda Sur SpA/)
  assert.equal((await ana.get('/governance/mpi?format=odt')).status, 400)
})

test('only members read the model of their organisation', async () => {
  const ana = await api.tenant({ name: 'Alerce SpA' })
  assert.equal((await (await ana.colleague('VIEWER')).get('/governance/mpi')).status, 200)
  assert.equal((await api.anyone.get('/governance/mpi')).status, 401)
  const stranger = await api.tenant({ name: 'Boldo SpA' })
  assert.ok(!(await modelOf(stranger)).includes('Alerce'))
})

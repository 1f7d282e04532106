import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALM, makeBreach, NOW, reportBreach } from '#test/kit/breaches.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService } from '#test/kit/service.ts'
import { pageOfRegister } from './service.ts'

const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

test('art. 14 sexies: the report to the Agency is complete, and unknown facts are listed beside it', async () => {
  const id = await makeBreach(ana)
  const { status, data } = await ana.get(`/breaches/${id}/notification-template`)
  assert.equal(status, 200)
  for (const words of [
    'Agencia de Protección de Datos Personales',
    'art. 14 sexies, Ley 19.628 (mod. Ley 21.719)',
    'sin dilaciones indebidas',
    'Tienda Sur SpA',
    'Acceso indebido',
    'NATURALEZA',
    'EFECTOS',
    'CATEGORÍAS DE DATOS',
    'Número aproximado',
    'MEDIDAS',
    'prevenir',
    '10 de marzo de 2026',
    'Número aproximado: En investigación; se informará en un reporte complementario.',
    'Inicial',
  ]) {
    assert.ok(data.template.includes(words), words)
  }
  for (const gap of [
    'RUT del responsable',
    'número aproximado de titulares afectados',
    'medidas adoptadas para gestionar y mitigar la vulneración',
    'medidas para prevenir que se repita',
    'fundamento del riesgo evaluado',
  ]) {
    assert.ok(data.gaps.includes(gap), gap)
  }
  assert.doesNotMatch(data.template, /undefined|null|\{\{|plazo legal|RUT:|[[\]]/)
})

test('facts of the incident, the legal entity and the decision are filled in', async () => {
  const { data: list } = await ana.get('/org/entities')
  await ana.patch(`/org/entities/${list.entities[0].id}`, {
    taxId: '76.543.210-3',
    dpoName: 'Pedro Soto',
    dpoEmail: 'dpo@tiendasur.cl',
    postalAddress: 'Av. Libertad 100, Concepción',
    legalRepName: 'Ana Rojas',
  })
  const id = await makeBreach(ana, {
    description: 'Una cuenta fue usada desde fuera. {{taxId}} $& $1',
    attackVector: 'credenciales robadas',
    dataCategories: ['rut', 'financial', 'huella de zapato'],
    estimatedRecords: 12500,
    containmentActions: ['Cuenta bloqueada', 'Claves rotadas'],
  })
  await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, riskToSubjects: 'alto', hasMinorData: true })
  await reportBreach(ana, id)
  const { data } = await ana.get(`/breaches/${id}/notification-template?audience=authority`)
  for (const words of [
    '76.543.210-3',
    'Pedro Soto',
    'dpo@tiendasur.cl',
    'Av. Libertad 100',
    'Ana Rojas',
    'Una cuenta fue usada desde fuera. {{taxId}} $& $1',
    'credenciales robadas',
    '- RUT',
    '- huella de zapato',
    '12.500',
    '- Cuenta bloqueada',
    'Riesgo evaluado: alto',
    'Datos de niños y niñas menores de catorce años: Sí',
    'bancarias o comerciales: Sí',
    'Datos personales sensibles (art. 2 letra g): No',
    'Corresponde comunicar la vulneración a los titulares',
    'Complementario del reporte enviado el',
  ]) {
    assert.ok(data.template.includes(words), words)
  }
  assert.deepEqual(data.gaps.includes('RUT del responsable'), false)
})

test('sensitive data among the categories are reported, even if the decision came before them', async () => {
  const id = await makeBreach(ana, { dataCategories: ['rut', 'health'] })
  await ana.post(`/breaches/${id}/decision-tree`, CALM)
  const { data } = await ana.get(`/breaches/${id}/notification-template`)
  assert.match(data.template, /Datos personales sensibles \(art\. 2 letra g\): Sí/)
})

test('a blank counts as unknown: it is listed as a gap, and the next contact is used', async () => {
  const person = await api.tenant({ name: 'Blancos SpA' })
  const { entities } = (await person.get('/org/entities')).data
  const blanks = { taxId: '', dpoName: ' ', dpoEmail: '', postalAddress: '', legalRepName: '  ' }
  assert.equal((await person.patch(`/org/entities/${entities[0].id}`, blanks)).status, 200)
  await person.put('/settings/tenant', { taxId: '76.543.210-3', contactEmail: 'hola@blancos.cl' })
  const id = await makeBreach(person, { description: ' ', attackVector: '' })
  const { data } = await person.get(`/breaches/${id}/notification-template`)
  for (const gap of [
    'domicilio postal del responsable',
    'representante legal',
    'delegado de protección de datos o persona de contacto',
    'vector o causa',
    'relato de lo ocurrido',
  ]) {
    assert.ok(data.gaps.includes(gap), gap)
  }
  assert.match(data.template, /76\.?543\.?210-3/)
  assert.match(data.template, /hola@blancos\.cl/)
})

test('the notice to the affected people is in plain words: data, consequences, measures, advice, contact', async () => {
  const id = await makeBreach(ana, {
    dataCategories: ['email', 'health'],
    containmentActions: ['Cuenta bloqueada'],
  })
  await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, hasSensitiveData: true, hasMinorData: true })
  const { data } = await ana.get(`/breaches/${id}/notification-template?audience=subjects`)
  assert.equal(data.audience, 'subjects')
  for (const words of [
    'Correo electrónico',
    'Datos de salud',
    'discriminación',
    'Cuenta bloqueada',
    '¿Qué puede hacer usted?',
    'dpo@tiendasur.cl',
    'representante de un niño o niña',
  ]) {
    assert.ok(data.template.includes(words), words)
  }
  assert.ok(data.gaps.includes('explicación breve de lo ocurrido, sin términos técnicos'))
  assert.doesNotMatch(data.template, /[[\]]|Para que no se repita/)
  assert.equal((await ana.get(`/breaches/${id}/notification-template?audience=prensa`)).status, 400)
})

test('the register entry has the items that the law lists, with every communication', async () => {
  const id = await makeBreach(ana, {
    description: 'Robo de un computador',
    dataCategories: ['rut'],
    estimatedRecords: 40,
    containmentActions: ['Borrado remoto'],
  })
  await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, riskToSubjects: 'medio' })
  await reportBreach(ana, id)
  await reportBreach(ana, id, { notificationFileKey: 'segundo.pdf' })
  const { status, data } = await ana.get(`/breaches/${id}/register`)
  assert.equal(status, 200)
  assert.equal(data.nature, 'Robo de un computador')
  assert.match(data.effects, /identidad/)
  assert.deepEqual(data.dataCategories, [{ key: 'rut', label: 'RUT' }])
  assert.equal(data.approximateSubjects, 40)
  assert.deepEqual(data.measures.management, ['Borrado remoto'])
  assert.equal(data.measures.prevention, 'Sin registrar')
  assert.ok(data.missing.includes('efectos constatados'))
  assert.deepEqual(
    data.communications.map(({ kind, notificationFileKey }: Record<string, string>) => [
      kind,
      notificationFileKey,
    ]),
    [
      ['initial', 'reporte.pdf'],
      ['complementary', 'segundo.pdf'],
    ],
  )
  assert.equal(data.riskAssessment.urgency, 'medium')

  const whole = await api.access.actFor(
    ana.tenantId,
    SYSTEM,
    {},
    async (ctx) => (await pageOfRegister(ctx, undefined)).entries,
  )
  assert.deepEqual(
    whole.find(({ breachId }) => breachId === id),
    data,
  )
})

test("notices to people leave out the breach's title in the register", async () => {
  const id = await makeBreach(ana)
  const paper = async (audience: string) => {
    const { status, raw, headers } = await ana.get(`/breaches/${id}/document?audience=${audience}&format=pdf`)
    assert.equal(status, 200)
    return `${String(headers['content-disposition'])} ${pdfText(raw)}`
  }
  for (const audience of ['subjects', 'mass_media'])
    assert.doesNotMatch(await paper(audience), /acceso.{1,3}indebido/i, audience)
  assert.match(await paper('authority'), /acceso.{1,3}indebido/i)
})

test('art. 14 sexies: a press notice that contradicts the recorded notices to each person lacks its reason, and is a draft', async () => {
  const id = await makeBreach(ana)
  const gapsOf = async () =>
    (await ana.get(`/breaches/${id}/notification-template?audience=mass_media`)).data.gaps.filter(
      (gap: string) => /no fue posible avisar/.test(gap),
    )
  assert.deepEqual(await gapsOf(), [], 'the record has no notice yet')
  const told = { notifiedAt: api.clock.now().toISOString(), medium: 'correo' }
  assert.equal((await ana.post(`/breaches/${id}/notify-subjects`, told)).status, 200)
  assert.equal((await gapsOf()).length, 1)
  const { raw } = await ana.get(`/breaches/${id}/document?audience=mass_media&format=pdf`)
  assert.match(pdfText(raw), /BORRADOR/)
})

test('a notice without an addressee begins with a capital letter, and no heading stands alone', async () => {
  const nobody = await api.tenant({ name: 'Hosting Sur SpA' })
  const id = await makeBreach(nobody, { actsAs: 'processor' })
  const { data } = await nobody.get(`/breaches/${id}/notification-template?audience=mass_media`)
  assert.match(data.template, /\n\nLa organización responsable de sus datos informa que/)
  assert.doesNotMatch(data.template, /Contacto\s*$/)
  const own = await makeBreach(nobody)
  const { data: theirs } = await nobody.get(`/breaches/${own}/notification-template?audience=mass_media`)
  assert.doesNotMatch(theirs.template, /\n\nContacto\s*$/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { Failure } from '#kernel/failure.ts'
import { NewActivity } from '../activities/schemas.ts'
import { draftFromText, draftOf } from '../assistant/draft.ts'
import { PACKS } from '../knowledge/packs.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import { getTemplate, listDataCatalog, listTemplates } from './service.ts'
import { templateView } from './views.ts'

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

test('contract 4.3: templates come in one list, and each by its id', async () => {
  const { items } = await listTemplates({})
  assert.ok(items.length >= 15)
  for (const { id } of items.slice(0, 5)) assert.equal((await getTemplate(id)).id, id)
  await assert.rejects(
    getTemplate('no-existe'),
    (error) => error instanceof Failure && error.status === 404 && error.code === 'RESOURCE_NOT_FOUND',
  )
})

test('built-in lists come whole, or in pages on request', async () => {
  const whole = await listTemplates({})
  const first = await listTemplates({ page: 1, limit: 10 })
  const last = await listTemplates({ page: Math.ceil(whole.items.length / 10), limit: 10 })
  assert.equal(first.items.length, 10)
  assert.deepEqual([first.items[0], last.items.at(-1)], [whole.items[0], whole.items.at(-1)])
  assert.equal(first.pagination.total, whole.items.length)
  const beyond = await listTemplates({ page: 1000, limit: 10 })
  assert.deepEqual([beyond.items, beyond.pagination.total], [[], whole.items.length])
  const catalogue = await listDataCatalog({})
  assert.deepEqual(
    catalogue.items.map(({ key }) => key),
    [...DATA_CATEGORY_KEYS],
  )
})

test('a template says whether its data are sensitive: health and socioeconomic situation are', () => {
  const of = (id: string) => templateView(TEMPLATES.find((template) => template.id === id)!)
  assert.equal(of('ficha-clinica').hasSensitiveData, true)
  assert.equal(of('becas').hasSensitiveData, true, 'a grant tells what a family earns')
  assert.equal(of('newsletter').hasSensitiveData, false)
  assert.equal(
    of('inhabilidades-menores').hasSensitiveData,
    false,
    'convictions are not on the list of art. 2 g)',
  )
})

test('missing parts of a template are present and empty', () => {
  for (const template of TEMPLATES) {
    const view = templateView(template)
    for (const [field, value] of Object.entries(view))
      assert.notEqual(value, undefined, `${template.id} ${field}`)
    assert.equal(view.automatedDecisions, view.automatedLogic !== null, template.id)
  }
})

test('POST accepts every template as an activity', () => {
  for (const template of TEMPLATES)
    assert.deepEqual(faultsBy(NewActivity, { ...draftOf(template), systemId: ID }), [], template.id)
})

test('copies of a template are independent', () => {
  const [one, other] = [draftOf(TEMPLATES[0]!), draftOf(TEMPLATES[0]!)]
  one.dataCategories.push('criminal')
  one.recipients.push('Otro')
  one.securityMeasures.length = 0
  assert.notDeepEqual(one, other)
  assert.deepEqual(other, draftOf(TEMPLATES[0]!))
})

test('POST accepts any proposal, or the proposal says that it knows too little', () => {
  for (const text of [
    'Cámaras de seguridad en la bodega',
    'Tenemos un club de niños que juega fútbol',
    'Vendemos zapatos por internet y los mandamos con un courier',
    'Municipalidad que entrega ayudas sociales',
    'Control de asistencia con huella',
    'Corredora que arrienda departamentos',
    'Laboratorio que investiga el genoma con muestras de saliva',
  ]) {
    const { draft, confidence } = draftFromText(text)
    assert.ok(confidence >= 0.5, text)
    assert.deepEqual(faultsBy(NewActivity, { ...draft, systemId: ID }), [], text)
  }
  const { draft, confidence } = draftFromText('zzz qqq')
  assert.ok(confidence < 0.5)
  assert.deepEqual([draft.legalBasis, draft.retentionPeriod, draft.dataCategories], [null, null, []])
  assert.match(draft.name + draft.purpose, /zzz qqq/i)
})

test('a pack names existing templates, each once', () => {
  const known = TEMPLATES.map(({ id }) => id)
  for (const { key, templateIds } of PACKS) {
    assert.deepEqual(
      templateIds.filter((id) => !known.includes(id)),
      [],
      key,
    )
    assert.equal(new Set(templateIds).size, templateIds.length, key)
  }
  assert.equal(new Set(PACKS.map(({ key }) => key)).size, PACKS.length)
})

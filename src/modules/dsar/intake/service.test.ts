import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { BEFORE_THE_LAW, BY, NAME_ALONE, ON_THE_DAY } from '#test/kit/dsar-rows.ts'
import { isPlainFolio } from '../folio.ts'
import type { RIGHT_TYPES } from '../rules.ts'
import type { Form } from '../widgets/repo.ts'
import { FormConfig, Received } from './schemas.ts'
import { formConfig, pretendToReceive } from './service.ts'

// ── a machine that fills in the hidden field ──

const pretend = (now: string, right: (typeof RIGHT_TYPES)[number] = 'ACCESS') =>
  pretendToReceive(right, { law: LAW, now: new Date(now) })

test('a machine gets an answer of the same shape and the same dates as a person', () => {
  const answer = pretend('2026-12-01T15:00:00Z')
  assert.deepEqual(Object.keys(answer), Object.keys(Received.properties))
  assert.deepEqual([answer.responseDeadline, answer.legalDueOn], ['2026-12-31T15:00:00.000Z', '2026-12-31'])
  assert.equal(pretend('2026-12-01T15:00:00Z', 'BLOCKING').legalDueOn, '2026-12-03')
})

test('its folio has the form of all others, is of the Chilean year, and leads to nobody', () => {
  // Folios count from one.
  assert.equal(pretend('2026-12-31T15:00:00Z').folioNumber, 'ARCO-2026-00000')
  assert.equal(pretend('2027-01-01T02:59:59Z').folioNumber, 'ARCO-2026-00000')
  assert.equal(pretend('2027-01-01T03:00:00Z').folioNumber, 'ARCO-2027-00000')
  assert.ok(isPlainFolio(pretend('2026-12-31T15:00:00Z').folioNumber))
  assert.notEqual(pretend('2026-12-31T15:00:00Z').id, pretend('2026-12-31T15:00:00Z').id)
})

// ── how a form is drawn ──

const form = (config: Record<string, unknown>, responsible = BY) =>
  ({ config, widget_key: 'k', responsible }) as unknown as Form

test('a form without a configuration has a title and offers all seven rights, each with its article', () => {
  const config = formConfig(form({}), ON_THE_DAY)
  assert.deepEqual(Object.keys(config).toSorted(), Object.keys(FormConfig.properties).toSorted())
  assert.deepEqual(
    [config.title, config.intro, config.theme, config.notice],
    ['Ejerza sus derechos sobre sus datos personales', null, null, null],
  )
  assert.deepEqual(
    config.rightTypes.map(({ value, article }) => [value, article.split(',')[0]]),
    [
      ['ACCESS', 'art. 5'],
      ['RECTIFICATION', 'art. 6'],
      ['DELETION', 'art. 7'],
      ['OPPOSITION', 'art. 8'],
      ['PORTABILITY', 'art. 9'],
      ['BLOCKING', 'art. 8 ter'],
      ['AUTO_DECISION', 'art. 8 bis'],
    ],
  )
})

test('what was configured is shown, the rights in the order of the law whatever order was sent', () => {
  const config = formConfig(
    form({ title: 'Sus datos', intro: 'Hola', rightTypes: ['DELETION', 'ACCESS'], theme: { color: '#fff' } }),
    ON_THE_DAY,
  )
  assert.deepEqual([config.title, config.intro, config.theme], ['Sus datos', 'Hola', { color: '#fff' }])
  assert.deepEqual(
    config.rightTypes.map(({ value }) => value),
    ['ACCESS', 'DELETION'],
  )
})

test('it says who answers and how to write to them, and nothing else of the entity', () => {
  const { organizationName, dpoName, dpoEmail, contactEmail } = formConfig(form({}), ON_THE_DAY)
  assert.deepEqual(
    [organizationName, dpoName, dpoEmail, contactEmail],
    ['Tienda Sur SpA', 'Pedro Soto', 'dpo@tiendasur.cl', 'dpo@tiendasur.cl'],
  )
  const bare = formConfig(form({}, NAME_ALONE), ON_THE_DAY)
  assert.deepEqual([bare.dpoName, bare.contactEmail], [null, null])
  assert.doesNotMatch(
    JSON.stringify(formConfig(form({ allowedOrigins: ['https://x.cl'] }), ON_THE_DAY)),
    /x\.cl|76543210/,
  )
})

test('until the law binds the form says from when rights can be demanded', () => {
  assert.match(formConfig(form({}), BEFORE_THE_LAW).notice!, /desde el 1 de diciembre de 2026/)
})

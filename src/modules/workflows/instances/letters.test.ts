import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#kernel/roles.ts'
import { WORKFLOW_ENTITY_TYPES } from '../model.ts'
import { termLetter } from './letters.ts'

const TERM = {
  overdue: false,
  definition: 'Revisión de contratos',
  stage: { name: 'Legal', requiredRole: 'DPO' },
  dueAt: new Date('2027-03-10T02:05:00Z'),
  entityType: 'CONTRACT',
  title: 'Contrato de encargo con Nube Andina',
} as const

test('a letter gives the record’s name, the due time in Chile, and who may act', () => {
  assert.deepEqual(termLetter(TERM), {
    subject: 'Por vencer: etapa «Legal» de Revisión de contratos',
    paragraphs: [
      'La etapa «Legal» del flujo «Revisión de contratos» vence el 9 de marzo de 2027 a las 23:05.',
      'Se trata del contrato «Contrato de encargo con Nube Andina». Para resolverla hace falta el rol «Delegado o delegada de protección de datos» o uno superior.',
    ],
  })
  const { subject, paragraphs } = termLetter({ ...TERM, overdue: true })
  assert.equal(subject, 'Vencida: etapa «Legal» de Revisión de contratos')
  assert.match(paragraphs[0]!, /venció el 9 de marzo de 2027 a las 23:05 y sigue sin resolverse\.$/)
})

test('no letter contains the code of a role', () => {
  for (const requiredRole of ROLES) {
    const text = termLetter({ ...TERM, stage: { name: 'Legal', requiredRole } }).paragraphs.join(' ')
    assert.doesNotMatch(text, new RegExp(`\\b${requiredRole}\\b|undefined`), requiredRole)
  }
})

test('no letter contains the code of a kind, for any record', () => {
  for (const entityType of WORKFLOW_ENTITY_TYPES) {
    const text = termLetter({ ...TERM, entityType }).paragraphs.join(' ')
    assert.doesNotMatch(text, new RegExp(`\\b${entityType}\\b|undefined|de el\\b`), entityType)
    assert.match(text, /Se trata (de la|del) \p{Ll}[\p{L} ]+ «/u)
  }
})

import Type, { type Static } from 'typebox'
import { Flag, Id, Instant, listOf, listQuery, nullable, oneOf } from '#http/schema-kit.ts'
import type { List } from '#kernel/paging.ts'
import { ACTIONS } from '../notices/rules.ts'
import { PROOFS } from '../rules.ts'
import { Hash } from '../schemas.ts'

const KINDS = ['notice', 'template'] as const

const decision = {
  kind: oneOf(KINDS),
  noticeId: nullable(Id()),
  templateId: nullable(Id()),
  version: Type.Integer({ minimum: 1 }),
  granted: Flag({ description: 'En un aviso: si se aceptó alguna finalidad que se puede rechazar' }),
  decisions: nullable(
    Type.Unsafe<Record<string, boolean>>({
      type: 'object',
      additionalProperties: { type: 'boolean' },
      examples: [{ necessary: true, analytics: false }],
    }),
  ),
  action: nullable(oneOf(ACTIONS)),
  source: Type.String({ examples: ['form'] }),
  provenBy: oneOf(PROOFS, { description: 'Cómo se probó quién decidió' }),
  occurredAt: Instant(),
  createdAt: Instant(),
}

export const OfSubject = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['camila@correo.cl'] }),
})

export const SubjectConsent = Type.Object({
  ...decision,
  name: Type.String({ examples: ['Boletín de ofertas'] }),
  subjectRef: Type.String({ examples: ['camila@correo.cl'] }),
  recordId: Id(),
  receipt: Hash(),
})
export type SubjectConsent = Static<typeof SubjectConsent>

/** The last decision on each notice and form. */
export const SUBJECT_CONSENTS: List<'occurredAt'> = {
  name: 'consents_of_subject',
  sorts: { occurredAt: 'occurredAt' },
  first: '-occurredAt',
  changed: 'createdAt',
  id: 'recordId',
  search: { columns: ['name', 'source', 'kind'] },
}

export const SubjectQuery = listQuery(SUBJECT_CONSENTS, {})
export type SubjectQuery = Static<typeof SubjectQuery>

const list = listOf('items', SubjectConsent)

export const SubjectConsents = Type.Object({
  subjectRef: Type.String({ examples: ['camila@correo.cl'] }),
  ...list.properties,
})

export const OfReceipt = Type.Object({
  receipt: Type.String({
    pattern: '^[0-9a-f]{64}$',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
})

/** Who consented is not in it. */
export const VerifiedReceipt = Type.Object({
  valid: Flag({ description: 'El registro y el texto mostrado siguen dando este mismo recibo' }),
  ...decision,
  contentHash: Hash(),
  organization: Type.Object({ name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
})
export type VerifiedReceipt = Static<typeof VerifiedReceipt>

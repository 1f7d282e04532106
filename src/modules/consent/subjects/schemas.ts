import Type, { type Static } from 'typebox'
import {
  AnyObject,
  Flag,
  Id,
  Instant,
  listOf,
  listQuery,
  NullableText,
  nullable,
  oneOf,
} from '#http/schema-kit.ts'
import type { List } from '#kernel/paging.ts'
import { ACTIONS } from '../notices/rules.ts'
import { PROOFS } from '../rules.ts'
import { Hash, SubjectRef } from '../schemas.ts'

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

// ── for the people of the organisation ──

const recorded = {
  id: Id(),
  ...decision,
  name: Type.String({ examples: ['Boletín de ofertas'] }),
  subjectRef: Type.String({ examples: ['camila@correo.cl'] }),
  isEffective: Flag({ description: 'Si cuenta; false mientras espera la confirmación de la persona' }),
  receipt: Hash(),
}

/** Every decision of a person, under one of their references. */
export const SUBJECT_RECORDS: List<'occurredAt'> = {
  name: 'consent_records_of_subject',
  sorts: { occurredAt: 'occurredAt' },
  first: '-occurredAt',
  changed: 'createdAt',
  id: 'id',
  search: { columns: ['name', 'source', 'kind'] },
}

export const SubjectRecordsQuery = listQuery(SUBJECT_RECORDS, {
  subjectRef: Type.Optional(SubjectRef()),
})
export type SubjectRecordsQuery = Static<typeof SubjectRecordsQuery>

export const SubjectRecord = Type.Object(recorded)
export type SubjectRecord = Static<typeof SubjectRecord>

export const SubjectRecords = Type.Object({
  subjectRef: Type.String({ examples: ['camila@correo.cl'] }),
  ...listOf('items', SubjectRecord).properties,
})

/** One decision with the text shown, so that it proves the consent by itself. */
export const ConsentRecord = Type.Object({
  ...recorded,
  valid: Flag({ description: 'El registro y el texto mostrado siguen dando este mismo recibo' }),
  contentHash: Hash(),
  shown: Type.Object(
    {
      title: Type.String({ examples: ['Su privacidad'] }),
      text: nullable(Type.String({ examples: ['Autorizo el envío de ofertas por correo.'] })),
      purposes: Type.Array(
        Type.Object({
          key: Type.String({ examples: ['analytics'] }),
          name: Type.String({ examples: ['Medición de uso'] }),
          description: nullable(Type.String()),
          required: Flag(),
          granted: Flag(),
        }),
      ),
    },
    { description: 'El texto de la versión que la persona tuvo a la vista' },
  ),
  values: AnyObject({ examples: [{ nombre: 'Camila Soto' }] }),
  representative: nullable(AnyObject({ examples: [{ name: 'Rosa Soto', relation: 'madre' }] })),
  channel: NullableText('paper'),
  evidence: nullable(Type.String({ examples: ['Formulario firmado, carpeta 12'] })),
  recordedBy: NullableText('Luis Soto'),
  url: NullableText('https://www.tiendasur.cl/'),
  userAgent: NullableText('Mozilla/5.0'),
  language: NullableText('es'),
  signal: NullableText('gpc'),
})
export type ConsentRecord = Static<typeof ConsentRecord>

export const OfReceipt = Type.Object({
  receipt: Type.String({
    pattern: '^[0-9a-f]{64}$',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
})

/** The verified receipt leaves out the person. */
export const VerifiedReceipt = Type.Object({
  valid: Flag({ description: 'El registro y el texto mostrado siguen dando este mismo recibo' }),
  ...decision,
  contentHash: Hash(),
  organization: Type.Object({ name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
})
export type VerifiedReceipt = Static<typeof VerifiedReceipt>

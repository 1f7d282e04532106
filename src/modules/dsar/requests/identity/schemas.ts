import Type, { type Static } from 'typebox'
import {
  Flag,
  Id,
  Instant,
  LongText,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  someOf,
} from '#http/schema-kit.ts'
import { METHODS, PROVABLE } from './rules.ts'

// ── input ──

export const NewIdentityCheck = Type.Object(
  {
    method: oneOf(METHODS, {
      description:
        'No pida una copia de la cédula cuando baste con menos, como verla o enviar un código (arts. 3 letra c) y 11, Ley 19.628)',
    }),
    proves: someOf(PROVABLE, { description: 'Qué quedó probado: el correo, el RUT, la representación' }),
    notes: optional(Remark(2000, { description: 'Qué se comprobó, sin copiar más datos de los necesarios' })),
    fileId: optional(Id({ description: 'La evidencia, subida antes con POST /files' })),
  },
  { examples: [{ method: 'document_seen', proves: ['rut'], notes: 'Cédula vigente, a la vista.' }] },
)
export type NewIdentityCheck = Static<typeof NewIdentityCheck>

export const WithdrawnCheck = Type.Object(
  { reason: LongText() },
  { examples: [{ reason: 'Era la cédula de otra persona.' }] },
)

export const ByCheck = Type.Object({ id: PathId, checkId: PathId })

// ── output ──

const IdentityCheck = Type.Object({
  id: Id(),
  method: oneOf(METHODS),
  proves: someOf(PROVABLE),
  notes: nullable(Type.String({ examples: ['Cédula vigente, a la vista.'] })),
  fileId: nullable(Id({ description: 'Se descarga con GET /files/{key}' })),
  checkedBy: nullable(Type.String({ examples: ['Ana Rojas'] })),
  createdAt: Instant(),
  isWithdrawn: Flag(),
  withdrawnAt: nullable(Instant()),
  withdrawnBecause: nullable(Type.String({ examples: ['Era la cédula de otra persona.'] })),
})
export type IdentityCheck = Static<typeof IdentityCheck>

const Proof = () => oneOf(['proven', 'claimed'])

export const Identity = Type.Object(
  {
    email: Proof(),
    rut: Proof(),
    representation: nullable(Proof()),
    method: oneOf(['none', 'portal_code', ...METHODS], { description: 'La última comprobación vigente' }),
    checks: Type.Array(IdentityCheck, { description: 'Desde la más antigua, también las que se retiraron' }),
  },
  { description: 'Qué se probó de la identidad: antes de responder, verifique lo que solo se declaró' },
)
export type Identity = Static<typeof Identity>

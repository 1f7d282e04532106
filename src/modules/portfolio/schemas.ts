import Type, { type Static } from 'typebox'
import { Flag, Id, nullable, oneOf, PathId } from '#http/schema-kit.ts'
import { COPY_KINDS } from './public.ts'

// ── input ──

export const CopyableQuery = Type.Object({
  from: Type.Optional(
    Type.Unsafe<string>({ ...PathId, description: 'La organización (tenantId); por defecto, la activa' }),
  ),
})
export type CopyableQuery = Static<typeof CopyableQuery>

const MOST = 200

const ONE = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const OTHER = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8ea0'

export const CopyOrder = Type.Object(
  {
    from: Type.Unsafe<string>({ ...PathId, description: 'La organización de origen (tenantId)' }),
    to: Type.Unsafe<string>({ ...PathId, description: 'La organización de destino (tenantId)' }),
    items: Type.Array(Type.Object({ kind: oneOf(COPY_KINDS), id: PathId }), { minItems: 1, maxItems: MOST }),
    dryRun: Type.Optional(Flag({ description: 'Solo dice qué se haría' })),
  },
  {
    examples: [{ from: ONE, to: OTHER, items: [{ kind: 'contract_template', id: ONE }], dryRun: true }],
  },
)
export type CopyOrder = Static<typeof CopyOrder>

// ── output ──

const Name = Type.String({ examples: ['Contrato con encargados, versión del estudio'] })

export const CopyableItems = Type.Object({
  items: Type.Array(Type.Object({ kind: oneOf(COPY_KINDS), id: Id(), name: Name })),
})

export const Copied = Type.Object({
  dryRun: Flag(),
  items: Type.Array(
    Type.Object({
      kind: oneOf(COPY_KINDS),
      id: Id(),
      name: Name,
      action: oneOf(['create', 'skip'] as const, {
        description: '«skip» si el destino ya tiene uno de la misma clase con ese nombre',
      }),
      newId: nullable(Id({ description: 'El del destino; nulo si no se creó' })),
    }),
  ),
})
export type Copied = Static<typeof Copied>

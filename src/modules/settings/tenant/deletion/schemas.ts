import Type, { type Static } from 'typebox'
import { BoundedText, Instant, nullable } from '#http/schema-kit.ts'

export const DeletionRequest = Type.Object(
  { confirm: BoundedText(100, { description: 'El nombre corto (slug) de la organización, para confirmar' }) },
  { examples: [{ confirm: 'tienda-sur-spa' }] },
)
export type DeletionRequest = Static<typeof DeletionRequest>

export const Deletion = Type.Object({
  dueAt: nullable(
    Instant({ description: 'Desde cuándo se borra todo; nulo si no hay una eliminación pendiente' }),
  ),
})

import Type, { type Static } from 'typebox'
import { Name, oneOf, optional } from '#http/schema-kit.ts'
import { PLAN_NAMES } from '#kernel/plans.ts'

export const NewTenant = Type.Object(
  { organizationName: Name(), plan: optional(oneOf(PLAN_NAMES)) },
  { examples: [{ organizationName: 'Filial Norte SpA' }] },
)
export type NewTenant = Static<typeof NewTenant>

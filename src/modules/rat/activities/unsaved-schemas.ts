import Type, { type Static } from 'typebox'
import { LegalWarnings } from '#http/legal-schemas.ts'
import { Id, optional } from '#http/schema-kit.ts'
import { ActivityPatch, DpiaReasons, factors, risk } from './schemas.ts'

// ── input ──

/** Fields as typed: the known ones of an unsaved activity, or the changed ones of a saved one. */
export const UnsavedActivity = Type.Object(
  {
    activityId: optional(Id({ description: 'La actividad que se cambia: lo que no se envía viene de ella' })),
    dataVolume: factors.dataVolume,
    ...ActivityPatch.properties,
  },
  {
    examples: [
      {
        name: 'Fichas de pacientes',
        purpose: 'Atender a los pacientes',
        legalBasis: 'contract',
        dataCategories: ['name', 'health'],
        dataVolume: 'medium',
      },
    ],
  },
)
export type UnsavedActivity = Static<typeof UnsavedActivity>

// ── output ──

export const UnsavedCheck = Type.Object({
  warnings: LegalWarnings(),
  missing: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['systemId'] }),
      label: Type.String({ examples: ['el sistema donde se tratan los datos'] }),
    }),
    { description: 'Lo que falta indicar para publicarla' },
  ),
  score: Type.Integer({ minimum: 0, maximum: 100, examples: [92] }),
  hasSensitiveData: Type.Boolean({ examples: [true] }),
  dpiaReasons: DpiaReasons,
  ...risk,
})
export type UnsavedCheck = Static<typeof UnsavedCheck>

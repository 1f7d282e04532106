import Type from 'typebox'
import { Count, Flag, nullable, oneOf } from '#http/schema-kit.ts'
import { FEATURES, type Feature, PLAN_NAMES } from '#kernel/plans.ts'

const features = Object.fromEntries(Object.keys(FEATURES).map((name) => [name, Flag()])) as Record<
  Feature,
  ReturnType<typeof Flag>
>

const Limit = nullable(Count({ description: 'null es sin límite' }))

export const Usage = Type.Object({
  plan: oneOf(PLAN_NAMES),
  features: Type.Object(features),
  limits: Type.Object({
    requestsPerMinute: Limit,
    domains: Limit,
    contracts: Limit,
    workflowDefinitions: Limit,
    aiQueriesPerMonth: Limit,
    departments: Limit,
    lettersPerDay: Limit,
    storageBytes: Limit,
  }),
  usage: Type.Object({
    domains: Count(),
    contracts: Count(),
    workflowDefinitions: Count(),
    aiQueries: Count(),
    members: Count(),
    lettersToday: Count({ description: 'Cartas que causaron los miembros en las últimas 24 horas' }),
    storageBytes: Count({ description: 'Lo que guarda la organización' }),
    citizenStorageBytes: Count({
      description:
        'Lo que las personas adjuntaron a sus solicitudes. No ocupa el espacio de la organización: tiene otro tanto aparte',
    }),
  }),
})

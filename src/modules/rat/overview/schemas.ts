import Type from 'typebox'
import { Count, Id, oneOf } from '#http/schema-kit.ts'
import { STATES } from '../rules.ts'

const YesNo = Type.Object({ yes: Count(), no: Count() })

export const Stats = Type.Object({
  total: Count(),
  byStatus: Type.Array(Type.Object({ status: oneOf(STATES), count: Count() })),
  byLegalBasis: Type.Array(
    Type.Object({
      legalBasis: Type.String({ examples: ['consent'], description: 'unset: todavía sin base' }),
      count: Count(),
    }),
  ),
  byRiskLevel: Type.Array(
    Type.Object({
      riskLevel: Type.String({ examples: ['low'], description: 'unassessed: todavía sin calcular' }),
      count: Count(),
    }),
  ),
  sensitiveData: YesNo,
  internationalTransfers: YesNo,
  dpiaRequired: YesNo,
  byDataCategory: Type.Array(Type.Object({ category: Type.String({ examples: ['email'] }), count: Count() })),
  dpaStatus: Type.Object(
    { signed: Count(), pending: Count(), notRequired: Count() },
    { description: 'Actividades: con todos sus encargados firmados, con alguno sin firmar, sin encargados' },
  ),
})

const MARKER_TYPES = ['processor', 'hosting', 'transfer'] as const

export const GeoSummary = Type.Object({
  markers: Type.Array(
    Type.Object({
      activityId: Id(),
      activityName: Type.String({ examples: ['Boletín mensual'] }),
      country: Type.String({
        examples: ['US'],
        description: 'Código ISO; el texto tal cual si no es un país conocido',
      }),
      countryName: Type.String({ examples: ['Estados Unidos'] }),
      type: oneOf(MARKER_TYPES),
      detail: Type.String({ examples: ['Nube Andina SpA'], description: 'Encargado, sistema o mecanismo' }),
    }),
  ),
})

import Type, { type Static } from 'typebox'
import {
  blankable,
  CalendarDate,
  Email,
  Flag,
  Id,
  Instant,
  listQuery,
  Name,
  NullableText,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { NewReviewAt, ReviewAt, ReviewDue } from '#modules/tasks/public.ts'
import { AUTHORISATIONS, DPA_STATES, OUTCOMES, RISK_LEVELS, SOURCES } from './rules.ts'

// ── input ──

const details = {
  /** A RUT or a foreign number. It is not checked. */
  taxId: optional(Remark(50)),
  country: optional(Remark(200)),
  contactName: optional(Remark(200)),
  contactEmail: blankable(Email()),
  services: optional(Remark()),
  dpaStatus: optional(oneOf(DPA_STATES)),
  reviewAt: NewReviewAt,
}

export const NewProcessor = Type.Object(
  { name: Name(), ...details },
  {
    examples: [
      {
        name: 'Nube Andina SpA',
        taxId: '76.543.210-3',
        country: 'CL',
        contactName: 'Ana Rojas',
        contactEmail: 'privacidad@nubeandina.cl',
        services: 'Alojamiento y respaldo de las bases de clientes',
        dpaStatus: 'PENDING',
      },
    ],
  },
)
export type NewProcessor = Static<typeof NewProcessor>

export const ProcessorPatch = Type.Object(
  { name: Type.Optional(Name()), ...details },
  { examples: [{ dpaStatus: 'SIGNED', contactEmail: 'dpo@nubeandina.cl' }] },
)
export type ProcessorPatch = Static<typeof ProcessorPatch>

const EXAMPLE_ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

/** An answer to one question of the diligence. */
export const Finding = Type.Object(
  {
    outcome: oneOf(OUTCOMES),
    note: optional(Remark(2000)),
    checkedOn: blankable(CalendarDate({ description: 'El día en que se revisó; por defecto, hoy' })),
    fileKeys: optional(
      Type.Array(Id(), { maxItems: 20, description: 'Evidencia: archivos subidos a este encargado' }),
    ),
  },
  {
    examples: [{ outcome: 'YES', note: 'Certificado ISO 27001 vigente hasta 2027', checkedOn: '2026-10-05' }],
  },
)
export type Finding = Static<typeof Finding>

export const ByQuestion = Type.Object({
  id: PathId,
  question: Type.String({ minLength: 1, maxLength: 50, examples: ['security'] }),
})

const subDetails = {
  country: optional(Remark(200)),
  services: optional(Remark(2000)),
  authorisation: Type.Optional(
    oneOf(AUTHORISATIONS, { description: 'AUTHORISED pide el día de la autorización escrita' }),
  ),
  authorisedOn: blankable(CalendarDate()),
  fileKey: blankable(Id({ description: 'La autorización: un archivo subido a este encargado' })),
  note: optional(Remark(2000)),
}

export const NewSubProcessor = Type.Object(
  { name: Name(), ...subDetails },
  {
    examples: [
      {
        name: 'Respaldos del Sur SpA',
        country: 'Chile',
        services: 'Copia de seguridad',
        authorisation: 'PENDING',
      },
    ],
  },
)
export type NewSubProcessor = Static<typeof NewSubProcessor>

export const SubProcessorPatch = Type.Object(
  { name: Type.Optional(Name()), ...subDetails },
  { examples: [{ authorisation: 'AUTHORISED', authorisedOn: '2026-10-05' }] },
)
export type SubProcessorPatch = Static<typeof SubProcessorPatch>

export const BySubProcessor = Type.Object({ id: PathId, subId: PathId })

export const PROCESSORS = newestFirst('processors', { name: TITLE })

export const ProcessorsQuery = listQuery(PROCESSORS, {
  dpaStatus: Type.Optional(oneOf(DPA_STATES)),
  risk: Type.Optional(oneOf(RISK_LEVELS, { description: 'El nivel de riesgo de hoy' })),
  reviewDue: ReviewDue,
})
export type ProcessorsQuery = Static<typeof ProcessorsQuery>

// ── output ──

export const Processor = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Nube Andina SpA'] }),
  taxId: NullableText('76.543.210-3'),
  country: NullableText('CL'),
  contactName: NullableText('Ana Rojas'),
  contactEmail: NullableText('privacidad@nubeandina.cl'),
  services: NullableText('Alojamiento y respaldo de las bases de clientes'),
  dpaStatus: oneOf(DPA_STATES),
  source: oneOf(SOURCES),
  reviewAt: ReviewAt,
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Processor = Static<typeof Processor>

const Risk = Type.Object(
  {
    level: oneOf(RISK_LEVELS),
    points: Type.Integer({ minimum: 0, examples: [3] }),
    reasons: Type.Array(
      Type.Object({
        reason: Type.String({ examples: ['No tiene contrato.'] }),
        points: Type.Integer({ minimum: 0 }),
        article: NullableText('art. 15 bis'),
      }),
    ),
  },
  {
    description:
      'Del contrato, los datos que trata, el país, la diligencia y los subencargados: medio desde 3 puntos, alto desde 6',
  },
)

export const ListedProcessor = Type.Object({ ...Processor.properties, risk: Risk })

export const ProcessorDetail = Type.Object({
  ...ListedProcessor.properties,
  systems: Type.Array(Type.Object({ id: Id(), name: Type.String({ examples: ['CRM de ventas'] }) }), {
    description: 'Sistemas del mapa de datos que lo tienen por proveedor',
  }),
})
export type ProcessorDetail = Static<typeof ProcessorDetail>

export const DiligenceAnswer = Type.Object({
  key: Type.String({ examples: ['security'] }),
  question: Type.String({ examples: ['¿Tiene medidas de seguridad por escrito?'] }),
  evidence: Type.String({ examples: ['Política de seguridad'] }),
  article: Type.String({ examples: ['arts. 14 quinquies y 15 bis'] }),
  isKey: Flag({ description: 'La ley impone ese deber: un «no» pesa el doble en el riesgo' }),
  outcome: nullable(oneOf(OUTCOMES)),
  note: NullableText('Certificado vigente hasta 2027'),
  checkedOn: nullable(CalendarDate()),
  checkedBy: NullableText('Ana Rojas'),
  fileKeys: Type.Array(Type.String({ examples: [EXAMPLE_ID] })),
})

export const Diligence = Type.Object({
  items: Type.Array(DiligenceAnswer),
  answered: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
})

export const SubProcessor = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Respaldos del Sur SpA'] }),
  country: NullableText('Chile'),
  services: NullableText('Copia de seguridad'),
  authorisation: oneOf(AUTHORISATIONS),
  authorisedOn: nullable(CalendarDate()),
  fileKey: NullableText(EXAMPLE_ID),
  note: NullableText('Pedida por correo'),
  createdAt: Instant(),
  updatedAt: Instant(),
})

export const SubProcessors = Type.Object({ items: Type.Array(SubProcessor) })

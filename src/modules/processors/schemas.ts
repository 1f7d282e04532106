import Type, { type Static } from 'typebox'
import {
  blankable,
  Email,
  Id,
  Instant,
  listQuery,
  Name,
  NullableText,
  oneOf,
  optional,
  Remark,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { NewReviewAt, ReviewAt, ReviewDue } from '#modules/tasks/public.ts'
import { DPA_STATES, SOURCES } from './rules.ts'

// ── what comes in ──

const details = {
  /** A RUT or the number of another country: not checked. */
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

export const PROCESSORS = newestFirst('processors', { name: TITLE })

export const ProcessorsQuery = listQuery(PROCESSORS, {
  dpaStatus: Type.Optional(oneOf(DPA_STATES)),
  reviewDue: ReviewDue,
})
export type ProcessorsQuery = Static<typeof ProcessorsQuery>

// ── what goes out ──

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

export const ProcessorDetail = Type.Object({
  ...Processor.properties,
  systems: Type.Array(Type.Object({ id: Id(), name: Type.String({ examples: ['CRM de ventas'] }) }), {
    description: 'Sistemas del mapa de datos que lo tienen por proveedor',
  }),
})
export type ProcessorDetail = Static<typeof ProcessorDetail>

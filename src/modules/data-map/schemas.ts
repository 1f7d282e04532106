import Type, { type Static } from 'typebox'
import {
  blankable,
  CalendarDate,
  Count,
  Email,
  Flag,
  Id,
  Instant,
  listQuery,
  Name,
  NullableText,
  nullable,
  optional,
  Remark,
  RowTag,
  TextList,
  Texts,
} from '#http/schema-kit.ts'
import { newestFirst, newestWritten, TITLE } from '#kernel/paging.ts'
import { VOCABULARY } from './knowledge/vocabulary.ts'

// ── input ──

/** A value of a list that the contract leaves open. The catalogue suggests some, and any text is accepted. */
const Word = Name

const details = {
  description: optional(Remark()),
  owner: optional(Remark(200)),
  ownerEmail: blankable(
    Email({ description: 'A quién se le escribe para buscar, corregir o borrar datos en el sistema' }),
  ),
  hostingType: optional(Remark(200)),
  hostingCountry: optional(Remark(200)),
  vendor: optional(Remark(200)),
  dataCategories: optional(Texts()),
  hasSensitiveData: optional(Flag({ description: 'Si no se envía, lo dicen las categorías de datos' })),
  securityMeasures: optional(Texts()),
  contractStatus: optional(Remark(200)),
  contractExpiry: blankable(CalendarDate()),
  hasDpaClause: optional(Flag()),
}

export const NewSystem = Type.Object(
  { name: Name(), type: Word(), ...details },
  {
    examples: [
      {
        name: 'CRM de ventas',
        type: 'CRM',
        description: 'Clientes y oportunidades de todas las tiendas',
        owner: 'Gerencia Comercial',
        ownerEmail: 'crm@tiendasur.cl',
        hostingType: 'SAAS',
        hostingCountry: 'US',
        vendor: 'Nube Andina SpA',
        dataCategories: ['name', 'email', 'phone', 'rut'],
        hasSensitiveData: false,
        securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'Doble factor para todo el equipo'],
        contractStatus: 'ACTIVE',
        contractExpiry: '2027-12-31',
        hasDpaClause: true,
      },
    ],
  },
)
export type NewSystem = Static<typeof NewSystem>

export const SystemPatch = Type.Object(
  { name: Type.Optional(Name()), type: Type.Optional(Word()), ...details },
  { examples: [{ contractStatus: 'EXPIRED', securityMeasures: ['ENCRYPTION', 'BACKUP'] }] },
)
export type SystemPatch = Static<typeof SystemPatch>

export const SYSTEMS = newestFirst('systems', { name: TITLE })

export const SystemsQuery = listQuery(SYSTEMS, {
  type: Type.Optional(Remark(200)),
  contractStatus: Type.Optional(Remark(200)),
})
export type SystemsQuery = Static<typeof SystemsQuery>

export const FLOWS = newestWritten('data_flows', { words: 'data_flows' })

export const FlowsQuery = listQuery(FLOWS, {})
export type FlowsQuery = Static<typeof FlowsQuery>

export const NewFlow = Type.Object(
  {
    sourceSystemId: Id(),
    targetSystemId: Id(),
    description: optional(Remark()),
    dataCategories: optional(Texts()),
    isInternational: optional(Flag()),
    safeguards: optional(
      Remark(10_000, { description: 'Recomendado cuando el flujo es internacional (arts. 27 y 28)' }),
    ),
  },
  {
    examples: [
      {
        sourceSystemId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
        targetSystemId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8eaf',
        description: 'Carga nocturna de clientes',
        dataCategories: ['name', 'email'],
        isInternational: true,
        safeguards: 'Cláusulas contractuales con el proveedor',
      },
    ],
  },
)
export type NewFlow = Static<typeof NewFlow>

const { sourceSystemId: _source, targetSystemId: _target, ...flowDetails } = NewFlow.properties
export const FlowPatch = Type.Object(
  { sourceSystemId: Type.Optional(Id()), targetSystemId: Type.Optional(Id()), ...flowDetails },
  { examples: [{ dataCategories: ['name', 'email', 'phone'], isInternational: false }] },
)
export type FlowPatch = Static<typeof FlowPatch>

// ── output ──

export const System = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['CRM de ventas'] }),
  type: Type.String({ examples: ['CRM'] }),
  description: NullableText('Clientes y oportunidades de todas las tiendas'),
  owner: NullableText('Gerencia Comercial'),
  ownerEmail: NullableText('crm@tiendasur.cl'),
  hostingType: NullableText('SAAS'),
  hostingCountry: NullableText('US'),
  vendor: NullableText('Nube Andina SpA'),
  processorId: nullable(Id({ description: 'El encargado que nació del proveedor' })),
  dataCategories: TextList('name', 'email', 'phone', 'rut'),
  hasSensitiveData: Type.Boolean({ examples: [false] }),
  securityMeasures: TextList('ENCRYPTION', 'ACCESS_CONTROL'),
  contractStatus: NullableText('ACTIVE'),
  contractExpiry: nullable(CalendarDate()),
  hasDpaClause: Flag(),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type System = Static<typeof System>

export const Flow = Type.Object({
  id: Id(),
  sourceSystemId: Id(),
  targetSystemId: Id(),
  description: NullableText('Carga nocturna de clientes'),
  dataCategories: TextList('name', 'email'),
  isInternational: Flag(),
  safeguards: NullableText('Cláusulas contractuales con el proveedor'),
  createdAt: Instant(),
})
export type Flow = Static<typeof Flow>

const Terms = Type.Array(
  Type.Object({ value: Type.String(), label: Type.String(), description: Type.Optional(Type.String()) }),
)

const Vocabulary = Type.Object(
  {
    systemTypes: Terms,
    hostingTypes: Terms,
    contractStatuses: Terms,
    securityMeasures: Terms,
    dataCategories: Terms,
    subjectCategories: Terms,
    transferMechanisms: Terms,
    detectionSources: Terms,
    attackVectors: Terms,
    dataVolumes: Terms,
    workflowFieldTypes: Terms,
  },
  { description: 'Valores sugeridos; se acepta cualquier otro texto', examples: [VOCABULARY] },
)

export const Catalog = Type.Object({
  totalSystems: Count(),
  totalFlows: Count(),
  totalDataCategories: Count(),
  internationalFlows: Count(),
  systemsWithSensitiveData: Count(),
  systemsByType: Type.Array(Type.Object({ type: Type.String({ examples: ['CRM'] }), count: Count() })),
  dataCategories: Type.Array(
    Type.Object({ category: Type.String({ examples: ['email'] }), systems: Count(), flows: Count() }),
  ),
  vocabulary: Vocabulary,
})

const Country = NullableText('US')

export const Graph = Type.Object({
  systems: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String({ examples: ['CRM de ventas'] }),
      type: Type.String({ examples: ['CRM'] }),
      hasSensitiveData: Flag(),
      country: Country,
      processorId: nullable(Id()),
      owner: NullableText('Gerencia Comercial'),
      dataCategories: TextList('name', 'email'),
    }),
  ),
  processors: Type.Array(
    Type.Object({ id: Id(), name: Type.String({ examples: ['Nube Andina SpA'] }), country: Country }),
    { description: 'Los que operan algún sistema' },
  ),
  countries: TextList('CL', 'US'),
  flows: Type.Array(
    Type.Object({
      id: Id(),
      source: Id({ description: 'El sistema de origen' }),
      target: Id({ description: 'El sistema de destino' }),
      description: NullableText('Carga nocturna de clientes'),
      dataCategories: TextList('name', 'email'),
      isInternational: Flag(),
      safeguards: NullableText('Cláusulas contractuales con el proveedor'),
      etag: RowTag(),
      activities: Type.Array(
        Type.Object({
          id: Id(),
          name: Type.String({ examples: ['Boletín mensual'] }),
          transferMechanism: NullableText('contractual_clauses'),
        }),
      ),
    }),
  ),
  activities: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String({ examples: ['Boletín mensual'] }),
      subjectCategories: TextList('customers'),
      systemIds: Type.Array(Id(), { description: 'Los sistemas en que están sus datos' }),
      transferExists: Flag({ description: 'Si envía datos fuera de Chile' }),
      transferCountry: Country,
      transferMechanism: NullableText('contractual_clauses'),
    }),
    { description: 'Las actividades que no están archivadas' },
  ),
  isWhole: Flag({ description: 'Falso si hay más sistemas, flujos o actividades de los que se muestran' }),
})
export type Graph = Static<typeof Graph>

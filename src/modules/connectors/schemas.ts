import Type, { type Static } from 'typebox'
import {
  BoundedText,
  Count,
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
  TextList,
} from '#http/schema-kit.ts'
import { newestFirst, newestWritten, TITLE } from '#kernel/paging.ts'
import { SAMPLE, TLS_MODES } from './engine/bounds.ts'
import { KINDS, OUTCOMES, type Queries as QueryTexts, RIGHTS, RUN_STATES } from './rules.ts'

// ── input ──

const EXAMPLE_ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const EXAMPLE_QUERY = 'select name, email, created_at from customers where email = :email'

const ConfigIn = Type.Object(
  {
    host: optional(
      Remark(253, { description: 'Servidor de la base de datos', examples: ['db.tiendasur.cl'] }),
    ),
    port: optional(Type.Integer({ minimum: 1, maximum: 65_535, description: '5432 o 3306 si no se indica' })),
    database: optional(Remark(100, { examples: ['tienda'] })),
    user: optional(Remark(100, { description: 'Un usuario que solo lee', examples: ['resguardo_lector'] })),
    password: optional(
      Remark(500, {
        description: 'Se guarda sellada y no se muestra. Se pide de nuevo si cambia el servidor o el usuario',
      }),
    ),
    tls: optional(
      oneOf(TLS_MODES, {
        description:
          'verify: cifrada y con certificado válido (por defecto); require: cifrada; off: sin cifrar, solo dentro de las redes que permite el operador',
      }),
    ),
    writes: optional(
      Flag({
        description:
          'Permite que las consultas de supresión, rectificación, oposición y bloqueo cambien datos. Por defecto no',
      }),
    ),
    url: optional(Remark(2000, { description: 'Del sistema propio que recibe la llamada firmada' })),
    secret: optional(
      Remark(200, {
        description:
          'Con que se firman las llamadas; si no se indica al crear, se genera y se muestra una vez',
      }),
    ),
  },
  { examples: [{ host: 'db.tiendasur.cl', database: 'tienda', user: 'resguardo_lector', password: '…' }] },
)

const QueriesIn = Type.Unsafe<QueryTexts>({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    RIGHTS.map((right) => [right, { type: ['string', 'null'], maxLength: 10_000 }]),
  ),
  description: 'Una sentencia por derecho, con los parámetros :email, :rut, :name y :folio',
  examples: [{ ACCESS: EXAMPLE_QUERY }],
})

export const NewConnector = Type.Object(
  {
    name: Name({ examples: ['Base de clientes'] }),
    systemId: BoundedText(100, { description: 'El sistema del mapa de datos', examples: [EXAMPLE_ID] }),
    kind: oneOf(KINDS),
    config: ConfigIn,
    queries: optional(QueriesIn),
  },
  {
    examples: [
      {
        name: 'Base de clientes',
        systemId: EXAMPLE_ID,
        kind: 'postgresql',
        config: { host: 'db.tiendasur.cl', database: 'tienda', user: 'resguardo_lector', password: 'clave' },
        queries: { ACCESS: EXAMPLE_QUERY },
      },
    ],
  },
)
export type NewConnector = Static<typeof NewConnector>

export const ConnectorPatch = Type.Object(
  {
    name: Type.Optional(Name()),
    systemId: Type.Optional(BoundedText(100)),
    config: Type.Optional(ConfigIn),
    queries: Type.Optional(QueriesIn),
  },
  { examples: [{ queries: { ACCESS: EXAMPLE_QUERY } }] },
)
export type ConnectorPatch = Static<typeof ConnectorPatch>

export const ConnectorTrial = nullable(
  Type.Object(
    {
      right: optional(oneOf(RIGHTS, { description: 'ACCESS si no se indica' })),
      person: optional(
        Type.Object(
          {
            name: optional(Remark(200)),
            email: optional(Remark(254)),
            rut: optional(Remark(20)),
          },
          { description: 'Una persona inventada; si falta, una que no existe' },
        ),
      ),
    },
    { examples: [{ right: 'ACCESS' }] },
  ),
)
export type ConnectorTrial = Static<typeof ConnectorTrial>

export const CONNECTORS = newestFirst('connectors', { name: TITLE }, { as: 'c' })
export const ConnectorsQuery = listQuery(CONNECTORS, {
  systemId: Type.Optional(Id({ description: 'Solo el de este sistema' })),
  kind: Type.Optional(oneOf(KINDS)),
  approved: Type.Optional(Flag({ description: 'Solo los aprobados, o solo los que esperan' })),
})
export type ConnectorsQuery = Static<typeof ConnectorsQuery>

/** The runs of one connector, searched by their error. */
export const RUNS = newestWritten(
  'connector_runs',
  { columns: ['r.error', 'q.title', 'r.right_type'] },
  {
    id: 'r.id',
    at: 'r.created_at',
  },
)
export const RunsQuery = listQuery(RUNS, { status: Type.Optional(oneOf(RUN_STATES)) })
export type RunsQuery = Static<typeof RunsQuery>

export const OfTask = Type.Object({ id: PathId, taskId: PathId })

export const ByCallbackKey = Type.Object({
  key: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'La última parte de «callbackUrl»',
    examples: ['Yb0Vb7m1m7XHc3y7Q2wq1n6nM9gkC1b5J8sT4u2x3z0'],
  }),
})

export const ConnectorCallback = Type.Object(
  {
    outcome: oneOf(OUTCOMES, {
      description: 'found: hay datos o se hizo; nothing_found: no hay nada; kept: se conserva por una norma',
    }),
    notes: optional(Remark(10_000)),
    article: optional(Remark(200, { description: 'Con kept: la norma que obliga o permite conservar' })),
    rows: optional(Type.Array(Type.Unknown(), { maxItems: 10_000 })),
  },
  { examples: [{ outcome: 'found', rows: [{ pedido: 1024, total: 19_990 }] }] },
)
export type ConnectorCallback = Static<typeof ConnectorCallback>

// ── output ──

const ConfigOut = Type.Object({
  host: NullableText('db.tiendasur.cl'),
  port: nullable(Type.Integer({ examples: [5432] })),
  database: NullableText('tienda'),
  user: NullableText('resguardo_lector'),
  tls: nullable(oneOf(TLS_MODES)),
  writes: nullable(Flag()),
  hasPassword: Flag(),
  url: NullableText('https://privacidad.tiendasur.cl/resguardo'),
  hasSecret: Flag(),
})

const QueriesOut = Type.Unsafe<QueryTexts>({
  type: 'object',
  properties: Object.fromEntries(RIGHTS.map((right) => [right, { type: 'string' }])),
  examples: [{ ACCESS: EXAMPLE_QUERY }],
})

const fields = {
  id: Id(),
  name: Type.String({ examples: ['Base de clientes'] }),
  systemId: Id(),
  systemName: Type.String({ examples: ['Tienda en línea'] }),
  kind: oneOf(KINDS),
  state: oneOf(['draft', 'approved'], { description: 'Solo uno aprobado se usa' }),
  config: ConfigOut,
  queries: QueriesOut,
  changedBy: NullableText('Ana Rojas'),
  changedAt: Instant({ description: 'Cuándo cambió lo que se ejecuta' }),
  approvedBy: NullableText('Diego Soto'),
  approvedAt: nullable(Instant()),
  selfApproved: Flag({
    description: 'La aprobó quien la escribió, porque la organización no tiene a nadie más que pueda',
  }),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const Connector = Type.Object(fields)

export const ConnectorWithSecret = Type.Object({
  ...fields,
  secret: nullable(
    Type.String({
      description: 'Con que se firman las llamadas, si se acaba de generar. Se muestra solo esta vez',
      examples: ['whsec_c2VjcmV0byBkZSBlamVtcGxvIGRlIDMyIGJ5dGVz'],
    }),
  ),
})

export const TrialResult = Type.Object({
  ok: Flag(),
  right: oneOf(RIGHTS),
  mode: oneOf(['read', 'explain', 'call'], {
    description:
      'read: se consultó; explain: la sentencia cambia datos, y el servidor solo dijo cómo la ejecutaría; call: se llamó a su sistema con una solicitud de prueba',
  }),
  rows: nullable(Count()),
  columns: TextList('name', 'email'),
  ms: Count(),
  error: NullableText('La base de datos rechazó la consulta (42P01).'),
  sample: Type.Array(Type.Array(Type.Unknown()), {
    description: `Hasta ${SAMPLE.rows} filas, con los textos largos recortados`,
    examples: [[]],
  }),
})
export type TrialResult = Static<typeof TrialResult>

export const ConnectorRun = Type.Object({
  id: Id(),
  connectorId: Id(),
  taskId: Id(),
  requestId: Id(),
  folio: Type.String({ examples: ['ARCO-2026-0042'] }),
  right: oneOf(RIGHTS),
  status: oneOf(RUN_STATES, {
    description: 'waiting: el sistema responderá después, por la dirección que se le dio',
  }),
  attempts: Count(),
  rows: nullable(Count()),
  bytes: nullable(Count()),
  error: NullableText('El sistema no terminó en 30 segundos.'),
  fileId: nullable(Id()),
  startedAt: nullable(Instant()),
  endedAt: nullable(Instant()),
  createdAt: Instant(),
})

export const CallbackTaken = Type.Object({ outcome: oneOf(OUTCOMES) })

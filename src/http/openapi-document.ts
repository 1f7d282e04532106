import { isDeepStrictEqual } from 'node:util'
import { type NamedSchemas, nameSchemas } from './openapi-names.ts'
import type { WebhookOperation } from './openapi-webhooks.ts'
import type { RouteAccess } from './types.ts'

/**
 * Completes the published description: bounds that hold without being checked, headers of every answer, who may call. It
 * changes only the document, never what the service accepts.
 */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: WebhookOperation }>
  components: Record<string, Record<string, unknown>>
}

interface Operation {
  deprecated?: boolean
  parameters?: { in: string; name: string; description?: string; required?: boolean; schema: Node }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Node }> }
  responses: Record<string, Response>
  'x-form'?: Node
  /** The body is the bytes of a file. */
  'x-bytes'?: true
  /** Answers carry a record's version. */
  'x-record'?: true
  /** The answers that browsers get as a page: successes alone, or refusals too. */
  'x-page'?: 'success' | 'always'
  /** The media types in which the answer also comes as a file. */
  'x-files'?: readonly string[]
}

interface Response {
  description?: string
  headers?: object
  content?: Record<string, { schema: Node & { $ref?: string } }>
}

export interface Node {
  description?: string
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
  oneOf?: Node[]
  if?: Node
  then?: Node
  else?: Node
  contentMediaType?: string
}

/** Node accepts 16 KiB of request line and headers, so no url variable is longer. */
const LONGEST_IN_URL = 16_384
/** Bodies have a bound per field. An answer combines many of those. */
const LONGEST_ANSWERED = 16_777_216
/** A page has at most 100 entries. A list given whole has no such bound. */
const PAGE = 100
const LONGEST_LIST = 1_000_000
const LENGTH_OF_FORMAT: Record<string, number> = { uuid: 36, date: 10, 'date-time': 40, email: 254 }
/** NUL is the one character that no text of the service can hold (kernel/text.ts). */
const ANY_TEXT = '^[^\\u0000]*$'
const INT32 = 2 ** 31 - 1

export function publish(document: Document, owners: readonly NamedSchemas[] = []): Document {
  const refusals: Record<string, Response> = {}
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      publishOperation(operation)
      shareRefusals(operation, refusals)
    }
  for (const schema of Object.values(document.components['schemas'] ?? {}))
    bound(schema as Node, LONGEST_ANSWERED)
  nameSchemas(document, owners, (schema) => {
    relaxDefaults(schema)
    bound(schema, LONGEST_ANSWERED)
  })
  document.components['responses'] = refusals
  document.components['headers'] = HEADERS
  return document
}

function publishOperation(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    // The validator fills in the default, so callers may omit it.
    if (parameter.schema.default !== undefined) parameter.required = false
    const meaning = PARAMETERS[parameter.name]
    if (meaning !== undefined) parameter.description ??= meaning
    bound(parameter.schema, LONGEST_IN_URL)
  }
  const form = operation['x-form']
  if (form) {
    operation.requestBody = { required: true, content: { 'multipart/form-data': { schema: form } } }
    delete operation['x-form']
  }
  if (operation['x-bytes']) {
    const schema = { contentMediaType: 'application/octet-stream' }
    operation.requestBody = { required: true, content: { 'application/octet-stream': { schema } } }
    delete operation['x-bytes']
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    // A missing body is read as null.
    if (acceptsNull(schema)) operation.requestBody!.required = false
    relaxDefaults(schema)
    bound(schema, LONGEST_ANSWERED)
  }
  showPages(operation)
  showFiles(operation)
  const showsVersion = operation['x-record']
  delete operation['x-record']
  for (const [status, response] of Object.entries(operation.responses)) {
    if (showsVersion && status.startsWith('2'))
      response.headers = { ETag: { $ref: '#/components/headers/ETag' } }
    response.headers = { ...headersOf(Number(status), operation), ...response.headers }
    for (const [mediaType, content] of Object.entries(response.content ?? {})) {
      // OpenAPI 3.1 marks bytes by the media type alone.
      if (content.schema.format === 'binary') content.schema = { contentMediaType: mediaType }
      else bound(content.schema, LONGEST_ANSWERED)
    }
  }
}

function acceptsNull({ type, anyOf }: Node): boolean {
  return [type].flat().includes('null') || (anyOf ?? []).some(acceptsNull)
}

/** Redirects, unreadable HTTP and internal errors are never pages. */
const NEVER_PAGES = ['302', '303', '304', '431', '500']

function showPages(operation: Operation): void {
  const pages = operation['x-page']
  delete operation['x-page']
  if (!pages) return
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (NEVER_PAGES.includes(status) || (pages === 'success' && Number(status) >= 400)) continue
    content!['text/html'] = { schema: { type: 'string', description: 'La página, para el navegador' } }
  }
}

function showFiles(operation: Operation): void {
  for (const type of operation['x-files'] ?? []) {
    operation.responses['200']!.content![type] = { schema: { format: 'binary' } }
  }
  delete operation['x-files']
}

/** Two hundred operations share most refusals, so the document holds each of them once. */
function shareRefusals({ responses }: Operation, refusals: Record<string, Response>): void {
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400 || response.content?.['text/html']) continue
    const name = `Refusal${status}`
    refusals[name] ??= response
    if (isDeepStrictEqual(refusals[name], response))
      responses[status] = { $ref: `#/components/responses/${name}` } as Response
  }
}

function relaxDefaults(node: Node): void {
  if (node.required)
    node.required = node.required.filter((name) => node.properties?.[name]?.default === undefined)
  for (const part of partsOf(node)) relaxDefaults(part)
}

/** Gives every text, list and integer the bounds that hold for it. */
function bound(node: Node, longest: number): void {
  // The service reports faults against the best matching form. The document lists both forms for its readers.
  if (node.if && node.then && node.else) {
    node.anyOf = [node.then, node.else]
    delete node.if
    delete node.then
    delete node.else
  }
  const types = [node.type ?? []].flat()
  const closed = node.enum !== undefined || node.const !== undefined
  if (types.includes('string') && !closed) {
    node.maxLength ??= LENGTH_OF_FORMAT[node.format ?? ''] ?? longest
    if (node.format === undefined) node.pattern ??= ANY_TEXT
  }
  if (types.includes('array')) node.maxItems ??= LONGEST_LIST
  if (types.includes('integer')) {
    node.minimum ??= Number.MIN_SAFE_INTEGER
    node.maximum ??= Number.MAX_SAFE_INTEGER
    node.format ??= node.minimum >= -INT32 && node.maximum <= INT32 ? 'int32' : 'int64'
  }
  if (node.properties?.['pagination'])
    for (const list of Object.values(node.properties)) if (list.type === 'array') list.maxItems ??= PAGE
  // Some readers mistake any «content» for that of a message, and its examples for another kind.
  for (const part of partsOf(node.properties?.['content'] ?? {})) delete part.examples
  for (const part of partsOf(node)) bound(part, longest)
}

function partsOf(node: Node): Node[] {
  const { properties = {}, items, additionalProperties, anyOf, allOf, oneOf } = node
  return [
    ...Object.values(properties),
    ...[items, additionalProperties].filter((part) => typeof part === 'object'),
    ...[anyOf, allOf, oneOf].flatMap((parts) => parts ?? []),
  ]
}

/** The meaning of a path variable or filter wherever it occurs, unless its schema describes it. */
const PARAMETERS: Record<string, string> = {
  id: 'Identificador del recurso',
  activityId: 'Identificador de la actividad de tratamiento',
  definitionId: 'Identificador de la definición del flujo de aprobación',
  deliveryId: 'Identificador de la entrega',
  entityId: 'Identificador de la entidad',
  folio: 'Folio de la solicitud: ARCO-AAAA-NNNNN',
  formKey: 'Clave pública del formulario de consentimiento',
  instanceId: 'Identificador de la aprobación en curso',
  key: 'Clave con que se guardó el archivo',
  letterId: 'Identificador de la carta',
  recipientId: 'Identificador de quien recibió los datos',
  checkId: 'Identificador de la comprobación de identidad',
  processorId: 'Identificador del encargado',
  question: 'Clave de la pregunta, como la lista la diligencia',
  receipt: 'Recibo que se entregó con el registro',
  ref: 'Referencia del titular: correo, RUT o el identificador que usa su sistema',
  requestId: 'Identificador de la solicitud',
  riskId: 'Identificador del riesgo',
  subId: 'Identificador del subencargado',
  taskId: 'Identificador de la tarea',
  templateId: 'Identificador de la plantilla',
  tenantSlug: 'Nombre corto de la organización en las direcciones',
  token: 'Palabra secreta del enlace que se envió por correo',
  userId: 'Identificador de la persona',
  whId: 'Identificador del webhook',
  widgetKey: 'Clave pública del widget',
  actorId: 'Solo lo que hizo esta persona',
  assignedTo: 'Solo lo asignado a esta persona',
  contractStatus: 'Solo los que tienen este estado de contrato',
  domainId: 'Solo los de este dominio',
  dpaStatus: 'Solo los que tienen este estado de contrato de encargo',
  dpiaRequired: 'Solo las que requieren, o no, una evaluación de impacto',
  entityType: 'Solo los de este tipo de entidad',
  from: 'Desde esta fecha',
  hasSensitiveData: 'Solo las que tratan, o no, datos sensibles',
  isActive: 'Solo los que están, o no, activos',
  kind: 'Solo los de esta clase',
  legalBasis: 'Solo las que se apoyan en esta base de licitud',
  legalEntityId: 'Solo los de esta entidad legal',
  requiresNotification: 'Solo las que deben, o no, notificarse a la Agencia',
  rightType: 'Solo las que ejercen este derecho',
  status: 'Solo los que están en este estado',
  to: 'Hasta esta fecha',
  type: 'Solo los de este tipo',
  workspaceId: 'Solo las de este espacio de trabajo',
}

const whole = (description: string) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: INT32 },
})

const word = (description: string) => ({
  description,
  schema: { type: 'string', maxLength: LONGEST_IN_URL, pattern: ANY_TEXT },
})

const HEADERS = {
  'X-RateLimit-Limit': whole('Solicitudes por minuto que admite el plan, o la dirección de origen'),
  'X-RateLimit-Remaining': whole('Solicitudes que quedan en el minuto en curso'),
  'X-RateLimit-Reset': whole('Segundos hasta que el minuto en curso termina'),
  'Retry-After': whole('Segundos que conviene esperar antes de repetir'),
  'X-Request-Id': word('Identifica esta solicitud en los registros del servicio'),
  'Access-Control-Allow-Origin': word(
    'El origen autorizado a leer la respuesta: cualquiera en las rutas públicas, los configurados en las demás',
  ),
  ETag: word('La versión del registro, para enviarla como «If-Match» al cambiarlo; falta en uno eliminado'),
  Deprecation: word('Desde cuándo la ruta está obsoleta (RFC 9745), por ejemplo @1764547200'),
  Link: word('Dónde leer sobre la obsolescencia: <dirección>; rel="deprecation"'),
}

function headersOf(status: number, { deprecated }: Operation): Record<string, object> {
  // Node refuses these before anything counts the request.
  if (status === 431) return { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }
  const names: (keyof typeof HEADERS)[] = [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    'X-Request-Id',
    'Access-Control-Allow-Origin',
    ...(deprecated ? (['Deprecation', 'Link'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Describes in a sentence who may call. */
export function whoMayCall(access: RouteAccess, scope: string | undefined): string {
  const byKey = scope !== undefined && access !== 'API_KEY'
  return byKey
    ? `${whoOf(access, scope)} También con una clave de API que tenga el permiso «${scope}».`
    : whoOf(access, scope)
}

function whoOf(access: RouteAccess, scope: string | undefined): string {
  switch (access) {
    case 'PUBLIC':
      return 'Pública: no pide credencial.'
    case 'SIGNED_IN':
      return 'Para quien inició sesión, cualquiera sea su rol.'
    case 'PORTAL':
      return 'Para el titular que inició sesión en el portal de privacidad.'
    case 'API_KEY':
      return scope ? `Para una clave de API con el permiso «${scope}».` : 'Para una clave de API.'
    case 'SCIM':
      return 'Para un token de SCIM.'
    case 'VIEWER':
      return 'Para cualquier integrante de la organización.'
    case 'OWNER':
      return 'Para el rol OWNER.'
    default:
      return `Para el rol ${access} y los superiores.`
  }
}

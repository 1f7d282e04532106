import { grants } from '#http/scopes.ts'
import { type Role, reaches } from '#kernel/roles.ts'

/** The tools for a language model: one per operation of the API, read from its description. */

type Schema = Record<string, unknown>

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
  'x-required-role'?: Role
  'x-required-scope'?: string
  deprecated?: boolean
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [rule: string]: unknown }
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** A tool and its operation. */
export interface Action {
  tool: Tool
  method: string
  path: string
  module: string
  role: Role
  /** Absent for operations that only a person may do. */
  scope: string | undefined
  query: readonly string[]
  takesLimit: boolean
  writes: boolean
}

/** The caller, as the service identifies it. */
export interface Caller {
  id: string
  role: Role
  /** The scopes of a key. A person has those of their role. */
  scopes?: readonly string[]
}

/** Search is for people, and it reveals no secret. */
const FOR_PERSONS = ['GET /api/v1/search']

/**
 * The operations that a key could reach, with JSON in both directions. Accounts, keys, secrets, approvals and public forms
 * require a person, or nobody in particular, so they are no tools.
 */
export function actionsOf({ paths, components }: Description): Action[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => isTool(`${method.toUpperCase()} ${path}`, operation))
      .filter(([method, operation]) => method === 'get' || !answersSecret(operation, components.schemas))
      .map(([method, operation]) => actionOf(method.toUpperCase(), path, operation, components.schemas)),
  )
}

function isTool(name: string, operation: Operation): boolean {
  if (operation.deprecated || !operation['x-required-role']) return false
  if (!operation['x-required-scope'] && !FOR_PERSONS.includes(name)) return false
  const takes = Object.keys(operation.requestBody?.content ?? { 'application/json': {} })
  const gives = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.keys(content ?? { 'application/json': {} }) : [],
  )
  return takes.includes('application/json') && gives.includes('application/json')
}

const SECRET = /"\w*secret":/i

/** A new secret is shown once, to eyes and not to a model. When read later it is masked. */
function answersSecret({ responses }: Operation, schemas: Record<string, Schema>): boolean {
  const shown = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return SECRET.test(JSON.stringify(closed({ type: 'object', shown }, schemas)))
}

function actionOf(
  method: string,
  path: string,
  operation: Operation,
  schemas: Record<string, Schema>,
): Action {
  const { operationId, summary, description = '', tags, parameters = [], requestBody } = operation
  const places = parameters.filter(({ in: place }) => place === 'path' || place === 'query')
  const body = requestBody?.content['application/json']?.schema
  const writes = method !== 'GET'
  const properties = {
    ...Object.fromEntries(
      places.map(({ name, schema, description: about }) => [
        name,
        { ...schema, ...(about && { description: about }) },
      ]),
    ),
    ...(body && { body }),
    ...(writes && { confirm: CONFIRM }),
  }
  const required = [
    ...places.filter((one) => one.required).map(({ name }) => name),
    ...(body && requestBody?.required ? ['body'] : []),
  ]
  return {
    tool: {
      name: operationId,
      title: summary,
      description: [`${summary}.`, description, writes && TWO_STEPS].filter(Boolean).join(' '),
      inputSchema: closed({ type: 'object', properties, required, additionalProperties: false }, schemas),
      annotations: {
        readOnlyHint: !writes,
        destructiveHint: method === 'DELETE',
        idempotentHint: method !== 'POST',
        openWorldHint: false,
      },
    },
    method,
    path,
    module: tags[0] ?? '',
    role: operation['x-required-role'] ?? 'OWNER',
    scope: operation['x-required-scope'],
    query: places.filter(({ in: place }) => place === 'query').map(({ name }) => name),
    takesLimit: places.some(({ name }) => name === 'limit'),
    writes,
  }
}

const CONFIRM = {
  type: 'string',
  maxLength: 2000,
  description: 'El código de la primera llamada, una vez que la persona aprobó lo que se hará',
}

const TWO_STEPS =
  'Cambia datos: la primera llamada no hace nada, muestra lo que haría y entrega un código. Muéstreselo a la persona y, si lo aprueba, repita la misma llamada con ese código en «confirm».'

export function may({ role, scope }: Action, caller: Caller): boolean {
  if (!reaches(caller.role, role)) return false
  return caller.scopes === undefined || (scope !== undefined && grants(caller.scopes, scope))
}

const REFERENCE = '#/components/schemas/'

/** Includes the schemas that a schema refers to. */
function closed(schema: Tool['inputSchema'], schemas: Record<string, Schema>): Tool['inputSchema'] {
  const taken: Record<string, unknown> = {}
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as { $ref?: unknown }
    const entries = Object.entries(rest).map(([name, value]) => [name, copy(value)] as const)
    if (typeof $ref !== 'string' || !$ref.startsWith(REFERENCE))
      return { ...Object.fromEntries(entries), ...($ref !== undefined && { $ref }) }
    const name = $ref.slice(REFERENCE.length)
    if (!(name in taken)) {
      taken[name] = {}
      taken[name] = copy(schemas[name])
    }
    return { ...Object.fromEntries(entries), $ref: `#/$defs/${name}` }
  }
  const whole = copy(schema) as Tool['inputSchema']
  return Object.keys(taken).length === 0 ? whole : { ...whole, $defs: taken }
}

/** Writes the types of the TypeScript client from the OpenAPI document: one entry per operation, no code. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  contentMediaType?: string
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
interface Operation {
  summary: string
  deprecated?: boolean
  'x-required-role'?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const PREFIX = '/api/v1'
const INDENT = '  '

export function clientTypes(described: object): string {
  const { paths, components } = described as Document
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => successOf(responses))
      .map(([method, operation]) => entry(`${method.toUpperCase()} ${path.slice(PREFIX.length)}`, operation)),
  )
  return [
    '// Generated from the OpenAPI document: `npm run check` rewrites it when the interface changes.\n',
    ...named,
    '/** Every operation: what it takes and what `data` it answers. */',
    `export interface Operations {\n${operations.join('\n')}\n}\n`,
  ].join('\n')
}

/** The lowest role for each operation, as a value, so that programs can leave out forbidden calls. */
export function clientRoles(described: object): string {
  const { paths } = described as Document
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-required-role': role }]) =>
      role ? [`  '${method.toUpperCase()} ${path.slice(PREFIX.length)}': '${role}',`] : [],
    ),
  )
  return [
    '// Generated from the OpenAPI document: `npm run check` rewrites it when the interface changes.\n',
    '/** The least role that each operation asks of a member. */',
    `export const ROLE_OF = {\n${lines.join('\n')}\n} as const\n`,
  ].join('\n')
}

function entry(name: string, operation: Operation): string {
  const { summary, deprecated, parameters = [], requestBody, responses } = operation
  const lines = [
    ...(['path', 'query'] as const).flatMap((place) => parametersOf(parameters, place)),
    ...bodyOf(requestBody),
    answerOf(responses),
  ]
  const note = deprecated ? `@deprecated ${summary}` : summary
  return `${INDENT}/** ${note} */\n${INDENT}'${name}': {\n${lines.map((line) => `    ${line}`).join('\n')}\n${INDENT}}`
}

function parametersOf(parameters: readonly Parameter[], place: 'path' | 'query'): string[] {
  const own = parameters.filter((parameter) => parameter.in === place)
  if (own.length === 0) return []
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(
      own.map(({ name, schema: of, description }) => [
        name,
        // Path variables mean the same everywhere, so they carry no description.
        place === 'path' || description === undefined ? of : { ...of, description },
      ]),
    ),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
  const optional = schema.required!.length === 0 ? '?' : ''
  return [`${place}${optional}: ${typeOf(schema, '    ')}`]
}

function bodyOf(body: Operation['requestBody']): string[] {
  if (!body) return []
  const json = body.content['application/json']
  const optional = body.required && !mayBeNull(json?.schema) ? '' : '?'
  return [`body${optional}: ${json ? typeOf(json.schema, '    ') : 'FormData'}`]
}

function mayBeNull(schema: Schema | undefined): boolean {
  return [schema, ...(schema?.anyOf ?? [])].some((part) => [part?.type].flat().includes('null'))
}

/** Undefined for an operation that only redirects a browser. Programs do not need it. */
function successOf(responses: Operation['responses']) {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
}

function answerOf(responses: Operation['responses']): string {
  const json = successOf(responses)!.content?.['application/json']?.schema
  if (!json) return 'file: true'
  const data = json.properties?.['data']
  return `data: ${data ? typeOf(data, '    ') : 'undefined'}`
}

function typeOf(schema: Schema, indent: string): string {
  const unknown = ['allOf', 'oneOf', 'not', 'prefixItems', 'if'].find((keyword) => keyword in schema)
  if (unknown) throw new Error(`the types of the client do not know «${unknown}» yet`)
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const variants = (schema.anyOf ?? []).map((variant) => typeOf(variant, indent))
  if (variants.length > 0) return [...new Set(variants)].join(' | ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return 'unknown'
  return types.map((type) => single(type, schema, indent)).join(' | ')
}

function single(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = schema.items ? typeOf(schema.items, indent) : 'unknown'
      return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectOf(schema, indent)
    default:
      return type
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = indent + INDENT
  const fields = Object.entries(properties).map(([name, part]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
    const note = part.description ? `${inner}/** ${part.description.replaceAll('*/', '* /')} */\n` : ''
    return `${note}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(part, inner)}`
  })
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
  return `Record<string, ${value}>`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

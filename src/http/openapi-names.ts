import type { Document, Node } from './openapi-document.ts'

/** The schemas that a module exports, by the name that the API description gives each of them. */
export type NamedSchemas = Readonly<Record<string, unknown>>

/** Marks the second schema of a name. Parts of urls share theirs and never appear in the document as schemas. */
const AGAIN = '_again'

/**
 * Names every schema that a module exports in the published document. `components.schemas` holds it once, and places with
 * the same shape refer to it. A client generated from the document then has one type per resource.
 *
 * Shapes are compared as text, because the document is a copy and knows nothing of the objects it was made from.
 */
export function nameSchemas(
  document: Document,
  owners: readonly NamedSchemas[],
  prepare: (node: Node) => void,
): void {
  const names = new Map<string, string>()
  const schemas: Record<string, Node> = {}

  const refer = (node: Node): Node => {
    replaceParts(node, refer)
    const types = [node.type ?? []].flat()
    if (!types.includes('object')) return node
    const name = names.get(textOf({ ...node, type: 'object' }))
    if (name === undefined) return node
    const reference = { $ref: `#/components/schemas/${name}` }
    return types.includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  // Inner shapes are named before outer ones. An inner shape is always the shorter text.
  for (const [name, shape] of shapesOf(owners, prepare)) {
    const own = { ...replaceParts(shape, refer), type: 'object' }
    const text = textOf(own)
    if (names.has(text)) continue
    const free = schemas[name] ? `${name}${AGAIN}` : name
    names.set(text, free)
    schemas[free] = own
  }

  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.values(operation.responses)
    for (const part of [operation.requestBody, ...responses])
      for (const content of Object.values(part?.content ?? {})) content.schema = refer(content.schema)
  }
  document.components['schemas'] = { ...document.components['schemas'], ...used(document, schemas) }
}

/** Each object once, under the last name it was exported as, so that a module can rename an export. */
function shapesOf(owners: readonly NamedSchemas[], prepare: (node: Node) => void): [string, Node][] {
  const nameOf = new Map<object, string>()
  for (const owner of owners)
    for (const [name, schema] of Object.entries(owner))
      if (typeof schema === 'object' && schema !== null && (schema as Node).properties)
        nameOf.set(schema, name)
  const shapes = [...nameOf].map(([schema, name]): [string, Node] => {
    const shape = JSON.parse(JSON.stringify(schema)) as Node
    prepare(shape)
    return [name, shape]
  })
  return shapes.sort(([, a], [, b]) => textOf(a).length - textOf(b).length)
}

function replaceParts(node: Node, replace: (part: Node) => Node): Node {
  for (const [name, part] of Object.entries(node.properties ?? {})) node.properties![name] = replace(part)
  if (node.items) node.items = replace(node.items)
  if (typeof node.additionalProperties === 'object')
    node.additionalProperties = replace(node.additionalProperties)
  for (const list of ['anyOf', 'allOf', 'oneOf'] as const)
    if (node[list]) node[list] = node[list].map(replace)
  return node
}

/** The schemas that the document refers to, directly or through another one, ordered by name. */
function used({ paths, webhooks = {} }: Document, schemas: Record<string, Node>): Record<string, Node> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!) || !schemas[name!]) continue
      found.add(name!)
      look(schemas[name!])
    }
  }
  look(paths)
  look(webhooks)
  const twice = [...found].find((name) => name.endsWith(AGAIN))
  if (twice)
    throw new Error(`two schemas of the API are called «${twice.slice(0, -AGAIN.length)}»: rename one`)
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]!]))
}

/** Equal text for equal shapes, whatever the order of keywords. Examples do not count. */
function textOf({ examples: _, ...node }: Node): string {
  return JSON.stringify(node, (key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || key === 'properties')
      return value
    // The document's generator writes a constant as a list of one.
    const { const: constant, ...rest } = value as Node
    const keywords = constant === undefined ? rest : { ...rest, enum: [constant] }
    return Object.fromEntries(Object.entries(keywords).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

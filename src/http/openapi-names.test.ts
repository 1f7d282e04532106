import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document, Node } from './openapi-document.ts'
import { type NamedSchemas, nameSchemas } from './openapi-names.ts'

const Person: Node = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const Team: Node = { type: 'object', properties: { lead: Person, members: { type: 'array', items: Person } } }

function named(schema: Node, ...owners: NamedSchemas[]) {
  const content = { 'application/json': { schema: structuredClone(schema) } }
  const document = {
    paths: { '/x': { get: { responses: { 200: { content } } } } },
    components: {},
  } as Document
  nameSchemas(document, owners, () => {})
  return { shown: content['application/json'].schema, schemas: document.components['schemas']! }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('a shape is described once under its name, and so are its inner shapes', () => {
  const { shown, schemas } = named({ type: 'object', properties: { data: Team } }, { Team, Person })
  assert.deepEqual(shown.properties, { data: ref('Team') })
  assert.deepEqual(Object.keys(schemas), ['Person', 'Team'])
  assert.deepEqual((schemas['Team'] as Node).properties, {
    lead: ref('Person'),
    members: { type: 'array', items: ref('Person') },
  })
})

test('a nullable schema refers to the same shape, and its own examples make no difference', () => {
  const { shown } = named(
    { ...Person, type: ['object', 'null'], examples: [null] },
    { Person: { ...Person, examples: [{ name: 'Ana' }] } },
  )
  assert.deepEqual(shown, { anyOf: [ref('Person'), { type: 'null' }] })
})

test('the last name of a schema counts, and unused names are left out', () => {
  const { shown, schemas } = named(Person, { Person, Team, Contact: Person })
  assert.deepEqual(shown, ref('Contact'))
  assert.deepEqual(Object.keys(schemas), ['Contact'])
})

test('two schemas under one name are refused', () => {
  const other: Node = { type: 'object', properties: { age: { type: 'integer' } } }
  const both = { type: 'object', properties: { a: Person, b: other } }
  assert.throws(
    () => named(both, { Thing: Person }, { Thing: other }),
    /two schemas of the API are called «Thing»/,
  )
})

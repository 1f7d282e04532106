import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrationFiles, statements } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'
import { type Column, type Relation, readRelations } from './catalogue.ts'

const MODULES = join(import.meta.dirname, '../../src/modules')

/** Owner of the tables that belong to no module. */
export const FOUNDATION = 'db'

/** The module that owns each table and view, by the name of the migration that creates it. */
export function readOwners(): Map<string, string> {
  const modules = readdirSync(MODULES).filter((name) => !name.endsWith('.ts'))
  return new Map(creations('table|view').map(({ name, file }) => [name, ownerOf(file, modules)]))
}

/** The views that modules publish, with their SQL. */
export function readViews(): Map<string, string> {
  return new Map(creations('view').map(({ name, statement }) => [name, statement]))
}

function creations(kind: string) {
  const create = new RegExp(`^create (?:or replace )?(?:${kind}) (\\w+)`)
  return migrationFiles().flatMap(({ name: file, sql }) =>
    statements(sql).flatMap((statement) => {
      const [, name] = create.exec(statement) ?? []
      return name ? [{ name, file, statement }] : []
    }),
  )
}

function ownerOf(file: string, modules: readonly string[]): string {
  const subject = file.replace(/^\d+_|\.sql$/g, '')
  const owner = modules.find((module) => `${subject}_`.startsWith(`${module.replaceAll('-', '_')}_`))
  if (owner === undefined && !`${subject}_`.startsWith('foundation_'))
    throw new Error(`${file} is named after no module`)
  return owner ?? FOUNDATION
}

/** The generated files by name: the columns of each owner's tables and views, for the query builder. */
export async function tableTypes(engine: Engine): Promise<Map<string, string>> {
  const owners = readOwners()
  const relations = (await readRelations(engine)).filter(({ name }) => name !== 'schema_migrations')
  const byOwner = Map.groupBy(relations, ({ name }) => {
    const owner = owners.get(name)
    if (owner === undefined)
      throw new Error(`no migration says «create table ${name}» or «create view ${name}»`)
    return owner
  })
  return new Map([...byOwner].map(([owner, list]) => [fileOf(owner), fileText(owner, list)]))
}

function fileOf(owner: string): string {
  return owner === FOUNDATION ? 'src/db/tables.gen.ts' : `src/modules/${owner}/tables.gen.ts`
}

function fileText(owner: string, relations: readonly Relation[]): string {
  const body = relations.map(relationText).join('')
  const imports = [
    [['Generated', 'GeneratedAlways'], 'kysely'],
    [['Json'], '#db/tables.ts'],
  ] as const
  const lines = imports.flatMap(([names, from]) => {
    const used = names.filter((name) => body.includes(`${name}<`))
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '${from}'\n`] : []
  })
  const head = `// Generated from the migrations: npm run check schema.\n${lines.join('')}`
  return owner === FOUNDATION
    ? `${head}\nexport interface Columns {\n${body}}\n`
    : `${head || '\n'}\ndeclare module '#db/tables.gen.ts' {\n  interface Columns {\n${indented(body)}  }\n}\n${lines.length > 0 ? '' : '\nexport {}\n'}`
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

function relationText({ name, isView, comment, columns }: Relation): string {
  const lines = columns.map((column) => `    ${property(column.name)}: ${columnType(column)}\n`)
  const about = isView ? `  /** A view: ${comment} */\n` : ''
  return `${about}  ${name}: {\n${lines.join('')}  }\n`
}

const property = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  bytea: 'Uint8Array',
  jsonb: 'Json<object | string | number | boolean>',
  'timestamp with time zone': 'Date',
}

/** A list of values becomes a union type, so that the code and the database have the same values. */
function columnType({ name, type, required, hasDefault, generated, values }: Column): string {
  const element = type.replace('[]', '')
  const plain = values.length > 0 ? values.map((value) => `'${value}'`).join(' | ') : TYPES[element]
  if (plain === undefined) throw new Error(`no type for ${name} ${type}`)
  const list = values.length > 0 ? `(${plain})[]` : `${plain}[]`
  const whole = `${type === element ? plain : list}${required ? '' : ' | null'}`
  if (generated) return `GeneratedAlways<${whole}>`
  return hasDefault && element !== 'jsonb' ? `Generated<${whole}>` : whole
}

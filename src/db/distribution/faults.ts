import type { Key, Reference, Schema, SchemaTable, Trigger } from './catalogue.ts'
import { DISTRIBUTION_COLUMN as COLUMN, type Plan } from './plan.ts'

/**
 * The rules of Citus 12 and 13 for tables distributed by the hash of a column. A shard is a table of its own on one node,
 * so a rule over all rows must be decidable from the rows of one shard.
 */

export type Rule =
  | 'placed'
  | 'column'
  | 'inheritance'
  | 'key'
  | 'reference'
  | 'action'
  | 'trigger'
  | 'number'
  | 'order'

export interface Fault {
  rule: Rule
  table: string
  /** In Spanish, for the operator. */
  says: string
}

type Place = 'distributed' | 'reference' | 'local'

export function placeOf(plan: Plan, table: string): Place {
  if (table in plan.reference) return 'reference'
  return table in plan.local ? 'local' : 'distributed'
}

export function faultsOf(schema: Schema, plan: Plan): Fault[] {
  return [
    ...placing(schema, plan),
    ...schema.tables.flatMap((table) => [
      ...keyed(table, plan),
      ...table.references.flatMap((reference) => referring(table, reference, plan)),
      ...table.triggers.flatMap((trigger) => triggering(table, trigger, schema, plan)),
    ]),
    ...circling(schema, plan),
  ]
}

/** Every table has exactly one place, and every name in the plan is a table. */
function placing({ tables }: Schema, { reference, local, anchor }: Plan): Fault[] {
  const names = tables.map(({ name }) => name)
  const planned = [...Object.keys(reference), ...Object.keys(local), anchor]
  const twice = Object.keys(reference).filter((name) => name in local)
  return [
    ...planned
      .filter((name) => !names.includes(name))
      .map((table) => fault('placed', table, 'el plan la nombra y no existe')),
    ...twice.map((table) => fault('placed', table, 'el plan la nombra dos veces')),
    ...[anchor]
      .filter((name) => name in reference || name in local)
      .map((table) => fault('placed', table, 'las demás se ubican con ella y no está distribuida')),
  ]
}

/**
 * Every row has the distribution column, with one type, so that the rows of a tenant are together. A unique or exclusion
 * constraint contains it, because no shard sees the rows of another. Here it comes first, which also serves the reads.
 */
function keyed(table: SchemaTable, plan: Plan): Fault[] {
  if (placeOf(plan, table.name) !== 'distributed') return []
  const { name, columns, keys, inherits } = table
  const column = columns.find((one) => one.name === COLUMN)
  if (!column)
    return [fault('placed', name, `no tiene ${COLUMN} y el plan no dice si es de referencia o local`)]
  const faults: Fault[] = []
  if (column.type !== 'uuid' || !column.required)
    faults.push(fault('column', name, `${COLUMN} debe ser uuid not null`))
  // Citus distributes partitioned tables but refuses the older kind of inheritance.
  if (inherits.length > 0) faults.push(fault('inheritance', name, `hereda de ${inherits.join(', ')}`))
  if (!keys.some(({ kind }) => kind === 'primary')) faults.push(fault('key', name, 'no tiene clave primaria'))
  for (const key of keys.filter((one) => !startsWell(one)))
    faults.push(fault('key', name, `${key.name} debe comenzar con ${COLUMN}`))
  // Citus gives each node a range of the sequence; smaller types have no room for that.
  for (const one of columns.filter(({ numbered, type }) => numbered && type !== 'bigint'))
    faults.push(fault('number', name, `${one.name} se numera y debe ser bigint`))
  return faults
}

function startsWell({ kind, columns, operators }: Key): boolean {
  return columns[0] === COLUMN && (kind !== 'exclusion' || operators?.[0] === '=')
}

/**
 * A foreign key is checked on one node. Between distributed tables it contains the distribution column at the same place
 * on both sides. A reference table is on every node, so all may refer to it. It refers only to tables on every node.
 */
function referring({ name }: SchemaTable, reference: Reference, plan: Plan): Fault[] {
  const [from, to] = [placeOf(plan, name), placeOf(plan, reference.target)]
  const faults: Fault[] = []
  const refuse = (rule: Rule, says: string) =>
    void faults.push(fault(rule, name, `${reference.name}: ${says}`))
  if (from === 'distributed' && to === 'distributed') {
    const at = reference.columns.indexOf(COLUMN)
    if (at < 0 || reference.targetColumns[at] !== COLUMN)
      refuse('reference', `${COLUMN} debe estar en el mismo lugar de ambos lados`)
    else if (at !== 0) refuse('reference', `debe comenzar con ${COLUMN}`)
  } else if (!ALLOWED[from].includes(to))
    refuse('reference', `una tabla ${IN_WORDS[from]} no puede referirse a una ${IN_WORDS[to]}`)
  // No action may change the distribution column: the row would have to move to another shard.
  if (from !== 'distributed' || !reference.columns.includes(COLUMN)) return faults
  if (reference.sets.includes(COLUMN)) refuse('action', `on delete ${reference.onDelete} cambiaría ${COLUMN}`)
  if (!['none', 'restrict'].includes(reference.onUpdate))
    refuse('action', `on update ${reference.onUpdate} cambiaría ${COLUMN}`)
  return faults
}

const ALLOWED: Readonly<Record<Place, readonly Place[]>> = {
  distributed: ['distributed', 'reference'],
  reference: ['reference'],
  local: ['reference', 'local'],
}

const IN_WORDS: Readonly<Record<Place, string>> = {
  distributed: 'distribuida',
  reference: 'de referencia',
  local: 'local',
}

/**
 * Citus runs the triggers of a distributed table on its shards, and only when the operator allows it: the trigger must do
 * the same there as on one server. Ours write rows of the tenant whose row fired them, in tables placed with that row's.
 */
function triggering({ name }: SchemaTable, trigger: Trigger, { tables }: Schema, plan: Plan): Fault[] {
  const says = (text: string) => fault('trigger', name, `${trigger.name} (${trigger.function}): ${text}`)
  const place = placeOf(plan, name)
  if (place === 'local') return []
  if (place === 'reference') return [says('una tabla de referencia no puede tener uno')]
  const judged = plan.judged.find(({ functions }) => functions.test(trigger.function))
  if (!judged) return [says('nadie ha juzgado todavía esta función')]
  const body = trigger.body.replaceAll(/--[^\n]*/g, ' ').replaceAll(/\s+/g, ' ')
  const writes = [...body.matchAll(WRITE)].map(([, one]) => one!)
  const named = tables
    .map((table) => table.name)
    .filter((one) => new RegExp(`\\b(from|join|using|into|update) ${one}\\b`, 'i').test(body))
  return [
    ...writes
      .filter((one) => !judged.writes.includes(one))
      .map((one) => says(`escribe en ${one}, que no es de las juzgadas`)),
    ...writes
      .filter((one) => placeOf(plan, one) !== 'distributed')
      .map((one) => says(`escribe en ${one}, que no está distribuida`)),
    ...named
      .filter((one) => !judged.writes.includes(one) && !judged.reads.includes(one))
      .map((one) => says(`lee ${one}, que no es de las juzgadas`)),
    ...named
      .filter((one) => placeOf(plan, one) === 'local')
      .map((one) => says(`lee ${one}, que está solo en el coordinador`)),
    ...[...body.matchAll(STATEMENT)]
      .filter(([statement]) => !OWN_TENANT.test(statement))
      .map(([statement]) => says(`no dice de qué organización son las filas: ${statement.slice(0, 60)}`)),
    ...(/\bexecute\b/i.test(body) ? [says('arma sentencias, que no se pueden juzgar')] : []),
  ]
}

const WRITE = /\b(?:insert into|delete from|(?<!do |for )update(?! set\b)) ([a-z_]+)/gi
const STATEMENT = /\b(?:insert into|delete from|(?<!do |for )update(?! set\b)) [a-z_]+[^;]*;/gi
/** A list of columns that begins with the tenant, or a condition on the tenant of the row. */
const OWN_TENANT = /^insert into [a-z_]+ (?:as [a-z]+ )?\(tenant_id,|\btenant_id = (?:old|new)\.tenant_id\b/i

/** Tables are distributed after the tables they refer to, so references must not form a circle. */
function circling(schema: Schema, plan: Plan): Fault[] {
  const { left } = inOrder(schema, plan)
  return left.map((table) => fault('order', table, 'se refiere en círculo a otras tablas'))
}

/** Reference tables, then distributed ones, each after the tables it refers to. The anchor comes as early as possible. */
export function inOrder({ tables }: Schema, plan: Plan): { ordered: string[]; left: string[] } {
  const rank = (name: string) => (placeOf(plan, name) === 'reference' ? 0 : name === plan.anchor ? 1 : 2)
  const waiting = tables
    .filter(({ name }) => placeOf(plan, name) !== 'local')
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
  const ordered: string[] = []
  for (;;) {
    const next = waiting.find(
      ({ name, references }) =>
        !ordered.includes(name) &&
        references.every(
          ({ target }) => target === name || ordered.includes(target) || placeOf(plan, target) === 'local',
        ),
    )
    if (!next) break
    ordered.push(next.name)
  }
  return { ordered, left: waiting.map(({ name }) => name).filter((name) => !ordered.includes(name)) }
}

function fault(rule: Rule, table: string, says: string): Fault {
  return { rule, table, says }
}

import type { Schema } from './catalogue.ts'
import { inOrder, placeOf } from './faults.ts'
import { DISTRIBUTION_COLUMN as COLUMN, type Plan } from './plan.ts'

const HEAD = [
  'Sentencias para distribuir esta base de datos con Citus. No se han ejecutado en un clúster de Citus:',
  'pruébelas antes en una copia, y lea docs/sharding.md, que dice qué falta resolver.',
  'En el coordinador, sobre el esquema de esta versión, con el servicio detenido.',
]

/** The statements for the coordinator, in an order that the foreign keys allow. */
export function statementsOf(schema: Schema, plan: Plan): string {
  const { ordered } = inOrder(schema, plan)
  const placed = (place: 'reference' | 'distributed') =>
    ordered.filter((name) => placeOf(plan, name) === place)
  const distributed = placed('distributed')
  const partitioned = schema.tables.filter((table) => table.partitioned).map(({ name }) => name)
  return [
    ...HEAD.map((line) => `-- ${line}`),
    '',
    'create extension if not exists citus;',
    '-- Citus acepta disparadores en tablas distribuidas solo así. Los de aquí tocan filas de la misma organización:',
    ...judgedLines(schema, plan),
    '-- En un nodo, tg_table_name es el nombre del fragmento y no el de la tabla (docs/sharding.md).',
    'set citus.enable_unsafe_triggers to on;',
    '-- Con claves foráneas hacia tablas de referencia, los fragmentos se cambian de a uno en una transacción.',
    "set citus.multi_shard_modify_mode to 'sequential';",
    '',
    '-- Tablas de referencia: copiadas a todos los nodos.',
    ...placed('reference').flatMap((name) => [
      `-- ${name}: ${plan.reference[name]}.`,
      `select create_reference_table('public.${name}');`,
    ]),
    '',
    `-- Tablas distribuidas por ${COLUMN}: todo lo de una organización queda en un mismo nodo.`,
    ...distributed.flatMap((name, at) => [
      ...(partitioned.includes(name) ? [`-- ${name}: sus particiones van con ella.`] : []),
      `select create_distributed_table('public.${name}', '${COLUMN}', colocate_with => '${at === 0 ? 'none' : `public.${distributed[0]}`}');`,
    ]),
    '',
    '-- Quedan en el coordinador:',
    ...Object.entries(plan.local).map(([name, why]) => `-- ${name}: ${why}.`),
    '-- pgboss.*: la cola de tareas es de toda la instalación.',
  ].join('\n')
}

function judgedLines({ tables }: Schema, { judged }: Plan): string[] {
  const functions = new Set(tables.flatMap(({ triggers }) => triggers.map((one) => one.function)))
  return judged.flatMap((entry) => {
    const found = [...functions].filter((name) => entry.functions.test(name)).sort()
    if (found.length === 0) return []
    const shown =
      found.length > 3 ? `${found.slice(0, 2).join(', ')} y ${found.length - 2} más` : found.join(', ')
    return [`--   ${shown}: ${entry.why}.`]
  })
}

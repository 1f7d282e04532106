import Type from 'typebox'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { Name, optional, Remark } from '#http/schema-kit.ts'
import { newId } from '#kernel/ids.ts'
import { fold, noneIfBlank } from '#kernel/text.ts'
import {
  type Column,
  cellsBy,
  type Entry,
  type Found,
  type SheetTarget,
  type Survey,
  shownBy,
} from '#modules/imports/public.ts'
import { type DepartmentRow, departments, type EntityRow, listEntities } from './repo.ts'

const COLUMNS: readonly Column[] = [
  {
    field: 'name',
    heading: 'Departamento',
    english: 'Department',
    also: ['Nombre', 'Área', 'Unidad', 'Gerencia', 'Nombre del departamento', 'Name'],
    kind: 'text',
    required: true,
  },
  {
    field: 'legalEntityId',
    heading: 'Entidad legal',
    english: 'Legal entity',
    also: ['Empresa', 'Razón social', 'Entidad', 'Company'],
    kind: 'name',
    keptIfBlank: true,
    hint: 'El nombre o el RUT de una entidad legal. Vacío: la principal.',
  },
  {
    field: 'parent',
    heading: 'Departamento superior',
    english: 'Parent department',
    also: ['Depende de', 'Superior', 'Área superior', 'Parent'],
    kind: 'text',
    hint: 'El nombre de otro departamento de la misma entidad.',
  },
  {
    field: 'description',
    heading: 'Descripción',
    english: 'Description',
    also: ['Detalle', 'Funciones'],
    kind: 'text',
  },
]

/** Like POST /org/departments, with names of the entity and the superior instead of ids. */
const fields = { description: optional(Remark(500)), parent: optional(Remark(200)) }
const NewRow = Type.Object({ name: Name(), legalEntityId: Type.Optional(Type.String()), ...fields })
const RowPatch = Type.Object({
  name: Type.Optional(Name()),
  legalEntityId: optional(Type.String()),
  ...fields,
})

interface Shown {
  department: DepartmentRow
  entity: string
  parent: string | null
}

const SHOW = {
  name: ({ department }: Shown) => department.name,
  legalEntityId: ({ entity }: Shown) => entity,
  parent: ({ parent }: Shown) => parent,
  description: ({ department }: Shown) => department.description,
}

export const departmentSheet: SheetTarget = {
  name: 'departments',
  module: 'org',
  title: 'Departamentos',
  one: 'un departamento',
  role: 'ADMIN',
  columns: COLUMNS,
  nameField: 'name',
  schemas: { create: NewRow, update: RowPatch },
  survey,
  inOrder: true,
  create: createAll,
  update: updateAll,
  async page(ctx, after) {
    if (after !== undefined) return []
    const [all, entities] = await Promise.all([listAll(ctx, false), listEntities(ctx)])
    return all.map((department) => ({
      id: department.id,
      cells: cellsBy(COLUMNS, SHOW, shownOf(department, all, entities)),
    }))
  },
}

/** An organisation has few of these. */
function listAll(ctx: ReadCtx, hold: boolean): Promise<DepartmentRow[]> {
  const rows = departments
    .select(ctx)
    .selectAll()
    .where('is_archived', '=', false)
    .orderBy('id')
    .limit(20_000)
  return (hold ? rows.forUpdate() : rows).execute()
}

function shownOf(
  department: DepartmentRow,
  all: readonly DepartmentRow[],
  entities: readonly EntityRow[],
): Shown {
  return {
    department,
    entity: entities.find(({ id }) => id === department.legal_entity_id)?.name ?? '',
    parent: all.find(({ id }) => id === department.parent_id)?.name ?? null,
  }
}

const digitsOf = (text: string | null) => (text ?? '').toUpperCase().replace(/[^0-9K]/g, '')
const keyOf = (entityId: string, name: unknown) => `${entityId} ${fold(String(name ?? ''))}`

async function survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey> {
  const [all, entities] = await Promise.all([listAll(ctx, hold), listEntities(ctx)])
  const active = entities.filter(({ is_active }) => is_active)
  const main = active.at(-1)!
  const findEntity = (text: string) =>
    active.find(
      ({ name, tax_id, id }) =>
        fold(name) === fold(text) ||
        id === text.toLowerCase() ||
        (digitsOf(text) !== '' && digitsOf(tax_id) === digitsOf(text)),
    )?.id
  const entityOf = ({ values }: Entry) => {
    const text = values['legalEntityId']
    return typeof text === 'string' ? findEntity(text) : main?.id
  }
  const byId = new Map(all.map((row) => [row.id, row]))
  const byKey = new Map(all.map((row) => [keyOf(row.legal_entity_id, row.name), row]))
  const made = new Set<string>()
  const rowOf = (entry: Entry) =>
    entry.id !== null ? byId.get(entry.id) : byKey.get(keyOf(entityOf(entry) ?? '', entry.values['name']))
  /** The key of a row's department, with the name in the row. */
  const saidBy = (entry: Entry) =>
    keyOf(rowOf(entry)?.legal_entity_id ?? entityOf(entry) ?? '', entry.values['name'])
  const find = (entry: Entry): Found<Shown> | undefined => {
    const row = rowOf(entry)
    const shown = row && shownOf(row, all, entities)
    return shown && { id: row.id, row: shown, shown: shownBy(COLUMNS, SHOW, shown) }
  }
  // The tree after the import, by key: existing departments, overridden by the rows.
  const above = new Map(
    all.map((row) => {
      const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
      return [
        keyOf(row.legal_entity_id, row.name),
        parent && keyOf(parent.legal_entity_id, parent.name),
      ] as const
    }),
  )
  const told = new Set(entries.map(saidBy))
  for (const entry of entries) {
    const there = rowOf(entry)
    if (!there) made.add(keyOf(entityOf(entry) ?? '', entry.values['name']))
    const entityId = there?.legal_entity_id ?? entityOf(entry) ?? ''
    // Children of a renamed department still use its old name, so that name leads to the new one, unless a row claims it.
    if (there && !told.has(keyOf(entityId, there.name))) above.set(keyOf(entityId, there.name), saidBy(entry))
    const parent = entry.values['parent']
    if (parent === undefined && above.has(saidBy(entry))) continue
    above.set(saidBy(entry), typeof parent === 'string' ? keyOf(entityId, parent) : undefined)
  }
  return {
    find,
    keyOf: (entry) => keyOf(entityOf(entry) ?? '', entry.values['name']),
    names: { legalEntityId: { what: 'la entidad legal', find: findEntity } },
    faults(body, entry, found) {
      if (found && 'legalEntityId' in body)
        return [
          { path: 'legalEntityId', message: 'Un departamento no pasa a otra entidad legal. Cree uno allí.' },
        ]
      if (!main && !body['legalEntityId'])
        return [{ path: 'legalEntityId', message: 'Su organización no tiene una entidad legal activa.' }]
      const parent = noneIfBlank(body['parent'] as string | null | undefined)
      if (!parent) return []
      const entityId = (found as Found<Shown> | undefined)?.row.department.legal_entity_id ?? entityOf(entry)!
      const top = keyOf(entityId, parent)
      if (!above.has(top))
        return [
          {
            path: 'parent',
            message: `No existe el departamento superior «${parent}» en la entidad ni en la planilla.`,
          },
        ]
      // New departments are written before existing ones change their names.
      if (!found && !byKey.has(top) && !made.has(top))
        return [
          {
            path: 'parent',
            message: `«${parent}» recibe ese nombre en esta misma planilla. Tráigala primero sin esta fila, y después con ella.`,
          },
        ]
      const own = keyOf(entityId, entry.values['name'] ?? found?.shown['name']?.[0])
      const path = new Set<string>()
      for (let at: string | undefined = top; at !== undefined && !path.has(at); at = above.get(at))
        path.add(at)
      if (path.has(own))
        return [
          { path: 'parent', message: `«${parent}» depende de este mismo departamento: sería un círculo.` },
        ]
      return []
    },
  }
}

async function entityIds(ctx: ReadCtx) {
  const entities = await listEntities(ctx)
  return entities.filter(({ is_active }) => is_active).at(-1)?.id ?? ''
}

/** Makes all rows first and then links them, because a row may name one that comes later. */
async function createAll(ctx: WriteCtx, bodies: readonly Record<string, unknown>[]): Promise<void> {
  const mainId = await entityIds(ctx)
  const made = bodies.map((body) => ({
    id: newId(),
    legal_entity_id: (body['legalEntityId'] as string | undefined) ?? mainId,
    parent_id: null as string | null,
    name: body['name'] as string,
    description: noneIfBlank(body['description'] as string | null | undefined) ?? null,
    is_archived: false,
    created_at: ctx.now,
    updated_at: ctx.now,
  }))
  const known = new Map(
    (await listAll(ctx, false)).map((row) => [keyOf(row.legal_entity_id, row.name), row.id]),
  )
  for (const row of made) known.set(keyOf(row.legal_entity_id, row.name), row.id)
  for (const [index, row] of made.entries()) {
    const parent = noneIfBlank(bodies[index]!['parent'] as string | null | undefined)
    if (parent) row.parent_id = known.get(keyOf(row.legal_entity_id, parent)) ?? null
  }
  for (const chunk of topFirst(made)) {
    await together(
      departments.insertAll(ctx, chunk),
      audit(
        ctx,
        ...chunk.map((after) => ({ action: 'create', entityType: 'department', entityId: after.id, after })),
      ),
    )
  }
}

const CHUNK = 200

/** Sorts every row after its superior. */
function topFirst<Row extends { id: string; parent_id: string | null }>(rows: readonly Row[]): Row[][] {
  const waiting = new Map(rows.map((row) => [row.id, row]))
  const sorted: Row[] = []
  const place = (row: Row) => {
    if (!waiting.delete(row.id)) return
    const above = row.parent_id === null ? undefined : waiting.get(row.parent_id)
    if (above) place(above)
    sorted.push(row)
  }
  for (const row of rows) place(row)
  return Array.from({ length: Math.ceil(sorted.length / CHUNK) }, (_, at) =>
    sorted.slice(at * CHUNK, (at + 1) * CHUNK),
  )
}

async function updateAll(ctx: WriteCtx, changes: readonly { id: string; patch: Record<string, unknown> }[]) {
  const all = await listAll(ctx, true)
  const byKey = new Map(all.map((row) => [keyOf(row.legal_entity_id, row.name), row.id]))
  // A row may use the new name that the same file gives to its superior.
  for (const { id, patch } of changes) {
    const entityId = all.find((row) => row.id === id)!.legal_entity_id
    if ('name' in patch) byKey.set(keyOf(entityId, patch['name']), id)
  }
  const written = changes.map(({ id, patch }) => {
    const before = all.find((row) => row.id === id)!
    const parent = noneIfBlank(patch['parent'] as string | null | undefined)
    const fields = {
      ...('name' in patch && { name: patch['name'] as string }),
      ...('description' in patch && {
        description: noneIfBlank(patch['description'] as string | null) ?? null,
      }),
      ...('parent' in patch && {
        parent_id: parent ? (byKey.get(keyOf(before.legal_entity_id, parent)) ?? null) : null,
      }),
      updated_at: ctx.now,
    }
    return { before, fields }
  })
  await together(
    ...written.map(({ before, fields }) => departments.update(ctx, before.id, fields)),
    audit(
      ctx,
      ...written.map(({ before, fields }) => ({
        action: 'update',
        entityType: 'department',
        entityId: before.id,
        before,
        after: { ...before, ...fields },
      })),
    ),
  )
}

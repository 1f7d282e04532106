import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { fold } from '#kernel/text.ts'
import {
  type Column,
  cellsBy,
  choicesOf,
  type Entry,
  type Found,
  type SheetTarget,
  type Survey,
  shownBy,
} from '#modules/imports/public.ts'
import { type ProcessorRow, processors } from './repo.ts'
import { type DpaStatus, dpaStatusAt } from './rules.ts'
import { NewProcessor, ProcessorPatch } from './schemas.ts'
import { CONSTRAINTS, createProcessor, updateProcessor } from './service.ts'

const DPA_LABELS: Readonly<Record<DpaStatus, string>> = {
  NONE: 'Sin contrato',
  PENDING: 'Pendiente',
  SIGNED: 'Firmado',
  EXPIRED: 'Vencido',
}

const COLUMNS: readonly Column[] = [
  {
    field: 'name',
    heading: 'Encargado',
    english: 'Processor',
    also: ['Nombre', 'Nombre del encargado', 'Proveedor', 'Razón social', 'Empresa', 'Vendor', 'Tercero'],
    kind: 'text',
    required: true,
  },
  {
    field: 'taxId',
    heading: 'RUT',
    english: 'Tax ID',
    also: ['RUT del encargado', 'RUT proveedor', 'Identificación tributaria', 'VAT'],
    kind: 'text',
  },
  {
    field: 'country',
    heading: 'País',
    english: 'Country',
    also: ['País del encargado', 'Nacionalidad'],
    kind: 'text',
  },
  {
    field: 'contactName',
    heading: 'Contacto',
    english: 'Contact name',
    also: ['Nombre de contacto', 'Persona de contacto', 'Contact', 'Contact person'],
    kind: 'text',
  },
  {
    field: 'contactEmail',
    heading: 'Correo de contacto',
    english: 'Contact email',
    also: ['Correo', 'Correo electrónico', 'Email', 'E-mail', 'Mail'],
    kind: 'text',
  },
  {
    field: 'services',
    heading: 'Servicios',
    english: 'Services',
    also: ['Servicio', 'Servicio prestado', 'Descripción', 'Finalidad', 'Description'],
    kind: 'text',
  },
  {
    field: 'dpaStatus',
    heading: 'Contrato de encargo',
    english: 'DPA status',
    also: ['Contrato', 'Estado del contrato', 'DPA', 'Contrato firmado'],
    kind: 'one',
    choices: choicesOf(DPA_LABELS, {
      NONE: ['No', 'No tiene', 'Ninguno'],
      PENDING: ['En negociación', 'En trámite'],
      SIGNED: ['Sí', 'Vigente', 'Contrato vigente'],
      EXPIRED: ['Terminado'],
    }),
    blank: 'NONE',
  },
]

const show = (now: Date) => ({
  name: ({ name }: ProcessorRow) => name,
  taxId: ({ tax_id }: ProcessorRow) => tax_id,
  country: ({ country }: ProcessorRow) => country,
  contactName: ({ contact_name }: ProcessorRow) => contact_name,
  contactEmail: ({ contact_email }: ProcessorRow) => contact_email,
  services: ({ services }: ProcessorRow) => services,
  dpaStatus: (row: ProcessorRow) => dpaStatusAt(row, now),
})

const PAGE = 500

export const processorSheet: SheetTarget = {
  name: 'processors',
  module: 'processors',
  title: 'Encargados',
  one: 'un encargado',
  role: 'ANALYST',
  columns: COLUMNS,
  nameField: 'name',
  schemas: { create: NewProcessor, update: ProcessorPatch },
  survey,
  async create(ctx, bodies) {
    await Promise.all(bodies.map((body) => createProcessor(ctx, body as NewProcessor)))
  },
  async update(ctx, changes) {
    await Promise.all(changes.map(({ id, patch }) => updateProcessor(ctx, id, patch)))
  },
  async page(ctx, after) {
    const rows = processors.select(ctx).selectAll().orderBy('id').limit(PAGE)
    const found = await (after === undefined ? rows : rows.where('id', '>', after)).execute()
    return found.map((row) => ({ id: row.id, cells: cellsBy(COLUMNS, show(ctx.now), row) }))
  },
}

const digitsOf = (taxId: unknown) =>
  String(taxId ?? '')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
const nameOf = ({ values }: Entry) => fold(String(values['name'] ?? ''))

/** Finds by id, by RUT in any spelling, or by name without case and accents. */
async function survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey> {
  const ids = entries.flatMap(({ id }) => id ?? [])
  const names = entries.map(nameOf).filter(Boolean)
  const taxIds = entries.map(({ values }) => digitsOf(values['taxId'])).filter(Boolean)
  const query = processors
    .select(ctx)
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('name_folded', '=', sql<string>`any(${names}::text[])`),
        sql<boolean>`regexp_replace(upper(tax_id), '[^0-9A-Z]', '', 'g') = any(${taxIds}::text[])`,
      ]),
    )
    .orderBy('id')
  const rows = await (hold ? query.forUpdate() : query).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = new Map(rows.map((row) => [row.name_folded, row]))
  const byTaxId = new Map(
    rows.filter(({ tax_id }) => digitsOf(tax_id)).map((row) => [digitsOf(row.tax_id), row]),
  )
  const found = (row: ProcessorRow | undefined): Found | undefined =>
    row && { id: row.id, row, shown: shownBy(COLUMNS, show(ctx.now), row) }
  /** Counts the rows that give a processor its name: one row by RUT and one by name may give the same. */
  const given = new Map<string, number>()
  return {
    keyOf: (entry) => digitsOf(entry.values['taxId']) || nameOf(entry),
    find(entry) {
      if (entry.id !== null) return found(byId.get(entry.id))
      return found(byTaxId.get(digitsOf(entry.values['taxId'])) ?? byName.get(nameOf(entry)))
    },
    faults(body, entry, record) {
      if (!('name' in body)) return []
      const name = nameOf(entry)
      const taken = byName.get(name)
      if (taken && taken.id !== record?.id)
        return [{ path: 'name', message: CONSTRAINTS['processors_name_key']!().message }]
      const before = given.get(name)
      if (before !== undefined)
        return [
          { path: 'name', message: `Tiene el mismo nombre que la fila ${before}. Deje una de las dos.` },
        ]
      given.set(name, entry.row)
      return []
    },
  }
}

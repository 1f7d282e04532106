import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { fold } from '#kernel/text.ts'
import {
  type Column,
  cellsBy,
  type Entry,
  type Found,
  type SheetTarget,
  type Survey,
  shownBy,
} from '#modules/imports/public.ts'
import { VOCABULARY } from './knowledge/vocabulary.ts'
import { type SystemRow, systems } from './repo.ts'
import { NewSystem, SystemPatch } from './schemas.ts'
import { createSystem, updateSystem } from './service.ts'

const COLUMNS: readonly Column[] = [
  {
    field: 'name',
    heading: 'Sistema',
    english: 'System',
    also: ['Nombre', 'Nombre del sistema', 'Base de datos', 'Aplicación', 'Activo', 'Name'],
    kind: 'text',
    required: true,
  },
  {
    field: 'type',
    heading: 'Tipo',
    english: 'Type',
    also: ['Tipo de sistema', 'Clase', 'System type'],
    kind: 'one',
    choices: VOCABULARY.systemTypes,
    open: true,
    required: true,
  },
  {
    field: 'description',
    heading: 'Descripción',
    english: 'Description',
    also: ['Detalle', 'Uso', 'Finalidad'],
    kind: 'text',
  },
  {
    field: 'owner',
    heading: 'Área dueña',
    english: 'Owner',
    also: ['Dueño', 'Responsable', 'Área', 'Área responsable', 'Propietario'],
    kind: 'text',
  },
  {
    field: 'ownerEmail',
    heading: 'Correo de quien está a cargo',
    english: 'Owner email',
    also: ['Correo del dueño', 'Correo del responsable', 'Correo del área'],
    kind: 'text',
  },
  {
    field: 'hostingType',
    heading: 'Alojamiento',
    english: 'Hosting type',
    also: ['Tipo de alojamiento', 'Hosting'],
    kind: 'one',
    choices: VOCABULARY.hostingTypes,
    open: true,
  },
  {
    field: 'hostingCountry',
    heading: 'País de alojamiento',
    english: 'Hosting country',
    also: ['País', 'Ubicación', 'Country', 'Lugar de alojamiento'],
    kind: 'text',
  },
  {
    field: 'vendor',
    heading: 'Proveedor',
    english: 'Vendor',
    also: ['Encargado', 'Fabricante', 'Empresa proveedora'],
    kind: 'text',
  },
  {
    field: 'dataCategories',
    heading: 'Tipos de datos',
    english: 'Data categories',
    also: ['Categorías de datos', 'Datos personales', 'Datos tratados'],
    kind: 'many',
    choices: VOCABULARY.dataCategories,
    open: true,
  },
  {
    field: 'hasSensitiveData',
    heading: 'Datos sensibles',
    english: 'Sensitive data',
    also: ['Tiene datos sensibles', 'Contiene datos sensibles'],
    kind: 'flag',
    keptIfBlank: true,
  },
  {
    field: 'securityMeasures',
    heading: 'Medidas de seguridad',
    english: 'Security measures',
    also: ['Seguridad', 'Medidas', 'Controles'],
    kind: 'many',
    choices: VOCABULARY.securityMeasures,
    open: true,
  },
  {
    field: 'contractStatus',
    heading: 'Estado del contrato',
    english: 'Contract status',
    also: ['Contrato'],
    kind: 'one',
    choices: VOCABULARY.contractStatuses,
    open: true,
  },
  {
    field: 'contractExpiry',
    heading: 'Vencimiento del contrato',
    english: 'Contract expiry',
    also: ['Fecha de vencimiento', 'Vence', 'Término del contrato'],
    kind: 'day',
  },
  {
    field: 'hasDpaClause',
    heading: 'Cláusula de encargo',
    english: 'DPA clause',
    also: ['Cláusula de datos', 'Tiene cláusula de encargo', 'DPA'],
    kind: 'flag',
  },
]

const SHOW = {
  name: ({ name }: SystemRow) => name,
  type: ({ type }: SystemRow) => type,
  description: ({ description }: SystemRow) => description,
  owner: ({ owner }: SystemRow) => owner,
  ownerEmail: (row: SystemRow) => row.owner_email,
  hostingType: (row: SystemRow) => row.hosting_type,
  hostingCountry: (row: SystemRow) => row.hosting_country,
  vendor: ({ vendor }: SystemRow) => vendor,
  dataCategories: (row: SystemRow) => row.data_categories,
  hasSensitiveData: (row: SystemRow) => row.has_sensitive_data,
  securityMeasures: (row: SystemRow) => row.security_measures,
  contractStatus: (row: SystemRow) => row.contract_status,
  contractExpiry: (row: SystemRow) => row.contract_expiry,
  hasDpaClause: (row: SystemRow) => row.has_dpa_clause,
}

const PAGE = 500

export const systemSheet: SheetTarget = {
  name: 'systems',
  module: 'data-map',
  title: 'Sistemas',
  one: 'un sistema',
  role: 'ANALYST',
  columns: COLUMNS,
  nameField: 'name',
  schemas: { create: NewSystem, update: SystemPatch },
  survey,
  async create(ctx, bodies) {
    await Promise.all(bodies.map((body) => createSystem(ctx, body as NewSystem)))
  },
  async update(ctx, changes) {
    await Promise.all(changes.map(({ id, patch }) => updateSystem(ctx, id, patch)))
  },
  async page(ctx, after) {
    const rows = systems.select(ctx).selectAll().orderBy('id').limit(PAGE)
    const found = await (after === undefined ? rows : rows.where('id', '>', after)).execute()
    return found.map((row) => ({ id: row.id, cells: cellsBy(COLUMNS, SHOW, row) }))
  },
}

const nameOf = ({ values }: Entry) => fold(String(values['name'] ?? ''))

/** Finds systems by id or by name. Of several with the same name, the oldest counts. */
async function survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey> {
  const known = await systems.select(ctx).select(['id', 'name']).orderBy('id', 'desc').execute()
  const idOf = new Map(known.map(({ id, name }) => [fold(name), id]))
  const wanted = [...new Set(entries.flatMap((entry) => entry.id ?? idOf.get(nameOf(entry)) ?? []))]
  const query = systems
    .select(ctx)
    .selectAll()
    .where('id', '=', sql<string>`any(${wanted}::uuid[])`)
    .orderBy('id')
  const rows = new Map((await (hold ? query.forUpdate() : query).execute()).map((row) => [row.id, row]))
  return {
    keyOf: nameOf,
    find(entry): Found | undefined {
      const row = rows.get(entry.id ?? idOf.get(nameOf(entry)) ?? '')
      return row && { id: row.id, row, shown: shownBy(COLUMNS, SHOW, row) }
    },
  }
}

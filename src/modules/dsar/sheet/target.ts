import { sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { endOfChileanDay } from '#kernel/business-days.ts'
import { after, chileanDay, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { canonicalRut, shownRut } from '#kernel/rut.ts'
import { fold } from '#kernel/text.ts'
import {
  cellsBy,
  type Entry,
  type Found,
  type SheetTarget,
  type Survey,
  shownBy,
} from '#modules/imports/public.ts'
import { type EntityRow, listEntities } from '#modules/org/public.ts'
import { claimFolios, reserveFolios } from '../intake/folios.ts'
import * as repo from '../requests/repo.ts'
import { type RequestRow, requests } from '../requests/repo.ts'
import { blockingDeadline, extendedDeadline, extendedTerm, legalTerm, responseDeadline } from '../rules.ts'
import { COLUMNS } from './columns.ts'
import { faultsOf, stateOf } from './judging.ts'
import { NewRow } from './schemas.ts'

/** Imports requests from the register kept before this service. They come in as they are, and nobody gets a letter. */

interface Shown {
  request: RequestRow
  entity: string
}

const dayOf = (instant: Date | null) => instant && chileanDay(instant)

const SHOW = {
  previousNumber: ({ request }: Shown) => request.previous_number,
  rightType: ({ request }: Shown) => request.right_type,
  status: ({ request }: Shown) => request.status,
  receivedOn: ({ request }: Shown) => dayOf(request.created_at),
  subjectName: ({ request }: Shown) => request.subject_name,
  subjectEmail: ({ request }: Shown) => request.subject_email,
  subjectRut: ({ request }: Shown) => request.subject_rut && shownRut(request.subject_rut),
  subjectPhone: ({ request }: Shown) => request.subject_phone,
  description: ({ request }: Shown) => request.description,
  legalEntityId: ({ entity }: Shown) => entity,
  extendedOn: ({ request }: Shown) => dayOf(request.extension_notified_at),
  extensionReason: ({ request }: Shown) => request.extension_reason,
  completedOn: ({ request }: Shown) => dayOf(request.completed_at),
  responseType: ({ request }: Shown) => (request.response_type === 'EXTENDED' ? null : request.response_type),
  responseNotes: ({ request }: Shown) => request.response_notes,
  denialReason: ({ request }: Shown) => request.denial_reason,
}

const PAGE = 200

export const requestSheet: SheetTarget = {
  name: 'requests',
  module: 'dsar',
  title: 'Solicitudes de derechos',
  one: 'una solicitud',
  role: 'ANALYST',
  columns: COLUMNS,
  shownOnly: ['Folio'],
  nameField: 'previousNumber',
  schemas: { create: NewRow },
  survey,
  inOrder: true,
  prepare: takeFolios,
  create: (ctx, bodies, folios) => createAll(ctx, bodies as unknown as NewRow[], folios as string[]),
  async page(ctx, after) {
    const rows = requests.select(ctx).selectAll().orderBy('id').limit(PAGE)
    const [found, entities] = await Promise.all([
      (after === undefined ? rows : rows.where('id', '>', after)).execute(),
      listEntities(ctx),
    ])
    return found.map((row) => ({ id: row.id, cells: cellsBy(COLUMNS, SHOW, shownOf(row, entities)) }))
  },
}

function shownOf(request: RequestRow, entities: readonly EntityRow[]): Shown {
  return { request, entity: entities.find(({ id }) => id === request.legal_entity_id)?.name ?? '' }
}

const digitsOf = (text: string | null) => (text ?? '').toUpperCase().replace(/[^0-9K]/g, '')
const numberOf = ({ values }: Entry) => String(values['previousNumber'] ?? '')

/** Finds requests by id, or by their number in the former register, which is our own folio in an exported file. */
async function survey(ctx: ReadCtx, entries: readonly Entry[], hold: boolean): Promise<Survey> {
  const ids = entries.flatMap(({ id }) => id ?? [])
  const numbers = entries.map(numberOf).filter(Boolean)
  const query = requests
    .select(ctx)
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('previous_number', '=', sql<string>`any(${numbers}::text[])`),
        eb('folio_number', '=', sql<string>`any(${numbers}::text[])`),
      ]),
    )
    .orderBy('id')
  const [rows, entities] = await Promise.all([
    (hold ? query.forNoKeyUpdate() : query).execute(),
    listEntities(ctx),
  ])
  const active = entities.filter(({ is_active }) => is_active)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byNumber = new Map(
    rows.flatMap(
      (row) =>
        [
          [row.folio_number, row],
          [row.previous_number, row],
        ] as const,
    ),
  )
  return {
    keyOf: numberOf,
    find(entry): Found | undefined {
      const row = entry.id !== null ? byId.get(entry.id) : byNumber.get(numberOf(entry))
      if (!row) return undefined
      const shown = shownOf(row, entities)
      const texts = shownBy(COLUMNS, SHOW, shown)
      const isSameState = stateOf(entry.values as Pick<NewRow, 'status' | 'responseType'>) === row.status
      return {
        id: row.id,
        row: shown,
        shown: {
          ...texts,
          status: [...texts['status']!, ...(isSameState ? [entry.texts['status']!] : [])],
          previousNumber: [...texts['previousNumber']!, row.folio_number],
          subjectRut: [...texts['subjectRut']!, row.subject_rut ?? ''],
        },
      }
    },
    names: {
      legalEntityId: {
        what: 'la entidad legal',
        find: (text) =>
          active.find(
            ({ name, tax_id }) =>
              fold(name) === fold(text) || (digitsOf(text) !== '' && digitsOf(tax_id) === digitsOf(text)),
          )?.id,
      },
    },
    faults: (body) => faultsOf(body as unknown as NewRow, chileanDay(ctx.now), ctx.tools.law),
  }
}

function takeFolios(access: TenantAccess, tools: Tools, bodies: readonly Record<string, unknown>[]) {
  const years = bodies.map((body) => Number(String(body['receivedOn']).slice(0, 4)))
  return reserveFolios(access, tools.vault.lasting('dsar.folio'), years)
}

const CHUNK = 100
const IMPORTED = 'Traída del libro anterior'

/** The legal terms run from the day on which each request was received. */
async function createAll(ctx: WriteCtx, bodies: readonly NewRow[], folios: readonly string[]): Promise<void> {
  const rows = bodies.map((body, index) => rowOf(ctx, body, folios[index]!))
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK)
    await together(
      claimFolios(
        ctx,
        chunk.map(({ id, folio_number }) => ({ folio: folio_number, requestId: id })),
      ),
      requests.insertAll(ctx, chunk),
      repo.insertPastEvents(ctx, chunk.flatMap(eventsOf)),
      // The log leaves out who the person is, and the former register's closing: it was not decided here.
      audit(
        ctx,
        ...chunk.map((row, index) => ({
          action: 'import',
          entityType: 'dsar_request',
          entityId: row.id,
          after: {
            folioNumber: row.folio_number,
            previousNumber: row.previous_number,
            rightType: row.right_type,
            stateInOldBook: bodies[at + index]!.status,
          },
        })),
      ),
    )
  }
}

function eventsOf(row: ReturnType<typeof rowOf>): repo.PastEvent[] {
  const created = {
    requestId: row.id,
    type: 'created',
    to: 'RECEIVED',
    at: row.created_at,
    notes: `${IMPORTED}, n.º ${row.previous_number}`,
  } as const
  if (row.status === 'RECEIVED') return [created]
  const at = row.completed_at ?? row.extension_notified_at ?? row.updated_at
  return [
    created,
    { requestId: row.id, type: 'status_change', from: 'RECEIVED', to: row.status, at, notes: IMPORTED },
  ]
}

function rowOf(ctx: WriteCtx, body: NewRow, folio: string) {
  const { law } = ctx.tools
  const received = middayOf(body.receivedOn, ctx.now)
  const firstTerm = legalTerm(body.rightType, received, law)
  const extended = body.extendedOn ? middayOf(body.extendedOn, ctx.now) : null
  const text = (value: string | null | undefined) => value?.trim() || null
  const deadline = responseDeadline(received)
  return {
    id: newId(),
    folio_number: folio,
    previous_number: body.previousNumber.trim(),
    source: 'import' as const,
    widget_id: null,
    ...(body.legalEntityId && { legal_entity_id: body.legalEntityId }),
    right_type: body.rightType,
    status: stateOf(body),
    subject_name: body.subjectName.trim(),
    subject_email: body.subjectEmail.trim(),
    subject_rut: (body.subjectRut && canonicalRut(body.subjectRut)) || null,
    subject_phone: text(body.subjectPhone),
    description: text(body.description),
    is_representative: false,
    portability_direct_transfer: false,
    declaration_truthful: false,
    declaration_data_processing: false,
    declaration_phone_contact: false,
    deadline_at: deadline,
    blocking_deadline_at: blockingDeadline(body.rightType, received, law),
    legal_due_at: extended ? extendedTerm(firstTerm, law) : firstTerm,
    extended_deadline_at: extended && extendedDeadline(deadline),
    extension_reason: extended && text(body.extensionReason),
    extension_notified_at: extended,
    response_type: body.responseType ?? null,
    response_notes: text(body.responseNotes),
    denial_reason: text(body.denialReason),
    completed_at: body.completedOn ? middayOf(body.completedOn, ctx.now) : null,
    created_at: received,
    updated_at: ctx.now,
  }
}

/** The register has dates only. For today, the time is at most now. */
function middayOf(day: string, now: Date): Date {
  const midday = after(endOfChileanDay(day), -12 * HOUR_MS)
  return midday > now ? now : midday
}

import type { ReadCtx } from '#db/context.ts'
import { shownRut } from '#kernel/rut.ts'
import { shortInstant } from '#pdf/document.ts'
import type { Action } from './notices/rules.ts'
import type { Source } from './templates/rules.ts'
import { proofOf } from './templates/views.ts'

/** The inspection folder's part about consents: every receipt, as proof of consent (art. 12). */

type Cell = string | number | null

interface Page {
  rows: Cell[][]
  last: string | undefined
}

const PAGE = 500

export const RECEIPT_COLUMNS = [
  'Recibo (SHA-256)',
  'Fecha',
  'Registrado',
  'Titular',
  'Texto mostrado',
  'Versión',
  'Huella del texto',
  'Decisión',
  'Detalle',
  'Origen',
]

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  accept_all: 'Acepta todo',
  reject_all: 'Rechaza todo',
  custom: 'Elige por finalidad',
  withdraw: 'Retira el consentimiento',
}

/** An unproven sender contradicted the person's proven decision. */
const UNCONFIRMED = ' (sin efecto: la persona no lo ha confirmado)'

const PROVEN_WORDS: Readonly<Record<string, string>> = {
  confirmed_email: ', confirmado por correo',
  subject_token: ', con la persona identificada por la organización',
}

/** Decisions about cookies, oldest first. Ids grow with time. */
export async function noticeReceipts({ db, tenantId }: ReadCtx, after: string | undefined): Promise<Page> {
  const records = db
    .selectFrom('consent_records as r')
    .innerJoin('consent_notice_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'r.tenant_id')
        .onRef('v.notice_id', '=', 'r.notice_id')
        .onRef('v.version', '=', 'r.notice_version'),
    )
    .select([
      'r.id',
      'r.receipt',
      'r.created_at',
      'r.subject_ref',
      'r.notice_version',
      'r.content_hash',
      'r.action',
      'r.is_effective',
      'r.proven_by',
      'r.decisions',
      'v.content',
    ])
    .where('r.tenant_id', '=', tenantId)
  const page = await (after === undefined ? records : records.where('r.id', '>', after))
    .orderBy('r.id')
    .limit(PAGE)
    .execute()
  return {
    last: page.at(-1)?.id,
    rows: page.map((row) => [
      row.receipt,
      moment(row.created_at),
      moment(row.created_at),
      shownRut(row.subject_ref),
      row.content.name,
      row.notice_version,
      row.content_hash,
      `${ACTION_WORDS[row.action]}${row.is_effective ? '' : UNCONFIRMED}`,
      decided(row.decisions, row.content.purposes),
      `Aviso de cookies${PROVEN_WORDS[row.proven_by ?? ''] ?? ''}`,
    ]),
  }
}

const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  form: 'Formulario',
  manual: 'Registro manual',
  external: 'Sistema de la organización',
  portal: 'Portal de privacidad',
}

/** Consents in forms, on paper or in the portal, oldest first. */
export async function formReceipts({ db, tenantId }: ReadCtx, after: string | undefined): Promise<Page> {
  const records = db
    .selectFrom('consent_form_records as r')
    .innerJoin('consent_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.template_id'),
    )
    .select([
      'r.id',
      'r.receipt',
      'r.occurred_at',
      'r.created_at',
      'r.subject_ref',
      'r.template_version',
      'r.content_hash',
      'r.granted',
      'r.is_effective',
      'r.channel',
      'r.source',
      'r.proven_by',
      't.name',
    ])
    .where('r.tenant_id', '=', tenantId)
  const page = await (after === undefined ? records : records.where('r.id', '>', after))
    .orderBy('r.id')
    .limit(PAGE)
    .execute()
  return {
    last: page.at(-1)?.id,
    rows: page.map((row) => [
      row.receipt,
      moment(row.occurred_at),
      moment(row.created_at),
      shownRut(row.subject_ref),
      row.name,
      row.template_version,
      row.content_hash,
      `${row.granted ? 'Otorga' : 'Retira o no otorga'}${row.is_effective ? '' : UNCONFIRMED}`,
      row.channel && `Canal: ${row.channel}`,
      `${SOURCE_WORDS[row.source]}${PROVEN_WORDS[proofOf(row)] ?? ''}`,
    ]),
  }
}

/** The days of the first and the last record, from the counters that every record updates. */
export async function consentPeriod({
  db,
  tenantId,
}: ReadCtx): Promise<{ from: string; to: string } | undefined> {
  const { from, to } = await db
    .selectFrom('consent_daily_counts')
    .select(({ fn }) => [fn.min<string | null>('day').as('from'), fn.max<string | null>('day').as('to')])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return from && to ? { from, to } : undefined
}

function decided(
  decisions: Readonly<Record<string, boolean>>,
  purposes: readonly { key: string; name: string }[],
): string {
  const nameOf = new Map(purposes.map(({ key, name }) => [key, name]))
  return Object.entries(decisions)
    .map(([key, granted]) => `${nameOf.get(key) ?? key}: ${granted ? 'sí' : 'no'}`)
    .join('; ')
}

function moment(instant: Date): string {
  return shortInstant(instant, 'America/Santiago')
}

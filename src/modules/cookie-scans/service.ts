import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import type { EventListener } from '#events/hand-out.ts'
import { enqueue } from '#jobs/definition.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { emptyPage } from '#kernel/paging.ts'
import { reaches } from '#kernel/roles.ts'
import { findDomain } from '#modules/domains/public.ts'
import { judged, ownHostOf, readSaid } from './compare.ts'
import * as repo from './repo.ts'
import { scans } from './repo.ts'
import type { CookieScanSettingsChange, CookieScansQuery, NewCookieScan } from './schemas.ts'
import { scanView, summaryView } from './views.ts'

export const JOB_NAME = 'cookie-scans.run'

const SCAN = 'la revisión de cookies'

const underWay = () =>
  new Failure('conflict', 'Ya hay una revisión de este dominio en curso. Espere a que termine.')

export const CONSTRAINTS: Constraints = { cookie_scans_one_open: underWay }

/** Only verified domains of the organisation are visited. The row and its job are written together. */
export async function startScan(ctx: WriteCtx, { domainId }: NewCookieScan) {
  const domain = isId(domainId) ? await findDomain(ctx, domainId) : undefined
  if (!domain) throw impossible('domainId', 'El dominio indicado no existe en su organización.')
  if (!domain.is_verified) {
    throw new Failure(
      'conflict',
      `Primero compruebe que «${domain.url}» es de su organización: solo se revisan dominios verificados.`,
    )
  }
  if (!domain.is_active)
    throw new Failure('conflict', `«${domain.url}» está inactivo. Actívelo para revisarlo.`)
  await assertRested(ctx, domain)
  const row = newScan(ctx, domain, 'manual')
  const [made] = await together(
    scans.insert(ctx, row),
    enqueue(ctx, JOB_NAME, {}),
    audit(ctx, {
      action: 'create',
      entityType: 'cookie_scan',
      entityId: row.id,
      after: { domainId: domain.id, url: domain.url },
    }),
  )
  return scanView(made, { notice: null, policy: null })
}

const REST_MINUTES = 5

/** Limits how often a site is visited: each visit loads up to twenty pages. */
async function assertRested(ctx: ReadCtx, { id, url }: { id: string; url: string }): Promise<void> {
  const last = await repo.lastVisitAt(ctx, id)
  const left = last ? last.getTime() + REST_MINUTES * MINUTE_MS - ctx.now.getTime() : 0
  if (left <= 0) return
  const minutes = Math.ceil(left / MINUTE_MS)
  throw new Failure(
    'conflict',
    `«${url}» se revisó hace menos de ${REST_MINUTES} minutos. Vea ese resultado, o pida otra revisión en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
  )
}

export function newScan(
  { now, actor }: WriteCtx,
  { id: domain_id, url }: { id: string; url: string },
  cause: repo.ScanRow['cause'],
) {
  return {
    id: newId(),
    domain_id,
    domain_url: url,
    status: 'PENDING' as const,
    cause,
    progress: 0,
    pages: [],
    items: [],
    notes: [],
    findings: [],
    early_count: 0,
    undeclared_count: 0,
    requested_by: actor.type === 'user' ? (actor.id ?? null) : null,
    created_at: now,
    updated_at: now,
  }
}

export async function listScans(ctx: ReadCtx, query: CookieScansQuery) {
  const names = query.domainId === undefined || isId(query.domainId)
  const { rows, ...page } = names ? await repo.pageScans(ctx, query) : emptyPage(query)
  return { items: rows.map(summaryView), ...page }
}

export async function getScan(ctx: ReadCtx, id: string) {
  const row = found(await scans.find(ctx, id), SCAN)
  return scanView(row, await readSaid(ctx, row.domain_id))
}

// ── settings ──

const MISSING =
  'El servicio no tiene un navegador: se lee solo el texto de las páginas, no lo que hacen sus programas.'
const REMEDY =
  'Instale Chromium en la máquina del servicio, o indique dónde está en CHROMIUM_PATH, y vuelva a iniciarlo.'
const ASK = 'Pida a quien administra el servicio que le ponga uno.'

/** Only administrators read how to set up the machine. */
async function missingFor(ctx: ReadCtx): Promise<string> {
  const role = await ctx.role()
  return `${MISSING} ${role && reaches(role, 'ADMIN') ? REMEDY : ASK}`
}

export async function showSettings(ctx: ReadCtx, hasBrowser: boolean) {
  const monthly = await repo.readMonthly(ctx)
  return { monthly, browser: hasBrowser, missing: hasBrowser ? null : await missingFor(ctx) }
}

export async function changeSettings(
  ctx: WriteCtx,
  { monthly }: CookieScanSettingsChange,
  hasBrowser: boolean,
) {
  const before = await repo.readMonthly(ctx)
  await together(
    repo.saveMonthly(ctx, monthly),
    audit(ctx, {
      action: 'update',
      entityType: 'cookie_scan_settings',
      entityId: ctx.tenantId,
      before: { monthly: before },
      after: { monthly },
    }),
  )
  return { monthly, browser: hasBrowser, missing: hasBrowser ? null : await missingFor(ctx) }
}

// ── changed declarations ──

/** A scan's items stay as found. Its findings are computed against what is published now. */
export const LISTENER: EventListener = {
  name: 'cookie-scans',
  hears: (type) => type === 'consent_notice.published' || type === 'cookie_policy.published',
  async hear(ctx) {
    const ownHost = ownHostOf(ctx)
    for (const { id } of await repo.listLatestDone(ctx)) {
      const row = await scans.find(ctx, id)
      if (!row) continue
      const said = await readSaid(ctx, row.domain_id)
      const { items, mode, banner } = row
      const fields = judged({ items, mode: mode!, banner: banner ?? false, ownHost, ...said })
      await scans.update(ctx, id, { ...fields, updated_at: ctx.now })
    }
  },
}

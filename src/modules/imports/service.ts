import { audit } from '#db/audit.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { enqueue } from '#jobs/definition.ts'
import { Failure, found } from '#kernel/failure.ts'
import { reaches, sayRole } from '#kernel/roles.ts'
import type { SheetTarget } from './public.ts'
import * as repo from './repo.ts'
import { imports } from './repo.ts'
import { type Choices, headingKey, type Mapped } from './rules.ts'
import type { ImportQuery, ImportsQuery } from './schemas.ts'
import { importView, summaryView } from './views.ts'

export const JOB_NAME = 'imports.run'

const IMPORT = 'la importación'

export interface Arrival {
  id: string
  fileName: string
  size: number
  sha256: string
  target: SheetTarget
  dryRun: boolean
  chosen: Choices
}

/** The role that the endpoints of these records require. */
export function assertMayBring({ role, one }: SheetTarget, actor: Pick<Actor, 'role'>): void {
  if (actor.role && reaches(actor.role, role)) return
  throw new Failure(
    'forbidden',
    `Para traer ${one} desde una planilla se requiere el rol ${sayRole(role)} o superior; usted tiene ${sayRole(actor.role)}.`,
  )
}

/** The identity for the job, without the session. */
function actorOf({ actor: { type, id, name, role } }: WriteCtx): Actor {
  return { type, id, name, role }
}

/** Call it once the file is stored. Writes the row and its job together; the job reads the file in the background. */
export async function startImport(ctx: WriteCtx, arrival: Arrival) {
  const { id, fileName, size, sha256, target, dryRun, chosen } = arrival
  assertMayBring(target, ctx.actor)
  const row = {
    id,
    target: target.name,
    status: 'PENDING' as const,
    progress: 0,
    file_name: fileName,
    size_bytes: size,
    sha256,
    parts: 1,
    dry_run: dryRun,
    chosen,
    mapping: [],
    outcomes: [],
    actor: actorOf(ctx),
    created_by: ctx.actor.type === 'user' ? (ctx.actor.id ?? null) : null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [made] = await together(
    imports.insert(ctx, row),
    enqueue(ctx, JOB_NAME, { tenantId: ctx.tenantId, importId: id }),
    audit(ctx, {
      action: 'upload',
      entityType: 'import',
      entityId: id,
      after: { target: target.name, fileName, sha256, dryRun },
    }),
  )
  return importView(made, target)
}

export async function listImports(ctx: ReadCtx, query: ImportsQuery, seen: readonly SheetTarget[]) {
  const { rows, ...page } = await repo.listImports(
    ctx,
    query,
    seen.map(({ name }) => name),
  )
  return { items: rows.map(summaryView), ...page }
}

export async function getImport(
  ctx: ReadCtx,
  id: string,
  seen: readonly SheetTarget[],
  { action }: ImportQuery,
) {
  const row = found(await imports.find(ctx, id), IMPORT)
  const target = found(
    seen.find(({ name }) => name === row.target),
    IMPORT,
  )
  return importView(row, target, action)
}

/** Cancels a waiting import or removes a finished one from the list. The log keeps a record of it. */
export async function deleteImport(
  ctx: WriteCtx,
  id: string,
  targets: readonly SheetTarget[],
  assertAllowed: (target: SheetTarget) => void,
): Promise<void> {
  const before = found(await imports.lock(ctx, id), IMPORT)
  const target = targetOf(targets, before)
  assertAllowed(target)
  assertMayBring(target, ctx.actor)
  if (before.status === 'APPLYING') throw new Failure('conflict', NOT_READY.APPLYING)
  await together(
    imports.remove(ctx, before.id),
    audit(ctx, {
      action: 'delete',
      entityType: 'import',
      entityId: before.id,
      before: { target: before.target, status: before.status, totals: before.totals },
    }),
  )
}

/** Saves the reviewed outcome: the rows are judged again, and all are saved or none. */
export async function confirmImport(
  ctx: WriteCtx,
  id: string,
  targets: readonly SheetTarget[],
  assertAllowed: (target: SheetTarget) => void,
) {
  const before = found(await imports.lock(ctx, id), IMPORT)
  const target = targetOf(targets, before)
  assertAllowed(target)
  assertMayBring(target, ctx.actor)
  if (before.status !== 'READY') throw new Failure('conflict', NOT_READY[before.status])
  assertNothingRefused(before)
  const fields = {
    status: 'APPLYING' as const,
    progress: 0,
    error: null,
    actor: actorOf(ctx),
    updated_at: ctx.now,
  }
  const [row] = await together(
    imports.update(ctx, id, fields),
    repo.rememberHeadings(ctx, target.name, confirmedHeadings(before.mapping)),
    enqueue(ctx, JOB_NAME, { tenantId: ctx.tenantId, importId: before.id }),
    audit(ctx, {
      action: 'confirm',
      entityType: 'import',
      entityId: before.id,
      before: { status: before.status },
      after: { status: fields.status, totals: before.totals },
    }),
  )
  return importView(row, target)
}

const NOT_READY: Readonly<Record<Exclude<repo.ImportRow['status'], 'READY'>, string>> = {
  PENDING: 'La planilla aún se está leyendo. Espere unos segundos y vuelva a mirarla.',
  APPLYING: 'La importación ya está confirmada y se está guardando.',
  DONE: 'La importación ya está hecha. Para traer cambios, envíe la planilla de nuevo.',
  FAILED: 'La importación no se pudo hacer. Corrija la planilla y envíela de nuevo.',
}

const MOST_DETAILS = 50

export function assertNothingRefused({
  outcomes,
  totals,
}: Pick<repo.ImportRow, 'outcomes' | 'totals'>): void {
  const refused = outcomes.filter(({ action }) => action === 'refuse')
  if (refused.length === 0) return
  throw new Failure(
    'impossible',
    `Hay ${refused.length} de ${totals?.rows ?? outcomes.length} filas rechazadas, y se trae todo o nada. Corríjalas y envíe la planilla de nuevo.`,
    {
      details: refused
        .slice(0, MOST_DETAILS)
        .map(({ row, reasons }) => ({ path: `rows[${row}]`, message: `Fila ${row}: ${reasons.join(' ')}` })),
    },
  )
}

/** The mapping that a person confirmed, including columns to leave out. */
export function confirmedHeadings(mapping: readonly Mapped[]): Choices {
  return Object.fromEntries(
    mapping
      .filter(({ by, heading }) => by !== 'shown_only' && headingKey(heading) !== '')
      .filter(({ by, field }) => field !== null || by === 'chosen' || by === 'remembered')
      .map(({ heading, field }) => [headingKey(heading), field]),
  )
}

export function targetOf(
  targets: readonly SheetTarget[],
  { target }: Pick<repo.ImportRow, 'target'>,
): SheetTarget {
  const known = targets.find(({ name }) => name === target)
  if (!known) throw new Error(`no module brings in «${target}»`)
  return known
}

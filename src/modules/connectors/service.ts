import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { Failure, type FaultDetail, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { findSystem } from '#modules/data-map/public.ts'
import * as repo from './repo.ts'
import { type ConnectorRow, connectors } from './repo.ts'
import {
  type Config,
  configFrom,
  type DatabaseConfig,
  isDatabase,
  type Kind,
  keepsPassword,
  type Queries,
  queryFaults,
  RIGHTS,
  type SentConfig,
} from './rules.ts'
import type { ConnectorPatch, ConnectorsQuery, NewConnector, RunsQuery } from './schemas.ts'
import { connectorView, runView } from './views.ts'

export const CONNECTOR = 'el conector'
const ENTITY = 'connector'

export const CONSTRAINTS: Constraints = {
  connectors_one_for_system: () =>
    new Failure('conflict', 'Este sistema ya tiene un conector. Cambie ese, o elimínelo antes.'),
  connectors_system_fkey: () =>
    new Failure('conflict', 'El sistema tiene un conector. Elimine primero el conector.'),
  connector_runs_one_at_once: () =>
    new Failure('conflict', 'El conector ya está consultando el sistema para esta tarea.'),
}

export async function listConnectors(ctx: ReadCtx, query: ConnectorsQuery) {
  const { rows, ...page } = await repo.listConnectors(ctx, query)
  return { items: rows.map((row) => connectorView(row)), ...page }
}

export async function getConnector(ctx: ReadCtx, id: string) {
  return connectorView(found(await repo.findItem(ctx, id), CONNECTOR))
}

export async function listRuns(ctx: ReadCtx, id: string, query: RunsQuery) {
  const [connector, { rows, ...page }] = await Promise.all([
    connectors.has(ctx, id),
    repo.listRuns(ctx, id, query),
  ])
  found(connector || undefined, CONNECTOR)
  return { items: rows.map((row) => runView(row)), ...page }
}

// ── writing ──

export async function createConnector(ctx: WriteCtx, body: NewConnector) {
  const system = await systemNamed(ctx, body.systemId)
  const config = readConfig(body.kind, body.config)
  const queries = readQueries(body.kind, config, body.queries ?? {})
  const secret = newSecretOf(body.kind, body.config, true)
  const row = {
    id: newId(),
    name: body.name.trim(),
    system_id: system.id,
    kind: body.kind,
    config,
    secret_sealed: secret.clear === null ? null : seal(ctx, secret.clear),
    queries,
    ...writtenBy(ctx),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [written] = await together(
    connectors.insert(ctx, row),
    audit(ctx, { action: 'create', entityType: ENTITY, entityId: row.id, after: row }),
  )
  return { ...connectorView({ ...written, system_name: system.name }), secret: secret.shown }
}

/** An absent field stays as it is. Changing what would be run withdraws the approval. */
export async function updateConnector(ctx: WriteCtx, id: string, patch: ConnectorPatch) {
  const before = found(await connectors.lock(ctx, id), CONNECTOR)
  const system = await systemNamed(ctx, patch.systemId ?? before.system_id)
  const config = patch.config ? readConfig(before.kind, patch.config, before.config) : before.config
  const merged = patch.queries ? { ...before.queries, ...patch.queries } : before.queries
  const queries = readQueries(before.kind, config, merged)
  const secret = patch.config
    ? secretAfter(before, config, patch.config)
    : { sealed: before.secret_sealed, clear: null, shown: null }
  const isChanged =
    secret.clear !== null ||
    secret.sealed !== before.secret_sealed ||
    system.id !== before.system_id ||
    !isDeepStrictEqual(config, before.config) ||
    !isDeepStrictEqual(queries, before.queries)
  const fields = {
    name: patch.name?.trim() ?? before.name,
    system_id: system.id,
    config,
    queries,
    secret_sealed: secret.clear === null ? secret.sealed : seal(ctx, secret.clear),
    ...(isChanged && { ...writtenBy(ctx), ...UNAPPROVED }),
    updated_at: ctx.now,
  }
  const [row] = await together(
    connectors.update(ctx, id, fields),
    audit(ctx, {
      action: 'update',
      entityType: ENTITY,
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return { ...connectorView({ ...row, system_name: system.name }), secret: secret.shown }
}

const UNAPPROVED = { approved_by: null, approved_by_name: null, approved_at: null, self_approved: false }

export async function deleteConnector(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await connectors.remove(ctx, id), CONNECTOR)
  await audit(ctx, { action: 'delete', entityType: ENTITY, entityId: id, before })
}

/**
 * Two people check what will be run on a company's data: one writes it and another approves it. If only one person could,
 * that person does both, and `self_approved` shows it.
 */
export async function approveConnector(ctx: WriteCtx, id: string) {
  const before = found(await connectors.lock(ctx, id), CONNECTOR)
  if (before.approved_at !== null) throw new Failure('conflict', 'El conector ya está aprobado.')
  if (before.kind !== 'https' && RIGHTS.every((right) => !before.queries[right]))
    throw new Failure('conflict', 'El conector no tiene ninguna consulta que aprobar.')
  const self = before.changed_by === ctx.actor.id || (await repo.wroteSinceApproval(ctx, id, ctx.actor.id!))
  if (self && (await repo.countOtherApprovers(ctx, ctx.actor.id!)) > 0)
    throw new Failure(
      'conflict',
      'Usted escribió parte de lo que cambió: debe aprobarlo otra persona con rol de DPO o superior.',
    )
  const fields = {
    approved_by: ctx.actor.id ?? null,
    approved_by_name: ctx.actor.name ?? null,
    approved_at: ctx.now,
    self_approved: self,
    updated_at: ctx.now,
  }
  await together(
    connectors.update(ctx, id, fields),
    audit(ctx, {
      action: 'approve',
      entityType: ENTITY,
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return getConnector(ctx, id)
}

// ── parts ──

async function systemNamed(ctx: ReadCtx, id: string) {
  const system = isId(id) ? await findSystem(ctx, canonicalId(id)) : undefined
  if (!system) throw impossible('systemId', 'El sistema no existe en el mapa de datos.')
  return system
}

function writtenBy({ actor, now }: WriteCtx) {
  return { changed_by: actor.id ?? null, changed_by_name: actor.name ?? null, changed_at: now }
}

function readConfig(kind: Kind, sent: SentConfig, before?: Config): Config {
  const { value, faults } = configFrom(kind, sent, before)
  if (value === undefined) throw refusal(faults)
  return value
}

/** Null and blank remove a query. */
function readQueries(kind: Kind, config: Config, sent: Partial<Record<string, string | null>>): Queries {
  const queries: Queries = {}
  for (const right of RIGHTS) {
    const text = sent[right]?.trim()
    if (text) queries[right] = text
  }
  const faults = queryFaults(kind, config, queries)
  if (faults.length > 0) throw refusal(faults)
  return queries
}

function refusal(details: FaultDetail[]): Failure {
  return new Failure('impossible', details[0]!.message, { details })
}

interface Secret {
  sealed: string | null
  /** The clear text, to be sealed. */
  clear: string | null
  /** Shown once, in this answer. */
  shown: string | null
}

const SHORTEST_SECRET = 16

function newSecretOf(kind: Kind, sent: SentConfig, isNew: boolean): Secret {
  if (kind !== 'https') return { sealed: null, clear: sent.password || null, shown: null }
  if (sent.secret) {
    if (sent.secret.length < SHORTEST_SECRET)
      throw impossible('config.secret', `El secreto debe tener al menos ${SHORTEST_SECRET} caracteres.`)
    return { sealed: null, clear: sent.secret, shown: null }
  }
  const made = isNew ? `whsec_${randomBytes(32).toString('base64')}` : null
  return { sealed: null, clear: made, shown: made }
}

/** The secret after a change. An endpoint always has one: clearing it creates a new one. */
function secretAfter(before: ConnectorRow, config: Config, sent: SentConfig): Secret {
  const { kind, secret_sealed: sealed } = before
  if (kind === 'https') {
    if (sent.secret === undefined) return { sealed, clear: null, shown: null }
    return newSecretOf(kind, sent, true)
  }
  if (sent.password !== undefined) return newSecretOf(kind, sent, false)
  const isKept = isDatabase(config, kind) && keepsPassword(before.config as DatabaseConfig, config)
  if (sealed !== null && !isKept)
    throw impossible(
      'config.password',
      'Cambió el servidor, el usuario o el cifrado: escriba la clave de nuevo.',
    )
  return { sealed, clear: null, shown: null }
}

export const SEAL = 'connector'

function seal({ tools, tenantId }: WriteCtx, secret: string): string {
  return tools.vault.seal(secret, SEAL, tenantId)
}

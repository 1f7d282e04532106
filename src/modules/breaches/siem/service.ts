import { hash } from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { hmac, newToken, sameSecret } from '#kernel/secrets.ts'
import { findSiemTenant } from '#modules/settings/public.ts'
import { announceBreach } from '../announcing.ts'
import * as repo from '../repo.ts'
import { alertInstant, liesAhead, severityOf } from '../rules.ts'
import { newRow } from '../service.ts'
import type { SiemPayload } from './schemas.ts'

export const SIEM: Actor = { type: 'system', id: undefined, name: 'SIEM', role: undefined }

const LONGEST_TITLE = 200

/**
 * The tenant whose secret signed these bytes. An unknown slug and a wrong signature cost the same: two digests over
 * the body, whatever there is to compare them with.
 */
export async function findSigner(
  access: TenantAccess,
  tools: Tools,
  slug: string,
  bytes: Buffer | undefined,
  signature: string,
): Promise<string | undefined> {
  const tenant = await findSiemTenant(access, tools, slug)
  const [current = newToken(), previous = current] = tenant?.secrets ?? []
  const signed = [current, previous].map((secret) =>
    sameSecret(signature.toLowerCase(), `sha256=${hmac(secret, bytes ?? '')}`),
  )
  return signed.includes(true) ? tenant?.tenantId : undefined
}

/**
 * One breach for the same bytes, however often, however late and however simultaneously they come. An old timestamp
 * alone refuses nothing: a late alert must not be lost.
 */
export async function receiveAlert(ctx: WriteCtx, bytes: Buffer, payload: SiemPayload) {
  const alert = readAlert(payload)
  const id = newId()
  const breachId = await repo.claimAlert(ctx, hash('sha256', bytes), id)
  if (breachId === id) await createFromAlert(ctx, id, alert)
  return { breachId, status: 'detected' as const, detectionSource: 'siem' as const }
}

async function createFromAlert(ctx: WriteCtx, id: string, alert: Alert): Promise<void> {
  const { ruleId, level, agent, description, detectedAt, sent } = alert
  const severity = severityOf(level)
  const row = {
    // An agent whose clock runs ahead still reports something that was detected by now; its own time stays in `alert`.
    ...newRow(ctx, id, liesAhead(detectedAt, ctx.now) ? ctx.now : detectedAt),
    title: description.trim().slice(0, LONGEST_TITLE).toWellFormed(),
    description: `Alerta del SIEM en el agente «${agent}»: regla ${ruleId}, nivel ${level}. ${description.trim()}`,
    detection_source: 'siem' as const,
    data_categories: [],
    has_sensitive_data: false,
    containment_actions: [],
    severity,
  }
  await together(
    repo.breaches.insert(ctx, { ...row, alert: sent }),
    repo.insertEvents(
      ctx,
      id,
      { type: 'created' },
      { type: 'siem_alert', details: { ruleId, level, severity, agent } },
    ),
    audit(ctx, { action: 'create', entityType: 'breach', entityId: id, after: row }),
    announceBreach(ctx, 'breach.created', row),
  )
}

interface Alert {
  ruleId: string
  level: number
  description: string
  agent: string
  detectedAt: Date
  /** As it arrived, for the investigation. */
  sent: Record<string, unknown>
}

function readAlert(payload: SiemPayload): Alert {
  if ('alert' in payload) {
    const { rule, agent, timestamp } = payload.alert
    return {
      ruleId: String(rule.id),
      level: rule.level,
      description: rule.description,
      agent: agent.name,
      detectedAt: readInstant('alert.timestamp', timestamp),
      sent: payload.alert,
    }
  }
  return {
    ruleId: String(payload.rule_id),
    level: payload.rule_level,
    description: payload.rule_description,
    agent: payload.agent.name,
    detectedAt: readInstant('timestamp', payload.timestamp),
    sent: payload,
  }
}

function readInstant(path: string, text: string): Date {
  const instant = alertInstant(text)
  if (instant) return instant
  const message = `«${path}» debe ser una fecha y hora con zona, por ejemplo 2026-03-02T10:45:00.000-0300.`
  throw new Failure('malformed', message, { details: [{ path, message }] })
}

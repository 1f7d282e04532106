import { hash } from 'node:crypto'
import { audit } from '#db/audit.ts'
import type { Actor, Ctx, Tools } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { hmac, newToken, sameSecret } from '#kernel/secrets.ts'
import { findSiemTenant } from '#modules/settings/public.ts'
import * as repo from '../repo.ts'
import { alertInstant, severityOf } from '../rules.ts'
import { newRow } from '../service.ts'
import type { SiemPayload } from './schemas.ts'

export const SIEM: Actor = { type: 'system', id: undefined, name: 'SIEM', role: undefined }

const LONGEST_TITLE = 200

/**
 * The tenant whose secret signed these bytes. An unknown slug and a wrong signature cost the same: two digests over
 * the body, whatever there is to compare them with.
 */
export async function findSigner(
  doors: Doors,
  tools: Tools,
  slug: string,
  bytes: Buffer | undefined,
  signature: string,
): Promise<string | undefined> {
  const tenant = await findSiemTenant(doors, tools, slug)
  const [current, previous = current] = tenant?.secrets ?? [newToken()]
  const signed = [current, previous].map((secret) =>
    sameSecret(signature.toLowerCase(), `sha256=${hmac(secret!, bytes ?? '')}`),
  )
  return signed.includes(true) ? tenant?.tenantId : undefined
}

/** One breach for the same bytes within a day, however often and however simultaneously they come. */
export async function receiveAlert(ctx: Ctx, bytes: Buffer, payload: SiemPayload) {
  const alert = readAlert(payload)
  const id = newId()
  const breachId = await repo.claimAlert(ctx, hash('sha256', bytes), id)
  if (breachId === id) await createFromAlert(ctx, id, alert)
  return { breachId, status: 'detected' as const, detectionSource: 'siem' as const }
}

async function createFromAlert(ctx: Ctx, id: string, alert: Alert): Promise<void> {
  const { ruleId, level, agent, description, detectedAt, sent } = alert
  const severity = severityOf(level)
  const row = {
    ...newRow(ctx, id, detectedAt),
    title: description.trim().slice(0, LONGEST_TITLE).toWellFormed(),
    description: `Alerta del SIEM en el agente «${agent}»: regla ${ruleId}, nivel ${level}. ${description.trim()}`,
    detection_source: 'siem',
    data_categories: [],
    has_sensitive_data: false,
    containment_actions: [],
    severity,
  }
  // Sent together: when many alerts come at once, every wait counts.
  await Promise.all([
    repo.insertBreach(ctx, { ...row, alert: sent }),
    repo.insertEvents(
      ctx,
      id,
      { type: 'created' },
      { type: 'siem_alert', details: { ruleId, level, severity, agent } },
    ),
    audit(ctx, { action: 'create', entityType: 'breach', entityId: id, after: row }),
  ])
}

interface Alert {
  ruleId: string
  level: number
  description: string
  agent: string
  detectedAt: Date
  /** As it came, for whoever investigates. */
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

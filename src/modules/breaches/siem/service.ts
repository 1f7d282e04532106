import { hash } from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso, liesAhead } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { hmac, newToken, sameSecret } from '#kernel/secrets.ts'
import { findSiemTenant } from '#modules/settings/public.ts'
import { announceBreach } from '../announcing.ts'
import { notificationTarget } from '../clock-rules.ts'
import * as repo from '../repo.ts'
import { newRow } from '../service.ts'
import { type Alert, readAlert } from './reading.ts'
import { sampleOf } from './samples.ts'
import type { SiemPayload, SiemTrial } from './schemas.ts'

export const SIEM: Actor = { type: 'system', id: undefined, name: 'SIEM', role: undefined }

const LONGEST_TITLE = 200

/**
 * The tenant whose secret signed these bytes. An unknown slug and a wrong signature take the same time: two digests over the
 * body in every case.
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
 * The same bytes create one breach, however often, late or simultaneously they come. An old timestamp alone is no reason to
 * refuse: a late alert must not be lost.
 */
export async function receiveAlert(ctx: WriteCtx, bytes: Buffer, payload: SiemPayload) {
  const alert = readAlert(payload)
  const id = newId()
  const breachId = await repo.claimAlert(ctx, hash('sha256', bytes), id)
  if (breachId === id) await createFromAlert(ctx, id, alert)
  return { breachId, status: 'detected' as const, detectionSource: 'siem' as const }
}

async function createFromAlert(ctx: WriteCtx, id: string, alert: Alert): Promise<void> {
  const { ruleId, level, severity, agent, sent } = alert
  const row = rowOf(ctx, id, alert)
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

function rowOf(ctx: Pick<WriteCtx, 'tenantId' | 'now'>, id: string, alert: Alert) {
  const { title, description, severity, detectedAt } = alert
  // An agent's clock may run ahead. The time of receipt is then the detection, and the agent's own time stays in `alert`.
  const detected = detectedAt === null || liesAhead(detectedAt, ctx.now) ? ctx.now : detectedAt
  return {
    ...newRow(ctx, id, detected),
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    description,
    detection_source: 'siem' as const,
    data_categories: [],
    has_sensitive_data: false,
    containment_actions: [],
    severity,
  }
}

/**
 * Processes a sample, or the caller's own alert, signed with the organisation's secret, like a real one: checks the
 * signature, reads the alert and builds the breach, without storing it.
 */
export async function tryAlert(
  access: TenantAccess,
  tools: Tools,
  { tenantId, slug }: { tenantId: string; slug: string },
  trial: SiemTrial,
) {
  const now = tools.now()
  const payload = trial?.payload ?? sampleOf(trial?.format ?? 'wazuh', now)
  const body = JSON.stringify(payload)
  const [secret] = (await findSiemTenant(access, tools, slug))?.secrets ?? []
  const signature = `sha256=${hmac(secret ?? '', body)}`
  const signer = await findSigner(access, tools, slug, Buffer.from(body), signature)
  if (secret === undefined || signer !== tenantId) {
    throw new Failure(
      'conflict',
      'El secreto SIEM de su organización ya no se puede leer. Ingrese uno nuevo en la configuración.',
    )
  }
  const { title, description, severity, detected_at } = rowOf({ tenantId, now }, newId(), readAlert(payload))
  return {
    url: `${tools.publicUrl}/api/v1/webhooks/siem/${slug}`,
    signatureHeader: 'X-Siem-Signature',
    signature,
    body,
    payload: payload as Record<string, unknown>,
    breach: {
      title,
      description,
      severity,
      detectedAt: iso(detected_at),
      notificationDeadlineAt: iso(notificationTarget(detected_at)),
      detectionSource: 'siem' as const,
    },
  }
}

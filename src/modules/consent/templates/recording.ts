import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import type { Doors } from '#db/doors.ts'
import { json } from '#db/sql.ts'
import { chileanDay, iso, toInstant } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { count } from '../counts.ts'
import { hashOf } from '../proof.ts'
import { decidedAt, normaliseRef } from '../rules.ts'
import type { Evidence } from '../tables.ts'
import { ipHashOf, type Witness } from '../witness.ts'
import * as repo from './repo.ts'
import {
  assertMayConsent,
  checkValues,
  type Representative,
  readRepresentative,
  type Source,
  type TemplateContent,
  type Values,
} from './rules.ts'
import type { ExternalConsent, ManualConsent, PortalConsent, Submission } from './schemas.ts'
import { getTemplate } from './service.ts'
import { contentOf, evidenceOf, formView } from './views.ts'
import { announce } from './webhooks.ts'

interface Form {
  template: repo.TemplateRow
  organization: string
}

/**
 * The form a public key leads to. Its tenant is not known before. One that was switched off still takes withdrawals:
 * they are always open, by the way the consent was given (art. 12).
 */
export async function getForm(doors: Doors, formKey: string, { toWithdraw = false } = {}): Promise<Form> {
  const row = await doors.lookUp('find the form of a public key', (db) =>
    db
      .selectFrom('consent_templates as c')
      .innerJoin('tenants as t', 't.id', 'c.tenant_id')
      .selectAll('c')
      .select('t.name as organization')
      .where('c.form_key', '=', formKey)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!row || !(row.is_active || toWithdraw)) throw notFound('el formulario de consentimiento')
  const { organization, ...template } = row
  return { template, organization }
}

export async function showForm(doors: Doors, formKey: string) {
  const { template, organization } = await getForm(doors, formKey)
  return formView(template, organization)
}

/** Withdrawing asks for nothing: it is as easy as can be (art. 12). */
export async function submitForm(ctx: Ctx, { template }: Form, body: Submission, witness: Witness) {
  const shown = await versionShown(ctx, template, body.version)
  const { granted } = body
  const values = checkValues(shown.content.fields, body.values ?? {}, { complete: granted, others: false })
  const representative = readRepresentative(body.representative)
  if (granted) assertMayConsent(shown.content, values, representative, chileanDay(ctx.now))
  return record(ctx, template, shown, {
    ...body,
    values,
    representative,
    source: 'form',
    occurredAt: ctx.now,
    witness,
  })
}

/** Consent taken on paper or by phone: the evidence stands where the form would (decisions, Consent). */
export async function recordManually(ctx: Ctx, id: string, body: ManualConsent) {
  const template = await getTemplate(ctx, id)
  const shown = current(template)
  const occurredAt = decidedAt('obtainedAt', instantOf(body.obtainedAt), ctx.now)
  const values = checkValues(template.fields, body.values ?? {}, { complete: false, others: true })
  const representative = readRepresentative(body.representative)
  if (body.granted) {
    const known = { ...shown.content, requireAge: false }
    assertMayConsent(known, values, representative, chileanDay(occurredAt))
  }
  const { channel, evidence } = body
  const recorded = await record(ctx, template, shown, {
    ...body,
    values,
    representative,
    source: 'manual',
    occurredAt,
    channel,
    evidence,
  })
  await audit(ctx, {
    action: 'record_consent',
    entityType: 'consent_template',
    entityId: id,
    after: { recordId: recorded.id, granted: body.granted, channel, receipt: recorded.receipt },
  })
  return recorded
}

export async function recordExternally(ctx: Ctx, body: ExternalConsent) {
  const template = await namedTemplate(ctx, body.templateId, body.granted)
  const shown = current(template)
  const occurredAt = decidedAt('occurredAt', instantOf(body.occurredAt), ctx.now)
  const values = checkValues(template.fields, body.values ?? {}, { complete: false, others: true })
  const representative = readRepresentative(body.representative)
  if (body.granted) assertMayConsent(shown.content, values, representative, chileanDay(occurredAt))
  return record(ctx, template, shown, { ...body, values, representative, source: 'external', occurredAt })
}

/** The person themself, signed in to the portal. */
export async function recordInPortal(
  ctx: Ctx,
  { templateId, subjectRef, granted, ...sent }: PortalConsent,
  witness: Witness,
) {
  const template = await namedTemplate(ctx, templateId, granted)
  const shown = current(template)
  const values = checkValues(template.fields, sent.values ?? {}, { complete: false, others: false })
  const representative = readRepresentative(sent.representative)
  if (granted) assertMayConsent(shown.content, values, representative, chileanDay(ctx.now))
  return record(ctx, template, shown, {
    subjectRef,
    granted,
    values,
    representative,
    source: 'portal',
    occurredAt: ctx.now,
    witness,
  })
}

interface Shown {
  version: number
  contentHash: string
  content: TemplateContent
}

interface Entry {
  subjectRef: string
  granted: boolean
  values: Values
  representative: Representative | null
  source: Source
  occurredAt: Date
  channel?: string
  evidence?: Evidence
  witness?: Witness
}

/** Every decision comes through here, whichever way it came in. */
async function record(ctx: Ctx, template: repo.TemplateRow, shown: Shown, entry: Entry) {
  const { values, representative, evidence, witness } = entry
  const row = {
    tenant_id: ctx.tenantId,
    id: newId(),
    template_id: template.id,
    template_version: shown.version,
    content_hash: shown.contentHash,
    subject_ref: normaliseRef(entry.subjectRef),
    granted: entry.granted,
    source: entry.source,
    values,
    representative,
    channel: entry.channel ?? null,
    evidence: evidence ?? null,
    recorded_by: ctx.actor.id ?? null,
    user_agent: witness?.userAgent ?? null,
    ip_hash: witness ? ipHashOf(ctx, witness.ip) : null,
    occurred_at: entry.occurredAt,
    created_at: ctx.now,
  }
  const receipt = hashOf(evidenceOf(row))
  const [webhooks] = await Promise.all([
    repo.listWebhooks(ctx, template.id),
    repo.insertRecord(ctx, {
      ...row,
      values: json(values),
      representative: representative && json(representative),
      evidence: evidence === undefined ? null : json(evidence),
      receipt,
    }),
    count(ctx, template.id, { granted: row.granted, withdrawn: !row.granted }),
  ])
  await announce(ctx, webhooks, { ...row, receipt })
  return { id: row.id, receipt, createdAt: iso(ctx.now) }
}

/** Granting needs a form in use; withdrawing is open as long as there is something to withdraw. */
async function namedTemplate(ctx: Ctx, id: string, granted: boolean): Promise<repo.TemplateRow> {
  const template = isId(id) ? await repo.findTemplate(ctx, id) : undefined
  if (!template)
    throw impossible('templateId', 'El formulario de consentimiento indicado no existe en su organización.')
  if (granted && !template.is_active) {
    throw impossible(
      'templateId',
      `El formulario «${template.name}» ya no está en uso: no admite nuevos consentimientos.`,
    )
  }
  return template
}

function current(template: repo.TemplateRow): Shown {
  return { version: template.version, contentHash: template.content_hash, content: contentOf(template) }
}

async function versionShown(
  ctx: Ctx,
  template: repo.TemplateRow,
  version: number | null | undefined,
): Promise<Shown> {
  if (version === undefined || version === null || version === template.version) return current(template)
  const row = await repo.findVersion(ctx, template.id, version)
  if (!row) throw impossible('version', `La versión ${version} de este formulario no existe.`)
  return { version, contentHash: row.content_hash, content: row.content }
}

function instantOf(text: string | null | undefined): Date | undefined {
  return text?.trim() ? toInstant(text) : undefined
}

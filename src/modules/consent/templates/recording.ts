import { assertShown, type TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce, listInterests } from '#events/announce.ts'
import type { Organisation } from '#kernel/branding.ts'
import { chileanDay, iso, toInstant } from '#kernel/dates.ts'
import { found, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { isOneAddress } from '#kernel/text.ts'
import { askToConfirm } from '../confirmation.ts'
import { hashOf } from '../proof.ts'
import { recording } from '../records.ts'
import { decidedAt, normaliseRef, type Proof } from '../rules.ts'
import { ipHashOf, type Submitter } from '../submitter.ts'
import type { Evidence } from '../tables.ts'
import type { Shown } from '../versions.ts'
import { sendReceipt } from './receipt.ts'
import * as repo from './repo.ts'
import {
  assertMayConsent,
  checkValues,
  PROOF_OF_SOURCE,
  type Representative,
  readRepresentative,
  type Source,
  type TemplateContent,
  type Values,
} from './rules.ts'
import type { ExternalConsent, ManualConsent, PortalConsent, Submission } from './schemas.ts'
import { getTemplate, shownIn } from './service.ts'
import { evidenceOf, formView } from './views.ts'
import { callWebhooks } from './webhooks.ts'

export interface Form {
  template: repo.TemplateRow
  organization: string
  organisation: Organisation
  suspendedAt: Date | null
}

/**
 * The form of a public key, which also finds its tenant. A form that was switched off or deleted still accepts withdrawals:
 * they must stay open in the way the consent was given (art. 12). A deleted form accepts them on its pages, which letters
 * link to.
 */
export async function getForm(
  access: TenantAccess,
  formKey: string,
  { toWithdraw = false, evenDeleted = false } = {},
): Promise<Form> {
  const row = await access.lookUp('find the form of a public key', (db) =>
    db
      .selectFrom('consent_templates as c')
      .innerJoin('tenants as t', 't.id', 'c.tenant_id')
      .selectAll('c')
      .select(['t.name as organization', 't.slug', 't.branding', 't.suspended_at'])
      .where('c.form_key', '=', formKey)
      .executeTakeFirst(),
  )
  if (!row || !(row.is_active || toWithdraw) || !(row.deleted_at === null || evenDeleted))
    throw notFound('el formulario de consentimiento')
  const { organization, slug, branding, suspended_at: suspendedAt, ...template } = row
  const organisation = { name: organization, slug, branding: branding as Organisation['branding'] }
  return { template, organization, organisation, suspendedAt }
}

export async function showForm(access: TenantAccess, formKey: string, tools: Pick<Tools, 'publicUrl'>) {
  const { template, organization, suspendedAt } = await getForm(access, formKey)
  assertShown(suspendedAt)
  return formView(template, organization, tools)
}

/** A withdrawal requires no fields: it must be as easy as granting (art. 12). */
export async function submitForm(
  ctx: WriteCtx,
  { template }: Form,
  body: Submission,
  submitter: Submitter,
  isProven = false,
) {
  const { granted } = body
  const shown = granted
    ? versionInForce(template, body.version)
    : await versionShown(ctx, template, body.version)
  const values = checkValues(shown.content.fields, body.values ?? {}, { complete: granted, others: false })
  const representative = readRepresentative(body.representative)
  if (granted) assertMayConsent(shown.content, values, representative, chileanDay(ctx.now))
  const entry: Entry = { ...body, values, representative, source: 'form', occurredAt: ctx.now, submitter }
  if (isProven) return record(ctx, template, shown, { ...entry, provenBy: 'subject_token' })
  const ref = normaliseRef(body.subjectRef)
  const standing = await repo.findProvenDecision(ctx, template.id, ref)
  const mustConfirm = template.confirm_email && granted && standing !== true
  if (mustConfirm && !isOneAddress(ref))
    throw impossible('subjectRef', 'Este formulario se confirma por correo: indique un correo electrónico.')
  // The sender is unproven, so this must not override the person's proven decision.
  if (mustConfirm || (standing !== undefined && standing !== granted)) {
    const recorded = await record(ctx, template, shown, { ...entry, isEffective: false })
    const about = { ...template, recordId: recorded.id, kind: 'form' as const }
    const asked = { subjectRef: ref, ...wordsOf(granted, standing === undefined) }
    return { ...recorded, confirmationSent: await askToConfirm(ctx, about, asked) }
  }
  return record(ctx, template, shown, entry)
}

/** The same through the form's page, with a copy to the person's mailbox. */
export async function submitPage(ctx: WriteCtx, form: Form, body: Submission, submitter: Submitter) {
  const recorded = await submitForm(ctx, form, body, submitter)
  if ('confirmationSent' in recorded) return recorded
  const { content } = await versionShown(ctx, form.template, body.version)
  await sendReceipt(ctx, form.template, recorded, { ...body, purposeText: content.purposeText })
  return recorded
}

/** Through the link of a letter, which proves the mailbox. If the consent is already withdrawn nothing changes. */
export async function withdrawByLink(ctx: WriteCtx, recordId: string, submitter: Submitter) {
  const given = found(await repo.findRecord(ctx, recordId), 'el consentimiento')
  const template = found(await repo.templates.lockFields(ctx, given.template_id), 'el formulario')
  const standing = await repo.findStanding(ctx, template.id, given.subject_ref)
  if (standing && !standing.granted) return { formKey: template.form_key, receipt: standing.receipt }
  const entry = { subjectRef: given.subject_ref, granted: false }
  const recorded = await record(ctx, template, shownIn(template), {
    ...entry,
    values: {},
    representative: null,
    source: 'form',
    provenBy: 'confirmed_email',
    occurredAt: ctx.now,
    submitter,
  })
  await sendReceipt(ctx, template, recorded, entry)
  return { formKey: template.form_key, receipt: recorded.receipt }
}

/** The letter's words for the requested change, and for what holds until it is confirmed. */
function wordsOf(granted: boolean, isFirst: boolean) {
  return granted
    ? {
        wanted: 'otorgar su consentimiento',
        kept: isFirst ? 'sin su consentimiento' : 'como usted lo retiró',
      }
    : { wanted: 'retirar su consentimiento', kept: 'como usted lo otorgó' }
}

/** The person used the letter's link: the same decision is recorded again, and now counts. */
export async function confirmRecord(ctx: WriteCtx, recordId: string, submitter: Submitter) {
  const asked = found(await repo.findRecord(ctx, recordId), 'el consentimiento')
  const template = asked.granted
    ? await getTemplate(ctx, asked.template_id)
    : found(await repo.templates.find(ctx, asked.template_id), 'el formulario de consentimiento')
  const shown = await versionShown(ctx, template, asked.template_version)
  const recorded = await record(ctx, template, shown, {
    subjectRef: asked.subject_ref,
    granted: asked.granted,
    values: asked.values as Values,
    representative: asked.representative as Representative | null,
    source: 'form',
    provenBy: 'confirmed_email',
    occurredAt: ctx.now,
    submitter,
  })
  await sendReceipt(ctx, template, recorded, {
    subjectRef: asked.subject_ref,
    granted: asked.granted,
    purposeText: shown.content.purposeText,
    representative: asked.representative as Representative | null,
  })
  return { ...recorded, formKey: template.form_key }
}

/** Consent taken on paper or by phone: evidence replaces the form (decisions, Consent). */
export async function recordManually(ctx: WriteCtx, id: string, body: ManualConsent) {
  const template = await getTemplate(ctx, id)
  const shown = shownIn(template)
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

export async function recordExternally(ctx: WriteCtx, body: ExternalConsent) {
  const template = await namedTemplate(ctx, body.templateId, body.granted)
  const shown = shownIn(template)
  const occurredAt = decidedAt('occurredAt', instantOf(body.occurredAt), ctx.now)
  const values = checkValues(template.fields, body.values ?? {}, { complete: false, others: true })
  const representative = readRepresentative(body.representative)
  if (body.granted) assertMayConsent(shown.content, values, representative, chileanDay(occurredAt))
  return record(ctx, template, shown, { ...body, values, representative, source: 'external', occurredAt })
}

/** A decision of a person signed in to the portal. */
export async function recordInPortal(
  ctx: WriteCtx,
  { templateId, subjectRef, granted, ...sent }: PortalConsent,
  submitter: Submitter,
) {
  const template = await namedTemplate(ctx, templateId, granted)
  const shown = granted
    ? versionInForce(template, sent.version)
    : await versionShown(ctx, template, sent.version)
  const values = checkValues(shown.content.fields, sent.values ?? {}, { complete: false, others: false })
  const representative = readRepresentative(sent.representative)
  if (granted) assertMayConsent(shown.content, values, representative, chileanDay(ctx.now))
  return record(ctx, template, shown, {
    subjectRef,
    granted,
    values,
    representative,
    source: 'portal',
    occurredAt: ctx.now,
    submitter,
  })
}

interface Entry {
  subjectRef: string
  granted: boolean
  values: Values
  representative: Representative | null
  source: Source
  provenBy?: Proof
  /** False while the decision waits for its confirmation. */
  isEffective?: boolean
  occurredAt: Date
  channel?: string
  evidence?: Evidence
  submitter?: Submitter
}

/** Records a decision from any source. */
async function record(
  ctx: WriteCtx,
  template: repo.TemplateRow,
  shown: Shown<TemplateContent>,
  entry: Entry,
) {
  const { values, representative, evidence, submitter } = entry
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
    user_agent: submitter?.userAgent ?? null,
    ip_hash: submitter ? ipHashOf(ctx, submitter.ip) : null,
    occurred_at: entry.occurredAt,
    created_at: ctx.now,
    proven_by: entry.provenBy ?? PROOF_OF_SOURCE[entry.source],
    is_effective: entry.isEffective ?? true,
  }
  const receipt = hashOf(evidenceOf(row))
  const counted = {
    countedId: template.id,
    granted: row.is_effective && row.granted,
    withdrawn: row.is_effective && !row.granted,
  }
  const [webhooks, interests] = await together(
    repo.listWebhooks(ctx, template.id),
    listInterests(ctx),
    ctx.db.executeQuery(recording(ctx, 'consent_form_records', { ...row, receipt }, counted)),
  )
  if (row.is_effective) {
    const event = row.granted ? 'consent.recorded' : 'consent.withdrawn'
    await together(
      callWebhooks(ctx, webhooks, { ...row, receipt }),
      ...(interests.includes(event) ? [announceRecord(ctx, event, template, row)] : []),
    )
  }
  return { id: row.id, receipt, createdAt: iso(ctx.now) }
}

function announceRecord(
  ctx: WriteCtx,
  type: 'consent.recorded' | 'consent.withdrawn',
  { id, name }: repo.TemplateRow,
  record: { id: string; granted: boolean; source: string; template_version: number },
): Promise<void> {
  const { id: recordId, granted, source, template_version: version } = record
  const data = { recordId, granted, source, version }
  return announce(ctx, { type, entityType: 'consent_template', entityId: id, title: name, data })
}

/** Granting needs a form in use. Withdrawing is possible while there is something to withdraw. */
async function namedTemplate(ctx: WriteCtx, id: string, granted: boolean): Promise<repo.TemplateRow> {
  const template = isId(id) ? await repo.templates.find(ctx, id) : undefined
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

/**
 * Consent is informed by today's words (art. 12). Consent to replaced words would bring back a purpose or an age that is no
 * longer asked for, so the person must read today's text and decide again.
 */
function versionInForce(
  template: repo.TemplateRow,
  version: number | null | undefined,
): Shown<TemplateContent> {
  if (version === undefined || version === null || version === template.version) return shownIn(template)
  throw impossible(
    'version',
    version < template.version
      ? `El texto de «${template.name}» cambió: la versión ${version} ya no está en uso. Lea la versión ${template.version} y decida otra vez.`
      : unknownVersion(version),
  )
}

const unknownVersion = (version: number) => `La versión ${version} de este formulario no existe.`

async function versionShown(
  ctx: WriteCtx,
  template: repo.TemplateRow,
  version: number | null | undefined,
): Promise<Shown<TemplateContent>> {
  if (version === undefined || version === null || version === template.version) return shownIn(template)
  const shown = await repo.templateVersions.find(ctx, template.id, version)
  if (!shown) throw impossible('version', unknownVersion(version))
  return shown
}

function instantOf(text: string | null | undefined): Date | undefined {
  return text?.trim() ? toInstant(text) : undefined
}

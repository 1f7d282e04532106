import type { Tools, WriteCtx } from '#db/context.ts'
import { findTenant } from '#db/sql.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, DAY_MS, longDay } from '#kernel/dates.ts'
import { isId } from '#kernel/ids.ts'
import { citation, lawToday } from '#kernel/law/wording.ts'
import { hmac, sameSecret } from '#kernel/secrets.ts'
import { isOneAddress } from '#kernel/text.ts'
import { contactOf, findMainEntity } from '#modules/org/public.ts'
import { consentingFor, normaliseRef, refusedWords, withdrawnWords } from '../rules.ts'
import * as repo from './repo.ts'
import { MOST_RECEIPTS_A_DAY } from './rules.ts'

const SUBJECTS = {
  granted: 'Su consentimiento',
  withdrawn: 'Retiró su consentimiento',
  refused: 'No dio su consentimiento',
}
const DECISIONS = {
  granted: 'otorgó su consentimiento',
  withdrawn: 'retiró el consentimiento que había dado',
  refused: 'no da su consentimiento',
}

interface Decided {
  subjectRef: string
  granted: boolean
  purposeText?: string
  /** The representative who consented (art. 16 quáter). */
  representative?:
    | { name?: string | null | undefined; relation?: string | null | undefined }
    | null
    | undefined
}

/** The copy names the representative, as proof that they consented. */
function givenBy(representative: Decided['representative'], organisation: string): string | undefined {
  const who = consentingFor(representative)
  return (
    who &&
    `${who} otorgó a ${organisation}, en representación de la persona titular de los datos, el consentimiento que se le pidió`
  )
}

/**
 * The copy that a person keeps. Withdrawing is as easy as granting (art. 12): its link is signed and needs no account.
 * Nothing is sent without a known address, and a limit keeps forms from filling mailboxes.
 */
export async function sendReceipt(
  ctx: WriteCtx,
  template: repo.TemplateRow,
  { id, receipt }: { id: string; receipt: string },
  { subjectRef, granted, purposeText, representative }: Decided,
): Promise<void> {
  const to = normaliseRef(subjectRef)
  if (!isOneAddress(to)) return
  const decided = await repo.countDecisions(ctx, template.id, to, after(ctx.now, -DAY_MS))
  if (decided > MOST_RECEIPTS_A_DAY) return
  const [{ name }, entity, given] = await Promise.all([
    findTenant(ctx),
    findMainEntity(ctx),
    repo.findGrantBefore(ctx, { template_id: template.id, subject_ref: to, occurred_at: ctx.now }),
  ])
  const { publicUrl } = ctx.tools
  const isInUse = template.is_active && template.deleted_at === null
  const said = granted ? 'granted' : given ? 'withdrawn' : 'refused'
  await sendMail(ctx, {
    to,
    subject: `${SUBJECTS[said]}: ${template.name}`,
    paragraphs: [
      `El ${longDay(ctx.now)} registramos que ${(granted && givenBy(representative, name)) || `usted ${DECISIONS[said]} a ${name}`} en «${template.name}»${granted ? ':' : '.'}`,
      ...(granted ? [purposeText ?? template.purpose_text] : []),
      granted
        ? `Puede retirarlo cuando quiera, sin dar razones y sin costo (${citation(lawToday(ctx), 'art. 12')}), con el enlace de abajo.`
        : `${given ? withdrawnWords(name) : refusedWords(name)}${isInUse ? ` Si no fue usted, puede otorgarlo${given ? ' otra vez' : ''} en el formulario.` : ''}`,
      `Su comprobante es ${receipt}. Guárdelo: prueba lo que decidió y el texto que se le mostró.`,
    ],
    action: granted
      ? {
          label: 'Retirar mi consentimiento',
          url: `${publicUrl}/retirar/${withdrawalKey(ctx.tools, ctx.tenantId, id)}`,
        }
      : isInUse
        ? { label: 'Abrir el formulario', url: `${publicUrl}/consentimiento/${template.form_key}` }
        : {
            label: 'Ver el comprobante',
            url: `${publicUrl}/consentimiento/${template.form_key}/recibo/${receipt}`,
          },
    signature: name,
    typedInto: ctx.actor.type === 'public' ? template.id : undefined,
    replyTo: contactOf(entity),
  })
}

// ── the signed link: which record of which organisation, and proof that this service wrote it ──

const ID_BYTES = 16
const MAC_CHARS = 32

export function withdrawalKey(tools: Pick<Tools, 'vault'>, tenantId: string, recordId: string): string {
  const ids = Buffer.from((tenantId + recordId).replaceAll('-', ''), 'hex')
  return ids.toString('base64url') + macOf(tools, ids)
}

/** Undefined if this service did not write the link. */
export function readWithdrawalKey(tools: Pick<Tools, 'vault'>, key: string) {
  const ids = Buffer.from(key.slice(0, -MAC_CHARS), 'base64url')
  if (ids.length !== 2 * ID_BYTES || !sameSecret(key.slice(-MAC_CHARS), macOf(tools, ids))) return undefined
  const [tenantId, recordId] = [idOf(ids.subarray(0, ID_BYTES)), idOf(ids.subarray(ID_BYTES))]
  return isId(tenantId) && isId(recordId) ? { tenantId, recordId } : undefined
}

function macOf({ vault }: Pick<Tools, 'vault'>, ids: Buffer): string {
  return hmac(vault.lasting('consent.withdrawal'), ids).slice(0, MAC_CHARS)
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

import type { TenantAccess } from '#db/access.ts'
import type { WriteCtx } from '#db/context.ts'
import { findTenant } from '#db/sql.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { isOneAddress } from '#kernel/text.ts'
import { contactOf, findMainEntity } from '#modules/org/public.ts'
import { normaliseRef } from '../rules.ts'
import * as repo from './repo.ts'
import { CONFIRMATION_TTL_MS, MOST_CONFIRMATIONS_A_DAY } from './rules.ts'

/** Asks the person by mail whether the decision is theirs. False when there is no address to ask, or enough was asked. */
export async function askToConfirm(
  ctx: WriteCtx,
  template: repo.TemplateRow,
  recordId: string,
  { subjectRef, granted, isFirst = false }: { subjectRef: string; granted: boolean; isFirst?: boolean },
): Promise<boolean> {
  const to = normaliseRef(subjectRef)
  if (!isOneAddress(to)) return false
  const asked = await repo.countConfirmations(ctx, template.id, to, after(ctx.now, -DAY_MS))
  if (asked >= MOST_CONFIRMATIONS_A_DAY) return false
  const key = newToken()
  const [tenant, entity] = await Promise.all([findTenant(ctx), findMainEntity(ctx)])
  const mailId = newId()
  const confirmation = {
    id: newId(),
    record_id: recordId,
    mail_id: mailId,
    key_hash: digest(key),
    expires_at: after(ctx.now, CONFIRMATION_TTL_MS),
    confirmed_at: null,
    created_at: ctx.now,
  }
  const [wanted, kept] = granted
    ? ['otorgar su consentimiento', isFirst ? 'sin su consentimiento' : 'como usted lo retiró']
    : ['retirar su consentimiento', 'como usted lo otorgó']
  await sendMail(
    ctx,
    {
      to,
      subject: `Confirme su decisión: ${template.name}`,
      paragraphs: [
        `Alguien pidió con este correo ${wanted} en «${template.name}», de ${tenant.name}.`,
        `Si fue usted, confírmelo dentro de 7 días. Si no fue usted, no haga nada: todo sigue ${kept}.`,
      ],
      action: { label: 'Confirmar mi decisión', url: `${ctx.tools.publicUrl}/confirmar?token=${key}` },
      signature: tenant.name,
      typedInto: ctx.actor.type === 'public' ? template.id : undefined,
      replyTo: contactOf(entity),
    },
    mailId,
  )
  await repo.confirmations.insert(ctx, confirmation)
  return true
}

/** The letter that a key belongs to. Its tenant is not known before. */
export async function findConfirmation(access: TenantAccess, key: string) {
  const row = await access.lookUp('find the consent that a letter asks about', (db) =>
    db
      .selectFrom('consent_confirmations')
      .select(['tenant_id', 'id'])
      .where('key_hash', '=', digest(key))
      .executeTakeFirst(),
  )
  if (!row) throw notFound('el enlace de confirmación')
  return row
}

import { sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { findTenant } from '#db/sql.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { isOneAddress, stopAfter } from '#kernel/text.ts'
import { contactOf, findMainEntity } from '#modules/org/public.ts'
import { normaliseRef } from './rules.ts'

/** The letter that asks a person whether a decision, in a form or on a notice, is their own. */

const CONFIRMATION_TTL_MS = 7 * DAY_MS
/** Nobody's mailbox can be filled through a form. */
const MOST_CONFIRMATIONS_A_DAY = 3

const confirmations = tenantTable('consent_confirmations')

/** The form or notice of the letter, and the record that waits. */
interface About {
  id: string
  name: string
  recordId: string
  kind: 'form' | 'notice'
}

interface Asked {
  subjectRef: string
  /** «otorgar su consentimiento». */
  wanted: string
  /** «todo sigue como usted lo retiró». */
  kept: string
}

/** Asks the person by mail whether the decision is theirs. False if there is no address, or the day's limit is reached. */
export async function askToConfirm(
  ctx: WriteCtx,
  { id, name, recordId, kind }: About,
  { subjectRef, wanted, kept }: Asked,
): Promise<boolean> {
  const to = normaliseRef(subjectRef)
  if (!isOneAddress(to)) return false
  const asked = await countConfirmations(ctx, kind, id, to, after(ctx.now, -DAY_MS))
  if (asked >= MOST_CONFIRMATIONS_A_DAY) return false
  const key = newToken()
  const [tenant, entity] = await Promise.all([findTenant(ctx), findMainEntity(ctx)])
  const mailId = newId()
  const confirmation = {
    id: newId(),
    record_id: kind === 'form' ? recordId : null,
    notice_record_id: kind === 'notice' ? recordId : null,
    mail_id: mailId,
    key_hash: digest(key),
    expires_at: after(ctx.now, CONFIRMATION_TTL_MS),
    confirmed_at: null,
    created_at: ctx.now,
  }
  await sendMail(
    ctx,
    {
      to,
      subject: `Confirme su decisión: ${name}`,
      paragraphs: [
        `Alguien pidió con este correo ${wanted} en «${name}», de ${tenant.name}${stopAfter(tenant.name)}`,
        `Si fue usted, confírmelo dentro de 7 días. Si no fue usted, no haga nada: todo sigue ${kept}.`,
      ],
      action: { label: 'Confirmar mi decisión', url: `${ctx.tools.publicUrl}/confirmar?token=${key}` },
      signature: tenant.name,
      typedInto: ctx.actor.type === 'public' ? id : undefined,
      replyTo: contactOf(entity),
    },
    mailId,
  )
  await confirmations.insert(ctx, confirmation)
  return true
}

/**
 * Counts the letters to the person about this form or notice since then. It takes a lock, so that none slips past the limit.
 */
async function countConfirmations(
  { db, tenantId }: ReadCtx,
  kind: About['kind'],
  aboutId: string,
  ref: string,
  since: Date,
): Promise<number> {
  const name = `${tenantId} ${aboutId} ${ref}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 3))`.execute(db)
  const [table, owner, of] =
    kind === 'form'
      ? (['consent_form_records', 'template_id', 'record_id'] as const)
      : (['consent_records', 'notice_id', 'notice_record_id'] as const)
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from ${sql.table(table)} r
    join consent_confirmations c on c.tenant_id = r.tenant_id and c.${sql.ref(of)} = r.id
    where r.tenant_id = ${tenantId} and r.subject_ref = ${ref} and r.${sql.ref(owner)} = ${aboutId}
      and c.created_at > ${since}`.execute(db)
  return Number(rows[0]!.n)
}

/** The letter of a key. The key also finds its tenant. */
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

const SPENT =
  'Este enlace ya se usó o venció. Si aún quiere decidir, vuelva al formulario y envíelo otra vez.'

/** Of two calls with the same key, one gets the decision. The days of validity count from when the letter left. */
export async function spendConfirmation({ db, tenantId, now }: ReadCtx, id: string) {
  const spent = await db
    .updateTable('consent_confirmations')
    .set({ confirmed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('expires_at', '>', now),
        eb.exists(
          eb
            .selectFrom('mails as m')
            .select('m.id')
            .where('m.tenant_id', '=', tenantId)
            .whereRef('m.id', '=', 'consent_confirmations.mail_id')
            .where((of) =>
              of.or([of('m.sent_at', 'is', null), of('m.sent_at', '>', after(now, -CONFIRMATION_TTL_MS))]),
            ),
        ),
      ]),
    )
    .returning(['record_id', 'notice_record_id'])
    .executeTakeFirst()
  if (!spent) throw new Failure('notFound', SPENT)
  return spent
}

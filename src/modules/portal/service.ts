import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { findTenant } from '#db/sql.ts'
import { bearer } from '#http/identity.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { sendMail } from '#jobs/mail.ts'
import { after } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { digest, hmac, newToken, sameSecret } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import {
  listConsentsOf,
  listFormConsentsOf,
  listOfferedTemplates,
  recordInPortal,
  type Submitter,
} from '#modules/consent/public.ts'
import {
  createRequest,
  findRequestOfPerson,
  listRequestsOfPerson,
  RIGHT_TYPES,
  RIGHTS,
  responsibleOf,
  rightsNotice,
} from '#modules/dsar/public.ts'
import { contactOf, entityColumn, findMainEntity, listEntities } from '#modules/org/public.ts'
import * as repo from './repo.ts'
import { CODE_BUDGETS, CODE_TTL_MS, type Identity, SESSION_TTL_MS } from './rules.ts'
import type { ConsentChoice, PortalRequest } from './schemas.ts'

export const TITULAR: Actor = { type: 'portal', id: undefined, name: 'Titular', role: undefined }

const CODE_KEY = 'portal.code'

const CODE_SENT = {
  message: 'Si los datos son correctos, le enviamos un código a su correo. Revíselo y escríbalo aquí.',
  expiresInSeconds: CODE_TTL_MS / 1000,
}

export async function findPortal(access: TenantAccess, slug: string) {
  const tenant = await access.lookUp('find the tenant of a privacy portal', (db) => repo.findTenant(db, slug))
  if (!tenant) throw notFound('el portal de privacidad')
  return tenant
}

export async function portalConfig(ctx: ReadCtx, tenant: Awaited<ReturnType<typeof findPortal>>) {
  const entities = (await listEntities(ctx)).filter(({ is_active }) => is_active).reverse()
  const [entity] = entities
  return {
    organizationName: tenant.name,
    tenantSlug: tenant.slug,
    branding: tenant.branding,
    rightTypes: [...RIGHT_TYPES],
    dpoName: entity?.dpo_name ?? null,
    dpoEmail: entity?.dpo_email ?? null,
    rights: RIGHT_TYPES.map((value) => ({ value, ...RIGHTS[value] })),
    notice: rightsNotice(lawToday(ctx)),
    entities: entities.map((one) => {
      const { name, dpoName, contactEmail } = responsibleOf(one, tenant.name)
      return { id: one.id, name, isMain: one === entity, dpoName, contactEmail }
    }),
  }
}

// ── entering ──

/** Sends a code to every valid pair: people without any record here must be able to ask. */
export async function sendCode(ctx: WriteCtx, who: Identity) {
  const personHash = personOf(ctx, who)
  const mailboxHash = hmac(ctx.tools.vault.lasting('portal.mailbox'), `${ctx.tenantId} ${who.email}`)
  for (const { most, withinMs } of CODE_BUDGETS) {
    if ((await repo.codes.count(ctx, mailboxHash, after(ctx.now, -withinMs))) >= most) return CODE_SENT
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.db
    .insertInto('portal_codes')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(),
      person_hash: personHash,
      mailbox_hash: mailboxHash,
      code_hash: codeHash(ctx.tools.vault.derive(CODE_KEY), personHash, code),
      tries: 0,
      expires_at: after(ctx.now, CODE_TTL_MS),
      created_at: ctx.now,
    })
    .execute()
  const [tenant, entity] = await Promise.all([findTenant(ctx), findMainEntity(ctx)])
  await sendMail(ctx, {
    to: who.email,
    subject: `${code} es su código para el portal de privacidad de ${tenant.name}`,
    paragraphs: [
      `Su código es ${code}. Sirve durante 10 minutos.`,
      'Si usted no lo pidió, no tiene que hacer nada: sin el código nadie puede entrar.',
    ],
    signature: tenant.name,
    replyTo: contactOf(entity),
  })
  return CODE_SENT
}

/** Undefined for a wrong, used or expired code. It does not throw, because the used-up try must be committed first. */
export async function openSession(ctx: WriteCtx, who: Identity, code: string) {
  const personHash = personOf(ctx, who)
  const found = await repo.codes.spendTry(ctx, personHash)
  // A code mailed before the secret was rotated stays valid until it expires.
  const keys = [...ctx.tools.vault.deriveAll(CODE_KEY).values()]
  const fits = (key: Buffer) => found && sameSecret(found.code_hash, codeHash(key, personHash, code.trim()))
  if (!found || !keys.some(fits)) return undefined
  await repo.codes.burn(ctx, found.id)
  const token = newToken()
  await ctx.db
    .insertInto('portal_sessions')
    .values({
      tenant_id: ctx.tenantId,
      token_hash: digest(token),
      ...who,
      expires_at: after(ctx.now, SESSION_TTL_MS),
    })
    .execute()
  return { portal_token: token, token_type: 'Bearer' as const, expires_in: SESSION_TTL_MS / 1000 }
}

/** The person of a session, only in the tenant of the path. */
export async function requireSession(access: TenantAccess, req: FastifyRequest, slug: string, now: Date) {
  const token = bearer(req.headers.authorization)
  const session = token === undefined ? undefined : await findPerson(access, token, slug, now)
  if (!session)
    throw new Failure('unauthorized', 'Su sesión del portal no es válida o expiró. Pida un código nuevo.')
  return session
}

export function findPerson(access: TenantAccess, token: string, slug: string, now: Date) {
  return access.lookUp('find the session of a portal token', (db) =>
    repo.findSession(db, slug, digest(token), now),
  )
}

/** Ends the session at once, everywhere. */
export async function closeSession(access: TenantAccess, token: string): Promise<void> {
  await access.asSystem('end the session of a portal token', (db) =>
    db.deleteFrom('portal_sessions').where('token_hash', '=', digest(token)).execute(),
  )
}

// ── acts of the person ──

/** All data of the first page. */
export async function mine(ctx: ReadCtx, who: Identity) {
  const [requests, decided, templates] = await Promise.all([
    listRequestsOfPerson(ctx, who.rut, who.email),
    listFormConsentsOf(ctx, who.email),
    listOfferedTemplates(ctx),
  ])
  const offered = new Map(templates.map((template) => [template.id, template]))
  const consents = decided.map((one) => ({ ...one, today: offered.get(one.templateId) }))
  const known = new Set(decided.map(({ templateId }) => templateId))
  return {
    requests,
    granted: consents.filter(({ granted }) => granted),
    refused: consents.filter(({ granted }) => !granted),
    offered: templates.filter(({ id }) => !known.has(id)),
  }
}

/** The code proves only the email, so records under the RUT alone are not shown. */
export async function myConsents(ctx: ReadCtx, { email }: Identity) {
  const [items, templates] = await Promise.all([listConsentsOf(ctx, [email]), listOfferedTemplates(ctx)])
  const decided = new Map(items.map((item) => [item.templateId, item.granted]))
  return {
    items,
    offered: templates.map(({ id, name, purposeText, requireAge }) => ({
      templateId: id,
      name,
      purposeText,
      requireAge,
      granted: decided.get(id) ?? null,
    })),
  }
}

export function recordMyConsent(
  ctx: WriteCtx,
  { email }: Identity,
  choice: ConsentChoice,
  submitter: Submitter,
) {
  return recordInPortal(ctx, { ...choice, subjectRef: email }, submitter)
}

export async function createMyRequest(
  ctx: WriteCtx,
  { rut, email }: Identity,
  { legalEntityId, ...body }: PortalRequest,
  folio: string,
) {
  const { legal_entity_id } = await entityColumn(ctx, legalEntityId)
  const subjectName = noneIfBlank(body.subjectName) ?? email
  return createRequest(
    ctx,
    { ...body, subjectName, subjectEmail: email, subjectRut: rut },
    { source: 'portal', folio, ...(legal_entity_id !== undefined && { legalEntityId: legal_entity_id }) },
  )
}

export async function myRequests(ctx: ReadCtx, { rut, email }: Identity, query: MaybePage) {
  const { shown, pagination } = pageOrAll(await listRequestsOfPerson(ctx, rut, email), query)
  return { items: shown, pagination }
}

export async function myRequest(ctx: ReadCtx, { rut, email }: Identity, id: string) {
  const request = await findRequestOfPerson(ctx, id, rut, email)
  if (!request) throw notFound('la solicitud')
  return request
}

function personOf({ tenantId, tools }: ReadCtx, { rut, email }: Identity): string {
  return hmac(tools.vault.lasting('portal.person'), `${tenantId} ${rut} ${email}`)
}

/** An HMAC, because a plain hash of six digits can be reversed in a second. */
function codeHash(key: Buffer, personHash: string, code: string): string {
  return hmac(key, `${personHash} ${code}`)
}

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { audit } from '#db/audit.ts'
import { Failure } from '#kernel/failure.ts'
import type { Plan } from '#kernel/plans.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { createTenant, resetFactorsByEmail, switchOffSso } from '#modules/auth/public.ts'
import * as settings from '#modules/settings/public.ts'
import { renderPdf } from '#pdf/renderer.ts'
import type { Config } from '#src/config.ts'
import { MODULES } from '#src/modules.ts'
import { assemble, openEngine, type Service } from '#src/service.ts'

/** The operator's acts on a whole organisation. The service sends their letters and runs their jobs. */

const OWNER_ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/

/** Creates the organisation with its initial records, and the owner's link to join, which is shown once. */
export function createOrganisation(config: Config, name: string, owner: string, plan: Plan | undefined) {
  const email = normaliseEmail(owner)
  if (!OWNER_ADDRESS.test(email)) throw new Error(`--owner: «${owner}» no es una dirección de correo.`)
  if (name.trim() === '' || name.length > 200)
    throw new Error('El nombre debe tener entre 1 y 200 caracteres.')
  return withService(config, ({ access, jobEnv: { tools } }) =>
    access.asSystem('the operator makes a tenant', async (db, enter) => {
      const tenant = await createTenant(db, tools, name, plan ?? config.defaultPlan)
      const ctx = await enter(tenant, settings.OPERATOR)
      for (const { onTenantCreated } of MODULES) await onTenantCreated?.(ctx)
      await audit(ctx, { action: 'register', entityType: 'tenant', entityId: tenant.id, after: tenant })
      const { invitationUrl } = await settings.inviteFirstOwner(ctx, tenant.name, email)
      return { slug: tenant.slug, plan: tenant.plan, invitationUrl }
    }),
  )
}

/** Removes a person's lost factors. Undefined if there is no such account, false if it has no factor. */
export function resetMfa(config: Config, email: string): Promise<boolean | undefined> {
  return withService(config, ({ access, jobEnv: { tools } }) =>
    resetFactorsByEmail(access, tools, email, settings.OPERATOR),
  )
}

/** For a lost sign-in provider. Undefined if there is no such organisation, false if it has no sign-in of its own. */
export function switchOffCompanySignIn(config: Config, slug: string): Promise<boolean | undefined> {
  return withService(config, ({ access }) =>
    access.asSystem('the operator switches a company sign-in off', async (db, enter) => {
      const tenant = await db
        .selectFrom('tenants')
        .select(['id', 'plan'])
        .where('slug', '=', slug)
        .executeTakeFirst()
      return tenant && switchOffSso(await enter(tenant, settings.OPERATOR))
    }),
  )
}

export function suspend(config: Config, slug: string): Promise<boolean> {
  return withService(config, ({ access }) => settings.suspendTenant(access, slug, new Date()))
}

export function resume(config: Config, slug: string, evenIfMoved: boolean): Promise<boolean> {
  return withService(config, ({ access }) => settings.resumeTenant(access, slug, new Date(), { evenIfMoved }))
}

/** Returns the time of deletion; with `now` it is over by then. Undefined if there is no such organisation. */
export function remove(config: Config, slug: string, now: boolean): Promise<Date | undefined> {
  return withService(config, async ({ access, jobEnv }) => {
    const due = await settings.scheduleDeletion(access, slug, new Date(), now ? 0 : undefined)
    if (due && now) await settings.eraseDue(jobEnv)
    return due
  })
}

/** Writes the certificate of a finished deletion as PDF and JSON. Returns the names of the files. */
export async function saveCertificate(
  config: Config,
  slug: string,
  to: string,
): Promise<string[] | undefined> {
  const names = [`${to}.pdf`, `${to}.json`]
  const there = names.find((name) => existsSync(name))
  if (there) throw new Error(`«${there}» ya existe. Indique con --to un archivo nuevo.`)
  return withService(config, async ({ access, jobEnv }) => {
    const certificate = await settings.findCertificate(access, slug)
    if (!certificate) return undefined
    const pdf = await renderPdf(
      settings.certificateDocument(certificate, jobEnv.tools.law.version),
      certificate.organisation.id,
    )
    await writeFile(names[0]!, pdf, { mode: 0o600 })
    await writeFile(names[1]!, `${JSON.stringify(certificate, null, 2)}\n`, { mode: 0o600 })
    return names
  })
}

/** The whole service without a port. A running service executes the jobs that a command writes. */
export async function withService<T>(config: Config, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await assemble({ ...config, logLevel: 'silent' }, await openEngine(config))
  try {
    return await work(service)
  } catch (error) {
    if (error instanceof Failure) throw new Error(error.message, { cause: error })
    throw error
  } finally {
    await service.close()
  }
}

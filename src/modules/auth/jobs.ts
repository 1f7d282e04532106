import type { JobDefinition } from '#jobs/definition.ts'
import { render } from '#jobs/mail.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { failuresCountFrom, MOST_RESET_LINKS, RESET_TTL_MS } from './rules.ts'

/** The request only leaves an email here: whether there is an account is found out where nobody can time it. */
export const RESET_JOB: JobDefinition = {
  name: 'auth.password-reset',
  retry: { limit: 5, delaySeconds: 30, longestDelaySeconds: 600 },
  async run({ doors, tools, mailer }, { email }: { email: string }, { jobId }) {
    // The same link on every attempt, so that a mail server that is away does not use up the links.
    const token = tools.vault.derive(`password-reset:${jobId}`).toString('base64url')
    const now = tools.now()
    const user = await doors.asSystem('prepare a password reset', async (db) => {
      const found = await repo.findUserByEmail(db, email)
      if (!found?.password_hash) return undefined
      const link = { token_hash: digest(token), user_id: found.id, expires_at: after(now, RESET_TTL_MS) }
      return (await repo.insertReset(db, link, now, MOST_RESET_LINKS)) ? found : undefined
    })
    if (!user) return
    const letter = {
      to: user.email,
      subject: 'Cambiar su contraseña de Resguardo',
      paragraphs: [
        `Hola, ${user.name}:`,
        'Alguien pidió cambiar la contraseña de su cuenta. Si fue usted, use este enlace dentro de una hora.',
        'Si no fue usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
      ],
      action: { label: 'Cambiar la contraseña', url: `${tools.publicUrl}/restablecer?token=${token}` },
    }
    await mailer.deliver({
      to: letter.to,
      subject: letter.subject,
      ...render(letter),
      messageId: `<${jobId}@resguardo>`,
    })
  },
}

/** What has expired is of no use to anyone and holds personal data: away with it, every night. */
export const CLEANUP_JOB: JobDefinition = {
  name: 'auth.cleanup',
  every: '17 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ doors, tools }) {
    const now = tools.now()
    await doors.asSystem('forget what has expired', async (db) => {
      await db.deleteFrom('login_failures').where('failed_at', '<', failuresCountFrom(now)).execute()
      await db.deleteFrom('password_resets').where('expires_at', '<', now).execute()
      await db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute()
      await db.deleteFrom('sessions').where('expires_at', '<', after(now, -DAY_MS)).execute()
      await repo.removeStrayAccounts(db)
      await db.deleteFrom('idempotency_keys').where('created_at', '<', after(now, -DAY_MS)).execute()
    })
  },
}

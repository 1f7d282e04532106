import { together } from '#db/sql.ts'
import { forgetEvents } from '#events/hand-out.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { wholeLetter } from '#jobs/mail.ts'
import { after, chileanDay, DAY_MS, dayInDigits } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { failuresCountFrom, MOST_RESET_LINKS, RESET_TTL_MS, reuseCountsFrom } from './rules.ts'
import { forgetAttempts } from './sso/repo.ts'

/**
 * The request only queues an email. The job looks the account up, so the time of the answer does not reveal whether it
 * exists.
 */
export const RESET_JOB: JobDefinition = {
  name: 'auth.password-reset',
  retry: { limit: 5, delaySeconds: 30, longestDelaySeconds: 600 },
  async run({ access, tools, mailer }, { email }: { email: string }, { jobId }) {
    // Every attempt sends the same link, so an unreachable mail server does not use up the person's links.
    const token = tools.vault.derive(`password-reset:${jobId}`).toString('base64url')
    const now = tools.now()
    const user = await access.asSystem('prepare a password reset', async (db) => {
      const found = await repo.findUserByEmail(db, email)
      // People who sign in through a company may have no password yet. People who were only invited accept the invitation
      // instead.
      if (!found || !(found.password_hash || (await repo.isInOrganisation(db, found.id)))) return undefined
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
        `Esta cuenta se creó el ${dayInDigits(chileanDay(user.created_at))}. Si no la creó usted, alguien se registró con su correo: al cambiar la contraseña esa persona queda fuera, y conviene que no cargue datos en una organización que no reconozca.`,
      ],
      action: { label: 'Cambiar la contraseña', url: `${tools.publicUrl}/restablecer?token=${token}` },
    }
    await mailer.deliver({
      to: letter.to,
      subject: letter.subject,
      ...wholeLetter(letter),
      messageId: `<${jobId}@resguardo>`,
    })
  },
}

/** The letter names no person and does not say who tried. It goes only to the mailbox of the account. */
export const LOCK_JOB: JobDefinition = {
  name: 'auth.lock-letter',
  retry: { limit: 5, delaySeconds: 30, longestDelaySeconds: 600 },
  async run({ access, mailer }, { email }: { email: string }, { jobId }) {
    const user = await access.lookUp('find the account whose sign-in was closed', (db) =>
      repo.findUserByEmail(db, email),
    )
    if (!user?.password_hash) return
    const letter = {
      to: user.email,
      subject: 'Cerramos por 15 minutos el ingreso a su cuenta de Resguardo',
      paragraphs: [
        'Hola:',
        'Hubo diez intentos de ingresar a su cuenta con una contraseña o un código equivocado. Ninguno entró. Por seguridad, el ingreso queda cerrado por 15 minutos.',
        'Si fue usted, espere ese tiempo o pida un enlace para cambiar su contraseña: al usarlo, el ingreso se abre de inmediato.',
        'Si no fue usted, alguien está probando contraseñas. La suya no ha cambiado, y en los navegadores donde ya había iniciado sesión puede seguir ingresando. Si usa esa contraseña en otro sitio, cámbiela.',
      ],
    }
    await mailer.deliver({
      to: letter.to,
      subject: letter.subject,
      ...wholeLetter(letter),
      messageId: `<${jobId}@resguardo>`,
    })
  },
}

/** Runs every night: expired rows have no use and hold personal data. */
export const CLEANUP_JOB: JobDefinition = {
  name: 'auth.cleanup',
  every: '17 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools }) {
    const now = tools.now()
    await access.asSystem('forget what has expired', async (db) => {
      const yesterday = after(now, -DAY_MS)
      await together(
        db
          .deleteFrom('login_failures')
          .where('failed_at', '<', failuresCountFrom(now))
          .where((eb) => eb.or([eb('mailed', '=', false), eb('failed_at', '<', yesterday)]))
          .execute(),
        db.deleteFrom('known_devices').where('expires_at', '<', now).execute(),
        forgetAttempts(db, now),
        db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute(),
        db.deleteFrom('device_sign_ins').where('expires_at', '<', now).execute(),
        db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute(),
        db.deleteFrom('totp_setups').where('expires_at', '<', now).execute(),
        db.deleteFrom('password_resets').where('expires_at', '<', now).execute(),
        db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute(),
        repo.forgetPairs(db, reuseCountsFrom(now)),
        db.deleteFrom('sessions').where('expires_at', '<', yesterday).execute(),
        db.deleteFrom('idempotency_keys').where('created_at', '<', yesterday).execute(),
      )
      await repo.removeStrayAccounts(db)
    })
    await forgetEvents(access, now)
  },
}

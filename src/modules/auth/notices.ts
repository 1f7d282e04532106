import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { wholeLetter } from '#jobs/mail.ts'
import type { Caller } from './caller.ts'
import { type AccountChange, letterOf } from './knowledge/letters.ts'
import * as repo from './repo.ts'

interface Notice {
  userId: string
  change: AccountChange
  at: string
  device: string
  addressPrefix: string | undefined
}

/** Mails a person about a change of their account, once this transaction has committed. The mail gives time and place. */
export async function notifyOfChange(
  { now, queue }: Tools,
  db: Db,
  userId: string,
  change: AccountChange,
  { device, addressPrefix }: Pick<Caller, 'device' | 'addressPrefix'>,
): Promise<void> {
  const notice: Notice = { userId, change, at: now().toISOString(), device, addressPrefix }
  await queue.send(db, NOTICE_JOB.name, notice)
}

export const NOTICE_JOB: JobDefinition = {
  name: 'auth.account-letter',
  retry: { limit: 5, delaySeconds: 30, longestDelaySeconds: 600 },
  async run({ access, mailer, tools }, { userId, ...notice }: Notice, { jobId }) {
    const user = await access.lookUp('find the person to write to', (db) => repo.findUser(db, userId))
    if (!user) return
    const letter = letterOf({ ...notice, name: user.name, publicUrl: tools.publicUrl })
    const messageId = `<${jobId}@resguardo>`
    await mailer.deliver({
      to: user.email,
      subject: letter.subject,
      ...wholeLetter({ to: user.email, ...letter }),
      messageId,
    })
  },
}

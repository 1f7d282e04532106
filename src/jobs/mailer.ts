import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '#kernel/ids.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The same over retries, so that a mailbox can tell a repetition. */
  messageId?: string
}

export interface Mailer {
  deliver(message: Message): Promise<void>
  close(): void
}

/** SMTP when it is configured; otherwise files that an operator, or a person trying things out, can open. */
export function createMailer(options: { smtpUrl: string | undefined; from: string; outbox: string }): Mailer {
  return options.smtpUrl
    ? smtpMailer(options.smtpUrl, options.from)
    : fileMailer(options.outbox, options.from)
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async deliver(message) {
      await transport.sendMail({ from, ...message })
    },
    close: () => transport.close(),
  }
}

/** Whole or absent: written under another name, flushed, then renamed. A repeated message takes its own place again. */
function fileMailer(outbox: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(message) {
      const { message: bytes } = await transport.sendMail({ from, ...message })
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = message.messageId?.replace(/[^\w-]+/g, '') ?? newId()
      const file = await open(join(outbox, `.${name}.part`), 'w', 0o600)
      try {
        await file.writeFile(bytes as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(join(outbox, `.${name}.part`), join(outbox, `${name}.eml`))
    },
    close: () => transport.close(),
  }
}

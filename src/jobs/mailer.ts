import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Counters } from '#kernel/counters.ts'
import { newId } from '#kernel/ids.ts'
import { inSpan } from '#kernel/tracing.ts'

export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** The same for all attempts, so that a mailbox can recognise a repetition. */
  messageId?: string
  attachments?: Attachment[]
}

export interface Mailer {
  deliver(message: Message): Promise<void>
  close(): void
}

/** Uses SMTP if configured. Otherwise writes files that an operator, or a person trying the service, can open. */
export function createMailer(options: { smtpUrl: string | undefined; from: string; outbox: string }): Mailer {
  return options.smtpUrl
    ? smtpMailer(options.smtpUrl, options.from)
    : fileMailer(options.outbox, options.from)
}

export function counted(counters: Counters, mailer: Mailer): Mailer {
  return {
    ...mailer,
    async deliver(message) {
      try {
        await inSpan('send mail', { kind: 'client' }, () => mailer.deliver(message))
      } catch (error) {
        counters.add('mail', 'failed')
        throw error
      }
      counters.add('mail', 'sent')
    },
  }
}

/** Never a list: text typed into a form is one address, whatever it contains. */
function oneOf({ to }: Message): { name: string; address: string } {
  return { name: '', address: to }
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
      await transport.sendMail({ from, ...message, to: oneOf(message) })
    },
    close: () => transport.close(),
  }
}

/** Writes the file whole or not at all: under another name, flushed, then renamed. A repeated message replaces itself. */
function fileMailer(outbox: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(message) {
      const { message: bytes } = await transport.sendMail({ from, ...message, to: oneOf(message) })
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = message.messageId?.replace(/[^\w-]+/g, '') ?? newId()
      const part = join(outbox, `.${name}.part`)
      try {
        await writeFile(part, bytes as Buffer, { mode: 0o600, flush: true })
        await rename(part, join(outbox, `${name}.eml`))
      } catch (error) {
        // On a full disk half a letter would take the space of the next attempt.
        await rm(part, { force: true }).catch(() => undefined)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

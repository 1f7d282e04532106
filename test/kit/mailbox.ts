import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  url: string
  /** All mails to this address, oldest first. */
  to(address: string): ParsedMail[]
  /** The recipients of all mails, oldest first, one entry per mail. */
  recipients(): string[]
  close(): Promise<void>
}

/** A real SMTP server that keeps its mails. */
export async function openMailbox(): Promise<Mailbox> {
  const received: { to: string[]; mail: ParsedMail }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail })
        done()
      }, done)
    },
  })
  // A client that is killed in the middle of a mail must not fail the mailbox.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (address) => asWritten(received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail)),
    recipients: () => received.flatMap(({ to }) => to),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const WRITTEN = /^<[0-9a-f]{8}-[0-9a-f]{4}-7/

/**
 * Waiting mails are sent in any order. The ids of mails that the service wrote contain the time, so they are sorted by it.
 */
function asWritten(mails: ParsedMail[]): ParsedMail[] {
  if (!mails.every(({ messageId = '' }) => WRITTEN.test(messageId))) return mails
  return mails.sort((a, b) => (a.messageId! < b.messageId! ? -1 : 1))
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  url: string
  /** Everything delivered to this address, what was written first comes first. */
  to(address: string): ParsedMail[]
  /** Whom a message was delivered to, oldest first; once for every message. */
  recipients(): string[]
  close(): Promise<void>
}

/** A real SMTP server that keeps what it is given. */
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
  // A client that is killed while it speaks is no concern of the mailbox.
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

/** Letters that wait together leave in any order; the ids of those an organisation writes carry their instant. */
function asWritten(mails: ParsedMail[]): ParsedMail[] {
  if (!mails.every(({ messageId = '' }) => WRITTEN.test(messageId))) return mails
  return mails.sort((a, b) => (a.messageId! < b.messageId! ? -1 : 1))
}

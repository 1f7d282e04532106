import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import type { WriteCtx } from '#db/context.ts'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { MAIL_JOB, render, sendMail, strangerLettersPerHour } from './mail.ts'
import { createMailer } from './mailer.ts'

const api = await openService()
const { tenantId } = await api.tenant()
await api.drain()
const actor = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const act = <T>(work: (ctx: WriteCtx) => Promise<T>) => api.access.actFor(tenantId, actor, {}, work)

const letter = (to: string) => ({
  to,
  subject: 'Recibimos su solicitud ñ',
  paragraphs: ['Estimada señora <Pérez>:', 'Su folio es ARCO-2026-00001.\nGuárdelo.'],
  action: { label: 'Ver el estado', url: 'https://resguardo.test/?a=1&b=2' },
  signature: 'Tienda Sur & Cía',
})

test('text and HTML have the same content, and HTML escapes all text', () => {
  const { text, html } = render(letter('x'))
  assert.equal(
    text,
    'Estimada señora <Pérez>:\n\nSu folio es ARCO-2026-00001.\nGuárdelo.\n\n' +
      'Ver el estado: https://resguardo.test/?a=1&b=2\n\n— Tienda Sur & Cía',
  )
  assert.match(html, /<p>Estimada señora &lt;Pérez&gt;:<\/p>/)
  assert.match(html, /ARCO-2026-00001\.<br>Guárdelo/)
  assert.match(html, /<a class="action" href="https:\/\/resguardo\.test\/\?a=1&amp;b=2">Ver el estado<\/a>/)
  assert.match(html, /— Tienda Sur &amp; Cía/)
})

test('a letter is delivered once, after its change is committed', async () => {
  const to = 'ana@ejemplo.cl'
  await act((ctx) => sendMail(ctx, letter(to)))
  assert.deepEqual(api.mailbox.to(to), [])
  await api.drain()
  await api.drain()
  const [mail, ...more] = api.mailbox.to(to)
  assert.equal(more.length, 0)
  assert.equal(mail!.subject, 'Recibimos su solicitud ñ')
  assert.match(mail!.text!, /^Estimada señora <Pérez>:/)
  assert.match(String(mail!.html), /<html lang="es">/)
  assert.match(mail!.from!.text, /resguardo@localhost/)
})

test('the owner of a letter is fixed when it is written: no name or text passes as the service’s own', async () => {
  const named = await api.tenant({ name: 'Resguardo' })
  await named.put('/settings/tenant', { branding: { primaryColor: '#FFEE00' } })
  const bySystem = (work: (ctx: WriteCtx) => Promise<void>) =>
    api.access.actFor(named.tenantId, actor, {}, work)
  const { signature: _, ...unsigned } = letter('nuestra@ejemplo.cl')
  await bySystem((ctx) => sendMail(ctx, { ...letter('suya@ejemplo.cl'), signature: 'Resguardo' }))
  await bySystem((ctx) => sendMail(ctx, unsigned))
  await api.drain()
  assert.match(String(api.mailbox.to('suya@ejemplo.cl')[0]!.html), /#ffee00/)
  assert.doesNotMatch(String(api.mailbox.to('nuestra@ejemplo.cl')[0]!.html), /#ffee00/)
})

test('a letter of a rolled-back change is never sent', async () => {
  const taken = act(async (ctx) => {
    await sendMail(ctx, letter('nunca@ejemplo.cl'))
    throw new Error('me arrepentí')
  })
  await assert.rejects(taken)
  await api.drain()
  assert.deepEqual(api.mailbox.to('nunca@ejemplo.cl'), [])
})

test('a job that runs again after the delivery does not deliver again', async () => {
  const to = 'una-vez@ejemplo.cl'
  await act((ctx) => sendMail(ctx, letter(to)))
  await api.drain()
  const mail = await act((ctx) =>
    ctx.db
      .selectFrom('mails')
      .select(['id', 'sent_at', 'body_text', 'body_html'])
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow(),
  )
  assert.ok(mail.sent_at)
  assert.equal(mail.body_text + mail.body_html, '', 'only the mailbox has its links and codes')
  await MAIL_JOB.run(api.service.jobEnv, { tenantId, mailId: mail.id }, { jobId: newId(), attempt: 2 })
  assert.equal(api.mailbox.to(to).length, 1)
})

test('a failed delivery is tried again with the same message id, and not marked as sent', async () => {
  const to = 'dos-veces@ejemplo.cl'
  await act((ctx) => sendMail(ctx, letter(to)))
  const { id } = await act((ctx) =>
    ctx.db.selectFrom('mails').select('id').where('recipient', '=', to).executeTakeFirstOrThrow(),
  )
  const ids: (string | undefined)[] = []
  let broken = true
  const mailer = {
    async deliver({ messageId }: { messageId?: string }) {
      ids.push(messageId)
      if (broken) throw new Error('the server hung up')
    },
    close: () => {},
  }
  const env = { ...api.service.jobEnv, mailer }
  const attempt = () => MAIL_JOB.run(env, { tenantId, mailId: id }, { jobId: newId(), attempt: 1 })
  const sentAt = async () =>
    (await act((ctx) => ctx.db.selectFrom('mails').select('sent_at').where('id', '=', id).executeTakeFirst()))
      ?.sent_at
  await assert.rejects(attempt(), /hung up/)
  assert.equal(await sentAt(), null)
  broken = false
  await attempt()
  assert.ok(await sentAt())
  assert.deepEqual(ids, [`<${id}@resguardo>`, `<${id}@resguardo>`])
})

function outbox(): string {
  const path = mkdtempSync(join(tmpdir(), 'resguardo-outbox-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return join(path, 'outbox')
}

const fileMailer = (directory: string) =>
  createMailer({ smtpUrl: undefined, from: 'Resguardo <resguardo@localhost>', outbox: directory })

test('without SMTP a letter becomes a file that any mail program opens', async () => {
  const directory = outbox()
  await fileMailer(directory).deliver({
    to: 'ana@ejemplo.cl',
    subject: 'Señal',
    text: 'ñandú',
    html: '<p>ñandú</p>',
  })
  const [name, ...more] = readdirSync(directory)
  assert.match(name!, /^[0-9a-f-]{36}\.eml$/)
  assert.equal(more.length, 0)
  assert.equal(statSync(join(directory, name!)).mode & 0o777, 0o600)
  const mail = await simpleParser(readFileSync(join(directory, name!)))
  assert.deepEqual([mail.subject, mail.text?.trim()], ['Señal', 'ñandú'])
})

test('the outbox holds whole letters only', async () => {
  const directory = outbox()
  const mailer = fileMailer(directory)
  const text = `${'línea larga '.repeat(2000)}FIN`
  let writing = true
  const deliveries = Promise.all(
    Array.from({ length: 40 }, () => mailer.deliver({ to: 'a@b.cl', subject: 'x', text, html: text })),
  ).finally(() => {
    writing = false
  })
  let looks = 0
  while (writing) {
    await turn()
    const names = (() => {
      try {
        return readdirSync(directory).filter((name) => name.endsWith('.eml'))
      } catch {
        return []
      }
    })()
    for (const name of names.slice(-2)) {
      looks += 1
      assert.match(readFileSync(join(directory, name), 'utf8').trimEnd(), /--$/, 'a letter without its end')
    }
  }
  await deliveries
  assert.ok(looks > 0)
  assert.equal(readdirSync(directory).length, 40)
})

test('a letter written twice after a crash is still one file', async () => {
  const directory = outbox()
  const message = { to: 'a@b.cl', subject: 'x', text: 'x', html: 'x', messageId: `<${newId()}@resguardo>` }
  await fileMailer(directory).deliver(message)
  await fileMailer(directory).deliver(message)
  assert.equal(readdirSync(directory).length, 1)
})

test('a failed write leaves no half of a letter', async () => {
  const directory = outbox()
  const message = { to: 'a@b.cl', subject: 'x', text: 'x', html: 'x', messageId: '<carta@resguardo>' }
  mkdirSync(join(directory, 'cartaresguardo.eml', 'ocupado'), { recursive: true })
  await assert.rejects(fileMailer(directory).deliver(message))
  assert.deepEqual(readdirSync(directory), ['cartaresguardo.eml'])
})

/** An organisation with public forms, whose letters callers from several networks cause. */
async function flooded() {
  const shop = await api.tenant({ plan: 'STARTER' })
  await api.drain()
  const written: Record<string, string[]> = {}
  const to = (network: string, n: number) => `extraña${n}.${network}@${shop.slug}.cl`
  return {
    known: `conocida@${shop.slug}.cl`,
    async write(network: string, count: number, form = 'boletín') {
      written[network] ??= []
      await api.access.actFor(shop.tenantId, actor, { addressPrefix: network }, async (ctx) => {
        for (let left = count; left > 0; left -= 1) {
          const id = newId()
          await sendMail(ctx, { ...letter(to(network, written[network]!.length)), typedInto: form }, id)
          written[network]!.push(id)
        }
        await sendMail(ctx, letter(`conocida@${shop.slug}.cl`))
      })
    },
    /** Runs the jobs of a network, as the queue does when they are due. */
    async runAgain(network: string) {
      for (const mailId of written[network]!)
        await MAIL_JOB.run(
          api.service.jobEnv,
          { tenantId: shop.tenantId, mailId },
          { jobId: newId(), attempt: 1 },
        )
    },
    arrived: (network: string) =>
      written[network]!.map((_, n) => api.mailbox.to(to(network, n)).length).join(''),
  }
}

const sent = (count: number, of: number) => '1'.repeat(count) + '0'.repeat(of - count)

test('letters to unproven addresses are sent at an hourly share, in order, and none is lost', async () => {
  const share = strangerLettersPerHour('STARTER') / 2
  const { write, runAgain, arrived, known } = await flooded()
  await write('198.51.100.0', share + 3)
  await api.drain()
  assert.equal(arrived('198.51.100.0'), sent(share, share + 3))
  assert.equal(api.mailbox.to(known).length, 1, 'others do not wait behind them')
  await runAgain('198.51.100.0')
  assert.equal(arrived('198.51.100.0'), sent(share, share + 3), 'not within the hour')
  api.clock.advance(61 * 60_000)
  await runAgain('198.51.100.0')
  assert.equal(arrived('198.51.100.0'), sent(share + 3, share + 3))
})

test('flooding a form delays only one’s own letters: another network and another form are served at once', async () => {
  const share = strangerLettersPerHour('STARTER') / 2
  const { write, arrived } = await flooded()
  await write('198.51.100.0', share + 5)
  await api.drain()
  await write('203.0.113.0', 1)
  await write('198.51.100.0', 1, 'derechos')
  await api.drain()
  assert.equal(arrived('203.0.113.0'), '1')
  assert.equal(arrived('198.51.100.0'), `${sent(share, share + 5)}1`)
})

test('if several networks use up the hour, the first letter of each goes first in the next', async () => {
  const most = strangerLettersPerHour('STARTER')
  const { write, runAgain, arrived } = await flooded()
  await write('198.51.100.0', most)
  await write('203.0.113.0', most)
  await api.drain()
  await write('192.0.2.0', 1)
  await api.drain()
  assert.equal(arrived('192.0.2.0'), '0')
  api.clock.advance(61 * 60_000)
  for (const network of ['198.51.100.0', '203.0.113.0', '192.0.2.0']) await runAgain(network)
  assert.equal(arrived('198.51.100.0'), sent(most, most))
  assert.equal(arrived('203.0.113.0'), sent(most - 1, most), 'they leave a place')
  assert.equal(arrived('192.0.2.0'), '1')
})

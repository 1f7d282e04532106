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
import { MAIL_JOB, render, sendMail } from './mail.ts'
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

test('text and HTML say the same, and HTML only what was meant as text', () => {
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

test('a letter is delivered once, when the change it tells of is there', async () => {
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

test('a letter of a change that was taken back is never sent', async () => {
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
      .select(['id', 'sent_at'])
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow(),
  )
  assert.ok(mail.sent_at)
  await MAIL_JOB.run(api.service.jobEnv, { tenantId, mailId: mail.id }, { jobId: newId(), attempt: 2 })
  assert.equal(api.mailbox.to(to).length, 1)
})

test('a delivery that fails is tried again with the same message id, and not marked as sent', async () => {
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

test('without SMTP a letter is a file that any mail program opens', async () => {
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

test('a letter that is written twice after a crash is still one file', async () => {
  const directory = outbox()
  const message = { to: 'a@b.cl', subject: 'x', text: 'x', html: 'x', messageId: `<${newId()}@resguardo>` }
  await fileMailer(directory).deliver(message)
  await fileMailer(directory).deliver(message)
  assert.equal(readdirSync(directory).length, 1)
})

test('of a letter that could not be written no half is left', async () => {
  const directory = outbox()
  const message = { to: 'a@b.cl', subject: 'x', text: 'x', html: 'x', messageId: '<carta@resguardo>' }
  mkdirSync(join(directory, 'cartaresguardo.eml', 'ocupado'), { recursive: true })
  await assert.rejects(fileMailer(directory).deliver(message))
  assert.deepEqual(readdirSync(directory), ['cartaresguardo.eml'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '#documents/languages.ts'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { draft, type Ground, ground, sent, signed } from '#test/kit/contracts.ts'
import { openService } from '#test/kit/service.ts'
import { REMINDER_JOB } from './jobs.ts'

const api = await openService()

let vendors = 0
/** Leaves out the copy of the signed contract, which goes to the same addresses. */
const reminders = (address: string) =>
  api.mailbox.to(address).filter(({ subject }) => subject?.startsWith('El contrato con'))
/** Each test has an organisation of its own, because the job works for all of them. */
const own = (vendor = `Proveedor ${++vendors}`, name = 'Tienda Sur') => ground(api, { vendor, name })
const lettersTo = async (address: string) => {
  await api.drain()
  return api.mailbox.to(address)
}

// ── to the signer ──

test("the signer gets one letter with the link, in the organisation's name", async () => {
  const g = await own('Nube Andina')
  await sent(g, { signerName: 'Carla Díaz', signerEmail: 'carla@carta.cl' })
  const letters = await lettersTo('carla@carta.cl')
  assert.equal(letters.length, 1)
  const { subject, text, html } = letters[0]!
  assert.equal(subject, 'Tienda Sur le envía un contrato de protección de datos para firmar')
  assert.match(text!, /Hola, Carla Díaz:/)
  assert.match(text!, /contrato de tratamiento de datos personales con Nube Andina/)
  assert.match(text!, /sirve una sola vez y vence en 30 días/)
  const links = text!.match(/https:\/\/resguardo\.test\/firma\/[\w-]{43}/g)
  assert.equal(links?.length, 1)
  assert.ok(String(html).includes(links![0]!))
})

test('names in the letter stay text', async () => {
  const g = await own('<img src=x>', '<b>Tienda</b>')
  await sent(g, { signerName: '<script>x</script>', signerEmail: 'texto@carta.cl' })
  const [letter] = await lettersTo('texto@carta.cl')
  assert.doesNotMatch(String(letter!.html), /<script>x|<img src=x>|<b>Tienda<\/b>/)
  assert.match(String(letter!.html), /&lt;script&gt;x/)
})

test('a refused sending sends no letter, and two at once send one', async () => {
  const g = await own()
  const id = await draft(g)
  const send = (signerEmail: string) =>
    g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla', signerEmail })
  assert.equal((await send('no es correo')).status, 400)
  const replies = await Promise.all([send('uno@carta.cl'), send('dos@carta.cl')])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await send('tres@carta.cl')).status, 409)
  await api.drain()
  const received = ['uno@carta.cl', 'dos@carta.cl', 'tres@carta.cl'].flatMap((to) => api.mailbox.to(to))
  assert.equal(received.length, 1)
})

// ── before the end ──

const remind = () => REMINDER_JOB.run(api.service.jobEnv, {}, { jobId: 'test', attempt: 1 })

/** Runs the job this many days before an end. */
async function remindBefore(end: Date, days: number): Promise<void> {
  api.clock.set(new Date(end.getTime() - days * DAY_MS + 1000))
  await remind()
  await api.drain()
  api.clock.release()
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

async function contactOf(g: Ground, fields: object): Promise<void> {
  const [entity] = (await g.ana.get('/org/entities')).data.entities
  const reply = await g.ana.patch(`/org/entities/${entity.id}`, fields)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

test('a reminder names the processor, the version, the day and the article', async () => {
  const g = await own('Nube Andina')
  await contactOf(g, { dpoName: 'Pedro', dpoEmail: 'dpo@texto.cl' })
  const end = inDays(100)
  await signed(g, end.toISOString())
  await remindBefore(end, 60)
  const [letter] = reminders('dpo@texto.cl')
  const day = dayIn('es', chileanDay(end))
  assert.equal(letter!.subject, `El contrato con Nube Andina vence el ${day}`)
  assert.match(
    letter!.text!,
    /«Contrato de encargo de tratamiento de datos personales» entre Tienda Sur y Nube Andina \(versión 1\)/,
  )
  assert.match(letter!.text!, /art\. 15 bis/)
})

test('a failure in one organisation keeps no other from its reminder, and the job is retried', async () => {
  const [broken, sound] = [await own(), await own()]
  const end = inDays(80)
  for (const [g, address] of [
    [broken, 'falla@texto.cl'],
    [sound, 'sana@texto.cl'],
  ] as const) {
    await contactOf(g, { dpoName: 'Pedro', dpoEmail: address })
    await signed(g, end.toISOString())
  }
  const asOwner = (statement: string) => api.access.database.engine.asOwner(statement)
  await asOwner(`create function out_of_order() returns trigger language plpgsql as
    $$ begin raise exception 'out of order'; end $$`)
  await asOwner(`create trigger out_of_order before insert on contract_reminders for each row
    when (new.tenant_id = '${broken.ana.tenantId}') execute function out_of_order()`)
  await assert.rejects(remindBefore(end, 60), new RegExp(`${broken.ana.tenantId}`))
  await asOwner('drop function out_of_order cascade')
  api.clock.release()
  await api.drain()
  assert.deepEqual([reminders('falla@texto.cl').length, reminders('sana@texto.cl').length], [0, 1])
  await remindBefore(end, 60)
  assert.deepEqual([reminders('falla@texto.cl').length, reminders('sana@texto.cl').length], [1, 1])
})

test('the reminder goes to the DPO, else the legal representative, else the contact, else the owner', async () => {
  const end = inDays(50)
  const cases = [
    [
      { dpoName: 'P', dpoEmail: 'dpo@orden.cl', legalRepName: 'R', legalRepEmail: 'rep@orden.cl' },
      'dpo@orden.cl',
    ],
    [{ legalRepName: 'R', legalRepEmail: 'rep2@orden.cl' }, 'rep2@orden.cl'],
  ] as const
  for (const [fields, address] of cases) {
    const g = await own()
    await contactOf(g, fields)
    await signed(g, end.toISOString())
    await remindBefore(end, 29)
    assert.equal(reminders(address).length, 1, address)
  }
  assert.equal(reminders('rep@orden.cl').length, 0)
  const bare = await own()
  await signed(bare, end.toISOString())
  await remindBefore(end, 29)
  const tenant = (await bare.ana.get('/settings/tenant')).data
  const contact = tenant.contactEmail ?? bare.ana.email
  assert.equal(reminders(contact).length, 1)
})

test('only a signed contract without a successor causes reminders', async () => {
  const end = inDays(40)
  for (const [what, make] of [
    [
      'a draft',
      async (g: Ground) => {
        const id = await draft(g)
        await g.ana.put(`/contracts/${id}`, { expiresAt: end.toISOString() })
      },
    ],
    [
      'a terminated one',
      async (g: Ground) => {
        const id = await signed(g, end.toISOString())
        await g.ana.post(`/contracts/${id}/terminate`)
      },
    ],
    [
      'one whose renewal is signed',
      async (g: Ground) => {
        const id = await signed(g, end.toISOString())
        const renewed = (await g.ana.post(`/contracts/${id}/renew`)).data.id
        await g.ana.post(`/contracts/${renewed}/send`, { signerName: 'C', signerEmail: 'c@nube.cl' })
        await g.ana.post(`/contracts/${renewed}/sign`, { signerName: 'C' })
      },
    ],
    ['one that does not end', (g: Ground) => signed(g)],
    ['one that has ended', (g: Ground) => signed(g, '2020-01-01')],
  ] as const) {
    const g = await own()
    const address = `${g.ana.tenantId}@callado.cl`
    await contactOf(g, { dpoName: 'P', dpoEmail: address })
    await make(g)
    await remindBefore(end, 29)
    assert.equal(reminders(address).length, 0, what)
  }
})

test('a contract whose renewal is still a draft causes reminders', async () => {
  const g = await own()
  const end = inDays(40)
  await contactOf(g, { dpoName: 'P', dpoEmail: 'dpo@renueva.cl' })
  const id = await signed(g, end.toISOString())
  await g.ana.post(`/contracts/${id}/renew`)
  await remindBefore(end, 29)
  assert.equal(reminders('dpo@renueva.cl').length, 1)
})

test('after downtime only the nearest reminder is sent, and two simultaneous jobs send it once', async () => {
  const g = await own()
  const end = inDays(90)
  await contactOf(g, { dpoName: 'P', dpoEmail: 'dpo@tarde.cl' })
  await signed(g, end.toISOString())
  api.clock.set(new Date(end.getTime() - 5 * DAY_MS))
  await Promise.all([remind(), remind()])
  await api.drain()
  api.clock.release()
  assert.equal(reminders('dpo@tarde.cl').length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetNamed } from '#pages/assets.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { BROWSER, filesOf, runScript } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ plan: 'PROFESSIONAL', name: 'Sur & <b>Norte</b>' })

/** A contract that was sent to its signer; answers the path of the link in the mail. */
async function sendContract(signerEmail: string, content = '<h1>Encargo</h1><p>Texto.</p>'): Promise<string> {
  const processor = (await ana.post('/processors', { name: `Nube de ${signerEmail}` })).data
  const { templates } = (await ana.get('/contracts/templates')).data
  const templateId = templates.find((template: { type: string }) => template.type === 'DPA').id
  const made = await ana.post('/contracts/generate', {
    processorId: processor.id,
    templateId,
    activityIds: [await makeActivity(ana)],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { contractId } = made.data
  assert.equal((await ana.put(`/contracts/${contractId}`, { content })).status, 200)
  await ana.post(`/contracts/${contractId}/send`, { signerName: 'Carla "Díaz"', signerEmail })
  await api.drain()
  const [, token] = /contracts\/([\w-]{40,})/.exec(api.mailbox.to(signerEmail)[0]!.text!)!
  return `/public/contracts/${token}`
}

/** Runs the page's own script against a form that holds these values; answers what the signer gets to read. */
async function fillIn(path: string, values: Record<string, string>, isOnline = true) {
  const { body } = await api.anyone.get(path, { headers: BROWSER })
  const button = { disabled: false }
  const note = {
    textContent: '',
    isFault: false,
    focus: () => undefined,
    classList: {
      toggle(_name: string, on: boolean) {
        note.isFault = on
      },
    },
  }
  let onSubmit: (event: { preventDefault(): void }) => void = () => assert.fail('the script does not listen')
  const form = {
    hidden: true,
    querySelector: () => button,
    addEventListener: (type: string, listener: typeof onSubmit) => {
      assert.equal(type, 'submit')
      onSubmit = listener
    },
  }
  const sent: { address: string; credentials: string }[] = []
  await runScript(api.app, `/api/v1${path}`, body, {
    document: { querySelector: (what: string) => (what === 'form' ? form : note) },
    location: { pathname: path },
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(values)
      }
    },
    async fetch(address: string, { body: payload, credentials }: { body: string; credentials: string }) {
      sent.push({ address, credentials })
      if (!isOnline) throw new TypeError('Failed to fetch')
      const reply = await api.anyone.post(address, undefined, { payload })
      return { json: async () => reply.body }
    },
  })
  assert.equal(form.hidden, false, 'with a script the form is offered')
  onSubmit({ preventDefault: () => undefined })
  assert.equal(button.disabled, true, 'a second click sends nothing')
  while (button.disabled) await new Promise((resolve) => setTimeout(resolve, 10))
  return { text: note.textContent, isFault: note.isFault, hidden: form.hidden, sent }
}

const CARLA = { name: 'Carla Díaz', rut: '12.345.678-5' }

test('the page shows the contract as it was stored, and only its own script runs in it', async () => {
  const content = '<h1>Encargo</h1><script src="/docs/x.js"></script><p class="apart skip">Texto.</p>'
  const path = await sendContract('pagina@nube.cl', content)
  const { body, headers } = await api.anyone.get(path, { headers: BROWSER })
  for (const words of [
    '<title>Contrato con Sur &amp; &lt;b&gt;Norte&lt;/b&gt;</title>',
    'Sur &amp; &lt;b&gt;Norte&lt;/b&gt; envía este contrato a Nube de pagina@nube.cl para su firma.',
    `<article>${content}</article>`,
    'value="Carla &quot;Díaz&quot;"',
    '<noscript>',
    'role="status"',
  ]) {
    assert.ok(body.includes(words), words)
  }
  for (const [, id] of body.matchAll(/<input id="(\w+)"/g))
    assert.ok(body.includes(`<label for="${id}">`), id)
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; script-src '${assetNamed('signing.js').sha256}'; style-src 'self'; connect-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.match(String(headers['vary']), /accept/i)
  const files = await filesOf(api.app, `/api/v1${path}`, body)
  assert.deepEqual(Object.keys(files), ['page.css', 'signing.css', 'signing.js'])
  const styles = files['page.css']!.text + files['signing.css']!.text
  assert.doesNotMatch(styles, /\.(apart|skip)\b/, 'no class of ours hides a clause of theirs')
})

test('a program reads the contract as data', async () => {
  const path = await sendContract('programa@nube.cl')
  const { data } = await api.anyone.get(path, { headers: { accept: 'application/json, text/html' } })
  assert.equal(data.content, '<h1>Encargo</h1><p>Texto.</p>')
})

test('a wrong RUT is reported and the form stays; then the signature is registered once', async () => {
  const path = await sendContract('firma@nube.cl')
  const wrong = await fillIn(path, { ...CARLA, rut: '12.345.678-4' })
  assert.deepEqual([wrong.isFault, wrong.hidden], [true, false])
  assert.match(wrong.text, /RUT/)
  const done = await fillIn(path, CARLA)
  assert.deepEqual([done.text, done.isFault, done.hidden], ['Listo: su firma quedó registrada.', false, true])
  assert.deepEqual(done.sent, [{ address: path, credentials: 'omit' }])
  assert.equal((await api.anyone.get(path)).status, 404)
})

test('a signature that did not arrive can be sent again', async () => {
  const path = await sendContract('lejos@nube.cl')
  const lost = await fillIn(path, CARLA, false)
  assert.deepEqual(
    [lost.text, lost.isFault, lost.hidden],
    ['No pudimos registrar la firma. Intente de nuevo.', true, false],
  )
  assert.equal((await fillIn(path, CARLA)).hidden, true)
})

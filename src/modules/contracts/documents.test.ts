import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '#kernel/secrets.ts'
import { draft, ground, linkTo, sent, signed } from '#test/kit/contracts.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { wordHtml, wordPart, wordText } from '#test/kit/word.ts'

const api = await openService()
const g = await ground(api, { name: 'Tienda Sur SpA', vendor: 'Nube Andina' })
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const OWN = { name: 'Marta Soto', position: 'Gerenta general', declaresAuthority: true }

async function take(id: string, format: 'pdf' | 'docx', by: Person = g.ana): Promise<Buffer> {
  const reply = await by.get(`/contracts/${id}/document?format=${format}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.equal(reply.headers['content-type'], format === 'pdf' ? 'application/pdf' : WORD)
  return reply.raw
}

test('a contract is a PDF by default, Word on request, with a file name that any computer accepts', async () => {
  const id = await draft(g)
  const byDefault = await g.ana.get(`/contracts/${id}/document`)
  assert.equal(byDefault.headers['content-type'], 'application/pdf')
  const word = await g.ana.get(`/contracts/${id}/document?format=docx`)
  assert.match(
    String(word.headers['content-disposition']),
    /^attachment; filename="contrato-tienda-sur-spa-contrato-de-encargo[a-z0-9-]*\.docx"$/,
  )
  assert.equal((await g.ana.get(`/contracts/${id}/document?format=odt`)).status, 400)
})

test('in the Word file clauses are headings, lists are numbered, and bold words stay', async () => {
  const html = await wordHtml(await take(await draft(g), 'docx'))
  assert.match(
    html,
    /<h2>7\. Derechos y obligaciones del Encargado<\/h2><ol><li><strong>Instrucciones\.<\/strong> Tratará/,
  )
  assert.match(html, /<strong>Tienda Sur SpA<\/strong>, RUT/)
  const clauses = [...html.matchAll(/<h2>(\d+)\. /g)].map(([, number]) => Number(number))
  assert.deepEqual(clauses, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a foreign party has an identification number; only a Chilean one has a RUT', async () => {
  const abroad = await ground(api, { name: 'Casa Matriz SpA', vendor: 'Fidelia LLC' })
  const cover = async (taxId: string) => {
    const change = await abroad.ana.put(`/processors/${abroad.processorId}`, { taxId })
    assert.equal(change.status, 200, JSON.stringify(change.body))
    return pdfText(await take(await draft(abroad), 'pdf', abroad.ana)).replaceAll(/\s+/g, ' ')
  }
  assert.match(await cover('US 84109597'), /Fidelia LLC, identificación US 84109597/)
  assert.match(await cover('77.777.777-7'), /Fidelia LLC, RUT 77\.777\.777-7/)
})

test('the cover of a draft mentions no day of signature', async () => {
  assert.doesNotMatch(await pdfText(await take(await draft(g), 'pdf')), /Firmado el/)
})

test('Word and PDF have the same text', async () => {
  const id = await sent(g, { signerEmail: 'igual@nube.cl' })
  const file = await take(id, 'docx')
  const words = (text: string) => text.match(/\p{L}{4,}/gu) ?? []
  const inWord = new Set(words(`${await wordText(file)} ${wordPart(file, 'word/footer1.xml')}`))
  const inPdf = words(pdfText(await take(id, 'pdf')))
  assert.ok(inPdf.length > 200)
  assert.deepEqual(
    inPdf.filter((word) => !inWord.has(word)),
    [],
  )
})

test('sending signs for the organisation, and the document has both signatures', async () => {
  const id = await sent(g, { signerEmail: 'dos@nube.cl', organizationSigner: OWN })
  const { organizationSignature, content } = (await g.ana.get(`/contracts/${id}`)).data
  assert.deepEqual(organizationSignature, {
    name: 'Marta Soto',
    position: 'Gerenta general',
    contentHash: digest(content),
    declaredAuthority: true,
  })
  await api.anyone.post(await linkTo(api, 'dos@nube.cl'), { name: 'John Smith', declaresAuthority: true })
  const text = pdfText(await take(id, 'pdf'))
  for (const part of [
    'Por el Responsable Marta Soto Gerenta general Tienda Sur SpA',
    'Por el Encargado John Smith Nube Andina',
    'Declaró tenerlas para firmar por la organización',
    'Declaró tenerlas para firmar por el Encargado',
    'Firma electrónica simple (Ley 19.799)',
  ])
    assert.ok(text.includes(part), `«${part}» is not in: ${text.slice(-2500)}`)
  assert.equal(text.includes('RUT null'), false)
})

test('without a name the sender signs, and declares no authority', async () => {
  const id = await sent(g, { signerEmail: 'solo@nube.cl' })
  const { organizationSignature } = (await g.ana.get(`/contracts/${id}`)).data
  assert.equal(organizationSignature.name, 'Ana Rojas')
  assert.equal(organizationSignature.declaredAuthority, false)
  for (const wrong of [{ name: ' ' }, { name: 'A', declaresAuthority: 'sí' }, 'Ana']) {
    const body = { signerName: 'C', signerEmail: 'c@nube.cl', organizationSigner: wrong }
    assert.equal((await g.ana.post(`/contracts/${await draft(g)}/send`, body)).status, 400)
  }
})

test('both parties receive the signed PDF, once each, whichever way it was signed', async () => {
  const other = await ground(api, { name: 'Tienda Norte', vendor: 'Nube Austral' })
  const [entity] = (await other.ana.get('/org/entities')).data.entities
  await other.ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Pedro', dpoEmail: 'dpo@copias.cl' })
  const id = await sent(other, { signerEmail: 'firma@copias.cl' })
  await api.anyone.post(await linkTo(api, 'firma@copias.cl'), { name: 'Carla Díaz', rut: '12.345.678-5' })
  await api.drain()
  const { signature } = (await other.ana.get(`/contracts/${id}`)).data
  for (const address of ['firma@copias.cl', 'dpo@copias.cl']) {
    const copies = api.mailbox.to(address).filter(({ subject }) => subject?.startsWith('Copia firmada'))
    assert.equal(copies.length, 1, address)
    const [file] = copies[0]!.attachments
    assert.equal(file!.contentType, 'application/pdf')
    assert.match(file!.filename!, /^contrato-firmado-contrato-de-encargo[a-z-]*\.pdf$/)
    const text = pdfText(file!.content).replaceAll(' ', '')
    assert.ok(text.includes(signature.contentHash))
    assert.match(copies[0]!.text!, new RegExp(signature.contentHash))
  }
  await signed(other)
  await api.drain()
  const recorded = api.mailbox
    .to('dpo@copias.cl')
    .filter(({ text }) => text?.includes('puesta en otro medio'))
  assert.equal(recorded.length, 1)
})

test('the Word file of a signed contract points to the PDF as the signed one', async () => {
  const id = await signed(g)
  assert.match(await wordText(await take(id, 'docx')), /La versión firmada de este contrato es el PDF/)
  assert.doesNotMatch(pdfText(await take(id, 'pdf')), /versión firmada de este contrato es/)
})

test('a preview is a page without scripts that only our own pages can frame', async () => {
  const id = await draft(g)
  await g.ana.put(`/contracts/${id}`, {
    content: '<h1>Encargo</h1><p onclick="x()">Hola<script>y()</script></p>',
  })
  const page = await g.ana.get(`/contracts/${id}/preview`)
  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'self'/)
  assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN')
  const text = page.raw.toString()
  assert.match(text, /<p class="prose">Hola<\/p>/)
  assert.match(text, /BORRADOR/)
  assert.doesNotMatch(text, /onclick|<script/)
})

test('readers can download documents; outsiders and other organisations find nothing', async () => {
  const id = await draft(g)
  const reader = await g.ana.colleague('VIEWER')
  await take(id, 'docx', reader)
  const stranger = await api.tenant()
  for (const path of ['document', 'document?format=docx', 'preview']) {
    assert.equal((await stranger.get(`/contracts/${id}/${path}`)).status, 404)
    assert.equal((await api.anyone.get(`/contracts/${id}/${path}`)).status, 401)
  }
})

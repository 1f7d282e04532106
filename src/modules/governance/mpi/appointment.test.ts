import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { pdfText } from '#test/kit/pdf.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const PATH = '/governance/dpo-appointment'

test('the act of appointment and the letter to the Agency contain the data on record', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const [entity] = (await ana.get('/org/entities')).data.entities
  const without = await ana.get(PATH)
  assert.equal(without.status, 422, 'nobody to appoint')
  assert.match(without.body.error.message, /Tienda Sur SpA.*no tiene a nadie/)
  const named = {
    taxId: '76.543.210-3',
    legalRepName: 'Rosa Vial',
    dpoName: 'Paula Díaz',
    dpoEmail: 'paula@ejemplo.cl',
  }
  assert.equal((await ana.patch(`/org/entities/${entity.id}`, named)).status, 200)
  const reply = await (await ana.colleague('VIEWER')).get(PATH)
  assert.equal(reply.headers['content-type'], 'application/pdf')
  assert.match(String(reply.headers['content-disposition']), /designacion-del-delegado.*\.pdf"/)
  const text = pdfText(reply.raw).replaceAll('\u200b', '')
  for (const words of [
    /Acta de designación del delegado/,
    /76\.543\.210-3/,
    /Paula Díaz/,
    /paula@ejemplo\.cl/,
    /Rosa Vial/,
    /art\. 50/,
    /Comunicación a la Agencia/,
  ])
    assert.match(text, words)
  assert.doesNotMatch(text, /funcionario en ejercicio|undefined|null|este modelo/)
  await ana.patch(`/org/entities/${entity.id}`, { isPublicBody: true })
  const word = await ana.get(`${PATH}?format=docx`)
  const body = strFromU8(unzipSync(word.raw)['word/document.xml']!)
  assert.match(body, /funcionario en ejercicio/)
})

test('the act is for the named entity, and never for one of another organisation', async () => {
  const ana = await api.tenant()
  const [main] = (await ana.get('/org/entities')).data.entities
  const sister = (
    await ana.post('/org/entities', {
      workspaceId: main.workspaceId,
      name: 'Logística Sur SpA',
      dpoName: 'Iván Mella',
    })
  ).data
  const text = pdfText((await ana.get(`${PATH}?legalEntityId=${sister.id}`)).raw)
  assert.match(text, /Logística Sur SpA/)
  assert.match(text, /Iván Mella/)
  const stranger = await api.tenant()
  assert.equal((await stranger.get(`${PATH}?legalEntityId=${sister.id}`)).status, 404)
  assert.equal((await ana.get(`${PATH}?format=odt`)).status, 400)
  assert.equal((await api.anyone.get(PATH)).status, 401)
})

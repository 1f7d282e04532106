import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '#jobs/mail.ts'
import { BEFORE_THE_LAW, BY, ON_THE_DAY, requestRow } from '#test/kit/dsar-rows.ts'
import { codeLetter, deliveryLetter } from './letters.ts'

const KEY = 'q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'
const until = new Date('2027-01-05T02:00:00Z')
const deliver = (on: typeof ON_THE_DAY | typeof BEFORE_THE_LAW = ON_THE_DAY) =>
  deliveryLetter(requestRow(), BY, 'https://resguardo.test', { key: KEY, until, on })

test('the link goes to the mailbox of the request and gives its last day in Chile', () => {
  const { letter } = deliver()
  assert.equal(letter.to, 'maria@correo.cl')
  assert.deepEqual(letter.action, {
    label: 'Ver mi respuesta',
    url: `https://resguardo.test/respuesta/${KEY}`,
  })
  assert.match(
    render(letter).text,
    /solicitud de acceso, folio ARCO-2026-04217\. .* hasta el 4 de enero de 2027\./,
  )
})

test('the stored letter has no key: its readers cannot open the answer', () => {
  const { letter, kept } = deliver()
  assert.ok(render(letter).text.includes(KEY))
  assert.ok(!JSON.stringify(kept).includes(KEY))
  assert.match(render(kept).text, /\[la clave del enlace no se conserva\]/)
  assert.deepEqual(kept.paragraphs, letter.paragraphs)
})

test('the letter with the link has no code, and says that the code comes on request', () => {
  const { text } = render(deliver().letter)
  assert.match(
    text,
    /La página le pedirá un código\. Se lo enviaremos a este mismo correo, en una carta aparte/,
  )
  assert.doesNotMatch(text, /\b\d{6}\b/)
})

test('until the law binds the letter says so', () => {
  assert.match(render(deliver(BEFORE_THE_LAW).letter).text, /rige desde el 1 de diciembre de 2026/)
  assert.doesNotMatch(render(deliver().letter).text, /rige desde/)
})

test('the code comes alone: without the folio, the link or the name of the person', () => {
  const letter = codeLetter('maria@correo.cl', BY, '048213')
  const { text } = render(letter)
  assert.equal(letter.subject, '048213 es su código para abrir la respuesta de Tienda Sur SpA')
  assert.match(text, /Su código es 048213\. Sirve durante 10 minutos\./)
  assert.doesNotMatch(text, /ARCO-|https?:|María/)
})

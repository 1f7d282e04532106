import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pdfPages, pdfPlaces, pdfText } from '#test/kit/pdf.ts'
import {
  type Block,
  cover,
  dataTable,
  facts,
  fileName,
  heading,
  longDate,
  PAGE,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
  subheading,
} from './document.ts'
import { blocksOf } from './markup.ts'
import { type Limits, createRenderer as open } from './renderer.ts'

function documentOf(...content: Block[]): PdfDocument {
  return {
    title: 'Título con eñe',
    organisation: 'Ñandú SpA',
    footer: 'Ñandú SpA · Informe',
    lawVersion: '2026-12-01',
    dated: new Date('2026-12-01T12:00:00Z'),
    content,
  }
}

/** For one organisation, unless a test needs two. */
function createRenderer(limits: Partial<Limits> = {}) {
  const render = open(limits)
  return (document: PdfDocument, tenantId = 'una') => render(document, tenantId)
}
const renderPdf = createRenderer()

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    `Fila ${index + 1}`,
    'Acceso no autorizado a los datos. '.repeat(8),
  ])
const table = (count: number) =>
  dataTable(
    [
      { label: 'Número', width: 60 },
      { label: 'Descripción', width: '*' },
    ],
    rows(count),
  )

test('a document becomes a PDF with its texts, accents and page numbers', async () => {
  const pdf = await renderPdf(
    documentOf(
      cover({
        organisation: 'Ñandú SpA',
        kind: 'Informe',
        title: 'Evaluación «única»',
        badge: { text: 'Aprobada', fill: '#cfe8d5', ink: '#14532d' },
        facts: [
          ['Versión', '2'],
          ['Vacío', null],
        ],
      }),
      heading('1. Sección'),
      prose('Primer párrafo.\r\n\nSegundo párrafo: áéíóú ÁÉÍÓÚ ñÑ üÜ ¿? ¡! ° · — …', 'Nada.'),
      prose('   ', 'Sin texto.'),
      facts([['Dato', 'Valor']]),
    ),
  )
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  assert.match(pdf.subarray(-8).toString(), /%%EOF/)
  const text = pdfText(pdf)
  for (const part of [
    'INFORME',
    'Evaluación «única»',
    'Aprobada',
    'Versión 2',
    'Vacío —',
    'Segundo párrafo: áéíóú ÁÉÍÓÚ ñÑ üÜ ¿? ¡! ° · — …',
    'Sin texto.',
    'Página 1 de 2',
    'Página 2 de 2',
  ])
    assert.ok(text.includes(part), `«${part}» is not in: ${text}`)
})

test('the page number and the whole footer stay on the page beside wide letters', async () => {
  const footer = shortened('COMERCIALIZADORA MAMMOWM WMMOM '.repeat(7), ' · Expediente ARCO-2026-04217')
  const pdf = await renderPdf({ ...documentOf(prose('Texto.', '')), footer })
  assert.match(pdfText(pdf), /… · Expediente ARCO-2026-04217 Página 1 de 1/)
  const places = pdfPlaces(pdf)
  assert.ok(places.length > 10)
  for (const { x, y } of places) assert.ok(x < PAGE.width - PAGE.right && y > 12, `${x}, ${y}`)
})

test('the same document gives the same bytes, with its own date instead of the clock', async () => {
  const first = await renderPdf(documentOf(prose('Texto.', '')))
  const second = await createRenderer()(documentOf(prose('Texto.', '')))
  assert.ok(first.equals(second))
  assert.ok(first.includes('(D:20261201120000Z)'))
})

test('a long table flows over pages, with its head on each and every row once', async () => {
  const pages = pdfPages(await renderPdf(documentOf(table(200))))
  assert.ok(pages.length > 5)
  for (const page of pages) assert.match(page, /Número/)
  const all = pages.join(' ')
  for (let row = 1; row <= 200; row += 1)
    assert.equal(all.match(new RegExp(`\\bFila\\s+${row}\\b`, 'g'))?.length, 1, `row ${row}`)
})

test('a row longer than a page is printed whole', async () => {
  const words = Array.from({ length: 1400 }, (_, index) => `palabra${index}`).join(' ')
  const pages = pdfPages(await renderPdf(documentOf(dataTable([{ label: 'Texto', width: 200 }], [[words]]))))
  assert.ok(pages.length > 2)
  const all = pages.join(' ')
  for (const word of ['palabra0', 'palabra700', 'palabra1399']) assert.ok(all.includes(word))
})

test('a row of many short lines, or of wide letters, is printed whole too', async () => {
  const columns = [
    { label: 'N.º', width: 18 },
    { label: 'Texto', width: '*' },
    { label: 'Otro', width: 220 },
  ] as const
  const lines = Array.from({ length: 90 }, (_, index) => `línea${index}.`)
  for (const separator of ['\n', '\r\n', '\u2028']) {
    const row = ['1', lines.join(separator), 'WWWWWWWWWWWWWWW '.repeat(60)]
    const all = pdfText(await renderPdf(documentOf(dataTable(columns, [row, ['2', 'a', 'después']]))))
    for (const word of ['línea0.', 'línea44.', 'línea89.', 'después']) assert.ok(all.includes(word), word)
    assert.equal(all.match(/W{15}/g)?.length, 60)
  }
})

test('a row of many paragraphs or items is printed whole too', async () => {
  const words = Array.from({ length: 70 }, (_, index) => `cláusula${index}.`)
  const paragraphs = words.map((word) => `<p>${word}</p>`).join('')
  const items = `<ul>${words.map((word) => `<li>${word}</li>`).join('')}</ul>`
  for (const cell of [paragraphs, items]) {
    const content = blocksOf(`<table><tr><td>${cell}</td><td>x</td></tr></table>`)
    const all = pdfText(await renderPdf(documentOf(...content)))
    for (const word of ['cláusula0.', 'cláusula35.', 'cláusula69.']) assert.ok(all.includes(word), word)
  }
})

test('unforeseen texts do no harm', async () => {
  const odd = [
    'x'.repeat(10_000),
    '😀漢字عربى '.repeat(200),
    'tabulador\tcampana\u0007 ancho cero\u200b \u202ederecha a izquierda',
    '\u0301',
    '\ufeff\u2028\u2029',
    '{{x}} <b>html</b> %PDF endobj',
  ]
  const pdf = await renderPdf(
    documentOf(...odd.map((text) => prose(text, '—')), facts(odd.map((text) => [text, text]))),
  )
  assert.ok(pdfText(pdf).replaceAll(' ', '').includes('<b>html</b>'))
})

test('a heading never stands alone at the foot of a page', async () => {
  for (let lines = 42; lines < 60; lines += 3) {
    const filler = Array.from({ length: lines }, (_, index) => ({ text: `Línea ${index}` }))
    const [page] = pdfPages(
      await renderPdf(
        documentOf(...filler, heading('TITULAR'), subheading('Parte'), prose('cuerpo '.repeat(99), '')),
      ),
    )
    assert.equal(page!.includes('TITULAR'), page!.includes('cuerpo'), `after ${lines} lines`)
  }
})

test('a last part that fits stays with the part before it', async () => {
  const filler = Array.from({ length: 46 }, (_, index) => ({ text: `Línea ${index}` }))
  const pages = pdfPages(
    await renderPdf(documentOf(...filler, heading('6. Resultado'), prose('Favorable.', ''))),
  )
  assert.equal(pages.length, 1)
})

test('a text after a table keeps a distance from its last row', async () => {
  const line = (text: string): Block => ({ text })
  const lowest = async (...content: Block[]) =>
    Math.min(...pdfPlaces(await renderPdf(documentOf(...content))).flatMap(({ y }) => (y > 100 ? [y] : [])))
  for (const block of [facts([['Dato', 'Valor']]), dataTable([{ label: 'Dato', width: '*' }], [['Valor']])]) {
    const gap = (await lowest(block)) - (await lowest(block, line('Después')))
    assert.ok(gap > 22, `${gap} points from the row to the text`)
  }
})

test('an unbreakable block is never lost, at any position', async () => {
  for (let lines = 36; lines < 60; lines += 2) {
    const filler = Array.from({ length: lines }, (_, index) => ({ text: `Línea ${index}` }))
    const whole: Block = {
      unbreakable: true,
      stack: [subheading('COMPROBAR'), { text: 'Registro' }, { text: 'Huella' }],
    }
    const pages = pdfPages(await renderPdf(documentOf(...filler, whole, prose('Final.', ''))))
    const holders = pages.filter((page) => /COMPROBAR|Registro|Huella/.test(page))
    assert.equal(holders.length, 1, `after ${lines} lines`)
    assert.match(holders[0]!, /COMPROBAR.*Registro.*Huella/s)
    for (const page of pages)
      assert.match(page, /Línea|Registro|Final/, `a page without a word, ${lines} lines`)
  }
})

test('a heading in a cell loses nothing, and the title of a table never stands alone', async () => {
  for (let lines = 40; lines < 56; lines += 3) {
    const filler = Array.from({ length: lines }, (_, index) => ({ text: `Línea ${index}` }))
    const written = blocksOf(
      '<table><caption>TITULADA</caption><tr><th>Cabeza</th></tr><tr><td><h2>Dentro</h2><p>cuerpo</p></td></tr></table>',
    )
    const pages = pdfPages(await renderPdf(documentOf(...filler, ...written)))
    const all = pages.join(' ')
    for (const word of ['TITULADA', 'Cabeza', 'Dentro', 'cuerpo'])
      assert.ok(all.includes(word), `${word}, ${lines}`)
    const page = pages.find((one) => one.includes('TITULADA'))!
    assert.ok(page.includes('Cabeza') && page.includes('cuerpo'), `after ${lines} lines`)
  }
})

test('documents take turns and each caller gets its own', async () => {
  const drawn = await Promise.all(
    ['uno', 'dos', 'tres', 'cuatro'].map((word) => renderPdf(documentOf(prose(word, '')))),
  )
  assert.deepEqual(
    drawn.map((pdf) => /uno|dos|tres|cuatro/.exec(pdfText(pdf))?.[0]),
    ['uno', 'dos', 'tres', 'cuatro'],
  )
})

test('a document that cannot be drawn fails alone', async () => {
  const wrong = { text: 'x', font: 'Nada' } as Block
  await assert.rejects(renderPdf(documentOf(wrong)), /Font 'Nada'/)
  assert.ok((await renderPdf(documentOf(prose('después', '')))).length > 0)
})

test('nothing external is fetched or read', async () => {
  for (const image of ['http://127.0.0.1:1/x.png', '/etc/hostname'])
    await assert.rejects(renderPdf(documentOf({ image } as unknown as Block)))
})

test('a document that takes too long is abandoned, and the caller gets an error', async () => {
  const render = createRenderer({ longestMs: 1 })
  const failures = await Promise.allSettled([render(documentOf(table(50))), render(documentOf(table(50)))])
  for (const failure of failures) {
    assert.equal(failure.status, 'rejected')
    assert.equal(failure.reason.code, 'SERVICE_UNAVAILABLE')
  }
})

test('a document that needs too much memory ends its thread and nothing else', async () => {
  const render = createRenderer({ memoryMb: 24 })
  const huge = Array.from({ length: 300_000 }, () => ({ text: 'x' }))
  await assert.rejects(render({ ...documentOf(), content: huge }), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  assert.ok((await render(documentOf(prose('después', '')))).length > 0)
})

test('beyond the bound callers are refused at once', async () => {
  const render = createRenderer({ mostWaiting: 2 })
  const calls = [1, 2, 3].map((n) => render(documentOf(prose(`x${n}`, ''))))
  const other = render(documentOf(prose('x', '')), 'otra')
  const [, , third] = await Promise.allSettled(calls)
  assert.equal(third!.status, 'rejected')
  assert.equal(third!.reason.status, 503)
  assert.equal(third!.reason.retryAfterSeconds, 5)
  assert.ok((await other).length > 0, 'another organisation has places of its own')
  assert.ok((await render(documentOf(prose('x', '')))).length > 0)
})

test('an idle thread ends, and is started again when needed', async () => {
  const render = createRenderer({ idleMs: 20 })
  await render(documentOf(prose('x', '')))
  await wait(100)
  assert.match(pdfText(await render(documentOf(prose('otro', '')))), /otro/)
})

test('fifty documents of one organisation delay another organisation’s by one turn', async () => {
  const render = createRenderer({ mostWaiting: 50 })
  const order: string[] = []
  const many = Array.from({ length: 50 }, (_, n) =>
    render(documentOf(prose(`documento ${n}`, '')), 'una').then(() => order.push('una')),
  )
  await many[0]
  await render(documentOf(prose('el único', '')), 'otra').then(() => order.push('otra'))
  // One document was being drawn when it came; it got the next turn.
  assert.ok(order.indexOf('otra') <= 2, order.join(' '))
  await Promise.all(many)
})

test('the same document is drawn once, at once or later, but not for another organisation', async () => {
  const render = createRenderer()
  const same = () => documentOf(prose('igual', ''))
  const [first, second] = await Promise.all([render(same()), render(same())])
  assert.equal(first, second)
  assert.equal(await render(same()), first)
  assert.notEqual(await render(same(), 'otra'), first)
  assert.notEqual(await render(documentOf(prose('distinto', ''))), first)
})

test('drawing keeps the thread that answers requests free', async () => {
  const big = documentOf(table(400))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  await renderPdf(big)
  const tookMs = performance.now() - began
  delay.disable()
  const longestMs = delay.max / 1e6
  // On an idle machine it stays far below 50 ms; the bound allows for other work.
  assert.ok(longestMs < Math.max(150, tookMs / 4), `blocked for ${longestMs} ms of ${tookMs} ms`)
})

test('file names are safe for file systems and headers', () => {
  assert.equal(fileName('eipd', 'Ficha clínica: Ñuñoa & Cía.', 'v2'), 'eipd-ficha-clinica-nunoa-cia-v2.pdf')
  assert.equal(fileName('../../etc/passwd"\r\nx: y'), 'etc-passwd-x-y.pdf')
  assert.equal(fileName('漢字'), 'documento.pdf')
  assert.ok(fileName('x'.repeat(500)).length <= 84)
})

test('dates are written in Spanish, in the time of the organisation', () => {
  const instant = new Date('2026-12-01T02:05:00Z')
  assert.equal(longDate(instant, 'America/Santiago'), '30 de noviembre de 2026')
  assert.equal(shortInstant(instant, 'America/Santiago'), '30-11-2026 23:05')
  assert.equal(shortInstant(instant, 'UTC'), '01-12-2026 02:05')
})

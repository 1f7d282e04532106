import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { NOTHING, WELL_KEPT } from '#test/kit/compliance.ts'
import { linesOf, partOf } from '#test/kit/paper.ts'
import { type BoardReport, boardReport } from './report.ts'
import type { Facts } from './rules.ts'
import { scoreOf } from './score.ts'

const AT = new Date('2027-03-10T15:00:00Z')

function reportOf(facts: Facts, more: Partial<BoardReport> = {}) {
  const made: BoardReport = {
    title: 'Informe de marzo',
    at: AT,
    tenant: { name: 'Grupo Sur', tax_id: '76543210-3', timezone: 'America/Santiago' },
    entity: undefined,
    facts,
    score: scoreOf(facts),
    law: LAW,
    preparedBy: undefined,
    earlier: [],
    ...more,
  }
  return boardReport(made)
}

const part = (title: string, facts: Facts, more?: Partial<BoardReport>) =>
  partOf(reportOf(facts, more).content, title)

function changed(change: (facts: Facts) => void): Facts {
  const facts = structuredClone(WELL_KEPT)
  change(facts)
  return facts
}

test('the cover gives the score in words, the organisation and the author', () => {
  const lines = linesOf([reportOf(WELL_KEPT).content[0]!])
  assert.ok(lines.includes('100 de 100 · nivel alto'))
  assert.ok(lines.includes('Fecha | 10 de marzo de 2027'))
  assert.ok(lines.includes('RUT | 76.543.210-3'))
  assert.ok(lines.includes('Representante legal | —'))
  assert.ok(!lines.some((line) => line.startsWith('Preparado por')))
  const prepared = linesOf([reportOf(WELL_KEPT, { preparedBy: 'Estudio Paz' }).content[0]!])
  assert.ok(prepared.includes('Preparado por | Estudio Paz'))
})

test('the date is that of the time zone of the organisation', () => {
  const at = new Date('2027-03-10T02:30:00Z')
  const day = (timezone: string) =>
    linesOf([reportOf(WELL_KEPT, { at, tenant: { name: 'Sur', tax_id: null, timezone } }).content[0]!]).find(
      (line) => line.startsWith('Fecha'),
    )
  assert.equal(day('America/Santiago'), 'Fecha | 9 de marzo de 2027')
  assert.equal(day('Europe/Madrid'), 'Fecha | 10 de marzo de 2027')
})

test('findings come gravest first over all areas, with the highest fine', () => {
  const facts = changed(({ activities, entities, processors }) => {
    entities.withoutDpo = 1
    processors.unsigned = 1
    activities.assessed = 3
  })
  const lines = part('3. Hallazgos abiertos', facts)
  const messages = lines.filter((line) => /^\d+ (actividad|encargado|entidad)/.test(line))
  assert.deepEqual(
    messages.map((line) => line.split(' ', 2).join(' ')),
    ['1 actividad', '1 encargado', '1 entidad'],
  )
  const all = lines.join('\n')
  assert.match(all, /infracción gravísima \(art\. 34 quáter\), multa de hasta 20\.000 UTM · \d/)
  assert.match(all, /infracción leve \(art\. 34 bis\), amonestación escrita o multa de hasta 5\.000 UTM/)
  // Without a duty in the law no fine is named: a DPO is voluntary (art. 50).
  assert.match(all, /Organización · arts\. 49 y 50, Ley 19\.628 \(mod\. Ley 21\.719\) · \d/)
})

test('without findings the report mentions no fine', () => {
  assert.deepEqual(part('3. Hallazgos abiertos', WELL_KEPT), ['No hay hallazgos abiertos.'])
  const [open] = part('1. Puntaje', WELL_KEPT).slice(0, 1)
  assert.match(open!, /100 \/ puntos de 100 \| Alto \/ nivel \| 0 \/ hallazgos abiertos/)
  const one = part(
    '1. Puntaje',
    changed(({ entities }) => (entities.withoutDpo = 1)),
  )
  assert.match(one[0]!, /1 \/ hallazgo abierto$/)
})

test('art. 35 and transitory art. 6: the note explains higher fines and the warning for smaller firms', () => {
  const facts = changed(({ entities }) => (entities.withoutAddress = 1))
  const note = part('3. Hallazgos abiertos', facts).find((line) => line.startsWith('Las multas son máximos'))!
  assert.match(note, /La reincidencia en 30 meses puede elevarlas hasta 3 veces/)
  assert.match(note, /no son de menor tamaño y reinciden en infracciones graves o gravísimas/)
  assert.match(note, /el 2 % o el 4 % de sus ingresos anuales/)
  assert.match(note, /Hasta el 30-11-2027 la Agencia puede amonestar/)
})

test('an area without cases has no score and says that it does not count', () => {
  const lines = part('2. Áreas', NOTHING)
  const dsar = lines.findIndex((line) => line.startsWith('Derechos de los titulares'))
  assert.match(lines[dsar]!, /\| – \| sin datos$/)
  assert.equal(lines[dsar + 1], 'Sin casos que medir a esta fecha: el área no cuenta en el puntaje.')
  const rat = lines.findIndex((line) => line.startsWith('Registro de actividades'))
  assert.match(lines[rat]!, /\| 0 \| peso 25 %$/)
})

test('every check of an area says whether it is met, as a share', () => {
  const facts = changed(({ processors }) => (processors.unsigned = 1))
  const lines = part('2. Áreas', facts)
  const at = lines.indexOf('Los encargados tienen un contrato vigente')
  assert.deepEqual([lines[at - 1], lines[at + 1]], ['No', '3 de 4'])
  const ending = lines.indexOf('Ningún contrato termina en los próximos treinta días')
  assert.deepEqual([lines[ending - 1], lines[ending + 1]], ['Sí', '4 de 4'])
})

test('the trend runs from the oldest report to this one, with each difference', () => {
  const earlier = [
    { score: 100, at: new Date('2027-02-10T15:00:00Z'), title: 'Febrero' },
    { score: 90, at: new Date('2027-01-10T15:00:00Z'), title: 'Enero' },
    { score: 95, at: new Date('2026-12-10T15:00:00Z'), title: 'Diciembre' },
  ]
  const rows = part('1. Puntaje', WELL_KEPT, {
    earlier: earlier as unknown as BoardReport['earlier'],
  }).filter((line) => / de 20\d\d/.test(line))
  const shown = rows.map((line) => {
    const cells = line.split(' | ')
    return [cells[0], cells.at(-2), cells.at(-1)]
  })
  assert.deepEqual(shown, [
    ['10 de diciembre de 2026', '95', ''],
    ['10 de enero de 2027', '90', '−5'],
    ['10 de febrero de 2027', '100', '+10'],
    ['10 de marzo de 2027 (este informe)', '100', '='],
  ])
  assert.ok(part('1. Puntaje', WELL_KEPT).some((line) => line.startsWith('Este es el primer informe')))
})

test('the report says that the law does not bind yet, until its day', () => {
  const says = (at: Date) =>
    part('1. Puntaje', WELL_KEPT, { at }).some((line) => /rige desde el 1 de diciembre de 2026/.test(line))
  assert.equal(says(new Date('2026-12-01T02:59:59Z')), true)
  assert.equal(says(new Date('2026-12-01T03:00:00Z')), false)
})

test('the figures come from the records, with drafts apart from published ones', () => {
  const facts = changed((all) => {
    all.activities.current = 1204
    all.activities.published = 1200
    all.requests.answered = 7
  })
  const lines = part('4. Cifras', facts)
  for (const row of [
    'Actividades de tratamiento publicadas | 1.200',
    'Actividades en borrador | 4',
    'Solicitudes respondidas en el último año | 7',
    'Políticas de privacidad publicadas | 4',
  ])
    assert.ok(lines.includes(row), row)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { judge } from '#kernel/legal-checks.ts'
import { linesOf, partOf } from '#test/kit/paper.ts'
import { ASSESSMENT_CHECKS, type AssessmentFacts } from './legal-checks.ts'
import { type Report, reportOf } from './report.ts'

const at = (text: string) => new Date(text)

const ASSESSMENT = {
  tenant_id: 't',
  id: 'd1',
  title: 'Ficha clínica',
  description: 'Una ficha para tres sedes.',
  status: 'draft',
  version: 2,
  activity_id: null,
  scope: null,
  necessity: 'La atención lo exige.',
  proportionality: null,
  approver_name: null,
  approver_role: null,
  approved_at: null,
  created_at: at('2027-03-01T12:00:00Z'),
  updated_at: at('2027-03-02T12:00:00Z'),
  legal_entity_id: 'e',
  activity_snapshot: null,
  law_version: null,
  review_at: null,
  review_announced: null,
  dpo_opinion: null,
  dpo_opinion_by: null,
  dpo_opinion_at: null,
  subjects_opinion: null,
  subjects_consultation: null,
} as Report['assessment']

const APPROVED = {
  status: 'approved',
  approver_name: 'Paula Díaz',
  approver_role: 'DPO',
  approved_at: at('2027-03-10T02:30:00Z'),
  law_version: 'anterior',
} as Partial<Report['assessment']>

type Risk = Report['risks'][number]
const risk = (more: Partial<Risk> = {}): Risk => ({
  tenant_id: 't',
  id: 'r1',
  assessment_id: 'd1',
  description: 'Divulgación de diagnósticos',
  likelihood: 'medium',
  impact: 'critical',
  risk_level: 'high',
  mitigation: 'Registro de cada consulta',
  residual_risk: null,
  status: 'mitigated',
  created_at: at('2027-03-01T12:00:00Z'),
  updated_at: at('2027-03-01T12:00:00Z'),
  residual_likelihood: null,
  residual_impact: null,
  owner_name: null,
  due_on: null,
  done_on: null,
  ...more,
})

function report(
  assessment: Partial<Report['assessment']> = {},
  risks: Risk[] = [],
  more: Partial<Report> = {},
) {
  return reportOf({
    assessment: { ...ASSESSMENT, ...assessment },
    risks,
    trail: [],
    activity: undefined,
    today: undefined,
    tenant: { name: 'Clínica Sur', tax_id: '76543210-3', timezone: 'America/Santiago' },
    entity: undefined,
    findings: [],
    law: LAW,
    ...more,
  })
}

const part = (title: string, ...of: Parameters<typeof report>) => partOf(report(...of).content, title)
const summary = (...risks: Risk[]) => part('1. Resumen', {}, risks)[0]!

test('the summary counts risks without a written measure, whatever state somebody set', () => {
  assert.match(summary(risk()), /Todos tienen una medida o fueron aceptados\.$/)
  assert.match(
    summary(risk({ mitigation: null })),
    /Queda 1 sin medida de mitigación\.$/,
    'said to be mitigated',
  )
  assert.match(summary(risk({ mitigation: ' ' }), risk({ mitigation: null })), /Quedan 2 sin medida/)
  assert.match(
    summary(risk({ mitigation: null, status: 'accepted' })),
    /Todos tienen una medida o fueron aceptados/,
  )
  assert.match(summary(risk({ status: 'identified' })), /Todos tienen una medida/)
})

test('the summary and the checks of art. 15 ter agree about the same risks', () => {
  for (const [mitigation, status] of [
    ['Cifrado', 'mitigated'],
    [null, 'mitigated'],
    [null, 'identified'],
    ['Cifrado', 'identified'],
    [null, 'accepted'],
  ] as const) {
    const facts: AssessmentFacts = {
      ...{ description: 'x', scope: null, necessity: 'x', proportionality: 'x', activityId: null },
      risks: [{ level: 'high', residual: null, mitigation, status }],
    }
    const isOpen = judge(ASSESSMENT_CHECKS, facts).some(({ key }) => key === 'dpia.measures')
    assert.equal(
      /Queda 1 sin medida/.test(summary(risk({ mitigation, status }))),
      isOpen,
      `${mitigation} ${status}`,
    )
  }
})

test('the report gives the greatest risk before and after the measures; without an estimate it is unchanged', () => {
  assert.match(summary(risk()), /^Se evaluó 1 riesgo\. El mayor es alto antes de las medidas y alto después/)
  assert.match(
    summary(risk({ risk_level: 'critical', residual_risk: 'low' }), risk({ risk_level: 'medium' })),
    /^Se evaluaron 2 riesgos\. El mayor es crítico antes de las medidas y medio después de ellas\./,
  )
  assert.deepEqual(part('1. Resumen'), ['Todavía no hay riesgos evaluados.'])
  const table = part('1. Resumen', {}, [risk({ residual_risk: 'low' }), risk()])
  assert.equal(table[2], 'Riesgo inherente (antes de las medidas) | 0 | 0 | 2 | 0')
  assert.equal(table[3], 'Riesgo residual (después de las medidas) | 1 | 0 | 1 | 0')
})

test('the residual matrix counts like the summary: a risk without a residual keeps its place', () => {
  const placed = risk({ residual_risk: 'low', residual_likelihood: 'low', residual_impact: 'low' })
  const cells = (...risks: Risk[]) => {
    const lines = linesOf(report({}, risks).content)
    const from = lines.indexOf('Matriz de riesgo residual, después de las medidas')
    return from < 0 ? undefined : lines.slice(from, from + 7).join('\n')
  }
  const sumOf = (text: string) =>
    [...text.matchAll(/\| (\d)(?= |\n|$)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  assert.equal(cells(risk()), undefined, 'nothing was estimated yet')
  assert.equal(sumOf(cells(placed, risk())!), 2)
  const levelAlone = risk({ residual_risk: 'medium' })
  assert.equal(sumOf(cells(placed, levelAlone)!), 1)
  assert.ok(
    linesOf(report({}, [placed, levelAlone]).content).some((line) =>
      /^Un riesgo no está en esta matriz/.test(line),
    ),
  )
})

test('an unapproved report says so across every page, an approved one gives author and Chilean time', () => {
  assert.equal(report().watermark, 'BORRADOR')
  assert.equal(report({ status: 'in_review' }).watermark, 'EN REVISIÓN')
  assert.equal(report({ status: 'rejected' }).watermark, 'RECHAZADA')
  const approved = report(APPROVED)
  assert.equal(approved.watermark, undefined)
  assert.deepEqual([approved.lawVersion, report().lawVersion], ['anterior', LAW.version])
  assert.deepEqual(approved.dated, APPROVED.approved_at)
  const words = 'Aprobada el 9 de marzo de 2027 por Paula Díaz (Delegado o delegada de protección de datos).'
  assert.ok(linesOf(approved.content).includes(words))
  assert.ok(
    linesOf(approved.content).some((line) => line.startsWith('Aprobada | 9 de marzo de 2027, por Paula')),
  )
  const automatic = report({ ...APPROVED, approver_name: 'Aprobación automática', approver_role: null })
  assert.ok(linesOf(automatic.content).includes('Aprobada el 9 de marzo de 2027 por Aprobación automática.'))
})

test('the cover claims the contents of art. 15 ter only if none is missing', () => {
  const cover = (findings: Report['findings']) => linesOf([report({}, [], { findings }).content[0]!]).at(-1)!
  const finding = (severity: 'critical' | 'low') => ({
    key: 'k',
    message: 'Falta algo.',
    article: 'art. 15 ter',
    severity,
  })
  assert.match(cover([]), /^Documento elaborado conforme al art\. 15 ter/)
  assert.match(cover([finding('low')]), /^Documento elaborado conforme/)
  assert.match(cover([finding('critical')]), /^Documento incompleto según el art\. 15 ter.* Falta algo\.$/)
})

test('a draft has the date of the last change of its contents', () => {
  const later = at('2027-03-05T12:00:00Z')
  assert.deepEqual(report().dated, ASSESSMENT.updated_at)
  const trail = [{ type: 'stage.request_info', createdAt: later }] as unknown as Report['trail']
  assert.deepEqual(report({}, [], { trail }).dated, later)
})

test('opinions have a section of their own, and the approval the next number', () => {
  const titles = (assessment: Partial<Report['assessment']>) =>
    report(assessment)
      .content.filter(({ style }) => style === 'heading')
      .map((block) => linesOf([block])[0])
  assert.ok(titles({}).includes('6. Aprobación'))
  const opinion = {
    dpo_opinion: 'Procede.',
    dpo_opinion_by: 'Paula Díaz',
    dpo_opinion_at: at('2027-03-04T12:00:00Z'),
  }
  assert.deepEqual(titles(opinion).slice(-2), ['6. Opiniones', '7. Aprobación'])
  assert.deepEqual(part('6. Opiniones', opinion), [
    'Delegado de protección de datos',
    'Procede.',
    'Paula Díaz, 4 de marzo de 2027',
    'Personas afectadas',
    'Sin consulta registrada.',
  ])
})

test('the plan lists measures that have an owner or a date, by the number of their risk', () => {
  const lines = linesOf(
    report({}, [
      risk(),
      risk({ owner_name: 'Luis', due_on: '2027-05-01' }),
      risk({ mitigation: null, done_on: '2027-03-02' }),
    ]).content,
  )
  const from = lines.indexOf('Plan de acción')
  assert.deepEqual(lines.slice(from + 2, from + 4), [
    '2 | Registro de cada consulta | Luis | 1 de mayo de 2027 | Pendiente',
    '3 | Divulgación de diagnósticos | — | — | 2 de marzo de 2027',
  ])
  assert.ok(!linesOf(report({}, [risk()]).content).includes('Plan de acción'))
})

test('the cover says that there is no delegate: appointing one is voluntary (art. 50)', () => {
  assert.match(linesOf(report().content).join('\n'), /Delegado de protección de datos \| Sin designar/)
})

test('art. 27 a): an adequacy that the Agency has not declared is denied beside the transfer', () => {
  const activity = {
    name: 'Ficha clínica',
    purpose: 'Atender a los pacientes.',
    legalBasis: null,
    dataCategories: [],
    subjectCategories: [],
    recipients: [],
    processors: [],
    securityMeasures: [],
    internationalTransfer: { exists: true, country: 'US', mechanism: 'adequate_country' },
    updatedAt: '2027-03-01T12:00:00.000Z',
  } as unknown as NonNullable<Report['activity']>
  const told = (law: Report['law']) =>
    part('3. Actividad de tratamiento', {}, [], { activity, law }).join('\n')
  assert.match(told(LAW), /no ha declarado que Estados Unidos tenga un nivel adecuado/)
  assert.doesNotMatch(told({ ...LAW, adequateCountries: ['US'] }), /no ha declarado/)
})

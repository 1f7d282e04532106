import type { ReadCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { findTenant } from '#db/sql.ts'
import { preparedBy } from '#kernel/branding.ts'
import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { bindingNote } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { type EntityRow, findMainEntity } from '#modules/org/public.ts'
import {
  type Badge,
  type Block,
  cover,
  dataTable,
  heading,
  longDate,
  MUTED,
  note,
  type PdfDocument,
  prose,
  shortened,
  subheading,
  TEXT_COLOR,
} from '#pdf/document.ts'
import { readFacts } from './facts.ts'
import * as repo from './repo.ts'
import { type Facts, type FineClass, type Level, levelOf, type Severity } from './rules.ts'
import { type Area, type Finding, gravestFirst, type Score, scoreOf } from './score.ts'

/** All data of the report, gathered in one short read. */
export interface BoardReport {
  title: string
  at: Date
  tenant: { name: string; tax_id: string | null; timezone: string }
  entity: EntityRow | undefined
  facts: Facts
  score: Score
  law: Law
  /** The author, if another firm prepared it. */
  preparedBy: string | undefined
  /** Newest first. */
  earlier: readonly repo.Milestone[]
}

const MILESTONES = 8

export async function gatherReport(
  ctx: ReadCtx,
  row: Pick<repo.ReportRow, 'title' | 'created_at'>,
): Promise<BoardReport> {
  const [tenant, entity, facts, earlier, { branding }] = await Promise.all([
    findTenant(ctx),
    findMainEntity(ctx),
    readFacts(ctx),
    repo.listMilestones(ctx, row.created_at, MILESTONES),
    readOrganisation(ctx),
  ])
  const { law } = ctx.tools
  const made = { title: row.title, at: ctx.now, law, earlier, preparedBy: preparedBy(branding) }
  return { ...made, tenant, entity, facts, score: scoreOf(facts) }
}

export function boardReport(report: BoardReport): PdfDocument {
  const { title, at, tenant, entity, score } = report
  const organisation = entity?.name ?? tenant.name
  const findings = score.areas
    .flatMap((area) => area.findings.map((finding) => ({ area, finding })))
    .toSorted((a, b) => gravestFirst(a.finding, b.finding))
  return {
    title,
    organisation,
    footer: shortened(`${organisation} · ${title}`),
    lawVersion: report.law.version,
    dated: at,
    content: [
      coverOf(report, organisation),
      heading('1. Puntaje'),
      ...bindingNote({ law: report.law, day: chileanDay(at) }).map(note),
      scoreBlock(score, findings.length),
      subheading('Evolución'),
      ...trendOf(report),
      heading('2. Áreas'),
      ...score.areas.map(areaBlock),
      heading('3. Hallazgos abiertos'),
      ...(findings.length === 0
        ? [prose(null, 'No hay hallazgos abiertos.')]
        : [
            note(
              'Ordenados por gravedad y por la clase de la infracción (arts. 34 bis, 34 ter y 34 quáter). Los puntos son los que cada hallazgo resta al puntaje total.',
            ),
            note(sanctionsNote(report.law)),
            ...findings.map(({ area, finding }) => findingBlock(area, finding, report.law)),
          ]),
      heading('4. Cifras'),
      figuresOf(report.facts),
      heading('5. Cómo se calcula'),
      prose(
        'El puntaje va de 0 a 100 y es la suma de las áreas según su peso; las que no tienen casos que medir no cuentan. Cada área reparte su peso entre las comprobaciones que tienen algo que medir; una comprobación aporta la parte de los casos que cumple. Se redondea hacia abajo: 100 significa que nada está abierto. El nivel es bajo hasta 59, medio hasta 84 y alto desde 85.',
        '',
      ),
      prose(
        'Solo se cuentan las actividades publicadas, las entidades activas y los sitios activos en producción. Mide lo que está registrado en el sistema; no reemplaza una opinión legal.',
        '',
      ),
    ],
  }
}

// ── words and colours ──

const LEVEL_WORDS: Readonly<Record<Level, string>> = { low: 'Bajo', medium: 'Medio', high: 'Alto' }
const RED = { fill: '#f3b0ae', ink: '#7f1d1d', bar: '#c2413b' }
const AMBER = { fill: '#fbe3b0', ink: '#7a4b00', bar: '#d99a1c' }
const GREEN = { fill: '#cfe8d5', ink: '#14532d', bar: '#3f8f5b' }
const GREY = { fill: '#e5e7eb', ink: '#374151', bar: '#9ca3af' }
const LEVEL_COLOURS: Readonly<Record<Level, typeof RED>> = { low: RED, medium: AMBER, high: GREEN }

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: 'Crítico',
  high: 'Alto',
  medium: 'Medio',
  low: 'Bajo',
}
const SEVERITY_COLOURS: Readonly<Record<Severity, typeof RED>> = {
  critical: { fill: '#7f1d1d', ink: '#ffffff', bar: '#7f1d1d' },
  high: RED,
  medium: AMBER,
  low: GREY,
}
const CLASS_WORDS: Readonly<Record<FineClass, string>> = {
  leve: 'leve',
  grave: 'grave',
  gravisima: 'gravísima',
}
const FINE_ARTICLES: Readonly<Record<FineClass, string>> = {
  leve: 'art. 34 bis',
  grave: 'art. 34 ter',
  gravisima: 'art. 34 quáter',
}

/** Art. 35: the highest fine for an infringement. */
function fineWords(fineClass: FineClass, { fines }: Law): string {
  const warning = fineClass === 'leve' ? 'amonestación escrita o multa de ' : 'multa de '
  const most = fines.maxUtm[fineClass].toLocaleString('es-CL')
  return `infracción ${CLASS_WORDS[fineClass]} (${FINE_ARTICLES[fineClass]}), ${warning}hasta ${most} UTM`
}

/** Arts. 35 and 36, and transitory art. 6: explanations beyond the caps. */
function sanctionsNote({ fines, smeWarningUntil }: Law): string {
  const { repeatFactor, repeatMonths, incomePercent } = fines
  return (
    'Las multas son máximos, no certezas: la Agencia las gradúa según los arts. 36 y 37. ' +
    `La reincidencia en ${repeatMonths} meses puede elevarlas hasta ${repeatFactor} veces; solo a empresas que no son de menor tamaño y reinciden en infracciones graves o gravísimas puede aplicarse el ${incomePercent.grave} % o el ${incomePercent.gravisima} % de sus ingresos anuales (art. 35). ` +
    `Hasta el ${dayInDigits(smeWarningUntil)} la Agencia puede amonestar por escrito, en vez de multar, a las empresas de menor tamaño (art. sexto transitorio, Ley 21.719).`
  )
}

// ── blocks ──

function coverOf(report: BoardReport, organisation: string): Block {
  const { title, at, tenant, entity, score } = report
  const badge: Badge = {
    text: `${score.score} de 100 · nivel ${LEVEL_WORDS[score.level].toLowerCase()}`,
    ...LEVEL_COLOURS[score.level],
  }
  const dpo = [entity?.dpo_name, entity?.dpo_email].filter(Boolean).join(' · ')
  return cover({
    organisation,
    kind: 'Informe de cumplimiento en protección de datos personales',
    title,
    badge,
    facts: [
      ['Fecha', longDate(at, tenant.timezone)],
      ['RUT', shownRut(entity?.tax_id ?? tenant.tax_id)],
      ['Representante legal', entity?.legal_rep_name],
      ['Delegado de protección de datos', dpo || 'Sin designar'],
      ...(report.preparedBy ? ([['Preparado por', report.preparedBy]] as const) : []),
    ],
    note: 'Estado del cumplimiento de la Ley 19.628 (mod. Ley 21.719) según los registros de la organización a la fecha indicada.',
  })
}

function scoreBlock({ score, level }: Score, open: number): Block {
  const { fill, ink } = LEVEL_COLOURS[level]
  const tile = (figure: string, label: string, colours: { fill: string; ink: string }): Block => ({
    stack: [
      { text: figure, fontSize: 26, bold: true, color: colours.ink, alignment: 'center' },
      { text: label, fontSize: 9, color: colours.ink, alignment: 'center' },
    ],
    fillColor: colours.fill,
    margin: [4, 8, 4, 8],
  })
  return {
    layout: 'tiles',
    unbreakable: true,
    table: {
      widths: ['*', '*', '*'],
      body: [
        [
          tile(String(score), 'puntos de 100', { fill, ink }),
          tile(LEVEL_WORDS[level], 'nivel', { fill, ink }),
          tile(String(open), open === 1 ? 'hallazgo abierto' : 'hallazgos abiertos', GREY),
        ],
      ],
    },
  }
}

const BAR_WIDTH = 220
/** The layout adds gaps around the bar's two cells. */
const BAR_ROOM = BAR_WIDTH + 16

/** A bar filled by its share. At 0 and 100 it has one cell only. */
function bar(share: number, colour: string): Block {
  const filled = Math.round((BAR_WIDTH * share) / 100)
  const parts = [
    { width: filled, fillColor: colour },
    { width: BAR_WIDTH - filled, fillColor: '#eef0f3' },
  ].filter(({ width }) => width > 0)
  return {
    layout: 'tiles',
    table: {
      widths: parts.map(({ width }) => width),
      body: [parts.map(({ fillColor }) => ({ text: ' ', fontSize: 6, fillColor }))],
    },
  }
}

function barRow(label: string, score: number, right: string, hasData = true): Block[] {
  return [
    { text: label, style: 'cell' },
    bar(score, LEVEL_COLOURS[levelOf(score)].bar),
    { text: hasData ? String(score) : '–', style: 'cell', bold: true, alignment: 'right' },
    { text: right, style: 'cell', color: MUTED, alignment: 'right' },
  ]
}

function bars(rows: Block[][]): Block {
  return { layout: 'rows', table: { widths: ['*', BAR_ROOM, 26, 60], dontBreakRows: true, body: rows } }
}

/** Oldest first, so that time runs downwards to this report. */
function trendOf({ earlier, score, at, tenant }: BoardReport): Block[] {
  if (earlier.length === 0)
    return [prose(null, 'Este es el primer informe: los siguientes mostrarán la evolución.')]
  const points = [...earlier.toReversed(), { score: score.score, at, title: 'Este informe' }]
  const rows = points.map((point, index) => {
    const before = points[index - 1]
    return barRow(
      `${longDate(point.at, tenant.timezone)}${index === points.length - 1 ? ' (este informe)' : ''}`,
      point.score,
      before ? signed(point.score - before.score) : '',
    )
  })
  return [bars(rows)]
}

const signed = (change: number) => (change > 0 ? `+${change}` : change === 0 ? '=' : `−${-change}`)

function areaBlock({ label, score, hasData, weight, checks }: Area): Block {
  return {
    unbreakable: true,
    margin: [0, 0, 0, 10],
    stack: [
      bars([
        barRow(label, score, hasData ? `peso ${weight} %` : 'sin datos', hasData).map((cell, index) =>
          index === 0 ? { ...cell, bold: true } : cell,
        ),
      ]),
      ...(checks.length === 0
        ? [note('Sin casos que medir a esta fecha: el área no cuenta en el puntaje.')]
        : checks.map(({ label: text, met, total }): Block => {
            const done = met === total
            return {
              columns: [
                {
                  text: done ? 'Sí' : 'No',
                  width: 22,
                  fontSize: 8.5,
                  bold: true,
                  color: (done ? GREEN : RED).ink,
                },
                { text, fontSize: 8.5, color: TEXT_COLOR, width: '*' },
                { text: `${met} de ${total}`, fontSize: 8.5, color: MUTED, width: 60, alignment: 'right' },
              ],
              margin: [4, 1, 4, 1],
            }
          })),
    ],
  }
}

function findingBlock(area: Area, finding: Finding, law: Law): Block {
  const { severity, message, article, action, fineClass, pointsLost } = finding
  const points = pointsLost.toLocaleString('es-CL')
  return {
    unbreakable: true,
    margin: [0, 4, 0, 8],
    stack: [
      {
        columns: [
          severityTag(severity),
          {
            width: '*',
            stack: [
              { text: message, bold: true, fontSize: 10 },
              { text: action, fontSize: 9.5, margin: [0, 2, 0, 2] },
              {
                text: `${area.label} · ${article}${fineClass ? ` · ${fineWords(fineClass, law)}` : ''} · ${points} ${pointsLost === 1 ? 'punto' : 'puntos'}`,
                fontSize: 8.5,
                color: MUTED,
              },
            ],
          },
        ],
        columnGap: 8,
      },
    ],
  }
}

function severityTag(severity: Severity): Block {
  const { fill, ink } = SEVERITY_COLOURS[severity]
  const text = {
    text: SEVERITY_WORDS[severity],
    fillColor: fill,
    color: ink,
    bold: true,
    fontSize: 9,
  } as const
  return { width: 60, layout: 'tiles', table: { widths: ['*'], body: [[{ ...text, alignment: 'center' }]] } }
}

function figuresOf({ activities, requests, breaches, processors, entities, domains, consent }: Facts): Block {
  const figures: [string, number][] = [
    ['Actividades de tratamiento publicadas', activities.published],
    ['Actividades en borrador', activities.current - activities.published],
    ['Actividades con datos sensibles', activities.sensitive],
    ['Actividades con transferencia internacional declarada', activities.withTransfer],
    ['Actividades que requieren evaluación de impacto', activities.needDpia],
    ['de ellas, con evaluación aprobada', activities.assessed],
    ['Solicitudes de titulares abiertas', requests.open],
    ['Solicitudes respondidas en el último año', requests.answered],
    ['Vulneraciones de seguridad registradas', breaches.total],
    ['Vulneraciones que deben informarse a la Agencia', breaches.reportable],
    ['Encargados', processors.total],
    ['Encargados con contrato vigente', processors.signed],
    ['Entidades activas', entities.active],
    ['Políticas de privacidad publicadas', entities.withPolicy],
    ['Sitios activos en producción', domains.total],
    ['Avisos de consentimiento publicados', consent.notices],
  ]
  return dataTable(
    [
      { label: 'Cifra', width: '*' },
      { label: 'Cantidad', width: 70 },
    ],
    figures.map(([label, count]) => [label, count.toLocaleString('es-CL')]),
  )
}

import { longDay } from '#kernel/dates.ts'
import { type Block, dataTable, heading, longDate, note, prose, subheading } from '#pdf/document.ts'
import type { AssessmentRow, RiskRow } from './repo.ts'

/** The sections after the risks: the measures with their owners, and the opinions. */

/** The measures with owner and date. Left out if no risk has an owner or a date. */
export function planOf(risks: readonly RiskRow[]): Block[] {
  const rows = risks.flatMap((risk, index) =>
    risk.owner_name || risk.due_on || risk.done_on
      ? [
          [
            String(index + 1),
            risk.mitigation ?? risk.description,
            risk.owner_name ?? '',
            risk.due_on ? longDay(risk.due_on) : '',
            risk.done_on ? longDay(risk.done_on) : 'Pendiente',
          ],
        ]
      : [],
  )
  if (rows.length === 0) return []
  const columns = [
    { label: 'N.º', width: 18 },
    { label: 'Medida', width: '*' },
    { label: 'A cargo', width: 100 },
    { label: 'Hasta', width: 80 },
    { label: 'Tomada', width: 80 },
  ] as const
  return [subheading('Plan de acción'), dataTable(columns, rows)]
}

export function hasOpinions(a: AssessmentRow): boolean {
  return Boolean(a.dpo_opinion || a.subjects_consultation || a.subjects_opinion)
}

export function opinionsOf(a: AssessmentRow, timeZone: string): Block[] {
  if (!hasOpinions(a)) return []
  const by = [a.dpo_opinion_by, a.dpo_opinion_at && longDate(a.dpo_opinion_at, timeZone)]
  return [
    heading('6. Opiniones'),
    subheading('Delegado de protección de datos'),
    prose(a.dpo_opinion, 'Sin opinión registrada.'),
    ...(a.dpo_opinion ? [note(by.filter(Boolean).join(', '))] : []),
    subheading('Personas afectadas'),
    prose(a.subjects_consultation, 'Sin consulta registrada.'),
    ...(a.subjects_opinion ? [prose(a.subjects_opinion, '')] : []),
  ]
}

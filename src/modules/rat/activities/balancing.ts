import { chileanDay } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { bindingNote, LAW_NAME } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import {
  type Badge,
  cover,
  facts,
  heading,
  longDate,
  note,
  type PdfDocument,
  prose,
  shortened,
  TEXT_COLOR,
} from '#pdf/document.ts'
import { allowsSensitive, basisWords } from '../knowledge/bases.ts'
import { retentionWords } from '../knowledge/retention.ts'
import { dataLabels } from '../knowledge/shown-data.ts'
import type { BalancingOutcome } from '../rules.ts'
import type { Activity, BalancingRecord } from './schemas.ts'

/** The legitimate-interest test of an activity, and the other data of its document. */
export interface Weighing {
  activity: Activity
  balancing: BalancingRecord
  entity: { name: string; tax_id: string | null; is_public_body?: boolean } | undefined
  tenant: { name: string; tax_id: string | null; timezone: string }
  law: Law
}

const KIND = 'Ponderación del interés legítimo'

const OUTCOMES: Readonly<
  Record<BalancingOutcome | 'none', { word: string; verdict: string; look: Omit<Badge, 'text'> }>
> = {
  favourable: {
    word: 'Favorable',
    verdict:
      'El interés invocado prevalece con los resguardos descritos: el tratamiento puede fundarse en el interés legítimo.',
    look: { fill: '#cfe8d5', ink: '#14532d' },
  },
  unfavourable: {
    word: 'Desfavorable',
    verdict:
      'El interés invocado no prevalece sobre los derechos de las personas: el tratamiento no puede fundarse en el interés legítimo.',
    look: { fill: '#f3b0ae', ink: '#7f1d1d' },
  },
  none: {
    word: 'Sin resultado',
    verdict: 'La ponderación todavía no tiene resultado.',
    look: { fill: '#e5e7eb', ink: TEXT_COLOR },
  },
}

/** Shown whatever the outcome of the weighing. */
const NOT_A_BASIS: Badge = { text: 'No sirve de base', ...OUTCOMES.unfavourable.look }

const NOT_ENOUGH = 'La ponderación se registró como favorable, pero no basta:'

/** The legal bars against legitimate interest as a basis, whatever the outcome of the weighing. */
function barsOf(
  { legalBasis, legalBasisArticle, hasSensitiveData }: Activity,
  entity: Weighing['entity'],
): string[] {
  // A non-profit body may process sensitive data on this basis only for its members.
  const interest = {
    legalBasis: 'legitimate_interest' as const,
    legalBasisArticle: legalBasis === 'legitimate_interest' ? legalBasisArticle : null,
  }
  return [
    ...(hasSensitiveData && !allowsSensitive(interest)
      ? [
          `La actividad trata datos sensibles, y el interés legítimo no permite tratarlos, cualquiera sea la ponderación: hace falta el consentimiento expreso o uno de los casos de los arts. 16, 16 bis y 16 ter, ${LAW_NAME}.`,
        ]
      : []),
    ...(entity?.is_public_body
      ? [
          `El responsable es un órgano público, que no funda sus tratamientos en el interés legítimo: trata datos para cumplir sus funciones legales (art. 20, ${LAW_NAME}).`,
        ]
      : []),
  ]
}

/** The proof that the interest was weighed. The same record gives the same bytes. */
export function balancingDocument({ activity, balancing, entity, tenant, law }: Weighing): PdfDocument {
  const organisation = entity?.name ?? tenant.name
  const taxId = entity?.tax_id ?? tenant.tax_id
  const assessedAt = balancing.assessedAt ? new Date(balancing.assessedAt) : undefined
  const dated = assessedAt ?? new Date(activity.updatedAt)
  const basis = basisWords(activity)
  const outcome = OUTCOMES[balancing.outcome ?? 'none']
  const bars = barsOf(activity, entity)
  return {
    title: `${KIND}: ${activity.name}`,
    organisation,
    footer: shortened(`${organisation} · ${KIND}`),
    lawVersion: law.version,
    dated,
    ...(balancing.outcome === null && { watermark: 'BORRADOR' }),
    content: [
      cover({
        organisation,
        kind: KIND,
        title: activity.name,
        badge: bars.length > 0 ? NOT_A_BASIS : { text: outcome.word, ...outcome.look },
        facts: [
          ['Responsable', organisation],
          ['RUT', shownRut(taxId)],
          ['Fecha', assessedAt && longDate(assessedAt, tenant.timezone)],
          ['Realizada por', balancing.assessedBy],
          ['Base de licitud', basis && `${basis.label}, ${basis.article}`],
          ['Referencia', activity.id],
        ],
        note: `Quien invoca el interés legítimo debe poder probar que no vulnera los derechos y libertades de las personas (arts. 3 letra a) y 13 letra d), ${LAW_NAME}).`,
      }),
      ...bindingNote({ law, day: chileanDay(dated) }).map(note),
      heading('1. Actividad de tratamiento'),
      facts([
        ['Finalidad', activity.purpose],
        ['Interés que se informa', activity.legitimateInterest],
        ['Datos tratados', dataLabels(activity).join('; ')],
        ['Titulares', activity.subjectCategories.map(subjectWord).join('; ')],
        ['Destinatarios', activity.recipients.join('; ')],
        ['Conservación', retentionWords(activity)],
      ]),
      heading('2. El interés y su legitimidad'),
      prose(balancing.purpose, 'Sin describir.'),
      heading('3. Necesidad del tratamiento'),
      prose(balancing.necessity, 'Sin analizar.'),
      heading('4. Ponderación con los derechos de las personas'),
      prose(balancing.balance, 'Sin analizar.'),
      heading('5. Resguardos'),
      prose(balancing.safeguards, 'Sin describir.'),
      heading('6. Resultado'),
      prose(bars.length > 0 && balancing.outcome === 'favourable' ? NOT_ENOUGH : outcome.verdict, ''),
      ...bars.map((text) => prose(text, '')),
      note(
        `Las personas pueden oponerse en todo momento a un tratamiento fundado en el interés legítimo, y la política de tratamiento debe decir cuál es ese interés (arts. 8 letra a) y 14 ter letra d), ${LAW_NAME}).`,
      ),
    ],
  }
}

function subjectWord(value: string): string {
  return VOCABULARY.subjectCategories.find((term) => term.value === value)?.label ?? value
}

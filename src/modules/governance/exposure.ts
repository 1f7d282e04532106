import type { ReadCtx } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { type Law, utmOf } from '#kernel/law/law.ts'
import { beforeLaw } from '#kernel/law/wording.ts'
import { readFacts } from './facts.ts'
import type { FineClass } from './rules.ts'
import type { Exposure, ExposureItem } from './schemas.ts'
import { type Finding, gravestFirst, scoreOf } from './score.ts'

/** Art. 36: facts that the Agency weighs in favour. The organisation has to prove that they hold. */
const MITIGATING = [
  'Reparación del daño o acuerdos con los afectados (art. 36)',
  'Colaboración con la Agencia (art. 36)',
  'Ausencia de sanciones previas (art. 36)',
  'Autodenuncia junto con las medidas adoptadas (art. 36)',
  'Modelo de prevención de infracciones certificado (arts. 36 y 49 a 53)',
]

/** Art. 36: facts that it weighs against, for any finding. */
const AGGRAVATING = ['Reincidencia (art. 36)', 'Carácter continuado de la infracción (art. 36)']
const RIGHTS_AT_RISK = 'Riesgo para los derechos de los titulares (art. 36)'
const SPECIAL_DATA = 'Datos sensibles o de niños, niñas y adolescentes (art. 37)'

/** Findings that by their nature put people or specially protected data at risk. */
const AT_RISK: readonly string[] = [
  'dpia.approved',
  'dpia.risks',
  'breaches.reported',
  'breaches.subjects',
  'dsar.blocking',
  'rat.security',
]
const OF_SPECIAL_DATA: readonly string[] = ['rat.sensitive_basis', 'rat.minors']

/** The range of fines for the open findings: the Agency sets each fine case by case. */
export async function getExposure(ctx: ReadCtx): Promise<Exposure> {
  const { law } = ctx.tools
  const findings = scoreOf(await readFacts(ctx)).areas.flatMap((area) => area.findings)
  return exposureOf(findings, law, chileanDay(ctx.now))
}

export function exposureOf(findings: readonly Finding[], law: Law, today: string): Exposure {
  const utm = utmOf(law, today)
  const smeWindow = today >= law.effectiveFrom && today <= law.smeWarningUntil
  const items = findings
    .toSorted(gravestFirst)
    .flatMap((finding) =>
      finding.fineClass ? [itemOf(finding, finding.fineClass, law, utm?.clp ?? null, smeWindow)] : [],
    )
  const sum = (pick: (item: ExposureItem) => number) => items.reduce((total, item) => total + pick(item), 0)
  const [minUtm, maxUtm] = [sum((item) => item.minUtm), sum((item) => item.maxUtm)]
  return {
    currency: 'CLP',
    utmValue: utm?.clp ?? null,
    utmMonth: utm?.month ?? null,
    effectiveFrom: law.effectiveFrom,
    items,
    total: { minUtm, maxUtm, ...inPesos(minUtm, maxUtm, utm?.clp ?? null) },
    note: [
      ...beforeLaw(
        { law, day: today },
        (since) => `Las multas rigen ${since}; hasta entonces no hay infracción que sancionar con ellas.`,
      ),
      NOTE,
    ].join(' '),
  }
}

const NOTE =
  'Estimación según lo registrado: los montos son máximos legales, no certezas. La Agencia gradúa cada multa (arts. 36 y 37), y si una misma conducta infringe varias normas aplica solo la sanción más grave (art. 37). No incluyen el recargo por no adoptar las medidas correctivas ni los aumentos por reincidencia (art. 35). Estos montos no rigen para los órganos públicos: la multa se aplica a su jefatura y va del 20 % al 50 % de su remuneración mensual (art. 44).'

function itemOf(
  { check, message, article }: Finding,
  fineClass: FineClass,
  { fines }: Law,
  utmValue: number | null,
  smeWindow: boolean,
): ExposureItem {
  // Art. 35 sets caps and no floor.
  const minUtm = 0
  const maxUtm = fines.maxUtm[fineClass]
  return {
    finding: check,
    message,
    article,
    class: fineClass,
    minUtm,
    maxUtm,
    ...inPesos(minUtm, maxUtm, utmValue),
    mitigating: [...MITIGATING],
    aggravating: [
      ...AGGRAVATING,
      ...(AT_RISK.includes(check) ? [RIGHTS_AT_RISK] : []),
      ...(OF_SPECIAL_DATA.includes(check) ? [SPECIAL_DATA] : []),
    ],
    smeWindow,
  }
}

function inPesos(minUtm: number, maxUtm: number, value: number | null) {
  return {
    minClp: value === null ? null : minUtm * value,
    maxClp: value === null ? null : maxUtm * value,
  }
}

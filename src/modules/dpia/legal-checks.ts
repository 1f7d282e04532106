import type { LegalCheck } from '#kernel/legal-checks.ts'
import { highest, type Level, lacksMeasure, type RiskStatus } from './rules.ts'

/** The parts of an assessment that the law requires. */
export interface AssessmentFacts {
  description: string | null
  scope: string | null
  necessity: string | null
  proportionality: string | null
  activityId: string | null
  risks: readonly { level: Level; residual: Level | null; mitigation: string | null; status: RiskStatus }[]
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'
/** An assessment without its contents does not count as one, and its lack is a gravísima infraction. */
const CONTENTS = `arts. 15 ter y 34 quáter letra k), ${LAW}`
const blank = (text: string | null) => text === null || text.trim() === ''

/** The minimum contents of an impact assessment, and good practice beyond them. */
export const ASSESSMENT_CHECKS: readonly LegalCheck<AssessmentFacts>[] = [
  {
    key: 'dpia.description',
    article: CONTENTS,
    severity: 'critical',
    missing: ({ description, scope }) =>
      blank(description) && blank(scope)
        ? 'Falta describir las operaciones de tratamiento y su finalidad.'
        : undefined,
  },
  {
    key: 'dpia.necessity',
    article: CONTENTS,
    severity: 'critical',
    missing: ({ necessity }) =>
      blank(necessity) ? 'Falta explicar por qué el tratamiento es necesario para su finalidad.' : undefined,
  },
  {
    key: 'dpia.proportionality',
    article: CONTENTS,
    severity: 'critical',
    missing: ({ proportionality }) =>
      blank(proportionality)
        ? 'Falta explicar por qué el tratamiento es proporcional y no hay un medio menos invasivo.'
        : undefined,
  },
  {
    key: 'dpia.risks',
    article: CONTENTS,
    severity: 'critical',
    missing: ({ risks }) =>
      risks.length === 0 ? 'Falta evaluar al menos un riesgo para los derechos de las personas.' : undefined,
  },
  {
    key: 'dpia.measures',
    article: CONTENTS,
    severity: 'critical',
    missing: ({ risks }) => {
      const open = risks.filter(lacksMeasure).length
      if (open === 0) return undefined
      return `${open === 1 ? 'Un riesgo no tiene' : `${open} riesgos no tienen`} medida de mitigación: descríbala, o acepte el riesgo de forma expresa.`
    },
  },
  {
    key: 'dpia.activity',
    article: `art. 15 ter, ${LAW}`,
    severity: 'low',
    missing: ({ activityId }) =>
      activityId === null
        ? 'Conviene ligar la evaluación a la actividad del registro que evalúa: así se prueba qué se evaluó.'
        : undefined,
  },
  {
    key: 'dpia.consultation',
    article: `art. 15 ter, ${LAW}`,
    severity: 'low',
    missing: ({ risks }) => {
      const residual = highest(risks.map(({ level, residual }) => residual ?? level))
      return residual === 'high' || residual === 'critical'
        ? 'Después de las medidas queda un riesgo alto: puede consultar a la Agencia antes de iniciar el tratamiento.'
        : undefined
    },
  },
]

import Type, { type TObject, type TProperties } from 'typebox'
import { type LegalFinding, SEVERITIES } from '#kernel/legal-checks.ts'
import { BoundedText, exampleOf, nullable, oneOf, optional } from './schema-kit.ts'

/** The legal gate in the API: the override that lets an act through, and the warnings about missing requirements. */

const Override = Type.Object(
  {
    reason: BoundedText(2000, {
      description: 'Por qué se sigue adelante; queda en el registro de auditoría',
    }),
  },
  {
    description:
      'Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior)',
    examples: [{ reason: 'El contrato firmado en papel tiene la cláusula que falta aquí.' }],
  },
)

/** Goes into the body of an act that makes something official. */
export const overridable = { override: optional(Override) }

/** Goes on every document. */
export const LawVersion = () =>
  Type.String({ description: 'La versión de la ley bajo la que se escribió', examples: ['2026-12-01'] })

/** Stands beside a statement about a legal duty. */
export const LawNotice = () =>
  nullable(
    Type.String({
      description: 'Mientras la ley no rige, desde cuándo lo hace; nulo después',
      examples: ['La ley rige desde el 1 de diciembre de 2026.'],
    }),
  )

export const LegalWarning = Type.Object(
  {
    key: Type.String(),
    message: Type.String(),
    article: Type.String(),
    severity: oneOf(SEVERITIES, {
      description: 'critical, high y medium: infracción gravísima, grave y leve; low: buena práctica',
    }),
  },
  {
    examples: [
      {
        key: 'policy.contact',
        message: 'Falta un correo o un formulario donde ejercer los derechos.',
        article: 'art. 14 ter letra c), Ley 19.628 (mod. Ley 21.719)',
        severity: 'medium',
      },
    ],
  },
)

export const LegalWarnings = () =>
  Type.Array(LegalWarning, {
    description: 'Lo que falta según la ley; vacío si no falta nada',
    examples: [[]],
  })

export interface Warned {
  warnings: LegalFinding[]
}

/** The answer of an act that makes something official. */
export function warned<P extends TProperties>(schema: TObject<P>) {
  return Type.Object(
    { ...schema.properties, warnings: LegalWarnings() },
    { examples: [{ ...(exampleOf(schema) as object), warnings: [] }] },
  )
}

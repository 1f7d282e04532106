import Type, { type Static } from 'typebox'
import { Flag, nullable, TextList } from '#http/schema-kit.ts'
import { FINE_CLASSES } from '#kernel/law/law.ts'

// ── input ──

export const LawQuery = Type.Object({
  year: Type.Optional(
    Type.Integer({
      minimum: 2026,
      maximum: 2100,
      description: 'Año de los feriados; el actual si no se indica',
    }),
  ),
})
export type LawQuery = Static<typeof LawQuery>

// ── output ──

const Day = (example: string, description?: string) =>
  Type.String({ format: 'date', examples: [example], ...(description && { description }) })
const Amount = (example: number, description: string) => Type.Integer({ examples: [example], description })

export const LawInForce = Type.Object({
  version: Type.String({
    examples: ['2026-12-01'],
    description: 'La llevan los documentos escritos bajo ella',
  }),
  from: nullable(Day('2027-01-01', 'Desde cuándo se escribe según esta versión; nulo en la primera')),
  source: Type.String({ examples: ['Ley 19.628 (mod. Ley 21.719), D.O. 13-12-2024'] }),
  effectiveFrom: Day('2026-12-01'),
  inForce: Flag({ description: 'Si ya rige hoy en Chile' }),
  terms: Type.Object({
    requestDays: Amount(30, 'Días corridos para responder una solicitud (art. 11)'),
    extensionDays: Amount(30, 'Días corridos de la única prórroga (art. 11)'),
    blockingBusinessDays: Amount(2, 'Días hábiles para responder un bloqueo (arts. 11 y 8 ter)'),
    complaintBusinessDays: Amount(30, 'Días hábiles para reclamar ante la Agencia (art. 41)'),
    certificateYears: Amount(3, 'Años de vigencia del certificado del modelo de prevención (arts. 51 a 53)'),
    csirtAlertHours: Amount(3, 'Horas para la alerta temprana (art. 9, Ley 21.663)'),
    csirtReportHours: Amount(72, 'Horas para el segundo reporte (art. 9, Ley 21.663)'),
    csirtFinalDays: Amount(15, 'Días corridos para el informe final (art. 9, Ley 21.663)'),
  }),
  holidays: Type.Array(Type.Object({ on: Day('2026-12-08'), name: Type.String({ examples: ['Navidad'] }) }), {
    description: 'Feriados nacionales del año, en orden',
  }),
  utm: nullable(
    Type.Object(
      { month: Type.String({ examples: ['2026-09'] }), clp: Amount(71_721, 'Pesos') },
      { description: 'Último valor conocido de la UTM' },
    ),
  ),
  fines: Type.Object({
    maxUtm: Type.Object(
      Object.fromEntries(FINE_CLASSES.map((name) => [name, Amount(5000, 'UTM, art. 35')])) as Record<
        (typeof FINE_CLASSES)[number],
        ReturnType<typeof Amount>
      >,
    ),
    repeatFactor: Amount(3, 'Veces la multa, en caso de reincidencia'),
    repeatMonths: Amount(30, 'Meses en que cuentan las sanciones anteriores'),
    incomePercent: Type.Object({
      grave: Amount(2, 'Porcentaje de los ingresos anuales: solo empresas grandes reincidentes'),
      gravisima: Amount(4, 'Porcentaje de los ingresos anuales: solo empresas grandes reincidentes'),
    }),
  }),
  smeWarningUntil: Day(
    '2027-11-30',
    'Hasta cuándo la Agencia puede amonestar en vez de multar a una empresa de menor tamaño',
  ),
  adequateCountries: TextList('AR'),
  dpiaList: Type.Array(
    Type.Object({ name: Type.String({ examples: ['Puntaje de crédito'] }), words: TextList('puntaje') }),
    { description: 'Operaciones que la Agencia sujeta a evaluación de impacto (art. 15 ter)' },
  ),
  agency: Type.Object({
    name: Type.String({ examples: ['Agencia de Protección de Datos Personales'] }),
    acronym: Type.String({ examples: ['APDP'] }),
    website: nullable(Type.String()),
    reportChannel: nullable(Type.String()),
  }),
})
export type LawInForce = Static<typeof LawInForce>

import Type, { type Static } from 'typebox'
import { DIFFERENCES } from '#documents/sections.ts'
import { LegalWarnings, overridable } from '#http/legal-schemas.ts'
import {
  blankable,
  CalendarDate,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
  RutText,
} from '#http/schema-kit.ts'
import { CONTRACT_TYPES } from './rules.ts'
import { EXAMPLE_ID, Expiry } from './schemas.ts'

export const AGAINST = ['template', 'previous'] as const

/** Signed outside the service: signer, day, and the file that proves it. */
export const SignedCopy = Type.Object(
  {
    fileKey: Id({ description: 'De un PDF o una imagen que se subió a este contrato (POST /files)' }),
    signedOn: CalendarDate({ description: 'El día de la última firma', examples: ['2026-03-02'] }),
    signerName: Name(),
    signerRut: optional(RutText()),
    organizationSigner: optional(
      Type.Object({ name: Name(), position: optional(Remark(200, { description: 'Cargo con que firmó' })) }),
    ),
    expiresAt: blankable(Expiry),
    ...overridable,
  },
  {
    examples: [
      {
        fileKey: EXAMPLE_ID,
        signedOn: '2026-03-02',
        signerName: 'Carla Díaz',
        organizationSigner: { name: 'Ana Rojas', position: 'Gerenta general' },
      },
    ],
  },
)
export type SignedCopy = Static<typeof SignedCopy>

export const DifferencesQuery = Type.Object({
  against: Type.Optional(
    oneOf(AGAINST, {
      description:
        'template (por defecto): el texto como lo redactó el servicio; previous: la versión que este renueva',
    }),
  ),
})
export type DifferencesQuery = Static<typeof DifferencesQuery>

const Gap = Type.Object({
  key: Type.String({ examples: ['duracion'] }),
  label: Type.String({ examples: ['Duración del contrato'] }),
  description: Type.Optional(Type.String()),
})

export const ContractPreview = Type.Object({
  type: oneOf(CONTRACT_TYPES),
  content: Type.String({ examples: ['<h1>Contrato de encargo</h1>'] }),
  gaps: Type.Array(Gap, {
    description:
      'Lo que el registro no dice y el texto muestra entre corchetes: se completa con customFields',
  }),
  findings: LegalWarnings(),
})

export const ContractChecks = Type.Object({ findings: LegalWarnings() })

const StretchSchema = Type.Object({
  kind: oneOf(['same', 'added', 'removed']),
  text: Type.String({ examples: ['dentro de 24 horas'] }),
})

export const ContractDifferences = Type.Object({
  against: nullable(
    oneOf(['drafted', 'template', 'previous'], {
      description:
        'drafted: el texto que redactó el servicio; template: la plantilla con el registro de hoy, en contratos antiguos; nulo si no hay con qué comparar',
    }),
  ),
  changed: Type.Integer({ minimum: 0, description: 'Cuántas cláusulas difieren' }),
  clauses: Type.Array(
    Type.Object({
      title: Type.String({ examples: ['Segundo. Duración'] }),
      difference: oneOf(DIFFERENCES),
      stretches: Type.Array(StretchSchema, { description: 'Palabra por palabra; «\\n» separa párrafos' }),
    }),
  ),
})

export const Reminded = Type.Object({
  id: Id(),
  remindedAt: Instant(),
  reminders: Type.Integer({ minimum: 1 }),
  linkExpiresAt: Instant(),
})

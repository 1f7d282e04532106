import Type, { type Static } from 'typebox'
import { blankable, Email, Id, oneOf, optional, Remark } from '#http/schema-kit.ts'
import { Deceased, Intake } from '../intake/schemas.ts'
import { RequestItem } from '../requests/schemas.ts'
import { CHANNELS } from '../rules.ts'

// ── input ──

const { attachments: _attachments, subjectEmail: _email, ...asked } = Intake.properties

/** Enough for a letter and its enclosures. */
const MOST_SCANS = 10

export const StaffIntake = Type.Object(
  {
    ...asked,
    channel: oneOf(CHANNELS, { description: 'Por dónde llegó: teléfono, correo, carta, en persona…' }),
    receivedAt: optional(
      Remark(40, {
        description:
          'Cuándo la recibió la organización, como instante o como fecha; por omisión, ahora. El plazo corre desde entonces. Hasta 60 días atrás',
        examples: ['2026-11-12'],
      }),
    ),
    subjectEmail: blankable(Email({ description: 'Sin correo, las cartas se imprimen' })),
    subjectAddress: optional(Remark(500, { description: 'Dirección postal para responder' })),
    deceased: optional(Deceased),
    mandateFileId: optional(
      Id({ description: 'El poder de quien representa, subido antes con POST /files' }),
    ),
    scanFileIds: optional(
      Type.Array(Id(), {
        maxItems: MOST_SCANS,
        description: 'La carta escaneada y lo que traía, subidos antes con POST /files',
      }),
    ),
    legalEntityId: blankable(
      Id({ description: 'Ante quién se presentó; por omisión, la entidad principal' }),
    ),
  },
  {
    examples: [
      {
        channel: 'post',
        subjectName: 'María Pérez',
        subjectRut: '12.345.678-5',
        subjectAddress: 'Los Aromos 123, Temuco',
        rightType: 'ACCESS',
        description: 'Pide copia de sus datos.',
      },
    ],
  },
)
export type StaffIntake = Static<typeof StaffIntake>

export const SamePerson = Type.Object(
  { subjectRut: optional(Remark(100)), subjectEmail: optional(Remark(254)) },
  { examples: [{ subjectRut: '12.345.678-5' }] },
)
export type SamePerson = Static<typeof SamePerson>

// ── output ──

export const SamePersonRequests = Type.Object({
  items: Type.Array(RequestItem, { description: 'Abiertas, desde la más nueva' }),
})

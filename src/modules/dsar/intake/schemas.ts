import Type, { type Static } from 'typebox'
import {
  BoundedText,
  CalendarDate,
  Email,
  Flag,
  FreeObject,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
  ShortText,
} from '#http/schema-kit.ts'
import { Attachment, MOST_ATTACHMENTS } from '#modules/files/public.ts'
import { RESPONSE_TYPES, RIGHT_TYPES, STATES } from '../rules.ts'

// ── input ──

/** Wide enough for any wrong RUT, so that the answer is INVALID_RUT and not a fault of form. */
const Rut = (description: string) => Remark(100, { description, examples: ['12.345.678-5'] })

export const Intake = Type.Object(
  {
    // Line breaks from a pasted name are accepted: the letters fold them.
    subjectName: BoundedText(200),
    subjectEmail: Email(),
    rightType: oneOf(RIGHT_TYPES),
    subjectRut: optional(Rut('Con o sin puntos; se revisa su dígito verificador')),
    subjectPhone: optional(Remark(200)),
    description: optional(Remark()),
    documentType: optional(Remark(200)),
    documentNumber: optional(Remark(200)),
    organizationRelation: optional(Remark(500)),
    isRepresentative: optional(Flag()),
    representativeName: optional(Remark(200)),
    representativeRut: optional(Rut('Como el de la persona')),
    representativeRelation: optional(Remark(500)),
    representativeDocUrl: optional(Remark(2000)),
    subtype: optional(Remark(200)),
    subtypeDetail: optional(Remark()),
    specificData: optional(FreeObject()),
    portabilityTarget: optional(Remark(500)),
    portabilityFormat: optional(Remark(200)),
    portabilityDirectTransfer: optional(Flag()),
    declarationTruthful: optional(Flag()),
    declarationDataProcessing: optional(Flag()),
    declarationPhoneContact: optional(Flag()),
    attachments: optional(
      Type.Array(Attachment, {
        maxItems: MOST_ATTACHMENTS,
        description: 'Archivos que se subieron antes, cada uno con su clave',
      }),
    ),
    parentRequestId: optional(
      Id({
        description:
          'Solo bloqueo temporal: la rectificación, supresión u oposición en curso de la misma persona (art. 8 ter, Ley 19.628)',
      }),
    ),
  },
  {
    examples: [
      {
        subjectName: 'María Pérez',
        subjectEmail: 'maria@correo.cl',
        rightType: 'ACCESS',
        subjectRut: '12.345.678-5',
        description: 'Quiero saber qué datos tienen de mí.',
        organizationRelation: 'cliente',
        declarationTruthful: true,
      },
    ],
  },
)
export type Intake = Static<typeof Intake>

const { attachments: _attachments, ...details } = Intake.properties
/** The fields that the row of a request stores. */
export const Details = Type.Object(details)

/** An heir asks for a person who died (art. 4). */
export const Deceased = Type.Object(
  {
    isHeir: Type.Literal(true, { description: 'Quien pide es heredero' }),
    heirName: Name({ examples: ['Luis Pérez'] }),
    relation: ShortText({ examples: ['hijo'] }),
  },
  { description: 'La persona falleció y pide un heredero (art. 4, Ley 19.628)' },
)
export type Deceased = Static<typeof Deceased>

/** The body of a form. The portal never sends `deceased`: its person asks for themself. */
export type Asked = Intake & { deceased?: Deceased | null | undefined }

/** The hidden field is a trap: only machines that fill in everything use it. */
export const FormIntake = Type.Object(
  {
    ...Intake.properties,
    deceased: optional(Deceased),
    website: optional(Remark(2000, { description: 'Déjelo vacío' })),
  },
  { examples: (Intake as unknown as { examples: unknown[] }).examples },
)

export const ByWidget = Type.Object({
  widgetKey: Type.String({ examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'] }),
})
export const ByFolio = Type.Object({ folio: Type.String({ examples: ['ARCO-2026-04217'] }) })

// ── output ──

const Text = (example: string) => Type.String({ examples: [example] })
const DueOn = () =>
  CalendarDate({ description: 'El último día para responder, en Chile', examples: ['2026-12-31'] })

export const Received = Type.Object({
  id: Id(),
  folioNumber: Text('ARCO-2026-04217'),
  responseDeadline: Instant(),
  legalDueOn: DueOn(),
})
export type Received = Static<typeof Received>

/** The fields of contract 2.4, the legal day and where to write, and nothing that identifies the person. */
export const Tracking = Type.Object({
  folio: Text('ARCO-2026-04217'),
  responsibleEntity: Text('Tienda Sur SpA'),
  rightType: Text('Acceso'),
  status: oneOf(STATES),
  statusLabel: Text('Recibida'),
  statusDescription: Text('Recibimos su solicitud y la revisaremos pronto.'),
  receivedAt: Instant(),
  responseDeadline: Instant({ description: 'El plazo vigente' }),
  isExtended: Flag(),
  extensionReason: nullable(Type.String()),
  responseType: nullable(oneOf(RESPONSE_TYPES)),
  nothingHeld: Flag({ description: 'Se respondió que no hay datos de la persona, aparte de la solicitud' }),
  completedAt: nullable(Instant()),
  dpoName: nullable(Text('Pedro Soto')),
  dpoEmail: nullable(Text('dpo@tiendasur.cl')),
  legalDueOn: DueOn(),
  contactEmail: nullable(Text('derechos@tiendasur.cl')),
})
export type Tracking = Static<typeof Tracking>

export const FormConfig = Type.Object({
  widgetKey: Text('q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'),
  organizationName: Text('Tienda Sur SpA'),
  title: Text('Ejerza sus derechos'),
  intro: nullable(Type.String()),
  rightTypes: Type.Array(
    Type.Object({
      value: oneOf(RIGHT_TYPES),
      label: Text('Acceso'),
      description: Text('Saber si tratan sus datos y cuáles son.'),
      article: Text('art. 5, Ley 19.628 (mod. Ley 21.719)'),
    }),
  ),
  notice: nullable(
    Type.String({
      description: 'Mientras la ley no rige: desde cuándo se pueden exigir los derechos',
      examples: ['Los derechos y plazos de la ley se pueden exigir desde el 1 de diciembre de 2026.'],
    }),
  ),
  theme: Type.Unsafe<unknown>({
    description: 'Lo que se haya configurado',
    examples: [{ color: '#0a5c36' }],
  }),
  dpoName: nullable(Text('Pedro Soto')),
  dpoEmail: nullable(Text('dpo@tiendasur.cl')),
  contactEmail: nullable(Text('derechos@tiendasur.cl')),
})
export type FormConfig = Static<typeof FormConfig>

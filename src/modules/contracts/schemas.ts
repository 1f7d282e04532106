import Type, { type Static } from 'typebox'
import { LawVersion, overridable, warned } from '#http/legal-schemas.ts'
import {
  BoundedText,
  blankable,
  CalendarDate,
  Document,
  Email,
  Flag,
  FREE_LIMITS,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
  RutText,
  wholeQuery,
} from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { NewReviewAt, ReviewAt, ReviewDue } from '#modules/tasks/public.ts'
import { CONTRACT_STATES, CONTRACT_TYPES } from './rules.ts'

export const EXAMPLE_ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

// ── input ──

const FieldValue = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: 10_000,
})

export const Generation = Type.Object(
  {
    processorId: Id(),
    templateId: Id(),
    activityIds: Type.Array(Id(), { minItems: 1, maxItems: 100 }),
    legalEntityId: blankable(
      Id({
        description:
          'La parte responsable; por defecto, la entidad de las actividades si es una sola, y si no la principal',
      }),
    ),
    customFields: optional(
      Type.Unsafe<Record<string, Static<typeof FieldValue>>>({
        type: 'object',
        maxProperties: 200,
        additionalProperties: FieldValue,
        'x-limits': FREE_LIMITS,
        description: 'Cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB',
      }),
    ),
  },
  {
    examples: [
      {
        processorId: EXAMPLE_ID,
        templateId: EXAMPLE_ID,
        activityIds: [EXAMPLE_ID],
        customFields: { duracion: '12 meses desde la firma' },
      },
    ],
  },
)
export type Generation = Static<typeof Generation>

/** An instant, or a day: the contract then holds until that day ends in Chile. */
export const Expiry = Type.Unsafe<string>({
  type: 'string',
  maxLength: 40,
  anyOf: [{ format: 'date-time' }, { format: 'date' }],
})

export const ContractPatch = Type.Object(
  {
    content: Type.Optional(Document()),
    expiresAt: blankable(Expiry),
    signerName: optional(Remark(200)),
    signerEmail: blankable(Email()),
    signerRut: optional(RutText()),
    reviewAt: NewReviewAt,
  },
  {
    examples: [
      { expiresAt: '2027-12-31T23:59:59.000Z', signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' },
    ],
  },
)
export type ContractPatch = Static<typeof ContractPatch>

/** Without it the sender signs, with the name of the account. */
const OrganizationSigner = Type.Object({
  name: Name(),
  position: optional(Remark(200, { description: 'Cargo con que firma' })),
  declaresAuthority: optional(
    Flag({ description: 'Declara tener facultades para firmar por la organización' }),
  ),
})

export const Sending = Type.Object(
  {
    signerName: Name(),
    signerEmail: Email(),
    organizationSigner: optional(OrganizationSigner),
    ...overridable,
  },
  {
    examples: [
      {
        signerName: 'Carla Díaz',
        signerEmail: 'carla@nube.cl',
        organizationSigner: { name: 'Ana Rojas', position: 'Gerenta general', declaresAuthority: true },
      },
    ],
  },
)
export type Sending = Static<typeof Sending>

export const Signing = Type.Object(
  { signerName: Name(), signerRut: optional(RutText()), ...overridable },
  { examples: [{ signerName: 'Carla Díaz', signerRut: '12.345.678-5' }] },
)
export type Signing = Static<typeof Signing>

export const PublicSigning = Type.Object(
  {
    name: Name(),
    rut: optional(RutText({ description: 'Quien firma desde el extranjero puede no tenerlo' })),
    declaresAuthority: optional(
      Flag({ description: 'Declara tener facultades para firmar por el encargado' }),
    ),
    code: optional(
      BoundedText(20, { description: 'El código enviado al correo de quien firma; la página lo pide' }),
    ),
  },
  { examples: [{ name: 'Carla Díaz', rut: '12.345.678-5', declaresAuthority: true }] },
)
export type PublicSigning = Static<typeof PublicSigning>

export const PublicRefusal = Type.Object(
  {
    name: Name(),
    reason: BoundedText(2_000, { description: 'Por qué no firma: la organización lo lee' }),
  },
  { examples: [{ name: 'Carla Díaz', reason: 'Falta el anexo de medidas de seguridad.' }] },
)
export type PublicRefusal = Static<typeof PublicRefusal>

export const SigningCodeSent = Type.Object({
  sentTo: Type.String({ description: 'El correo, abreviado', examples: ['c•••@nube.cl'] }),
  expiresInSeconds: Type.Integer({ examples: [600] }),
})

export const PublicRefused = Type.Object({ status: oneOf(CONTRACT_STATES) })

/** A contract is found by its processor's name, its type and its signer. */
export const CONTRACTS = newestFirst(
  'contracts',
  {},
  { as: 'c', search: { words: 'contracts', also: [{ words: 'processors', id: 'c.processor_id' }] } },
)

export const ContractsQuery = listQuery(CONTRACTS, {
  status: Type.Optional(oneOf(CONTRACT_STATES)),
  type: Type.Optional(oneOf(CONTRACT_TYPES)),
  legalEntityId: Type.Optional(Remark(100, { description: 'Solo los de esta entidad legal' })),
  processorId: Type.Optional(Remark(100, { description: 'Solo los de esta contraparte' })),
  expiresFrom: Type.Optional(CalendarDate({ description: 'Que vencen ese día, en Chile, o después' })),
  expiresUntil: Type.Optional(CalendarDate({ description: 'Que vencen ese día, en Chile, o antes' })),
  reviewDue: ReviewDue,
  expiringSoon: Type.Optional(Type.Boolean({ description: 'Firmados que vencen dentro de 30 días' })),
})
export type ContractsQuery = Static<typeof ContractsQuery>

export const TEMPLATES = newestFirst(
  'contract_templates',
  { name: 'name' },
  { search: { columns: ['name', 'type', 'content'] } },
)

export const TemplatesQuery = wholeQuery(TEMPLATES, {})
export type TemplatesQuery = Static<typeof TemplatesQuery>

const Variables =
  'Las que falten y estén en «content» como {{clave}} se agregan solas, también las calculadas'

const Variable = Type.Object({
  key: BoundedText(100, { examples: ['duracion'] }),
  label: Name({ examples: ['Duración del contrato'] }),
  description: optional(Remark(500)),
})

export const NewTemplate = Type.Object(
  {
    name: Name(),
    type: oneOf(CONTRACT_TYPES),
    content: Document(),
    variables: optional(Type.Array(Variable, { maxItems: 200, description: Variables })),
  },
  {
    examples: [
      {
        name: 'Encargo para proveedores pequeños',
        type: 'DPA',
        content: '<h1>Encargo</h1><p>Entre {{responsableNombre}} y {{encargadoNombre}}: {{finalidades}}</p>',
      },
    ],
  },
)
export type NewTemplate = Static<typeof NewTemplate>

export const TemplatePatch = Type.Object(
  {
    name: Type.Optional(Name()),
    type: Type.Optional(oneOf(CONTRACT_TYPES)),
    content: Type.Optional(Document()),
    variables: optional(Type.Array(Variable, { maxItems: 200, description: Variables })),
  },
  { examples: [{ name: 'Encargo para proveedores pequeños, 2027' }] },
)
export type TemplatePatch = Static<typeof TemplatePatch>

export const ByToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, examples: ['kQ2n8…'] }),
})

// ── output ──

const text = (example: string) => nullable(Type.String({ examples: [example] }))
const CONTENT = '<h1>Contrato de encargo de tratamiento de datos personales</h1>'

export const Template = Type.Object({
  id: Id(),
  name: Name({ examples: ['Encargo de tratamiento (art. 15 bis)'] }),
  type: oneOf(CONTRACT_TYPES),
  content: Type.String({ examples: [CONTENT] }),
  variables: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['duracion'] }),
      label: Type.String({ examples: ['Duración del contrato'] }),
      description: Type.Optional(Type.String()),
    }),
  ),
  isSystem: Flag(),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Template = Static<typeof Template>

export const Generated = Type.Object({
  contractId: Id(),
  type: oneOf(CONTRACT_TYPES),
  content: Type.String({ examples: [CONTENT] }),
})

export const ContractSummary = Type.Object({
  id: Id(),
  type: oneOf(CONTRACT_TYPES),
  status: oneOf(CONTRACT_STATES),
  processorId: Id(),
  processorName: Type.String({ examples: ['Nube Andina SpA'] }),
  legalEntityId: Id(),
  version: Type.Integer({ minimum: 1 }),
  lawVersion: LawVersion(),
  sentAt: nullable(Instant()),
  signedAt: nullable(Instant()),
  expiresAt: nullable(Instant()),
  createdAt: Instant(),
})
export type ContractSummary = Static<typeof ContractSummary>

const SignatureProof = Type.Object({
  method: oneOf(['internal', 'link', 'paper'], {
    description:
      'link: con el enlace; internal: registrada por la organización; paper: firmado fuera del servicio',
  }),
  name: Type.String({ examples: ['Carla Díaz'] }),
  rut: text('12345678-5'),
  contentHash: Type.String({ description: 'SHA-256 del texto firmado', examples: ['9f86d081…'] }),
  address: nullable(Type.String({ description: 'Dirección de red truncada', examples: ['190.20.30.0'] })),
  declaredAuthority: Type.Optional(
    Flag({ description: 'Declaró tener facultades para firmar por el encargado' }),
  ),
  mailboxProven: Type.Optional(
    Flag({ description: 'Escribió un código que se envió a su correo al firmar' }),
  ),
  file: Type.Optional(
    Type.Object(
      {
        key: Id(),
        name: Type.String({ examples: ['contrato-firmado.pdf'] }),
        sha256: Type.String({ examples: ['9f86d081…'] }),
      },
      { description: 'El ejemplar firmado fuera del servicio' },
    ),
  ),
})

const OrganizationSignature = Type.Object({
  name: Type.String({ examples: ['Ana Rojas'] }),
  position: text('Gerenta general'),
  contentHash: Type.String({ description: 'SHA-256 del texto que se envió', examples: ['9f86d081…'] }),
  declaredAuthority: Flag({ description: 'Declaró tener facultades para firmar por la organización' }),
})

const RefusalOf = Type.Object(
  {
    name: Type.String({ examples: ['Carla Díaz'] }),
    reason: Type.String({ examples: ['Falta el anexo de medidas de seguridad.'] }),
    at: Instant(),
  },
  { description: 'La contraparte no quiso firmar lo último que se le envió' },
)

export const Contract = Type.Object({
  id: Id(),
  type: oneOf(CONTRACT_TYPES),
  status: oneOf(CONTRACT_STATES),
  processorId: Id(),
  legalEntityId: Id(),
  activityId: text(EXAMPLE_ID),
  activityIds: Type.Array(Id()),
  templateId: text(EXAMPLE_ID),
  content: Type.String({ examples: [CONTENT] }),
  version: Type.Integer({ minimum: 1 }),
  lawVersion: LawVersion(),
  signerName: text('Carla Díaz'),
  signerEmail: text('carla@nube.cl'),
  signerRut: text('12345678-5'),
  sentAt: nullable(Instant()),
  remindedAt: nullable(Instant({ description: 'Cuándo se le recordó firmar por última vez' })),
  reminders: Type.Integer({ minimum: 0, description: 'Cuántas veces se le recordó firmar' }),
  mayRemindAt: nullable(
    Instant({ description: 'Desde cuándo se le puede recordar; nulo si no espera firma' }),
  ),
  signedAt: nullable(Instant()),
  signature: nullable(SignatureProof),
  organizationSignature: nullable(OrganizationSignature),
  refusal: nullable(RefusalOf),
  expiresAt: nullable(Instant()),
  terminatedAt: nullable(Instant()),
  reviewAt: ReviewAt,
  previousContractId: text(EXAMPLE_ID),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Contract = Static<typeof Contract>

export const SentContract = warned(Type.Object({ id: Id(), status: oneOf(CONTRACT_STATES) }))

export const SignedContract = warned(
  Type.Object({ id: Id(), status: oneOf(CONTRACT_STATES), signedAt: Instant() }),
)

export const Renewed = Type.Object({
  id: Id(),
  version: Type.Integer({ minimum: 2 }),
  previousContractId: Id(),
  status: oneOf(CONTRACT_STATES),
})

export const ToSign = Type.Object({
  organization: Type.String({ examples: ['Tienda Sur SpA'] }),
  processor: Type.String({ examples: ['Nube Andina SpA'] }),
  type: oneOf(CONTRACT_TYPES),
  content: Type.String({ examples: [CONTENT] }),
  contentHash: Type.String({ examples: ['9f86d081…'] }),
  signerName: text('Carla Díaz'),
  linkExpiresAt: Instant(),
})
export type ToSign = Static<typeof ToSign>

export const PublicSigned = Type.Object({
  status: oneOf(CONTRACT_STATES),
  signedAt: Instant(),
  contentHash: Type.String({ examples: ['9f86d081…'] }),
})

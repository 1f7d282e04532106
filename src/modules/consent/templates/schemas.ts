import Type, { type Static } from 'typebox'
import { LegalWarnings } from '#http/legal-schemas.ts'
import {
  AnyObject,
  BoundedText,
  blankable,
  Email,
  Flag,
  FreeObject,
  Id,
  Instant,
  LongText,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  RutText,
  someOf,
  WebUrl,
} from '#http/schema-kit.ts'
import { newestFirst, newestWritten, TITLE } from '#kernel/paging.ts'
import { DELIVERIES } from '#outbound/webhook-rows.ts'
import { PROOFS } from '../rules.ts'
import { Hash, ShownSecret, SubjectRef } from '../schemas.ts'
import { EVENTS, type Option, type SentField, SOURCES } from './rules.ts'

// ── templates ──

const TextOrChoice = Type.Unsafe<Option>({
  anyOf: [
    BoundedText(200),
    Type.Object(
      { value: BoundedText(200), label: BoundedText(200) },
      { examples: [{ value: 'rm', label: 'RM' }] },
    ),
  ],
})

const DescribedField = Type.Object({
  key: optional(Remark(100, { examples: ['nombre'] })),
  name: optional(Remark(100, { description: 'Otra forma de decir la clave', examples: ['nombre'] })),
  label: optional(Remark(200, { examples: ['Nombre completo'] })),
  type: optional(
    Remark(50, {
      description:
        'Se comprueban text, textarea, email, phone, rut, number, date, checkbox, select, radio y multiselect; otro tipo acepta cualquier valor simple',
      examples: ['text'],
    }),
  ),
  required: optional(Flag()),
  options: optional(Type.Array(TextOrChoice, { maxItems: 200 })),
})

const NewField = Type.Unsafe<SentField | string>({ anyOf: [BoundedText(100), DescribedField] })

const details = {
  description: optional(Remark()),
  fields: optional(Type.Array(NewField, { maxItems: 100 })),
  requireAge: optional(
    Flag({ description: 'Pide la edad: los menores de 14 años consienten por su representante' }),
  ),
  sensitive: optional(Flag({ description: 'Trata datos sensibles: el límite sube a 16 años' })),
  isActive: optional(Flag()),
  confirmEmail: optional(
    Flag({ description: 'El consentimiento vale cuando la persona lo confirma en su correo' }),
  ),
  allowedOrigins: optional(
    Type.Array(Remark(200), {
      maxItems: 50,
      description:
        'Las páginas que pueden mostrar o enviar el formulario, por ejemplo https://www.tiendasur.cl; vacío: todas',
    }),
  ),
}

export const NewTemplate = Type.Object(
  { name: Name(), purposeText: LongText(), ...details },
  {
    examples: [
      {
        name: 'Boletín de ofertas',
        description: 'Formulario del sitio',
        purposeText:
          'Autorizo a Tienda Sur SpA a enviarme ofertas por correo. Puedo retirarlo cuando quiera.',
        fields: [{ key: 'nombre', label: 'Nombre', type: 'text', required: true }],
      },
    ],
  },
)
export type NewTemplate = Static<typeof NewTemplate>

export const TemplatePatch = Type.Object(
  { name: Type.Optional(Name()), purposeText: Type.Optional(LongText()), ...details },
  { examples: [{ description: 'Formulario del sitio y de las tiendas' }] },
)
export type TemplatePatch = Static<typeof TemplatePatch>

/** An editor's unsaved changes, short enough for an address. */
export const PreviewQuery = Type.Object({
  name: Type.Optional(Remark(200, { description: 'Su nombre' })),
  description: Type.Optional(Remark(2000, { description: 'Su descripción' })),
  purposeText: Type.Optional(Remark(8000, { description: 'Para qué se pide el consentimiento' })),
  fields: Type.Optional(
    Remark(8000, {
      description: 'Los campos, en JSON',
      examples: ['[{"key":"nombre","label":"Nombre","type":"text","required":true}]'],
    }),
  ),
  requireAge: Type.Optional(Type.Boolean({ description: 'Pide la edad' })),
  sensitive: Type.Optional(Type.Boolean({ description: 'Trata datos sensibles' })),
  confirmEmail: Type.Optional(Type.Boolean({ description: 'Se confirma por correo' })),
})
export type PreviewQuery = Static<typeof PreviewQuery>

/** The fields of a preview, once parsed. */
export const PreviewFields = Type.Array(NewField, { maxItems: 100 })

export const TEMPLATES = newestFirst('consent_templates', { name: TITLE })

export const TemplatesQuery = listQuery(TEMPLATES, { isActive: Type.Optional(Flag()) })
export type TemplatesQuery = Static<typeof TemplatesQuery>

export const OfferedQuery = listQuery(TEMPLATES, {})

export const DeliveriesQuery = listQuery(DELIVERIES, {})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const WEBHOOKS = newestWritten('consent_webhooks', { columns: ['url', 'events'] })

export const WebhooksQuery = listQuery(WEBHOOKS, {})
export type WebhooksQuery = Static<typeof WebhooksQuery>

const Field = Type.Object({
  key: Type.String({ examples: ['nombre'] }),
  label: Type.String({ examples: ['Nombre'] }),
  type: Type.String({ examples: ['text'] }),
  required: Flag(),
  options: Type.Array(TextOrChoice, { examples: [[]] }),
})

const content = {
  name: Type.String({ examples: ['Boletín de ofertas'] }),
  description: nullable(Type.String()),
  purposeText: Type.String({ examples: ['Autorizo el envío de ofertas por correo.'] }),
  fields: Type.Array(Field),
  requireAge: Flag(),
  sensitive: Flag(),
}
const FormKey = Type.String({ examples: ['b8Zr1xW0qLk4uTn7'] })
const VersionNumber = Type.Integer({ minimum: 1 })

const PageUrl = () =>
  Type.String({
    description: 'La página donde las personas llenan el formulario',
    examples: ['https://resguardo.tiendasur.cl/consentimiento/b8Zr1xW0qLk4uTn7'],
  })
const ConfirmEmail = () => Flag({ description: 'Si se confirma por correo antes de valer' })

export const Template = Type.Object({
  id: Id(),
  ...content,
  confirmEmail: ConfirmEmail(),
  allowedOrigins: Type.Array(Type.String(), { examples: [['https://www.tiendasur.cl']] }),
  formKey: FormKey,
  pageUrl: PageUrl(),
  embedCode: Type.String({
    description: 'Lo que se pega en una página de su sitio para mostrar ahí el formulario',
    examples: [
      '<div data-resguardo-formulario="b8Zr1xW0qLk4uTn7"></div>\n<script async src="https://resguardo.tiendasur.cl/w/v1/formulario.js"></script>',
    ],
  }),
  isActive: Flag(),
  version: VersionNumber,
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Template = Static<typeof Template>

export const TemplateDetail = Type.Object({
  ...Template.properties,
  ...ShownSecret,
  warnings: LegalWarnings(),
})

// ── the public form ──

export const OfForm = Type.Object({
  formKey: Type.String({ minLength: 1, maxLength: 100, examples: ['b8Zr1xW0qLk4uTn7'] }),
})

export const FormConfig = Type.Object({
  formKey: FormKey,
  templateId: Id(),
  version: VersionNumber,
  ...content,
  confirmEmail: ConfirmEmail(),
  pageUrl: PageUrl(),
  organization: Type.Object({ name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
  contentHash: Hash(),
})

// ── records ──

const NewRepresentative = Type.Object({
  name: optional(Remark(200)),
  rut: optional(RutText()),
  relation: optional(Remark(200, { examples: ['madre'] })),
  email: blankable(Email()),
  declared: optional(
    Flag({ description: 'Quien representa declaró ser mayor de edad y poder consentir por la persona' }),
  ),
})

const subject = { subjectRef: SubjectRef(), granted: Flag() }
const more = { values: optional(FreeObject()), representative: optional(NewRepresentative) }
const shown = {
  version: optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'La que se mostró' })),
}

export const Submission = Type.Object(
  { ...subject, ...more, ...shown },
  { examples: [{ subjectRef: 'camila@correo.cl', granted: true, values: { nombre: 'Camila Soto' } }] },
)
export type Submission = Static<typeof Submission>

const Evidence = Type.Unsafe<string | Record<string, unknown>>({
  anyOf: [LongText(), { ...FreeObject({}, 50), minProperties: 1 }],
  examples: ['Formulario firmado el 3 de mayo, carpeta 12'],
})

export const ManualConsent = Type.Object(
  {
    ...subject,
    channel: BoundedText(100, { description: 'Por ejemplo paper, phone o in_person', examples: ['paper'] }),
    evidence: Evidence,
    obtainedAt: blankable(Instant()),
    ...more,
  },
  {
    examples: [
      {
        subjectRef: '12.345.678-5',
        granted: true,
        channel: 'paper',
        evidence: 'Formulario firmado, carpeta 12',
        obtainedAt: '2026-11-02T15:00:00-03:00',
      },
    ],
  },
)
export type ManualConsent = Static<typeof ManualConsent>

export const ExternalConsent = Type.Object(
  { templateId: Id(), ...subject, ...more, occurredAt: blankable(Instant()) },
  {
    examples: [
      { templateId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', subjectRef: 'camila@correo.cl', granted: true },
    ],
  },
)
export type ExternalConsent = Static<typeof ExternalConsent>

/** In the portal the session identifies the person. */
export const portalConsent = { templateId: Id(), granted: Flag(), ...more, ...shown }
export type PortalConsent = Submission & { templateId: string }

export const FormRecord = Type.Object({
  id: Id(),
  templateId: Id(),
  templateVersion: VersionNumber,
  contentHash: Hash(),
  subjectRef: Type.String({ examples: ['camila@correo.cl'] }),
  granted: Flag(),
  source: oneOf(SOURCES),
  values: AnyObject({ examples: [{ nombre: 'Camila Soto' }] }),
  representative: nullable(
    Type.Object({
      name: nullable(Type.String()),
      rut: nullable(Type.String()),
      relation: nullable(Type.String()),
      email: nullable(Type.String()),
      declared: Type.Optional(Flag()),
    }),
  ),
  channel: nullable(Type.String({ examples: ['paper'] })),
  evidence: Type.Unsafe<string | Record<string, unknown> | null>({
    anyOf: [{ type: 'string' }, AnyObject(), { type: 'null' }],
    examples: ['Formulario firmado, carpeta 12'],
  }),
  recordedBy: nullable(Id()),
  userAgent: nullable(Type.String()),
  ipHash: nullable(Type.String()),
  occurredAt: Instant(),
  createdAt: Instant(),
  provenBy: oneOf(PROOFS, {
    description: 'Cómo se probó quién decidió; lo que nadie probó no cambia lo que sí se probó',
  }),
  isEffective: Flag({ description: 'Si cuenta; false mientras espera la confirmación de la persona' }),
  receipt: Hash(),
})
export type FormRecord = Static<typeof FormRecord>

export const OfConfirmation = Type.Object({ key: BoundedText(100, { examples: ['kQ2n8…'] }) })

// ── webhooks ──

export const NewWebhook = Type.Object(
  {
    url: WebUrl(),
    events: optional(Type.Array(oneOf(EVENTS), { minItems: 1, maxItems: 20 })),
    secret: optional(Remark(200, { description: 'Se crea uno si no se envía' })),
  },
  { examples: [{ url: 'https://crm.tiendasur.cl/consentimientos', events: [...EVENTS] }] },
)
export type NewWebhook = Static<typeof NewWebhook>

export const OfWebhook = Type.Object({ id: PathId, whId: PathId })
export const OfDelivery = Type.Object({ id: PathId, deliveryId: PathId })

export const Webhook = Type.Object({
  id: Id(),
  templateId: Id(),
  url: WebUrl(),
  events: someOf(EVENTS),
  secret: nullable(
    Type.String({ description: 'Se muestra al crearlo, y después desde el rol ADMIN', examples: ['kq3…'] }),
  ),
  isActive: Flag(),
  createdAt: Instant(),
})
export type Webhook = Static<typeof Webhook>

export const Delivery = Type.Object({
  id: Id(),
  webhookId: Id(),
  event: Type.String({ examples: ['consent.granted'] }),
  url: WebUrl(),
  status: oneOf(['PENDING', 'DELIVERED', 'FAILED']),
  attempts: Type.Integer(),
  lastStatus: nullable(Type.Integer()),
  lastError: nullable(Type.String()),
  nextAttemptAt: nullable(Instant()),
  deliveredAt: nullable(Instant()),
  createdAt: Instant(),
})

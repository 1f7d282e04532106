import Type, { type Static } from 'typebox'
import { LawNotice } from '#http/legal-schemas.ts'
import {
  AnyObject,
  BoundedText,
  blankable,
  Email,
  Flag,
  Id,
  Instant,
  listOf,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { portalConsent, SubjectConsent } from '#modules/consent/public.ts'
import { Intake, RIGHT_TYPES, Tracking } from '#modules/dsar/public.ts'

// ── input ──

const slug = Type.String({ minLength: 1, maxLength: 100, examples: ['tienda-sur-spa'] })
export const OfTenant = Type.Object({ tenantSlug: slug })
export const OfRequest = Type.Object({ tenantSlug: slug, requestId: PathId })

const identity = {
  rut: BoundedText(100, { examples: ['12.345.678-5'] }),
  email: Email({ examples: ['maria@correo.cl'] }),
}

export const OtpInit = Type.Object(identity)
export const OtpVerify = Type.Object({
  ...identity,
  code: BoundedText(20, { examples: ['482130'] }),
})
export type OtpVerify = Static<typeof OtpVerify>

export const ConsentChoice = Type.Object(portalConsent, {
  examples: [{ templateId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', granted: false }],
})
export type ConsentChoice = Static<typeof ConsentChoice>

const { subjectName: _name, subjectEmail: _email, ...details } = Intake.properties

/** The session decides who asks, so RUT and email in the body are ignored. */
export const PortalRequest = Type.Object(
  {
    ...details,
    subjectName: optional(Remark(200)),
    legalEntityId: blankable(Id({ description: 'Ante quién; por omisión, la entidad legal principal' })),
  },
  { examples: [{ rightType: 'ACCESS', description: 'Quiero saber qué datos tienen de mí.' }] },
)
export type PortalRequest = Static<typeof PortalRequest>

// ── output ──

export const PortalConfig = Type.Object({
  organizationName: Type.String({ examples: ['Tienda Sur SpA'] }),
  tenantSlug: slug,
  branding: AnyObject({ examples: [{}] }),
  rightTypes: Type.Array(oneOf(RIGHT_TYPES)),
  dpoName: nullable(Type.String({ examples: ['Pedro Soto'] })),
  dpoEmail: nullable(Type.String({ examples: ['dpo@tiendasur.cl'] })),
  rights: Type.Array(
    Type.Object({
      value: oneOf(RIGHT_TYPES),
      label: Type.String({ examples: ['Acceso'] }),
      description: Type.String({ examples: ['Saber si tratan sus datos y cuáles son.'] }),
      article: Type.String({ examples: ['art. 5, Ley 19.628 (mod. Ley 21.719)'] }),
    }),
    { description: 'Los derechos, en palabras' },
  ),
  notice: LawNotice(),
  entities: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String({ examples: ['Tienda Sur SpA'] }),
      isMain: Flag({ description: 'La que responde cuando no se elige otra' }),
      dpoName: nullable(Type.String({ examples: ['Pedro Soto'] })),
      contactEmail: nullable(Type.String({ examples: ['derechos@tiendasur.cl'] })),
    }),
    { description: 'Las entidades legales ante las que se puede pedir' },
  ),
})

export const CodeSent = Type.Object({
  message: Type.String({ examples: ['Si los datos son correctos, le enviamos un código a su correo.'] }),
  expiresInSeconds: Type.Integer({ examples: [600] }),
})

export const PortalSession = Type.Object({
  portal_token: Type.String({ examples: ['kQ2n8…'] }),
  token_type: Type.Unsafe<'Bearer'>({ type: 'string', const: 'Bearer' }),
  expires_in: Type.Integer({ examples: [1800] }),
})

const Offered = Type.Object({
  templateId: Id(),
  name: Type.String({ examples: ['Boletín de ofertas'] }),
  purposeText: Type.String({ examples: ['Autorizo el envío de ofertas por correo.'] }),
  requireAge: Flag({ description: 'Para otorgarlo, indique values.age o values.birthDate' }),
  granted: nullable(Flag({ description: 'Su última decisión; nulo si nunca decidió' })),
})

export const MyConsents = Type.Object({ items: Type.Array(SubjectConsent), offered: Type.Array(Offered) })

export const Recorded = Type.Object({
  id: Id(),
  receipt: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  createdAt: Instant(),
})

export const MyRequest = Type.Object({ id: Id(), ...Tracking.properties })
export const MyRequests = listOf('items', MyRequest)

import Type, { type Static } from 'typebox'
import {
  AnyObject,
  BoundedText,
  blankable,
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
} from '#http/schema-kit.ts'
import { LEGAL_GATES } from '#kernel/legal-checks.ts'
import { PLAN_NAMES } from '#kernel/plans.ts'
import { MOST_OVERLAP_HOURS } from '../siem.ts'

const branding = { logoUrl: 'https://www.tiendasur.cl/logo.svg', primaryColor: '#0b5fff' }

// ── input ──

export const TenantPatch = Type.Object(
  {
    name: Type.Optional(Name()),
    taxId: optional(Remark(20)),
    contactEmail: blankable(Email()),
    locale: optional(Remark(35, { description: 'Nulo o vacío lo deja como está' })),
    timezone: optional(Remark(64, { description: 'Nulo o vacío la deja como está' })),
    branding: optional(FreeObject()),
    legalGate: optional(
      oneOf(LEGAL_GATES, {
        description:
          'Ante lo que la ley exige y falta al publicar, aprobar, enviar, firmar o cerrar: warn advierte y deja seguir, enforce impide. Nulo lo deja como está',
      }),
    ),
    requireMfa: optional(
      Flag({
        description:
          'Exige a sus miembros un segundo factor, o el inicio de sesión propio. Para activarlo, su sesión debe tenerlo. Nulo lo deja como está',
      }),
    ),
    ssoEnforced: optional(
      Flag({
        description:
          'Exige el inicio de sesión propio a todos menos a los OWNER. Para activarlo, debe estar configurado y usted haber entrado con él. Nulo lo deja como está',
      }),
    ),
    sessionHours: optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description: 'Horas tras las que una sesión termina, aunque se use; nulo quita el límite propio',
        examples: [12],
      }),
    ),
    answerRetentionDays: optional(
      Type.Integer({
        minimum: 15,
        maximum: 365,
        description:
          'Días que se conservan los paquetes de respuesta a solicitudes de derechos, y las copias reunidas para ellos. Nulo lo deja como está',
        examples: [30],
      }),
    ),
    siemSecret: optional(
      BoundedText(200, {
        description: 'Nulo lo deja como está. El anterior sirve siemSecretOverlapHours horas más',
      }),
    ),
    siemSecretOverlapHours: optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_HOURS,
        description:
          'Horas que el secreto anterior sigue sirviendo: 24 si no se indica; 0 lo termina de inmediato. Sin un siemSecret nuevo termina o acorta el plazo en curso, y nunca lo alarga',
        examples: [24],
      }),
    ),
  },
  {
    examples: [
      {
        name: 'Tienda Sur SpA',
        taxId: '76.543.210-3',
        contactEmail: 'contacto@tiendasur.cl',
        locale: 'es-CL',
        timezone: 'America/Santiago',
        branding,
      },
    ],
  },
)
export type TenantPatch = Static<typeof TenantPatch>

// ── output ──

export const Tenant = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Tienda Sur SpA'] }),
  slug: Type.String({ examples: ['tienda-sur-spa'] }),
  plan: oneOf(PLAN_NAMES),
  taxId: nullable(Type.String({ examples: ['76.543.210-3'] })),
  contactEmail: nullable(Type.String({ examples: ['contacto@tiendasur.cl'] })),
  locale: Type.String({ examples: ['es-CL'] }),
  timezone: Type.String({ examples: ['America/Santiago'] }),
  branding: AnyObject({ examples: [branding] }),
  legalGate: oneOf(LEGAL_GATES, {
    description: 'warn advierte de lo que la ley exige y falta; enforce impide',
  }),
  requireMfa: Flag({ description: 'Exige un segundo factor a sus miembros' }),
  ssoEnforced: Flag({ description: 'Exige el inicio de sesión propio, menos a los OWNER' }),
  sessionHours: nullable(
    Type.Integer({
      description: 'Horas que dura una sesión como máximo; nulo sin límite propio',
      examples: [12],
    }),
  ),
  answerRetentionDays: Type.Integer({
    description: 'Días que se conservan los paquetes de respuesta, contados desde su entrega',
    examples: [30],
  }),
  siemSecret: nullable(
    Type.String({
      description:
        'Firma las alertas del SIEM; solo lo ven ADMIN y OWNER. Nulo también para ellos si ya no se puede leer: ingréselo de nuevo',
      examples: ['Yk3v…'],
    }),
  ),
  siemPreviousSecretUntil: nullable(
    Instant({ description: 'Hasta cuándo sirve también el secreto SIEM anterior; nulo si ya no sirve' }),
  ),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Tenant = Static<typeof Tenant>

const Dpo = Type.Object({
  name: nullable(Type.String({ examples: ['Pedro Soto'] })),
  email: nullable(Type.String({ examples: ['dpo@tiendasur.cl'] })),
})

export const DpoCheck = Type.Object({
  hasDpo: Flag(),
  dpo: nullable(Dpo),
  entities: Type.Array(
    Type.Object({ id: Id(), name: Type.String({ examples: ['Tienda Sur SpA'] }), hasDpo: Flag() }),
  ),
  recommendation: Type.String(),
})
export type DpoCheck = Static<typeof DpoCheck>

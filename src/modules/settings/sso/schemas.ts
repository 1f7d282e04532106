import Type, { type Static } from 'typebox'
import {
  BoundedText,
  Flag,
  Instant,
  NullableText,
  nullable,
  oneOf,
  optional,
  TextList,
  WebUrl,
} from '#http/schema-kit.ts'
import { ROLES, type Role } from '#kernel/roles.ts'

const ISSUER = 'https://login.microsoftonline.com/5c1e6a57-3f0b-4d54-9d0e-1f1c0c7d2f11/v2.0'
const CLIENT = '0f2b6c1e-7a55-4c0b-9f0a-2d9b7e1c4a33'

const Domain = Type.String({
  maxLength: 253,
  pattern: '^\\s*([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}\\s*$',
  examples: ['tiendasur.cl'],
})

const RoleMap = Type.Unsafe<Record<string, Role>>({
  type: 'object',
  maxProperties: 200,
  propertyNames: { minLength: 1, maxLength: 200 },
  additionalProperties: { type: 'string', enum: [...ROLES] },
  description: 'Valor del atributo → rol',
  examples: [{ 'privacidad-dpo': 'DPO', 'privacidad-admin': 'ADMIN' }],
})

// ── input ──

export const SsoChange = Type.Object(
  {
    enabled: Type.Optional(Flag()),
    issuer: Type.Optional(WebUrl({ examples: [ISSUER] })),
    clientId: Type.Optional(BoundedText(500, { examples: [CLIENT] })),
    clientSecret: optional(
      BoundedText(2000, {
        description:
          'Se guarda sellado y no se muestra; null lo quita. Si cambia el emisor, se escribe de nuevo (422)',
      }),
    ),
    allowedDomains: Type.Optional(
      Type.Array(Domain, { maxItems: 100, description: 'Dominios de correo probados por DNS en Dominios' }),
    ),
    defaultRole: Type.Optional(oneOf(ROLES, { examples: ['VIEWER'] })),
    roleClaim: optional(
      BoundedText(200, {
        description: 'Atributo que trae los roles o grupos; con puntos entra en objetos (realm_access.roles)',
        examples: ['groups'],
      }),
    ),
    roleMap: Type.Optional(RoleMap),
    enforce: Type.Optional(Flag({ description: 'Nadie entra de otra forma, salvo los OWNER' })),
  },
  {
    examples: [
      {
        enabled: true,
        issuer: ISSUER,
        clientId: CLIENT,
        clientSecret: 'un-secreto-del-proveedor',
        allowedDomains: ['tiendasur.cl'],
        defaultRole: 'VIEWER',
        roleClaim: 'groups',
        roleMap: { 'privacidad-dpo': 'DPO' },
        enforce: false,
      },
    ],
  },
)
export type SsoChange = Static<typeof SsoChange>

// ── output ──

export const Sso = Type.Object({
  enabled: Flag(),
  issuer: NullableText(ISSUER),
  clientId: NullableText(CLIENT),
  clientSecretSet: Flag({ description: 'Si hay un secreto guardado; su valor no se muestra' }),
  allowedDomains: TextList('tiendasur.cl'),
  defaultRole: oneOf(ROLES, { examples: ['VIEWER'] }),
  roleClaim: NullableText('groups'),
  roleMap: RoleMap,
  enforce: Flag(),
  confirmedByOwner: Flag({
    description: 'Un OWNER guardó este proveedor: recién entonces los OWNER pueden entrar con él',
  }),
  testedByMe: Flag({ description: 'Usted ya entró con este proveedor; hace falta para exigirlo' }),
  redirectUri: Type.String({
    description: 'La dirección de retorno que se registra en el proveedor',
    examples: ['https://resguardo.tiendasur.cl/api/v1/auth/sso/callback'],
  }),
  startUrl: Type.String({
    description: 'Donde empieza el inicio de sesión de la organización',
    examples: ['https://resguardo.tiendasur.cl/api/v1/auth/sso/tienda-sur-spa/start'],
  }),
  updatedAt: nullable(Instant()),
})
export type Sso = Static<typeof Sso>

import Type, { type Static } from 'typebox'
import { BoundedText, blankable, Email, Id, Name, nullable, oneOf, optional } from '#http/schema-kit.ts'
import { PLAN_NAMES } from '#kernel/plans.ts'
import { ROLES } from '#kernel/roles.ts'
import { FACTOR_METHODS } from './mfa/rules.ts'
import { SHORTEST_PASSWORD } from './password-rules.ts'
import { ENTRY_REFUSALS } from './rules.ts'

export const Password = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: 128,
  pattern: '\\S',
  examples: ['una-frase-larga-y-propia'],
})
const Secret = BoundedText(500, { examples: ['kQ2n8…'] })

export const Registration = Type.Object(
  {
    email: Email(),
    password: Password,
    name: Name(),
    organizationName: Name(),
    plan: optional(oneOf(PLAN_NAMES)),
  },
  {
    examples: [
      {
        email: 'ana@tiendasur.cl',
        password: 'una-frase-larga-y-propia',
        name: 'Ana Rojas',
        organizationName: 'Tienda Sur SpA',
      },
    ],
  },
)
export type Registration = Static<typeof Registration>

export const Login = Type.Object(
  { email: Email(), password: BoundedText(128) },
  { examples: [{ email: 'ana@tiendasur.cl', password: 'una-frase-larga-y-propia' }] },
)
export type Login = Static<typeof Login>

export const Refresh = nullable(
  Type.Object({ refresh_token: blankable(Secret) }, { examples: [{ refresh_token: 'kQ2n8…' }] }),
)

export const SelectTenant = Type.Object({ tenantId: Id() })

export const Forgot = Type.Object({ email: Email() }, { examples: [{ email: 'ana@tiendasur.cl' }] })

export const Reset = Type.Object({ token: Secret, password: Password })

export const Accept = Type.Object({
  token: Secret,
  name: Name({ examples: ['Pedro Soto'] }),
  password: Password,
})
export type Accept = Static<typeof Accept>

export const OwnName = Type.Object({ name: Name({ examples: ['Ana Rojas Soto'] }) })

const pair = {
  access_token: Type.String({ examples: ['eyJhbGciOiJIUzI1NiJ9…'] }),
  refresh_token: Type.String({ examples: ['kQ2n8…'] }),
  token_type: Type.Unsafe<'Bearer'>({ type: 'string', const: 'Bearer' }),
  expires_in: Type.Integer({ examples: [900] }),
}

// No format: answers with several shapes are matched by a stricter parser than ours, which rejects «ñ».
const User = Type.Object({
  id: Id(),
  email: Type.String({ examples: ['ana@tiendasur.cl'] }),
  name: Type.String({ examples: ['Ana Rojas'] }),
})

export const Renamed = Type.Object({ user: User })

export const TenantOfUser = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Tienda Sur SpA'] }),
  slug: Type.String({ examples: ['tienda-sur-spa'] }),
  plan: oneOf(PLAN_NAMES),
  role: oneOf(ROLES),
})

export const TokenPair = Type.Object(pair)
/** A shape that clients get only if they asked for it with a header, or the person has a second factor. */
const only = (when: string) => ({ description: when, 'x-only': when })
const CONSOLE = only('Con el encabezado «x-resguardo-client: console»: la sesión va en una cookie')
const FACTOR_DUE = only('Falta el segundo factor: siga con POST /auth/mfa/verify')

export const MfaDue = Type.Object(
  {
    mfa_required: Type.Unsafe<true>({ type: 'boolean', const: true }),
    mfa_token: Type.String({ examples: ['kQ2n8…'] }),
    methods: Type.Array(oneOf(FACTOR_METHODS)),
  },
  FACTOR_DUE,
)
const Joined = { user: User, tenant: TenantOfUser }
const Entered = { user: User, tenant: nullable(TenantOfUser) }
export const Registered = Type.Union([
  Type.Object({ ...pair, ...Joined }),
  Type.Object(Joined, CONSOLE),
  MfaDue,
])
export const OpenedSession = Type.Object({ ...pair, ...Entered })
export const SignedIn = Type.Union([OpenedSession, Type.Object(Entered, CONSOLE), MfaDue])
export const SelectedTenant = Type.Object({ ...pair, tenant: TenantOfUser })
export const Selected = Type.Union([SelectedTenant, Type.Object({ tenant: TenantOfUser }, CONSOLE)])
const waiting = Type.Object(
  { requests: Type.Integer(), breaches: Type.Integer(), approvals: Type.Integer() },
  { examples: [{ requests: 3, breaches: 1, approvals: 2 }] },
)

export const TenantOfMe = Type.Object({
  ...TenantOfUser.properties,
  refusal: nullable(
    oneOf(ENTRY_REFUSALS, {
      description:
        'Por qué la organización no admite esta sesión: suspendida, sesión más larga de lo que permite, exige su propio inicio de sesión, entró con el de otra organización, falta probar el correo, o exige un segundo factor. Nulo si la admite',
    }),
  ),
  waiting: nullable({
    ...waiting,
    description: 'Solicitudes y brechas abiertas, y aprobaciones en curso; nulo si no admite esta sesión',
  }),
})

export const Me = Type.Object({
  user: User,
  tenant: nullable(TenantOfMe),
  tenants: Type.Array(TenantOfMe),
})

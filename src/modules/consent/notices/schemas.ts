import Type, { type Static } from 'typebox'
import {
  AnyObject,
  BoundedText,
  blankable,
  Flag,
  FreeObject,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { PROOFS } from '../rules.ts'
import { Hash, SubjectRef } from '../schemas.ts'
import { ACTIONS, STATES } from './rules.ts'

// ── what comes in ──

const NewCookie = Type.Object({
  name: Name({ examples: ['_ga'] }),
  provider: optional(Remark(200)),
  duration: optional(Remark(200)),
  description: optional(Remark(2000)),
})

const NewPurpose = Type.Object({
  key: BoundedText(100, { examples: ['analytics'] }),
  name: Name({ examples: ['Medición de uso'] }),
  description: optional(Remark()),
  required: optional(Flag()),
  legalBasis: optional(
    Remark(100, { description: 'Por defecto consent; en las necesarias, legitimate_interest' }),
  ),
  cookies: optional(Type.Array(NewCookie, { maxItems: 200 })),
})

const details = {
  title: optional(Remark(500)),
  description: optional(Remark()),
  language: optional(Remark(35, { examples: ['es'] })),
  domainId: blankable(Id()),
  purposes: optional(Type.Array(NewPurpose, { maxItems: 100 })),
  config: optional(
    FreeObject({
      description:
        'Libre. allowedOrigins limita los sitios que pueden mostrar el aviso; privacyPolicyUrl y cookiePolicyUrl son sus enlaces.',
    }),
  ),
}

const EXAMPLE = {
  name: 'Banner del sitio',
  title: 'Su privacidad',
  description: 'Usamos cookies propias y de terceros. Elija para qué.',
  language: 'es',
  purposes: [
    {
      key: 'necessary',
      name: 'Necesarias',
      description: 'Hacen funcionar el sitio.',
      required: true,
      legalBasis: 'legitimate_interest',
      cookies: [{ name: 'sid', provider: 'Propia', duration: 'Sesión', description: 'Mantiene la sesión' }],
    },
    {
      key: 'analytics',
      name: 'Medición de uso',
      description: 'Nos muestran qué páginas sirven.',
      required: false,
      legalBasis: 'consent',
      cookies: [{ name: '_ga', provider: 'Google', duration: '2 años', description: 'Distingue visitas' }],
    },
  ],
  config: { theme: 'light', privacyPolicyUrl: 'https://www.tiendasur.cl/privacidad' },
}

export const NewNotice = Type.Object({ name: Name(), ...details }, { examples: [EXAMPLE] })
export type NewNotice = Static<typeof NewNotice>

export const NoticePatch = Type.Object(
  {
    name: Type.Optional(Name()),
    status: Type.Optional(oneOf(STATES, { description: 'ARCHIVED la retira; DRAFT la reabre' })),
    ...details,
  },
  { examples: [{ title: 'Su privacidad, en sus manos' }] },
)
export type NoticePatch = Static<typeof NoticePatch>

export const NOTICES = newestFirst('consent_notices', { name: TITLE })

export const NoticesQuery = listQuery(NOTICES, {
  status: Type.Optional(oneOf(STATES)),
  domainId: Type.Optional(Remark(100)),
})
export type NoticesQuery = Static<typeof NoticesQuery>

export const OfWidget = Type.Object({
  widgetKey: Type.String({ minLength: 1, maxLength: 100, examples: ['Xk3vQ0nTt1m8bJcPz5rYwA'] }),
})

export const Decision = Type.Object(
  {
    subjectRef: SubjectRef(),
    decisions: optional(
      Type.Unsafe<Record<string, boolean>>({
        type: 'object',
        maxProperties: 200,
        additionalProperties: { type: 'boolean' },
        description:
          'Por finalidad. Las que faltan y no son necesarias cuentan como rechazadas. Obligatorio con la acción custom o sin acción; con accept_all, reject_all o withdraw puede faltar.',
      }),
    ),
    action: optional(oneOf(ACTIONS)),
    url: optional(Remark(2000)),
    version: optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'La que se mostró; por defecto, la vigente',
      }),
    ),
  },
  {
    examples: [
      {
        subjectRef: 'visitante-7c3d9e2f',
        decisions: { necessary: true, analytics: false },
        url: 'https://www.tiendasur.cl/carrito',
      },
    ],
  },
)
export type Decision = Static<typeof Decision>

// ── what goes out ──

const Purpose = Type.Object({
  key: Type.String({ examples: ['analytics'] }),
  name: Type.String({ examples: ['Medición de uso'] }),
  description: nullable(Type.String()),
  required: Flag(),
  legalBasis: Type.String({ examples: ['consent'] }),
  cookies: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['_ga'] }),
      provider: nullable(Type.String()),
      duration: nullable(Type.String()),
      description: nullable(Type.String()),
    }),
  ),
})

const content = {
  name: Type.String({ examples: ['Banner del sitio'] }),
  title: Type.String({ examples: ['Su privacidad'] }),
  description: nullable(Type.String()),
  language: Type.String({ examples: ['es'] }),
  domainId: nullable(Id()),
  purposes: Type.Array(Purpose),
  config: AnyObject({ examples: [{ theme: 'light' }] }),
}

const VersionNumber = Type.Integer({ minimum: 1 })

export const Notice = Type.Object({
  id: Id(),
  ...content,
  status: oneOf(STATES),
  version: VersionNumber,
  widgetKey: nullable(Type.String({ examples: ['Xk3vQ0nTt1m8bJcPz5rYwA'] })),
  publishedAt: nullable(Instant()),
  hasUnpublishedChanges: Flag(),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Notice = Static<typeof Notice>

export const NoticeRecord = Type.Object({
  id: Id(),
  noticeId: Id(),
  noticeVersion: VersionNumber,
  contentHash: Hash(),
  subjectRef: Type.String({ examples: ['visitante-7c3d9e2f'] }),
  decisions: Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    examples: [{ necessary: true, analytics: false }],
  }),
  action: oneOf(ACTIONS),
  source: Type.String({ examples: ['banner'] }),
  url: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  ipHash: Hash(),
  createdAt: Instant(),
  provenBy: oneOf(PROOFS, { description: 'Cómo se probó quién decidió' }),
  receipt: Hash(),
})
export type NoticeRecord = Static<typeof NoticeRecord>

const Link = nullable(Type.String({ examples: ['https://www.tiendasur.cl/privacidad'] }))

export const PublicConfig = Type.Object({
  widgetKey: Type.String({ examples: ['Xk3vQ0nTt1m8bJcPz5rYwA'] }),
  version: VersionNumber,
  ...content,
  organization: Type.Object({ name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
  policyLinks: Type.Object({ privacyPolicy: Link, cookiePolicy: Link }),
  contentHash: Hash(),
  publishedAt: Instant(),
})
export type PublicConfig = Static<typeof PublicConfig>

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
  someOf,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { PROOFS } from '../rules.ts'
import { Hash, ShownSecret, SubjectRef } from '../schemas.ts'
import {
  ACTIONS,
  CATEGORIES,
  DECISION_DAYS,
  GOOGLE_CONSENTS,
  GPC,
  POSITIONS,
  SIGNALS,
  STATES,
  THEMES,
} from './rules.ts'

// ── input ──

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
  category: optional(
    oneOf(CATEGORIES, {
      description:
        'Para qué es, dicho a una máquina: el banner retiene por ella a los terceros conocidos. Sin ella se deduce de las palabras de la finalidad',
    }),
  ),
  hosts: optional(
    Type.Array(BoundedText(253), {
      maxItems: 50,
      description: 'Servidores de terceros que esperan esta finalidad, con todo lo que cuelga de ellos',
    }),
  ),
  googleConsent: optional(
    someOf(GOOGLE_CONSENTS, {
      description: 'Tipos de Google Consent Mode v2 que concede; por defecto, los de su categoría',
    }),
  ),
})

const Appearance = Type.Object({
  accent: optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7, description: 'Color de los botones' }),
  ),
  position: optional(oneOf(POSITIONS)),
  theme: optional(oneOf(THEMES)),
  reopen: optional(Flag({ description: 'Muestra el botón que vuelve a abrir las preferencias' })),
})

/** The texts of the notice in another language. */
const Translation = Type.Object({
  title: optional(Remark(500)),
  description: optional(Remark()),
  purposes: optional(
    Type.Unsafe<Record<string, { name?: string | null; description?: string | null }>>({
      type: 'object',
      maxProperties: 100,
      additionalProperties: Type.Object({ name: optional(Remark(200)), description: optional(Remark()) }),
      description: 'Por la clave de cada finalidad',
    }),
  ),
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
        'Libre. allowedOrigins limita los sitios que pueden mostrar el aviso; privacyPolicyUrl y cookiePolicyUrl son sus enlaces. Lo que lee el banner: appearance, gpc, decisionDays y translations.',
      properties: {
        appearance: optional(Appearance),
        gpc: optional(oneOf(GPC, { description: 'Ante Global Privacy Control: refuse (por defecto) o ask' })),
        decisionDays: optional(
          Type.Integer({
            minimum: 1,
            maximum: DECISION_DAYS.most,
            description: `Cuántos días vale una decisión en el navegador; por defecto, ${DECISION_DAYS.byDefault}`,
          }),
        ),
        translations: optional(
          Type.Unsafe<Record<string, object>>({
            type: 'object',
            maxProperties: 10,
            additionalProperties: Translation,
            description: 'Por idioma: los textos del aviso para las páginas que están en él',
          }),
        ),
      },
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
      category: 'analytics',
      hosts: ['medidor.tiendasur.cl'],
      googleConsent: ['analytics_storage'],
    },
  ],
  config: {
    appearance: { accent: '#0b57a4', position: 'bottom', theme: 'auto', reopen: true },
    gpc: 'refuse',
    decisionDays: 182,
    privacyPolicyUrl: 'https://www.tiendasur.cl/privacidad',
  },
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
    signal: optional(
      oneOf(SIGNALS, { description: 'La señal del navegador que decidió por la persona, si fue una' }),
    ),
    language: optional(Remark(35, { description: 'En el que se mostró el aviso' })),
    clientKey: optional(
      Type.String({
        minLength: 16,
        maxLength: 100,
        description:
          'Al azar, uno por decisión: si el navegador la envía de nuevo, queda un solo registro y se responde el primero',
        examples: ['4f1c9e0b7d2a4c6e8b3f5a7d9c1e0f2b'],
      }),
    ),
  },
  {
    examples: [
      {
        subjectRef: 'visitante-7c3d9e2f',
        decisions: { necessary: true, analytics: false },
        url: 'https://www.tiendasur.cl/carrito',
        language: 'es',
      },
    ],
  },
)
export type Decision = Static<typeof Decision>

// ── output ──

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
  category: Type.Optional(oneOf(CATEGORIES)),
  hosts: Type.Optional(Type.Array(Type.String(), { examples: [['medidor.tiendasur.cl']] })),
  googleConsent: Type.Optional(Type.Array(oneOf(GOOGLE_CONSENTS))),
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
  embedCode: nullable(
    Type.String({
      description: 'Lo que se pega en el sitio, lo primero de <head>',
      examples: [
        '<script src="https://privacidad.tiendasur.cl/w/v1/banner.js" data-key="Xk3vQ0nTt1m8bJcPz5rYwA"></script>',
      ],
    }),
  ),
  embedCodePinned: nullable(
    Type.String({
      description: 'Lo mismo, fijo en esta versión del programa y con su huella (integrity)',
      examples: [
        '<script src="https://privacidad.tiendasur.cl/w/0.1.0/banner.js" integrity="sha256-…" crossorigin="anonymous" data-key="Xk3vQ0nTt1m8bJcPz5rYwA"></script>',
      ],
    }),
  ),
  pageUrl: nullable(
    Type.String({
      description: 'Página donde se ve el aviso publicado, sin registrar nada',
      examples: ['https://privacidad.tiendasur.cl/w/preview/Xk3vQ0nTt1m8bJcPz5rYwA'],
    }),
  ),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Notice = Static<typeof Notice>

export const NoticeDetail = Type.Object({ ...Notice.properties, ...ShownSecret })

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
  isEffective: Type.Optional(
    Flag({ description: 'false mientras espera la confirmación de la persona; si cuenta, no viene' }),
  ),
  signal: Type.Optional(oneOf(SIGNALS, { description: 'La señal del navegador que decidió, si fue una' })),
  language: Type.Optional(Type.String({ examples: ['es'], description: 'En el que se mostró el aviso' })),
  receipt: Hash(),
})
export type NoticeRecord = Static<typeof NoticeRecord>

const Link = nullable(Type.String({ examples: ['https://www.tiendasur.cl/privacidad'] }))

const Banner = Type.Object(
  {
    accent: nullable(Type.String({ examples: ['#0b57a4'] })),
    onAccent: nullable(Type.String({ examples: ['#ffffff'] })),
    colours: nullable(
      Type.Object(
        {
          day: Type.String({ examples: ['#0b57a4'] }),
          onDay: Type.String({ examples: ['#ffffff'] }),
          rim: Type.String({ examples: ['#0b57a4'] }),
          night: Type.String({ examples: ['#2575cd'] }),
          onNight: Type.String({ examples: ['#ffffff'] }),
        },
        {
          description:
            'Los botones sobre fondo claro y sobre fondo oscuro, donde el color se aclara hasta que resalte; su texto, y su borde',
        },
      ),
    ),
    position: oneOf(POSITIONS),
    theme: oneOf(THEMES),
    reopen: Flag(),
    gpc: oneOf(GPC),
    days: Type.Integer({ minimum: 1, examples: [DECISION_DAYS.byDefault] }),
    home: Type.String({
      description: 'La página de privacidad de la organización',
      examples: ['https://resguardo.tiendasur.cl/p/tienda-sur'],
    }),
    words: Type.Unsafe<Record<string, Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
      description: 'Lo que dice el banner mismo, por idioma',
      examples: [{ es: { reject: 'Rechazar todo' } }],
    }),
  },
  { description: 'Cómo se muestra y se comporta el banner, con lo que no se dijo ya resuelto' },
)

export const PublicConfig = Type.Object({
  widgetKey: Type.String({ examples: ['Xk3vQ0nTt1m8bJcPz5rYwA'] }),
  version: VersionNumber,
  ...content,
  organization: Type.Object({ name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
  policyLinks: Type.Object({ privacyPolicy: Link, cookiePolicy: Link }),
  purposes: Type.Array(
    Type.Object({
      ...Purpose.properties,
      legalBasisLabel: Type.String({ examples: ['Consentimiento del titular (art. 12)'] }),
      categoryLabel: Type.Optional(Type.String({ examples: ['Medición'] })),
    }),
  ),
  banner: Banner,
  contentHash: Hash(),
  publishedAt: Instant(),
})
export type PublicConfig = Static<typeof PublicConfig>

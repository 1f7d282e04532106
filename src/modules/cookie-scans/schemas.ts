import Type, { type Static } from 'typebox'
import {
  Count,
  Flag,
  Id,
  Instant,
  listQuery,
  NullableText,
  nullable,
  oneOf,
  Remark,
  TextList,
} from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { CATEGORIES } from './knowledge.ts'
import { CAUSES, FINDINGS, KINDS, MODES, PARTIES, SEVERITIES, STATUSES, WRITERS } from './rules.ts'

// ── input ──

export const NewCookieScan = Type.Object(
  { domainId: Id({ description: 'Un dominio verificado de la organización' }) },
  { examples: [{ domainId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f' }] },
)
export type NewCookieScan = Static<typeof NewCookieScan>

export const COOKIE_SCANS = newestFirst('cookie_scans', {})

export const CookieScansQuery = listQuery(COOKIE_SCANS, {
  domainId: Type.Optional(Remark(100, { description: 'Solo las de este dominio' })),
  status: Type.Optional(oneOf(STATUSES)),
  latest: Type.Optional(Flag({ description: 'Con true, solo la última de cada dominio' })),
})
export type CookieScansQuery = Static<typeof CookieScansQuery>

export const CookieScanSettingsChange = Type.Object(
  { monthly: Flag({ description: 'Revisar cada mes los dominios verificados' }) },
  { examples: [{ monthly: true }] },
)
export type CookieScanSettingsChange = Static<typeof CookieScanSettingsChange>

// ── output ──

/** The check of one page of a site. */
export const BannerCheck = Type.Object({
  domainId: Id(),
  url: Type.String({ description: 'La página que se leyó', examples: ['https://www.tiendasur.cl/'] }),
  works: Flag({ description: 'El banner está, con la clave de un aviso publicado que admite el sitio' }),
  findings: Type.Array(
    Type.Object({
      ok: Flag(),
      message: Type.String({ examples: ['El código del banner está en la página.'] }),
      action: NullableText('Péguelo en la plantilla del sitio, lo primero dentro de <head>.'),
    }),
  ),
  checkedAt: Instant(),
})
export type BannerCheck = Static<typeof BannerCheck>

export const CookieScanSettings = Type.Object({
  monthly: Flag({ description: 'Los dominios verificados se revisan cada mes' }),
  browser: Flag({ description: 'El servicio tiene un navegador: sin él solo lee el texto de las páginas' }),
  missing: NullableText(
    'El servicio no tiene un navegador: se lee solo el texto de las páginas, no lo que hacen sus programas. Pida a quien administra el servicio que le ponga uno.',
  ),
})

const summary = {
  id: Id(),
  domainId: Id(),
  domainUrl: Type.String({ examples: ['https://www.tiendasur.cl'] }),
  status: oneOf(STATUSES),
  cause: oneOf(CAUSES, { description: 'Quién la pidió: una persona o la revisión de cada mes' }),
  mode: nullable(oneOf(MODES, { description: 'Con un navegador, o solo el texto de las páginas' })),
  progress: Type.Integer({ minimum: 0, maximum: 100, examples: [100] }),
  banner: nullable(Flag({ description: 'El sitio muestra el banner de Resguardo' })),
  earlyCount: Count({ description: 'Lo que funciona antes de que la persona acepte y debería esperar' }),
  undeclaredCount: Count({ description: 'Lo que ninguna finalidad del aviso publicado menciona' }),
  error: NullableText('El sitio no respondió a tiempo.'),
  createdAt: Instant(),
  updatedAt: Instant(),
  startedAt: nullable(Instant()),
  completedAt: nullable(Instant()),
}

export const CookieScanSummary = Type.Object(summary)

export const CookieScanItem = Type.Object({
  kind: oneOf(KINDS),
  name: Type.String({ examples: ['_ga'] }),
  domain: Type.String({ examples: ['tiendasur.cl'] }),
  party: oneOf(PARTIES, { description: 'Del propio sitio o de un tercero' }),
  before: Flag({ description: 'Estaba antes de decidir' }),
  after: Flag({ description: 'Estaba después de aceptar todo' }),
  duration: NullableText('2 años'),
  httpOnly: Flag(),
  secure: Flag(),
  writer: nullable(oneOf(WRITERS, { description: 'Quién lo puso: una respuesta, un programa o la página' })),
  source: NullableText('https://www.tiendasur.cl/medicion.js'),
  page: Type.String({ description: 'Dónde se vio primero', examples: ['https://www.tiendasur.cl/'] }),
  requests: Count({ description: 'Cuántas peticiones fueron a ese servidor' }),
  known: nullable(
    Type.Object(
      {
        provider: Type.String({ examples: ['Google Analytics'] }),
        category: oneOf(CATEGORIES),
        duration: NullableText('2 años'),
        description: Type.String({ examples: ['Distingue a un visitante de otro.'] }),
      },
      { description: 'Lo que dice el catálogo que trae el servicio; nulo si no la conoce' },
    ),
  ),
  purpose: nullable(
    Type.String({
      description: 'La finalidad del aviso publicado que la menciona',
      examples: ['Medición de uso'],
    }),
  ),
})

export const CookieScanFinding = Type.Object({
  key: oneOf(FINDINGS),
  severity: oneOf(SEVERITIES),
  message: Type.String({ examples: ['Algo que no es necesario funciona antes de que la persona acepte.'] }),
  article: Type.String({ examples: ['arts. 12 y 13, Ley 19.628 modificada por la Ley 21.719'] }),
  action: Type.String({ examples: ['Ponga el banner lo primero en <head>.'] }),
  names: TextList('_ga', '_fbp'),
})

export const CookieScan = Type.Object({
  ...summary,
  pages: Type.Array(
    Type.Object({
      url: Type.String({ examples: ['https://www.tiendasur.cl/'] }),
      status: nullable(Type.Integer({ examples: [200] })),
      problem: NullableText('robots.txt pide no visitarla.'),
    }),
  ),
  items: Type.Array(CookieScanItem),
  findings: Type.Array(CookieScanFinding),
  notes: TextList('El tiempo de la revisión se acabó antes de ver todas las páginas elegidas.'),
})
export type CookieScan = Static<typeof CookieScan>

import Type, { type Static } from 'typebox'
import {
  AnyObject,
  blankable,
  Flag,
  FreeObject,
  Id,
  Instant,
  Name,
  oneOf,
  optional,
  Remark,
  wholeQuery,
} from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { RIGHT_TYPES } from '../rules.ts'

// ── input ──

/** Free (decisions, DSAR). settings.ts reads the fields that the service knows. */
const WidgetConfig = FreeObject({
  description:
    'Libre. El servicio lee title, intro, rightTypes (vacío: todos), legalEntityId (por omisión, la principal), allowedOrigins (por ejemplo https://www.tiendasur.cl o https://*.tiendasur.cl; vacío: todas las páginas) y theme',
})

const Entity = blankable(
  Id({ description: 'Quién responde lo que llega por aquí; por omisión, la entidad legal principal' }),
)

export const WIDGETS = newestFirst('dsar_widgets', { name: 'name' }, { search: { columns: ['name'] } })

export const WidgetsQuery = wholeQuery(WIDGETS, {
  legalEntityId: Type.Optional(Remark(100, { description: 'Los de una entidad legal' })),
})
export type WidgetsQuery = Static<typeof WidgetsQuery>

const example = {
  name: 'Formulario del sitio web',
  config: {
    title: 'Ejerza sus derechos',
    intro: 'Le responderemos dentro del plazo legal.',
    rightTypes: ['ACCESS', 'RECTIFICATION', 'DELETION'],
    allowedOrigins: ['https://www.tiendasur.cl'],
    theme: { color: '#0a5c36' },
  },
}

export const NewWidget = Type.Object(
  { name: Name(), config: optional(WidgetConfig), legalEntityId: Entity },
  { examples: [example] },
)
export type NewWidget = Static<typeof NewWidget>

export const WidgetPatch = Type.Object(
  {
    name: Type.Optional(Name()),
    config: optional(WidgetConfig),
    isActive: Type.Optional(Flag()),
    legalEntityId: Entity,
  },
  { examples: [{ isActive: false }] },
)
export type WidgetPatch = Static<typeof WidgetPatch>

/** An editor's unsaved changes. An absent field means its saved value. */
export const PreviewQuery = Type.Object({
  right: Type.Optional(oneOf(RIGHT_TYPES, { description: 'El paso de un derecho; sin él, la elección' })),
  title: Type.Optional(Remark(200, { description: 'El título, si se está cambiando' })),
  intro: Type.Optional(Remark(2000, { description: 'La introducción, si se está cambiando' })),
  rightTypes: Type.Optional(
    Remark(200, {
      description: 'Los derechos que ofrecería, separados por comas',
      examples: ['ACCESS,DELETION'],
    }),
  ),
  color: Type.Optional(Remark(20, { description: 'El color, como #0a5c36', examples: ['#0a5c36'] })),
  legalEntityId: Type.Optional(Id({ description: 'Quién respondería' })),
})
export type PreviewQuery = Static<typeof PreviewQuery>

// ── output ──

export const Widget = Type.Object({
  id: Id(),
  widgetKey: Type.String({ examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'] }),
  name: Type.String({ examples: [example.name] }),
  formUrl: Type.String({
    description: 'Dónde las personas llenan el formulario, para enlazarlo',
    examples: ['https://resguardo.tiendasur.cl/derechos/q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
  pageUrl: Type.String({
    description: 'La página del formulario; lo mismo que formUrl',
    examples: ['https://resguardo.tiendasur.cl/derechos/q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
  embedCode: Type.String({
    description: 'Lo que se pega en una página de su sitio para mostrar ahí el formulario',
    examples: [
      '<div data-resguardo-derechos="q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK"></div>\n<script async src="https://resguardo.tiendasur.cl/w/v1/derechos.js"></script>',
    ],
  }),
  isActive: Flag(),
  legalEntityId: Id(),
  config: AnyObject({ examples: [example.config] }),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Widget = Static<typeof Widget>

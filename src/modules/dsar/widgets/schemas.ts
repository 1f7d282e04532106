import Type, { type Static } from 'typebox'
import {
  BoundedText,
  Flag,
  FreeObject,
  Id,
  Instant,
  Name,
  optional,
  Remark,
  someOf,
} from '#http/schema-kit.ts'
import { RIGHT_TYPES } from '../rules.ts'

// ── what comes in ──

/** Free, but for the keys that the service itself reads (decisions, DSAR). */
export const WidgetConfig = Type.Object(
  {
    title: optional(Remark(200)),
    intro: optional(Remark()),
    rightTypes: optional(someOf(RIGHT_TYPES, { description: 'Los derechos que ofrece; vacío: todos' })),
    legalEntityId: optional(Id({ description: 'La entidad que responde; por omisión, la principal' })),
    allowedOrigins: optional(
      Type.Array(BoundedText(300), {
        maxItems: 100,
        description: 'Las páginas que pueden usarlo, por ejemplo https://www.tiendasur.cl; vacío: todas',
      }),
    ),
    theme: Type.Optional(Type.Unknown()),
  },
  { maxProperties: 200, additionalProperties: true },
)
export type WidgetConfig = Static<typeof WidgetConfig>

const example = {
  name: 'Formulario del sitio web',
  config: {
    title: 'Ejerza sus derechos',
    intro: 'Responderemos dentro de 30 días.',
    rightTypes: ['ACCESS', 'RECTIFICATION', 'DELETION'],
    allowedOrigins: ['https://www.tiendasur.cl'],
    theme: { color: '#0a5c36' },
  },
}

export const NewWidget = Type.Object(
  { name: Name(), config: optional(WidgetConfig) },
  { examples: [example] },
)
export type NewWidget = Static<typeof NewWidget>

export const WidgetPatch = Type.Object(
  { name: Type.Optional(Name()), config: optional(WidgetConfig), isActive: Type.Optional(Flag()) },
  { examples: [{ isActive: false }] },
)
export type WidgetPatch = Static<typeof WidgetPatch>

// ── what goes out ──

export const Widget = Type.Object({
  id: Id(),
  widgetKey: Type.String({ examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'] }),
  name: Type.String({ examples: [example.name] }),
  isActive: Flag(),
  config: FreeObject({ examples: [example.config] }),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Widget = Static<typeof Widget>

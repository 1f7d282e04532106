import Type, { type Static } from 'typebox'
import { Id, Instant, nullable, oneOf } from '#http/schema-kit.ts'
import { KINDS } from './kinds.ts'
import { MOST_FOUND, MOST_SHOWN } from './repo.ts'

// ── input ──

export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Palabras que deben estar todas, cada una por su comienzo; sin distinguir mayúsculas ni acentos. También un folio, un RUT o un correo. Sin palabras no hay nada que mostrar',
      examples: ['boletin clientes'],
    }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Solo estas clases, separadas por comas; sin ellas, todas',
      examples: ['activity,dsar_request'],
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: MOST_SHOWN,
    default: 5,
    description: 'Elementos de cada grupo',
  }),
})
export type SearchQuery = Static<typeof SearchQuery>

// ── output ──

const KindName = oneOf(
  KINDS.map(({ type }) => type),
  { examples: ['activity'] },
)

export const SearchItem = Type.Object({
  entityType: KindName,
  entityId: Id(),
  title: Type.String({ examples: ['Boletín mensual'] }),
  subtitle: nullable(Type.String({ examples: ['Enviar ofertas a quienes se suscribieron'] })),
  state: nullable(Type.String({ description: 'El estado del registro', examples: ['published'] })),
  url: nullable(
    Type.String({
      description:
        'Dónde se ve en la consola; un archivo, en el registro que respalda, o en ninguna parte (null)',
      examples: ['/organizacion/tienda-sur-spa/registro/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'],
    }),
  ),
  updatedAt: Instant(),
})

export const SearchGroup = Type.Object({
  type: KindName,
  label: Type.String({ examples: ['Actividades de tratamiento'] }),
  total: Type.Integer({
    minimum: 0,
    description: `Cuántos hay; se cuentan hasta ${MOST_FOUND}`,
    examples: [1],
  }),
  items: Type.Array(SearchItem, { description: 'Los de cambio más reciente' }),
})

export const SearchResult = Type.Object({
  groups: Type.Array(SearchGroup, { description: 'Solo las clases en que se encontró algo' }),
})
export type SearchResult = Static<typeof SearchResult>

import Type from 'typebox'
import { oneOf, Remark } from '#http/schema-kit.ts'
import { CLIENTS } from './rules.ts'

export const BySlug = Type.Object({
  slug: Type.String({
    maxLength: 100,
    description: 'El nombre corto de la organización',
    examples: ['tienda-sur-spa'],
  }),
})

export const StartQuery = Type.Object({
  client: Type.Optional(
    oneOf(CLIENTS, {
      description: '«console» deja una cookie de sesión y vuelve a la página; «api» responde los tokens',
    }),
  ),
  returnTo: Type.Optional(
    Remark(2000, {
      description: 'Ruta de este sitio donde volver; otra cosa lleva al inicio',
      examples: ['/'],
    }),
  ),
})

const Given = () => Type.Optional(Remark(4096, { description: 'Lo que agrega el proveedor' }))

/** The provider's answer (RFC 6749, 4.1.2 and RFC 9207). Some providers add parameters of their own. */
export const CallbackQuery = Type.Object(
  {
    state: Given(),
    code: Given(),
    iss: Given(),
    error: Given(),
    error_description: Given(),
    error_uri: Given(),
  },
  { additionalProperties: true },
)

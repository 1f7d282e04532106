import Type from 'typebox'
import { Id } from '#http/schema-kit.ts'

const Key = () => Type.String({ minLength: 1, maxLength: 50, examples: ['comercio'] })

export const ByPackKey = Type.Object({ key: Key() })

const PackedTemplate = Type.Object({
  id: Type.String({ examples: ['venta-en-linea'] }),
  name: Type.String({ examples: ['Venta en línea y despacho'] }),
})

export const RatPack = Type.Object({
  key: Key(),
  name: Type.String({ examples: ['Comercio y tienda en línea'] }),
  about: Type.String({ examples: ['Ventas en local o por internet, despacho y publicidad.'] }),
  templateIds: Type.Array(Type.String({ examples: ['venta-en-linea'] })),
  templates: Type.Array(PackedTemplate),
})

export const AppliedPack = Type.Object({
  key: Key(),
  created: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String({ examples: ['Venta en línea y despacho'] }),
      templateId: Type.String({ examples: ['venta-en-linea'] }),
    }),
    { description: 'Los borradores que se crearon' },
  ),
  skipped: Type.Array(Type.String({ examples: ['facturacion'] }), {
    description: 'Plantillas de las que ya había una actividad',
  }),
})

import Type, { type Static } from 'typebox'
import { nullable } from '#http/schema-kit.ts'

export const Retention = Type.Object({
  items: Type.Array(
    Type.Object({
      module: Type.String({ examples: ['notifications'] }),
      what: Type.String({ examples: ['Avisos a las personas de la organización'] }),
      days: nullable(
        Type.Integer({
          description:
            'Días después de los que el servicio lo elimina; nulo, mientras exista la organización',
          examples: [180],
        }),
      ),
      why: Type.String({ examples: ['Sirven para actuar a tiempo; la auditoría conserva lo que ocurrió.'] }),
    }),
  ),
})
export type Retention = Static<typeof Retention>

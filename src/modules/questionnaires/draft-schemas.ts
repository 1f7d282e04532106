import Type from 'typebox'
import { nullable, oneOf } from '#http/schema-kit.ts'
import { TARGETS } from './rules.ts'
import { Source } from './schemas.ts'

export const AnswerDraft = Type.Object({
  nth: Type.Integer({ minimum: 1, examples: [1] }),
  title: Type.String({ examples: ['Cámaras de la tienda de Ñuñoa'] }),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['purpose'] }),
      label: Type.String({ examples: ['Finalidad'] }),
      value: Type.Unsafe<string | boolean | string[]>({
        anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
        examples: ['Seguridad de las personas y de los bienes'],
      }),
      words: Type.Array(Type.String({ examples: ['Seguridad de las personas y de los bienes'] }), {
        description: 'El valor como se lee: las opciones por su nombre',
      }),
      question: Type.String({ examples: ['¿Para qué están?'] }),
    }),
  ),
  left: Type.Array(
    Type.Object({
      question: Type.String({ examples: ['¿Por qué pueden usarlos?'] }),
      answer: Type.String({ examples: ['No lo sé'] }),
    }),
    { description: 'Lo que respondió y no calza con el campo: queda para quien revisa' },
  ),
  source: nullable(Source),
})
export const AnswerDrafts = Type.Object({ target: oneOf(TARGETS), items: Type.Array(AnswerDraft) })

export const Converted = Type.Object({ items: Type.Array(Source) })

import Type, { type Static } from 'typebox'
import { Flag, Instant, Name, nullable, oneOf, optional, Remark } from '#http/schema-kit.ts'
import { RIGHT_TYPES } from '../rules.ts'

const Text = (example: string) => Type.String({ examples: [example] })

// ── input ──

export const ByAcknowledgementKey = Type.Object({
  key: Type.String({ examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'] }),
})

export const Acknowledging = Type.Object(
  {
    name: Name({ description: 'Quién responde, y en qué calidad', examples: ['Luis Soto, privacidad'] }),
    done: Flag({ description: 'Si hizo lo que la carta le pide' }),
    notes: optional(Remark(2000, { description: 'Qué hizo y cuándo, o por qué no' })),
  },
  { examples: [{ name: 'Luis Soto, privacidad', done: true, notes: 'Suprimido el 2 de diciembre.' }] },
)
export type Acknowledging = Static<typeof Acknowledging>

// ── output ──

export const PublicAcknowledgement = Type.Object({
  organizationName: Text('Tienda Sur SpA'),
  recipientName: Text('Palomar Mail SpA'),
  folioNumber: Text('ARCO-2026-04217'),
  rightType: oneOf(RIGHT_TYPES),
  rightLabel: Text('Supresión'),
  article: Text('art. 11, Ley 19.628 (mod. Ley 21.719)'),
  subject: nullable(
    Type.Object(
      { name: Text('María Pérez'), rut: nullable(Text('12.345.678-5')) },
      { description: 'De quién son los datos, como en la carta. Nulo una vez respondido' },
    ),
  ),
  asked: Type.Array(Type.String(), {
    description: 'Lo que se resolvió y lo que se pide',
    examples: [['Tienda Sur SpA suprimió datos personales de esa persona. Suprima los que recibió.']],
  }),
  contactEmail: nullable(Text('dpo@tiendasur.cl')),
  expiresAt: Instant(),
  acknowledgedAt: nullable(Instant({ description: 'Nulo mientras no responde' })),
  done: nullable(Flag()),
})
export type PublicAcknowledgement = Static<typeof PublicAcknowledgement>

export const Acknowledged = Type.Object({
  folioNumber: Text('ARCO-2026-04217'),
  acknowledgedAt: Instant(),
  done: Flag(),
})

import Type from 'typebox'
import { Flag, Id, Instant, NullableText, nullable } from '#http/schema-kit.ts'

export const Session = Type.Object({
  id: Id(),
  device: NullableText('Firefox en Windows'),
  addressPrefix: NullableText('203.0.113.0'),
  method: Type.String({
    description: 'Cómo se inició: password, passkey, sso, invitation, registration o device',
    examples: ['password'],
  }),
  strong: Flag({ description: 'Se probó un segundo factor, o una llave que comprobó a la persona' }),
  browser: Flag({ description: 'Es la sesión de un navegador' }),
  createdAt: Instant(),
  lastUsedAt: nullable(Instant()),
  current: Flag({ description: 'Es la sesión de esta solicitud' }),
})

export const Sessions = Type.Object({ items: Type.Array(Session) })
export const Ended = Type.Object({ ended: Type.Integer({ minimum: 0, examples: [2] }) })

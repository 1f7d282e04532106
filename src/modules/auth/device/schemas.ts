import Type from 'typebox'
import { BoundedText, Instant, NullableText } from '#http/schema-kit.ts'
import { OpenedSession } from '../schemas.ts'

/** Field names of RFC 8628, like those of OAuth for the tokens. */
export const DeviceSignIn = Type.Object({
  device_code: Type.String({ description: 'Solo para el programa', examples: ['kQ2n8…'] }),
  user_code: Type.String({ description: 'Lo que la persona compara o escribe', examples: ['WDJB-MJHT'] }),
  verification_uri: Type.String({ examples: ['https://privacidad.miempresa.cl/dispositivo'] }),
  verification_uri_complete: Type.String({
    examples: ['https://privacidad.miempresa.cl/dispositivo?codigo=WDJB-MJHT'],
  }),
  expires_in: Type.Integer({ description: 'Segundos', examples: [600] }),
  interval: Type.Integer({ description: 'Segundos entre dos preguntas', examples: [5] }),
})

const userCode = BoundedText(20, {
  description: 'El código que muestra el programa; en mayúsculas o no, con o sin guion',
  examples: ['WDJB-MJHT'],
})

export const ByUserCode = Type.Object({ userCode })

export const DeviceRequest = Type.Object({
  userCode: Type.String({ examples: ['WDJB-MJHT'] }),
  device: Type.String({ examples: ['resguardo/0.1.0'] }),
  addressPrefix: NullableText('203.0.113.0'),
  createdAt: Instant(),
  expiresAt: Instant(),
})

export const DeviceAnswer = Type.Object({ userCode }, { examples: [{ userCode: 'WDJB-MJHT' }] })

export const DeviceToken = Type.Object(
  { device_code: BoundedText(200) },
  { examples: [{ device_code: 'kQ2n8…' }] },
)

const PENDING = 'La persona todavía no responde: pregunte de nuevo después de esos segundos'
export const DeviceSession = Type.Union([
  OpenedSession,
  Type.Object(
    {
      authorization_pending: Type.Unsafe<true>({ type: 'boolean', const: true }),
      interval: Type.Integer({ examples: [5] }),
    },
    { description: PENDING, 'x-only': PENDING },
  ),
])

import Type, { type Static } from 'typebox'
import { AnyObject, FreeObject, Id, Instant, Name, nullable, oneOf, optional } from '#http/schema-kit.ts'

const Bytes = (maxLength: number, example = 'kQ2n8aXw') =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+=*$', examples: [example] })

/** Ways to reach an authenticator (WebAuthn). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** `{"type":"webauthn.get","challenge":"kQ2n8aXw","origin":"https://resguardo.test"}` */
const CLIENT_DATA =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoia1EybjhhWHciLCJvcmlnaW4iOiJodHRwczovL3Jlc2d1YXJkby50ZXN0In0'

/** The answer of a browser, as `PublicKeyCredential.toJSON()` writes it. */
const credential = {
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: Type.Unsafe<'public-key'>({ type: 'string', const: 'public-key' }),
  authenticatorAttachment: optional(oneOf(['platform', 'cross-platform'])),
  clientExtensionResults: optional(FreeObject()),
}

export const Attestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(4000, CLIENT_DATA),
    attestationObject: Bytes(40_000),
    transports: optional(
      Type.Array(Type.String({ maxLength: 50, examples: ['internal'] }), { maxItems: 20 }),
    ),
  }),
})
export type Attestation = Static<typeof Attestation>

export const Assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(4000, CLIENT_DATA),
    authenticatorData: Bytes(4000),
    signature: Bytes(6000),
    userHandle: optional(Bytes(200)),
  }),
})
export type Assertion = Static<typeof Assertion>

export const NewPasskey = Type.Object({
  name: optional(Name({ examples: ['Teléfono de Ana'] })),
  credential: Attestation,
})
export type NewPasskey = Static<typeof NewPasskey>

export const PasskeyName = Type.Object({ name: Name({ examples: ['Teléfono de Ana'] }) })

export const PasskeySignIn = Type.Object({ credential: Assertion })

// ── output ──

const passkey = {
  id: Id(),
  name: Type.String({ examples: ['Teléfono de Ana'] }),
  backedUp: Type.Boolean({ description: 'Se copia a los demás equipos de la persona' }),
  createdAt: Instant(),
  lastUsedAt: nullable(Instant()),
}

export const Passkey = Type.Object(passkey)

export const PasskeyList = Type.Object({ items: Type.Array(Passkey) })

export const AddedPasskey = Type.Object({
  ...passkey,
  recoveryCodes: nullable(
    Type.Array(Type.String({ examples: ['K7QM-3XWD-P6RA-H2TN'] }), {
      description: 'Se muestran una sola vez, con el primer factor de la persona',
    }),
  ),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`. */
export const PasskeyOptions = Type.Object({
  options: AnyObject({
    description: 'Opciones de WebAuthn en JSON, para el navegador. Sirven una vez, por cinco minutos',
    examples: [{ challenge: 'kQ2n8aXw', rpId: 'resguardo.tiendasur.cl', userVerification: 'required' }],
  }),
})

export type Transport = (typeof TRANSPORTS)[number]
export const isTransport = (text: string): text is Transport =>
  (TRANSPORTS as readonly string[]).includes(text)

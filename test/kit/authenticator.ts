import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Misbehaviour of the browser or the person. */
interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  /** The authenticator asks for neither a fingerprint nor a PIN. */
  unverified?: boolean
}

interface Options {
  challenge: string
  rp?: { id?: string | undefined }
  rpId?: string | undefined
  user?: { id: string }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** A software authenticator with its browser: ES256, without attestation. */
export class Authenticator {
  readonly origin: string
  readonly credentialId = randomBytes(32)
  /** Number of signatures. Authenticators without a counter stay at zero. */
  counter = 0
  counts = true
  #privateKey: KeyObject
  #publicKey: KeyObject
  #userHandle: string | undefined

  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  /** `navigator.credentials.create()`, as JSON. */
  create(options: Options, deviation: Deviation = {}) {
    this.#userHandle = options.user?.id
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x!)],
      [-3, bytes(y!)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.credentialId, isoCBOR.encode(cose)])
    const authData = Buffer.concat([this.#data(options, WITH_KEY, deviation), key])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, deviation).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** `navigator.credentials.get()`, as JSON. */
  get(options: Options, deviation: Deviation = {}) {
    if (this.counts) this.counter += 1
    const authData = this.#data(options, 0, deviation)
    const clientData = this.#clientData('webauthn.get', options, deviation)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    })
  }

  #credential<R>(response: R) {
    const { id } = this
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #data({ rp, rpId }: Options, flags: number, deviation: Deviation): Buffer {
    const name = deviation.rpId ?? rp?.id ?? rpId ?? ''
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | PRESENT | (deviation.unverified ? 0 : VERIFIED))
    head.writeUInt32BE(this.counter, 1)
    return Buffer.concat([createHash('sha256').update(name).digest(), head])
  }

  #clientData(type: string, { challenge }: Options, deviation: Deviation): Buffer {
    const { origin = this.origin } = deviation
    return Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: false }),
    )
  }
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

import { X509Certificate } from 'node:crypto'
import type { Bytes } from '#kernel/evidence/bytes.ts'
import { certificatesIn } from '#kernel/evidence/cms.ts'
import type { Head } from '#kernel/evidence/entry.ts'
import {
  imprintOf,
  newNonce,
  type StampFault,
  stampQuery,
  tokenOf,
  verifyStampOf,
} from '#kernel/evidence/stamp.ts'
import { createOutbound, OutboundError } from './outbound.ts'

/** Stamps of the operator's time-stamp authorities (RFC 3161), each checked before it is accepted. */

const TIMEOUT_MS = 15_000
/** A token with its chain has a few kilobytes. */
const MAX_BYTES = 128 * 1024
/** A fresh stamp states a time no further than this from now. */
const MOST_APART_MS = 10 * 60_000

/** The operator chose the address, which may be inside its own network. */
const outbound = createOutbound({ allowPrivate: true })

export type StampRefusal = StampFault | 'unreachable' | 'refused' | 'clock' | 'untrusted'

/** Why there is no stamp, for the operator's log. */
export class StampError extends Error {
  readonly refusal: StampRefusal
  constructor(refusal: StampRefusal, message: string) {
    super(message)
    this.name = 'StampError'
    this.refusal = refusal
  }
}

export interface Stamped {
  /** The name in its certificate. */
  authority: string
  at: string
  token: Uint8Array
  fingerprint: string
}

export interface Asking {
  now: () => Date
  /** Root certificates for the signer's certificate. Without any, the answer of the address is trusted. */
  roots?: readonly X509Certificate[]
  timeoutMs?: number
}

export async function askStamp(url: string, head: Head, asking: Asking): Promise<Stamped> {
  return askStampOf(url, await imprintOf(head), asking, head.at)
}

/** A stamp of any data, by its SHA-256. */
export async function askStampOf(
  url: string,
  imprint: Bytes,
  asking: Asking,
  madeAt?: string,
): Promise<Stamped> {
  const nonce = newNonce()
  const token = await exchanged(url, stampQuery(imprint, nonce), asking.timeoutMs ?? TIMEOUT_MS)
  const result = await verifyStampOf(token, imprint, { nonce, ...(madeAt && { madeAt }) })
  if (!result.valid) throw new StampError(result.fault, FAULTS[result.fault])
  if (Math.abs(Date.parse(result.at) - asking.now().getTime()) > MOST_APART_MS)
    throw new StampError('clock', `dice que son las ${result.at}, y el reloj del servicio dice otra hora`)
  if (asking.roots && !isTrusted(token, result.fingerprint, asking.roots))
    throw new StampError('untrusted', 'su certificado no viene de los de TSA_CA_FILE')
  const { authority, at, fingerprint } = result
  return { authority, at, fingerprint, token }
}

async function exchanged(url: string, query: Uint8Array, timeoutMs: number) {
  try {
    const { status, body, whole } = await outbound.exchange(url, {
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: Buffer.from(query),
      maxBytes: MAX_BYTES,
      timeoutMs,
    })
    if (status !== 200) throw new StampError('refused', `respondió con el código ${status}`)
    if (!whole) throw new StampError('shape', 'su respuesta llegó cortada o es demasiado larga')
    const token = tokenOf(new Uint8Array(body))
    if (!token) throw new StampError('refused', 'no otorgó el sello')
    return token
  } catch (error) {
    if (error instanceof OutboundError) throw new StampError('unreachable', error.message)
    throw error
  }
}

const FAULTS: Readonly<Record<StampFault, string>> = {
  shape: 'lo que respondió no es un sello de tiempo',
  imprint: 'selló otra cosa que la que se le pidió',
  nonce: 'respondió a otra pregunta que la que se le hizo',
  signature: 'la firma del sello no es de su certificado',
  purpose: 'su certificado no es para sellos de tiempo',
  certificate: 'falta su certificado, o no es el que firmó',
  time: 'el sello es anterior a lo que sella',
  algorithm: 'firma con un algoritmo que aquí no se puede comprobar',
}

/** Whether certificates in the token link the signer's certificate to one of the roots. */
function isTrusted(token: Uint8Array, fingerprint: string, roots: readonly X509Certificate[]): boolean {
  const carried = certificatesIn(new Uint8Array(token)).map((der) => new X509Certificate(der))
  const plain = (one: X509Certificate) => one.fingerprint256.replaceAll(':', '').toLowerCase()
  let at = carried.find((one) => plain(one) === fingerprint)
  for (let steps = 0; at && steps <= carried.length; steps += 1) {
    const below = at
    if (roots.some((root) => plain(root) === plain(below) || isIssuer(root, below))) return true
    at = carried.find((one) => one !== below && one.ca && isIssuer(one, below))
  }
  return false
}

function isIssuer(above: X509Certificate, below: X509Certificate): boolean {
  return below.checkIssued(above) && below.verify(above.publicKey)
}

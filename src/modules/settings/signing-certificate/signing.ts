import { createPrivateKey, hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { SECOND_MS } from '#kernel/dates.ts'
import { askStampOf, StampError } from '#outbound/stamping.ts'
import type { Stamp } from '#pdf/cades.ts'
import { signedPdf } from '#pdf/signature.ts'
import * as repo from './repo.ts'
import { isCurrent } from './rules.ts'
import { certificatesIn, fingerprintOf, openedKey } from './service.ts'

/** After this the document is sent without a time stamp. */
const STAMP_TIMEOUT_MS = 4 * SECOND_MS
/** How long a failed authority is not called. */
const REST_MS = 60 * SECOND_MS
const KEPT_BYTES = 16 * 2 ** 20

/** Unchanged documents are often downloaded again: the cache returns the same file without calling an authority. */
const kept = new BoundedMap<string, Buffer>({ most: KEPT_BYTES, weigh: (file) => file.length })
/** By address: the end of the pause, by `performance.now()`. */
const resting = new BoundedMap<string, number>({ most: 100, weigh: () => 1 })

export interface About {
  /** The organisation. */
  name: string
  /** The reason of the signature, shown to readers of the file. */
  reason: string
}

/**
 * Signs the PDF: PAdES B-T if a time-stamp authority answers, otherwise B-B. Returns the PDF unsigned if the organisation
 * has no valid certificate. Do not call it inside a transaction, because it may call an authority.
 */
export async function signPdf(
  access: TenantAccess,
  tools: Tools,
  tenantId: string,
  pdf: Buffer,
  { name, reason }: About,
): Promise<Buffer> {
  const row = await access.readFor(tenantId, repo.findCertificate)
  const at = tools.now()
  if (!row || !isCurrent(row, at)) return pdf
  const sealed = openedKey(tools, row)
  if (sealed === null) return pdf
  const chain = certificatesIn(row)
  const place = [tenantId, fingerprintOf(chain[0]!), hash('sha256', pdf), name, reason].join('\n')
  const known = kept.get(place)
  if (known) return known

  const key = createPrivateKey({ key: Buffer.from(sealed, 'base64url'), format: 'der', type: 'pkcs8' })
  const { tsaUrls } = tools.stamping
  let isStamped = false
  const stamp: Stamp = async (imprint) => {
    const token = await stamped(tools, new Uint8Array(imprint))
    isStamped = token !== undefined
    return token
  }
  const file = await signedPdf(
    pdf,
    { name, reason, location: 'Chile', at },
    { key, certificates: chain.map(({ raw }) => raw) },
    tsaUrls.length > 0 ? stamp : undefined,
  )
  // A file without its stamp is not cached, so the next call tries again.
  if (isStamped || tsaUrls.length === 0) kept.set(place, file)
  return file
}

async function stamped(tools: Tools, imprint: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const { tsaUrls, tsaCaFile } = tools.stamping
  const until = performance.now() + STAMP_TIMEOUT_MS
  const roots =
    tsaCaFile === undefined ? undefined : certificatesIn({ certificates: await readFile(tsaCaFile, 'utf8') })
  for (const url of tsaUrls) {
    const timeoutMs = Math.ceil(until - performance.now())
    if (timeoutMs <= 0) return undefined
    if ((resting.get(url) ?? 0) > performance.now()) continue
    try {
      const { token } = await askStampOf(url, imprint, { now: tools.now, timeoutMs, ...(roots && { roots }) })
      return token
    } catch (error) {
      if (!(error instanceof StampError)) throw error
      resting.set(url, performance.now() + REST_MS)
    }
  }
  return undefined
}

import { type KeyObject, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509'
import { audit } from '#db/audit.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { createTurns } from '#kernel/concurrency.ts'
import { iso } from '#kernel/dates.ts'
import { extensionOf, nameOf, subjectOf } from '#kernel/evidence/cms.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { openPkcs12, type Pkcs12, Pkcs12Error } from './pkcs12.ts'
import * as repo from './repo.ts'
import { type CertificateFault, detailOf, faultOf, isCurrent, type KeyType, MOST_BYTES } from './rules.ts'
import type { NewSigningCertificate, SigningCertificate } from './schemas.ts'

export const PURPOSE = 'signing-certificate'
export const SIGNING_SEALS = [
  { table: 'signing_certificates', column: 'private_key_sealed', purpose: PURPOSE, scope: 'tenant_id' },
]

export async function showCertificate(ctx: ReadCtx): Promise<SigningCertificate> {
  return viewOf(ctx, await repo.findCertificate(ctx))
}

function viewOf({ tools, now }: ReadCtx, row: repo.CertificateRow | undefined): SigningCertificate {
  const own = row && certificatesIn(row)[0]!
  const parsed = own && AsnConvert.parse(own.raw, Certificate)
  return {
    configured: row !== undefined,
    usable: row !== undefined && isCurrent(row, now) && openedKey(tools, row) !== null,
    expired: row !== undefined && row.not_after <= now,
    subject: parsed ? nameOf(parsed) : null,
    issuer: parsed ? subjectOf(parsed.tbsCertificate.issuer) : null,
    serial: own?.serialNumber.toLowerCase() ?? null,
    fingerprint: own ? fingerprintOf(own) : null,
    keyType: (row?.key_type as KeyType | undefined) ?? null,
    notBefore: iso(row?.not_before ?? null),
    notAfter: iso(row?.not_after ?? null),
    uploadedBy: row?.uploaded_by_name ?? null,
    uploadedAt: iso(row?.uploaded_at ?? null),
  }
}

export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
}

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The signer's own certificate comes first. */
export function certificatesIn({
  certificates,
}: Pick<repo.CertificateRow, 'certificates'>): X509Certificate[] {
  return (certificates.match(ONE) ?? []).map((pem) => new X509Certificate(pem))
}

/** Null if no secret opens it, for example after an import without its passphrase. */
export function openedKey(
  { vault }: Pick<Tools, 'vault'>,
  { private_key_sealed, tenant_id }: Pick<repo.CertificateRow, 'private_key_sealed' | 'tenant_id'>,
): string | null {
  return vault.tryOpen(private_key_sealed, PURPOSE, tenant_id)
}

/** A certificate that can sign, read from an upload. */
export interface ReadCertificate {
  key: KeyObject
  /** The signer's own first, then its issuers. */
  chain: X509Certificate[]
}

/** Opening a file is deliberately expensive: one at a time, with organisations taking turns. */
const turns = createTurns({ perKey: 2, total: 20 })

/** Call it outside any transaction. */
export async function readCertificate(
  tenantId: string,
  { file, password }: NewSigningCertificate,
  now: Date,
): Promise<ReadCertificate> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > MOST_BYTES) throw refused('shape')
  const turn = turns.run(tenantId, () => openPkcs12(bytes, password))
  if (!turn) {
    const text = 'Se están abriendo otros certificados. Intente de nuevo en unos segundos.'
    throw new Failure('unavailable', text, { retryAfterSeconds: 5 })
  }
  try {
    const read = pairOf(await turn)
    const fault = faultOf(factsOf(read), now)
    if (fault) throw refused(fault)
    return read
  } catch (error) {
    throw error instanceof Pkcs12Error ? refused(error.fault) : error
  }
}

function refused(fault: CertificateFault): Failure {
  const detail = detailOf(fault)
  return new Failure('malformed', detail.message, { details: [detail] })
}

function pairOf({ keys, certificates }: Pkcs12): ReadCertificate {
  if (keys.length === 0) throw refused('no_key')
  if (certificates.length === 0) throw refused('no_certificate')
  for (const key of keys) {
    const own = certificates.find((one) => one.checkPrivateKey(key))
    if (own) return { key, chain: chainOf(own, certificates) }
  }
  throw refused('mismatch')
}

/** Longer chains do not occur, and each step tries all certificates. */
const LONGEST_CHAIN = 5
const MOST_CERTIFICATES = 10

function chainOf(own: X509Certificate, given: readonly X509Certificate[]): X509Certificate[] {
  const chain = [own]
  const all = given.slice(0, MOST_CERTIFICATES)
  for (;;) {
    const below = chain.at(-1)!
    const above = all.find(
      (one) => !chain.includes(one) && below.checkIssued(one) && below.verify(one.publicKey),
    )
    if (!above || chain.length === LONGEST_CHAIN) return chain
    chain.push(above)
  }
}

function factsOf({ key, chain }: ReadCertificate) {
  const own = chain[0]!
  const usage = extensionOf(AsnConvert.parse(own.raw, Certificate), id_ce_keyUsage)
  const flags = usage && AsnConvert.parse(usage.extnValue, KeyUsage).toNumber()
  return {
    keyType: key.asymmetricKeyType ?? '',
    rsaBits: key.asymmetricKeyDetails?.modulusLength,
    curve: key.asymmetricKeyDetails?.namedCurve,
    notBefore: own.validFromDate,
    notAfter: own.validToDate,
    maySign:
      flags === undefined
        ? undefined
        : (flags & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) !== 0,
  }
}

export async function saveCertificate(
  ctx: WriteCtx,
  { key, chain }: ReadCertificate,
): Promise<SigningCertificate> {
  const own = chain[0]!
  const before = await repo.findCertificate(ctx)
  const der = key.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const row: repo.NewCertificate = {
    certificates: chain.map((one) => one.toString()).join(''),
    private_key_sealed: ctx.tools.vault.seal(der, PURPOSE, ctx.tenantId),
    key_type: key.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC',
    not_before: own.validFromDate,
    not_after: own.validToDate,
    uploaded_by: ctx.actor.id ?? null,
    uploaded_by_name: ctx.actor.name ?? null,
    uploaded_at: ctx.now,
    reminded_at: null,
  }
  await repo.saveCertificate(ctx, row)
  const after = (await repo.findCertificate(ctx))!
  await audit(ctx, {
    action: before ? 'update' : 'create',
    entityType: 'signing_certificate',
    entityId: ctx.tenantId,
    before: before && factsForLog(before),
    after: factsForLog(after),
  })
  return viewOf(ctx, after)
}

export async function removeCertificate(ctx: WriteCtx): Promise<void> {
  const before = await repo.deleteCertificate(ctx)
  if (!before) throw notFound('el certificado')
  await together(
    audit(ctx, {
      action: 'delete',
      entityType: 'signing_certificate',
      entityId: ctx.tenantId,
      before: factsForLog(before),
    }),
  )
}

/** Identifies the certificate without its key. */
function factsForLog(row: repo.CertificateRow) {
  const own = certificatesIn(row)[0]!
  return {
    fingerprint: fingerprintOf(own),
    serial: own.serialNumber.toLowerCase(),
    notAfter: iso(row.not_after),
  }
}

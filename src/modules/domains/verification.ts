import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { type Network, OutboundError } from '#outbound/outbound.ts'
import * as repo from './repo.ts'
import { domains } from './repo.ts'
import { type Proof, placesOfProof, readUrl } from './rules.ts'

const FILE_TIMEOUT_MS = 5000

/** The claim to prove, as it was when the search began. */
export interface Claim {
  domainId: string
  urlKey: string
  host: string
  token: string
  isVerified: boolean
  places: ReturnType<typeof placesOfProof>
}

export async function showVerification(ctx: ReadCtx, id: string) {
  const row = await getDomain(ctx, id)
  const { token, places } = claimOf(row)
  const { dns, file } = places
  return {
    domainId: row.id,
    isVerified: row.is_verified,
    verifiedAt: iso(row.verified_at),
    token,
    dns,
    file,
    instructions: [
      'Para comprobar que el dominio es de su organización, elija una de estas dos formas y luego pida la verificación.',
      `1. DNS: cree un registro TXT con el nombre «${dns.name}» y el valor «${dns.value}». Puede tardar unos minutos en verse.`,
      `2. Archivo: publique en ${file.url} un archivo de texto con el contenido «${file.content}», sin redirecciones.`,
    ].join('\n'),
  }
}

export async function readClaim(ctx: ReadCtx, id: string): Promise<Claim> {
  return claimOf(await getDomain(ctx, id))
}

/** The claims of the sites at these hosts. */
export async function readClaimsOf(ctx: ReadCtx, hosts: readonly string[]): Promise<Claim[]> {
  const claims = (await repo.listDomains(ctx)).map(claimOf)
  return claims.filter(({ host }) => hosts.includes(host))
}

/**
 * What the DNS has instead of the proof. Undefined if the proof is there. A file on a site only proves the site, while the
 * DNS also controls the domain's mail. Takes seconds.
 */
export async function faultInDns(network: Network, { places }: Claim): Promise<string | undefined> {
  return (await lookInDns(network, places.dns)) || undefined
}

/** Takes seconds: call it between two transactions, never inside one. */
export async function findProof(network: Network, { host, token, places }: Claim): Promise<Proof> {
  const { dns, file } = places
  const looks: [Proof, () => Promise<string>][] = [
    ['DNS', () => lookInDns(network, dns)],
    ['FILE', () => lookInFile(network, file.url, token)],
    ['FILE', () => lookInFile(network, file.url.replace(/^https/, 'http'), token)],
  ]
  const findings = new Set<string>()
  for (const [proof, look] of looks) {
    const finding = await look()
    if (finding === FOUND) return proof
    findings.add(finding)
  }
  const messages = [...findings]
  throw new Failure(
    'impossible',
    `No encontramos la prueba de que «${host}» es de su organización. ${messages.join(' ')}`,
    { details: messages.map((message) => ({ path: 'url', message })) },
  )
}

export async function markVerified(ctx: WriteCtx, claim: Claim, method: Proof) {
  const before = found(await domains.lockFields(ctx, claim.domainId), 'el dominio')
  if (before.url_key !== claim.urlKey) {
    throw new Failure(
      'conflict',
      'La dirección del dominio cambió mientras se comprobaba. Verifique de nuevo.',
    )
  }
  const fields = { is_verified: true, verified_at: ctx.now, updated_at: ctx.now }
  await together(
    domains.update(ctx, claim.domainId, fields),
    audit(ctx, {
      action: 'verify',
      entityType: 'domain',
      entityId: claim.domainId,
      before,
      after: { ...before, ...fields, method },
    }),
  )
  return { id: before.id, isVerified: true, verifiedAt: iso(ctx.now), method }
}

// ── looking ──

/** Marks a proof that was found. Any other finding is a sentence about what was found instead. */
const FOUND = ''

async function lookInDns(network: Network, { name, value }: Claim['places']['dns']): Promise<string> {
  const records = await outside(() => network.resolveTxt(name))
  if (typeof records === 'string') return records
  if (records.some((record) => record.includes(value))) return FOUND
  if (records.length === 0) return `«${name}» no tiene registros TXT.`
  return `«${name}» tiene otro registro TXT: «${excerpt(records.join(', '))}».`
}

async function lookInFile(network: Network, url: string, token: string): Promise<string> {
  const answer = await outside(() => network.get(url, { timeoutMs: FILE_TIMEOUT_MS, maxBytes: 4096 }))
  if (typeof answer === 'string') return answer
  const { status, bodyStart } = answer
  if (status !== 200) return `${url} respondió ${status}.`
  return bodyStart.includes(token) ? FOUND : `${url} tiene otro contenido: «${excerpt(bodyStart)}».`
}

async function outside<T>(look: () => Promise<T>): Promise<T | string> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 80).toWellFormed()}…` : line
}

async function getDomain(ctx: ReadCtx, id: string): Promise<repo.DomainRow> {
  return found(await repo.findDomain(ctx, id), 'el dominio')
}

function claimOf(row: repo.DomainRow): Claim {
  const site = readUrl(row.url)!
  const token = row.verification_token
  return {
    domainId: row.id,
    urlKey: row.url_key,
    host: site.host,
    token,
    isVerified: row.is_verified,
    places: placesOfProof(site, token),
  }
}

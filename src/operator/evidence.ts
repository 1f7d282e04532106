import { readFile } from 'node:fs/promises'
import type { TenantAccess } from '#db/access.ts'
import {
  brokenView,
  type ErasureOutcome,
  eraseByLaw,
  type KnownHead,
  listKeys,
  rotateKey,
  type Verdict,
  verifyChain,
} from '#modules/evidence/public.ts'
import { OPERATOR } from '#modules/settings/public.ts'
import type { Config } from '#src/config.ts'
import { withAccess } from './installation.ts'

export interface Verified {
  slug: string
  verdict: Verdict
  /** Known heads were given for comparison. */
  isCompared: boolean
}

/** Verifies every organisation, or one. Undefined if no organisation has the slug. */
export function verifyEvidence(
  config: Config,
  slug: string | undefined,
  /** Undefined if none were given. An empty list is compared, and contains nothing. */
  heads: readonly KnownHead[] | undefined,
  onPage: (slug: string, seq: number) => void,
): Promise<Verified[] | undefined> {
  return withAccess(config, async (access, tools) => {
    const tenants = await listTenants(access, slug)
    if (slug !== undefined && tenants.length === 0) return undefined
    const keys = await listKeys(access, tools)
    const verified: Verified[] = []
    for (const { id: tenantId, slug } of tenants) {
      const verdict = await verifyChain({
        read: (work) => access.lookUp('verify a chain of evidence', work),
        tenantId,
        keys,
        vault: tools.vault,
        heads: heads ?? [],
        onPage: (seq) => onPage(slug, seq),
      })
      verified.push({ slug, verdict, isCompared: heads !== undefined })
    }
    return verified
  })
}

function listTenants(access: TenantAccess, slug: string | undefined) {
  return access.lookUp('find organisations whose evidence is verified', (db) => {
    const all = db.selectFrom('tenants').select(['id', 'slug']).where('erasing_since', 'is', null)
    return (slug === undefined ? all : all.where('slug', '=', slug)).orderBy('slug').execute()
  })
}

/** Heads as GET /public/evidence/:tenantSlug/heads answers them, or as a list. Undefined for anything else. */
export async function readHeads(path: string): Promise<KnownHead[] | undefined> {
  try {
    const parsed = JSON.parse(await readFile(path, 'utf8'))
    const list = Array.isArray(parsed) ? parsed : (parsed.data?.items ?? parsed.items)
    const isHead = (one: Partial<KnownHead>) => Number.isInteger(one.seq) && typeof one.hash === 'string'
    return Array.isArray(list) && list.every(isHead) ? list : undefined
  } catch {
    return undefined
  }
}

/** One line per organisation. */
export function verdictLine({ slug, verdict, isCompared }: Verified): string {
  const { firstBroken, entries, checkedTo, waiting, erased, archived, imported, compared } = verdict
  if (firstBroken) {
    const { seq, entityType, entityId, message } = brokenView(firstBroken)
    const place = seq === null ? 'fuera de la cadena' : `en la anotación ${seq}`
    const record = entityType === null ? '' : ` (${entityType} ${entityId})`
    const whole =
      checkedTo === 0 ? 'Ninguna anotación alcanzó a comprobarse.' : `Entera hasta la anotación ${checkedTo}.`
    return `${slug}: ROTA ${place}${record}. ${message} ${whole}`
  }
  const also = [
    imported > 0 ? `${counted(imported, 'anterior', 'anteriores')} a la cadena` : '',
    erased > 0 ? `${counted(erased, 'borrada', 'borradas')} por ley` : '',
    archived > 0 ? `${archived} en meses archivados` : '',
    waiting > 0 ? `${counted(waiting, 'espera', 'esperan')} su sello` : '',
    isCompared ? comparedWords(compared) : '',
  ].filter(Boolean)
  return `${slug}: entera, ${counted(entries, 'anotación', 'anotaciones')}${also.length > 0 ? `; ${also.join(', ')}` : ''}.`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function comparedWords(count: number): string {
  if (count === 1) return 'contiene la cabeza que usted guardó'
  return count > 0
    ? `contiene las ${count} cabezas que usted guardó`
    : 'ninguna de las cabezas que usted guardó es de esta organización: no se comparó con ellas'
}

export function rotateEvidenceKey(config: Config): Promise<string> {
  return withAccess(config, async (access, tools) => (await rotateKey(access, tools)).kid)
}

export function eraseEvidence(
  config: Config,
  erasure: { slug: string; entityType: string; id: string; reason: string },
): Promise<ErasureOutcome> {
  return withAccess(config, (access, tools) => eraseByLaw(access, tools, erasure, OPERATOR))
}

import type { EvidenceKey, Head, Stamp } from '../../../src/kernel/evidence/entry.ts'
import { type StampResult, verifyStamp } from '../../../src/kernel/evidence/stamp.ts'
import { instant, NO_STAMP, STAMP_FAULTS, type Verdict } from './verdict.ts'

/** The trusted keys and the published heads. */
export interface Trust {
  /** Undefined if the service was not asked or did not answer. */
  keys: readonly EvidenceKey[] | undefined
  /** Whether the service publishes exactly this head. Undefined if it was not asked or did not answer. */
  publishes(slug: string, head: Head): Promise<boolean | undefined>
}

const NOBODY = () => Promise.resolve(undefined)

/** Without a network, only the data in the file can be used. */
export const OFFLINE: Trust = { keys: undefined, publishes: NOBODY }

/** Reads the public keys and heads of this page's service. Sends nothing of the file. */
export async function askService(root: string): Promise<Trust> {
  const answer = await dataOf(`${root}api/v1/public/evidence/keys`)
  const keys = answer?.['keys'] as EvidenceKey[] | undefined
  if (!Array.isArray(keys)) return OFFLINE
  return {
    keys,
    async publishes(slug, head) {
      const path = `${encodeURIComponent(slug)}/heads?q=${encodeURIComponent(head.hash)}`
      const found = await dataOf(`${root}api/v1/public/evidence/${path}`)
      const heads = found?.['items'] as Head[] | undefined
      return heads?.some(
        ({ tenantId, seq, hash }) => tenantId === head.tenantId && seq === head.seq && hash === head.hash,
      )
    },
  }
}

async function dataOf(address: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' } })
    const body = await answer.json()
    return answer.ok ? (body.data ?? body) : undefined
  } catch {
    return undefined
  }
}

/** Adds the time stamp of the head to a verdict. */
export async function tellStamp(
  verdict: Verdict,
  head: Head,
  stamp: Stamp | null | undefined,
): Promise<void> {
  if (!stamp) {
    verdict.facts.push(['Sello externo', NO_STAMP])
    verdict.notes.push({
      kind: 'info',
      text: `${NO_STAMP}: la fecha es la que dice este servicio, y ninguna autoridad ajena la acredita.`,
    })
    return
  }
  const result = await checkToken(stamp, head)
  if (result.valid) {
    verdict.facts.push(['Sello externo', `${instant(result.at)}, por ${result.authority}`])
    verdict.technical.push(['Certificado del sello', result.fingerprint])
    return
  }
  if (result.fault === 'algorithm') {
    verdict.notes.push({ kind: 'warn', text: 'Este navegador no puede comprobar el sello de tiempo.' })
    return
  }
  verdict.state = 'altered'
  verdict.faults.push({ what: 'Sello de tiempo', why: STAMP_FAULTS[result.fault] })
}

/** A shortened or rewritten chain lacks heads that were signed before. */
export async function tellPublished(verdict: Verdict, trust: Trust, slug: string, head: Head): Promise<void> {
  const isPublished = await trust.publishes(slug, head)
  if (isPublished) verdict.facts.push(['Publicado', 'Coincide con lo que el servicio publica'])
  else if (isPublished === false)
    verdict.notes.push({
      kind: 'warn',
      text: 'La firma es del servicio, pero su cadena de evidencia ya no contiene este punto: se cortó, se reescribió o se restauró de un respaldo. Conserve este archivo.',
    })
}

/** If the keys come only from the file, the person must compare them: anybody can make keys. */
export function tellKey(verdict: Verdict, trust: Trust, kid: string): void {
  verdict.technical.push(['Clave de la firma', kid])
  if (trust.keys) return
  if (verdict.state === 'whole') verdict.state = 'coherent'
  verdict.notes.push({
    kind: 'warn',
    text: 'Se comprobó sin conexión, con la clave que viene en el archivo. Para saber que es la del servicio, compárela con las que publica, o compruebe el archivo en su página /verificar.',
  })
}

async function checkToken(stamp: Stamp, head: Head): Promise<StampResult> {
  try {
    return await verifyStamp(
      Uint8Array.from(atob(stamp.token), (char) => char.charCodeAt(0)),
      head,
    )
  } catch {
    return { valid: false, fault: 'shape' }
  }
}

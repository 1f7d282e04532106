import type { EntryKind, EvidenceKey, Proof } from '../../../src/kernel/evidence/entry.ts'
import { verifyProof } from '../../../src/kernel/evidence/proof.ts'
import { type Trust, tellKey, tellPublished, tellStamp } from './trust.ts'
import { emptyVerdict, instant, STEPS, UNSUPPORTED, type Verdict } from './verdict.ts'

const KINDS: Readonly<Record<EntryKind, string>> = {
  audit: 'Registro de auditoría',
  consent: 'Consentimiento',
  request: 'Solicitud de derechos',
  letter: 'Carta',
  signature: 'Firma',
  document: 'Documento publicado',
  imported: 'Registro anterior a la cadena',
  erasure: 'Borrado de datos por ley',
  seal: 'Sello',
}

/** Records for which people get receipts. */
export const RECORD_NAMES: Readonly<Record<string, string>> = {
  consent_record: 'Consentimiento en un aviso de cookies',
  consent_form_record: 'Consentimiento en un formulario',
  dsar_request: 'Solicitud de derechos',
  dsar_letter: 'Carta de una solicitud de derechos',
  contract: 'Contrato firmado',
}

/** Data that may come with a proof: its organisation, and keys for checking without a network. */
type Carried = Proof & {
  organisation?: { name?: string; slug?: string }
  keys?: EvidenceKey[]
}

// biome-ignore lint/suspicious/noExplicitAny: a dropped file may have any shape.
type Anything = any

/** Finds the proof in a dropped file: alone, in an answer of the API, or in a receipt. */
export function proofIn(value: Anything): Carried | undefined {
  const places = [
    value,
    value?.data,
    value?.proof,
    value?.data?.proof,
    value?.evidence,
    value?.data?.evidence,
  ]
  const found = places.find(
    (one) => one && typeof one === 'object' && one.entry && one.seal && one.head && one.signature,
  )
  if (!found) return undefined
  return {
    organisation: value.organisation ?? value.data?.organisation,
    keys: value.keys ?? value.data?.keys,
    ...found,
  }
}

export async function checkProof(proof: Carried, trust: Trust, slug: string | undefined): Promise<Verdict> {
  const verdict = emptyVerdict('whole')
  const result = await verifyProof(proof, trust.keys ?? proof.keys ?? [])
  if (!result.whole) return broken(verdict, result.step, trust)
  const { entry, head } = result
  verdict.text = 'El registro es el que entró a la cadena de evidencia, y nada de él cambió desde entonces.'
  verdict.facts.push(
    ['Qué es', RECORD_NAMES[entry.entityType] ?? KINDS[entry.kind]],
    ['De quién', `Organización ${entry.tenantId}`],
    ['Registrado', instant(entry.at)],
    ['Firmado', instant(head.at)],
  )
  // The name is not part of the proof, so anybody could have written it.
  if (proof.organisation?.name) verdict.facts.push(['Nombre que da el archivo', proof.organisation.name])
  verdict.technical.push(
    ['Identificador', entry.entityId],
    ['Anotación de la cadena', `${entry.seq}, sellada por la ${head.seq}`],
  )
  if (!result.payloadChecked)
    verdict.notes.push({
      kind: 'info',
      text: 'La prueba no trae el contenido: acredita que el registro existía y que no cambió, no lo que dice.',
    })
  tellKey(verdict, trust, result.kid)
  await tellStamp(verdict, head, proof.stamp)
  const named = proof.organisation?.slug ?? slug
  if (named) await tellPublished(verdict, trust, named, head)
  if (proof.payload)
    for (const [name, value] of Object.entries(proof.payload.row)) tellField(verdict, name, value)
  return verdict
}

const MOST_LENGTH = 400

function tellField(verdict: Verdict, name: string, value: unknown): void {
  if (value === null || value === undefined || name === 'tenant_id') return
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  verdict.content.push([name, text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH)}…` : text])
}

function broken(verdict: Verdict, step: keyof typeof STEPS | 'unsupported', trust: Trust): Verdict {
  if (step === 'unsupported') return { ...verdict, state: 'unsure', text: UNSUPPORTED }
  if (step === 'key' && !trust.keys)
    return {
      ...verdict,
      state: 'unsure',
      text: 'No se pudieron obtener las claves públicas del servicio, y la prueba no las trae. Compruebe su conexión e inténtelo de nuevo.',
    }
  return {
    ...verdict,
    state: step === 'key' ? 'foreign' : 'altered',
    text: step === 'key' ? STEPS.key : 'La prueba no corresponde a lo que dice.',
    faults: step === 'key' ? [] : [{ what: 'Prueba', why: STEPS[step] }],
  }
}

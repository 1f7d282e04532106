import { checkProof, proofIn } from './proof.ts'
import type { Trust } from './trust.ts'
import { emptyVerdict, type Verdict } from './verdict.ts'

/** The record that the code of a receipt names. */
export interface Named {
  slug: string
  type: string
  id: string
}

export function namedIn(search: string): Named | undefined {
  const asked = new URLSearchParams(search)
  const [slug, type, id] = ['organizacion', 'registro', 'id'].map((name) => asked.get(name))
  return slug && type && id ? { slug, type, id } : undefined
}

export type Answered = { verdict: Verdict; title: string } | 'waits'

/** The published proof of the record, checked here with the service's keys. */
export async function checkNamed(
  root: string,
  { slug, type, id }: Named,
  trust: () => Promise<Trust>,
): Promise<Answered> {
  const path = [slug, type, id].map(encodeURIComponent).join('/')
  const answer = await fetch(`${root}api/v1/public/evidence/${path}`, {
    headers: { accept: 'application/json' },
  }).catch(() => undefined)
  if (answer?.status === 409) return 'waits'
  const title = 'El registro de su comprobante'
  const body = await answer?.json().catch(() => undefined)
  if (answer?.status === 404)
    return {
      title,
      verdict: emptyVerdict(
        'foreign',
        'Este servicio no tiene un registro así. El código puede estar incompleto, o el comprobante puede ser de otro servicio o falso.',
      ),
    }
  const proof = answer?.ok ? proofIn(body) : undefined
  if (!proof)
    return {
      title,
      verdict: emptyVerdict(
        'unsure',
        body?.error?.message ?? 'El servicio no respondió. Compruebe su conexión e inténtelo de nuevo.',
      ),
    }
  const verdict = await checkProof(proof, await trust(), slug)
  const { name } = (body.data as { organisation: { name: string } }).organisation
  const { entityType, entityId } = proof.entry
  if (verdict.state === 'whole' && (entityType !== type || entityId !== id)) {
    verdict.state = 'altered'
    verdict.faults.push({ what: 'Prueba', why: 'Es de otro registro.' })
  }
  verdict.facts = verdict.facts
    .filter(([label]) => label !== 'Nombre que da el archivo')
    .map(([label, value]) => [label, label === 'De quién' ? name : value])
  if (verdict.state !== 'whole') return { verdict, title }
  verdict.facts.push(['Identificador', entityId])
  verdict.technical = verdict.technical.filter(([label]) => label !== 'Identificador')
  verdict.notes = verdict.notes.filter(({ text }) => !text.startsWith('La prueba no trae'))
  const { content } = body.data as { content: keyof typeof CONTENTS }
  const told = CONTENTS[content] ?? CONTENTS.changed
  if (told.isBroken) verdict.state = 'altered'
  verdict.title = told.title
  verdict.text = `${name} ${told.text}`
  verdict.notes.push({
    kind: 'warn',
    text: 'Esto no comprueba lo que dice un papel: cualquiera puede imprimir este código en otro. Para comprobar el documento, pida el archivo PDF y ábralo aquí.',
  })
  return { verdict, title }
}

/** The service's statement about the row behind the entry. */
const CONTENTS = {
  same: {
    title: 'El registro existe y no ha cambiado',
    text: 'tiene este registro en su cadena de evidencia, como entró a ella. Compare el identificador y la fecha con los de su comprobante.',
    isBroken: false,
  },
  erased: {
    title: 'El registro existió',
    text: 'tuvo este registro en su cadena de evidencia. Su contenido se borró por una obligación legal; queda su huella.',
    isBroken: false,
  },
  archived: {
    title: 'El registro existe y está archivado',
    text: 'tiene este registro en su cadena de evidencia. Su contenido está en el archivo de un mes antiguo, que se retiró de la base de datos en uso; pídalo a la organización. Compare el identificador y la fecha con los de su comprobante.',
    isBroken: false,
  },
  changed: {
    title: 'El registro cambió',
    text: 'tiene este registro, pero no es como entró a su cadena de evidencia.',
    isBroken: true,
  },
  missing: {
    title: 'El registro ya no está',
    text: 'tuvo este registro en su cadena de evidencia, y ya no está, sin que conste un motivo legal.',
    isBroken: true,
  },
} as const

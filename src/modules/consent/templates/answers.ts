import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { isOneAddress } from '#kernel/text.ts'
import { asksAge, fieldName, refField } from './form.ts'
import type { TemplateRow } from './repo.ts'
import { type Field, typeOf, type Values } from './rules.ts'
import type { Submission } from './schemas.ts'

/** Reads a page's answers into the body of the API's own call, and maps the call's faults back to the page's fields. */

const SENT: Readonly<Record<string, (texts: readonly string[]) => unknown>> = {
  number: ([text]) => (Number.isFinite(Number(text)) ? Number(text) : text),
  checkbox: ([text]) => text === 'true',
  multiselect: (texts) => texts,
}

export function readSubmission(template: TemplateRow, sent: URLSearchParams): Submission {
  const faults: FaultDetail[] = []
  const ref = refField(template)
  const subjectRef = textAt(sent, ref)
  if (!subjectRef) faults.push({ path: ref, message: 'Escriba su correo electrónico.' })
  else if (subjectRef.length > 200 || !isOneAddress(subjectRef))
    faults.push({
      path: ref,
      message: `«${subjectRef.slice(0, 200)}» no es un correo electrónico. Revíselo.`,
    })
  if (sent.get('granted') !== 'true')
    faults.push({
      path: 'granted',
      message: 'Marque la casilla si está de acuerdo. Si no lo está, no envíe nada.',
    })
  const [name, rut, relation] = ['Name', 'Rut', 'Relation'].map((part) =>
    textAt(sent, `representative${part}`)?.slice(0, 200),
  )
  const isRepresented = !!(name || rut || relation)
  const declared = sent.get('representativeDeclares') === 'true'
  if (isRepresented && !declared)
    faults.push({
      path: 'representativeDeclares',
      message: 'Quien representa tiene que declarar que puede consentir: marque la casilla.',
    })
  if (faults.length > 0) throw new Failure('malformed', 'Falta corregir un dato', { details: faults })
  const version = Number(sent.get('version'))
  return {
    subjectRef: subjectRef!,
    granted: true,
    values: valuesOf(template, sent),
    ...(isRepresented && { representative: { name, rut, relation, declared } }),
    ...(Number.isInteger(version) && version >= 1 && version <= template.version && { version }),
  } as Submission
}

function valuesOf(template: TemplateRow, sent: URLSearchParams): Values {
  const values = template.fields.flatMap((field: Field, index) => {
    const texts = sent.getAll(fieldName(index)).filter((text) => text.trim() !== '')
    if (texts.length === 0) return []
    return [[field.key, (SENT[typeOf(field)] ?? (([text]) => text))(texts)] as const]
  })
  const age = asksAge(template) ? textAt(sent, 'age') : undefined
  return Object.fromEntries([...values, ...(age === undefined ? [] : [['age', Number(age)] as const])])
}

function textAt(sent: URLSearchParams, name: string): string | undefined {
  return sent.get(name)?.trim() || undefined
}

const WORDS: Readonly<Record<string, { path: string; message?: string }>> = {
  'values.age': { path: 'age', message: 'Escriba su edad en años, con números.' },
  'representative.name': { path: 'representativeName', message: 'Escriba el nombre de quien representa.' },
  'representative.rut': { path: 'representativeRut', message: 'Escriba un RUT válido de quien representa.' },
  'representative.relation': {
    path: 'representativeRelation',
    message: 'Diga qué es de la persona: madre, padre, tutora.',
  },
}

/** Maps the call's faults to the page's fields. Faults of the version are left out: no person fills it in. */
export function faultsOf(template: TemplateRow, { message, details = [] }: Failure): FaultDetail[] {
  return details
    .filter(({ path }) => path !== '' && path !== 'version')
    .map((fault) => {
      const index = template.fields.findIndex(({ key }) => fault.path === `values.${key}`)
      if (index >= 0) return { path: fieldName(index), message: fault.message }
      if (fault.path === 'subjectRef') return { path: refField(template), message: fault.message }
      // A form with a date of birth has no age field, although the call would accept an age too.
      const born = template.fields.findIndex(({ key }) => key === 'birthDate')
      if (fault.path === 'values.age' && born >= 0)
        return { path: fieldName(born), message: `«${template.fields[born]!.label}» es obligatorio.` }
      const known = WORDS[fault.path]
      return { path: known?.path ?? fault.path, message: known?.message ?? fault.message ?? message }
    })
}

import { fingerprint } from '#documents/fingerprint.ts'
import type { Facts } from './facts.ts'

/** Fingerprints of the facts that a policy was written from. They show later which facts have changed. */
export interface Sources {
  /** Increase it when `Facts` changes its shape: fingerprints of different forms cannot be compared. */
  form: typeof FORM
  grouped: boolean
  entity: string
  /** By the key of the row: an activity or, once grouped, a purpose and its basis. */
  rows: Record<string, Print>
  measures: string
  sites: string
  rightsForm: string
  /** By notice id. */
  notices: Record<string, Print>
}

export interface Print {
  /** Describes the changed fact in a sentence. */
  name: string
  hash: string
}

const FORM = 4

/** Derived from the same facts as the text, so both always cover the same fields. */
export function sourcesOf({
  entity,
  activities,
  measures,
  sites,
  rightsForm,
  notices,
  ...rest
}: Facts): Sources {
  rest satisfies Record<string, never>
  return {
    form: FORM,
    grouped: activities.grouped,
    entity: fingerprint(entity),
    rows: Object.fromEntries(
      activities.rows.map(({ key, ...row }) => [
        key,
        { name: row.name ?? row.purpose ?? 'otras finalidades', hash: fingerprint(row) },
      ]),
    ),
    measures: fingerprint(measures),
    sites: fingerprint(sites),
    rightsForm: fingerprint(rightsForm),
    notices: Object.fromEntries(
      notices.map(({ id, name, purposes }) => [id, { name, hash: fingerprint(purposes) }]),
    ),
  }
}

/** Nobody reads a longer list; the rest is counted. */
const MOST = 50

/** One Spanish sentence per change, activities first. */
export function changesSince(then: Sources, now: Sources): string[] {
  if (then.form !== now.form)
    return ['Esta versión se redactó con otra edición del programa: genere una nueva para comparar.']
  const all = [
    ...activitiesChanged(then, now),
    ...(then.entity === now.entity
      ? []
      : [
          'Cambiaron los datos de la entidad legal (nombre, RUT, representante, delegado, domicilio, correos o si es un órgano público).',
        ]),
    ...(then.measures === now.measures ? [] : ['Cambiaron las medidas de seguridad de los sistemas.']),
    ...(then.sites === now.sites ? [] : ['Cambiaron los sitios web de la entidad legal.']),
    ...(then.rightsForm === now.rightsForm
      ? []
      : ['Cambió el formulario en que las personas ejercen sus derechos.']),
    ...changed(then.notices, now.notices, {
      added: (name) => `Se publicó el aviso de consentimiento «${name}».`,
      removed: (name) => `El aviso de consentimiento «${name}» ya no está publicado.`,
      changed: (name) => `Cambió el aviso de consentimiento «${name}».`,
    }),
  ]
  const rest = all.length - MOST
  return rest > 0 ? [...all.slice(0, MOST), `Y ${rest} ${rest === 1 ? 'cambio' : 'cambios'} más.`] : all
}

/** Single rows cannot be compared with groups. */
function activitiesChanged(then: Sources, now: Sources): string[] {
  if (then.grouped === now.grouped) return changed(then.rows, now.rows, now.grouped ? GROUPS : ACTIVITIES)
  return [
    now.grouped
      ? 'Se agregaron actividades: una versión nueva las mostrará agrupadas por finalidad.'
      : 'Hay menos actividades publicadas: una versión nueva las mostrará una por una.',
  ]
}

interface Sentences {
  added(name: string): string
  removed(name: string): string
  changed(name: string): string
}

const ACTIVITIES: Sentences = {
  added: (name) => `Se agregó la actividad «${name}».`,
  removed: (name) => `La actividad «${name}» ya no está publicada.`,
  changed: (name) => `Cambió la actividad «${name}».`,
}

const GROUPS: Sentences = {
  added: (name) => `Se agregaron actividades con la finalidad «${name}».`,
  removed: (name) => `Ya no hay actividades publicadas con la finalidad «${name}».`,
  changed: (name) => `Cambiaron las actividades con la finalidad «${name}».`,
}

function changed(then: Record<string, Print>, now: Record<string, Print>, say: Sentences): string[] {
  const here = Object.entries(now).flatMap(([key, is]) => {
    const was = then[key]
    if (!was) return say.added(is.name)
    return was.hash === is.hash ? [] : say.changed(is.name)
  })
  const gone = Object.entries(then).filter(([key]) => now[key] === undefined)
  return [...here, ...gone.map(([, { name }]) => say.removed(name))]
}

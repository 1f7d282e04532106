/** What a policy was written from, in fingerprints: enough to tell later what has changed since. */
export interface Sources {
  entity: string
  /** By activity id. */
  activities: Record<string, { name: string; hash: string }>
  measures: string[]
  sites: string[]
  /** By notice id. */
  notices: Record<string, { name: string; version: number }>
}

/** More than anyone reads; the rest is counted. */
const MOST = 50

/** One Spanish sentence per change, activities first. */
export function changesSince(then: Sources, now: Sources): string[] {
  const all = [
    ...changed(then.activities, now.activities, (was, is) => was.hash !== is.hash, {
      added: (name) => `Se agregó la actividad «${name}».`,
      removed: (name) => `La actividad «${name}» ya no está publicada.`,
      changed: (name) => `Cambió la actividad «${name}».`,
    }),
    ...(then.entity === now.entity
      ? []
      : [
          'Cambiaron los datos de la entidad legal (nombre, RUT, representante, delegado, domicilio o correos).',
        ]),
    ...(sameSet(then.measures, now.measures) ? [] : ['Cambiaron las medidas de seguridad de los sistemas.']),
    ...(sameSet(then.sites, now.sites) ? [] : ['Cambiaron los sitios web de la entidad legal.']),
    ...changed(then.notices, now.notices, (was, is) => was.version !== is.version, {
      added: (name) => `Se publicó el aviso de consentimiento «${name}».`,
      removed: (name) => `El aviso de consentimiento «${name}» ya no está publicado.`,
      changed: (name) => `Cambió el aviso de consentimiento «${name}».`,
    }),
  ]
  const rest = all.length - MOST
  return rest > 0 ? [...all.slice(0, MOST), `Y ${rest} ${rest === 1 ? 'cambio' : 'cambios'} más.`] : all
}

interface Sentences {
  added(name: string): string
  removed(name: string): string
  changed(name: string): string
}

function changed<T extends { name: string }>(
  then: Record<string, T>,
  now: Record<string, T>,
  differs: (was: T, is: T) => boolean,
  say: Sentences,
): string[] {
  const here = Object.entries(now).flatMap(([id, is]) => {
    const was = then[id]
    if (!was) return say.added(is.name)
    return differs(was, is) ? say.changed(is.name) : []
  })
  const gone = Object.entries(then).filter(([id]) => now[id] === undefined)
  return [...here, ...gone.map(([, { name }]) => say.removed(name))]
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}

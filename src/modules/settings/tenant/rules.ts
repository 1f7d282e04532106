/** Arts. 49 and 50, Ley 19.628 (mod. Ley 21.719): a DPO is voluntary, and compulsory only in a prevention model. */

const AREA_AND_PLACE = /^(UTC|[A-Z_]+\/.+)$/i

/** Accepts zones of the IANA database. Offsets and abbreviations have no daylight saving, so they are refused. */
export function isTimeZone(text: string): boolean {
  return AREA_AND_PLACE.test(text) && answers(() => new Intl.DateTimeFormat('es', { timeZone: text }))
}

const LANGUAGES = new Intl.DisplayNames(['es'], { type: 'language', fallback: 'none' })
const REGIONS = new Intl.DisplayNames(['es'], { type: 'region', fallback: 'none' })

/** The canonical form of a BCP 47 tag with an existing language and region; undefined otherwise. */
export function canonicalLocale(text: string): string | undefined {
  const known = answers(() => {
    const { language, region } = new Intl.Locale(text)
    return LANGUAGES.of(language) !== undefined && (!region || REGIONS.of(region) !== undefined)
  })
  return known ? Intl.getCanonicalLocales(text)[0] : undefined
}

function answers(attempt: () => unknown): boolean {
  try {
    return Boolean(attempt())
  } catch {
    return false
  }
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'

/** The advice, by how many active entities have a DPO. */
export function recommendDpo(named: number, entities: number): string {
  if (named === 0) {
    return (
      'No hay un delegado de protección de datos designado. Designarlo es voluntario ' +
      `(art. 50, ${LAW}); solo es obligatorio dentro de un modelo de prevención de infracciones ` +
      `(art. 49, ${LAW}). Si trata datos sensibles o a gran escala, le conviene designar uno.`
    )
  }
  if (named < entities) {
    return (
      `${named} de ${entities} entidades activas tienen un delegado de protección de datos. Designarlo es ` +
      `voluntario (art. 50, ${LAW}) y un grupo de empresas puede tener uno solo: asígnelo a las demás si ` +
      'también actúa por ellas. Dentro de un modelo de prevención de infracciones es obligatorio ' +
      `(art. 49, ${LAW}).`
    )
  }
  return (
    'Todas las entidades activas tienen un delegado de protección de datos, que debe contar con autonomía y medios ' +
    `(art. 50, ${LAW}). Identifíquelo en la política de tratamiento (art. 14 ter letra b). Si adopta un modelo de prevención ` +
    'de infracciones, publique además sus datos de contacto e informe a la Agencia su nombre y los cambios (arts. 11 y 13, DS 662 de 2025).'
  )
}

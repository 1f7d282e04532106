/**
 * The 17 categories of personal data (contract 2.3). The sensitive ones are those of art. 2 letra g), Ley 19.628
 * (mod. Ley 21.719) that have a category here. `criminal` and `minor_data` raise risk without being «sensitive».
 */
export const DATA_CATEGORIES = {
  name: { label: 'Nombre', sensitive: false },
  email: { label: 'Correo electrónico', sensitive: false },
  phone: { label: 'Teléfono', sensitive: false },
  rut: { label: 'RUT', sensitive: false },
  address: { label: 'Domicilio', sensitive: false },
  financial: { label: 'Datos financieros', sensitive: false },
  health: { label: 'Salud y perfil biológico', sensitive: true },
  biometric: { label: 'Datos biométricos', sensitive: true },
  ethnic_origin: { label: 'Origen étnico o racial', sensitive: true },
  political: { label: 'Afiliación política, sindical o gremial', sensitive: true },
  religious: { label: 'Creencias religiosas y convicciones ideológicas o filosóficas', sensitive: true },
  sexual_orientation: { label: 'Vida sexual, orientación sexual e identidad de género', sensitive: true },
  criminal: { label: 'Infracciones y condenas', sensitive: false },
  minor_data: { label: 'Datos de niños, niñas y adolescentes', sensitive: false },
  location: { label: 'Ubicación', sensitive: false },
  browsing: { label: 'Navegación', sensitive: false },
  employment: { label: 'Datos laborales', sensitive: false },
} as const satisfies Record<string, { label: string; sensitive: boolean }>

export type DataCategory = keyof typeof DATA_CATEGORIES

export const DATA_CATEGORY_KEYS = Object.keys(DATA_CATEGORIES) as DataCategory[]

export const SENSITIVE_CATEGORIES = DATA_CATEGORY_KEYS.filter((key) => DATA_CATEGORIES[key].sensitive)

/** Art. 2 letra g): a sensitive category, or the socioeconomic situation, which has no category of its own. */
export function isSensitive({
  dataCategories,
  socioeconomic,
}: {
  dataCategories: readonly string[]
  socioeconomic: boolean
}): boolean {
  return socioeconomic || includesSensitive(dataCategories)
}

/** Systems may use words outside the list. These count as not sensitive. */
export function includesSensitive(categories: readonly string[]): boolean {
  return categories.some((category) => (SENSITIVE_CATEGORIES as string[]).includes(category))
}

import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'

/**
 * Categories as texts show them. Camera images are stored under location, and the socioeconomic situation, which is
 * sensitive (art. 2 letra g), has no category; texts name both.
 */
export type ShownCategory = DataCategory | 'images' | 'socioeconomic'

export const SHOWN_LABELS = { images: 'Imágenes de cámaras', socioeconomic: 'Situación socioeconómica' }

interface Described {
  name: string
  purpose: string | null
  dataSource: string | null
  socioeconomic: boolean
  dataCategories: readonly DataCategory[]
}

const CAMERAS = /\b(camaras?|cctv|videovigilancia|videos?|imagenes|grabaciones)\b/
const POSITION =
  /\b(gps|geolocaliza\w*|georreferencia\w*|geograficas?|ubicacion(es)?|ubicar|localiza\w*|coordenadas|antenas?|trayectos?)\b/

/** Art. 16 sexies is about a person's position, which images do not show. The activity's texts tell which it is. */
export function shownCategories(
  { name, purpose, dataSource, socioeconomic, dataCategories }: Described,
  systems: readonly string[] = [],
): readonly ShownCategory[] {
  const all = [...dataCategories, ...(socioeconomic ? (['socioeconomic'] as const) : [])]
  const text = fold([name, purpose, dataSource, ...systems].join(' '))
  if (!CAMERAS.test(text) || POSITION.test(text)) return all
  return all.map((key) => (key === 'location' ? 'images' : key))
}

/** The same as labels for documents. */
export function dataLabels(activity: Described): string[] {
  return shownCategories(activity).map((key) =>
    key === 'images' || key === 'socioeconomic' ? SHOWN_LABELS[key] : (DATA_CATEGORIES[key]?.label ?? key),
  )
}

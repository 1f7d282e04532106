import type { DataCategory } from '#kernel/data-categories.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import type { Signals } from './signals.ts'

/** Where nobody is named. A camera that knows faces sees everybody who passes. */
export function whoIsRecognised(signals: Signals): string[] {
  if (signals.traits.has('publicBody') && !signals.traits.has('workplace')) return ['citizens']
  if (tellsOf(signals, 'location')) return ['customers', 'visitors', 'employees']
  return signals.traits.has('workplace') ? ['employees'] : ['customers']
}

export const tellsOf = ({ data }: Signals, category: DataCategory) => data.some(({ key }) => key === category)

export const WORKERS = [
  'employees',
  'candidates',
  'contractors',
  'complainants',
  'Conductores y repartidores',
]

/** A task is done to those whom the words name; a business has its own people, and the words may add to them. */
export function peopleOf(template: RatTemplate, named: readonly string[]): string[] {
  if (named.length === 0) return [...template.subjectCategories]
  if (template.task && !FIXED_PEOPLE.includes(template.id)) return [...named]
  return [
    ...new Set([
      ...template.subjectCategories,
      ...named.filter((key) => !GENERIC.includes(key) || template.subjectCategories.includes(key)),
    ]),
  ]
}

/** Tasks whose people the law or the task itself fixes. */
const FIXED_PEOPLE = [
  'conocimiento-cliente',
  'evaluacion-crediticia',
  'remuneraciones',
  'denuncias-internas',
  'inhabilidades-menores',
  'proveedores',
  'salud-ocupacional',
  'reclutamiento',
  'newsletter',
  'carpeta-trabajador',
  'control-asistencia',
  'monitoreo-equipos',
  'gps-flota',
]
/** Words that a business uses for the people it already names better. */
const GENERIC = ['customers', 'site_visitors', 'prospects', 'visitors']

import type { DataCategory } from '#kernel/data-categories.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import type { Signals } from './signals.ts'

/** Where nobody is named. A camera that knows faces sees everybody who passes. */
export function whoIsRecognised(signals: Signals): string[] {
  if (signals.traits.has('publicBody') && !signals.traits.has('workplace')) return ['citizens']
  if (signals.traits.has('school') && !signals.traits.has('adults')) return ['students', 'guardians']
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
export function peopleOf(template: RatTemplate, { people: named, traits }: Signals): string[] {
  const own = template.subjectCategories.filter((key) => {
    if (named.includes(key)) return true
    // «Niños» are not adolescents.
    if (key === 'adolescents' && named.includes('children')) return false
    return !traits.has('adults') || !UNDERAGE.includes(key)
  })
  if (named.length === 0) return own
  if (template.task && !FIXED_PEOPLE.includes(template.id)) return [...named]
  const others = template.task ? [...GENERIC, 'employees'] : GENERIC
  return [...new Set([...own, ...named.filter((key) => !others.includes(key) || own.includes(key))])]
}

const UNDERAGE = ['children', 'adolescents', 'guardians']

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
  'concursos-sorteos',
]
/** Words that a business uses for the people it already names better. */
const GENERIC = ['customers', 'site_visitors', 'prospects', 'visitors', 'subscribers', 'credit_applicants']

import type { DataCategory } from '#kernel/data-categories.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import { type Signals, unite } from './signals.ts'

/** The people in face recognition if none are named. A camera sees everybody who passes. */
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

/** A task is done to the people named in the words. A business has its own people, and the words may add others. */
export function peopleOf(template: RatTemplate, signals: Signals): string[] {
  const { people: named, traits } = signals
  const own = ownPeople(template, signals)
  if (named.every(isBesideOthers)) return unite(own, named)
  if (template.task && !FIXED_PEOPLE.includes(template.id)) return [...named]
  const others = template.task ? [...GENERIC, 'employees'] : GENERIC
  const all = unite(
    own,
    named.filter((key) => !others.includes(key) || own.includes(key)),
  )
  // People with debts to a shop are its customers.
  const owes = ['credit_applicants', 'citizens']
  return traits.has('trade') && traits.has('debts') && all.every((key) => owes.includes(key))
    ? ['customers', 'credit_applicants']
    : all
}

/** The people of the template without those that the words exclude. */
function ownPeople({ id, subjectCategories }: RatTemplate, { people: named, traits }: Signals): string[] {
  if (id === 'gps-flota' && traits.has('rental') && !named.includes('employees')) return ['customers']
  const tellsOfMinors = UNDERAGE.some((key) => named.includes(key)) || traits.has('school')
  return subjectCategories.filter((key) => {
    if (named.includes(key)) return true
    // «Niños» does not include adolescents.
    if (key === 'adolescents' && named.includes('children')) return false
    if (key === 'emergency_contacts' && subjectCategories.includes('employees')) return false
    if (key === 'employees' && named.includes('students')) return false
    if (key === 'guardians' && !tellsOfMinors) return subjectCategories.some((one) => MINORS.includes(one))
    return !traits.has('adults') || !UNDERAGE.includes(key)
  })
}

/** Emergency contacts are always recorded beside somebody else. */
export const isBesideOthers = (key: string) => key === 'emergency_contacts'

const MINORS = ['children', 'adolescents', 'students']
const UNDERAGE = ['children', 'adolescents', 'guardians']

/** Tasks whose people are fixed by law or by the task itself. */
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
/** Generic words for people that a business already names better. */
const GENERIC = ['customers', 'site_visitors', 'prospects', 'visitors', 'subscribers', 'credit_applicants']

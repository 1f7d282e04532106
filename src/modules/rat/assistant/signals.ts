import type { DataCategory } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { DATA_CLUES, OTHER_SUBJECT_CLUES, SUBJECT_CLUES } from '../knowledge/clues.ts'
import { DECIDES_NOT, decidesAlone, RUNS_BY_ITSELF } from '../knowledge/deciding.ts'
import { TECHNICAL_HELP, worksForAnother } from '../knowledge/processors.ts'
import {
  DOERS,
  EMPTY_PHRASES,
  GRANTS,
  HEALTH_PAPERS,
  MUST,
  NO_CARE,
  NO_CHILDREN,
  NO_MONEY,
  NO_PEOPLE,
  NO_TRADES,
  ONLY_TOLD,
  OTHER_BODY,
  OTHER_BUSINESS,
  TESTS_AT_WORK,
  TRADE_ENDING,
  TRAIT_CLUES,
  type Trait,
  WE_PROVIDE,
} from '../knowledge/traits.ts'
import { findClues, mentions, type Reading, read, without } from './words.ts'

/** Facts in a description about the data, the people and the organisation. */
export interface Signals {
  data: { key: DataCategory; clue: string }[]
  people: string[]
  traits: ReadonlySet<Trait>
  /** The words that describe an automated decision or grading. */
  automatedBy: string | undefined
  /** It works for another organisation, which is responsible for the data. */
  isProcessor: boolean
  /** It says that it holds only the data it names. */
  onlyTold: boolean
  /** The number of informative words: «mi pyme necesita ayuda» has none. */
  told: number
}

export function readSignals(text: string, isPublicBody = false): Signals {
  const folded = fold(text).replaceAll(MUST, ' ').replace(WE_PROVIDE, 'empresa ')
  const whole = without(read(folded), EMPTY_PHRASES)
  // Schools and hospitals that are its clients do not imply children or patients.
  const own = without(read(folded.replaceAll(OTHER_BUSINESS, ' . ')), EMPTY_PHRASES)
  const rest = without(own, NO_CHILDREN)
  const found = findClues(whole, TRAIT_CLUES)
  const decides = findClues(
    without(read(folded.replace(RUNS_BY_ITSELF, ' . ').replace(DECIDES_NOT, ' . ')), EMPTY_PHRASES),
    {
      automated: TRAIT_CLUES.automated,
    },
  )
  const traits = new Set(found.map(({ key }) => key))
  if (!saysPublicBody(text)) traits.delete('publicBody')
  if (isPublicBody) traits.add('publicBody')
  const cares = without(whole, [...HEALTH_PAPERS, ...NO_CARE])
  if (traits.has('animals') || !TRAIT_CLUES.healthProvider.some((clue) => mentions(cares, clue))) {
    traits.delete('healthProvider')
  }
  if (whole.some((word) => word && TRADE_ENDING.test(word.text) && !NO_TRADES.includes(word.text))) {
    traits.add('trade')
  }
  const ages = agesIn(folded)
  return {
    data: withAges(withTests(dataIn(rest, traits), whole), ages),
    people: ages.length > 0 ? unite(peopleIn(rest, traits), peopleOfAges(ages)) : peopleIn(rest, traits),
    traits,
    automatedBy: decides[0]?.clue ?? decidesAlone(folded),
    // A health care provider is responsible for its own records (Ley 20.584).
    isProcessor: worksForAnother(folded) && (!traits.has('healthProvider') || TECHNICAL_HELP.test(folded)),
    onlyTold: ONLY_TOLD.test(folded),
    told: whole.filter((word) => word && !VAGUE.has(word.text)).length,
  }
}

/** Whether the writer is a public body. One that is only mentioned does not count. */
export function saysPublicBody(text: string): boolean {
  const own = without(read(fold(text).replaceAll(OTHER_BODY, ' . ')), EMPTY_PHRASES)
  return TRAIT_CLUES.publicBody.some((clue) => mentions(own, clue))
}

const VAGUE = new Set(
  'pyme empresa negocio ayuda necesito necesitamos sistema planilla excel datos dato informacion cosas archivos servidor interno usamos tenemos muchos hace anos base bases todo oficina gente personas ley cumplir queremos nueva guardo guardamos contactos registro registros varios documentos cliente clientes trabajo trayectoria ponernos ponerme dia familiar rubro encargado guarda guardan ayudame chica chico grande manejamos manejo harta harto hacer pongo hola quisiera registrar actividad actividades drive carpeta carpetas compartida papeles antiguos sabemos botar ordenar ver privacidad proceso procesos mejorar busca buscamos orientacion regularizar situacion normativa normativas frente veinte treinta doce diez mas menos otras otros varias computador computadores acaba aca poco mucha distinta trabajamos somos soy tengo quiero hace siempre senora area operaciones proyecto innovacion empieza diciembre nombres lista hay local consultora procedimiento procedimientos digital digitales equipo equipos crecer crecimiento calidad gestion interna interno internas nosotros asesoria implementar implementacion adecuar adecuarnos proteccion politica politicas'.split(
    ' ',
  ),
)

function dataIn(whole: Reading, traits: ReadonlySet<Trait>): Signals['data'] {
  const reading = without(whole, [...NO_CARE, ...NO_MONEY])
  return findClues(reading, DATA_CLUES).filter(({ key, clue }) => {
    // The health of an animal is not personal data.
    if (key === 'health') return !traits.has('animals')
    if (key === 'minor_data' && ['escolar', 'colegio', 'menores'].includes(clue)) return !traits.has('adults')
    if (key === 'minor_data' && clue === 'adopcion') return !traits.has('animals')
    if (key === 'minor_data' && KIN.includes(clue)) return !traits.has('aged')
    return true
  })
}

/** Of an old person these relatives are adults. */
const KIN = ['hijo', 'hijos', 'nieto', 'apoderado', 'tutor legal']

/** A psychological test is health data, even if its phrase belongs to a template. */
function withTests(data: Signals['data'], whole: Reading): Signals['data'] {
  if (data.some(({ key }) => key === 'health') || !TESTS_AT_WORK.some((clue) => mentions(whole, clue))) {
    return data
  }
  return [...data, { key: 'health', clue: 'test psicológico' }]
}

/** Matches «De 10 a 15 años», «desde los 4 años», «menores de 16»; not «hace 10 años» or «por 5 años». */
const AGES =
  /(?<!hace |por |durante |cada |ultimos |cumple |tenemos )\b(?:entre(?: los)?|de|desde(?: los)?|menores de|hasta(?: los)?)\s(\d{1,2})(?:\s(?:y|a|hasta)(?: los)?\s(\d{1,2}))?\s?(?:anos|anitos|de edad)\b(?! de (?:experiencia|garantia|antiguedad|uso|vigencia|cotizacion))/g
const OF_AGE = 18
const CHILDREN_UNTIL = 14

export function agesIn(folded: string): number[] {
  return [...folded.matchAll(AGES)]
    .flatMap(([words, from, to]) =>
      words.startsWith('menores') ? [Number(from) - 1] : [Number(from), Number(to ?? from)],
    )
    .filter((age) => age < OF_AGE)
}

const peopleOfAges = (ages: readonly number[]) => [
  ...(ages.some((age) => age < CHILDREN_UNTIL) ? ['children'] : []),
  ...(ages.some((age) => age >= CHILDREN_UNTIL) ? ['adolescents'] : []),
]

function withAges(data: Signals['data'], ages: readonly number[]): Signals['data'] {
  if (ages.length === 0 || data.some(({ key }) => key === 'minor_data')) return data
  return [...data, { key: 'minor_data', clue: `${Math.min(...ages)} años` }]
}

export const unite = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]

const CHILD = ['nino', 'nina', 'menor de edad', 'adolescente', 'escolar']

/** Visitors of a site count only if nobody else is named. */
const LAST_RESORT = ['site_visitors']

function peopleIn(whole: Reading, traits: ReadonlySet<Trait>): string[] {
  const reading = without(whole, [...DOERS, ...NO_PEOPLE])
  const known = findClues(reading, SUBJECT_CLUES).map(({ key }) => key)
  const others = findClues(reading, OTHER_SUBJECT_CLUES).map(({ key }) => key)
  const forGrants = GRANTS.some((clue) => mentions(reading, clue))
  const all = [...known, ...others]
    .filter((key) => key !== 'candidates' || !forGrants || known.includes('employees'))
    .filter(
      (key) =>
        !traits.has('aged') ||
        !['children', 'guardians'].includes(key) ||
        CHILD.some((clue) => mentions(reading, clue)),
    )
    // The tutor of an animal is no guardian of a child.
    .filter((key) => key !== 'guardians' || !traits.has('animals') || known.includes('children'))
    .filter(
      (key) => key !== 'children' || !traits.has('animals') || CHILD.some((clue) => mentions(reading, clue)),
    )
    .map((key) => (traits.has('publicBody') && key === 'customers' ? 'citizens' : key))
  const named = all.filter((key) => !LAST_RESORT.includes(key))
  return [...new Set(named.length > 0 ? named : all)]
}

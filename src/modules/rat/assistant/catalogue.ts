import MiniSearch from 'minisearch'
import { fold } from '#kernel/text.ts'
import { isForPublicBodies } from '../knowledge/bases.ts'
import { DATA_CLUES } from '../knowledge/clues.ts'
import { CRAFTS, LEXICON } from '../knowledge/lexicon.ts'
import { type RatTemplate, TEMPLATES } from '../knowledge/templates.ts'
import {
  BENEFITS,
  DECIDES,
  EMPTY_PHRASES,
  HEALTH_PAPERS,
  LESSONS,
  MUST,
  OTHER_BUSINESS,
  OTHER_BUSINESSES,
  PROFILES,
  SHOWS,
  SURVEYS,
  TESTS_AT_WORK,
  TRAIT_CLUES,
  USUALLY_CHILDREN,
  WE_PROVIDE,
} from '../knowledge/traits.ts'
import { agesIn, saysPublicBody } from './signals.ts'
import { lengthOf, mentions, placeOf, type Reading, read, stem, without } from './words.ts'

/** Finds the templates that a description means. */

export interface Match {
  template: RatTemplate
  /** 0 to 1. */
  confidence: number
  /** Far ahead of the next one. */
  clear: boolean
  /** The phrases of the template found in the text. */
  phrases: readonly string[]
}

/** Below this no template is proposed: one shared word may be chance. */
export const FLOOR = 0.5

/** Confidence by one phrase. Of the weakest kind, three are needed. */
const BY_KEYWORD = 0.62
const BY_LONG_KEYWORD = 0.76
/** The kind of business usually comes first; later words may name a client or a datum. */
const BY_WORD_ASIDE = 0.46
const HEAD = 3
const BY_HINT = 0.24
/** Likeness by words shared with name, purpose and clues, with typing errors. Only separates close candidates. */
const BY_LIKENESS = 0.3
const STRONGEST_LIKENESS = 150
/** «Cámaras en el condominio» means the cameras. */
const TASK_LEAD = 0.12
/** A gym that reads fingerprints is above all biometrics. */
const BIOMETRIC_LEAD = 0.3
const NAME_LEAD = 0.3
/** Words that fit several activities stay below the floor. */
const BY_HINTS_ALONE = 0.45
/** Exception: no other template has as many of them. */
const ENOUGH_HINTS = 0.45
const HINTS_LEAD = 0.05
/** Bonus for the template with the most shared words. */
const BY_NEARNESS = 0.15
const CLOSE_BEHIND = 0.8
const FAR_BEHIND = 0.5
const SURE_TOGETHER = 0.4
const SUREST_TOGETHER = 0.6
/** Below this, one word decided nearly alone. */
const BY_ONE_WORD = 0.72
const CLEAR_LEAD = 0.08
const SUREST = 0.97

const NO_TEMPLATE = ''

const COMPLAINTS = [
  'reclamo',
  'devoluciones',
  'call center',
  'mesa de ayuda',
  'chatbot',
  'libro de reclamos',
  '=consultas',
]

/** Words of lending. A machine that decides about anything else grants no credit. */
const LENDING = [
  'credit*',
  'credito',
  'prest*',
  'microcredito',
  'plata',
  'deud*',
  'moros*',
  'cuota',
  'cupo',
  'tasa',
  'financ*',
  'fintech',
  'factoring',
  'adelanto',
  'cartola',
  'arriend*',
  'arrend*',
  'buy now',
  'scoring',
]

const index = new MiniSearch<{ id: string; words: string; name: string; purpose: string; lexicon: string }>({
  idField: 'id',
  fields: ['words', 'name', 'purpose', 'lexicon'],
  tokenize: (text) => fold(text).match(/[a-z0-9]+/g) ?? [],
  processTerm: (term) => (term.length < 3 ? null : stem(term)),
  // A rare word counts fully, whatever the length of its list and the number of its occurrences.
  searchOptions: { combineWith: 'OR', bm25: { k: 0.8, b: 0, d: 0.5 } },
})
index.addAll([
  ...TEMPLATES.map(({ id, name, purpose, keywords, hints }) => ({
    id,
    name,
    purpose,
    words: [...keywords, ...hints].join(' ').replaceAll(/@[a-z]+/g, ''),
    lexicon: LEXICON[id] ?? '',
  })),
  { id: NO_TEMPLATE, name: '', purpose: '', words: TRAIT_CLUES.craft.join(' '), lexicon: CRAFTS },
])

/** Best first. */
export function searchTemplates(text: string): Match[] {
  const own = fold(text.replaceAll('\n', '. '))
    .replaceAll(MUST, ' ')
    .replace(WE_PROVIDE, 'empresa ')
    .replaceAll(OTHER_BUSINESS, ' . ')
    .replaceAll(OTHER_BUSINESSES, ' . ')
  const reading = without(read(own), EMPTY_PHRASES)
  const plain = reading.map((word) => word?.text ?? '').join(' ')
  const likeness = new Map(index.search(plain).map(({ id, score }) => [id as string, score]))
  const biometric = DATA_CLUES.biometric.some((clue) => mentions(reading, clue))
  const ofState = saysPublicBody(text)
  // Functions of public bodies are only for them (arts. 20 and 54).
  const brokers = TRAIT_CLUES.broker.some((clue) => mentions(reading, clue))
  const cares = TRAIT_CLUES.healthProvider.some((clue) => mentions(reading, clue))
  const complains = COMPLAINTS.some((clue) => mentions(reading, clue))
  const helps = !cares && TRAIT_CLUES.nonprofit.some((clue) => mentions(reading, clue))
  const testsAtWork = TESTS_AT_WORK.some((clue) => mentions(reading, clue))
  const papers = HEALTH_PAPERS.some((clue) => mentions(reading, clue))
  const rest = without(reading, HEALTH_PAPERS)
  const treats = [...TRAIT_CLUES.healthProvider, 'paciente'].some((clue) => mentions(rest, clue))
  const adults = TRAIT_CLUES.adults.some((clue) => mentions(reading, clue))
  const school = ['colegio', 'liceo'].some((clue) => mentions(reading, clue))
  const lessons = !school && LESSONS.some((clue) => mentions(reading, clue))
  const higher = ['universidad', 'instituto', 'cft', 'universitari*', 'carrera'].some((clue) =>
    mentions(reading, clue),
  )
  const shows = SHOWS.some((clue) => mentions(reading, clue))
  const grants = ['beca', 'becario'].some((clue) => mentions(reading, clue))
  const surveys = SURVEYS.some((clue) => mentions(reading, clue))
  const decides = DECIDES.some((clue) => mentions(reading, clue))
  const lends = LENDING.some((clue) => mentions(reading, clue))
  const byMachine = ['decide sola', 'decide solo', 'algoritm*'].some((clue) => mentions(reading, clue))
  const children =
    DATA_CLUES.minor_data.some((clue) => mentions(reading, clue)) || agesIn(fold(text)).length > 0
  const forChildren = children || USUALLY_CHILDREN.some((clue) => mentions(reading, clue))
  const collects = ['cobranza', 'morosos', 'deudores'].some((clue) => mentions(reading, clue))
  const buries = ['funeraria', 'crematorio', 'velatorio'].some((clue) => mentions(reading, clue))
  const volunteers = ['voluntari*', 'brigadista'].some((clue) => mentions(reading, clue))
  const animals = TRAIT_CLUES.animals.some((clue) => mentions(reading, clue))
  const profiles = PROFILES.some((clue) => mentions(reading, clue))
  const benefits = ofState && BENEFITS.some((clue) => mentions(reading, clue))
  const possible = TEMPLATES.filter(({ id, legalBasisArticle, dataCategories, keywords }) => {
    if (isForPublicBodies(legalBasisArticle)) return ofState
    if (benefits && ['proveedores', 'remuneraciones'].includes(id)) return false
    if (profiles && id === 'newsletter') return false
    // A foundation that mentions pupils is not a school.
    if (helps && !school && id === 'matricula-escolar') return false
    // Sellers of lists do not write to the people on them.
    if (brokers) return !['newsletter', 'prospectos', 'venta-en-linea'].includes(id)
    // Foundations for the ill and employers with tests keep no clinical records.
    if ((helps || testsAtWork || surveys) && id === 'ficha-clinica') return false
    // A lender decides automatically only if the words say so; a surf school teaches adults unless they mention children.
    if (id === 'credito-automatizado' && !(decides && lends)) return false
    if (id === 'evaluacion-crediticia' && byMachine) return false
    // A turnstile may read cards, so biometrics need their own words.
    if (id === 'control-biometrico' && !biometric && !keywords.some((clue) => mentions(reading, clue)))
      return false
    // A medical form for a club or a brigade is not a clinical record.
    if (id === 'ficha-clinica' && papers && !treats) return false
    if (id === 'cursos-capacitacion' && children && !adults) return false
    if (id === 'universidad' && school && !higher) return false
    if (id === 'matricula-escolar' && lessons) return false
    // Showing pictures of pupils is not teaching; paying grants is not paying wages.
    if (shows && ['matricula-escolar', 'jardin-infantil'].includes(id)) return false
    if (grants && ['remuneraciones', 'reclutamiento', 'carpeta-trabajador'].includes(id)) return false
    if (id === 'club-deportivo-ninos' && !forChildren) return false
    // Care with messages to patients is a clinical record, not customer service.
    if (cares && id === 'atencion-clientes') return complains
    // Calling debtors is not customer service.
    if (collects && id === 'atencion-clientes') return false
    // Pensions of the dead, overdue examinations, volunteer brigades and grants resemble templates that do not fit.
    if (buries && id === 'afp') return false
    if (ofState && cares && id === 'evaluacion-crediticia') return false
    if (volunteers && id === 'carpeta-trabajador') return false
    if (helps && grants && id === 'universidad') return false
    // A clinic or nursery for animals has no patients and no children.
    return !animals || !['health', 'minor_data'].some((key) => dataCategories.includes(key as 'health'))
  })
  const most = Math.max(1, ...possible.map(({ id }) => likeness.get(id) ?? 0))
  const ranked = possible
    .map((template) => weigh(template, reading, likeness.get(template.id) ?? 0, most, biometric))
    .filter(({ confidence }) => confidence > 0)
    .sort((a, b) => b.rank - a.rank)
  raiseNearest(ranked, likeness.get(NO_TEMPLATE) ?? 0)
  return ranked.map(({ template, confidence, phrases, rank }, place) => ({
    template,
    confidence,
    phrases,
    clear: place === 0 && confidence >= FLOOR && rank >= (ranked[1]?.rank ?? 0) + CLEAR_LEAD,
  }))
}

type Weighed = ReturnType<typeof weigh>

/** Moves the template with the most shared words to the front if no phrase decides, or one word alone. */
function raiseNearest(ranked: Weighed[], plain: number): void {
  const first = ranked.find(({ confidence }) => confidence >= FLOOR)
  const chosen = first ? nearerThan(first, ranked, plain) : surestByHints(ranked)
  if (!chosen) return
  chosen.confidence = Math.min(SUREST_TOGETHER, Math.max(FLOOR, chosen.sure))
  ranked.splice(ranked.indexOf(chosen), 1)
  ranked.unshift(chosen)
}

/** The template that shares twice as many words, if a single word chose the first. */
function nearerThan(first: Weighed, ranked: readonly Weighed[], plain: number): Weighed | undefined {
  // Biometrics stay biometrics, whatever the place is called.
  if (first.confidence >= BY_ONE_WORD || first.body) return undefined
  const [nearest] = ranked.toSorted((a, b) => b.likeness - a.likeness)
  if (!nearest || nearest === first || nearest.sure < SURE_TOGETHER) return undefined
  return Math.max(first.likeness, plain) <= nearest.likeness * FAR_BEHIND ? nearest : undefined
}

/** The template with the most weak words, unless another is close or shares clearly more words. */
function surestByHints(ranked: readonly Weighed[]): Weighed | undefined {
  const [best, next] = ranked.toSorted((a, b) => b.sure - a.sure)
  if (!best || best.sure < ENOUGH_HINTS || best.sure - (next?.sure ?? 0) < HINTS_LEAD) return undefined
  const nearest = Math.max(...ranked.map(({ likeness }) => likeness))
  return best.likeness >= nearest * CLOSE_BEHIND ? best : undefined
}

function weigh(template: RatTemplate, reading: Reading, likeness: number, most: number, biometric: boolean) {
  // Longest phrase first. Each word counts once: «examen de sangre» does not count «sangre» again.
  const found: string[] = []
  let rest = reading
  let doubt = 1
  for (const clue of byLength(template.keywords)) {
    if (!mentions(rest, clue)) continue
    found.push(clue)
    const aside = !template.task && !clue.includes(' ') && placeOf(rest, clue) > HEAD
    doubt *= 1 - (lengthOf(clue) > 1 ? BY_LONG_KEYWORD : aside ? BY_WORD_ASIDE : BY_KEYWORD)
    rest = without(rest, [clue])
  }
  const named = saysName(reading, template)
  if (named) doubt *= 1 - BY_LONG_KEYWORD
  const known = found.length > 0 || named
  for (const hint of template.hints) {
    if (mentions(rest, hint)) doubt *= 1 - BY_HINT
  }
  doubt *= 1 - BY_LIKENESS * Math.min(1, likeness / STRONGEST_LIKENESS)
  const sure = Math.round(Math.min(SUREST, 1 - doubt) * 100) / 100
  const confidence = known ? sure : Math.min(sure, BY_HINTS_ALONE)
  const body = template.dataCategories.includes('biometric') && biometric
  const lead = known ? (body ? BIOMETRIC_LEAD : 0) + (template.task ? TASK_LEAD : 0) : 0
  const near = BY_NEARNESS * (likeness / most)
  return {
    template,
    confidence,
    sure,
    likeness,
    body,
    phrases: found,
    rank: confidence + lead + near + (named ? NAME_LEAD : 0),
  }
}

const sorted = new Map<readonly string[], string[]>()

function byLength(clues: readonly string[]): string[] {
  const known = sorted.get(clues)
  if (known) return known
  const made = [...clues].sort((a, b) => lengthOf(b) - lengthOf(a))
  sorted.set(clues, made)
  return made
}

const names = new Map<string, string[]>()

function saysName(reading: Reading, { name }: RatTemplate): boolean {
  const wanted = names.get(name) ?? read(name).flatMap((word) => word?.stem ?? [])
  names.set(name, wanted)
  const given = reading.flatMap((word) => word?.stem ?? [])
  return given.length <= wanted.length && wanted.every((part) => given.includes(part))
}

export function findTemplate(id: string): RatTemplate | undefined {
  return TEMPLATES.find((template) => template.id === id)
}

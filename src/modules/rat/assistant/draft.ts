import { type DataCategory, isSensitive } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { allowsSensitive, type BasisArticle, basisWords } from '../knowledge/bases.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import { RETENTION_LABELS } from '../knowledge/vocabulary.ts'
import type { ControllerRole, LegalBasis, RetentionPeriod } from '../rules.ts'
import { screen } from '../screening.ts'
import { FLOOR, type Match, searchTemplates } from './catalogue.ts'
import { type Covered, settleBasis } from './lawful.ts'
import { PATTERNS, type Pattern } from './patterns.ts'
import { isBesideOthers, peopleOf, tellsOf, WORKERS, whoIsRecognised } from './people.ts'
import { capital, cut, sentenceOf, titleOf } from './phrasing.ts'
import { readSignals, type Signals, unite } from './signals.ts'
import { addData, addGuardians, atWork, keepTold, leaveUntold } from './told.ts'
import { settleTransfer } from './transfer.ts'
import { unknownDraft } from './unknown.ts'

/** A proposal for the record: the body of POST /rat/activities without the system. */
export interface Draft {
  name: string
  purpose: string
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle | null
  legalNorm: string | null
  legitimateInterest: string | null
  dataCategories: DataCategory[]
  /** Whether the data show the socioeconomic situation, which has no category of its own (art. 2 letra g). */
  socioeconomic: boolean
  subjectCategories: string[]
  dataSource: string | null
  recipients: string[]
  internationalTransfer: { exists: boolean; country: string | null; mechanism: string | null }
  retentionPeriod: RetentionPeriod
  retentionNote: string | null
  securityMeasures: string[]
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  responsibleArea: string | null
  /** `encargado` if the words say that it works for another (art. 15 bis). */
  controllerRole: ControllerRole
}

/** For a description that says too little: its words, and nothing invented. */
export type EmptyDraft = Omit<Draft, 'legalBasis' | 'retentionPeriod'> & {
  legalBasis: null
  retentionPeriod: null
}

export interface Judgement {
  /** 0 to 1. Below FLOOR nothing is proposed. */
  confidence: number
  hasSensitiveData: boolean
  dpiaRequired: boolean
  alternatives: { templateId: string; name: string; confidence: number }[]
  rationale: string
}

export interface DraftResult extends Judgement {
  draft: Draft | EmptyDraft
  /** The template behind it. */
  match: Match | undefined
}

/** Facts of the data map about the system that holds the data. */
export interface SystemFacts {
  name: string
  dataCategories: readonly string[]
  securityMeasures: readonly string[]
  hostingCountry: string | null
}

/** Facts besides the words. */
export interface Known {
  system?: SystemFacts | undefined
  /** Whether the legal entity is marked as a public body (art. 20). */
  isPublicBody?: boolean
}

/** The fields of a template, copied into a draft. */
export function draftOf(template: RatTemplate): Draft {
  return {
    name: template.name,
    purpose: template.purpose,
    legalBasis: template.legalBasis,
    legalBasisArticle: template.legalBasisArticle,
    legalNorm: template.legalNorm ?? null,
    legitimateInterest: template.legitimateInterest ?? null,
    dataCategories: [...template.dataCategories],
    socioeconomic: template.socioeconomic === true,
    subjectCategories: [...template.subjectCategories],
    dataSource: template.dataSource,
    recipients: [...template.recipients],
    internationalTransfer: { exists: false, country: null, mechanism: null },
    retentionPeriod: template.retentionPeriod,
    retentionNote: template.retentionNote,
    securityMeasures: [...template.securityMeasures],
    automatedDecisions: template.automatedLogic !== undefined,
    automatedLogic: template.automatedLogic ?? null,
    consentWithdrawal: template.consentWithdrawal ?? null,
    minorsSafeguard: template.minorsSafeguard ?? null,
    responsibleArea: template.area,
    controllerRole: 'responsable',
  }
}

const OFFERED = 3

const NOT_OF_CHILDREN = ['inhabilidades-menores', 'donaciones']
const OF_CHILDREN = ['children', 'adolescents', 'guardians']

/** Makes a draft from a description: the nearest template or pattern, the facts in the words, and legal corrections. */
export function draftFromText(text: string, { system, isPublicBody }: Known = {}): DraftResult {
  const found = searchTemplates(text)
  const alternatives = found.slice(0, OFFERED).map(({ template, confidence }) => ({
    templateId: template.id,
    name: template.name,
    confidence,
  }))
  const match = found.find(({ confidence }) => confidence >= FLOOR)
  const signals = atWork(readSignals(text, isPublicBody), match?.template)
  const pattern = match || onlyAsks(text, signals) ? undefined : PATTERNS.find(({ fits }) => fits(signals))
  if (!match && !pattern) return unknownDraft(text, found[0]?.confidence ?? 0, alternatives)

  const draft = match ? fromTemplate(match.template, text, signals) : fromPattern(pattern!, text, signals)
  const reasons = [
    match
      ? `Parte de la plantilla «${match.template.name}», la que más se parece a su descripción.`
      : 'No hay una plantilla parecida: la propuesta sigue las palabras de su descripción.',
  ]
  addData(draft, signals, system, reasons)
  // The data are the worker's, not those of the children at the workplace. Nor does a donor give data of the children who
  // benefit.
  if (match && NOT_OF_CHILDREN.includes(match.template.id) && !signals.traits.has('sponsors')) {
    draft.dataCategories = draft.dataCategories.filter((key) => key !== 'minor_data')
    draft.subjectCategories = draft.subjectCategories.filter((key) => !OF_CHILDREN.includes(key))
  }
  // An application implies accounts.
  if (signals.traits.has('app') && !draft.dataCategories.includes('name')) {
    draft.dataCategories.unshift('name', 'email')
  }
  draft.socioeconomic ||= signals.traits.has('socioeconomic')
  if (signals.onlyTold) keepTold(draft, signals, reasons)
  settleBasis(draft, signals, coverOf(match?.template, pattern), reasons)
  settleTerm(draft)
  addGuardians(draft)
  settleTransfer(draft, text, system, reasons)
  if (signals.isProcessor) {
    draft.controllerRole = 'encargado'
    reasons.push(ON_BEHALF)
  }

  const hasSensitiveData = isSensitive(draft)
  const { requiresDpia: dpiaRequired, findings } = screenDraft(draft, text)
  const words = basisWords({ ...draft, hasSensitiveData })
  reasons.push(
    `Base de licitud: ${words?.label} (${words?.article}, Ley 19.628 mod. Ley 21.719). Conservación: ${RETENTION_LABELS[draft.retentionPeriod].toLowerCase()}.`,
  )
  if (dpiaRequired) {
    reasons.push(
      `Requiere evaluación de impacto (art. 15 ter). ${findings.map(({ reason }) => reason).join(' ')}`.trim(),
    )
  }
  if (match) reasons.push(match.template.note)
  const others = otherActivities(found, match)
  if (others.length > 0) {
    reasons.push(
      `La descripción parece incluir también: ${others.map((name) => `«${name}»`).join('; ')}. Cada una es otra actividad: regístrela aparte.`,
    )
  }
  reasons.push(
    'Es una propuesta: antes de publicar confirme que las medidas de seguridad, los destinatarios y los plazos son los que su organización cumple.',
  )
  const confidence = match ? match.confidence : patternConfidence(signals)
  return {
    draft,
    match,
    confidence,
    hasSensitiveData,
    dpiaRequired,
    alternatives,
    rationale: reasons.join(' '),
  }
}

/** «¿Qué hay que hacer?», «quiero cumplir con la ley»: questions about the law without any data. */
const ASKS =
  /\b(?:que|como|por donde) (?:hay que|tengo que|tenemos que|debo|debemos|se debe) (?:hacer|cumplir|empezar|partir)\b|\b(?:quiero|queremos|necesito|necesitamos|hay que|tengo que|tenemos que|ayuda para|como) cumplir\b|\bponer(?:me|nos|se)? (?:al dia|en regla)\b|\bley (?:nueva|21\.?719|de (?:los |proteccion de )?datos)\b|\bnueva ley\b|\bayud(?:a|ame|enme|anos)\b[^.;]*\bregistro\b|\bde todo un poco\b/

function onlyAsks(text: string, { data }: Signals): boolean {
  return data.length === 0 && ASKS.test(fold(text))
}

/** The norms of a public body set its terms, not those of contracts. */
const TERM_OF_BODIES = 'El de la normativa del servicio y de archivo de los órganos del Estado.'

function settleTerm(draft: Draft): void {
  if (draft.legalBasisArticle !== '20' || draft.retentionPeriod !== '5_years') return
  draft.retentionPeriod = 'legal_minimum'
  draft.retentionNote = TERM_OF_BODIES
}

const ON_BEHALF =
  'Según la descripción trata los datos por cuenta de otro: es encargado, actúa solo por sus instrucciones y con contrato (art. 15 bis). La base de licitud propuesta es la que tendría el responsable: confírmela con él.'

const SURELY_TOO = 0.75

/** Further activities in a long description, by words that the first template does not explain. */
function otherActivities(found: readonly Match[], match: Match | undefined): string[] {
  if (!match) return []
  return found
    .filter(({ template, confidence }) => template !== match.template && confidence >= SURELY_TOO)
    .filter(({ phrases }) => phrases.every((phrase) => !match.phrases.includes(phrase)))
    .slice(0, OFFERED)
    .map(({ template }) => template.name)
}

type Screenable = Pick<
  Draft,
  | 'name'
  | 'purpose'
  | 'legalBasis'
  | 'dataCategories'
  | 'socioeconomic'
  | 'subjectCategories'
  | 'automatedDecisions'
  | 'automatedLogic'
>

/** Screens the proposal together with the words behind it. */
export function screenDraft(draft: Screenable, text: string) {
  return screen({
    ...draft,
    purpose: `${draft.purpose} ${text}`,
    sourceIsPublic: false,
    riskLevel: null,
    riskFactors: null,
  })
}

const AGREED = 0.8
const DISAGREED = 0.5

/** Applies the legal corrections to a model's draft, in place. Confidence is high if our own reading has the same basis. */
export function judgeDraft(draft: Draft, rationale: string, text: string, known: Known): Judgement {
  const own = draftFromText(text, known)
  const reasons: string[] = []
  // An article for sensitive data covers those that the model listed under it.
  const dataCategories =
    draft.legalBasisArticle !== null && allowsSensitive(draft) ? draft.dataCategories : []
  settleBasis(
    draft,
    readSignals(text, known.isPublicBody),
    { dataCategories, socioeconomic: dataCategories.length > 0 },
    reasons,
  )
  const agreed = draft.legalBasis === own.draft.legalBasis
  return {
    rationale: [rationale, ...reasons].join(' '),
    confidence: agreed ? Math.max(AGREED, own.confidence) : DISAGREED,
    hasSensitiveData: isSensitive(draft),
    dpiaRequired: screenDraft(draft, text).requiresDpia,
    alternatives: own.alternatives,
  }
}

// ── starting points ──

function fromTemplate(template: RatTemplate, text: string, signals: Signals): Draft {
  const draft = draftOf(template)
  leaveUntold(draft, template, text, signals)
  const title = titleOf(text)
  draft.name = cut(
    title === '' ? template.name : `${template.name}: ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`,
    200,
  )
  draft.purpose = `${sentenceOf(text)} ${template.purpose}`
  draft.subjectCategories = peopleOf(template, signals)
  if (template.id === 'control-biometrico' && signals.people.length === 0) {
    draft.subjectCategories = whoIsRecognised(signals)
  }
  // Employment data only belong to workers.
  const seen = template.id === 'control-biometrico' && tellsOf(signals, 'location')
  if (template.task && (seen || !draft.subjectCategories.some((key) => WORKERS.includes(key)))) {
    draft.dataCategories = draft.dataCategories.filter((key) => key !== 'employment')
  }
  settleAutomated(draft, text, signals, template)
  return draft
}

function fromPattern(pattern: Pattern, text: string, { people, ...signals }: Signals): Draft {
  const draft: Draft = {
    name: capital(titleOf(text)) || 'Actividad sin nombre',
    purpose: `${sentenceOf(text)} ${pattern.purpose}`,
    legalBasis: pattern.legalBasis,
    legalBasisArticle: pattern.legalBasisArticle,
    legalNorm: pattern.legalNorm ?? null,
    legitimateInterest: pattern.legitimateInterest ?? null,
    dataCategories: [...pattern.dataCategories],
    socioeconomic: false,
    subjectCategories: people.every(isBesideOthers) ? unite(pattern.subjectCategories, people) : [...people],
    dataSource: 'El propio titular',
    recipients: [],
    internationalTransfer: { exists: false, country: null, mechanism: null },
    retentionPeriod: pattern.retentionPeriod,
    retentionNote: pattern.retentionNote,
    securityMeasures: ['ACCESS_CONTROL', 'LOGGING', 'BACKUP'],
    automatedDecisions: false,
    automatedLogic: null,
    consentWithdrawal:
      pattern.legalBasis === 'consent'
        ? 'Escribiendo al correo de datos personales de la organización.'
        : null,
    minorsSafeguard: null,
    responsibleArea: null,
    controllerRole: 'responsable',
  }
  completeService(
    draft,
    signals.data.map(({ key }) => key),
  )
  settleAutomated(draft, text, { people, ...signals }, undefined)
  return draft
}

/** A contract needs contact data, and identification if money or a thing is at stake. */
function completeService(draft: Draft, told: readonly DataCategory[]): void {
  if (draft.legalBasisArticle !== '13 c') return
  const contacts: DataCategory[] = ['email', 'phone', 'address']
  if (!contacts.some((key) => told.includes(key))) draft.dataCategories.push('email', 'phone')
  if ((!told.includes('phone') && !told.includes('email')) || told.includes('financial')) {
    draft.dataCategories.push('rut')
  }
  draft.dataCategories = [...new Set(draft.dataCategories)]
}

/** An automated decision is stated only in words of the description; a template's logic just explains it. */
function settleAutomated(
  draft: Draft,
  text: string,
  { automatedBy }: Signals,
  template: RatTemplate | undefined,
): void {
  if (automatedBy !== undefined) {
    draft.automatedDecisions = true
    draft.automatedLogic = `Según se describe: «${cut(text.trim().replace(/\s+/g, ' '), 500)}».`
  } else if (template?.id === 'evaluacion-crediticia') {
    draft.automatedDecisions = false
    draft.automatedLogic = null
  }
}

function coverOf(template: RatTemplate | undefined, pattern: Pattern | undefined): Covered {
  return {
    dataCategories: template?.dataCategories ?? pattern?.dataCategories ?? [],
    socioeconomic: template?.socioeconomic === true,
  }
}

/** More facts raise the confidence, but never to that of a template. */
function patternConfidence({ data, people, traits }: Signals): number {
  const told = data.length + people.length + Math.min(2, traits.size)
  return Math.round(Math.min(0.75, 0.45 + 0.05 * told) * 100) / 100
}

import {
  DATA_CATEGORIES,
  DATA_CATEGORY_KEYS,
  type DataCategory,
  includesSensitive,
} from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { allowsSensitive, type BasisArticle, basisWords } from '../knowledge/bases.ts'
import { isAbroad, readCountry } from '../knowledge/countries.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import { DATA_CLUES, RETENTION_LABELS, SUBJECT_CLUES } from '../knowledge/vocabulary.ts'
import type { LegalBasis, RetentionPeriod } from '../rules.ts'
import { findClues, type Match, searchTemplates } from './catalogue.ts'

/** A proposal for the record: everything that POST /rat/activities asks for but the system. */
export interface Draft {
  name: string
  purpose: string
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle | null
  legalNorm: string | null
  legitimateInterest: string | null
  dataCategories: DataCategory[]
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
}

export interface DraftResult {
  draft: Draft
  match: Match | undefined
  rationale: string
}

/** What the data map knows of the system that holds the data. */
export interface SystemFacts {
  name: string
  dataCategories: readonly string[]
  securityMeasures: readonly string[]
  hostingCountry: string | null
}

/** The fields of a template, as a draft of its own. */
export function draftOf(template: RatTemplate): Draft {
  return {
    name: template.name,
    purpose: template.purpose,
    legalBasis: template.legalBasis,
    legalBasisArticle: template.legalBasisArticle,
    legalNorm: template.legalNorm ?? null,
    legitimateInterest: template.legitimateInterest ?? null,
    dataCategories: [...template.dataCategories],
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
  }
}

/** A draft from plain words: the nearest template, and the data and people that the words name. */
export function draftFromText(text: string, system?: SystemFacts): DraftResult {
  const match = searchTemplates(text)[0]
  const draft = match ? draftOf(match.template) : blankDraft(text)
  const reasons = [
    match
      ? `Parte de la plantilla «${match.template.name}», la que más se parece a su descripción.`
      : 'No hay una plantilla parecida: la propuesta sigue solo las palabras de su descripción.',
  ]

  // Words that led to the template are explained by it: «trabajar con niños» does not mean data of children.
  const rest = match ? without(text, match.template.keywords) : text
  const clues = findClues(rest, DATA_CLUES).filter(({ key }) => !draft.dataCategories.includes(key))
  for (const { key, clue } of clues) {
    draft.dataCategories.push(key)
    reasons.push(`Agrega «${DATA_CATEGORIES[key].label}» por «${clue}».`)
  }
  const held = DATA_CATEGORY_KEYS.filter((key) => system?.dataCategories.includes(key))
  const added = held.filter((key) => !draft.dataCategories.includes(key))
  if (system && added.length > 0) {
    draft.dataCategories.push(...added)
    const labels = added.map((key) => DATA_CATEGORIES[key].label).join(', ')
    reasons.push(
      `El sistema «${system.name}» guarda además: ${labels}. Quite lo que esta actividad no necesite.`,
    )
  }
  draft.subjectCategories = unique([
    ...findClues(rest, SUBJECT_CLUES).map(({ key }) => key),
    ...draft.subjectCategories,
  ])
  draft.securityMeasures = unique([...draft.securityMeasures, ...(system?.securityMeasures ?? [])])

  settleBasis(draft, reasons)
  settleTransfer(draft, text, system, reasons)
  const basis = basisWords(draft)!
  reasons.push(
    `Base de licitud: ${basis.label} (${basis.article}, Ley 19.628 mod. Ley 21.719). Conservación: ${RETENTION_LABELS[draft.retentionPeriod].toLowerCase()}.`,
  )
  if (match) reasons.push(match.template.note)
  return { draft, match, rationale: reasons.join(' ') }
}

function blankDraft(text: string): Draft {
  const plain = text.trim().replace(/\s+/g, ' ')
  const categories = findClues(text, DATA_CLUES).map(({ key }) => key)
  const subjects = findClues(text, SUBJECT_CLUES).map(({ key }) => key)
  const dealings = subjects.some((key) => ['employees', 'customers', 'suppliers', 'candidates'].includes(key))
  return {
    name: (plain.slice(0, 1).toUpperCase() + plain.slice(1, 120)).toWellFormed(),
    purpose: plain,
    legalBasis: dealings ? 'contract' : 'consent',
    legalBasisArticle: dealings ? '13 c' : '12',
    legalNorm: null,
    legitimateInterest: null,
    dataCategories: categories.length > 0 ? unique(['name', ...categories]) : ['name', 'email'],
    subjectCategories: subjects.length > 0 ? subjects : ['customers'],
    dataSource: 'El propio titular',
    recipients: [],
    internationalTransfer: { exists: false, country: null, mechanism: null },
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: null,
    securityMeasures: ['ACCESS_CONTROL', 'LOGGING', 'BACKUP'],
    automatedDecisions: false,
    automatedLogic: null,
    consentWithdrawal: dealings ? null : 'Correo de datos personales de la organización.',
    minorsSafeguard: null,
    responsibleArea: null,
  }
}

/** Sensitive data allow neither a contract nor legitimate interest as basis (art. 16). */
function settleBasis(draft: Draft, reasons: string[]): void {
  if (!includesSensitive(draft.dataCategories) || allowsSensitive(draft)) return
  draft.legalBasis = 'consent'
  draft.legalBasisArticle = '16'
  draft.legitimateInterest = null
  draft.consentWithdrawal ??= 'Correo de datos personales de la organización.'
  if (!draft.securityMeasures.includes('ENCRYPTION')) draft.securityMeasures.push('ENCRYPTION')
  reasons.push(
    'Hay datos sensibles: se propone consentimiento expreso, salvo que una ley autorice el tratamiento.',
  )
}

function settleTransfer(
  draft: Draft,
  text: string,
  system: SystemFacts | undefined,
  reasons: string[],
): void {
  const hosted = system?.hostingCountry && isAbroad(system.hostingCountry) ? system.hostingCountry : undefined
  const country = hosted ?? countryNamed(text)
  if (country === undefined) return
  draft.internationalTransfer = { exists: true, country, mechanism: 'contractual_clauses' }
  reasons.push(
    `Los datos salen a ${readCountry(country)?.name ?? country}: se proponen cláusulas contractuales (art. 27).`,
  )
}

/** A country other than Chile, by its name: codes of two letters are too easily words. */
function countryNamed(text: string): string | undefined {
  const words = fold(text).match(/[a-z.]+/g) ?? []
  for (let length = 3; length >= 1; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const name = words.slice(at, at + length).join(' ')
      const country = name.length > 3 ? readCountry(name) : undefined
      if (country && isAbroad(name)) return country.code
    }
  }
  return undefined
}

function without(text: string, phrases: readonly string[]): string {
  return phrases.reduce((rest, phrase) => rest.replaceAll(fold(phrase), ' '), fold(text))
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

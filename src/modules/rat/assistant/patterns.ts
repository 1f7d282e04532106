import type { DataCategory } from '#kernel/data-categories.ts'
import type { BasisArticle } from '../knowledge/bases.ts'
import { CIVIL_TERM, LABOUR_TERM } from '../knowledge/templates/template.ts'
import type { Trait } from '../knowledge/traits.ts'
import type { LegalBasis, RetentionPeriod } from '../rules.ts'
import type { Signals } from './signals.ts'

/**
 * Drafts for descriptions without a template, by kind and acts of the organisation. The first fitting pattern is used; if
 * none fits, the description says too little.
 */
export interface Pattern {
  fits(signals: Signals): boolean
  purpose: string
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle
  legalNorm?: string
  legitimateInterest?: string
  dataCategories: readonly DataCategory[]
  /** Used if the description names nobody. */
  subjectCategories: readonly string[]
  retentionPeriod: RetentionPeriod
  retentionNote: string | null
}

const has =
  (...traits: Trait[]) =>
  ({ traits: found }: Signals) =>
    traits.some((trait) => found.has(trait))
const tells = ({ data }: Signals, key: DataCategory) => data.some((entry) => entry.key === key)
const CLIENTS = [
  'customers',
  'Socios',
  'Pasajeros',
  'Huéspedes',
  'Dueños de mascotas',
  'Arrendatarios y propietarios',
]

/** Enough for a trade and its act: «Zoológico, pase anual con foto». */
const ENOUGH_WORDS = 4
/** Enough without a known trade. */
const ENOUGH_TO_TELL = 6
const ENOUGH_OF_A_CRAFT = 3

export const PATTERNS: readonly Pattern[] = [
  {
    fits: has('publicBody'),
    purpose: 'Ejercer las funciones que la ley encomienda al organismo.',
    legalBasis: 'public_interest',
    legalBasisArticle: '20',
    legalNorm: 'La ley orgánica del organismo y la norma que fija esta función',
    dataCategories: ['name', 'rut', 'address'],
    subjectCategories: ['citizens'],
    retentionPeriod: 'legal_minimum',
    retentionNote: 'El de la normativa del servicio y de archivo de los órganos del Estado.',
  },
  {
    fits: (signals) => has('survey')(signals) && !signals.people.includes('employees'),
    purpose: 'Conocer la opinión o la situación de quienes aceptan responder.',
    legalBasis: 'consent',
    legalBasisArticle: '12',
    dataCategories: ['name'],
    subjectCategories: ['Personas encuestadas'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Las respuestas se anonimizan al cerrar el estudio.',
  },
  {
    fits: has('broker'),
    purpose: 'Comunicar a terceros, de forma masiva, datos de contacto de personas que lo consintieron.',
    legalBasis: 'consent',
    legalBasisArticle: '12',
    dataCategories: ['name', 'email', 'phone'],
    subjectCategories: ['prospects'],
    retentionPeriod: 'until_unsubscribe',
    retentionNote: null,
  },
  {
    fits: has('petition'),
    purpose: 'Reunir y presentar las firmas de quienes apoyan la iniciativa.',
    legalBasis: 'consent',
    legalBasisArticle: '12',
    dataCategories: ['name', 'rut'],
    subjectCategories: ['citizens'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Los datos se eliminan después de presentar las firmas.',
  },
  {
    fits: has('raffle'),
    purpose: 'Inscribir a los participantes, elegir a los ganadores y entregar los premios.',
    legalBasis: 'consent',
    legalBasisArticle: '12',
    dataCategories: ['name'],
    subjectCategories: ['Participantes'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Los datos se eliminan después de entregar los premios.',
  },
  {
    fits: (signals) => has('healthProvider')(signals) && tells(signals, 'health'),
    purpose: 'Prestar la atención de salud y llevar los registros que ordena la ley.',
    legalBasis: 'legal_obligation',
    legalBasisArticle: '16 bis e',
    legalNorm: 'Ley 20.584',
    dataCategories: ['name', 'rut', 'phone', 'health'],
    subjectCategories: ['patients'],
    retentionPeriod: 'legal_minimum',
    retentionNote: 'La ficha clínica, quince años desde la última atención (Ley 20.584, art. 13).',
  },
  {
    fits: (signals) => has('images')(signals) && !tells(signals, 'phone'),
    purpose: 'Captar imágenes para el fin descrito.',
    legalBasis: 'legitimate_interest',
    legalBasisArticle: '13 d',
    legitimateInterest:
      'El fin descrito, siempre que no pese más el derecho de quienes aparecen en las imágenes.',
    dataCategories: ['location'],
    subjectCategories: ['Transeúntes'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: null,
  },
  {
    fits: (signals) => tells(signals, 'minor_data') && !has('nonprofit')(signals),
    purpose: 'Prestar el servicio a los niños, niñas o adolescentes que sus padres inscriben.',
    legalBasis: 'consent',
    legalBasisArticle: '16 quáter',
    dataCategories: ['name', 'phone', 'minor_data'],
    subjectCategories: ['children', 'guardians'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Los datos se eliminan al terminar el servicio.',
  },
  {
    fits: (signals) =>
      has('nonprofit')(signals) &&
      !has('claims')(signals) &&
      !signals.people.includes('customers') &&
      (signals.data.length > 0 || signals.people.length > 0 || signals.told > ENOUGH_WORDS),
    purpose: 'Cumplir los fines de la entidad respecto de quienes la integran o reciben su apoyo.',
    legalBasis: 'contract',
    legalBasisArticle: '13 c',
    dataCategories: ['name', 'phone'],
    subjectCategories: ['Socios'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Mientras dura el vínculo con la entidad.',
  },
  {
    fits: (signals) => has('debts')(signals) && !has('claims')(signals),
    purpose: 'Gestionar obligaciones económicas pendientes.',
    legalBasis: 'legal_obligation',
    legalBasisArticle: '13 a',
    legalNorm: 'Ley 19.628, Título III; Ley 20.575',
    dataCategories: ['name', 'rut', 'financial'],
    subjectCategories: ['credit_applicants'],
    retentionPeriod: '5_years',
    retentionNote: 'Desde que la obligación se hizo exigible (art. 18); la extinguida se elimina.',
  },
  {
    fits: ({ people, traits }) => people.includes('employees') && traits.has('monitoring'),
    purpose: 'Cuidar a las personas y los bienes durante el trabajo.',
    legalBasis: 'legitimate_interest',
    legalBasisArticle: '13 d',
    legitimateInterest: 'Seguridad de las personas y buena marcha del trabajo durante la jornada.',
    dataCategories: ['name', 'employment'],
    subjectCategories: ['employees'],
    retentionPeriod: '1_year',
    retentionNote: 'Desde cada registro.',
  },
  {
    fits: ({ people }) => people.includes('employees') && !people.some((key) => CLIENTS.includes(key)),
    purpose: 'Cumplir el contrato de trabajo y las obligaciones laborales.',
    legalBasis: 'contract',
    legalBasisArticle: '13 c',
    legalNorm: 'Código del Trabajo',
    dataCategories: ['name', 'rut', 'employment'],
    subjectCategories: ['employees'],
    retentionPeriod: '5_years',
    retentionNote: LABOUR_TERM,
  },
  {
    fits: ({ people, traits }) => traits.has('app') && !people.some((key) => CLIENTS.includes(key)),
    purpose: 'Mantener la cuenta del usuario y prestarle el servicio que pidió.',
    legalBasis: 'contract',
    legalBasisArticle: '13 c',
    dataCategories: ['name', 'email'],
    subjectCategories: ['Usuarios de la aplicación'],
    retentionPeriod: 'until_unsubscribe',
    retentionNote: 'La cuenta y su contenido se eliminan tras el cierre.',
  },
  {
    fits: ({ people, data, traits, told, isProcessor }) =>
      people.length > 0 ||
      isProcessor ||
      told >= ENOUGH_TO_TELL ||
      (data.length > 0 && told >= ENOUGH_WORDS) ||
      traits.has('claims') ||
      (traits.has('trade') && (data.length > 0 || told >= ENOUGH_WORDS)) ||
      (traits.has('craft') && (data.length > 0 || told >= ENOUGH_OF_A_CRAFT)),
    purpose: 'Prestar el servicio contratado, cobrarlo y atender a las personas que lo piden.',
    legalBasis: 'contract',
    legalBasisArticle: '13 c',
    dataCategories: ['name'],
    subjectCategories: ['customers'],
    retentionPeriod: '5_years',
    retentionNote: CIVIL_TERM,
  },
]

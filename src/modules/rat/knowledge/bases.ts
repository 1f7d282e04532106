import type { LegalBasis } from '../rules.ts'

/**
 * The articles that make a processing lawful, with their labels. The contract has six bases, the law has more: arts. 13 a),
 * 13 e), 16 b) and 20 have none of their own. So the article decides the text, and the basis is only the category. Articles
 * are those of Ley 19.628 as amended by Ley 21.719.
 */
interface LawfulArticle {
  /** The bases under which it is permitted. */
  bases: readonly LegalBasis[]
  label: string
  /** The citation in texts. */
  cited: string
  /** Permits sensitive data (art. 2 letra g): express consent, or an exception to it. */
  sensitive?: true
  /** Only for public bodies. */
  publicBody?: true
}

const CLAIMS = 'Formulación, ejercicio o defensa de un derecho ante tribunales u órganos públicos'
const BY_LAW: readonly LegalBasis[] = ['legal_obligation', 'public_interest']
const IN_CLAIMS: readonly LegalBasis[] = ['legitimate_interest', 'legal_obligation']

const ARTICLES = {
  '12': { bases: ['consent'], label: 'Consentimiento del titular', cited: 'art. 12' },
  '13 a': {
    bases: ['legal_obligation'],
    label: 'Obligaciones de carácter económico, financiero, bancario o comercial (Título III)',
    cited: 'art. 13 letra a)',
  },
  '13 b': { bases: ['legal_obligation'], label: 'Obligación legal', cited: 'art. 13 letra b)' },
  '13 c': { bases: ['contract'], label: 'Contrato o medidas precontractuales', cited: 'art. 13 letra c)' },
  '13 d': { bases: ['legitimate_interest'], label: 'Interés legítimo', cited: 'art. 13 letra d)' },
  '13 e': { bases: IN_CLAIMS, label: CLAIMS, cited: 'art. 13 letra e)' },
  '16': {
    bases: ['consent'],
    label: 'Consentimiento expreso del titular',
    cited: 'art. 16',
    sensitive: true,
  },
  '16 a': {
    bases: ['legitimate_interest'],
    label: 'Datos sensibles que el titular hizo manifiestamente públicos',
    cited: 'art. 16 letra a)',
    sensitive: true,
  },
  // Non-profit bodies and their members: the only sensitive data on this basis.
  '16 b': {
    bases: ['legitimate_interest'],
    label: 'Datos de los miembros de una entidad sin fines de lucro',
    cited: 'art. 16 letra b)',
    sensitive: true,
  },
  '16 c': {
    bases: ['vital_interest'],
    label: 'Resguardo de la vida, la salud o la integridad de una persona',
    cited: 'art. 16 letra c)',
    sensitive: true,
  },
  '16 d': { bases: IN_CLAIMS, label: CLAIMS, cited: 'art. 16 letra d)', sensitive: true },
  '16 e': {
    bases: ['legal_obligation'],
    label: 'Derechos y obligaciones laborales o de seguridad social',
    cited: 'art. 16 letra e)',
    sensitive: true,
  },
  '16 f': {
    bases: BY_LAW,
    label: 'Ley que autoriza o manda el tratamiento de datos sensibles',
    cited: 'art. 16 letra f)',
    sensitive: true,
  },
  '16 bis a': {
    bases: ['vital_interest'],
    label: 'Resguardo de la vida o la salud de una persona',
    cited: 'art. 16 bis letra a)',
    sensitive: true,
  },
  '16 bis b': {
    bases: BY_LAW,
    label: 'Alerta sanitaria decretada por la autoridad',
    cited: 'art. 16 bis letra b)',
    sensitive: true,
  },
  '16 bis c': {
    bases: ['public_interest'],
    label: 'Fines históricos, estadísticos o científicos de interés público con datos de salud',
    cited: 'art. 16 bis letra c)',
    sensitive: true,
  },
  '16 bis d': { bases: IN_CLAIMS, label: CLAIMS, cited: 'art. 16 bis letra d)', sensitive: true },
  '16 bis e': {
    bases: BY_LAW,
    label: 'Medicina preventiva o laboral, diagnóstico, atención de salud o gestión de sistemas de salud',
    cited: 'art. 16 bis letra e)',
    sensitive: true,
  },
  '16 bis f': {
    bases: BY_LAW,
    label: 'Ley que autoriza o manda el tratamiento de datos de salud',
    cited: 'art. 16 bis letra f)',
    sensitive: true,
  },
  '16 ter': {
    bases: ['consent', 'legal_obligation'],
    label: 'Tratamiento de datos biométricos en los casos que la ley permite',
    cited: 'art. 16 ter',
    sensitive: true,
  },
  '16 quáter': {
    bases: ['consent', 'legal_obligation'],
    label: 'Ley que autoriza el tratamiento de datos de niños, niñas y adolescentes',
    cited: 'art. 16 quáter',
    sensitive: true,
  },
  '16 quinquies': {
    bases: ['public_interest', 'legitimate_interest'],
    label: 'Fines históricos, estadísticos, científicos o de estudio, de interés público',
    cited: 'art. 16 quinquies',
  },
  // Not a basis itself: geolocation rests on arts. 12 and 13, and the basis says which.
  '16 sexies': {
    bases: ['consent', 'contract', 'legal_obligation', 'legitimate_interest'],
    label: '',
    cited: 'art. 16 sexies',
  },
  '20': {
    bases: BY_LAW,
    label: 'Cumplimiento de las funciones legales de un órgano público',
    cited: 'art. 20',
    sensitive: true,
    publicBody: true,
  },
  '54': {
    bases: BY_LAW,
    label: 'Cumplimiento de las funciones legales de un órgano autónomo',
    cited: 'art. 54',
    sensitive: true,
    publicBody: true,
  },
} as const satisfies Record<string, LawfulArticle>

export type BasisArticle = keyof typeof ARTICLES

/** In the order of the law. It is a list because in an object, keys that are whole numbers come first. */
export const BASIS_ARTICLES = [
  '12',
  '13 a',
  '13 b',
  '13 c',
  '13 d',
  '13 e',
  '16',
  '16 a',
  '16 b',
  '16 c',
  '16 d',
  '16 e',
  '16 f',
  '16 bis a',
  '16 bis b',
  '16 bis c',
  '16 bis d',
  '16 bis e',
  '16 bis f',
  '16 ter',
  '16 quáter',
  '16 quinquies',
  '16 sexies',
  '20',
  '54',
] as const satisfies readonly BasisArticle[]

/** Labels and citations of an article that differ under one basis. */
const UNDER: Partial<Record<BasisArticle, Partial<Record<LegalBasis, { label: string; cited: string }>>>> = {
  '16 ter': {
    consent: {
      label: 'Consentimiento expreso del titular para datos biométricos',
      cited: 'arts. 16 y 16 ter',
    },
  },
  '16 quáter': {
    consent: {
      label: 'Consentimiento de los padres, los representantes legales o quien tiene el cuidado personal',
      cited: 'art. 16 quáter',
    },
  },
  '16 sexies': {
    consent: { label: 'Consentimiento del titular', cited: 'arts. 12 y 16 sexies' },
    contract: { label: 'Contrato o medidas precontractuales', cited: 'arts. 13 letra c) y 16 sexies' },
    legal_obligation: { label: 'Obligación legal', cited: 'arts. 13 letra b) y 16 sexies' },
    legitimate_interest: { label: 'Interés legítimo', cited: 'arts. 13 letra d) y 16 sexies' },
  },
}

/** The fields of an activity that decide its legal basis. */
export interface Founded {
  legalBasis: LegalBasis | null
  legalBasisArticle: string | null
  hasSensitiveData?: boolean
  /** Whether the responsible legal entity is a public body. */
  isPublicBody?: boolean
}

export interface BasisWords {
  /** «Interés legítimo». */
  label: string
  /** «art. 13 letra d)», without the law. */
  article: string
}

function isBasisArticle(text: string | null): text is BasisArticle {
  return text !== null && Object.hasOwn(ARTICLES, text)
}

const entryOf = (article: BasisArticle): LawfulArticle => ARTICLES[article]

/** The articles permitted under a basis, in the order of the law. */
export function articlesOf(basis: LegalBasis): BasisArticle[] {
  return BASIS_ARTICLES.filter((article) => entryOf(article).bases.includes(basis))
}

/** Without a basis any article fits, because the activity is a draft. */
export function articleFits(basis: LegalBasis | null, article: string | null): boolean {
  return basis === null || !isBasisArticle(article) || entryOf(article).bases.includes(basis)
}

export function isForPublicBodies(article: string | null): boolean {
  return isBasisArticle(article) && entryOf(article).publicBody === true
}

/** The citation in texts: «art. 16 bis letra e)». */
export function citedArticle(article: BasisArticle): string {
  return ARTICLES[article].cited
}

/** All citations of an article, including those under a certain basis. */
export function citationsOf(article: BasisArticle): string[] {
  const under = Object.values(UNDER[article] ?? {}).map(({ cited }) => cited)
  return [...new Set([ARTICLES[article].cited, ...under])]
}

/** Labels of articles that identify this basis only. */
export function labelsOf(basis: LegalBasis): string[] {
  const own = articlesOf(basis).map((article) => {
    const { bases, label } = entryOf(article)
    return UNDER[article]?.[basis]?.label ?? (bases.length === 1 ? label : '')
  })
  return [...new Set(own.filter((label) => label !== ''))]
}

/** Whether the basis, by its article, permits sensitive data: arts. 16, 16 bis, 16 ter and 20. */
export function allowsSensitive({ legalBasis, legalBasisArticle, isPublicBody }: Founded): boolean {
  if (isBasisArticle(legalBasisArticle)) return entryOf(legalBasisArticle).sensitive === true
  if (isPublicBody && (legalBasis === 'public_interest' || legalBasis === 'legal_obligation')) return true
  return legalBasis !== null && legalBasis !== 'contract' && legalBasis !== 'legitimate_interest'
}

/** Art. 13 d): the interest must be weighed. Claims and studies of public interest do not count. */
export function restsOnInterest({ legalBasis, legalBasisArticle: article }: Founded): boolean {
  if (legalBasis !== 'legitimate_interest') return false
  return !isBasisArticle(article) || ['13 d', '16 b', '16 sexies'].includes(article)
}

/** The label and article of a basis in any text. Undefined without a basis. */
export function basisWords(activity: Founded): BasisWords | undefined {
  const { legalBasis: basis, legalBasisArticle: article } = activity
  if (isBasisArticle(article) && articleFits(basis, article)) {
    const { label, cited } = (basis && UNDER[article]?.[basis]) ?? ARTICLES[article]
    return label ? { label, article: cited } : basis ? wordsOf(basis, activity) : undefined
  }
  return basis ? wordsOf(basis, activity) : undefined
}

/** For a basis without an article. */
function wordsOf(basis: LegalBasis, { hasSensitiveData, isPublicBody }: Founded): BasisWords {
  const of = (article: BasisArticle): BasisWords => ({
    label: ARTICLES[article].label,
    article: ARTICLES[article].cited,
  })
  switch (basis) {
    case 'consent':
      return of(hasSensitiveData ? '16' : '12')
    case 'contract':
      return of('13 c')
    case 'legal_obligation':
      return hasSensitiveData
        ? { label: 'Obligación legal', article: 'arts. 13 letra b) y 16 letras e) y f)' }
        : of('13 b')
    case 'vital_interest':
      return { label: 'Interés vital', article: 'arts. 16 letra c) y 16 bis letra a)' }
    case 'public_interest':
      return isPublicBody
        ? of('20')
        : { label: 'Interés público', article: 'arts. 16 bis letras b) y c) y 16 quinquies' }
    case 'legitimate_interest':
      return of('13 d')
  }
}

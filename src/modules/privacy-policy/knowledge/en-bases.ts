import { type BasisArticle, basisWords, type LegalBasis } from '#modules/rat/public.ts'
import type { Basis } from '../facts.ts'

/** The legal bases in English. The articles are chosen by the Spanish code; this file translates the words. */

const CLAIMS = 'Making, exercising or defending a claim before courts or public bodies'

const ARTICLES: Readonly<Record<BasisArticle, string>> = {
  '12': 'Consent of the data subject',
  '13 a': 'Economic, financial, banking or commercial obligations (Title III)',
  '13 b': 'Legal obligation',
  '13 c': 'Contract or pre-contractual steps',
  '13 d': 'Legitimate interest',
  '13 e': CLAIMS,
  '16': 'Express consent of the data subject',
  '16 a': 'Sensitive data that the data subject manifestly made public',
  '16 b': 'Data of the members of a non-profit organisation',
  '16 c': 'Protection of the life, health or integrity of a person',
  '16 d': CLAIMS,
  '16 e': 'Labour or social-security rights and obligations',
  '16 f': 'Law that authorises or orders the processing of sensitive data',
  '16 bis a': 'Protection of the life or health of a person',
  '16 bis b': 'Health alert declared by the authority',
  '16 bis c': 'Historical, statistical or scientific purposes of public interest with health data',
  '16 bis d': CLAIMS,
  '16 bis e': 'Preventive or occupational medicine, diagnosis, health care or management of health systems',
  '16 bis f': 'Law that authorises or orders the processing of health data',
  '16 ter': 'Processing of biometric data in the cases that the law allows',
  '16 quáter': 'Law that authorises the processing of data of children and adolescents',
  '16 quinquies': 'Historical, statistical, scientific or study purposes of public interest',
  '16 sexies': '',
  '20': 'Legal functions of a public body',
  '54': 'Legal functions of an autonomous body',
}

const CONSENT: Partial<Record<BasisArticle, string>> = {
  '16 ter': 'Express consent of the data subject to biometric data',
  '16 quáter': 'Consent of the parents or legal representatives',
}

const BASES: Readonly<Record<LegalBasis, string>> = {
  consent: 'Consent of the data subject',
  contract: 'Contract or pre-contractual steps',
  legal_obligation: 'Legal obligation',
  vital_interest: 'Vital interest',
  public_interest: 'Public interest',
  legitimate_interest: 'Legitimate interest',
}

export function englishBasis(basis: Basis): { label: string; article: string } | undefined {
  const spanish = basisWords({ ...basis, legalBasisArticle: basis.article })
  return spanish && { label: labelOf(basis, spanish.article), article: turned(spanish.article) }
}

function labelOf({ legalBasis, article }: Basis, cited: string): string {
  const key = Object.hasOwn(ARTICLES, article ?? '') ? (article as BasisArticle) : undefined
  const consented = key && legalBasis === 'consent' ? CONSENT[key] : undefined
  const own = consented ?? (key && ARTICLES[key])
  if (own) return own
  if (cited === 'art. 16') return ARTICLES['16']
  if (cited === 'art. 20') return ARTICLES['20']
  return legalBasis ? BASES[legalBasis] : ''
}

/** «arts. 13 letra c) y 16 sexies» becomes «arts. 13 c) and 16 sexies». */
function turned(cited: string): string {
  return cited.replace(/ letras? /g, ' ').replace(/ y /g, ' and ')
}

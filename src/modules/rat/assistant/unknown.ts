import { FLOOR } from './catalogue.ts'
import type { DraftResult, Judgement } from './draft.ts'
import { capital, sentenceOf, titleOf } from './phrasing.ts'

/** For a description that says too little: its words, no proposal, and the nearest templates. */
export function unknownDraft(
  text: string,
  nearest: number,
  alternatives: Judgement['alternatives'],
): DraftResult {
  return {
    draft: {
      name: capital(titleOf(text)) || 'Actividad sin nombre',
      purpose: sentenceOf(text),
      legalBasis: null,
      legalBasisArticle: null,
      legalNorm: null,
      legitimateInterest: null,
      dataCategories: [],
      socioeconomic: false,
      subjectCategories: [],
      dataSource: null,
      recipients: [],
      internationalTransfer: { exists: false, country: null, mechanism: null },
      retentionPeriod: null,
      retentionNote: null,
      securityMeasures: [],
      automatedDecisions: false,
      automatedLogic: null,
      consentWithdrawal: null,
      minorsSafeguard: null,
      responsibleArea: null,
      controllerRole: 'responsable',
    },
    match: undefined,
    confidence: Math.min(nearest, FLOOR - 0.01),
    hasSensitiveData: false,
    dpiaRequired: false,
    alternatives,
    rationale: [
      'Con esta descripción no se sabe qué actividad es, y por eso no se propone nada.',
      'Escriba qué datos guarda, de quiénes y para qué',
      alternatives.length > 0
        ? `, o elija la plantilla más cercana: ${alternatives.map(({ name }) => `«${name}»`).join('; ')}.`
        : '.',
    ]
      .join(' ')
      .replace(' ,', ',')
      .replace(' .', '.'),
  }
}

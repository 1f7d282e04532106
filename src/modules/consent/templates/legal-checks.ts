import { LAW_NAME } from '#kernel/law/wording.ts'
import type { LegalCheck } from '#kernel/legal-checks.ts'
import { fold } from '#kernel/text.ts'

/** What the law requires of the text of a consent form about biometric data (arts. 16 and 16 ter). */

export interface FormFacts {
  /** All text that the person reads before they decide, folded. */
  text: string
  sensitive: boolean
}

/** «Huella de carbono» and the like are not biometric. */
const BIOMETRIC =
  /\bbiometri|\bhuellas?\b(?! (?:de carbono|ecologica|hidrica))|\bhuellero|\bdactilar|\b(?:reconocimiento|reconoce|rasgos|lectura|enrolamiento|verificacion|identificacion|plantilla|patron|escaneo|escanea)\b[^.]{0,20}\b(?:facial|faciales|rostros?|cara|voz|iris|retina|palma|venas)\b|\biris\b|\bretina\b/
const SYSTEM =
  /\b(?:sistemas?|lector(?:es)?|reloj|software|aplicacion|app|plataforma|programa|terminal(?:es)?|dispositivos?|equipos?|torniquetes?|camaras?|maquinas?|modulo)\b/
const PURPOSE = /\bpara\b|\bfinalidad|\bcon el fin\b|\bcon el objeto\b|\ba fin de\b/
const PERIOD =
  /\b\d+ (?:horas?|dias|semanas|mes|meses|anos?)\b|\b(?:un|dos|tres|seis|doce|veinticuatro|treinta|noventa) (?:dias?|semanas?|mes|meses|anos?)\b|\bmientras\b|\bhasta que\b|\bhasta (?:el|la) (?:termino|fin)\b|\bdurante\b|\bal terminar\b/

export function factsOf(template: {
  description: string | null
  purpose_text: string
  sensitive: boolean
}): FormFacts {
  return {
    text: fold([template.description ?? '', template.purpose_text].join(' ')),
    sensitive: template.sensitive,
  }
}

const isBiometric = ({ text }: FormFacts) => BIOMETRIC.test(text)
const ARTICLE = `art. 16 ter, ${LAW_NAME}`

/** How to exercise rights is not checked: the form's page always links to it. */
const INFORMED = [
  ['system', SYSTEM, 'el sistema que los usa: por ejemplo, el lector de huella de la entrada'],
  ['purpose', PURPOSE, 'para qué se usan'],
  ['period', PERIOD, 'por cuánto tiempo se usan'],
] as const

export const FORM_CHECKS: readonly LegalCheck<FormFacts>[] = [
  {
    key: 'consent.biometric_express',
    article: `arts. 16 y 16 ter, ${LAW_NAME}`,
    severity: 'high',
    missing: (facts) =>
      isBiometric(facts) && !facts.sensitive
        ? 'El texto habla de datos biométricos, que son sensibles y exigen consentimiento expreso: marque «Son datos sensibles».'
        : undefined,
  },
  ...INFORMED.map(
    ([item, said, words]): LegalCheck<FormFacts> => ({
      key: `consent.biometric_${item}`,
      article: ARTICLE,
      severity: 'medium',
      missing: (facts) =>
        isBiometric(facts) && !said.test(facts.text)
          ? `El texto habla de datos biométricos y no dice ${words}. Quien consiente tiene que saberlo antes.`
          : undefined,
    }),
  ),
]

import { LAW_NAME } from '#kernel/law/wording.ts'
import { type Asking, type Whose, whose } from './asking.ts'
import { RIGHTS } from './knowledge.ts'
import { type FinalResponse, opposesMarketing, RESPONSE_TYPES, type RightType } from './rules.ts'

/**
 * Proposed texts for an answer to each right, and the grounds on which the law admits a refusal (arts. 5 to 9, Ley 19.628
 * (mod. Ley 21.719)). They cannot be sent as they are: marks show what only the organisation knows. They address the asker,
 * about the data of the person asked for.
 */

/** A gap that the author of the answer fills in. */
const blank = (what: string) => `[COMPLETAR: ${what}]`

export const granted = (w: Whose): Readonly<Record<RightType, string>> => ({
  ACCESS: [
    `Tratamos datos personales ${w.theirs}. Le entregamos una copia por ${blank('medio y fecha de entrega')} y le informamos lo siguiente:`,
    `Qué datos son y de dónde provienen: ${blank('datos y su origen')}.`,
    `Para qué los usamos: ${blank('finalidades')}.`,
    `A quiénes los comunicamos: ${blank('destinatarios o sus categorías; si pidió la identidad de cada uno, nómbrelos')}.`,
    `Por cuánto tiempo los conservamos: ${blank('plazo')}.`,
    `Intereses legítimos en que se funda el tratamiento: ${blank('cuáles, o que no se funda en ellos')}.`,
    `Decisiones automatizadas: ${blank(`la lógica de las ${w.mayAffect}, o que no las hay`)}.`,
  ].join('\n'),
  RECTIFICATION: `Corregimos el dato que indicó: donde decía ${blank('dato anterior')} ahora dice ${blank('dato corregido')}. El dato anterior no se usará más.`,
  DELETION: `Suprimimos los datos personales que tratábamos ${w.ofThem}: ${blank('qué datos y de qué sistemas')}.`,
  OPPOSITION: `Dejamos de tratar ${w.personalData} para ${blank('el fin al que se opuso')}.`,
  PORTABILITY: `Le entregamos por ${blank('medio y fecha de entrega')} una copia de los datos que ${w.they} nos proporcionó, en formato ${blank('formato electrónico de uso común')}.`,
  BLOCKING: `Suspendimos el tratamiento de ${w.personalData}. Mientras dure el bloqueo solo los conservamos, sin usarlos ni comunicarlos.`,
  AUTO_DECISION: [
    `La decisión ${w.affected} se tomó así: ${blank('explicación de la lógica y de los datos usados')}.`,
    `Una persona de nuestra organización la revisó y resolvió: ${blank('resultado de la revisión')}.`,
    `Sobre ${w.viewpoint}: ${blank('cómo se consideró')}.`,
  ].join('\n'),
})

const marketingEnded = (w: Whose) =>
  `Dejamos de tratar ${w.personalData} para mercadotecnia directa, también para elaborar perfiles con ese fin: ${blank('canales y desde cuándo')}.`

const SEARCHED = `Buscamos en ${blank('sistemas y archivos revisados')} con ${blank('nombre, RUT, correo u otros datos usados')}.`

/** The request itself and its author stay on record: the answer and its proof are kept (art. 11). */
const besideThis = (w: Whose) => `Aparte de esta solicitud, no tratamos datos personales ${w.theirs}`
const ONLY_THIS =
  'Conservamos los datos de la solicitud para responderla y para acreditar que lo hicimos (art. 11).'

/** If no data of the person are held, these requests are already fulfilled, and the answer says so (art. 5). */
export const noneHeld = (w: Whose): Readonly<Partial<Record<RightType, string>>> => ({
  ACCESS: `${besideThis(w)}. ${SEARCHED} ${ONLY_THIS}`,
  DELETION: `${besideThis(w)}: no hay nada que suprimir. ${SEARCHED} ${ONLY_THIS}`,
  OPPOSITION: `${besideThis(w)}, tampoco para el fin al que se opuso. ${SEARCHED} ${ONLY_THIS}`,
})

const unprovenWords = (w: Whose) =>
  `No pudimos comprobar que quien presentó la solicitud ${w.claimed}: ${blank('qué antecedente se pidió y qué faltó')}. Puede presentarla otra vez con ese antecedente.`

const PART = 'Lo que no se acogió se indica más abajo, con su fundamento.'

/** The grounds that the law admits for a refusal. The organisation must prove them. */
export const grounds = (w: Whose): Readonly<Record<RightType, readonly string[]>> => ({
  ACCESS: [`Una ley dispone expresamente que no se entregue esta información: ${blank('cuál')}.`],
  RECTIFICATION: [
    `El dato registrado es exacto, está vigente y completo: ${blank('antecedentes que lo prueban')}.`,
    `${besideThis(w)}, y no hay un dato que corregir. ${SEARCHED}`,
  ],
  DELETION: [
    `Los datos son necesarios para cumplir una obligación legal: ${blank('cuál')}.`,
    `Los datos son necesarios para ejecutar un contrato vigente ${w.betweenUs}: ${blank('cuál')}.`,
    `Los datos son necesarios para ejercer la libertad de emitir opinión y de informar: ${blank('por qué')}.`,
    `Los datos son necesarios para una función pública o una actividad de interés público: ${blank('cuál')}.`,
    `Los datos son necesarios por razones de interés público en la salud pública: ${blank('cuáles')}.`,
    `Los datos se tratan con fines históricos, estadísticos o científicos, o para estudios de interés público: ${blank('cuáles')}.`,
    `Los datos son necesarios para formular, ejercer o defender una reclamación: ${blank('cuál')}.`,
  ],
  OPPOSITION: [
    `El tratamiento se funda en el interés legítimo (art. 8 letra a) y hay motivos legítimos imperiosos que prevalecen sobre ${w.interests}: ${blank('cuáles y cómo se prueban; no sirve contra la mercadotecnia directa, cuya oposición siempre se acoge')}.`,
    `El tratamiento no se funda en el interés legítimo, ni es de mercadotecnia directa, ni usa datos de una fuente de acceso público sin otra base: se funda en ${blank('base de licitud y artículo')}.`,
    `Los datos son necesarios para formular, ejercer o defender una reclamación: ${blank('cuál')}.`,
    `Los datos se tratan con fines históricos, estadísticos o científicos, necesarios para una función pública o una actividad de interés público: ${blank('cuál')}.`,
  ],
  PORTABILITY: [
    `El tratamiento no se funda en ${w.consent}: ${blank('en qué se funda')}.`,
    'El tratamiento no se realiza en forma automatizada.',
    `Los datos que pide no los proporcionó ${w.they}: ${blank('de dónde provienen')}.`,
    `${besideThis(w)}, y no hay una copia que entregar. ${SEARCHED}`,
  ],
  BLOCKING: [
    `La solicitud no da razones que justifiquen suspender el tratamiento: ${blank('por qué')}.`,
    'No hay en curso una rectificación, una supresión ni una oposición que el bloqueo acompañe, ni se pidió en lugar de una supresión.',
  ],
  AUTO_DECISION: [
    `La decisión es necesaria para celebrar o ejecutar un contrato ${w.betweenUs}: ${blank('cuál')}. Explicamos la decisión y una persona la revisó: ${blank('explicación y resultado de la revisión')}.`,
    `La decisión se funda en ${w.consent} previo y expreso, del ${blank('fecha')}. Explicamos la decisión y una persona la revisó: ${blank('explicación y resultado de la revisión')}.`,
    `Una ley permite la decisión y establece resguardos: ${blank('cuál')}. Explicamos la decisión y una persona la revisó: ${blank('explicación y resultado de la revisión')}.`,
  ],
})

/** Further grounds of a public body (art. 23). */
export const GROUNDS_OF_PUBLIC_BODY = [
  `Acoger la solicitud entorpecería las funciones fiscalizadoras, investigativas o sancionadoras de este órgano: ${blank('cuáles y por qué')}.`,
  `Acoger la solicitud afectaría un secreto que la ley establece: ${blank('cuál ley')}.`,
]
const PUBLIC_BODY_ARTICLE = `art. 23, ${LAW_NAME}`

/** A ground against an heir (art. 4). */
export const GROUND_AGAINST_HEIR = `La persona fallecida prohibió expresamente que sus herederos ejercieran este derecho, o una ley lo prohíbe: ${blank('el documento o la ley')}.`
const HEIR_ARTICLE = `art. 4, ${LAW_NAME}`

/** An unproven identity is a ground to refuse every right (art. 11). */
const IDENTITY_ARTICLE = `art. 11, ${LAW_NAME}`

interface Words {
  responseNotes: string | null
  denialReason: string | null
}

export function proposalsFor(
  request: Omit<Asking, 'representative_name'> & { subtype: string | null },
  { isPublicBody }: { isPublicBody: boolean },
) {
  const { right_type: right } = request
  const w = whose(request)
  const isMarketing = opposesMarketing(request)
  const given = isMarketing ? marketingEnded(w) : granted(w)[right]
  const unproven = { text: unprovenWords(w), article: IDENTITY_ARTICLE }
  const admitted = [
    ...grounds(w)[right].map((text) => ({ text, article: RIGHTS[right].article })),
    ...(isPublicBody ? GROUNDS_OF_PUBLIC_BODY : []).map((text) => ({ text, article: PUBLIC_BODY_ARTICLE })),
    ...(request.heir_name === null ? [] : [{ text: GROUND_AGAINST_HEIR, article: HEIR_ARTICLE }]),
  ]
  const words: Readonly<Record<FinalResponse, Words>> = {
    FULFILLED: { responseNotes: given, denialReason: null },
    PARTIALLY_FULFILLED: { responseNotes: `${given}\n${PART}`, denialReason: admitted[0]!.text },
    REJECTED_IDENTITY: { responseNotes: null, denialReason: unproven.text },
    REJECTED_LEGAL: { responseNotes: null, denialReason: admitted[0]!.text },
  }
  const none = noneHeld(w)[right]
  return {
    answers: RESPONSE_TYPES.flatMap((responseType) =>
      responseType === 'EXTENDED' || (isMarketing && !OF_MARKETING.includes(responseType))
        ? []
        : [{ responseType, ...words[responseType] }],
    ),
    alternatives: none
      ? [
          {
            name: `No tratamos datos ${w.theirs}`,
            responseType: 'FULFILLED' as const,
            responseNotes: none,
            denialReason: null,
            nothingHeld: true,
          },
        ]
      : [],
    grounds: isMarketing ? [unproven] : [...admitted, unproven],
  }
}

/** No ground outweighs an opposition to direct marketing: only the asker's identity can be in doubt (arts. 8 b and 11). */
const OF_MARKETING: readonly FinalResponse[] = ['FULFILLED', 'REJECTED_IDENTITY']

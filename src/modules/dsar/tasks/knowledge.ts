import { LAW_NAME } from '#kernel/law/wording.ts'
import type { Quality } from '../asking.ts'
import { opposesMarketing, type RightType } from '../rules.ts'
import type { Outcome, TaskState } from './rules.ts'

/** The questions to a system's owner, and the grounds on which data may be kept. */

export type TaskRight = Exclude<RightType, 'AUTO_DECISION'>

interface Asked {
  /** Ends «Una persona …». */
  asks: (whose: AskedFor) => string
  /** What to do in the system. */
  todo: string
  /** What `found` means here. */
  found: string
  foundHint: string
  /** What `kept` means here. */
  kept: string
}

/** How to speak of the person in a letter that must not identify them: a mailbox is not a safe place. */
interface AskedFor {
  one: string
  many: string
  data: string
  given: string
  /** Ends «le pide …». */
  search: string
}

const forAnother = (whom: string): AskedFor => ({
  one: `de ${whom}`,
  many: `de ${whom}`,
  data: `los datos de ${whom}`,
  given: `los datos que entregó ${whom}`,
  search: 'buscar a la persona titular de los datos',
})

export const ASKED_FOR: Readonly<Record<Quality, AskedFor>> = {
  self: {
    one: 'suyo',
    many: 'suyos',
    data: 'sus datos',
    given: 'los datos que entregó',
    search: 'buscarla',
  },
  representative: forAnother('alguien a quien representa'),
  heir: forAnother('alguien que falleció'),
}

export const ASKED_OF_OWNERS: Readonly<Record<TaskRight, Asked>> = {
  ACCESS: {
    asks: ({ many }) => `pidió saber qué datos ${many} tiene la organización`,
    todo: 'Busque a la persona en el sistema y envíe una copia de todo lo que haya de ella. Quite los datos de otras personas.',
    found: 'Hay datos, y los envío',
    foundHint: 'Adjunte los archivos con los datos: lo que escriba en la nota no se le entrega.',
    kept: 'Hay datos, pero no se pueden entregar',
  },
  RECTIFICATION: {
    asks: ({ one }) => `pidió corregir un dato ${one}`,
    todo: 'Busque a la persona en el sistema y corrija el dato como se indica. El dato anterior no se usa más.',
    found: 'Estaba, y quedó corregido',
    foundHint: 'Diga qué decía y qué dice ahora.',
    kept: 'Está, pero no corresponde corregirlo',
  },
  DELETION: {
    asks: ({ data }) => `pidió eliminar ${data}`,
    todo: 'Busque a la persona en el sistema y elimine los datos que se indican; si no se indica cuáles, todos los suyos. Si la ley permite conservar alguno, diga cuál y por qué.',
    found: 'Había datos, y los eliminé',
    foundHint: 'Diga qué eliminó, y si queda en respaldos hasta cuándo.',
    kept: 'Hay datos que se conservan',
  },
  OPPOSITION: {
    asks: ({ data }) => `se opuso a que usen ${data}`,
    todo: 'Busque a la persona en el sistema y deje de usar sus datos para el fin que se indica. Si no se indica ninguno, pregunte a la organización antes de responder.',
    found: 'Había datos, y dejaron de usarse',
    foundHint: 'Diga qué uso terminó y desde cuándo.',
    kept: 'Hay datos que se siguen usando',
  },
  PORTABILITY: {
    asks: ({ given }) => `pidió recibir ${given}, para llevarlos a otro lugar`,
    todo: 'Busque a la persona en el sistema y envíe los datos que ella entregó, en un formato electrónico de uso común, como CSV, Excel o JSON.',
    found: 'Hay datos, y los envío',
    foundHint: 'Adjunte los archivos.',
    kept: 'Hay datos, pero no corresponde entregarlos así',
  },
  BLOCKING: {
    asks: ({ data }) => `pidió suspender el uso de ${data}`,
    todo: 'Busque a la persona en el sistema y bloquee sus datos desde ya: solo se conservan, no se usan ni se comunican.',
    found: 'Hay datos, y quedaron bloqueados',
    foundHint: 'Diga cómo quedaron bloqueados y desde cuándo.',
    kept: 'Hay datos que no se pudieron bloquear',
  },
}

const NOTHING_FOUND = 'No hay nada de esta persona'

export function outcomeWords(right: TaskRight, outcome: Outcome): string {
  const asked = ASKED_OF_OWNERS[right]
  return { found: asked.found, nothing_found: NOTHING_FOUND, kept: asked.kept }[outcome]
}

export interface Ground {
  article: string
  text: string
}

const of = (article: string) => (text: string) => ({ article: `${article}, ${LAW_NAME}`, text })
const [seventh, eighth, ninth] = [of('art. 7'), of('art. 8'), of('art. 9')]

/** The reasons that the law admits, in plain words (arts. 5 to 9). */
const GROUNDS_OF_OWNERS: Readonly<Record<TaskRight, readonly Ground[]>> = {
  ACCESS: [of('art. 5')('Una ley dispone expresamente que no se entregue')],
  RECTIFICATION: [of('art. 6')('El dato está bien: es exacto, vigente y completo')],
  DELETION: [
    seventh('Una ley obliga a guardarlos'),
    seventh('Hacen falta para un contrato vigente con la persona'),
    seventh('Hacen falta para un reclamo o un juicio'),
    seventh('Hacen falta para una función pública o de interés público'),
    seventh('Lo exige la salud pública'),
    seventh('Se usan con fines históricos, estadísticos o científicos'),
    seventh('Los protege la libertad de opinar e informar'),
  ],
  OPPOSITION: [
    eighth('Hay motivos imperiosos, que se pueden probar y que pesan más; nunca para publicidad'),
    eighth('Hacen falta para un reclamo o un juicio'),
    eighth(
      'Se usan con fines históricos, estadísticos o científicos, y hacen falta para una función pública o una actividad de interés público',
    ),
    eighth(
      'El uso se funda en un contrato con la persona o en una ley; si se funda en su consentimiento, la oposición vale como retiro',
    ),
  ],
  PORTABILITY: [
    ninth('Su uso no se funda en el consentimiento de la persona'),
    ninth('No se tratan en forma automatizada'),
    ninth('La persona no los entregó: vienen de otra parte'),
  ],
  BLOCKING: [
    of('art. 8 ter')(
      'No hay una rectificación, supresión u oposición en curso, ni se pidió en lugar de la supresión',
    ),
  ],
}

/** The possible answers to this request, and the grounds on which data may be kept. */
export function choicesFor(request: { right_type: RightType; subtype: string | null }): {
  outcomes: { value: Outcome; label: string; hint: string | null }[]
  grounds: Ground[]
} {
  if (request.right_type === 'AUTO_DECISION') return { outcomes: [], grounds: [] }
  const asked = ASKED_OF_OWNERS[request.right_type]
  // Nothing outweighs an opposition to direct marketing (art. 8 b).
  const mayKeep = !opposesMarketing(request)
  return {
    outcomes: [
      { value: 'found', label: asked.found, hint: asked.foundHint },
      { value: 'nothing_found', label: NOTHING_FOUND, hint: null },
      ...(mayKeep
        ? [
            {
              value: 'kept' as const,
              label: asked.kept,
              hint: 'Indique más abajo por qué la ley lo permite.',
            },
          ]
        : []),
    ],
    grounds: mayKeep ? [...GROUNDS_OF_OWNERS[request.right_type]] : [],
  }
}

/** The ground as stored with the answer: article and reason. */
export function groundText({ article, text }: Ground): string {
  return `${article}: ${text}`
}

export const STATE_WORDS: Readonly<Record<TaskState, string>> = {
  open: 'sin enviar',
  sent: 'enviada',
  done: 'respondida',
  cancelled: 'cancelada',
}

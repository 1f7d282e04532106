import { LAW_NAME } from '#kernel/law/wording.ts'
import type { LegalCheck } from '#kernel/legal-checks.ts'
import type { RightType } from '../rules.ts'

/** What the law requires before data are handed to the asker (arts. 5 and 11, Ley 19.628 (mod. Ley 21.719)). */

export interface DeliveryFacts {
  rightType: RightType
  /** The person's identity rests on their own word alone. */
  isClaimed: boolean
  /** The representative has not proven their mandate. */
  isRepresentationClaimed: boolean
  /** Systems that have not answered. */
  waiting: number
  /** Systems that answered «found» but have no file in the package. */
  unsent: readonly string[]
  /** Activities of the register that the index describes. */
  activities: number
  /** The person asked for each recipient by name. */
  asksForEachRecipient: boolean
  /** The index has a message from the organisation. */
  hasMessage: boolean
}

/** Rights whose answer is the data themselves. */
const HANDED_OVER: readonly RightType[] = ['ACCESS', 'PORTABILITY']

export const DELIVERY_CHECKS: readonly LegalCheck<DeliveryFacts>[] = [
  {
    key: 'dsar.delivery_identity',
    article: `arts. 5 y 11, ${LAW_NAME}`,
    severity: 'medium',
    missing: ({ isClaimed }) =>
      isClaimed
        ? 'Nada prueba que el correo y el RUT de la solicitud sean de quien pide. Compruébelo antes de entregar los datos.'
        : undefined,
  },
  {
    key: 'dsar.delivery_representation',
    article: `arts. 4 y 11, ${LAW_NAME}`,
    severity: 'medium',
    missing: ({ isRepresentationClaimed }) =>
      isRepresentationClaimed
        ? 'Quien pide actúa por otra persona, y su representación o su calidad de heredero solo está declarada. Compruébela antes de entregar los datos.'
        : undefined,
  },
  {
    key: 'dsar.delivery_purposes',
    article: `art. 5, ${LAW_NAME}`,
    severity: 'medium',
    missing: ({ rightType, activities }) =>
      rightType === 'ACCESS' && activities === 0
        ? 'El índice no dice para qué se usan los datos, a quiénes se comunican ni por cuánto tiempo: el registro no tiene actividades publicadas de la entidad que responde. Publíquelas y prepare el paquete otra vez.'
        : undefined,
  },
  {
    key: 'dsar.delivery_recipients',
    article: `art. 5, ${LAW_NAME}`,
    severity: 'medium',
    missing: ({ asksForEachRecipient, hasMessage }) =>
      asksForEachRecipient && !hasMessage
        ? 'La persona pidió la identidad de cada destinatario, y el índice los dice como están en el registro. Si alguno figura ahí por su categoría, o falta, nómbrelo en el mensaje para la persona; si están todos, dígalo en él. Prepare el paquete otra vez.'
        : undefined,
  },
  {
    key: 'dsar.delivery_data',
    article: `arts. 5, 9 y 11, ${LAW_NAME}`,
    severity: 'medium',
    missing: ({ rightType, unsent }) =>
      HANDED_OVER.includes(rightType) && unsent.length > 0
        ? `El índice dice que hay datos de la persona en ${unsent.map((name) => `«${name}»`).join(', ')}, y el paquete no lleva ninguno de ahí. Pida los archivos, súbalos a la solicitud y prepare el paquete otra vez.`
        : undefined,
  },
  {
    key: 'dsar.delivery_systems',
    article: `art. 11, ${LAW_NAME}`,
    severity: 'low',
    missing: ({ waiting }) =>
      waiting > 0
        ? `${waiting === 1 ? 'Un sistema no ha' : `${waiting} sistemas no han`} respondido: el índice lo dice, y lo que falte se entrega después.`
        : undefined,
  },
]

import { isClosed, provableOf, type Request, tellsThirds, wasRefused } from './words.ts'

/** The steps of a request, in order. The first open one is what to do now. */
export interface Step {
  key: string
  title: string
  why: string
  done: boolean
  /** The request was closed without this step. It is neither done nor still to do. */
  skipped?: boolean
  act:
    | { move: 'VERIFYING' | 'IN_PROGRESS' }
    | { assign: true }
    | { identity: true }
    | { part: 'respuesta' | 'tareas' | 'terceros' | 'agencia' }
    | { open: string }
}

export interface Told {
  items: readonly { notifiedAt: string | null; letterId: string | null }[]
  noneBecause: string | null
}

export function stepsOf(request: Request, told: Told | undefined): Step[] {
  const { status, identity, rightType, events, blockings, letters } = request
  const isProven = identity.email === 'proven' && identity.rut === 'proven'
  const hasCheck = identity.checks.some(({ isWithdrawn }) => !isWithdrawn)
  const wasVerified = events.some(({ from }) => from === 'VERIFYING')
  const closed = isClosed(status)
  const block = blockings.find((one) => !isClosed(one.status))
  const isUnaware =
    told?.items.some(({ notifiedAt, letterId }) => notifiedAt === null && letterId === null) ?? false
  const steps: (Step | false)[] = [
    block !== undefined && {
      key: 'block',
      title: 'Resuelva primero el bloqueo temporal',
      why: `La persona pidió suspender el uso de sus datos (${block.folioNumber}). Se responde en dos días hábiles; hasta entonces solo pueden conservarse (arts. 8 ter y 11).`,
      done: false,
      act: { open: block.id },
    },
    {
      key: 'verify',
      title: 'Verifique la identidad',
      why: 'Lo que solo se declaró se comprueba antes de entregar o borrar datos, sin pedir más de lo necesario (art. 11).',
      done: isProven || hasCheck || wasVerified,
      // Without a RUT or a mailbox there is nothing to check: the step moves the request on instead.
      act:
        provableOf(request).length > 0
          ? { identity: true }
          : { move: status === 'VERIFYING' ? 'IN_PROGRESS' : 'VERIFYING' },
    },
    status === 'VERIFYING' &&
      hasCheck && {
        key: 'resume',
        title: 'Pase la solicitud a «En curso»',
        why: 'Quien pide es quien dice ser: la persona lo verá en su seguimiento.',
        done: false,
        act: { move: 'IN_PROGRESS' },
      },
    {
      key: 'assign',
      title: 'Asigne quién la responde',
      why: 'Esa persona recibe los avisos del plazo.',
      done: request.assignedTo !== null,
      act: { assign: true },
    },
    request.tasks.total > 0 && {
      key: 'tasks',
      title: 'Reúna lo que hay en los sistemas',
      why: `Respondieron ${request.tasks.done} de ${request.tasks.total}. Cada uno dice qué había y qué hizo; con eso se responde a la persona (arts. 5 a 9 y 11).`,
      done: request.tasks.done === request.tasks.total,
      act: { part: 'tareas' },
    },
    tellsThirds(rightType) &&
      status !== 'REJECTED' && {
        key: 'thirds',
        title: 'Indique a quién se comunicaron los datos',
        why: 'Quienes los recibieron tienen que saber de lo resuelto; se les escribe junto con la respuesta (art. 11).',
        done:
          request.thirdsNotifiedAt !== null ||
          (told !== undefined && (told.items.length > 0 || told.noneBecause !== null)),
        act: { part: 'terceros' },
      },
    {
      key: 'answer',
      title: 'Responda a la persona',
      why: 'Elija cómo se resuelve, revise el texto y lea la carta antes de enviarla (art. 11).',
      done: closed,
      act: { part: 'respuesta' },
    },
    rightType === 'BLOCKING' &&
      wasRefused(request) && {
        key: 'agency',
        title: 'Informe la negativa a la Agencia',
        why: 'Negar un bloqueo temporal, entero o en parte, se informa por vía electrónica (art. 8 ter).',
        done: letters.some(({ kind }) => kind === 'AGENCY'),
        act: { part: 'agencia' },
      },
    status === 'COMPLETED' &&
      request.thirdsNotifiedAt === null &&
      isUnaware && {
        key: 'remaining',
        title: 'Avise a quienes no tienen correo',
        why: 'Hay destinatarios sin correo que todavía no saben de lo resuelto (art. 11).',
        done: false,
        act: { part: 'terceros' },
      },
  ]
  return steps
    .filter((step) => step !== false)
    .map((step) =>
      closed && BEFORE_ANSWER.includes(step.key) && !step.done ? { ...step, skipped: true } : step,
    )
}

const BEFORE_ANSWER = ['verify', 'assign', 'tasks']

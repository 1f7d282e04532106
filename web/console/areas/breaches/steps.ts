import type { Audience, Breach, State } from './words.ts'

/** The steps of a breach, in order. The first open one is what to do now. */
export interface Step {
  key: string
  title: string
  why: string
  done: boolean
  act: { dialog: 'decide' } | { letter: Audience } | { move: State } | { edit: true }
}

export function stepsOf(breach: Breach, missing: readonly string[]): Step[] {
  const { decision, actsAs, status, clocks } = breach
  const csirt = clocks.find(({ key, doneAt }) => key.startsWith('csirt_') && doneAt === null)
  const hasCsirt = clocks.some(({ key }) => key.startsWith('csirt_'))
  const steps: (Step | false)[] = [
    {
      key: 'investigate',
      title: 'Empiece a investigar',
      why: 'Deje constancia de que el equipo ya trabaja en ella.',
      done: status !== 'detected',
      act: { move: 'investigating' },
    },
    {
      key: 'decide',
      title: 'Decida a quién comunicarla',
      why: 'Cuatro preguntas; el sistema compara sus respuestas con lo registrado y explica la decisión (art. 14 sexies).',
      done: decision !== null,
      act: { dialog: 'decide' },
    },
    hasCsirt && {
      key: 'csirt',
      title:
        csirt?.key === 'csirt_final'
          ? 'Marque el informe final al CSIRT Nacional'
          : 'Avise al CSIRT Nacional',
      why: csirt?.basis ?? 'La entidad presta un servicio esencial (art. 9, Ley 21.663).',
      done: csirt === undefined,
      act: { letter: csirt?.key === 'csirt_alert' ? 'csirt_alert' : 'csirt_report' },
    },
    actsAs === 'processor' && {
      key: 'controller',
      title: 'Avise al responsable',
      why: 'Usted trata los datos por cuenta de otro: es él quien reporta a la Agencia (art. 15 bis).',
      done: breach.controllerNotifiedAt !== null,
      act: { letter: 'controller' },
    },
    actsAs === 'controller' &&
      decision?.requiresNotification === true && {
        key: 'authority',
        title: 'Reporte a la Agencia',
        why: 'Por el medio más expedito y sin dilaciones indebidas; la ley no fija horas (art. 14 sexies).',
        done: breach.notifiedApdpAt !== null,
        act: { letter: 'authority' },
      },
    actsAs === 'controller' &&
      decision?.requiresSubjectNotification === true && {
        key: 'subjects',
        title: 'Comuníquela a los titulares',
        why: 'En lenguaje claro y a cada persona; si no es posible, en un medio masivo (art. 14 sexies).',
        done: breach.subjectsNotifiedAt !== null || breach.massMediaNotice !== null,
        act: { letter: 'subjects' },
      },
    {
      key: 'contain',
      title: 'Contenga la brecha',
      why:
        status === 'notified'
          ? 'Anote las medidas tomadas: la brecha ya figura como notificada.'
          : 'Cuando el acceso esté cerrado o los datos recuperados.',
      done:
        breach.events.some(({ to }) => to === 'contained') ||
        (status === 'notified' && breach.containmentActions.length > 0),
      act: status === 'notified' ? { edit: true } : { move: 'contained' },
    },
    missing.length > 0 && {
      key: 'complete',
      title: 'Complete el registro',
      why: `Falta: ${missing.join(', ')}.`,
      done: false,
      act: { edit: true },
    },
    {
      key: 'close',
      title: 'Cierre la brecha',
      why: 'Con todo lo anterior hecho. El registro queda para la Agencia (art. 14 sexies).',
      done: ['resolved', 'notified'].includes(status),
      act: { move: 'resolved' },
    },
  ]
  return steps.filter((step) => step !== false)
}

/** True once the decision says that nobody has to be notified: then there is no report to send. */
export function isOff({ actsAs, decision }: Breach, { key, doneAt }: Breach['clocks'][number]): boolean {
  return (
    doneAt === null &&
    actsAs === 'controller' &&
    decision?.requiresNotification === false &&
    (key === 'apdp' || key === 'internal_72h')
  )
}

/** The state changes that the service allows, with the words of their buttons. */
export const MOVES: Record<State, readonly (readonly [State, string])[]> = {
  detected: [['investigating', 'Empezar a investigar']],
  investigating: [['contained', 'Marcar como contenida']],
  contained: [['resolved', 'Cerrar la brecha']],
  resolved: [],
  notified: [],
}

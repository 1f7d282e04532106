import { type Assessment, isOpen } from './words.ts'

/** The parts of an assessment in the order of work, and whether each one is complete. */
export interface Step {
  key: string
  name: string
  article: string
  isDone: boolean
  /** The tab that edits it. */
  part: '' | 'riesgos' | 'opiniones'
}

const said = (text: string | null) => text !== null && text.trim() !== ''

export function stepsOf(assessment: Assessment): Step[] {
  const { description, scope, necessity, proportionality, risks, activityId, dpoOpinion, status } = assessment
  const weighed = risks.length > 0
  return [
    {
      key: 'activity',
      name: 'La actividad del registro',
      article: 'buena práctica',
      isDone: activityId !== null,
      part: '',
    },
    {
      key: 'description',
      name: 'Qué se hace y con qué alcance',
      article: 'art. 15 ter',
      isDone: said(description) || said(scope),
      part: '',
    },
    { key: 'necessity', name: 'Necesidad', article: 'art. 15 ter', isDone: said(necessity), part: '' },
    {
      key: 'proportionality',
      name: 'Proporcionalidad',
      article: 'art. 15 ter',
      isDone: said(proportionality),
      part: '',
    },
    { key: 'risks', name: 'Riesgos', article: 'art. 15 ter', isDone: weighed, part: 'riesgos' },
    {
      key: 'measures',
      name: 'Medidas para cada riesgo',
      article: 'arts. 14 quinquies y 15 ter',
      isDone:
        weighed && risks.every(({ mitigation, status: state }) => state === 'accepted' || said(mitigation)),
      part: 'riesgos',
    },
    {
      key: 'opinions',
      name: 'Opinión del delegado',
      article: 'buena práctica',
      isDone: said(dpoOpinion),
      part: 'opiniones',
    },
    {
      key: 'approval',
      name: 'Aprobación',
      article: 'buena práctica',
      isDone: status === 'approved' && !isOpen(assessment),
      part: '',
    },
  ]
}

/** For each text: guiding questions and an example. */
export const HELP = {
  necessity: {
    questions: [
      '¿Qué fin concreto se persigue, y para quién?',
      '¿Se lograría sin datos personales, o con datos anónimos?',
      '¿Qué datos se pueden dejar de pedir sin perder ese fin?',
      '¿Por cuánto tiempo hacen falta?',
    ],
    example:
      'El fin es agendar con el especialista que corresponde. Sin el diagnóstico, el 40 % de las horas se pedían mal. Se dejó de pedir el historial completo: bastan el diagnóstico y la urgencia, que se borran de la agenda a los dos años de la última atención; la ficha clínica se conserva 15 años (Ley 20.584, art. 13).',
  },
  proportionality: {
    questions: [
      '¿Qué ganan las personas, y qué arriesgan?',
      '¿Qué alternativa menos invasiva se estudió, y por qué no bastó?',
      '¿Quiénes acceden, y por qué no pueden ser menos?',
      '¿Cómo se enteran las personas, y cómo se oponen?',
    ],
    example:
      'Se descartó la huella: una tarjeta logra lo mismo. Acceden tres personas de la recepción, con registro de cada consulta. Un letrero y la política lo informan, y quien no quiere usar la tarjeta firma en papel.',
  },
} as const

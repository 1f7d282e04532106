/** The daily jobs, in the words of a person. */
interface Prompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  text(given: Record<string, string>): string
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'que-vence',
    title: 'Qué vence',
    description: 'Lo que espera por mí, lo más urgente primero, con su plazo y el artículo que lo fija.',
    arguments: [],
    text: () =>
      'Llame a «listTasks» y a «getOverview». Ordene lo que espera por fecha de vencimiento: primero lo vencido, luego lo de hoy y lo de esta semana. De cada cosa diga qué es, cuándo vence en hora de Chile, qué artículo fija el plazo si el registro lo indica y cuál es el próximo paso. No agregue plazos que los datos no traigan.',
  },
  {
    name: 'redactar-carta',
    title: 'Redactar la respuesta a una solicitud',
    description: 'Un borrador de respuesta a una solicitud de derechos, a partir de lo registrado.',
    arguments: [{ name: 'id', description: 'El id de la solicitud', required: true }],
    text: ({ id = '' }) =>
      `Llame a «getDsarRequest» y a «proposeDsarAnswers» con id «${id}». Redacte la respuesta en español de Chile, de usted, a partir de lo que propone el servicio y de lo registrado. Lo que no conste en los datos, pregúntelo: no lo suponga. Cite solo los artículos que trae la propuesta. Muéstrela como borrador: la envía una persona, después de leerla.`,
  },
  {
    name: 'revisar-actividad',
    title: 'Revisar una actividad de tratamiento',
    description: 'Qué le falta a una actividad del registro y qué la pone en riesgo.',
    arguments: [{ name: 'id', description: 'El id de la actividad', required: true }],
    text: ({ id = '' }) =>
      `Llame a «getActivity» y a «checkActivity» con id «${id}». Diga qué falta para publicarla, si la base de licitud calza con la finalidad y las categorías de datos, si hay datos sensibles o de niños, niñas y adolescentes, si exige una evaluación de impacto («dpiaRequired» y «dpiaReasons») y si hay transferencias internacionales sin garantía. Apóyese en los hallazgos del registro y en sus artículos, y separe lo que exige la ley de lo que es buena práctica.`,
  },
]

import { chileanDay } from '#kernel/dates.ts'
import type { Story } from '../story.ts'
import { act } from './workflows.ts'

type Level = 'low' | 'medium' | 'high' | 'critical'

interface Risk {
  description: string
  likelihood: Level
  impact: Level
  mitigation?: string
  residualLikelihood?: Level
  residualImpact?: Level
  ownerName?: string
  dueInWeeks?: number
  doneWeeksAgo?: number
}

interface Assessment {
  key: string
  weeksAgo: number
  activity: string
  title: string
  description: string
  necessity: string
  proportionality: string
  risks: readonly Risk[]
}

const ASSESSMENTS: readonly Assessment[] = [
  {
    key: 'cctv',
    weeksAgo: 8,
    activity: 'cctv',
    title: 'Evaluación de impacto: videovigilancia de tiendas y bodegas',
    description: 'Cámaras en zonas de acceso público de 34 tiendas y dos centros de distribución.',
    necessity: 'Las alarmas y los guardias no bastaron: los hurtos con violencia subieron 18 % en un año.',
    proportionality:
      'Sin audio ni reconocimiento facial, sin cámaras en probadores, baños ni comedores, y con borrado a los 30 días.',
    risks: [
      {
        description: 'Seguimiento de trabajadores durante su jornada',
        likelihood: 'medium',
        impact: 'high',
        mitigation:
          'Las cámaras no enfocan puestos fijos y el reglamento interno prohíbe usarlas para evaluar',
        residualLikelihood: 'low',
        residualImpact: 'medium',
        ownerName: 'Gerencia de Personas',
        dueInWeeks: -2,
        doneWeeksAgo: 3,
      },
      {
        description: 'Difusión de imágenes en redes sociales por quien opera el sistema',
        likelihood: 'medium',
        impact: 'high',
        mitigation: 'Exportación solo con dos personas, marca de agua y registro de cada consulta',
        residualLikelihood: 'low',
        residualImpact: 'high',
        ownerName: 'Tomás Ibarra Leal',
        dueInWeeks: 4,
      },
    ],
  },
  {
    key: 'remuneraciones',
    weeksAgo: 7,
    activity: 'remuneraciones',
    title: 'Evaluación de impacto: remuneraciones y licencias médicas',
    description: 'Datos de salud y previsión de 1.180 trabajadores, tratados por un proveedor en línea.',
    necessity: 'La ley obliga a pagar cotizaciones y a tramitar licencias médicas.',
    proportionality: 'Del diagnóstico solo se guarda lo que la entidad de salud exige; lo ven tres personas.',
    risks: [
      {
        description: 'Divulgación de licencias médicas dentro de la empresa',
        likelihood: 'medium',
        impact: 'critical',
        mitigation: 'Perfil de acceso propio para licencias y revisión mensual de quién lo usa',
        residualLikelihood: 'low',
        residualImpact: 'critical',
        ownerName: 'Tomás Ibarra Leal',
        dueInWeeks: 2,
        doneWeeksAgo: 1,
      },
      {
        description: 'Liquidaciones enviadas al correo de otra persona',
        likelihood: 'low',
        impact: 'medium',
        mitigation: 'Entrega por el portal del trabajador con clave, sin adjuntos',
        residualLikelihood: 'low',
        residualImpact: 'low',
        ownerName: 'Gerencia de Personas',
        dueInWeeks: 2,
      },
    ],
  },
  {
    key: 'credito',
    weeksAgo: 4,
    activity: 'credito',
    title: 'Evaluación de impacto: evaluación de crédito de la Tarjeta Aromo',
    description: 'Un puntaje automatizado propone el cupo y puede rechazar la solicitud.',
    necessity:
      'Evaluar la capacidad de pago evita el sobreendeudamiento y es exigible a quien otorga crédito.',
    proportionality:
      'No usa comuna, nacionalidad ni navegación; quien es rechazado puede pedir que lo vea una persona.',
    risks: [
      {
        description: 'Rechazo por datos de deuda desactualizados',
        likelihood: 'high',
        impact: 'high',
        mitigation:
          'Consulta en línea del registro de deudas y revisión humana antes de comunicar un rechazo',
        residualLikelihood: 'medium',
        residualImpact: 'medium',
        ownerName: 'Gerencia de Crédito',
        dueInWeeks: 2,
      },
      {
        description: 'Trato desigual a personas mayores sin historial',
        likelihood: 'medium',
        impact: 'high',
      },
    ],
  },
  {
    key: 'probador',
    weeksAgo: 3,
    activity: 'probador',
    title: 'Evaluación de impacto: probador virtual con cámara',
    description: 'Piloto del área digital con un modelo de imágenes de un proveedor extranjero.',
    necessity: 'Se busca bajar las devoluciones de vestuario, hoy de 22 %.',
    proportionality: 'El proveedor conserva las imágenes 90 días para mejorar su modelo.',
    risks: [
      {
        description: 'Uso de las imágenes de clientes para entrenar modelos de terceros',
        likelihood: 'critical',
        impact: 'high',
      },
      {
        description: 'Imágenes de menores de edad tomadas sin su representante',
        likelihood: 'high',
        impact: 'critical',
      },
    ],
  },
  {
    key: 'club',
    weeksAgo: 2,
    activity: 'club',
    title: 'Evaluación de impacto: perfiles del Club Aromo',
    description: 'Segmentos de 640.000 socios según sus compras.',
    necessity: 'Los beneficios dependen de conocer la frecuencia y el monto de las compras.',
    proportionality: 'Por escribir: falta decidir cuánto tiempo se guarda el detalle de las compras.',
    risks: [
      {
        description: 'Inferencias sobre salud o embarazo a partir de las compras',
        likelihood: 'medium',
        impact: 'high',
        mitigation: 'Excluir farmacia y maternidad de los modelos de segmentación',
        residualLikelihood: 'low',
        residualImpact: 'medium',
        ownerName: 'Gerencia Digital',
        dueInWeeks: 6,
      },
    ],
  },
  {
    key: 'huella',
    weeksAgo: 1,
    activity: 'huella',
    title: 'Evaluación de impacto: huella digital en centros de distribución',
    description: 'Marcación de jornada de 260 trabajadores de bodega.',
    necessity: 'Por escribir: comparar con tarjeta y código.',
    proportionality: 'Por escribir.',
    risks: [],
  },
]

/** A day `weeksAgo` weeks before today, or after it if negative. */
function dayOf(story: Story, weeksAgo: number): string {
  return chileanDay(story.week(weeksAgo, 2, '12:00'))
}

/** Six assessments: two approved, one in review, one rejected, two still drafts. */
export function assessments(story: Story): void {
  for (const { key, weeksAgo, activity, risks, ...fields } of ASSESSMENTS) {
    story.plan(story.week(weeksAgo, 1, '11:20'), async () => {
      const analyst = story.as('analyst')
      const { id } = await analyst.post('/dpia/assessments', {
        ...fields,
        activityId: story.id(`activity:${activity}`),
      })
      story.keep(`dpia:${key}`, id)
      for (const { dueInWeeks, doneWeeksAgo, ...risk } of risks) {
        const dueOn = dueInWeeks === undefined ? null : dayOf(story, -dueInWeeks)
        const doneOn = doneWeeksAgo === undefined ? null : dayOf(story, doneWeeksAgo)
        await analyst.post(`/dpia/assessments/${id}/risks`, { ...risk, dueOn, doneOn })
      }
    })
  }
  const opine = (key: string, who: 'dpo' | 'analyst', body: object) =>
    story.as(who).put(`/dpia/assessments/${story.id(`dpia:${key}`)}`, body)
  const comment = (key: string, who: 'dpo' | 'analyst', text: string) =>
    story
      .as(who)
      .post('/comments', { entityType: 'dpia_assessment', entityId: story.id(`dpia:${key}`), text })

  story.plan(story.week(8, 2, '12:30'), () =>
    opine('cctv', 'analyst', {
      subjectsConsultation: 'Reunión con los sindicatos de tiendas y bodegas, con acta.',
      subjectsOpinion: 'Piden que las imágenes no sirvan para evaluar el desempeño. Se dejó por escrito.',
    }),
  )
  story.plan(story.week(8, 2, '16:00'), () =>
    opine('cctv', 'dpo', {
      dpoOpinion: 'Favorable, mientras no haya audio ni reconocimiento de rostros y se borre a los 30 días.',
    }),
  )
  story.plan(story.week(3, 3, '10:00'), () =>
    opine('credito', 'dpo', {
      dpoOpinion: 'Con reparos: falta medir el trato a personas mayores antes de ampliar el piloto.',
    }),
  )
  story.plan(story.week(3, 4, '11:10'), () =>
    comment('credito', 'analyst', 'Crédito promete el estudio de trato desigual para fin de mes.'),
  )
  story.plan(story.week(2, 2, '09:45'), () =>
    comment('club', 'dpo', '¿Alcanza con guardar doce meses de compras? Digital dice que sí.'),
  )

  const review = (key: string, notes: string, conclusion: string) =>
    act(story, 'DPIA', story.id(`dpia:${key}`), {
      by: 'analyst',
      stageId: 'revision',
      actionType: 'APPROVE',
      notes,
      fieldValues: { conclusion },
    })
  const decide = (key: string, actionType: 'APPROVE' | 'REJECT' | 'REQUEST_INFO', notes: string) =>
    act(story, 'DPIA', story.id(`dpia:${key}`), { by: 'dpo', stageId: 'aprobacion', actionType, notes })

  story.plan(story.week(8, 3, '16:45'), () =>
    review('cctv', 'Conversado con Prevención de Pérdidas.', 'Riesgo aceptable con las medidas descritas.'),
  )
  story.plan(story.week(8, 5, '10:15'), () =>
    decide('cctv', 'APPROVE', 'Aprobada. Revisar si se agregan cámaras con analítica.'),
  )
  story.plan(story.week(7, 3, '12:00'), () =>
    review(
      'remuneraciones',
      'Visto con la Gerencia de Personas.',
      'El proveedor separó el perfil de licencias.',
    ),
  )
  story.plan(story.week(7, 4, '17:10'), () => decide('remuneraciones', 'APPROVE', 'Aprobada por un año.'))
  story.plan(story.week(3, 4, '09:30'), () =>
    review(
      'credito',
      'Falta el estudio de trato desigual; se envía igual para no detener el piloto.',
      'Riesgo alto.',
    ),
  )
  story.plan(story.week(3, 3, '15:00'), () =>
    review('probador', 'Los dos riesgos siguen sin mitigar.', 'No se recomienda seguir con este proveedor.'),
  )
  story.plan(story.week(3, 5, '11:00'), () =>
    decide(
      'probador',
      'REJECT',
      'Rechazada: las imágenes no pueden alimentar el modelo de un tercero. Buscar otra solución.',
    ),
  )
}

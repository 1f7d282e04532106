import { createHmac } from 'node:crypto'
import { after, HOUR_MS } from '#kernel/dates.ts'
import type { Story } from '../story.ts'
import { act } from './workflows.ts'

type State = 'investigating' | 'contained' | 'resolved'

interface Incident {
  key: string
  detectedAt: Date
  breach: object
  systems: string[]
  activities: string[]
  /** Hours after the detection. */
  moves: [hours: number, status: State, notes: string][]
  /** Its legal entity, if not the main one. */
  entity?: string
  decision?: [hours: number, answers: object]
  report?: number
  /** Hours after the detection, and the medium. */
  subjects?: [hours: number, medium: string, notes: string]
  /** Hours after the detection: as a processor the organisation informs the controller. */
  controller?: number
  /** Deadlines of the CSIRT that were met. */
  clocks?: [hours: number, key: string][]
}

const answers = (riskToSubjects: string, sensitive = false, minors = false, financial = false) => ({
  riskToSubjects,
  hasSensitiveData: sensitive,
  hasMinorData: minors,
  hasFinancialData: financial,
})

function incidents(story: Story): Incident[] {
  return [
    {
      key: 'planilla',
      detectedAt: story.week(7, 2, '11:25'),
      breach: {
        title: 'Planilla de licencias médicas enviada a una lista equivocada',
        description: 'Un correo con 43 licencias médicas llegó a todas las jefaturas de tienda.',
        detectionSource: 'manual',
        attackVector: 'error humano',
        dataCategories: ['name', 'rut', 'health'],
        hasSensitiveData: true,
        estimatedRecords: 43,
        containmentActions: [
          'Correo retirado de los buzones',
          'Jefaturas confirmaron por escrito que lo borraron',
        ],
        nature: ['confidentiality'],
        occurredAt: after(story.week(7, 2, '11:25'), -0.5 * HOUR_MS).toISOString(),
        effects: 'Doce jefaturas abrieron el archivo; nadie lo reenvió ni lo copió.',
        prevention:
          'Las listas de distribución ya no aceptan adjuntos de Personas; revisión de dos personas.',
        riskRationale:
          'Las licencias muestran diagnósticos de personas identificadas a quienes trabajan con ellas.',
      },
      systems: ['personas'],
      activities: ['remuneraciones'],
      decision: [
        5,
        {
          ...answers('alto', true),
          // The payroll system holds financial data, but the leaked file did not.
          overrideReasons: {
            hasFinancialData: 'El archivo tenía solo licencias médicas, sin sueldos ni cuentas.',
          },
        },
      ],
      subjects: [30, 'correo electrónico a cada persona', 'Cuarenta y tres entregados.'],
      moves: [
        [1, 'investigating', 'Personas confirma el envío y su alcance.'],
        [4, 'contained', 'Retirado de 34 buzones; nadie lo había reenviado.'],
      ],
      report: 26,
    },
    {
      key: 'notebook',
      detectedAt: story.week(5, 4, '18:40'),
      breach: {
        title: 'Robo de un notebook de la Gerencia de Marketing',
        description:
          'Equipo con disco cifrado, sustraído de un vehículo. Tenía una copia de la base de suscriptores.',
        detectionSource: 'manual',
        attackVector: 'robo de equipo',
        dataCategories: ['name', 'email'],
        estimatedRecords: 12_400,
        containmentActions: ['Borrado remoto', 'Cambio de claves'],
        nature: ['confidentiality', 'availability'],
        effects: 'Ninguno constatado.',
        prevention: 'Prohibición de copias locales de bases de clientes, y control mensual.',
        riskRationale: 'El disco estaba cifrado, la clave no estaba en el equipo y se borró a distancia.',
      },
      systems: ['correos'],
      activities: ['boletin'],
      decision: [20, answers('bajo')],
      moves: [
        [2, 'investigating', 'Se comprueba que el cifrado estaba activo.'],
        [15, 'contained', 'Borrado remoto confirmado.'],
        [
          44,
          'resolved',
          'Riesgo bajo: disco cifrado y sin acceso posterior. Se refuerza la prohibición de copias locales.',
        ],
      ],
    },
    {
      key: 'cobranza',
      detectedAt: story.week(3, 3, '09:10'),
      breach: {
        title: 'Estados de cuenta de la Tarjeta Aromo visibles para otros clientes',
        description:
          'Durante 50 minutos la página de estados de cuenta mostró a algunos clientes los de otra persona.',
        detectionSource: 'titular',
        attackVector: 'falla de programación',
        dataCategories: ['name', 'rut', 'financial'],
        estimatedRecords: 318,
        containmentActions: ['Versión anterior restaurada', 'Cierre de todas las sesiones'],
        nature: ['confidentiality'],
        occurredAt: after(story.week(3, 3, '09:10'), -HOUR_MS).toISOString(),
        effects: 'Cuarenta y un clientes abrieron el estado de cuenta de otra persona.',
        prevention: 'Prueba automática de que cada sesión ve solo lo suyo, antes de cada publicación.',
        riskRationale: 'Los estados de cuenta muestran deudas y compras de personas identificadas.',
      },
      entity: 'financiera',
      systems: ['credito'],
      activities: ['credito', 'cobranza'],
      decision: [3, answers('alto', false, false, true)],
      moves: [
        [1, 'investigating', 'Tres llamadas al centro de contacto describen lo mismo.'],
        [2, 'contained', 'Se volvió a la versión anterior.'],
      ],
      report: 29,
      subjects: [50, 'mensaje en la aplicación y correo electrónico', 'Trescientos dieciocho entregados.'],
      clocks: [
        [2.5, 'csirt_alert'],
        [48, 'csirt_report'],
        [300, 'csirt_final'],
      ],
    },
    {
      key: 'proveedor',
      detectedAt: story.week(1, 1, '16:05'),
      breach: {
        title: 'Acceso indebido a grabaciones de llamadas en el centro de contacto',
        description: 'El encargado informa que una cuenta de un ex ejecutivo siguió activa tres semanas.',
        detectionSource: 'encargado',
        attackVector: 'credenciales sin revocar',
        dataCategories: ['name', 'phone', 'rut'],
        estimatedRecords: 1_950,
        containmentActions: ['Cuenta bloqueada'],
        nature: ['confidentiality'],
        riskRationale: 'Las grabaciones permiten suplantar a clientes ante el centro de contacto.',
      },
      systems: ['contacto'],
      activities: ['reclamos'],
      decision: [20, answers('medio')],
      moves: [
        [2, 'investigating', 'Se piden al encargado los registros de acceso.'],
        [28, 'contained', 'Cuenta bloqueada; faltan los registros de la primera semana.'],
      ],
    },
    {
      key: 'despacho',
      detectedAt: story.week(2, 2, '10:20'),
      breach: {
        title: 'Guías de despacho de una librería entregadas a otro transportista',
        description: 'Un lote de guías con direcciones de clientes de la librería quedó en otro camión.',
        detectionSource: 'manual',
        attackVector: 'error humano',
        dataCategories: ['name', 'address', 'phone'],
        estimatedRecords: 64,
        containmentActions: ['Lote recuperado el mismo día'],
        nature: ['confidentiality'],
        effects: 'El transportista leyó las guías para ordenarlas.',
        prevention: 'Lotes sellados por cliente.',
        actsAs: 'processor',
        controllerName: 'Librería Los Canelos SpA',
      },
      entity: 'logistica',
      systems: [],
      activities: [],
      decision: [4, answers('bajo')],
      moves: [
        [1, 'investigating', 'Se ubica el lote.'],
        [3, 'contained', 'Lote devuelto.'],
        [26, 'resolved', 'La librería acusó recibo del aviso.'],
      ],
      controller: 5,
    },
    {
      key: 'phishing',
      detectedAt: story.hoursAgo(52),
      breach: {
        title: 'Clave de una cajera entregada en un correo falso',
        description: 'La cuenta se usó desde otra ciudad para consultar compras de clientes.',
        detectionSource: 'manual',
        attackVector: 'phishing',
        dataCategories: ['name', 'rut'],
        estimatedRecords: 60,
      },
      systems: ['pos'],
      activities: ['garantia'],
      moves: [[3, 'investigating', 'Cuenta suspendida; se revisa qué se consultó.']],
    },
  ]
}

/** One incident in every state. The latest came from the SIEM today and waits for somebody. */
export function breaches(story: Story): void {
  // Cards and means of payment are an essential service (Ley 21.663).
  story.plan(story.week(11, 1, '12:00'), () =>
    story.as('owner').patch(`/org/entities/${story.id('entity:financiera')}`, { essentialService: true }),
  )
  for (const incident of incidents(story)) {
    const { key, detectedAt, breach, entity, systems, activities, moves, decision, report } = incident
    const at = (hours: number) => after(detectedAt, hours * HOUR_MS)
    const path = () => `/breaches/${story.id(`breach:${key}`)}`
    story.plan(at(0.4), async () => {
      const { id } = await story.as('analyst').post('/breaches', {
        ...breach,
        detectedAt: detectedAt.toISOString(),
        ...(entity && { legalEntityId: story.id(`entity:${entity}`) }),
        systemIds: systems.map((system) => story.id(`system:${system}`)),
        activityIds: activities.map((activity) => story.id(`activity:${activity}`)),
      })
      story.keep(`breach:${key}`, id)
    })
    for (const [hours, status, notes] of moves) {
      story.plan(at(hours), () => story.as('analyst').patch(`${path()}/status`, { status, notes }))
    }
    if (decision) {
      const [hours, facts] = decision
      story.plan(at(hours), () => story.as('dpo').post(`${path()}/decision-tree`, facts))
    }
    if (incident.subjects) {
      const [hours, medium, notes] = incident.subjects
      story.plan(at(hours), () =>
        story
          .as('dpo')
          .post(`${path()}/notify-subjects`, { notifiedAt: at(hours - 1).toISOString(), medium, notes }),
      )
    }
    if (incident.controller) {
      const notifiedAt = at(incident.controller).toISOString()
      story.plan(at(incident.controller), () =>
        story.as('analyst').post(`${path()}/notify-controller`, { notifiedAt, medium: 'correo electrónico' }),
      )
    }
    for (const [hours, clock] of incident.clocks ?? []) {
      story.plan(at(hours), () => story.as('analyst').post(`${path()}/clocks/${clock}/done`, {}))
    }
    if (report) {
      story.plan(at(report), async () => {
        const { template } = await story
          .as('dpo')
          .get<{ template: string }>(`${path()}/notification-template`)
        const notificationFileKey = await story.as('dpo').upload(`aviso-agencia-${key}.txt`, template)
        const notifiedAt = story.clock.now().toISOString()
        await story.as('dpo').post(`${path()}/notify-apdp`, { notifiedAt, notificationFileKey })
      })
    }
  }
  story.plan(story.week(1, 3, '10:00'), () =>
    act(story, 'BREACH', story.id('breach:proveedor'), {
      by: 'analyst',
      stageId: 'causa',
      actionType: 'APPROVE',
      notes: 'El encargado cambió su procedimiento de bajas.',
      fieldValues: { causa: 'error humano', corregida: story.week(1, 3, '10:00').toISOString().slice(0, 10) },
    }),
  )
  story.plan(story.hoursAgo(5), () => sound(story))
}

/** Signed like an alarm of the company's SIEM, with the secret of its settings. */
async function sound(story: Story): Promise<void> {
  const { siemSecret } = await story.as('admin').get<{ siemSecret: string }>('/settings/tenant')
  const alarm = {
    alert: {
      rule: {
        id: '87105',
        description: 'Descarga inusual de fichas de clientes desde la cuenta de servicio del CRM',
        level: 12,
      },
      agent: { name: 'crm-pasarela-02' },
      timestamp: story.hoursAgo(5.1).toISOString(),
    },
  }
  const signature = createHmac('sha256', siemSecret).update(JSON.stringify(alarm)).digest('hex')
  const headers = { 'x-siem-signature': `sha256=${signature}` }
  const path = `/webhooks/siem/${story.id('slug')}`
  const { breachId } = await story.visitor.post<{ breachId: string }>(path, alarm, headers)
  story.keep('breach:siem', breachId)
}

import { chileanDay } from '#kernel/dates.ts'
import type { Made } from '../callers.ts'
import { MAIL_DOMAIN } from '../people.ts'
import { rut, type Story } from '../story.ts'

interface NewSystem {
  key: string
  name: string
  type: string
  description: string
  owner: string
  /** Without an owner, nobody is asked to search it, and the requests show that. */
  ownerEmail?: string
  hostingType: string
  hostingCountry: string
  vendor?: string
  dataCategories: string[]
  securityMeasures: string[]
  contractStatus: string
  hasDpaClause?: boolean
}

/** All vendors are invented. Two of their contracts are missing or expired, which lowers the governance score. */
const SYSTEMS: readonly NewSystem[] = [
  {
    key: 'pos',
    name: 'Punto de venta',
    type: 'APPLICATION',
    description: 'Cajas de las 34 tiendas: ventas, boletas, cambios y devoluciones',
    owner: 'Gerencia de Tiendas',
    ownerEmail: `tiendas@${MAIL_DOMAIN}`,
    hostingType: 'DATA_CENTER',
    hostingCountry: 'CL',
    vendor: 'Cajamundo Sistemas SpA',
    dataCategories: ['name', 'rut', 'financial'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING', 'BACKUP'],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'ecommerce',
    name: 'Tienda en línea',
    type: 'ECOMMERCE',
    description: 'Catálogo, carro, pago y cuenta de clientes',
    owner: 'Gerencia de Comercio Digital',
    ownerEmail: `digital@${MAIL_DOMAIN}`,
    hostingType: 'SAAS',
    hostingCountry: 'US',
    vendor: 'Vitrina Nube Inc.',
    dataCategories: ['name', 'email', 'phone', 'rut', 'address', 'browsing'],
    securityMeasures: [
      'ENCRYPTION',
      'ACCESS_CONTROL',
      'NETWORK_SECURITY',
      'Doble factor para administradores',
    ],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'erp',
    name: 'ERP contable',
    type: 'ERP',
    description: 'Contabilidad, facturación, proveedores y tesorería de las tres sociedades',
    owner: 'Gerencia de Finanzas',
    ownerEmail: `finanzas@${MAIL_DOMAIN}`,
    hostingType: 'DATA_CENTER',
    hostingCountry: 'CL',
    vendor: 'Libro Mayor Software S.A.',
    dataCategories: ['name', 'rut', 'address', 'email', 'financial'],
    securityMeasures: ['ACCESS_CONTROL', 'LOGGING', 'BACKUP'],
    contractStatus: 'NONE',
    hasDpaClause: false,
  },
  {
    key: 'crm',
    name: 'CRM y Club Aromo',
    type: 'CRM',
    description: 'Socios del club, puntos, segmentos y campañas',
    owner: 'Gerencia de Marketing',
    ownerEmail: `marketing@${MAIL_DOMAIN}`,
    hostingType: 'SAAS',
    hostingCountry: 'US',
    vendor: 'Fidelia Cloud LLC',
    dataCategories: ['name', 'email', 'phone', 'rut', 'location', 'browsing'],
    securityMeasures: ['ENCRYPTION', 'PSEUDONYMIZATION', 'ACCESS_CONTROL', 'LOGGING'],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'personas',
    name: 'Remuneraciones y personas',
    type: 'HR',
    description: 'Contratos, liquidaciones, licencias médicas y vacaciones de 1.180 trabajadores',
    owner: 'Gerencia de Personas',
    ownerEmail: `personas@${MAIL_DOMAIN}`,
    hostingType: 'SAAS',
    hostingCountry: 'CL',
    vendor: 'Nómina Austral SpA',
    dataCategories: ['name', 'rut', 'address', 'email', 'financial', 'employment', 'health'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING', 'BACKUP'],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'reloj',
    name: 'Reloj control biométrico',
    type: 'ACCESS_CONTROL',
    description: 'Huella para marcar la jornada en los centros de distribución',
    owner: 'Gerencia de Personas',
    ownerEmail: `personas@${MAIL_DOMAIN}`,
    hostingType: 'ON_PREMISE',
    hostingCountry: 'CL',
    vendor: 'Biomarca Control Ltda.',
    dataCategories: ['name', 'rut', 'biometric', 'employment'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL'],
    contractStatus: 'EXPIRED',
    hasDpaClause: true,
  },
  {
    key: 'cctv',
    name: 'Videovigilancia de tiendas y bodegas',
    type: 'CCTV',
    description: '412 cámaras; las imágenes se conservan 30 días',
    owner: 'Prevención de Pérdidas',
    hostingType: 'ON_PREMISE',
    hostingCountry: 'CL',
    vendor: 'Ojo de Agua Seguridad SpA',
    dataCategories: ['location', 'employment'],
    securityMeasures: ['ACCESS_CONTROL', 'LOGGING', 'NETWORK_SECURITY'],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'correos',
    name: 'Envío de correos comerciales',
    type: 'MARKETING',
    description: 'Boletín semanal y campañas a 210.000 suscriptores',
    owner: 'Gerencia de Marketing',
    ownerEmail: `marketing@${MAIL_DOMAIN}`,
    hostingType: 'SAAS',
    hostingCountry: 'DE',
    vendor: 'Palomar Mail GmbH',
    dataCategories: ['name', 'email', 'browsing'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL'],
    contractStatus: 'IN_NEGOTIATION',
    hasDpaClause: false,
  },
  {
    key: 'datos',
    name: 'Bodega de datos',
    type: 'ANALYTICS',
    description: 'Ventas, clientes y navegación para informes y modelos',
    owner: 'Gerencia de Sistemas',
    hostingType: 'CLOUD',
    hostingCountry: 'BR',
    vendor: 'Datalago Nuvem Ltda.',
    dataCategories: ['rut', 'email', 'browsing', 'location', 'financial'],
    securityMeasures: ['ENCRYPTION', 'PSEUDONYMIZATION', 'ACCESS_CONTROL', 'LOGGING'],
    contractStatus: 'IN_NEGOTIATION',
    hasDpaClause: false,
  },
  {
    key: 'contacto',
    name: 'Centro de contacto',
    type: 'SAAS',
    description: 'Llamadas, chat y correos de clientes, con grabación',
    owner: 'Servicio al Cliente',
    ownerEmail: `servicio@${MAIL_DOMAIN}`,
    hostingType: 'SAAS',
    hostingCountry: 'CO',
    vendor: 'Contacto Cordillera S.A.S.',
    dataCategories: ['name', 'email', 'phone', 'rut'],
    securityMeasures: ['ACCESS_CONTROL', 'LOGGING'],
    contractStatus: 'ACTIVE',
    hasDpaClause: true,
  },
  {
    key: 'rutas',
    name: 'Rutas y despacho',
    type: 'APPLICATION',
    description: 'Planificación de entregas y seguimiento de los camiones',
    owner: 'Gerencia de Logística',
    ownerEmail: `logistica@${MAIL_DOMAIN}`,
    hostingType: 'CLOUD',
    hostingCountry: 'CL',
    vendor: 'Rutaviva SpA',
    dataCategories: ['name', 'phone', 'address', 'location'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING'],
    contractStatus: 'IN_NEGOTIATION',
    hasDpaClause: true,
  },
  {
    key: 'credito',
    name: 'Tarjeta Aromo',
    type: 'DATABASE',
    description: 'Solicitudes, evaluación, cupos y cobranza de la tarjeta; desarrollo propio',
    owner: 'Servicios Financieros',
    ownerEmail: `financieros@${MAIL_DOMAIN}`,
    hostingType: 'PRIVATE_CLOUD',
    hostingCountry: 'CL',
    dataCategories: ['name', 'rut', 'address', 'email', 'phone', 'financial', 'employment'],
    securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING', 'BACKUP', 'VULNERABILITY_MANAGEMENT'],
    contractStatus: 'NOT_REQUIRED',
  },
]

const CLAUSES = 'Cláusulas contractuales con el proveedor; cifrado en tránsito y en reposo'

type Flow = [from: string, to: string, description: string, dataCategories: string[], safeguards?: string]

const FLOWS: readonly Flow[] = [
  ['ecommerce', 'erp', 'Pedidos pagados, cada 15 minutos, para emitir la boleta', ['name', 'rut', 'address']],
  ['ecommerce', 'rutas', 'Direcciones y teléfonos de las entregas del día', ['name', 'phone', 'address']],
  ['ecommerce', 'crm', 'Compras de socios del club', ['rut', 'email', 'browsing'], CLAUSES],
  ['pos', 'erp', 'Cierre diario de cajas', ['rut', 'financial']],
  ['pos', 'crm', 'Compras en tienda de socios del club', ['rut', 'location'], CLAUSES],
  ['crm', 'correos', 'Suscriptores vigentes y sus bajas', ['name', 'email'], CLAUSES],
  ['crm', 'datos', 'Segmentos y puntos, seudonimizados', ['browsing', 'location'], CLAUSES],
  ['ecommerce', 'datos', 'Navegación y carros abandonados', ['email', 'browsing'], CLAUSES],
  ['contacto', 'crm', 'Reclamos y consultas asociados al socio', ['name', 'email', 'rut']],
  ['reloj', 'personas', 'Marcas de jornada, sin la plantilla biométrica', ['rut', 'employment']],
  ['personas', 'erp', 'Centralización contable de sueldos', ['rut', 'financial']],
  ['credito', 'erp', 'Cuotas facturadas y pagadas', ['rut', 'financial']],
  ['credito', 'datos', 'Comportamiento de pago para el modelo de riesgo', ['rut', 'financial']],
  ['rutas', 'contacto', 'Estado de la entrega para informar al cliente', ['name', 'phone']],
]

const ABROAD = ['crm', 'correos', 'datos', 'contacto']

/** Weeks 11 and 10: the data map, and the facts about its vendors. */
export function systems(story: Story): void {
  story.plan(story.week(11, 1, '10:00'), async () => {
    for (const { key, ...system } of SYSTEMS) {
      const made = await story.as('analyst').post<Made & { processorId: string }>('/data-map/systems', system)
      story.keep(`system:${key}`, made.id)
    }
  })
  story.plan(story.week(11, 4, '15:30'), async () => {
    for (const [from, to, description, dataCategories, safeguards] of FLOWS) {
      const isInternational = ABROAD.includes(to)
      const made = await story.as('analyst').post('/data-map/flows', {
        sourceSystemId: story.id(`system:${from}`),
        targetSystemId: story.id(`system:${to}`),
        description,
        dataCategories,
        isInternational,
        ...(safeguards && { safeguards }),
      })
      story.keep(`flow:${from}-${to}`, made.id)
    }
  })
  story.plan(story.week(10, 1, '09:40'), () => vendors(story))
  story.plan(story.week(9, 1, '11:10'), () => diligence(story))
}

type Looked = [question: string, outcome: 'YES' | 'NO' | 'NOT_APPLICABLE', note: string]

/** Two have an open point, one has only begun. */
const LOOKED: Readonly<Record<string, readonly Looked[]>> = {
  crm: [
    ['identity', 'YES', 'Inscrita en Delaware; representante en Santiago'],
    ['security', 'YES', 'Informe SOC 2 tipo II de este año'],
    ['secrecy', 'YES', 'Cláusula 9 de su contrato tipo'],
    ['breaches', 'YES', 'Avisa en 24 horas, según su anexo de seguridad'],
    ['places', 'YES', 'Estados Unidos; soporte desde México'],
    [
      'delegation',
      'NO',
      'Publica la lista y avisa, sin esperar nuestra autorización: se pidió cambiar la cláusula',
    ],
    ['return', 'YES', 'Entrega certificado de supresión'],
  ],
  ecommerce: [
    ['identity', 'YES', 'Certificado de vigencia de marzo'],
    ['security', 'YES', 'ISO 27001 vigente'],
    ['breaches', 'NO', 'Su contrato no fija plazo: se pidió agregarlo en el anexo'],
    ['delegation', 'YES', 'Un subencargado, para los cobros'],
  ],
  correos: [['identity', 'YES', 'Registro mercantil de Hamburgo']],
}

const SUB_PROCESSORS = {
  crm: [
    {
      name: 'Nimbo Hosting LLC',
      country: 'US',
      services: 'Servidores y respaldos',
      authorisation: 'AUTHORISED',
    },
    {
      name: 'Sondea Analytics Ltd.',
      country: 'GB',
      services: 'Encuestas a socios',
      authorisation: 'PENDING',
    },
  ],
  ecommerce: [
    { name: 'Pagomundo S.A.', country: 'UY', services: 'Cobros con tarjeta', authorisation: 'AUTHORISED' },
  ],
} as const

async function diligence(story: Story): Promise<void> {
  const dpo = story.as('dpo')
  for (const [key, looked] of Object.entries(LOOKED))
    for (const [question, outcome, note] of looked)
      await dpo.put(`/processors/${story.id(`processor:${key}`)}/diligence/${question}`, { outcome, note })
  for (const [key, all] of Object.entries(SUB_PROCESSORS))
    for (const one of all) {
      const authorised = one.authorisation === 'AUTHORISED' && { authorisedOn: chileanDay(story.clock.now()) }
      await dpo.post(`/processors/${story.id(`processor:${key}`)}/sub-processors`, { ...one, ...authorised })
    }
}

/** Each vendor automatically became a processor. The analyst adds its contact. */
async function vendors(story: Story): Promise<void> {
  const analyst = story.as('analyst')
  const { items } = await analyst.get<{ items: (Made & { name: string; country: string | null })[] }>(
    '/processors?limit=100',
  )
  for (const [index, { id, name, country }] of items.entries()) {
    const { key, description } = SYSTEMS.find(({ vendor }) => vendor === name)!
    story.keep(`processor:${key}`, id)
    const host = name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .split(' ', 2)
      .join('')
      .toLowerCase()
    const contactName = CONTACTS[key] ?? 'Rocío Valdés Mancilla'
    story.keep(`contact:${key}`, contactName)
    await analyst.put(`/processors/${id}`, {
      contactName,
      contactEmail: `privacidad@${host}.${MAIL_DOMAIN.split('.').at(-1)}`,
      services: description,
      taxId: country === 'CL' ? rut(39_500_000 + 1371 * index) : `${country} ${84_100_000 + 1371 * index}`,
    })
  }
}

/** The representatives, who also sign the contracts. */
const CONTACTS: Readonly<Record<string, string>> = {
  personas: 'Lorena Pizarro Ugarte',
  crm: 'Gonzalo Oyarce Díaz',
  ecommerce: 'Natalia Bustos Farías',
  cctv: 'Cristóbal Merino Haro',
  pos: 'Verónica Lizama Pinto',
  reloj: 'Esteban Castañeda Rojas',
  correos: 'Petra Vogel',
  rutas: 'Ximena Cárcamo Oyarzo',
  contacto: 'Adriana Pardo',
  datos: 'João Medeiros',
}

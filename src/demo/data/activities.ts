/** The processing activities of the demo company. */

const RETAIL = 'Aromo Azul Retail SpA'
const LOGISTICA = 'Aromo Azul Logística SpA'
const FINANCIERA = 'Servicios Financieros Aromo Azul SpA'

/** The key of the responsible legal entity, by its name. */
export const ENTITY_KEYS: Readonly<Record<string, string>> = {
  [RETAIL]: 'retail',
  [LOGISTICA]: 'logistica',
  [FINANCIERA]: 'financiera',
}

export interface Planned {
  key: string
  /** The key of a built-in template. The company wrote the other activities itself. */
  template?: string
  system: string
  controllerName: string
  volume: 'low' | 'medium' | 'high' | 'massive'
  automatedDecision?: boolean
  /** Fields that the template lacks, or all fields of an own activity. */
  fields?: object
  /** A draft is left as it is. */
  published?: false
}

const abroad = (country: string, mechanism: string | null = 'contractual_clauses') => ({
  internationalTransfer: { exists: true, country, mechanism },
})

export const FROM_TEMPLATES: readonly Planned[] = [
  {
    key: 'remuneraciones',
    template: 'remuneraciones',
    system: 'personas',
    controllerName: RETAIL,
    volume: 'medium',
  },
  {
    key: 'carpeta',
    template: 'carpeta-trabajador',
    system: 'personas',
    controllerName: RETAIL,
    volume: 'medium',
  },
  {
    key: 'reclutamiento',
    template: 'reclutamiento',
    system: 'personas',
    controllerName: RETAIL,
    volume: 'medium',
  },
  {
    key: 'huella',
    template: 'control-biometrico',
    system: 'reloj',
    controllerName: LOGISTICA,
    volume: 'medium',
  },
  {
    key: 'cctv',
    template: 'videovigilancia',
    system: 'cctv',
    controllerName: RETAIL,
    volume: 'massive',
    fields: {
      balancing: {
        purpose: 'Seguridad de clientes y trabajadores y resguardo de los bienes en tiendas y bodegas.',
        necessity:
          'Las alarmas y los guardias no bastaron: los hurtos con violencia subieron 18 % en un año y no hay un medio menos invasivo que permita aclararlos.',
        balance:
          'Las personas esperan cámaras en una tienda y un letrero las anuncia. No hay audio ni reconocimiento facial, y ninguna cámara mira probadores, baños ni comedores.',
        safeguards:
          'Letrero con el canal de derechos, borrado a los treinta días, exportación solo entre dos personas y oposición por correo.',
        outcome: 'favourable',
      },
    },
  },
  { key: 'facturacion', template: 'facturacion', system: 'erp', controllerName: RETAIL, volume: 'high' },
  {
    key: 'venta',
    template: 'venta-en-linea',
    system: 'ecommerce',
    controllerName: RETAIL,
    volume: 'high',
    fields: abroad('US'),
  },
  {
    key: 'boletin',
    template: 'newsletter',
    system: 'correos',
    controllerName: RETAIL,
    volume: 'medium',
    fields: abroad('DE'),
  },
  {
    key: 'club',
    template: 'fidelizacion',
    system: 'crm',
    controllerName: RETAIL,
    volume: 'massive',
    automatedDecision: true,
    fields: abroad('US'),
  },
  {
    key: 'analitica',
    template: 'analitica-web',
    system: 'datos',
    controllerName: RETAIL,
    volume: 'high',
    // A gap on purpose: the transfer to Brazil names no mechanism.
    fields: abroad('BR', null),
  },
  {
    key: 'reclamos',
    template: 'atencion-clientes',
    system: 'contacto',
    controllerName: RETAIL,
    volume: 'medium',
    fields: abroad('CO'),
  },
  {
    key: 'mutual',
    template: 'salud-ocupacional',
    system: 'personas',
    controllerName: LOGISTICA,
    volume: 'low',
  },
  { key: 'proveedores', template: 'proveedores', system: 'erp', controllerName: RETAIL, volume: 'low' },
  {
    key: 'credito',
    template: 'evaluacion-crediticia',
    system: 'credito',
    controllerName: FINANCIERA,
    volume: 'high',
    automatedDecision: true,
  },
  {
    key: 'visitas',
    template: 'registro-visitas',
    system: 'cctv',
    controllerName: LOGISTICA,
    volume: 'low',
    fields: {
      balancing: {
        purpose: 'Saber quién está dentro del recinto, para su seguridad y en una evacuación.',
        necessity: 'Sin registro no se puede contar a las visitas en una emergencia.',
        balance: 'Se piden solo nombre y RUT, y la cédula no se retiene ni se escanea.',
        safeguards: 'El libro lo ve solo la portería y se borra a los treinta días.',
        outcome: 'favourable',
      },
    },
  },
  { key: 'flota', template: 'gps-flota', system: 'rutas', controllerName: LOGISTICA, volume: 'low' },
  {
    key: 'karin',
    template: 'denuncias-internas',
    system: 'personas',
    controllerName: RETAIL,
    volume: 'low',
    published: false,
  },
]

export const OWN: readonly Planned[] = [
  {
    key: 'garantia',
    system: 'pos',
    controllerName: RETAIL,
    volume: 'medium',
    fields: {
      name: 'Garantía legal, cambios y devoluciones',
      purpose: 'Comprobar la compra y tramitar la garantía, el cambio o el reembolso de un producto.',
      legalBasis: 'legal_obligation',
      legalBasisArticle: '13 b',
      legalNorm: 'Ley 19.496, arts. 19 a 21',
      dataCategories: ['name', 'rut', 'phone', 'financial'],
      subjectCategories: ['customers'],
      recipients: ['Servicio técnico autorizado', 'Banco o emisor de la tarjeta'],
      retentionPeriod: '2_years',
      securityMeasures: ['ACCESS_CONTROL', 'LOGGING'],
      dataSource: 'El propio cliente, en la caja o en la tienda en línea',
      responsibleArea: 'Gerencia de Tiendas',
    },
  },
  {
    key: 'encuestas',
    system: 'correos',
    controllerName: RETAIL,
    volume: 'medium',
    fields: {
      name: 'Encuestas de satisfacción después de la compra',
      purpose: 'Preguntar por la experiencia de compra y mejorar la atención de las tiendas.',
      legalBasis: 'legitimate_interest',
      // A gap on purpose: nobody has weighed this interest.
      legalBasisArticle: '13 d',
      legitimateInterest: 'Mejorar el servicio, con una sola encuesta por compra y baja en cada correo.',
      dataCategories: ['email', 'browsing'],
      subjectCategories: ['customers'],
      recipients: ['Plataforma de envío de correos'],
      retentionPeriod: '1_year',
      securityMeasures: ['PSEUDONYMIZATION', 'ACCESS_CONTROL'],
      dataSource: 'La compra del cliente',
      responsibleArea: 'Servicio al Cliente',
      ...abroad('DE'),
    },
  },
  {
    key: 'fraude',
    system: 'ecommerce',
    controllerName: RETAIL,
    volume: 'high',
    automatedDecision: true,
    fields: {
      name: 'Prevención de fraude en pagos en línea',
      purpose: 'Detectar pagos hechos con tarjetas de terceros antes de despachar el pedido.',
      legalBasis: 'legitimate_interest',
      legalBasisArticle: '13 d',
      legitimateInterest: 'Evitar el fraude en perjuicio de los titulares de tarjetas y de la empresa.',
      balancing: {
        purpose: 'Evitar pagos con tarjetas robadas, en perjuicio de sus titulares y de la empresa.',
        necessity: 'El fraude se hace en minutos: revisarlo después del despacho ya no lo evita.',
        balance:
          'Un pedido en espera retrasa la compra hasta dos horas hábiles; lo decide una persona y el cliente recibe una explicación.',
        safeguards:
          'Revisión humana, seudonimización del historial y canal para pedir que se revise la decisión.',
        outcome: 'favourable',
      },
      dataCategories: ['name', 'rut', 'email', 'address', 'financial', 'browsing'],
      subjectCategories: ['customers'],
      recipients: ['Emisor de la tarjeta', 'Ministerio Público, cuando lo requiera'],
      retentionPeriod: '2_years',
      securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING'],
      automatedDecisions: true,
      automatedLogic:
        'Un puntaje suma señales del pedido; sobre el umbral queda en espera y lo revisa una persona dentro de dos horas hábiles.',
      dataSource: 'El pedido y el dispositivo desde el que se hace',
      responsibleArea: 'Prevención de Pérdidas',
      ...abroad('US'),
    },
  },
  {
    key: 'cobranza',
    system: 'credito',
    controllerName: FINANCIERA,
    volume: 'medium',
    fields: {
      name: 'Cobranza extrajudicial de la tarjeta',
      purpose: 'Contactar a clientes con cuotas impagas y acordar el pago.',
      legalBasis: 'contract',
      legalBasisArticle: '13 c',
      legalNorm: 'Ley 19.496, arts. 37 y 39 A',
      dataCategories: ['name', 'rut', 'phone', 'email', 'financial'],
      subjectCategories: ['credit_applicants'],
      recipients: ['Empresa de cobranza'],
      retentionPeriod: '5_years',
      securityMeasures: ['ENCRYPTION', 'ACCESS_CONTROL', 'LOGGING'],
      dataSource: 'El contrato de la tarjeta y sus estados de cuenta',
      responsibleArea: 'Servicios Financieros',
    },
  },
  {
    key: 'cumple',
    system: 'crm',
    controllerName: RETAIL,
    volume: 'low',
    fields: {
      // A gap on purpose: it does not say how parents consent, and keeps the data for ever.
      name: 'Club de cumpleaños infantil',
      purpose: 'Enviar un cupón a las familias en el cumpleaños de sus hijos e hijas.',
      legalBasis: 'consent',
      dataCategories: ['name', 'email', 'minor_data'],
      subjectCategories: ['children', 'guardians'],
      retentionPeriod: 'indefinite',
      securityMeasures: ['ACCESS_CONTROL'],
      dataSource: 'Madres, padres o tutores, en la tienda',
      responsibleArea: 'Gerencia de Marketing',
      ...abroad('US'),
    },
  },
  {
    key: 'probador',
    system: 'ecommerce',
    controllerName: RETAIL,
    volume: 'medium',
    published: false,
    fields: {
      name: 'Probador virtual con cámara',
      purpose: 'Mostrar cómo queda una prenda sobre la imagen de la persona, con inteligencia artificial.',
      legalBasis: 'consent',
      dataCategories: ['biometric', 'browsing'],
      subjectCategories: ['customers'],
      recipients: ['Proveedor del modelo de imágenes'],
      retentionPeriod: 'until_purpose_fulfilled',
      securityMeasures: ['ENCRYPTION'],
      dataSource: 'La cámara del teléfono del cliente',
      responsibleArea: 'Gerencia de Comercio Digital',
      ...abroad('US'),
    },
  },
]

/** From a spreadsheet of the marketing area: names and purposes, without a system. */
export const IMPORTED = [
  {
    key: 'wifi',
    name: 'Wi-Fi gratuito en tiendas',
    controllerName: RETAIL,
    legalBasis: 'consent',
    purposes: ['Dar acceso a internet a quien visita la tienda', 'Contar visitas por zona'],
    dataSubjects: ['visitors'],
  },
  {
    key: 'sorteo',
    name: 'Sorteo de aniversario',
    controllerName: RETAIL,
    legalBasis: 'consent',
    purposes: 'Inscribir participantes, elegir y contactar a quien gana',
    dataSubjects: ['customers'],
    dataCategories: ['name', 'rut', 'email', 'phone'],
    retentionPeriod: '1_year',
  },
]

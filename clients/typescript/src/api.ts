// Generated from the OpenAPI document: `npm run check` rewrites it when the interface changes.

export type Fault = {
  success: false
  error: {
    /** Constante estable */
    code: 'ALREADY_EXTENDED' | 'ALREADY_NOTIFIED' | 'CONFLICT' | 'DUPLICATE_URL' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'HAS_ACTIVE_INSTANCES' | 'INTERNAL_ERROR' | 'INVALID_FOLIO' | 'INVALID_RIGHT_TYPE' | 'INVALID_RUT' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'PLAN_LIMIT_REACHED' | 'PLAN_REQUIRED' | 'RATE_LIMIT_EXCEEDED' | 'RESOURCE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' | 'UNAUTHORIZED' | 'VALIDATION_ERROR' | 'WORKFLOW_ERROR'
    /** Texto en español para quien lo lee */
    message: string
    details?: {
      path: string
      message: string
      /** La regla que lo impide, para programas */
      rule?: string
      /** El límite que se pasó */
      limit?: number
      /** De un 412: quién cambió el registro; nulo si fue alguien de fuera */
      changedBy?: string | null
      /** De un 412: cuándo cambió */
      changedAt?: string
    }[]
  }
}

export type DepartmentNode = {
  id: string
  name: string
  description: string | null
  depth: number
  parentId: string | null
  legalEntityId: string
  userCount: number
  headName: string | null
  headEmail: string | null
  children: DepartmentNode[]
}

export type Accept = {
  token: string
  name: string
  password: string
}

export type Acknowledged = {
  folioNumber: string
  acknowledgedAt: string
  done: boolean
}

export type Acknowledging = {
  /** Quién responde, y en qué calidad */
  name: string
  /** Si hizo lo que la carta le pide */
  done: boolean
  /** Qué hizo y cuándo, o por qué no */
  notes?: string | null
}

export type ActedInstance = {
  id: string
  definitionId: string
  definitionVersion: number
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  entityId: string
  currentStageId: string | null
  status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  assignedTo: string | null
  startedBy: string | null
  startedAt: string
  completedAt: string | null
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type Activity = {
  id: string
  name: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  subjectCategories: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  status: 'draft' | 'published' | 'archived'
  systemId: string | null
  riskLevel: 'low' | 'medium' | 'high' | null
  dpiaRequired: boolean
  hasSensitiveData: boolean
  /** Entidad legal que responde de la actividad */
  legalEntityId: string
  responsibleArea: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
  recipients: string[]
  internationalTransfer: {
    exists: boolean
    country: string | null
    mechanism: string | null
  }
  securityMeasures: string[]
  /** Revela la situación socioeconómica: son datos sensibles */
  socioeconomic: boolean
  legalBasisArticle: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  balancing: BalancingRecord | null
  /** Por qué requiere evaluación de impacto; vacío si no la requiere */
  dpiaReasons: {
    key: string
    reason: string
    legalReference: string
  }[]
  legalNorm: string | null
  legitimateInterest: string | null
  dataSource: string | null
  sourceIsPublic: boolean
  retentionNote: string | null
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  controllerName: string | null
  controllerRole: 'responsable' | 'encargado'
  templateId: string | null
  publishedAt: string | null
  riskScore: number | null
  riskFactors: {
    dataVolume: string | null
    sensitiveData: boolean | null
    internationalTransfer: boolean | null
    automatedDecision: boolean | null
  } | null
  riskAssessedAt: string | null
}

export type ActivityDetail = {
  id: string
  name: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  subjectCategories: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  status: 'draft' | 'published' | 'archived'
  systemId: string | null
  riskLevel: 'low' | 'medium' | 'high' | null
  dpiaRequired: boolean
  hasSensitiveData: boolean
  /** Entidad legal que responde de la actividad */
  legalEntityId: string
  responsibleArea: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
  recipients: string[]
  internationalTransfer: {
    exists: boolean
    country: string | null
    mechanism: string | null
  }
  securityMeasures: string[]
  /** Revela la situación socioeconómica: son datos sensibles */
  socioeconomic: boolean
  legalBasisArticle: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  balancing: BalancingRecord | null
  /** Por qué requiere evaluación de impacto; vacío si no la requiere */
  dpiaReasons: {
    key: string
    reason: string
    legalReference: string
  }[]
  legalNorm: string | null
  legitimateInterest: string | null
  dataSource: string | null
  sourceIsPublic: boolean
  retentionNote: string | null
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  controllerName: string | null
  controllerRole: 'responsable' | 'encargado'
  templateId: string | null
  publishedAt: string | null
  riskScore: number | null
  riskFactors: {
    dataVolume: string | null
    sensitiveData: boolean | null
    internationalTransfer: boolean | null
    automatedDecision: boolean | null
  } | null
  riskAssessedAt: string | null
  /** El sistema de systemId; systems son los vinculados además */
  system: {
    id: string
    name: string
  } | null
  processors: Processor[]
  systems: LinkedSystem[]
  flows: LinkedFlow[]
  domains: LinkedDomain[]
}

export type ActivityEntry = {
  id: string
  action: string
  entityType: 'activity' | 'breach' | 'connector' | 'consent_notice' | 'consent_template' | 'contract' | 'contract_template' | 'cookie_policy' | 'data_flow' | 'department' | 'domain' | 'dpia_assessment' | 'dpia_risk' | 'dsar_request' | 'dsar_widget' | 'file' | 'governance_report' | 'legal_entity' | 'privacy_policy' | 'processor' | 'questionnaire' | 'questionnaire_answer' | 'system' | 'workflow_definition' | 'workflow_instance' | 'workspace'
  entityId: string
  actorType: 'user' | 'api_key' | 'scim' | 'public' | 'portal' | 'system'
  actorId: string | null
  actorName: string | null
  createdAt: string
}

export type ActivityLinks = {
  systems?: SystemLink[] | null
  /** Identificadores, o como los muestra la actividad */
  flows?: (string | FlowLink)[] | null
}

export type ActivityPatch = {
  name?: string
  purpose?: string
  legalBasis?: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories?: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[] | null
  subjectCategories?: string[] | null
  retentionPeriod?: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  systemId?: string | null
  recipients?: string[] | null
  internationalTransfer?: {
    exists: boolean
    /** Código ISO o nombre */
    country?: string | null
    /** GET /data-map/catalog sugiere valores */
    mechanism?: string | null
  } | null
  securityMeasures?: string[] | null
  /** Entidad legal que responde; si no se envía, la principal */
  legalEntityId?: string | null
  /** Revela la situación socioeconómica: son datos sensibles (art. 2 letra g) */
  socioeconomic?: boolean | null
  /** Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422) */
  legalBasisArticle?: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  /** Ponderación del interés legítimo (art. 13 letra d) */
  balancing?: {
    /** Cuál es el interés y por qué es legítimo */
    purpose?: string | null
    /** Por qué el tratamiento es necesario para ese interés */
    necessity?: string | null
    /** Cómo afecta a los titulares y por qué no vulnera sus derechos */
    balance?: string | null
    /** Medidas que protegen a los titulares, y cómo se oponen */
    safeguards?: string | null
    outcome?: 'favourable' | 'unfavourable' | null
    /** Si no se envía, el momento en que se guarda el resultado */
    assessedAt?: string | null
    /** Si no se envía, la persona que guarda el resultado */
    assessedBy?: string | null
  } | null
  /** Norma que ordena o autoriza el tratamiento */
  legalNorm?: string | null
  legitimateInterest?: string | null
  /** De dónde vienen los datos */
  dataSource?: string | null
  /** Si la fuente es de acceso público */
  sourceIsPublic?: boolean | null
  retentionNote?: string | null
  automatedDecisions?: boolean | null
  /** Lógica y consecuencias (art. 8 bis) */
  automatedLogic?: string | null
  /** Cómo se revoca el consentimiento */
  consentWithdrawal?: string | null
  /** Resguardo de menores (art. 16 quáter) */
  minorsSafeguard?: string | null
  controllerName?: string | null
  controllerRole?: 'responsable' | 'encargado' | null
  responsibleArea?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type ActivityRisk = {
  riskLevel: 'low' | 'medium' | 'high'
  riskScore: number
  factors: {
    factor: 'dataVolume' | 'sensitiveData' | 'internationalTransfer' | 'automatedDecision'
    value: string | boolean | null
    points: number
    reason: string
  }[]
  dpiaRequired: boolean
  recommendation: string
}

export type ActivityStats = {
  total: number
  byStatus: {
    status: 'draft' | 'published' | 'archived'
    count: number
  }[]
  byLegalBasis: {
    /** unset: todavía sin base */
    legalBasis: string
    count: number
  }[]
  byRiskLevel: {
    /** unassessed: todavía sin calcular */
    riskLevel: string
    count: number
  }[]
  sensitiveData: {
    yes: number
    no: number
  }
  internationalTransfers: {
    yes: number
    no: number
  }
  dpiaRequired: {
    yes: number
    no: number
  }
  byDataCategory: {
    category: string
    count: number
  }[]
  /** Actividades: con todos sus encargados firmados, con alguno sin firmar, sin encargados */
  dpaStatus: {
    signed: number
    pending: number
    notRequired: number
  }
}

export type ActivitySummary = {
  id: string
  name: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  subjectCategories: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  status: 'draft' | 'published' | 'archived'
  systemId: string | null
  riskLevel: 'low' | 'medium' | 'high' | null
  dpiaRequired: boolean
  hasSensitiveData: boolean
  /** Entidad legal que responde de la actividad */
  legalEntityId: string
  responsibleArea: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
}

export type ActivityTemplate = {
  id: string
  name: string
  area: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest'
  legalBasisArticle: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54'
  legalNorm: string | null
  legitimateInterest: string | null
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  /** Si revelan la situación socioeconómica (art. 2 letra g) */
  socioeconomic: boolean
  hasSensitiveData: boolean
  subjectCategories: string[]
  dataSource: string
  recipients: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite'
  retentionNote: string
  securityMeasures: string[]
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  /** Riesgo usual; el de su actividad se calcula aparte */
  riskLevel: 'low' | 'medium' | 'high'
  dpiaRequired: boolean
  /** Qué cuidar, y cuándo hace falta una evaluación de impacto */
  note: string
}

export type AddedPasskey = {
  id: string
  name: string
  /** Se copia a los demás equipos de la persona */
  backedUp: boolean
  createdAt: string
  lastUsedAt: string | null
  /** Se muestran una sola vez, con el primer factor de la persona */
  recoveryCodes: string[] | null
}

export type AddedRecipients = {
  items: {
    id: string
    name: string
    email: string | null
    /** El encargado del registro que es */
    processorId: string | null
    /** pending: todavía no sabe; notified: se le avisó; acknowledged: confirmó que lo hizo; declined: respondió que no */
    status: 'pending' | 'notified' | 'acknowledged' | 'declined'
    /** Nulo mientras no sabe de lo resuelto */
    notifiedAt: string | null
    /** El último recordatorio */
    remindedAt: string | null
    /** Cuándo respondió, por el enlace de su carta */
    acknowledgedAt: string | null
    acknowledgedBy: string | null
    acknowledgementNotes: string | null
    notes: string | null
    /** La carta que se le envió */
    letterId: string | null
    createdAt: string
    /** La página en que confirma, de quien se le acaba de escribir. Solo se muestra aquí */
    pageUrl: string | null
  }[]
  noneBecause: string | null
  /** A quiénes nombra el registro de actividades: revise si recibieron los datos de esta persona */
  suggested: {
    /** Destinatarios de las actividades publicadas */
    recipients: {
      name: string
      activities: string[]
    }[]
    /** Encargados de las actividades publicadas */
    processors: {
      id: string
      name: string
      contactName: string | null
      contactEmail: string | null
      activities: string[]
    }[]
  }
}

export type AgencyNotice = {
  subject: string
  text: string
  article: string
  /** Falso mientras falta el fundamento de la negativa */
  isComplete: boolean
  /** Cuándo se envió; nulo mientras no se registra */
  sentAt: string | null
  letterId: string | null
}

export type AgencySent = {
  /** Por omisión, el denialReason de la solicitud */
  ground?: string | null
  /** Cuándo se envió; por omisión, ahora */
  sentAt?: string | null
  /** Por qué canal, con qué comprobante */
  notes?: string | null
}

export type AnswerCodeSent = {
  message: string
  expiresInSeconds: number
}

export type AnswerPackage = {
  id: string
  /** expired: los bytes ya no están, y queda la prueba de lo entregado */
  status: 'pending' | 'ready' | 'failed' | 'expired'
  progress: number
  contents: PackageContent[]
  size: number | null
  sha256: string | null
  builtAt: string | null
  builtBy: string | null
  createdAt: string
  note: string | null
  error: string | null
  redactions: {
    fileId: string | null
    field: string | null
    replacementFileId: string | null
    what: string
    reason: string
    byName: string | null
    at: string
  }[]
  /** Cuándo se elimina, según los días que la organización conserva las respuestas */
  keptUntil: string | null
  delivery: {
    sentAt: string
    to: string
    /** Hasta cuándo abre el enlace */
    expiresAt: string
    downloads: number
    lastDownloadAt: string | null
    /** Cuándo se escribió por primera vez el código */
    openedAt: string | null
    revokedAt: string | null
  } | null
  downloadUrl: string | null
}

export type AnswerPreview = {
  to: string
  /** Se entrega impresa: la persona no indicó un correo */
  onPaper: boolean
  subject: string
  text: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type AnswerProposals = {
  /** Un texto por cada forma de responder; [COMPLETAR: …] marca lo que falta escribir */
  answers: {
    responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED'
    responseNotes: string | null
    denialReason: string | null
  }[]
  /** Otros comienzos, como cuando no hay datos de la persona */
  alternatives: {
    name: string
    responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED'
    responseNotes: string | null
    denialReason: string | null
    /** No hay datos de la persona, aparte de esta solicitud */
    nothingHeld: boolean
  }[]
  /** Los motivos por los que la ley permite negar este derecho */
  grounds: {
    text: string
    article: string
  }[]
}

export type AnsweredTask = {
  status: 'done'
  outcome: 'found' | 'nothing_found' | 'kept'
  doneAt: string
  /** Cuántos archivos llegaron */
  files: number
}

export type ApiKey = {
  id: string
  name: string
  prefix: string
  scopes: string[]
  expiresAt: string | null
  lastUsedAt: string | null
  isActive: boolean
  role: 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  allowedAddresses: string[]
  allowedOrigins: string[]
  requestsPerMinute: number | null
  previousUntil: string | null
  /** Quien la vio al crearla o renovarla ya no es parte de la organización: conviene renovarla */
  holderLeft: boolean
  createdAt: string
  updatedAt: string
}

export type ApiKeyPatch = {
  name?: string
  scopes?: ('org:read' | 'org:write' | 'org:*' | 'rat:read' | 'rat:write' | 'rat:*' | 'data-map:read' | 'data-map:write' | 'data-map:*' | 'processors:read' | 'processors:write' | 'processors:*' | 'questionnaires:read' | 'questionnaires:write' | 'questionnaires:*' | 'connectors:read' | 'connectors:write' | 'connectors:*' | 'contracts:read' | 'contracts:write' | 'contracts:*' | 'dpia:read' | 'dpia:write' | 'dpia:*' | 'dsar:read' | 'dsar:write' | 'dsar:*' | 'breaches:read' | 'breaches:write' | 'breaches:*' | 'consent:read' | 'consent:write' | 'consent:*' | 'privacy-policy:read' | 'privacy-policy:write' | 'privacy-policy:*' | 'cookie-policy:read' | 'cookie-policy:write' | 'cookie-policy:*' | 'cookie-scans:read' | 'cookie-scans:write' | 'cookie-scans:*' | 'domains:read' | 'domains:write' | 'domains:*' | 'workflows:read' | 'workflows:write' | 'workflows:*' | 'tasks:read' | 'tasks:write' | 'tasks:*' | 'activity:read' | 'activity:write' | 'activity:*' | 'evidence:read' | 'evidence:write' | 'evidence:*' | 'governance:read' | 'governance:write' | 'governance:*' | 'files:read' | 'files:write' | 'files:*' | 'comments:read' | 'comments:write' | 'comments:*' | 'imports:read' | 'imports:write' | 'imports:*' | 'settings:read' | 'settings:write' | 'settings:*')[] | null
  expiresAt?: string | null
  isActive?: boolean | null
  /** La clave actúa como lo haría alguien con este rol; ANALYST si no se indica */
  role?: 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
  /** Direcciones o redes (CIDR) desde las que se acepta; vacío, desde cualquiera */
  allowedAddresses?: string[] | null
  /** Sitios desde los que un navegador puede usarla; vacío, desde cualquiera */
  allowedOrigins?: string[] | null
  /** Límite propio por minuto, además del límite del plan */
  requestsPerMinute?: number | null
}

export type ApiKeyScopes = {
  items: {
    scope: string
    label: string
  }[]
}

export type AppliedPack = {
  key: string
  /** Los borradores que se crearon */
  created: {
    id: string
    name: string
    templateId: string
  }[]
  /** Plantillas de las que ya había una actividad */
  skipped: string[]
}

export type Assertion = {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: 'platform' | 'cross-platform' | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  clientExtensionResults?: Record<string, unknown> | null
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null
  }
}

export type Assessment = {
  id: string
  title: string
  description: string | null
  status: 'draft' | 'in_review' | 'approved' | 'rejected'
  activityId: string | null
  /** Entidad legal que responde del tratamiento evaluado */
  legalEntityId: string
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  /** Sube cuando se retoma una evaluación rechazada */
  version: number
  createdAt: string
  updatedAt: string
  scope: string | null
  necessity: string | null
  proportionality: string | null
  dpoOpinion: string | null
  dpoOpinionBy: string | null
  dpoOpinionAt: string | null
  subjectsConsultation: string | null
  subjectsOpinion: string | null
  approverName: string | null
  approverRole: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
  approvedAt: string | null
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string | null
  /** La aprobación más reciente de la evaluación */
  workflowInstanceId: string | null
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
  /** Aprobada: lo que cambió en la actividad desde entonces. Revise si lo evaluado sigue vigente */
  activityChanges: {
    label: string
    before: string | null
    after: string | null
  }[]
  risks: AssessmentRisk[]
  /** En borrador: riesgos habituales de los datos de la actividad. Ninguno se agrega por sí solo */
  proposedRisks: ProposedRisk[]
}

export type AssessmentItem = {
  id: string
  title: string
  description: string | null
  status: 'draft' | 'in_review' | 'approved' | 'rejected'
  activityId: string | null
  /** Entidad legal que responde del tratamiento evaluado */
  legalEntityId: string
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  /** Sube cuando se retoma una evaluación rechazada */
  version: number
  createdAt: string
  updatedAt: string
  riskCount: number
}

export type AssessmentPatch = {
  title?: string
  activityId?: string | null
  /** Entidad legal que responde; si no se envía, la de la actividad */
  legalEntityId?: string | null
  description?: string | null
  /** Si no se envía, se toma de la actividad */
  scope?: string | null
  necessity?: string | null
  proportionality?: string | null
  /** Opinión del delegado; la escribe DPO o superior, también en revisión */
  dpoOpinion?: string | null
  /** Cómo se consultó a las personas afectadas, o por qué no */
  subjectsConsultation?: string | null
  /** Qué dijeron las personas afectadas */
  subjectsOpinion?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type AssessmentRisk = {
  id: string
  description: string
  likelihood: 'low' | 'medium' | 'high' | 'critical'
  impact: 'low' | 'medium' | 'high' | 'critical'
  riskLevel: 'low' | 'medium' | 'high' | 'critical'
  mitigation: string | null
  residualRisk: 'low' | 'medium' | 'high' | 'critical' | null
  residualLikelihood: 'low' | 'medium' | 'high' | 'critical' | null
  residualImpact: 'low' | 'medium' | 'high' | 'critical' | null
  ownerName: string | null
  dueOn: string | null
  doneOn: string | null
  status: 'identified' | 'mitigated' | 'accepted'
  createdAt: string
  updatedAt: string
}

export type AssignDpo = {
  userId: string
}

export type AssignRequest = {
  assignedTo: string
}

export type Attachment = {
  /** La clave con que se subió el archivo */
  uploadKey: string
  /** mandate: el poder de quien representa; identity: acredita quién es; other: otro */
  kind: 'mandate' | 'identity' | 'other'
}

export type Attestation = {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: 'platform' | 'cross-platform' | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  clientExtensionResults?: Record<string, unknown> | null
  response: {
    clientDataJSON: string
    attestationObject: string
    transports?: string[] | null
  }
}

export type AuditEntry = {
  id: string
  actorType: string
  actorId: string | null
  actorName: string | null
  action: string
  entityType: string
  entityId: string
  /** Por cada campo que cambió, su valor anterior y el nuevo */
  changes: Record<string, unknown>
  requestId: string | null
  /** La red desde la que se actuó, sin la parte que identifica al equipo */
  addressPrefix: string | null
  createdAt: string
}

export type BalancingRecord = {
  purpose: string | null
  necessity: string | null
  balance: string | null
  safeguards: string | null
  outcome: 'favourable' | 'unfavourable' | null
  assessedAt: string | null
  assessedBy: string | null
}

export type BannerCheck = {
  domainId: string
  /** La página que se leyó */
  url: string
  /** El banner está, con la clave de un aviso publicado que admite el sitio */
  works: boolean
  findings: {
    ok: boolean
    message: string
    action: string | null
  }[]
  checkedAt: string
}

export type Breach = {
  id: string
  title: string
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  detectedAt: string
  detectionSource: string
  severity: 'low' | 'medium' | 'high' | 'critical' | null
  estimatedRecords: number | null
  /** Meta interna de referencia: 72 horas desde la detección. La ley exige reportar por el medio más expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719). */
  notificationDeadlineAt: string
  requiresNotification: boolean
  legalEntityId: string
  createdAt: string
  description: string | null
  attackVector: string | null
  dataCategories: string[]
  hasSensitiveData: boolean
  containmentActions: string[]
  requiresSubjectNotification: boolean
  decision: {
    riskToSubjects: 'none' | 'low' | 'medium' | 'high' | 'critical'
    hasSensitiveData: boolean
    hasMinorData: boolean
    hasFinancialData: boolean
    requiresNotification: boolean
    requiresSubjectNotification: boolean
    urgency: 'low' | 'medium' | 'high' | 'critical'
    reasons: {
      key: string
      text: string
      legalReference: string
    }[]
    /** Como encargada, la organización debe avisar al responsable (art. 15 bis) */
    requiresControllerNotification?: boolean
    actsAs?: 'controller' | 'processor'
    /** Cada respuesta, lo que dice el registro y lo que contó */
    answers?: {
      field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
      sent: boolean
      recorded: boolean
      /** Lo que contó en la decisión */
      counted: boolean
      because: string[]
      reason: string | null
    }[]
    decidedAt: string
    decidedBy: string | null
    /** Cuándo un cambio del registro cambió lo que resulta de las respuestas */
    revisedAt?: string
  } | null
  notifiedApdpAt: string | null
  notificationFileKey: string | null
  alert: Record<string, unknown> | null
  activityIds: string[]
  systemIds: string[]
  proposedDataCategories: string[]
  nature: ('confidentiality' | 'integrity' | 'availability')[]
  occurredAt: string | null
  effects: string | null
  prevention: string | null
  riskRationale: string | null
  subjectsNotifiedAt: string | null
  subjectsMedium: string | null
  massMediaNotice: string | null
  noNoticeReason: string | null
  actsAs: 'controller' | 'processor'
  controllerName: string | null
  controllerNotifiedAt: string | null
  /** Respuestas que valen contra lo registrado, con su razón escrita */
  overrides: {
    field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
    /** Lo que dice el registro */
    recorded: boolean
    /** Lo que se respondió */
    sent: boolean
    reason: string
  }[]
  /** Los plazos que corren; los del CSIRT solo si la entidad legal es un servicio esencial */
  clocks: {
    key: 'apdp' | 'internal_72h' | 'csirt_alert' | 'csirt_report' | 'csirt_final'
    label: string
    dueAt: string | null
    doneAt: string | null
    isOverdue: boolean
    basis: string
    article: string
  }[]
  events: BreachEvent[]
  updatedAt: string
}

export type BreachEvent = {
  type: string
  from: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified' | null
  to: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified' | null
  notes: string | null
  actorId: string | null
  createdAt: string
  details?: Record<string, unknown>
}

export type BreachItem = {
  id: string
  title: string
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  detectedAt: string
  detectionSource: string
  severity: 'low' | 'medium' | 'high' | 'critical' | null
  estimatedRecords: number | null
  /** Meta interna de referencia: 72 horas desde la detección. La ley exige reportar por el medio más expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719). */
  notificationDeadlineAt: string
  requiresNotification: boolean
  legalEntityId: string
  createdAt: string
  /** Si alguien ya decidió a quién comunicarla */
  isDecided: boolean
}

export type BreachNotice = {
  audience: 'authority' | 'subjects' | 'mass_media' | 'controller' | 'csirt_alert' | 'csirt_report'
  template: string
  /** Lo que falta completar; el texto no lleva marcas */
  gaps: string[]
  /** Lo que conviene saber antes de enviarlo */
  notes: string[]
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
}

export type BreachPatch = {
  title?: string
  /** A lo más 10 minutos en el futuro; más allá, 422 */
  detectedAt?: string
  detectionSource?: string
  description?: string | null
  attackVector?: string | null
  /** Por ejemplo: name, email, rut, financial, health */
  dataCategories?: string[] | null
  hasSensitiveData?: boolean | null
  estimatedRecords?: number | null
  containmentActions?: string[] | null
  /** Actividades de tratamiento afectadas */
  activityIds?: string[] | null
  /** Sistemas afectados */
  systemIds?: string[] | null
  /** La entidad legal responsable; sin ella, la principal */
  legalEntityId?: string | null
  /** Confidencialidad, integridad o disponibilidad */
  nature?: ('confidentiality' | 'integrity' | 'availability')[] | null
  occurredAt?: string | null
  /** Efectos constatados */
  effects?: string | null
  /** Medidas para prevenir que se repita */
  prevention?: string | null
  /** Por qué hay, o no hay, un riesgo razonable para los titulares */
  riskRationale?: string | null
  subjectsNotifiedAt?: string | null
  /** Por qué medio se avisó a los titulares */
  subjectsMedium?: string | null
  /** Aviso en un medio masivo de alcance nacional, donde el individual no es posible: medio, fecha y razón */
  massMediaNotice?: string | null
  /** Por qué no se avisó a los titulares */
  noNoticeReason?: string | null
  /** controller (por omisión): responsable; processor: encargado, que avisa al responsable */
  actsAs?: 'controller' | 'processor' | null
  /** El responsable por cuenta de quien se tratan los datos, si es encargado */
  controllerName?: string | null
  controllerNotifiedAt?: string | null
}

export type BuiltInQuestionnaire = {
  key: string
  name: string
  description: string
  audience: string
  article: string
  targets: ('activity' | 'processor' | 'system' | 'risk')[]
  questions: number
  sections: QuestionnaireSection[]
}

export type BuiltInQuestionnaires = {
  items: BuiltInQuestionnaire[]
}

export type BulkImport = {
  activities: ImportedActivity[]
}

export type ByUserCode = {
  /** El código que muestra el programa; en mayúsculas o no, con o sin guion */
  userCode: string
}

export type CallbackTaken = {
  outcome: 'found' | 'nothing_found' | 'kept'
}

export type Catalog = {
  totalSystems: number
  totalFlows: number
  totalDataCategories: number
  internationalFlows: number
  systemsWithSensitiveData: number
  systemsByType: {
    type: string
    count: number
  }[]
  dataCategories: {
    category: string
    systems: number
    flows: number
  }[]
  /** Valores sugeridos; se acepta cualquier otro texto */
  vocabulary: {
    systemTypes: {
      value: string
      label: string
      description?: string
    }[]
    hostingTypes: {
      value: string
      label: string
      description?: string
    }[]
    contractStatuses: {
      value: string
      label: string
      description?: string
    }[]
    securityMeasures: {
      value: string
      label: string
      description?: string
    }[]
    dataCategories: {
      value: string
      label: string
      description?: string
    }[]
    subjectCategories: {
      value: string
      label: string
      description?: string
    }[]
    transferMechanisms: {
      value: string
      label: string
      description?: string
    }[]
    detectionSources: {
      value: string
      label: string
      description?: string
    }[]
    attackVectors: {
      value: string
      label: string
      description?: string
    }[]
    dataVolumes: {
      value: string
      label: string
      description?: string
    }[]
    workflowFieldTypes: {
      value: string
      label: string
      description?: string
    }[]
  }
}

export type CatalogItem = {
  key: 'name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment'
  label: string
  description: string
  sensitive: boolean
  legalReference: string
  examples: string[]
}

export type ClosedRequest = {
  id: string
  folioNumber: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  subjectName: string
  /** Nulo si no tiene */
  subjectEmail: string | null
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  deadlineAt: string
  extendedDeadlineAt: string | null
  isOverdue: boolean
  assignedTo: string | null
  createdAt: string
  /** Ante quién se presentó */
  legalEntityId: string
  /** El último día del plazo legal, en Chile, según la ley vigente al recibir o ampliar la solicitud (art. 11, Ley 19.628) */
  legalDueOn: string
  tasks: TaskCount
  source: 'widget' | 'portal' | 'import' | 'staff'
  /** Por dónde llegó; de lo importado no se sabe */
  channel: 'phone' | 'mail' | 'post' | 'in_person' | 'portal' | 'form' | null
  /** Cuándo la recibió la organización: desde entonces corre el plazo */
  receivedAt: string
  identity: Identity
  /** Solo acceso y portabilidad: los demás derechos son siempre gratis (art. 10) */
  freeAccess: {
    /** Antes de esta, en el mismo trimestre */
    usedInQuarter: number
    isFree: boolean
    article: string
  } | null
  widgetId: string | null
  /** El número que tenía en el libro anterior, si se importó de él */
  previousNumber: string | null
  /** La solicitud principal de un bloqueo temporal */
  parentRequestId: string | null
  subjectRut: string | null
  subjectPhone: string | null
  subjectAddress: string | null
  /** La persona falleció y pide un heredero (art. 4, Ley 19.628) */
  deceased: {
    isHeir: true
    heirName: string
    relation: string
  } | null
  /** El poder de quien representa; se descarga con GET /files/{key} */
  mandateFileId: string | null
  description: string | null
  documentType: string | null
  documentNumber: string | null
  organizationRelation: string | null
  isRepresentative: boolean
  representativeName: string | null
  representativeRut: string | null
  representativeRelation: string | null
  representativeDocUrl: string | null
  subtype: string | null
  subtypeDetail: string | null
  specificData: Record<string, unknown> | null
  portabilityTarget: string | null
  portabilityFormat: string | null
  portabilityDirectTransfer: boolean
  declarationTruthful: boolean
  declarationDataProcessing: boolean
  declarationPhoneContact: boolean
  responseDeadline: string
  /** Solo bloqueo temporal: días hábiles (arts. 8 ter y 11, Ley 19.628) */
  blockingDeadlineAt: string | null
  extensionReason: string | null
  extensionNotifiedAt: string | null
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
  /** No hay datos de la persona, aparte de esta solicitud */
  nothingHeld: boolean
  responseNotes: string | null
  responseFileKey: string | null
  denialReason: string | null
  thirdsNotifiedAt: string | null
  completedAt: string | null
  updatedAt: string
  /** Todo lo que pasó, desde lo más antiguo */
  events: RequestEvent[]
  /** Los cambios de estado, desde el más antiguo */
  timeline: RequestEvent[]
  /** Lo que la persona adjuntó; se descarga con GET /files/{key} */
  attachments: ListedFile[]
  /** Las cartas con su fecha, destinatario y texto completo (art. 11, Ley 19.628) */
  letters: RequestLetter[]
  /** Los bloqueos temporales que acompañan esta solicitud (art. 8 ter, Ley 19.628) */
  blockings: {
    id: string
    folioNumber: string
    status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
    legalDueOn: string
    completedAt: string | null
  }[]
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type CodeSent = {
  message: string
  expiresInSeconds: number
}

export type Comment = {
  id: string
  entityType: 'activity' | 'breach' | 'contract' | 'dpia_assessment' | 'dsar_request' | 'processor' | 'system'
  entityId: string
  text: string
  /** Nulo si lo escribió un programa */
  authorId: string | null
  authorName: string | null
  mentions: string[]
  createdAt: string
}

export type Completeness = {
  filled: number
  total: number
  percentage: number
}

export type Compliance = {
  activityId: string
  /** Sin faltas críticas ni altas */
  compliant: boolean
  score: number
  checks: {
    key: string
    label: string
    passed: boolean
    severity: 'critical' | 'high' | 'medium' | 'low'
    legalReference: string
    recommendation: string
    /** Falso: no hay nada que revisar y no cuenta */
    applies: boolean
  }[]
}

export type ComplianceScore = {
  score: number
  /** low hasta 59, medium hasta 84, high desde 85 */
  level: 'low' | 'medium' | 'high'
  areas: {
    key: 'rat' | 'dsar' | 'breaches' | 'dpia' | 'processors' | 'transparency' | 'consent' | 'organisation'
    label: string
    score: number
    /** false si no hay casos que medir: el área no cuenta y su puntaje es 0 */
    hasData: boolean
    weight: number
    checks: {
      key: string
      label: string
      met: number
      total: number
    }[]
    findings: {
      check: string
      severity: 'critical' | 'high' | 'medium' | 'low'
      message: string
      /** Ruta de esta API donde se resuelve */
      link: string
      /** Lo mismo que «link», en partes */
      target: {
        area: 'activities' | 'requests' | 'breaches' | 'assessments' | 'processors' | 'contracts' | 'policies' | 'domains' | 'notices' | 'scans' | 'forms' | 'entities' | 'dpo' | 'reissue'
        id?: string
        filter?: Record<string, string>
      }
      article: string
      action: string
      /** Arts. 34 bis (leve), 34 ter (grave), 34 quáter */
      fineClass: 'gravisima' | 'grave' | 'leve' | null
      /** Lo que resta al puntaje total */
      pointsLost: number
    }[]
  }[]
  calculatedAt: string
  /** Mientras la ley no rige, desde cuándo lo hace; nulo después */
  lawNotice: string | null
}

export type Connector = {
  id: string
  name: string
  systemId: string
  systemName: string
  kind: 'postgresql' | 'mysql' | 'https'
  /** Solo uno aprobado se usa */
  state: 'draft' | 'approved'
  config: {
    host: string | null
    port: number | null
    database: string | null
    user: string | null
    tls: 'require' | 'verify' | 'off' | null
    writes: boolean | null
    hasPassword: boolean
    url: string | null
    hasSecret: boolean
  }
  queries: {
    ACCESS?: string
    RECTIFICATION?: string
    DELETION?: string
    OPPOSITION?: string
    PORTABILITY?: string
    BLOCKING?: string
  }
  changedBy: string | null
  /** Cuándo cambió lo que se ejecuta */
  changedAt: string
  approvedBy: string | null
  approvedAt: string | null
  /** La aprobó quien la escribió, porque la organización no tiene a nadie más que pueda */
  selfApproved: boolean
  createdAt: string
  updatedAt: string
}

export type ConnectorCallback = {
  /** found: hay datos o se hizo; nothing_found: no hay nada; kept: se conserva por una norma */
  outcome: 'found' | 'nothing_found' | 'kept'
  notes?: string | null
  /** Con kept: la norma que obliga o permite conservar */
  article?: string | null
  rows?: unknown[] | null
}

export type ConnectorPatch = {
  name?: string
  systemId?: string
  config?: {
    /** Servidor de la base de datos */
    host?: string | null
    /** 5432 o 3306 si no se indica */
    port?: number | null
    database?: string | null
    /** Un usuario que solo lee */
    user?: string | null
    /** Se guarda sellada y no se muestra. Se pide de nuevo si cambia el servidor o el usuario */
    password?: string | null
    /** verify: cifrada y con certificado válido (por defecto); require: cifrada; off: sin cifrar, solo dentro de las redes que permite el operador */
    tls?: 'require' | 'verify' | 'off' | null
    /** Permite que las consultas de supresión, rectificación, oposición y bloqueo cambien datos. Por defecto no */
    writes?: boolean | null
    /** Del sistema propio que recibe la llamada firmada */
    url?: string | null
    /** Con que se firman las llamadas; si no se indica al crear, se genera y se muestra una vez */
    secret?: string | null
  }
  /** Una sentencia por derecho, con los parámetros :email, :rut, :name y :folio */
  queries?: {
    ACCESS?: string | null
    RECTIFICATION?: string | null
    DELETION?: string | null
    OPPOSITION?: string | null
    PORTABILITY?: string | null
    BLOCKING?: string | null
  }
}

export type ConnectorRun = {
  id: string
  connectorId: string
  taskId: string
  requestId: string
  folio: string
  right: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING'
  /** waiting: el sistema responderá después, por la dirección que se le dio */
  status: 'pending' | 'running' | 'waiting' | 'done' | 'failed'
  attempts: number
  rows: number | null
  bytes: number | null
  error: string | null
  fileId: string | null
  startedAt: string | null
  endedAt: string | null
  createdAt: string
}

export type ConnectorTrial = {
  /** ACCESS si no se indica */
  right?: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | null
  /** Una persona inventada; si falta, una que no existe */
  person?: {
    name?: string | null
    email?: string | null
    rut?: string | null
  } | null
}

export type ConnectorTrialResult = {
  ok: boolean
  right: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING'
  /** read: se consultó; explain: la sentencia cambia datos, y el servidor solo dijo cómo la ejecutaría; call: se llamó a su sistema con una solicitud de prueba */
  mode: 'read' | 'explain' | 'call'
  rows: number | null
  columns: string[]
  ms: number
  error: string | null
  /** Hasta 5 filas, con los textos largos recortados */
  sample: unknown[][]
}

export type ConnectorWithSecret = {
  id: string
  name: string
  systemId: string
  systemName: string
  kind: 'postgresql' | 'mysql' | 'https'
  /** Solo uno aprobado se usa */
  state: 'draft' | 'approved'
  config: {
    host: string | null
    port: number | null
    database: string | null
    user: string | null
    tls: 'require' | 'verify' | 'off' | null
    writes: boolean | null
    hasPassword: boolean
    url: string | null
    hasSecret: boolean
  }
  queries: {
    ACCESS?: string
    RECTIFICATION?: string
    DELETION?: string
    OPPOSITION?: string
    PORTABILITY?: string
    BLOCKING?: string
  }
  changedBy: string | null
  /** Cuándo cambió lo que se ejecuta */
  changedAt: string
  approvedBy: string | null
  approvedAt: string | null
  /** La aprobó quien la escribió, porque la organización no tiene a nadie más que pueda */
  selfApproved: boolean
  createdAt: string
  updatedAt: string
  /** Con que se firman las llamadas, si se acaba de generar. Se muestra solo esta vez */
  secret: string | null
}

export type ConsentChoice = {
  templateId: string
  granted: boolean
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  values?: Record<string, unknown> | null
  representative?: {
    name?: string | null
    rut?: string | null
    relation?: string | null
    email?: string | null
    /** Quien representa declaró ser mayor de edad y poder consentir por la persona */
    declared?: boolean | null
  } | null
  /** La que se mostró */
  version?: number | null
}

export type ConsentDelivery = {
  id: string
  webhookId: string
  event: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  deliveredAt: string | null
  createdAt: string
}

export type ConsentFormConfig = {
  formKey: string
  templateId: string
  version: number
  name: string
  description: string | null
  purposeText: string
  fields: {
    key: string
    label: string
    type: string
    required: boolean
    options: (string | {
      value: string
      label: string
    })[]
  }[]
  requireAge: boolean
  sensitive: boolean
  /** Si se confirma por correo antes de valer */
  confirmEmail: boolean
  /** La página donde las personas llenan el formulario */
  pageUrl: string
  organization: {
    name: string
  }
  contentHash: string
}

export type ConsentNotice = {
  id: string
  name: string
  title: string
  description: string | null
  language: string
  domainId: string | null
  purposes: {
    key: string
    name: string
    description: string | null
    required: boolean
    legalBasis: string
    cookies: {
      name: string
      provider: string | null
      duration: string | null
      description: string | null
    }[]
    category?: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media'
    hosts?: string[]
    googleConsent?: ('ad_storage' | 'ad_user_data' | 'ad_personalization' | 'analytics_storage' | 'functionality_storage' | 'personalization_storage' | 'security_storage')[]
  }[]
  config: Record<string, unknown>
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  version: number
  widgetKey: string | null
  publishedAt: string | null
  hasUnpublishedChanges: boolean
  /** Lo que se pega en el sitio, lo primero de <head> */
  embedCode: string | null
  /** Lo mismo, fijo en esta versión del programa y con su huella (integrity) */
  embedCodePinned: string | null
  /** Página donde se ve el aviso publicado, sin registrar nada */
  pageUrl: string | null
  createdAt: string
  updatedAt: string
}

export type ConsentReceipt = {
  id: string
  /** SHA-256 del registro y del texto mostrado, en JSON canónico (RFC 8785): prueba del consentimiento */
  receipt: string
  createdAt: string
}

export type ConsentRecord = {
  id: string
  kind: 'notice' | 'template'
  noticeId: string | null
  templateId: string | null
  version: number
  /** En un aviso: si se aceptó alguna finalidad que se puede rechazar */
  granted: boolean
  decisions: Record<string, boolean> | null
  action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw' | null
  source: string
  /** Cómo se probó quién decidió */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  occurredAt: string
  createdAt: string
  name: string
  subjectRef: string
  /** Si cuenta; false mientras espera la confirmación de la persona */
  isEffective: boolean
  receipt: string
  /** El registro y el texto mostrado siguen dando este mismo recibo */
  valid: boolean
  contentHash: string
  /** El texto de la versión que la persona tuvo a la vista */
  shown: {
    title: string
    text: string | null
    purposes: {
      key: string
      name: string
      description: string | null
      required: boolean
      granted: boolean
    }[]
  }
  values: Record<string, unknown>
  representative: Record<string, unknown> | null
  channel: string | null
  evidence: string | null
  recordedBy: string | null
  url: string | null
  userAgent: string | null
  language: string | null
  signal: string | null
}

export type ConsentStats = {
  total: number
  granted: number
  withdrawn: number
  /** Proporción de registros que otorgan, de 0 a 1 */
  rate: number
  from: string
  to: string
  /** Días de Chile que tienen registros, del más antiguo al más nuevo */
  byDay: {
    date: string
    total: number
    granted: number
    withdrawn: number
  }[]
}

export type ConsentTemplate = {
  id: string
  name: string
  description: string | null
  purposeText: string
  fields: {
    key: string
    label: string
    type: string
    required: boolean
    options: (string | {
      value: string
      label: string
    })[]
  }[]
  requireAge: boolean
  sensitive: boolean
  /** Si se confirma por correo antes de valer */
  confirmEmail: boolean
  allowedOrigins: string[]
  formKey: string
  /** La página donde las personas llenan el formulario */
  pageUrl: string
  /** Lo que se pega en una página de su sitio para mostrar ahí el formulario */
  embedCode: string
  isActive: boolean
  version: number
  createdAt: string
  updatedAt: string
}

export type ConsentTemplatePatch = {
  name?: string
  purposeText?: string
  description?: string | null
  fields?: (string | {
    key?: string | null
    /** Otra forma de decir la clave */
    name?: string | null
    label?: string | null
    /** Se comprueban text, textarea, email, phone, rut, number, date, checkbox, select, radio y multiselect; otro tipo acepta cualquier valor simple */
    type?: string | null
    required?: boolean | null
    options?: (string | {
      value: string
      label: string
    })[] | null
  })[] | null
  /** Pide la edad: los menores de 14 años consienten por su representante */
  requireAge?: boolean | null
  /** Trata datos sensibles: el límite sube a 16 años */
  sensitive?: boolean | null
  isActive?: boolean | null
  /** El consentimiento vale cuando la persona lo confirma en su correo */
  confirmEmail?: boolean | null
  /** Las páginas que pueden mostrar o enviar el formulario, por ejemplo https://www.tiendasur.cl; vacío: todas */
  allowedOrigins?: string[] | null
}

export type ConsentVersion = {
  version: number
  /** Lo que se mostró */
  content: Record<string, unknown>
  contentHash: string
  publishedBy: string | null
  publishedAt: string
}

export type Contract = {
  id: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
  processorId: string
  legalEntityId: string
  activityId: string | null
  activityIds: string[]
  templateId: string | null
  content: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  signerName: string | null
  signerEmail: string | null
  signerRut: string | null
  sentAt: string | null
  /** Cuándo se le recordó firmar por última vez */
  remindedAt: string | null
  /** Cuántas veces se le recordó firmar */
  reminders: number
  /** Desde cuándo se le puede recordar; nulo si no espera firma */
  mayRemindAt: string | null
  signedAt: string | null
  signature: {
    /** link: con el enlace; internal: registrada por la organización; paper: firmado fuera del servicio */
    method: 'internal' | 'link' | 'paper'
    name: string
    rut: string | null
    /** SHA-256 del texto firmado */
    contentHash: string
    /** Dirección de red truncada */
    address: string | null
    /** Declaró tener facultades para firmar por el encargado */
    declaredAuthority?: boolean
    /** Escribió un código que se envió a su correo al firmar */
    mailboxProven?: boolean
    /** El ejemplar firmado fuera del servicio */
    file?: {
      key: string
      name: string
      sha256: string
    }
  } | null
  organizationSignature: {
    name: string
    position: string | null
    /** SHA-256 del texto que se envió */
    contentHash: string
    /** Declaró tener facultades para firmar por la organización */
    declaredAuthority: boolean
  } | null
  /** La contraparte no quiso firmar lo último que se le envió */
  refusal: {
    name: string
    reason: string
    at: string
  } | null
  expiresAt: string | null
  terminatedAt: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  previousContractId: string | null
  createdAt: string
  updatedAt: string
}

export type ContractChecks = {
  /** Lo que falta según la ley; vacío si no falta nada */
  findings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type ContractDifferences = {
  /** drafted: el texto que redactó el servicio; template: la plantilla con el registro de hoy, en contratos antiguos; nulo si no hay con qué comparar */
  against: 'drafted' | 'template' | 'previous' | null
  /** Cuántas cláusulas difieren */
  changed: number
  clauses: {
    title: string
    difference: 'unchanged' | 'changed' | 'added' | 'removed'
    /** Palabra por palabra; «\n» separa párrafos */
    stretches: {
      kind: 'same' | 'added' | 'removed'
      text: string
    }[]
  }[]
}

export type ContractPatch = {
  content?: string
  expiresAt?: unknown | string | null
  signerName?: string | null
  signerEmail?: string | null
  signerRut?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type ContractPreview = {
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  content: string
  /** Lo que el registro no dice y el texto muestra entre corchetes: se completa con customFields */
  gaps: {
    key: string
    label: string
    description?: string
  }[]
  /** Lo que falta según la ley; vacío si no falta nada */
  findings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type ContractSummary = {
  id: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
  processorId: string
  processorName: string
  legalEntityId: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  sentAt: string | null
  signedAt: string | null
  expiresAt: string | null
  createdAt: string
}

export type ContractTemplate = {
  id: string
  name: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  content: string
  variables: {
    key: string
    label: string
    description?: string
  }[]
  isSystem: boolean
  createdAt: string
  updatedAt: string
}

export type ContractTemplatePatch = {
  name?: string
  type?: 'DPA' | 'CCT' | 'ADDENDUM'
  content?: string
  /** Las que falten y estén en «content» como {{clave}} se agregan solas, también las calculadas */
  variables?: {
    key: string
    label: string
    description?: string | null
  }[] | null
}

export type Cookie = {
  name: string
  provider: string | null
  purpose: string | null
  category: string | null
  duration: string | null
  description: string | null
}

export type CookiePolicy = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
  /** Nulo: cubre todos los sitios de la entidad */
  domainId: string | null
  cookies: Cookie[]
}

export type CookiePolicyDetail = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
  /** Nulo: cubre todos los sitios de la entidad */
  domainId: string | null
  cookies: Cookie[]
  /** La página donde el público la lee, una vez publicada */
  pageUrl: string
  /** Lo que se pega en el sitio para mostrarla ahí */
  embedCode: string
}

export type CookiePolicyPatch = {
  customTitle?: string | null
  customIntro?: string | null
  /** Por clave de sección: un objeto que la oculta o le da otro título o contenido, o solo un booleano (visible) o un texto (contenido) */
  customSections?: Record<string, {
    visible?: boolean | null
    title?: string | null
    /** Texto, o HTML simple; lo demás se quita al mostrarlo */
    content?: string | null
  } | boolean | string | null> | null
  cookies?: {
    name: string
    provider?: string | null
    purpose?: string | null
    category?: string | null
    duration?: string | null
    description?: string | null
  }[] | null
}

export type CookiePolicyVersion = {
  id: string
  /** Nulo: cubre todos los sitios de la entidad */
  domainId: string | null
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
}

export type CookieScan = {
  id: string
  domainId: string
  domainUrl: string
  status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
  /** Quién la pidió: una persona o la revisión de cada mes */
  cause: 'manual' | 'monthly'
  /** Con un navegador, o solo el texto de las páginas */
  mode: 'browser' | 'static' | null
  progress: number
  /** El sitio muestra el banner de Resguardo */
  banner: boolean | null
  /** Lo que funciona antes de que la persona acepte y debería esperar */
  earlyCount: number
  /** Lo que ninguna finalidad del aviso publicado menciona */
  undeclaredCount: number
  error: string | null
  createdAt: string
  updatedAt: string
  startedAt: string | null
  completedAt: string | null
  pages: {
    url: string
    status: number | null
    problem: string | null
  }[]
  items: CookieScanItem[]
  findings: CookieScanFinding[]
  notes: string[]
}

export type CookieScanFinding = {
  key: 'before_consent' | 'declared_necessary' | 'without_banner' | 'early_content' | 'named_in_text' | 'undeclared' | 'undeclared_host' | 'not_in_policy' | 'unknown' | 'declared_absent'
  severity: 'critical' | 'high' | 'medium' | 'low'
  message: string
  article: string
  action: string
  names: string[]
}

export type CookieScanItem = {
  kind: 'cookie' | 'local_storage' | 'session_storage' | 'host'
  name: string
  domain: string
  /** Del propio sitio o de un tercero */
  party: 'first' | 'third'
  /** Estaba antes de decidir */
  before: boolean
  /** Estaba después de aceptar todo */
  after: boolean
  duration: string | null
  httpOnly: boolean
  secure: boolean
  /** Quién lo puso: una respuesta, un programa o la página */
  writer: 'response' | 'script' | 'page' | null
  source: string | null
  /** Dónde se vio primero */
  page: string
  /** Cuántas peticiones fueron a ese servidor */
  requests: number
  /** Lo que dice el catálogo que trae el servicio; nulo si no la conoce */
  known: {
    provider: string
    category: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media'
    duration: string | null
    description: string
  } | null
  /** La finalidad del aviso publicado que la menciona */
  purpose: string | null
}

export type CookieScanSettings = {
  /** Los dominios verificados se revisan cada mes */
  monthly: boolean
  /** El servicio tiene un navegador: sin él solo lee el texto de las páginas */
  browser: boolean
  missing: string | null
}

export type CookieScanSettingsChange = {
  /** Revisar cada mes los dominios verificados */
  monthly: boolean
}

export type CookieScanSummary = {
  id: string
  domainId: string
  domainUrl: string
  status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
  /** Quién la pidió: una persona o la revisión de cada mes */
  cause: 'manual' | 'monthly'
  /** Con un navegador, o solo el texto de las páginas */
  mode: 'browser' | 'static' | null
  progress: number
  /** El sitio muestra el banner de Resguardo */
  banner: boolean | null
  /** Lo que funciona antes de que la persona acepte y debería esperar */
  earlyCount: number
  /** Lo que ninguna finalidad del aviso publicado menciona */
  undeclaredCount: number
  error: string | null
  createdAt: string
  updatedAt: string
  startedAt: string | null
  completedAt: string | null
}

export type Copied = {
  dryRun: boolean
  items: {
    kind: 'contract_template' | 'workflow_definition' | 'consent_notice' | 'consent_template' | 'dsar_widget'
    id: string
    name: string
    /** «skip» si el destino ya tiene uno de la misma clase con ese nombre */
    action: 'create' | 'skip'
    /** El del destino; nulo si no se creó */
    newId: string | null
  }[]
}

export type CopyOrder = {
  /** La organización de origen (tenantId) */
  from: string
  /** La organización de destino (tenantId) */
  to: string
  items: {
    kind: 'contract_template' | 'workflow_definition' | 'consent_notice' | 'consent_template' | 'dsar_widget'
    id: string
  }[]
  /** Solo dice qué se haría */
  dryRun?: boolean
}

export type CopyableItems = {
  items: {
    kind: 'contract_template' | 'workflow_definition' | 'consent_notice' | 'consent_template' | 'dsar_widget'
    id: string
    name: string
  }[]
}

export type Coverage = {
  /** La política informa todas las cookies de los avisos publicados */
  covered: boolean
  coverage: number
  total: number
  missing: {
    name: string
    provider: string | null
    purpose: string | null
  }[]
  /** La política comparada; nulo si no hay ninguna */
  policyId: string | null
  policyVersion: number | null
}

export type CreatedApiKey = {
  id: string
  name: string
  prefix: string
  scopes: string[]
  expiresAt: string | null
  lastUsedAt: string | null
  isActive: boolean
  role: 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  allowedAddresses: string[]
  allowedOrigins: string[]
  requestsPerMinute: number | null
  previousUntil: string | null
  /** Quien la vio al crearla o renovarla ya no es parte de la organización: conviene renovarla */
  holderLeft: boolean
  createdAt: string
  updatedAt: string
  /** Se muestra solo esta vez */
  key: string
}

export type CreatedBreach = {
  id: string
  title: string
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  detectedAt: string
  createdAt: string
}

export type CreatedScimToken = {
  id: string
  name: string
  prefix: string
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
  /** Se muestra solo esta vez */
  token: string
  /** La dirección que se escribe en el proveedor */
  baseUrl: string
}

export type CreatedSubscription = {
  id: string
  url: string
  events: string[]
  description: string | null
  isActive: boolean
  /** Por qué el servicio lo apagó: falló tres días seguidos, o el receptor respondió 410 */
  disabledReason: 'failing' | 'gone' | null
  /** Hasta cuándo los envíos llevan también la firma del secreto anterior */
  previousUntil: string | null
  createdAt: string
  updatedAt: string
  /** Para comprobar las firmas (Standard Webhooks). Se muestra solo esta vez */
  secret: string
}

export type CurrentPolicy = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
  /** La organización cambió desde que se redactó */
  outdated: boolean
  changes: string[]
}

export type Deceased = {
  /** Quien pide es heredero */
  isHeir: true
  heirName: string
  relation: string
}

export type DecideNotification = {
  riskToSubjects: 'none' | 'low' | 'medium' | 'high' | 'critical' | 'nulo' | 'bajo' | 'medio' | 'alto' | 'critico' | 'crítico'
  /** Datos personales sensibles (art. 2 letra g) */
  hasSensitiveData: boolean
  /** Datos de niños y niñas menores de catorce años (art. 14 sexies) */
  hasMinorData: boolean
  /** Datos sobre obligaciones económicas, financieras, bancarias o comerciales */
  hasFinancialData: boolean
  /** Por qué un «no» vale aunque las categorías registradas digan lo contrario; sin razón cuenta lo registrado */
  overrideReasons?: {
    hasSensitiveData?: string | null
    hasMinorData?: string | null
    hasFinancialData?: string | null
  } | null
  /** Por qué el riesgo es el que se indica; queda en la brecha */
  riskRationale?: string | null
  /** Responsable o encargado; sin él, el que tiene la brecha */
  actsAs?: 'controller' | 'processor' | null
}

export type Decision = {
  /** Correo, RUT con guion o identificador propio de la persona */
  subjectRef: string
  /** Por finalidad. Las que faltan y no son necesarias cuentan como rechazadas. Obligatorio con la acción custom o sin acción; con accept_all, reject_all o withdraw puede faltar. */
  decisions?: Record<string, boolean> | null
  action?: 'accept_all' | 'reject_all' | 'custom' | 'withdraw' | null
  url?: string | null
  /** La que se mostró; por defecto, la vigente */
  version?: number | null
  /** La señal del navegador que decidió por la persona, si fue una */
  signal?: 'gpc' | null
  /** En el que se mostró el aviso */
  language?: string | null
  /** Al azar, uno por decisión: si el navegador la envía de nuevo, queda un solo registro y se responde el primero */
  clientKey?: string | null
}

export type DecisionOutcome = {
  requiresNotification: boolean
  requiresSubjectNotification: boolean
  urgency: 'low' | 'medium' | 'high' | 'critical'
  reasons: {
    key: string
    text: string
    legalReference: string
  }[]
  /** Como encargada, la organización debe avisar al responsable (art. 15 bis) */
  requiresControllerNotification: boolean
  actsAs: 'controller' | 'processor'
  /** Cada respuesta, lo que dice el registro y lo que contó */
  answers: {
    field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
    sent: boolean
    recorded: boolean
    /** Lo que contó en la decisión */
    counted: boolean
    because: string[]
    reason: string | null
  }[]
  /** Respuestas que valen contra lo registrado, con su razón escrita */
  overrides: {
    field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
    /** Lo que dice el registro */
    recorded: boolean
    /** Lo que se respondió */
    sent: boolean
    reason: string
  }[]
  notes: string[]
  /** Meta interna de referencia: 72 horas desde la detección. La ley exige reportar por el medio más expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719). */
  notificationDeadlineAt: string
  deadlineNote: string
  /** Mientras la ley no rige, desde cuándo lo hace; nulo después */
  lawNotice: string | null
}

export type Definition = {
  id: string
  name: string
  description: string | null
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  version: number
  isActive: boolean
  /** De fábrica: no se edita ni se elimina */
  isSystem: boolean
  stageCount: number
  stages: Stage[]
  webhooks: {
    id: string
    url: string
    events: ('workflow.started' | 'workflow.completed' | 'stage.approve' | 'stage.reject' | 'stage.request_info' | 'stage.reassign')[]
    /** Solo para ADMIN o superior; nulo también si ya no se puede leer: ingréselo de nuevo */
    secret: string | null
    enabled: boolean
  }[]
  createdBy: string | null
  createdAt: string
  updatedAt: string
}

export type DefinitionPatch = {
  name?: string
  description?: string | null
  entityType?: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  stages?: {
    id?: string | null
    name: string
    description?: string | null
    order?: number | null
    /** ANALYST si no se indica */
    requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    /** Vacío: las cuatro */
    actions?: {
      id?: string | null
      type: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
      label?: string | null
    }[] | null
    autoAdvance?: boolean | null
    /** Plazo de la etapa, en días */
    slaDays?: number | null
    /** Días antes del vencimiento en que se avisa */
    slaWarningDays?: number | null
    fields?: {
      id?: string | null
      /** Si falta, «id» o «label» */
      name?: string | null
      label?: string | null
      /** TEXT, TEXTAREA, DATE, SELECT u otro */
      type?: string | null
      required?: boolean | null
      options?: (string | {
        value: string
        label?: string | null
      })[] | null
    }[] | null
    conditions?: {
      field: string
      operator: 'eq' | 'neq' | 'in' | 'gt' | 'lt' | 'exists'
      value?: string | number | boolean | null | (string | number | boolean | null)[]
    }[] | null
    parallelStages?: {
      id?: string | null
      /** Si falta, «label» o «id» */
      name?: string | null
      label?: string | null
      requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    }[] | null
  }[]
  webhooks?: {
    id?: string | null
    url: string
    events: ('workflow.started' | 'workflow.completed' | 'stage.approve' | 'stage.reject' | 'stage.request_info' | 'stage.reassign')[]
    /** Se genera si no se envía */
    secret?: string | null
    enabled?: boolean | null
  }[] | null
  isActive?: boolean
}

export type DeletionRequest = {
  /** El nombre corto (slug) de la organización, para confirmar */
  confirm: string
}

export type DeliveredPackage = {
  id: string
  /** expired: los bytes ya no están, y queda la prueba de lo entregado */
  status: 'pending' | 'ready' | 'failed' | 'expired'
  progress: number
  contents: PackageContent[]
  size: number | null
  sha256: string | null
  builtAt: string | null
  builtBy: string | null
  createdAt: string
  note: string | null
  error: string | null
  redactions: {
    fileId: string | null
    field: string | null
    replacementFileId: string | null
    what: string
    reason: string
    byName: string | null
    at: string
  }[]
  /** Cuándo se elimina, según los días que la organización conserva las respuestas */
  keptUntil: string | null
  delivery: {
    sentAt: string
    to: string
    /** Hasta cuándo abre el enlace */
    expiresAt: string
    downloads: number
    lastDownloadAt: string | null
    /** Cuándo se escribió por primera vez el código */
    openedAt: string | null
    revokedAt: string | null
  } | null
  downloadUrl: string | null
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type Delivery = {
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type DepartmentPatch = {
  name?: string
  description?: string | null
  /** Quién está a cargo */
  headName?: string | null
  headEmail?: string | null
}

export type DeviceRequest = {
  userCode: string
  device: string
  addressPrefix: string | null
  createdAt: string
  expiresAt: string
}

export type DeviceSignIn = {
  /** Solo para el programa */
  device_code: string
  /** Lo que la persona compara o escribe */
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  /** Segundos */
  expires_in: number
  /** Segundos entre dos preguntas */
  interval: number
}

export type DeviceToken = {
  device_code: string
}

export type Diff = {
  before: {
    id: string
    version: number
    title: string
  }
  after: {
    id: string
    version: number
    title: string
  }
  introChanged: boolean
  sections: {
    key: string
    difference: 'unchanged' | 'changed' | 'added' | 'removed'
    before: Section | null
    after: Section | null
    /** Lo que cambió, en el orden en que se lee */
    stretches: {
      kind: 'same' | 'added' | 'removed'
      text: string
    }[]
  }[]
}

export type Diligence = {
  items: DiligenceAnswer[]
  answered: number
  total: number
}

export type DiligenceAnswer = {
  key: string
  question: string
  evidence: string
  article: string
  /** La ley impone ese deber: un «no» pesa el doble en el riesgo */
  isKey: boolean
  outcome: 'YES' | 'NO' | 'NOT_APPLICABLE' | null
  note: string | null
  checkedOn: string | null
  checkedBy: string | null
  fileKeys: string[]
}

export type Domain = {
  id: string
  url: string
  name: string
  legalEntityId: string
  entityName: string
  description: string | null
  environment: 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT'
  isActive: boolean
  isVerified: boolean
  verifiedAt: string | null
  createdAt: string
  updatedAt: string
}

export type DomainDetail = {
  id: string
  url: string
  name: string
  legalEntityId: string
  entityName: string
  description: string | null
  environment: 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT'
  isActive: boolean
  isVerified: boolean
  verifiedAt: string | null
  createdAt: string
  updatedAt: string
  notices: {
    id: string
    name: string
    status: string
  }[]
  activities: {
    /** Identificador del vínculo */
    id: string
    activityId: string
    name: string
    role: string
  }[]
  policies: {
    id: string
    kind: string
    version: number
    status: string
  }[]
}

export type DomainLink = {
  domainId: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type DomainLinks = {
  activities: NewLink[]
}

export type DomainPatch = {
  url?: string
  name?: string
  legalEntityId?: string
  description?: string | null
  environment?: 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT' | null
  isActive?: boolean | null
}

export type DpoCheck = {
  hasDpo: boolean
  dpo: {
    name: string | null
    email: string | null
  } | null
  entities: {
    id: string
    name: string
    hasDpo: boolean
  }[]
  recommendation: string
}

export type DraftAnswer = {
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED'
  /** Lo que se responde a la persona */
  responseNotes?: string | null
  responseFileKey?: string | null
  /** El fundamento de lo que no se acoge (art. 11, Ley 19.628) */
  denialReason?: string | null
  /** No hay datos de la persona, aparte de esta solicitud */
  nothingHeld?: boolean | null
}

export type DraftRequest = {
  description: string
  systemId?: string | null
}

export type DryRunQuestion = {
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  stages: {
    id?: string | null
    name: string
    description?: string | null
    order?: number | null
    /** ANALYST si no se indica */
    requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    /** Vacío: las cuatro */
    actions?: {
      id?: string | null
      type: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
      label?: string | null
    }[] | null
    autoAdvance?: boolean | null
    /** Plazo de la etapa, en días */
    slaDays?: number | null
    /** Días antes del vencimiento en que se avisa */
    slaWarningDays?: number | null
    fields?: {
      id?: string | null
      /** Si falta, «id» o «label» */
      name?: string | null
      label?: string | null
      /** TEXT, TEXTAREA, DATE, SELECT u otro */
      type?: string | null
      required?: boolean | null
      options?: (string | {
        value: string
        label?: string | null
      })[] | null
    }[] | null
    conditions?: {
      field: string
      operator: 'eq' | 'neq' | 'in' | 'gt' | 'lt' | 'exists'
      value?: string | number | boolean | null | (string | number | boolean | null)[]
    }[] | null
    parallelStages?: {
      id?: string | null
      /** Si falta, «label» o «id» */
      name?: string | null
      label?: string | null
      requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    }[] | null
  }[]
  /** Un registro de la organización, cuyos datos leen las condiciones */
  entityId?: string | null
  /** Datos supuestos del registro, por nombre; cuentan antes que los del registro. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  facts?: Record<string, unknown> | null
  /** Lo que se respondería, en orden. Las etapas se nombran por su «id» */
  answers?: {
    stageId: string
    subStageId?: string | null
    actionType: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
    reassignTo?: string | null
    /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
    fieldValues?: Record<string, unknown> | null
    /** De quien responde; OWNER si no se indica */
    role?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
  }[] | null
}

export type DryRunResult = {
  status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  currentStageId: string | null
  fieldValues: Record<string, unknown>
  pendingSubStages: {
    id: string
    name: string
  }[]
  /** Las etapas a las que se llegó, en orden */
  road: {
    stageId: string
    outcome: 'waiting' | 'approved' | 'rejected' | 'skipped' | 'auto_advanced'
    /** Qué encontró cada condición de la etapa */
    conditions: {
      field: string
      operator: 'eq' | 'neq' | 'in' | 'gt' | 'lt' | 'exists'
      value: unknown
      actual: unknown
      holds: boolean
    }[]
  }[]
  /** Lo que las condiciones pueden leer del registro indicado y de los datos supuestos */
  factNames: string[]
}

export type DsarFormConfig = {
  widgetKey: string
  organizationName: string
  title: string
  intro: string | null
  rightTypes: {
    value: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
    label: string
    description: string
    article: string
  }[]
  /** Mientras la ley no rige: desde cuándo se pueden exigir los derechos */
  notice: string | null
  /** Lo que se haya configurado */
  theme: unknown
  dpoName: string | null
  dpoEmail: string | null
  contactEmail: string | null
}

export type DsarTask = {
  id: string
  systemId: string | null
  systemName: string
  /** El encargado que lo opera */
  processorName: string | null
  ownerName: string | null
  ownerEmail: string | null
  /** open: por enviar; sent: espera respuesta; done: respondida; cancelled: ya no hace falta */
  status: 'open' | 'sent' | 'done' | 'cancelled'
  outcome: 'found' | 'nothing_found' | 'kept' | null
  notes: string | null
  article: string | null
  answeredVia: 'link' | 'staff' | 'connector' | null
  answeredBy: string | null
  doneAt: string | null
  dueOn: string
  sentAt: string | null
  remindedOn: string | null
  /** Espera respuesta y su fecha pasó */
  overdue: boolean
  /** Se descargan con GET /files/{key} */
  files: ListedFile[]
  createdAt: string
}

export type DsarTaskPatch = {
  ownerName?: string | null
  ownerEmail?: string | null
  dueOn?: string
  status?: 'cancelled'
  /** found: había datos y se hizo lo pedido; nothing_found: no hay nada de la persona; kept: quedan como están, por lo que dice article */
  outcome?: 'found' | 'nothing_found' | 'kept'
  notes?: string | null
  /** Por qué se conserva, con su artículo: obligatorio con el resultado «kept» */
  article?: string | null
}

export type DsarTasks = {
  /** De la más antigua a la más nueva */
  items: DsarTask[]
  progress: {
    /** Sin las canceladas */
    total: number
    done: number
    sent: number
    open: number
    /** Por enviar, sin un correo a quien pedirlas */
    withoutOwner: number
    overdue: number
  }
  /** Sistemas de actividades publicadas que no tienen una tarea en esta solicitud */
  suggestedSystems: {
    systemId: string
    systemName: string
    /** El encargado que lo opera */
    processorName: string | null
    ownerName: string | null
    ownerEmail: string | null
  }[]
  /** Lo que se puede responder, en palabras para este derecho */
  outcomes: {
    value: 'found' | 'nothing_found' | 'kept'
    label: string
    hint: string | null
  }[]
  /** Por qué la ley permite que queden como están, para «kept»; también se acepta otro texto */
  grounds: {
    article: string
    text: string
  }[]
}

export type Ended = {
  ended: number
}

export type Entity = {
  id: string
  workspaceId: string
  name: string
  taxId: string | null
  legalRepName: string | null
  legalRepEmail: string | null
  dpoUserId: string | null
  dpoName: string | null
  dpoEmail: string | null
  postalAddress: string | null
  arcoPublicEmail: string | null
  isPublicBody: boolean
  essentialService: boolean
  isActive: boolean
  createdAt: string
  updatedAt: string
}

export type EntityPatch = {
  workspaceId?: string
  name?: string
  taxId?: string | null
  legalRepName?: string | null
  legalRepEmail?: string | null
  dpoName?: string | null
  dpoEmail?: string | null
  postalAddress?: string | null
  arcoPublicEmail?: string | null
  /** Órgano del Estado: se rige por los arts. 20 y siguientes de la Ley 19.628 */
  isPublicBody?: boolean | null
  /** Servicio esencial u operador de importancia vital (Ley 21.663) */
  essentialService?: boolean | null
  /** true devuelve a la lista de activas una que se desactivó */
  isActive?: boolean | null
}

export type EvidenceEntry = {
  tenantId: string
  /** Desde 1 y sin saltos */
  seq: number
  /** «imported»: el registro es anterior a la cadena; «erasure»: un borrado por ley; «seal»: cierra un grupo de anotaciones */
  kind: 'audit' | 'consent' | 'request' | 'letter' | 'signature' | 'document' | 'imported' | 'erasure' | 'seal'
  entityType: string
  entityId: string
  /** Cuándo se escribió el registro, por el reloj de la base de datos */
  at: string
  /** SHA-256 del registro con su sal; en un sello, la raíz de Merkle del grupo */
  payloadHash: string
  /** La anotación anterior; null en la primera */
  previous: string | null
}

export type EvidenceHead = {
  tenantId: string
  seq: number
  /** La anotación «seal» con ese número */
  hash: string
  at: string
}

export type EvidenceKeys = {
  /** También las que ya no firman: lo que firmaron sigue en pie */
  keys: {
    kty: 'OKP'
    crv: 'Ed25519'
    x: string
    kid: string
  }[]
}

export type EvidenceProof = {
  entry: EvidenceEntry
  /** De la anotación a la raíz que guarda su sello */
  path: {
    side: 'left' | 'right'
    /** El vecino en el árbol */
    hash: string
  }[]
  seal: EvidenceEntry
  head: EvidenceHead
  signature: EvidenceSignature
  stamp: EvidenceStamp | null
  /** El registro está en el archivo de un mes que se retiró de la base de datos */
  archived: boolean
  /** El contenido se borró por ley: queda el hash, y el motivo para quien podía leerlo */
  erasure: {
    reason: string | null
    at: string
  } | null
  /** El registro tal como se selló, para quien puede leerlo */
  payload?: {
    salt: string
    row: Record<string, unknown>
  }
}

export type EvidenceSignature = {
  /** La clave, de GET /public/evidence/keys */
  kid: string
  alg: 'EdDSA'
  /** Ed25519 sobre la cabeza en JSON canónico (RFC 8785), en base64url */
  value: string
}

export type EvidenceStamp = {
  authority: string
  at: string
  /** Sello de tiempo RFC 3161, en base64 */
  token: string
}

export type EvidenceVerdict = {
  /** Hasta «checkedTo»; de toda la cadena cuando «next» es null */
  valid: boolean
  /** Anotaciones de la cadena, con sus sellos */
  entries: number
  checkedFrom: number
  /** La última que se encontró entera */
  checkedTo: number
  /** Desde dónde seguir, si la cadena es larga */
  next: number | null
  /** Registros borrados por ley, con su motivo */
  erased: number
  /** Registros en el archivo de un mes que se retiró de la base de datos */
  archived: number
  /** Registros anteriores a la cadena */
  imported: number
  /** Registros que esperan su sello */
  waiting: number
  firstBroken: {
    /** null si el registro nunca entró a la cadena */
    seq: number | null
    entityType: string | null
    entityId: string | null
    reason: 'missing' | 'order' | 'entry' | 'dated' | 'changed' | 'deleted' | 'seal' | 'head' | 'signature' | 'stamp' | 'truncated' | 'gap' | 'published' | 'foreign' | 'unlisted' | 'start'
    message: string
  } | null
  head: {
    tenantId: string
    seq: number
    /** La anotación «seal» con ese número */
    hash: string
    at: string
    signature: EvidenceSignature
  } | null
  /** Los sellos de tiempo más nuevos */
  stamps: {
    seq: number
    authority: string
    at: string
    /** Sello de tiempo RFC 3161, en base64 */
    token: string
  }[]
}

export type Exposure = {
  currency: 'CLP'
  utmValue: number | null
  utmMonth: string | null
  /** Desde cuándo rigen las multas */
  effectiveFrom: string
  items: {
    /** Clave de la comprobación del puntaje */
    finding: string
    message: string
    article: string
    /** Arts. 34 bis (leve), 34 ter (grave), 34 quáter (gravísima) */
    class: 'gravisima' | 'grave' | 'leve'
    /** La ley no fija un mínimo */
    minUtm: number
    maxUtm: number
    /** Nulo si no se conoce la UTM */
    minClp: number | null
    /** Nulo si no se conoce la UTM */
    maxClp: number | null
    /** Atenuantes que cabe probar (art. 36) */
    mitigating: string[]
    /** Agravantes posibles (arts. 36 y 37) */
    aggravating: string[]
    /** Si hoy la Agencia puede amonestar en vez de multar a una empresa de menor tamaño */
    smeWindow: boolean
  }[]
  total: {
    minUtm: number
    maxUtm: number
    /** Nulo si no se conoce la UTM */
    minClp: number | null
    /** Nulo si no se conoce la UTM */
    maxClp: number | null
  }
  note: string
}

export type ExtendRequest = {
  reason: string
}

export type Extension = {
  id: string
  extendedDeadlineAt: string
  extensionReason: string
  extensionNotifiedAt: string
  status: 'EXTENDED'
}

export type ExternalConsent = {
  templateId: string
  /** Correo, RUT con guion o identificador propio de la persona */
  subjectRef: string
  granted: boolean
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  values?: Record<string, unknown> | null
  representative?: {
    name?: string | null
    rut?: string | null
    relation?: string | null
    email?: string | null
    /** Quien representa declaró ser mayor de edad y poder consentir por la persona */
    declared?: boolean | null
  } | null
  occurredAt?: string | null
}

export type FactorList = {
  /** Con qué se puede confirmar el inicio de sesión */
  methods: ('totp' | 'passkey' | 'recovery')[]
  totp: {
    createdAt: string
    lastUsedAt: string | null
  } | null
  passkeys: Passkey[]
  recoveryCodesLeft: number
  /** Las organizaciones de la persona que exigen un segundo factor */
  requiredBy: {
    id: string
    name: string
  }[]
  /** En esta sesión ya se probó un segundo factor */
  strong: boolean
}

export type FactorVerification = {
  mfa_token: string
  method: 'totp' | 'passkey' | 'recovery'
  code?: string | null
  credential?: Assertion | null
}

export type FillableField = {
  target: 'activity' | 'processor' | 'system' | 'risk'
  field: string
  label: string
}

export type FillableFields = {
  items: FillableField[]
}

export type Finding = {
  outcome: 'YES' | 'NO' | 'NOT_APPLICABLE'
  note?: string | null
  checkedOn?: string | null
  /** Evidencia: archivos subidos a este encargado */
  fileKeys?: string[] | null
}

export type Flow = {
  id: string
  sourceSystemId: string
  targetSystemId: string
  description: string | null
  dataCategories: string[]
  isInternational: boolean
  safeguards: string | null
  createdAt: string
}

export type FlowLink = {
  flowId: string
}

export type FlowPatch = {
  sourceSystemId?: string
  targetSystemId?: string
  description?: string | null
  dataCategories?: string[] | null
  isInternational?: boolean | null
  /** Recomendado cuando el flujo es internacional (arts. 27 y 28) */
  safeguards?: string | null
}

export type FolderParts = {
  items: {
    folder: string
    title: string
    article: string
    note: string | null
  }[]
}

export type Forgot = {
  email: string
}

export type FormIntake = {
  subjectName: string
  subjectEmail: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  /** Con o sin puntos; se revisa su dígito verificador */
  subjectRut?: string | null
  subjectPhone?: string | null
  description?: string | null
  documentType?: string | null
  documentNumber?: string | null
  organizationRelation?: string | null
  isRepresentative?: boolean | null
  representativeName?: string | null
  /** Como el de la persona */
  representativeRut?: string | null
  representativeRelation?: string | null
  representativeDocUrl?: string | null
  subtype?: string | null
  subtypeDetail?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  specificData?: Record<string, unknown> | null
  portabilityTarget?: string | null
  portabilityFormat?: string | null
  portabilityDirectTransfer?: boolean | null
  declarationTruthful?: boolean | null
  declarationDataProcessing?: boolean | null
  declarationPhoneContact?: boolean | null
  /** Archivos que se subieron antes, cada uno con su clave */
  attachments?: Attachment[] | null
  /** Solo bloqueo temporal: la rectificación, supresión u oposición en curso de la misma persona (art. 8 ter, Ley 19.628) */
  parentRequestId?: string | null
  deceased?: Deceased | null
  /** Déjelo vacío */
  website?: string | null
}

export type FormRecord = {
  id: string
  templateId: string
  templateVersion: number
  contentHash: string
  subjectRef: string
  granted: boolean
  source: 'form' | 'manual' | 'external' | 'portal'
  values: Record<string, unknown>
  representative: {
    name: string | null
    rut: string | null
    relation: string | null
    email: string | null
    declared?: boolean
  } | null
  channel: string | null
  evidence: string | Record<string, unknown> | null
  recordedBy: string | null
  userAgent: string | null
  ipHash: string | null
  occurredAt: string
  createdAt: string
  /** Cómo se probó quién decidió; lo que nadie probó no cambia lo que sí se probó */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  /** Si cuenta; false mientras espera la confirmación de la persona */
  isEffective: boolean
  receipt: string
}

export type FromSystem = {
  systemId: string
}

export type FromTemplate = {
  templateId: string
  systemId?: string | null
}

export type Generated = {
  contractId: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  content: string
}

export type GeoSummary = {
  markers: {
    activityId: string
    activityName: string
    /** Código ISO; el texto tal cual si no es un país conocido */
    country: string
    countryName: string
    type: 'processor' | 'hosting' | 'transfer'
    /** Encargado, sistema o mecanismo */
    detail: string
  }[]
}

export type Graph = {
  systems: {
    id: string
    name: string
    type: string
    hasSensitiveData: boolean
    country: string | null
    processorId: string | null
    owner: string | null
    dataCategories: string[]
  }[]
  /** Los que operan algún sistema */
  processors: {
    id: string
    name: string
    country: string | null
  }[]
  countries: string[]
  flows: {
    id: string
    /** El sistema de origen */
    source: string
    /** El sistema de destino */
    target: string
    description: string | null
    dataCategories: string[]
    isInternational: boolean
    safeguards: string | null
    /** Su versión: para cambiarlo, va en «If-Match» */
    etag: string
    activities: {
      id: string
      name: string
      transferMechanism: string | null
    }[]
  }[]
  /** Las actividades que no están archivadas */
  activities: {
    id: string
    name: string
    subjectCategories: string[]
    /** Los sistemas en que están sus datos */
    systemIds: string[]
    /** Si envía datos fuera de Chile */
    transferExists: boolean
    transferCountry: string | null
    transferMechanism: string | null
  }[]
  /** Falso si hay más sistemas, flujos o actividades de los que se muestran */
  isWhole: boolean
}

export type Identified = {
  id: string
}

export type Identity = {
  email: 'proven' | 'claimed'
  rut: 'proven' | 'claimed'
  representation: 'proven' | 'claimed' | null
  /** La última comprobación vigente */
  method: 'none' | 'portal_code' | 'document_seen' | 'document_copy' | 'known_client' | 'code_mail' | 'call_back' | 'clave_unica' | 'mandate' | 'other'
  /** Desde la más antigua, también las que se retiraron */
  checks: {
    id: string
    method: 'document_seen' | 'document_copy' | 'known_client' | 'code_mail' | 'call_back' | 'clave_unica' | 'mandate' | 'other'
    proves: ('email' | 'rut' | 'representation')[]
    notes: string | null
    /** Se descarga con GET /files/{key} */
    fileId: string | null
    checkedBy: string | null
    createdAt: string
    isWithdrawn: boolean
    withdrawnAt: string | null
    withdrawnBecause: string | null
  }[]
}

export type Import = {
  id: string
  target: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
  /** PENDING: se está leyendo; READY: espera confirmación; APPLYING: se está guardando; DONE: guardado; FAILED: no se guardó nada */
  status: 'PENDING' | 'READY' | 'APPLYING' | 'DONE' | 'FAILED'
  progress: number
  dryRun: boolean
  fileName: string
  totals: {
    rows: number
    create: number
    update: number
    skip: number
    refuse: number
  } | null
  error: string | null
  createdAt: string
  completedAt: string | null
  mapping: MappedColumn[]
  /** Títulos que no se traen */
  unmapped: string[]
  /** Los campos a los que puede asignar una columna */
  fields: {
    field: string
    label: string
    required: boolean
  }[]
  /** Se borran a los 7 días de terminada; quedan los totales */
  rows: ImportRow[]
}

export type ImportForm = {
  /** Libro de Excel (.xlsx) o texto separado por comas o punto y coma (.csv); hasta 5.000 filas */
  file: string
  /** Qué son las filas */
  target: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
  /** Con true, que es lo usual, solo muestra qué haría; se confirma aparte */
  dryRun?: boolean
  /** Objeto JSON: por título de columna, el campo que significa, o null para no traerla */
  mapping?: string
}

export type ImportRow = {
  /** Como la numera la planilla */
  row: number
  action: 'create' | 'update' | 'skip' | 'refuse'
  /** Por qué se rechaza */
  reasons: string[]
  name: string | null
  id: string | null
  /** Los títulos de las celdas que cambian el registro */
  changes: string[]
}

export type ImportSummary = {
  id: string
  target: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
  /** PENDING: se está leyendo; READY: espera confirmación; APPLYING: se está guardando; DONE: guardado; FAILED: no se guardó nada */
  status: 'PENDING' | 'READY' | 'APPLYING' | 'DONE' | 'FAILED'
  progress: number
  dryRun: boolean
  fileName: string
  totals: {
    rows: number
    create: number
    update: number
    skip: number
    refuse: number
  } | null
  error: string | null
  createdAt: string
  completedAt: string | null
}

export type Imported = {
  imported: number
  items: {
    index: number
    id: string
    name: string
  }[]
}

export type ImportedActivity = {
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest'
  dataCategories?: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[] | null
  subjectCategories?: string[] | null
  retentionPeriod?: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  systemId?: string | null
  recipients?: string[] | null
  internationalTransfer?: {
    exists: boolean
    /** Código ISO o nombre */
    country?: string | null
    /** GET /data-map/catalog sugiere valores */
    mechanism?: string | null
  } | null
  securityMeasures?: string[] | null
  /** Entidad legal que responde; si no se envía, la principal */
  legalEntityId?: string | null
  /** Revela la situación socioeconómica: son datos sensibles (art. 2 letra g) */
  socioeconomic?: boolean | null
  /** Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422) */
  legalBasisArticle?: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  /** Ponderación del interés legítimo (art. 13 letra d) */
  balancing?: {
    /** Cuál es el interés y por qué es legítimo */
    purpose?: string | null
    /** Por qué el tratamiento es necesario para ese interés */
    necessity?: string | null
    /** Cómo afecta a los titulares y por qué no vulnera sus derechos */
    balance?: string | null
    /** Medidas que protegen a los titulares, y cómo se oponen */
    safeguards?: string | null
    outcome?: 'favourable' | 'unfavourable' | null
    /** Si no se envía, el momento en que se guarda el resultado */
    assessedAt?: string | null
    /** Si no se envía, la persona que guarda el resultado */
    assessedBy?: string | null
  } | null
  /** Norma que ordena o autoriza el tratamiento */
  legalNorm?: string | null
  legitimateInterest?: string | null
  /** De dónde vienen los datos */
  dataSource?: string | null
  /** Si la fuente es de acceso público */
  sourceIsPublic?: boolean | null
  retentionNote?: string | null
  automatedDecisions?: boolean | null
  /** Lógica y consecuencias (art. 8 bis) */
  automatedLogic?: string | null
  /** Cómo se revoca el consentimiento */
  consentWithdrawal?: string | null
  /** Resguardo de menores (art. 16 quáter) */
  minorsSafeguard?: string | null
  controllerName?: string | null
  controllerRole?: 'responsable' | 'encargado' | null
  responsibleArea?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
  name: string
  /** Una finalidad o varias */
  purposes: string | string[]
  dataSubjects?: string | string[] | null
}

export type Instance = {
  id: string
  definitionId: string
  definitionVersion: number
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  entityId: string
  currentStageId: string | null
  status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  assignedTo: string | null
  startedBy: string | null
  startedAt: string
  completedAt: string | null
}

export type InstanceAction = {
  stageId: string
  subStageId?: string | null
  actionType: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
  notes?: string | null
  reassignTo?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  fieldValues?: Record<string, unknown> | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type InstanceDetail = {
  id: string
  definitionId: string
  definitionVersion: number
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  entityId: string
  currentStageId: string | null
  status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  assignedTo: string | null
  startedBy: string | null
  startedAt: string
  completedAt: string | null
  entityTitle: string | null
  fieldValues: Record<string, unknown>
  /** Por qué no se pudo completar la entidad */
  entityRefusal: string | null
  definitionSnapshot: {
    id: string
    name: string
    description: string | null
    entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
    version: number
    stages: Stage[]
  }
  sla: {
    dueAt: string | null
    warningAt: string | null
    state: 'on_time' | 'warning' | 'overdue'
  }
  subStageCompletions: {
    stageId: string
    subStageId: string
    completedBy: string | null
    completedByName: string | null
    notes: string | null
    completedAt: string
  }[]
  events: {
    id: string
    type: string
    stageId: string | null
    subStageId: string | null
    actionType: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN' | null
    newStageId: string | null
    status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
    notes: string | null
    fieldValues: Record<string, unknown> | null
    assignedTo: string | null
    actorId: string | null
    actorName: string | null
    actorRole: string | null
    createdAt: string
  }[]
}

export type Invited = {
  userId: string
  email: string
  name: string
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  status: 'ACTIVE' | 'INVITED'
  createdAt: string
  invitationUrl: string
}

export type KeptChoices = {
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.received': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.assigned': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.extended': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.completed': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.rejected': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.due_soon': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.task_done': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.task_overdue': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.recipient_answered': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.overdue': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.created': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.decided': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.notified': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.subjects_notified': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.due_soon': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.overdue': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.closed': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.published': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.updated': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.archived': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.required': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.created': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.approved': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.rejected': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.sent': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.signed': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.refused': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.expiring': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.terminated': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'policy.published': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'policy.drifted': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'cookie_policy.published': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'consent_notice.published': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.waiting': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.decided': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.due_soon': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.overdue': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'questionnaire.answered': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'connector.failed': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'processor.created': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'api_key.holder_left': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'member.joined': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'review.due': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'comment.mentioned': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'import.finished': 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'webhook.disabled': 'now' | 'digest' | 'off'
}

export type KeptPreferences = {
  preferences: Record<string, unknown>
}

export type LawInForce = {
  /** La llevan los documentos escritos bajo ella */
  version: string
  /** Desde cuándo se escribe según esta versión; nulo en la primera */
  from: string | null
  source: string
  effectiveFrom: string
  /** Si ya rige hoy en Chile */
  inForce: boolean
  terms: {
    /** Días corridos para responder una solicitud (art. 11) */
    requestDays: number
    /** Días corridos de la única prórroga (art. 11) */
    extensionDays: number
    /** Días hábiles para responder un bloqueo (arts. 11 y 8 ter) */
    blockingBusinessDays: number
    /** Días hábiles para reclamar ante la Agencia (art. 41) */
    complaintBusinessDays: number
    /** Años de vigencia del certificado del modelo de prevención (arts. 51 a 53) */
    certificateYears: number
    /** Horas para la alerta temprana (art. 9, Ley 21.663) */
    csirtAlertHours: number
    /** Horas para el segundo reporte (art. 9, Ley 21.663) */
    csirtReportHours: number
    /** Días corridos para el informe final (art. 9, Ley 21.663) */
    csirtFinalDays: number
  }
  /** Feriados nacionales del año, en orden */
  holidays: {
    on: string
    name: string
  }[]
  /** Último valor conocido de la UTM */
  utm: {
    month: string
    /** Pesos */
    clp: number
  } | null
  fines: {
    maxUtm: {
      /** UTM, art. 35 */
      leve: number
      /** UTM, art. 35 */
      grave: number
      /** UTM, art. 35 */
      gravisima: number
    }
    /** Veces la multa, en caso de reincidencia */
    repeatFactor: number
    /** Meses en que cuentan las sanciones anteriores */
    repeatMonths: number
    incomePercent: {
      /** Porcentaje de los ingresos anuales: solo empresas grandes reincidentes */
      grave: number
      /** Porcentaje de los ingresos anuales: solo empresas grandes reincidentes */
      gravisima: number
    }
  }
  /** Hasta cuándo la Agencia puede amonestar en vez de multar a una empresa de menor tamaño */
  smeWarningUntil: string
  adequateCountries: string[]
  /** Operaciones que la Agencia sujeta a evaluación de impacto (art. 15 ter) */
  dpiaList: {
    name: string
    words: string[]
  }[]
  agency: {
    name: string
    acronym: string
    website: string | null
    reportChannel: string | null
  }
}

export type LinkedDomain = {
  domainId: string
  url: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type LinkedDomainNow = {
  id: string
  activityId: string
  domainId: string
  url: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type LinkedFlow = {
  flowId: string
  description: string | null
}

export type LinkedFlowNow = {
  id: string
  activityId: string
  flowId: string
  description: string | null
}

export type LinkedProcessorNow = {
  id: string
  activityId: string
  processorId: string
  name: string
}

export type LinkedSystem = {
  systemId: string
  name: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type LinkedSystemNow = {
  id: string
  activityId: string
  systemId: string
  name: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type ListedFile = {
  key: string
  name: string
  contentType: string
  size: number
  sha256: string
  createdAt: string
  /** Como qué llegó con una solicitud: poder, identidad, carta escaneada u otro; si no, nulo */
  kind: 'mandate' | 'identity' | 'other' | 'scan' | null
  /** Nulo si lo envió alguien sin cuenta */
  uploadedBy: string | null
}

export type ListedInstance = {
  id: string
  definitionId: string
  definitionVersion: number
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  entityId: string
  currentStageId: string | null
  status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  assignedTo: string | null
  startedBy: string | null
  startedAt: string
  completedAt: string | null
  /** Cuándo vence la etapa actual */
  dueAt: string | null
  entityTitle: string | null
  definitionName: string
  stageName: string | null
}

export type ListedProcessor = {
  id: string
  name: string
  taxId: string | null
  country: string | null
  contactName: string | null
  contactEmail: string | null
  services: string | null
  dpaStatus: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
  source: 'manual' | 'system'
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
  /** Del contrato, los datos que trata, el país, la diligencia y los subencargados: medio desde 3 puntos, alto desde 6 */
  risk: {
    level: 'low' | 'medium' | 'high'
    points: number
    reasons: {
      reason: string
      points: number
      article: string | null
    }[]
  }
}

export type Login = {
  email: string
  password: string
}

export type ManualConsent = {
  /** Correo, RUT con guion o identificador propio de la persona */
  subjectRef: string
  granted: boolean
  /** Por ejemplo paper, phone o in_person */
  channel: string
  evidence: string | Record<string, unknown>
  obtainedAt?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  values?: Record<string, unknown> | null
  representative?: {
    name?: string | null
    rut?: string | null
    relation?: string | null
    email?: string | null
    /** Quien representa declaró ser mayor de edad y poder consentir por la persona */
    declared?: boolean | null
  } | null
}

export type MappedColumn = {
  /** Su letra en la planilla */
  column: string
  heading: string
  /** Nulo: no se trae */
  field: string | null
  label: string | null
  confidence: number
  /** Elegido al enviar, recordado de antes, título exacto, sinónimo, parecido, solo informativo, o nadie */
  by: 'chosen' | 'remembered' | 'exact' | 'synonym' | 'similar' | 'shown_only' | 'nobody'
}

export type MarkClock = {
  doneAt?: string | null
}

export type Me = {
  user: {
    id: string
    email: string
    name: string
  }
  tenant: TenantOfMe | null
  tenants: TenantOfMe[]
}

export type Member = {
  userId: string
  email: string
  name: string
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  status: 'ACTIVE' | 'INVITED'
  createdAt: string
}

export type MfaDue = {
  mfa_required: true
  mfa_token: string
  methods: ('totp' | 'passkey' | 'recovery')[]
}

export type MoveActivity = {
  status: 'draft' | 'published' | 'archived'
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type MoveBreach = {
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  notes?: string | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type MoveRequest = {
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  /** Notas internas. Al rechazar sin denialReason son el fundamento, y se comunican a la persona */
  notes?: string | null
  /** Lo que se responde a la persona */
  responseNotes?: string | null
  responseFileKey?: string | null
  /** El fundamento de lo que no se acoge (art. 11, Ley 19.628) */
  denialReason?: string | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type MovedActivity = {
  id: string
  name: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  subjectCategories: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  status: 'draft' | 'published' | 'archived'
  systemId: string | null
  riskLevel: 'low' | 'medium' | 'high' | null
  dpiaRequired: boolean
  hasSensitiveData: boolean
  /** Entidad legal que responde de la actividad */
  legalEntityId: string
  responsibleArea: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
  recipients: string[]
  internationalTransfer: {
    exists: boolean
    country: string | null
    mechanism: string | null
  }
  securityMeasures: string[]
  /** Revela la situación socioeconómica: son datos sensibles */
  socioeconomic: boolean
  legalBasisArticle: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  balancing: BalancingRecord | null
  /** Por qué requiere evaluación de impacto; vacío si no la requiere */
  dpiaReasons: {
    key: string
    reason: string
    legalReference: string
  }[]
  legalNorm: string | null
  legitimateInterest: string | null
  dataSource: string | null
  sourceIsPublic: boolean
  retentionNote: string | null
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  controllerName: string | null
  controllerRole: 'responsable' | 'encargado'
  templateId: string | null
  publishedAt: string | null
  riskScore: number | null
  riskFactors: {
    dataVolume: string | null
    sensitiveData: boolean | null
    internationalTransfer: boolean | null
    automatedDecision: boolean | null
  } | null
  riskAssessedAt: string | null
  /** El sistema de systemId; systems son los vinculados además */
  system: {
    id: string
    name: string
  } | null
  processors: Processor[]
  systems: LinkedSystem[]
  flows: LinkedFlow[]
  domains: LinkedDomain[]
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type MovedBreach = {
  id: string
  title: string
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  detectedAt: string
  detectionSource: string
  severity: 'low' | 'medium' | 'high' | 'critical' | null
  estimatedRecords: number | null
  /** Meta interna de referencia: 72 horas desde la detección. La ley exige reportar por el medio más expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719). */
  notificationDeadlineAt: string
  requiresNotification: boolean
  legalEntityId: string
  createdAt: string
  description: string | null
  attackVector: string | null
  dataCategories: string[]
  hasSensitiveData: boolean
  containmentActions: string[]
  requiresSubjectNotification: boolean
  decision: {
    riskToSubjects: 'none' | 'low' | 'medium' | 'high' | 'critical'
    hasSensitiveData: boolean
    hasMinorData: boolean
    hasFinancialData: boolean
    requiresNotification: boolean
    requiresSubjectNotification: boolean
    urgency: 'low' | 'medium' | 'high' | 'critical'
    reasons: {
      key: string
      text: string
      legalReference: string
    }[]
    /** Como encargada, la organización debe avisar al responsable (art. 15 bis) */
    requiresControllerNotification?: boolean
    actsAs?: 'controller' | 'processor'
    /** Cada respuesta, lo que dice el registro y lo que contó */
    answers?: {
      field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
      sent: boolean
      recorded: boolean
      /** Lo que contó en la decisión */
      counted: boolean
      because: string[]
      reason: string | null
    }[]
    decidedAt: string
    decidedBy: string | null
    /** Cuándo un cambio del registro cambió lo que resulta de las respuestas */
    revisedAt?: string
  } | null
  notifiedApdpAt: string | null
  notificationFileKey: string | null
  alert: Record<string, unknown> | null
  activityIds: string[]
  systemIds: string[]
  proposedDataCategories: string[]
  nature: ('confidentiality' | 'integrity' | 'availability')[]
  occurredAt: string | null
  effects: string | null
  prevention: string | null
  riskRationale: string | null
  subjectsNotifiedAt: string | null
  subjectsMedium: string | null
  massMediaNotice: string | null
  noNoticeReason: string | null
  actsAs: 'controller' | 'processor'
  controllerName: string | null
  controllerNotifiedAt: string | null
  /** Respuestas que valen contra lo registrado, con su razón escrita */
  overrides: {
    field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
    /** Lo que dice el registro */
    recorded: boolean
    /** Lo que se respondió */
    sent: boolean
    reason: string
  }[]
  /** Los plazos que corren; los del CSIRT solo si la entidad legal es un servicio esencial */
  clocks: {
    key: 'apdp' | 'internal_72h' | 'csirt_alert' | 'csirt_report' | 'csirt_final'
    label: string
    dueAt: string | null
    doneAt: string | null
    isOverdue: boolean
    basis: string
    article: string
  }[]
  events: BreachEvent[]
  updatedAt: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type MyConsentReceipt = {
  id: string
  receipt: string
  createdAt: string
}

export type MyConsents = {
  items: SubjectConsent[]
  offered: {
    templateId: string
    name: string
    purposeText: string
    /** Para otorgarlo, indique values.age o values.birthDate */
    requireAge: boolean
    /** Su última decisión; nulo si nunca decidió */
    granted: boolean | null
  }[]
}

export type MyRequest = {
  id: string
  folio: string
  responsibleEntity: string
  rightType: string
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  statusLabel: string
  statusDescription: string
  receivedAt: string
  /** El plazo vigente */
  responseDeadline: string
  isExtended: boolean
  extensionReason: string | null
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
  /** Se respondió que no hay datos de la persona, aparte de la solicitud */
  nothingHeld: boolean
  completedAt: string | null
  dpoName: string | null
  dpoEmail: string | null
  /** El último día para responder, en Chile */
  legalDueOn: string
  contactEmail: string | null
}

export type MyRequests = {
  items: MyRequest[]
  pagination: {
    page: number
    limit: number
    total: number
    totalPages: number
  }
  /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
  nextCursor?: string
}

export type NewActivity = {
  name: string
  purpose: string
  legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest'
  dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
  /** Lista abierta; GET /data-map/catalog sugiere valores */
  subjectCategories: string[]
  retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite'
  systemId: string
  recipients?: string[] | null
  internationalTransfer?: {
    exists: boolean
    /** Código ISO o nombre */
    country?: string | null
    /** GET /data-map/catalog sugiere valores */
    mechanism?: string | null
  } | null
  securityMeasures?: string[] | null
  /** Entidad legal que responde; si no se envía, la principal */
  legalEntityId?: string | null
  /** Revela la situación socioeconómica: son datos sensibles (art. 2 letra g) */
  socioeconomic?: boolean | null
  /** Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422) */
  legalBasisArticle?: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  /** Ponderación del interés legítimo (art. 13 letra d) */
  balancing?: {
    /** Cuál es el interés y por qué es legítimo */
    purpose?: string | null
    /** Por qué el tratamiento es necesario para ese interés */
    necessity?: string | null
    /** Cómo afecta a los titulares y por qué no vulnera sus derechos */
    balance?: string | null
    /** Medidas que protegen a los titulares, y cómo se oponen */
    safeguards?: string | null
    outcome?: 'favourable' | 'unfavourable' | null
    /** Si no se envía, el momento en que se guarda el resultado */
    assessedAt?: string | null
    /** Si no se envía, la persona que guarda el resultado */
    assessedBy?: string | null
  } | null
  /** Norma que ordena o autoriza el tratamiento */
  legalNorm?: string | null
  legitimateInterest?: string | null
  /** De dónde vienen los datos */
  dataSource?: string | null
  /** Si la fuente es de acceso público */
  sourceIsPublic?: boolean | null
  retentionNote?: string | null
  automatedDecisions?: boolean | null
  /** Lógica y consecuencias (art. 8 bis) */
  automatedLogic?: string | null
  /** Cómo se revoca el consentimiento */
  consentWithdrawal?: string | null
  /** Resguardo de menores (art. 16 quáter) */
  minorsSafeguard?: string | null
  controllerName?: string | null
  controllerRole?: 'responsable' | 'encargado' | null
  responsibleArea?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type NewApiKey = {
  name: string
  scopes?: ('org:read' | 'org:write' | 'org:*' | 'rat:read' | 'rat:write' | 'rat:*' | 'data-map:read' | 'data-map:write' | 'data-map:*' | 'processors:read' | 'processors:write' | 'processors:*' | 'questionnaires:read' | 'questionnaires:write' | 'questionnaires:*' | 'connectors:read' | 'connectors:write' | 'connectors:*' | 'contracts:read' | 'contracts:write' | 'contracts:*' | 'dpia:read' | 'dpia:write' | 'dpia:*' | 'dsar:read' | 'dsar:write' | 'dsar:*' | 'breaches:read' | 'breaches:write' | 'breaches:*' | 'consent:read' | 'consent:write' | 'consent:*' | 'privacy-policy:read' | 'privacy-policy:write' | 'privacy-policy:*' | 'cookie-policy:read' | 'cookie-policy:write' | 'cookie-policy:*' | 'cookie-scans:read' | 'cookie-scans:write' | 'cookie-scans:*' | 'domains:read' | 'domains:write' | 'domains:*' | 'workflows:read' | 'workflows:write' | 'workflows:*' | 'tasks:read' | 'tasks:write' | 'tasks:*' | 'activity:read' | 'activity:write' | 'activity:*' | 'evidence:read' | 'evidence:write' | 'evidence:*' | 'governance:read' | 'governance:write' | 'governance:*' | 'files:read' | 'files:write' | 'files:*' | 'comments:read' | 'comments:write' | 'comments:*' | 'imports:read' | 'imports:write' | 'imports:*' | 'settings:read' | 'settings:write' | 'settings:*')[] | null
  expiresAt?: string | null
  /** La clave actúa como lo haría alguien con este rol; ANALYST si no se indica */
  role?: 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
  /** Direcciones o redes (CIDR) desde las que se acepta; vacío, desde cualquiera */
  allowedAddresses?: string[] | null
  /** Sitios desde los que un navegador puede usarla; vacío, desde cualquiera */
  allowedOrigins?: string[] | null
  /** Límite propio por minuto, además del límite del plan */
  requestsPerMinute?: number | null
}

export type NewAssessment = {
  title: string
  activityId?: string | null
  /** Entidad legal que responde; si no se envía, la de la actividad */
  legalEntityId?: string | null
  description?: string | null
  /** Si no se envía, se toma de la actividad */
  scope?: string | null
  necessity?: string | null
  proportionality?: string | null
  /** Opinión del delegado; la escribe DPO o superior, también en revisión */
  dpoOpinion?: string | null
  /** Cómo se consultó a las personas afectadas, o por qué no */
  subjectsConsultation?: string | null
  /** Qué dijeron las personas afectadas */
  subjectsOpinion?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type NewBreach = {
  title: string
  /** A lo más 10 minutos en el futuro; más allá, 422 */
  detectedAt: string
  /** Por ejemplo: manual, siem, encargado, titular */
  detectionSource: string
  description?: string | null
  attackVector?: string | null
  /** Por ejemplo: name, email, rut, financial, health */
  dataCategories?: string[] | null
  hasSensitiveData?: boolean | null
  estimatedRecords?: number | null
  containmentActions?: string[] | null
  /** Actividades de tratamiento afectadas */
  activityIds?: string[] | null
  /** Sistemas afectados */
  systemIds?: string[] | null
  /** La entidad legal responsable; sin ella, la principal */
  legalEntityId?: string | null
  /** Confidencialidad, integridad o disponibilidad */
  nature?: ('confidentiality' | 'integrity' | 'availability')[] | null
  occurredAt?: string | null
  /** Efectos constatados */
  effects?: string | null
  /** Medidas para prevenir que se repita */
  prevention?: string | null
  /** Por qué hay, o no hay, un riesgo razonable para los titulares */
  riskRationale?: string | null
  subjectsNotifiedAt?: string | null
  /** Por qué medio se avisó a los titulares */
  subjectsMedium?: string | null
  /** Aviso en un medio masivo de alcance nacional, donde el individual no es posible: medio, fecha y razón */
  massMediaNotice?: string | null
  /** Por qué no se avisó a los titulares */
  noNoticeReason?: string | null
  /** controller (por omisión): responsable; processor: encargado, que avisa al responsable */
  actsAs?: 'controller' | 'processor' | null
  /** El responsable por cuenta de quien se tratan los datos, si es encargado */
  controllerName?: string | null
  controllerNotifiedAt?: string | null
}

export type NewComment = {
  entityType: 'activity' | 'breach' | 'contract' | 'dpia_assessment' | 'dsar_request' | 'processor' | 'system'
  entityId: string
  text: string
  /** Personas de la organización a quienes se avisa (userId de GET /settings/members) */
  mentions?: string[]
}

export type NewConnector = {
  name: string
  /** El sistema del mapa de datos */
  systemId: string
  kind: 'postgresql' | 'mysql' | 'https'
  config: {
    /** Servidor de la base de datos */
    host?: string | null
    /** 5432 o 3306 si no se indica */
    port?: number | null
    database?: string | null
    /** Un usuario que solo lee */
    user?: string | null
    /** Se guarda sellada y no se muestra. Se pide de nuevo si cambia el servidor o el usuario */
    password?: string | null
    /** verify: cifrada y con certificado válido (por defecto); require: cifrada; off: sin cifrar, solo dentro de las redes que permite el operador */
    tls?: 'require' | 'verify' | 'off' | null
    /** Permite que las consultas de supresión, rectificación, oposición y bloqueo cambien datos. Por defecto no */
    writes?: boolean | null
    /** Del sistema propio que recibe la llamada firmada */
    url?: string | null
    /** Con que se firman las llamadas; si no se indica al crear, se genera y se muestra una vez */
    secret?: string | null
  }
  /** Una sentencia por derecho, con los parámetros :email, :rut, :name y :folio */
  queries?: {
    ACCESS?: string | null
    RECTIFICATION?: string | null
    DELETION?: string | null
    OPPOSITION?: string | null
    PORTABILITY?: string | null
    BLOCKING?: string | null
  } | null
}

export type NewConsentTemplate = {
  name: string
  purposeText: string
  description?: string | null
  fields?: (string | {
    key?: string | null
    /** Otra forma de decir la clave */
    name?: string | null
    label?: string | null
    /** Se comprueban text, textarea, email, phone, rut, number, date, checkbox, select, radio y multiselect; otro tipo acepta cualquier valor simple */
    type?: string | null
    required?: boolean | null
    options?: (string | {
      value: string
      label: string
    })[] | null
  })[] | null
  /** Pide la edad: los menores de 14 años consienten por su representante */
  requireAge?: boolean | null
  /** Trata datos sensibles: el límite sube a 16 años */
  sensitive?: boolean | null
  isActive?: boolean | null
  /** El consentimiento vale cuando la persona lo confirma en su correo */
  confirmEmail?: boolean | null
  /** Las páginas que pueden mostrar o enviar el formulario, por ejemplo https://www.tiendasur.cl; vacío: todas */
  allowedOrigins?: string[] | null
}

export type NewContract = {
  processorId: string
  templateId: string
  activityIds: string[]
  legalEntityId?: string | null
  /** Cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  customFields?: Record<string, string | number | boolean | null> | null
}

export type NewContractTemplate = {
  name: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  content: string
  /** Las que falten y estén en «content» como {{clave}} se agregan solas, también las calculadas */
  variables?: {
    key: string
    label: string
    description?: string | null
  }[] | null
}

export type NewCookiePolicy = {
  legalEntityId?: string | null
  domainId?: string | null
  /** es o en; por defecto es */
  language?: string | null
}

export type NewCookieScan = {
  /** Un dominio verificado de la organización */
  domainId: string
}

export type NewDefinition = {
  name: string
  description?: string | null
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  stages: {
    id?: string | null
    name: string
    description?: string | null
    order?: number | null
    /** ANALYST si no se indica */
    requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    /** Vacío: las cuatro */
    actions?: {
      id?: string | null
      type: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
      label?: string | null
    }[] | null
    autoAdvance?: boolean | null
    /** Plazo de la etapa, en días */
    slaDays?: number | null
    /** Días antes del vencimiento en que se avisa */
    slaWarningDays?: number | null
    fields?: {
      id?: string | null
      /** Si falta, «id» o «label» */
      name?: string | null
      label?: string | null
      /** TEXT, TEXTAREA, DATE, SELECT u otro */
      type?: string | null
      required?: boolean | null
      options?: (string | {
        value: string
        label?: string | null
      })[] | null
    }[] | null
    conditions?: {
      field: string
      operator: 'eq' | 'neq' | 'in' | 'gt' | 'lt' | 'exists'
      value?: string | number | boolean | null | (string | number | boolean | null)[]
    }[] | null
    parallelStages?: {
      id?: string | null
      /** Si falta, «label» o «id» */
      name?: string | null
      label?: string | null
      requiredRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
    }[] | null
  }[]
  webhooks?: {
    id?: string | null
    url: string
    events: ('workflow.started' | 'workflow.completed' | 'stage.approve' | 'stage.reject' | 'stage.request_info' | 'stage.reassign')[]
    /** Se genera si no se envía */
    secret?: string | null
    enabled?: boolean | null
  }[] | null
}

export type NewDepartment = {
  legalEntityId: string
  name: string
  description?: string | null
  parentDepartmentId?: string | null
  /** Quién está a cargo */
  headName?: string | null
  headEmail?: string | null
}

export type NewDomain = {
  url: string
  name: string
  legalEntityId: string
  description?: string | null
  environment?: 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT' | null
}

export type NewDsarTask = {
  systemId?: string | null
  /** Un lugar que no está en el mapa de datos */
  systemName?: string | null
  ownerName?: string | null
  ownerEmail?: string | null
  dueOn?: string | null
}

export type NewEntity = {
  workspaceId: string
  name: string
  taxId?: string | null
  legalRepName?: string | null
  legalRepEmail?: string | null
  dpoName?: string | null
  dpoEmail?: string | null
  postalAddress?: string | null
  arcoPublicEmail?: string | null
  /** Órgano del Estado: se rige por los arts. 20 y siguientes de la Ley 19.628 */
  isPublicBody?: boolean | null
  /** Servicio esencial u operador de importancia vital (Ley 21.663) */
  essentialService?: boolean | null
}

export type NewFlow = {
  sourceSystemId: string
  targetSystemId: string
  description?: string | null
  dataCategories?: string[] | null
  isInternational?: boolean | null
  /** Recomendado cuando el flujo es internacional (arts. 27 y 28) */
  safeguards?: string | null
}

export type NewIdentityCheck = {
  /** No pida una copia de la cédula cuando baste con menos, como verla o enviar un código (arts. 3 letra c) y 11, Ley 19.628) */
  method: 'document_seen' | 'document_copy' | 'known_client' | 'code_mail' | 'call_back' | 'clave_unica' | 'mandate' | 'other'
  /** Qué quedó probado: el correo, el RUT, la representación */
  proves: ('email' | 'rut' | 'representation')[]
  /** Qué se comprobó, sin copiar más datos de los necesarios */
  notes?: string | null
  /** La evidencia, subida antes con POST /files */
  fileId?: string | null
}

export type NewInstance = {
  entityType: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
  entityId: string
}

export type NewLink = {
  activityId: string
  role: 'COLLECTION' | 'STORAGE' | 'PROCESSING' | 'TRANSFER'
}

export type NewMember = {
  email: string
  name: string
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
}

export type NewNotice = {
  name: string
  title?: string | null
  description?: string | null
  language?: string | null
  domainId?: string | null
  purposes?: {
    key: string
    name: string
    description?: string | null
    required?: boolean | null
    /** Por defecto consent; en las necesarias, legitimate_interest */
    legalBasis?: string | null
    cookies?: {
      name: string
      provider?: string | null
      duration?: string | null
      description?: string | null
    }[] | null
    /** Para qué es, dicho a una máquina: el banner retiene por ella a los terceros conocidos. Sin ella se deduce de las palabras de la finalidad */
    category?: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media' | null
    /** Servidores de terceros que esperan esta finalidad, con todo lo que cuelga de ellos */
    hosts?: string[] | null
    /** Tipos de Google Consent Mode v2 que concede; por defecto, los de su categoría */
    googleConsent?: ('ad_storage' | 'ad_user_data' | 'ad_personalization' | 'analytics_storage' | 'functionality_storage' | 'personalization_storage' | 'security_storage')[] | null
  }[] | null
  /** Libre. allowedOrigins limita los sitios que pueden mostrar el aviso; privacyPolicyUrl y cookiePolicyUrl son sus enlaces. Lo que lee el banner: appearance, gpc, decisionDays y translations. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  config?: {
    appearance?: {
      /** Color de los botones */
      accent?: string | null
      position?: 'bottom' | 'top' | 'left' | 'right' | null
      theme?: 'auto' | 'light' | 'dark' | null
      /** Muestra el botón que vuelve a abrir las preferencias */
      reopen?: boolean | null
    } | null
    /** Ante Global Privacy Control: refuse (por defecto) o ask */
    gpc?: 'refuse' | 'ask' | null
    /** Cuántos días vale una decisión en el navegador; por defecto, 182 */
    decisionDays?: number | null
    /** Por idioma: los textos del aviso para las páginas que están en él */
    translations?: Record<string, {
      title?: string | null
      description?: string | null
      /** Por la clave de cada finalidad */
      purposes?: Record<string, {
        name?: string | null
        description?: string | null
      }> | null
    }> | null
  } | null
}

export type NewPackage = {
  include?: {
    /** Los archivos, de las tareas o de la solicitud. Sin ellos, todos los de las tareas y ninguno de la solicitud */
    fileIds?: string[] | null
    /** Las tareas terminadas cuyos archivos van. Sin ellas, todas */
    taskIds?: string[] | null
  } | null
  redactions?: NewRedaction[] | null
  /** Un mensaje para la persona, al comienzo del índice */
  note?: string | null
}

export type NewPasskey = {
  name?: string | null
  credential: Attestation
}

export type NewPrivacyPolicy = {
  legalEntityId?: string | null
  /** es o en; por defecto es */
  language?: string | null
}

export type NewProcessor = {
  name: string
  taxId?: string | null
  country?: string | null
  contactName?: string | null
  contactEmail?: string | null
  services?: string | null
  dpaStatus?: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED' | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type NewQuestion = {
  key: string
  type: 'text' | 'long_text' | 'yes_no' | 'choice' | 'choices' | 'number' | 'date' | 'email' | 'file'
  label: string
  hint?: string | null
  required?: boolean | null
  options?: {
    value: string
    label: string
  }[] | null
  /** Se muestra si se cumplen todas; miran preguntas anteriores */
  showIf?: {
    question: string
    /** is: es esa opción; is_not: respondió otra; includes: la marcó; answered: respondió algo */
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value?: string | null
  }[] | null
  fills?: {
    target: 'activity' | 'processor' | 'system' | 'risk'
    /** GET /questionnaires/fields los lista */
    field: string
    /** De los registros que una respuesta describe, cuál; por defecto el primero */
    nth?: number | null
  } | null
}

export type NewQuestionnaire = {
  /** El que se copia de GET /questionnaires/built-in */
  builtIn?: string | null
  /** Obligatorio si no se copia uno */
  name?: string | null
  description?: string | null
  sections?: NewSection[] | null
}

export type NewRecipients = {
  /** Obligatorio, salvo con fromRegister */
  recipients?: {
    name: string
    email?: string | null
    /** Si es un encargado del registro */
    processorId?: string | null
    /** Cuándo le avisó usted por otro medio */
    notifiedAt?: string | null
    notes?: string | null
  }[]
  /** Agrega a todos los que el registro nombra y tienen correo, y que todavía no están. Los demás quedan en suggested */
  fromRegister?: boolean | null
  /** Por qué no hay a quién avisar (arts. 6 y 11, Ley 19.628) */
  noneBecause?: string | null
}

export type NewRedaction = {
  /** El archivo. Sin field ni replacementFileId, se deja fuera entero */
  fileId?: string | null
  /** Una columna de los datos: de los de fileId, o de todos */
  field?: string | null
  /** La versión cubierta, subida como archivo de la solicitud, que va en su lugar */
  replacementFileId?: string | null
  /** Qué se cubrió; lo lee la persona */
  what: string
  /** Por qué; lo lee la persona */
  reason: string
}

export type NewReport = {
  title?: string | null
}

export type NewRisk = {
  description: string
  likelihood: 'low' | 'medium' | 'high' | 'critical'
  impact: 'low' | 'medium' | 'high' | 'critical'
  mitigation?: string | null
  /** Nivel de riesgo después de la mitigación; con residualLikelihood y residualImpact se calcula */
  residualRisk?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Probabilidad después de la mitigación */
  residualLikelihood?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Impacto después de la mitigación */
  residualImpact?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Quién toma la medida */
  ownerName?: string | null
  /** Hasta cuándo la toma */
  dueOn?: string | null
  /** Desde cuándo está tomada */
  doneOn?: string | null
  /** Si no se envía, sigue a la mitigación */
  status?: 'identified' | 'mitigated' | 'accepted' | null
}

export type NewScimToken = {
  name: string
  expiresAt?: string | null
}

export type NewSection = {
  title: string
  description?: string | null
  /** Se muestra si se cumplen todas; miran preguntas anteriores */
  showIf?: {
    question: string
    /** is: es esa opción; is_not: respondió otra; includes: la marcó; answered: respondió algo */
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value?: string | null
  }[] | null
  questions: NewQuestion[]
}

export type NewSigningCertificate = {
  /** El archivo PKCS#12 (.p12, .pfx) en base64, de 64 kB a lo más */
  file: string
  /** La que abre el archivo. No se guarda */
  password: string
}

export type NewSubProcessor = {
  name: string
  country?: string | null
  services?: string | null
  /** AUTHORISED pide el día de la autorización escrita */
  authorisation?: 'PENDING' | 'AUTHORISED' | 'REFUSED'
  authorisedOn?: string | null
  fileKey?: string | null
  note?: string | null
}

export type NewSubscription = {
  url: string
  /** Tipos de evento; «*» son todos, también los que se agreguen después */
  events: ('*' | 'dsar.received' | 'dsar.assigned' | 'dsar.extended' | 'dsar.completed' | 'dsar.rejected' | 'dsar.due_soon' | 'dsar.task_done' | 'dsar.task_overdue' | 'dsar.recipient_answered' | 'dsar.overdue' | 'breach.created' | 'breach.decided' | 'breach.notified' | 'breach.subjects_notified' | 'breach.due_soon' | 'breach.overdue' | 'breach.closed' | 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required' | 'dpia.created' | 'dpia.approved' | 'dpia.rejected' | 'contract.sent' | 'contract.signed' | 'contract.refused' | 'contract.expiring' | 'contract.terminated' | 'policy.published' | 'policy.drifted' | 'cookie_policy.published' | 'consent_notice.published' | 'consent.recorded' | 'consent.withdrawn' | 'approval.waiting' | 'approval.decided' | 'approval.due_soon' | 'approval.overdue' | 'questionnaire.answered' | 'processor.created' | 'member.joined' | 'review.due' | 'import.finished')[]
  /** Para qué sirve, para quien lo lea después */
  description?: string | null
  isActive?: boolean | null
}

export type NewSystem = {
  name: string
  type: string
  description?: string | null
  owner?: string | null
  ownerEmail?: string | null
  hostingType?: string | null
  hostingCountry?: string | null
  vendor?: string | null
  dataCategories?: string[] | null
  /** Si no se envía, lo dicen las categorías de datos */
  hasSensitiveData?: boolean | null
  securityMeasures?: string[] | null
  contractStatus?: string | null
  contractExpiry?: string | null
  hasDpaClause?: boolean | null
}

export type NewTenant = {
  organizationName: string
  plan?: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE' | null
}

export type NewTimeEntry = {
  /** El día en que se trabajó */
  workedOn: string
  minutes: number
  what: string
}

export type NewUpload = {
  /** El nombre del archivo, con su extensión */
  name: string
}

export type NewWebhook = {
  url: string
  events?: ('consent.granted' | 'consent.withdrawn')[] | null
  /** Se crea uno si no se envía */
  secret?: string | null
}

export type NewWidget = {
  name: string
  /** Libre. El servicio lee title, intro, rightTypes (vacío: todos), legalEntityId (por omisión, la principal), allowedOrigins (por ejemplo https://www.tiendasur.cl o https://*.tiendasur.cl; vacío: todas las páginas) y theme. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  config?: Record<string, unknown> | null
  legalEntityId?: string | null
}

export type NewWorkspace = {
  name: string
  description?: string | null
}

export type NoticeDetail = {
  id: string
  name: string
  title: string
  description: string | null
  language: string
  domainId: string | null
  purposes: {
    key: string
    name: string
    description: string | null
    required: boolean
    legalBasis: string
    cookies: {
      name: string
      provider: string | null
      duration: string | null
      description: string | null
    }[]
    category?: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media'
    hosts?: string[]
    googleConsent?: ('ad_storage' | 'ad_user_data' | 'ad_personalization' | 'analytics_storage' | 'functionality_storage' | 'personalization_storage' | 'security_storage')[]
  }[]
  config: Record<string, unknown>
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  version: number
  widgetKey: string | null
  publishedAt: string | null
  hasUnpublishedChanges: boolean
  /** Lo que se pega en el sitio, lo primero de <head> */
  embedCode: string | null
  /** Lo mismo, fijo en esta versión del programa y con su huella (integrity) */
  embedCodePinned: string | null
  /** Página donde se ve el aviso publicado, sin registrar nada */
  pageUrl: string | null
  createdAt: string
  updatedAt: string
  /** Con él su servidor firma quién decide (`X-Subject-Token`). Solo para programas con rol ADMIN o superior */
  subjectSecret?: string
}

export type NoticePatch = {
  name?: string
  /** ARCHIVED la retira; DRAFT la reabre */
  status?: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  title?: string | null
  description?: string | null
  language?: string | null
  domainId?: string | null
  purposes?: {
    key: string
    name: string
    description?: string | null
    required?: boolean | null
    /** Por defecto consent; en las necesarias, legitimate_interest */
    legalBasis?: string | null
    cookies?: {
      name: string
      provider?: string | null
      duration?: string | null
      description?: string | null
    }[] | null
    /** Para qué es, dicho a una máquina: el banner retiene por ella a los terceros conocidos. Sin ella se deduce de las palabras de la finalidad */
    category?: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media' | null
    /** Servidores de terceros que esperan esta finalidad, con todo lo que cuelga de ellos */
    hosts?: string[] | null
    /** Tipos de Google Consent Mode v2 que concede; por defecto, los de su categoría */
    googleConsent?: ('ad_storage' | 'ad_user_data' | 'ad_personalization' | 'analytics_storage' | 'functionality_storage' | 'personalization_storage' | 'security_storage')[] | null
  }[] | null
  /** Libre. allowedOrigins limita los sitios que pueden mostrar el aviso; privacyPolicyUrl y cookiePolicyUrl son sus enlaces. Lo que lee el banner: appearance, gpc, decisionDays y translations. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  config?: {
    appearance?: {
      /** Color de los botones */
      accent?: string | null
      position?: 'bottom' | 'top' | 'left' | 'right' | null
      theme?: 'auto' | 'light' | 'dark' | null
      /** Muestra el botón que vuelve a abrir las preferencias */
      reopen?: boolean | null
    } | null
    /** Ante Global Privacy Control: refuse (por defecto) o ask */
    gpc?: 'refuse' | 'ask' | null
    /** Cuántos días vale una decisión en el navegador; por defecto, 182 */
    decisionDays?: number | null
    /** Por idioma: los textos del aviso para las páginas que están en él */
    translations?: Record<string, {
      title?: string | null
      description?: string | null
      /** Por la clave de cada finalidad */
      purposes?: Record<string, {
        name?: string | null
        description?: string | null
      }> | null
    }> | null
  } | null
}

export type NoticeRecord = {
  id: string
  noticeId: string
  noticeVersion: number
  contentHash: string
  subjectRef: string
  decisions: Record<string, boolean>
  action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw'
  source: string
  url: string | null
  userAgent: string | null
  ipHash: string
  createdAt: string
  /** Cómo se probó quién decidió */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  /** false mientras espera la confirmación de la persona; si cuenta, no viene */
  isEffective?: boolean
  /** La señal del navegador que decidió, si fue una */
  signal?: 'gpc'
  /** En el que se mostró el aviso */
  language?: string
  receipt: string
}

export type Notification = {
  id: string
  type: 'dsar.received' | 'dsar.assigned' | 'dsar.extended' | 'dsar.completed' | 'dsar.rejected' | 'dsar.due_soon' | 'dsar.task_done' | 'dsar.task_overdue' | 'dsar.recipient_answered' | 'dsar.overdue' | 'breach.created' | 'breach.decided' | 'breach.notified' | 'breach.subjects_notified' | 'breach.due_soon' | 'breach.overdue' | 'breach.closed' | 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required' | 'dpia.created' | 'dpia.approved' | 'dpia.rejected' | 'contract.sent' | 'contract.signed' | 'contract.refused' | 'contract.expiring' | 'contract.terminated' | 'policy.published' | 'policy.drifted' | 'cookie_policy.published' | 'consent_notice.published' | 'approval.waiting' | 'approval.decided' | 'approval.due_soon' | 'approval.overdue' | 'questionnaire.answered' | 'connector.failed' | 'processor.created' | 'api_key.holder_left' | 'member.joined' | 'review.due' | 'comment.mentioned' | 'import.finished' | 'webhook.disabled'
  title: string
  text: string
  /** De este aviso depende cumplir la ley a tiempo */
  urgent: boolean
  entityType: 'activity' | 'api_key' | 'approval' | 'breach' | 'connector' | 'contract' | 'cookie_policy' | 'consent_notice' | 'consent_template' | 'department' | 'domain' | 'dpia_assessment' | 'dsar_request' | 'dsar_widget' | 'governance_report' | 'import' | 'legal_entity' | 'member' | 'notification' | 'privacy_policy' | 'processor' | 'questionnaire' | 'questionnaire_answer' | 'system' | 'webhook' | 'workflow_definition'
  entityId: string
  /** La página de la consola, en este mismo servicio */
  url: string
  dueAt: string | null
  createdAt: string
  readAt: string | null
}

export type NotificationChoices = {
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.received'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.assigned'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.extended'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.completed'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.rejected'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.due_soon'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.task_done'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.task_overdue'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.recipient_answered'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dsar.overdue'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.created'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.decided'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.notified'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.subjects_notified'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.due_soon'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.overdue'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'breach.closed'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.published'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.updated'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'activity.archived'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.required'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.created'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.approved'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'dpia.rejected'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.sent'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.signed'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.refused'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.expiring'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'contract.terminated'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'policy.published'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'policy.drifted'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'cookie_policy.published'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'consent_notice.published'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.waiting'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.decided'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.due_soon'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'approval.overdue'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'questionnaire.answered'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'connector.failed'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'processor.created'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'api_key.holder_left'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'member.joined'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'review.due'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'comment.mentioned'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'import.finished'?: 'now' | 'digest' | 'off'
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  'webhook.disabled'?: 'now' | 'digest' | 'off'
}

export type NotificationEvent = {
  type: 'dsar.received' | 'dsar.assigned' | 'dsar.extended' | 'dsar.completed' | 'dsar.rejected' | 'dsar.due_soon' | 'dsar.task_done' | 'dsar.task_overdue' | 'dsar.recipient_answered' | 'dsar.overdue' | 'breach.created' | 'breach.decided' | 'breach.notified' | 'breach.subjects_notified' | 'breach.due_soon' | 'breach.overdue' | 'breach.closed' | 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required' | 'dpia.created' | 'dpia.approved' | 'dpia.rejected' | 'contract.sent' | 'contract.signed' | 'contract.refused' | 'contract.expiring' | 'contract.terminated' | 'policy.published' | 'policy.drifted' | 'cookie_policy.published' | 'consent_notice.published' | 'approval.waiting' | 'approval.decided' | 'approval.due_soon' | 'approval.overdue' | 'questionnaire.answered' | 'connector.failed' | 'processor.created' | 'api_key.holder_left' | 'member.joined' | 'review.due' | 'comment.mentioned' | 'import.finished' | 'webhook.disabled'
  label: string
  /** De este aviso depende cumplir la ley a tiempo: no se puede apagar */
  urgent: boolean
  /** `now`: por correo al momento; `digest`: en el resumen de las 8:00 de Chile; `off`: nada */
  usual: 'now' | 'digest' | 'off'
}

export type NotificationEvents = {
  items: NotificationEvent[]
}

export type Notifications = {
  items: Notification[]
  /** Cuántos no se han leído, en todas las páginas */
  unread: number
  pagination: {
    page: number
    limit: number
    total: number
    totalPages: number
  }
}

export type NotifyAuthority = {
  notifiedAt: string
  notificationFileKey: string
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type NotifyController = {
  /** Antes de la detección o en el futuro, 422 */
  notifiedAt: string
  /** El responsable por cuenta de quien se tratan los datos, si es encargado */
  controllerName?: string | null
  medium?: string | null
  notes?: string | null
}

export type NotifySubjects = {
  /** Antes de la detección o en el futuro, 422 */
  notifiedAt: string
  /** Por qué medio */
  medium: string
  /** Aviso en un medio masivo de alcance nacional, donde el individual no es posible: medio, fecha y razón */
  massMediaNotice?: string | null
  notes?: string | null
}

export type NotifyThirds = {
  notes?: string | null
}

export type OpenAnswer = {
  code: string
}

export type OpenedAnswer = {
  organizationName: string
  folioNumber: string
  contents: PackageContent[]
  size: number
  sha256: string
  expiresAt: string
  /** Con la cookie que esta respuesta deja, durante 30 minutos */
  downloadUrl: string
}

export type OpenedSession = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
  user: {
    id: string
    email: string
    name: string
  }
  tenant: TenantOfUser | null
}

export type OtpInit = {
  rut: string
  email: string
}

export type OtpVerify = {
  rut: string
  email: string
  code: string
}

export type Overview = {
  items: OverviewItem[]
  /** Con scope=all: las organizaciones que no admiten esta sesión */
  skipped: SkippedOrganisation[]
}

export type OverviewItem = {
  tenantId: string
  tenantName: string
  slug: string
  score: number
  level: 'low' | 'medium' | 'high'
  /** Hasta diez tareas suyas vencidas y diez por vencer, por plazo */
  deadlines: Task[]
  /** Cuántas tareas le esperan */
  tasks: number
  /** De ellas, las vencidas */
  overdue: number
  /** Avisos suyos sin leer; 0 para una clave */
  unread: number
  counts: {
    requests: {
      state: string
      count: number
    }[]
    breaches: {
      state: string
      count: number
    }[]
    assessments: {
      state: string
      count: number
    }[]
    contracts: {
      state: string
      count: number
    }[]
    activities: {
      state: string
      count: number
    }[]
    approvals: {
      state: string
      count: number
    }[]
  }
}

export type OwnName = {
  name: string
}

export type PackageContent = {
  name: string
  /** Índice, datos en JSON, tabla en CSV o archivo */
  kind: 'index' | 'data' | 'table' | 'file'
  from: string | null
  size: number
  sha256: string
}

export type PackageSources = {
  tasks: {
    id: string
    systemName: string
    status: 'open' | 'sent' | 'done' | 'cancelled'
    outcome: 'found' | 'nothing_found' | 'kept' | null
    doneAt: string | null
    files: {
      id: string
      name: string
      contentType: string
      size: number
      /** De los datos que dejó un conector: sus columnas; si no, nulo */
      columns: string[] | null
    }[]
  }[]
  /** Los de la solicitud: lo que la persona adjuntó y lo demás */
  files: {
    id: string
    name: string
    contentType: string
    size: number
    /** De los datos que dejó un conector: sus columnas; si no, nulo */
    columns: string[] | null
  }[]
  /** Ya se pidió un paquete */
  hasPackage: boolean
}

export type Passkey = {
  id: string
  name: string
  /** Se copia a los demás equipos de la persona */
  backedUp: boolean
  createdAt: string
  lastUsedAt: string | null
}

export type PasskeyList = {
  items: Passkey[]
}

export type PasskeyName = {
  name: string
}

export type PasskeyOptions = {
  /** Opciones de WebAuthn en JSON, para el navegador. Sirven una vez, por cinco minutos */
  options: Record<string, unknown>
}

export type PasskeySignIn = {
  credential: Assertion
}

export type PasswordChange = {
  current: string
  password: string
}

export type PendingSignIn = {
  mfa_token: string
}

export type PolicyDrift = {
  id: string
  version: number
  /** Los registros cambiaron desde que se redactó */
  outdated: boolean
  changes: string[]
  sections: {
    key: string
    /** Lo que la pide; nulo en las que agregó la organización */
    article: string | null
    /** La ley la pide: no se puede ocultar */
    isMandatory: boolean
    /** Su texto lo escribió una persona: los registros ya no lo cambian */
    isOwn: boolean
    isHidden: boolean
    /** Hoy los registros la redactarían de otro modo */
    hasDrifted: boolean
    records: Section | null
    text: Section | null
    /** Lo que cambió, en el orden en que se lee */
    stretches: {
      kind: 'same' | 'added' | 'removed'
      text: string
    }[]
  }[]
}

export type PortalConfig = {
  organizationName: string
  tenantSlug: string
  branding: Record<string, unknown>
  rightTypes: ('ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION')[]
  dpoName: string | null
  dpoEmail: string | null
  /** Los derechos, en palabras */
  rights: {
    value: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
    label: string
    description: string
    article: string
  }[]
  /** Mientras la ley no rige, desde cuándo lo hace; nulo después */
  notice: string | null
  /** Las entidades legales ante las que se puede pedir */
  entities: {
    id: string
    name: string
    /** La que responde cuando no se elige otra */
    isMain: boolean
    dpoName: string | null
    contactEmail: string | null
  }[]
}

export type PortalRequest = {
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  /** Con o sin puntos; se revisa su dígito verificador */
  subjectRut?: string | null
  subjectPhone?: string | null
  description?: string | null
  documentType?: string | null
  documentNumber?: string | null
  organizationRelation?: string | null
  isRepresentative?: boolean | null
  representativeName?: string | null
  /** Como el de la persona */
  representativeRut?: string | null
  representativeRelation?: string | null
  representativeDocUrl?: string | null
  subtype?: string | null
  subtypeDetail?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  specificData?: Record<string, unknown> | null
  portabilityTarget?: string | null
  portabilityFormat?: string | null
  portabilityDirectTransfer?: boolean | null
  declarationTruthful?: boolean | null
  declarationDataProcessing?: boolean | null
  declarationPhoneContact?: boolean | null
  /** Archivos que se subieron antes, cada uno con su clave */
  attachments?: Attachment[] | null
  /** Solo bloqueo temporal: la rectificación, supresión u oposición en curso de la misma persona (art. 8 ter, Ley 19.628) */
  parentRequestId?: string | null
  subjectName?: string | null
  legalEntityId?: string | null
}

export type PortalSession = {
  portal_token: string
  token_type: 'Bearer'
  expires_in: number
}

export type Preferences = {
  /** Se guarda entero, en lugar de lo anterior. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  preferences: Record<string, unknown>
}

export type PrivacyPolicy = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
}

export type PrivacyPolicyDetail = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
  /** La página donde el público la lee, una vez publicada */
  pageUrl: string
  /** Lo que se pega en el sitio para mostrarla ahí */
  embedCode: string
}

export type PrivacyPolicyPatch = {
  customTitle?: string | null
  customIntro?: string | null
  /** Por clave de sección: un objeto que la oculta o le da otro título o contenido, o solo un booleano (visible) o un texto (contenido) */
  customSections?: Record<string, {
    visible?: boolean | null
    title?: string | null
    /** Texto, o HTML simple; lo demás se quita al mostrarlo */
    content?: string | null
  } | boolean | string | null> | null
}

export type PrivacyPolicyVersion = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
}

export type Processor = {
  id: string
  name: string
  taxId: string | null
  country: string | null
  contactName: string | null
  contactEmail: string | null
  services: string | null
  dpaStatus: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
  source: 'manual' | 'system'
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
}

export type ProcessorDetail = {
  id: string
  name: string
  taxId: string | null
  country: string | null
  contactName: string | null
  contactEmail: string | null
  services: string | null
  dpaStatus: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
  source: 'manual' | 'system'
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt: string | null
  createdAt: string
  updatedAt: string
  /** Del contrato, los datos que trata, el país, la diligencia y los subencargados: medio desde 3 puntos, alto desde 6 */
  risk: {
    level: 'low' | 'medium' | 'high'
    points: number
    reasons: {
      reason: string
      points: number
      article: string | null
    }[]
  }
  /** Sistemas del mapa de datos que lo tienen por proveedor */
  systems: {
    id: string
    name: string
  }[]
}

export type ProcessorLink = {
  processorId: string
}

export type ProcessorPatch = {
  name?: string
  taxId?: string | null
  country?: string | null
  contactName?: string | null
  contactEmail?: string | null
  services?: string | null
  dpaStatus?: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED' | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type Proposal = {
  /** Conserva las palabras de la descripción en «name» y «purpose». Con «confidence» bajo 0,5 los demás campos vienen vacíos. */
  activity: {
    name: string
    purpose: string
    legalBasis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
    dataCategories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
    subjectCategories: string[]
    retentionPeriod: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
    recipients?: string[] | null
    internationalTransfer?: {
      exists: boolean
      /** Código ISO o nombre */
      country?: string | null
      /** GET /data-map/catalog sugiere valores */
      mechanism?: string | null
    } | null
    securityMeasures?: string[] | null
    /** Revela la situación socioeconómica: son datos sensibles (art. 2 letra g) */
    socioeconomic?: boolean | null
    /** Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422) */
    legalBasisArticle?: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
    /** Norma que ordena o autoriza el tratamiento */
    legalNorm?: string | null
    legitimateInterest?: string | null
    /** De dónde vienen los datos */
    dataSource?: string | null
    /** Si la fuente es de acceso público */
    sourceIsPublic?: boolean | null
    retentionNote?: string | null
    automatedDecisions?: boolean | null
    /** Lógica y consecuencias (art. 8 bis) */
    automatedLogic?: string | null
    /** Cómo se revoca el consentimiento */
    consentWithdrawal?: string | null
    /** Resguardo de menores (art. 16 quáter) */
    minorsSafeguard?: string | null
    controllerName?: string | null
    controllerRole?: 'responsable' | 'encargado' | null
    responsibleArea?: string | null
    systemId: string | null
  }
  rationale: string
  /** Cuán segura es la propuesta, de 0 a 1. Bajo 0,5 no se sabe qué actividad es. */
  confidence: number
  /** Si requiere evaluación de impacto, según la propuesta y la descripción (art. 15 ter) */
  dpiaRequired: boolean
  /** Si trata datos sensibles, incluida la situación socioeconómica (art. 2 letra g) */
  hasSensitiveData: boolean
  /** Por qué dice lo que dice, campo por campo; los campos vacíos no están */
  reasons: {
    field: string
    reason: string
    confidence: number
  }[]
  /** Las plantillas más cercanas, la mejor primero */
  alternatives: {
    templateId: string
    name: string
    confidence: number
  }[]
  /** model: el modelo configurado; catalog: plantillas y reglas propias */
  source: 'model' | 'catalog'
  quota: {
    used: number
    limit: number
  }
}

export type ProposedRisk = {
  key: string
  description: string
  likelihood: 'low' | 'medium' | 'high' | 'critical'
  impact: 'low' | 'medium' | 'high' | 'critical'
  riskLevel: 'low' | 'medium' | 'high' | 'critical'
  mitigation: string
  legalReference: string
  /** Qué de la actividad da ocasión a él */
  reason: string
}

export type PublicAcknowledgement = {
  organizationName: string
  recipientName: string
  folioNumber: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  rightLabel: string
  article: string
  /** De quién son los datos, como en la carta. Nulo una vez respondido */
  subject: {
    name: string
    rut: string | null
  } | null
  /** Lo que se resolvió y lo que se pide */
  asked: string[]
  contactEmail: string | null
  expiresAt: string
  /** Nulo mientras no responde */
  acknowledgedAt: string | null
  done: boolean | null
}

export type PublicConfig = {
  widgetKey: string
  version: number
  name: string
  title: string
  description: string | null
  language: string
  domainId: string | null
  purposes: {
    key: string
    name: string
    description: string | null
    required: boolean
    legalBasis: string
    cookies: {
      name: string
      provider: string | null
      duration: string | null
      description: string | null
    }[]
    category?: 'necessary' | 'preferences' | 'analytics' | 'marketing' | 'media'
    hosts?: string[]
    googleConsent?: ('ad_storage' | 'ad_user_data' | 'ad_personalization' | 'analytics_storage' | 'functionality_storage' | 'personalization_storage' | 'security_storage')[]
    legalBasisLabel: string
    categoryLabel?: string
  }[]
  config: Record<string, unknown>
  organization: {
    name: string
  }
  policyLinks: {
    privacyPolicy: string | null
    cookiePolicy: string | null
  }
  /** Cómo se muestra y se comporta el banner, con lo que no se dijo ya resuelto */
  banner: {
    accent: string | null
    onAccent: string | null
    /** Los botones sobre fondo claro y sobre fondo oscuro, donde el color se aclara hasta que resalte; su texto, y su borde */
    colours: {
      day: string
      onDay: string
      rim: string
      night: string
      onNight: string
    } | null
    position: 'bottom' | 'top' | 'left' | 'right'
    theme: 'auto' | 'light' | 'dark'
    reopen: boolean
    gpc: 'refuse' | 'ask'
    days: number
    /** La página de privacidad de la organización */
    home: string
    /** Lo que dice el banner mismo, por idioma */
    words: Record<string, Record<string, string>>
  }
  contentHash: string
  publishedAt: string
}

export type PublicProof = {
  organisation: {
    name: string
    slug: string
  }
  entry: EvidenceEntry
  /** De la anotación a la raíz que guarda su sello */
  path: {
    side: 'left' | 'right'
    /** El vecino en el árbol */
    hash: string
  }[]
  seal: EvidenceEntry
  head: EvidenceHead
  signature: EvidenceSignature
  stamp: EvidenceStamp | null
  /** Si el registro sigue como entró a la cadena. «archived»: está en el archivo de un mes que se retiró de la base de datos */
  content: 'same' | 'changed' | 'missing' | 'erased' | 'archived'
  /** El contenido se borró por ley */
  erasure: {
    at: string
  } | null
}

export type PublicQuestion = {
  key: string
  type: 'text' | 'long_text' | 'yes_no' | 'choice' | 'choices' | 'number' | 'date' | 'email' | 'file'
  label: string
  hint: string | null
  required: boolean
  options: {
    value: string
    label: string
  }[]
  showIf: {
    question: string
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value: string | null
  }[]
}

export type PublicQuestionnaire = {
  organizationName: string
  name: string
  description: string | null
  recipientName: string
  status: 'sent' | 'started' | 'submitted' | 'returned'
  note: string | null
  dueOn: string
  /** Hasta cuándo sirve el enlace */
  expiresAt: string
  submittedAt: string | null
  /** Vacío una vez enviada la respuesta */
  sections: PublicSection[]
  answers: Record<string, string | string[]>
  files: {
    key: string
    question: string | null
    name: string
    size: number
  }[]
}

export type PublicRefusal = {
  name: string
  /** Por qué no firma: la organización lo lee */
  reason: string
}

export type PublicRefused = {
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
}

export type PublicSection = {
  title: string
  description: string | null
  showIf: {
    question: string
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value: string | null
  }[]
  questions: PublicQuestion[]
}

export type PublicSigned = {
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
  signedAt: string
  contentHash: string
}

export type PublicSigning = {
  name: string
  /** Quien firma desde el extranjero puede no tenerlo */
  rut?: string | null
  /** Declara tener facultades para firmar por el encargado */
  declaresAuthority?: boolean | null
  /** El código enviado al correo de quien firma; la página lo pide */
  code?: string | null
}

export type PublicTask = {
  organizationName: string
  systemName: string
  ownerName: string | null
  right: string
  article: string
  /** Mientras la ley no rige: desde cuándo se exige lo que aquí se cita */
  notice: string | null
  asks: string
  instructions: string
  status: 'sent' | 'done'
  dueOn: string
  /** Hasta cuándo sirve el enlace */
  expiresAt: string
  doneAt: string | null
  outcome: 'found' | 'nothing_found' | 'kept' | null
  /** Lo que hace falta para encontrarla; nulo una vez respondida */
  person: {
    name: string
    rut: string | null
    email: string | null
  } | null
  /** De una rectificación, lo que hay que corregir */
  change: {
    label: string
    text: string
  }[]
  /** Lo que se puede responder, en palabras para este derecho */
  outcomes: {
    value: 'found' | 'nothing_found' | 'kept'
    label: string
    hint: string | null
  }[]
  /** Por qué la ley permite que queden como están, para «kept»; también se acepta otro texto */
  grounds: {
    article: string
    text: string
  }[]
}

export type Publication = {
  notes?: string | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type PublicationRequested = {
  workflowStarted: boolean
  workflowInstanceId: string | null
  message: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type PublishedCookiePolicy = {
  title: string
  /** HTML seguro */
  intro: string
  sections: {
    key: string
    title: string
    /** HTML seguro */
    content: string
  }[]
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  language: 'es' | 'en'
  /** Los idiomas en que está publicada */
  languages: ('es' | 'en')[]
  publishedAt: string
  legalEntity: {
    id: string
    name: string
  }
  cookies: Cookie[]
}

export type PublishedCookies = {
  id: string
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  language: 'es' | 'en'
  legalEntityId: string
  publishedAt: string | null
  publishedBy: string | null
  publishNotes: string | null
  createdAt: string
  content: Record<string, Section>
  customSections: Record<string, unknown>
  customTitle: string | null
  customIntro: string | null
  completeness: Completeness
  /** Lo que falta completar en los registros de la organización */
  gaps: {
    section: string
    missing: string
  }[]
  createdBy: string | null
  updatedBy: string | null
  updatedAt: string
  /** Nulo: cubre todos los sitios de la entidad */
  domainId: string | null
  cookies: Cookie[]
  workflowStarted: boolean
  workflowInstanceId: string | null
  message: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type PublishedHead = {
  tenantId: string
  seq: number
  /** La anotación «seal» con ese número */
  hash: string
  at: string
  signature: EvidenceSignature
  stamps: EvidenceStamp[]
}

export type PublishedPolicy = {
  title: string
  /** HTML seguro */
  intro: string
  sections: {
    key: string
    title: string
    /** HTML seguro */
    content: string
  }[]
  version: number
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  language: 'es' | 'en'
  /** Los idiomas en que está publicada */
  languages: ('es' | 'en')[]
  publishedAt: string
  legalEntity: {
    id: string
    name: string
  }
}

export type Questionnaire = {
  id: string
  name: string
  description: string | null
  /** El que se copió */
  builtIn: string | null
  /** Sube con cada cambio del texto */
  version: number
  isActive: boolean
  counts: {
    /** A cuántas personas se envió, sin las revocadas */
    sent: number
    started: number
    submitted: number
    returned: number
    unread: number
    /** Sin respuesta y con la fecha pasada */
    overdue: number
  }
  createdAt: string
  updatedAt: string
  /** En qué se puede convertir una respuesta */
  targets: ('activity' | 'processor' | 'system' | 'risk')[]
  sections: QuestionnaireSection[]
}

export type QuestionnaireAnswer = {
  id: string
  questionnaireId: string
  questionnaireName: string
  version: number
  name: string
  email: string
  departmentId: string | null
  departmentName: string | null
  /** sent: enviado; started: empezó; submitted: respondió; returned: se le devolvió; revoked: se revocó su enlace; expired: su enlace venció */
  status: 'sent' | 'started' | 'submitted' | 'returned' | 'revoked' | 'expired'
  dueOn: string
  /** Sin respuesta y con la fecha pasada */
  overdue: boolean
  /** Preguntas que le tocan por lo que respondió */
  asked: number
  answered: number
  note: string | null
  remindedOn: string | null
  savedAt: string | null
  submittedAt: string | null
  readAt: string | null
  readBy: string | null
  createdAt: string
  updatedAt: string
  /** Las preguntas, como se le enviaron */
  sections: QuestionnaireSection[]
  answers: Record<string, string | string[]>
  files: {
    key: string
    name: string
    contentType: string
    size: number
    sha256: string
    createdAt: string
    /** Como qué llegó con una solicitud: poder, identidad, carta escaneada u otro; si no, nulo */
    kind: 'mandate' | 'identity' | 'other' | 'scan' | null
    /** Nulo si lo envió alguien sin cuenta */
    uploadedBy: string | null
    question: string | null
  }[]
  targets: ('activity' | 'processor' | 'system' | 'risk')[]
  /** Lo que se hizo con la respuesta */
  sources: Source[]
}

export type QuestionnaireAnswerItem = {
  id: string
  questionnaireId: string
  questionnaireName: string
  version: number
  name: string
  email: string
  departmentId: string | null
  departmentName: string | null
  /** sent: enviado; started: empezó; submitted: respondió; returned: se le devolvió; revoked: se revocó su enlace; expired: su enlace venció */
  status: 'sent' | 'started' | 'submitted' | 'returned' | 'revoked' | 'expired'
  dueOn: string
  /** Sin respuesta y con la fecha pasada */
  overdue: boolean
  /** Preguntas que le tocan por lo que respondió */
  asked: number
  answered: number
  note: string | null
  remindedOn: string | null
  savedAt: string | null
  submittedAt: string | null
  readAt: string | null
  readBy: string | null
  createdAt: string
  updatedAt: string
}

export type QuestionnaireConversion = {
  target: 'activity' | 'processor' | 'system' | 'risk'
  /** Cuáles de los que describe la respuesta; por defecto, todos los que faltan */
  records?: number[] | null
  /** Un registro que ya existe: se completa lo que tiene en blanco. De un riesgo, la evaluación que lo recibe: obligatoria */
  intoId?: string | null
}

export type QuestionnaireConverted = {
  items: Source[]
}

export type QuestionnaireDraft = {
  nth: number
  title: string
  fields: {
    field: string
    label: string
    value: string | boolean | string[]
    /** El valor como se lee: las opciones por su nombre */
    words: string[]
    question: string
  }[]
  /** Lo que respondió y no calza con el campo: queda para quien revisa */
  left: {
    question: string
    answer: string
  }[]
  source: Source | null
}

export type QuestionnaireDrafts = {
  target: 'activity' | 'processor' | 'system' | 'risk'
  items: QuestionnaireDraft[]
}

export type QuestionnaireInvitation = {
  id: string
  name: string
  email: string
  departmentId: string | null
  /** El enlace de la persona; se muestra solo aquí */
  pageUrl: string
}

export type QuestionnairePatch = {
  name?: string
  description?: string | null
  sections?: NewSection[]
  /** Con false ya no se envía; lo enviado se responde igual */
  isActive?: boolean
}

export type QuestionnaireQuestion = {
  key: string
  type: 'text' | 'long_text' | 'yes_no' | 'choice' | 'choices' | 'number' | 'date' | 'email' | 'file'
  label: string
  hint: string | null
  required: boolean
  options: {
    value: string
    label: string
  }[]
  showIf: {
    question: string
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value: string | null
  }[]
  fills: {
    target: 'activity' | 'processor' | 'system' | 'risk'
    field: string
    nth: number
  } | null
}

export type QuestionnaireReturning = {
  /** Qué falta o qué hay que aclarar: la persona lo lee en el correo */
  note: string
  /** Si no se envía, la que tenía o siete días más */
  dueOn?: string | null
}

export type QuestionnaireSaving = {
  /** Por la clave de cada pregunta, texto o lista de textos. Lo que no se envía queda como estaba; vacío lo borra. De una pregunta de archivos, las claves de los que se conservan. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  answers: Record<string, unknown>
  files?: {
    question: string
    /** La clave con que se subió el archivo */
    uploadKey: string
  }[] | null
}

export type QuestionnaireSection = {
  title: string
  description: string | null
  showIf: {
    question: string
    operator: 'is' | 'is_not' | 'includes' | 'answered'
    value: string | null
  }[]
  questions: QuestionnaireQuestion[]
}

export type QuestionnaireSending = {
  recipients: {
    email: string
    name: string
    /** El departamento por el que responde */
    departmentId?: string | null
  }[]
  /** Hasta cuándo se espera la respuesta */
  dueOn: string
}

export type QuestionnaireSent = {
  sent: number
  dueOn: string
  items: QuestionnaireInvitation[]
}

export type QuestionnaireSubmitting = {
  /** Por la clave de cada pregunta, texto o lista de textos. Lo que no se envía queda como estaba; vacío lo borra. De una pregunta de archivos, las claves de los que se conservan. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  answers?: Record<string, unknown> | null
  files?: {
    question: string
    /** La clave con que se subió el archivo */
    uploadKey: string
  }[] | null
}

export type QuestionnaireSummary = {
  id: string
  name: string
  description: string | null
  /** El que se copió */
  builtIn: string | null
  /** Sube con cada cambio del texto */
  version: number
  isActive: boolean
  counts: {
    /** A cuántas personas se envió, sin las revocadas */
    sent: number
    started: number
    submitted: number
    returned: number
    unread: number
    /** Sin respuesta y con la fecha pasada */
    overdue: number
  }
  createdAt: string
  updatedAt: string
}

export type RatPack = {
  key: string
  name: string
  about: string
  templateIds: string[]
  templates: {
    id: string
    name: string
  }[]
}

export type ReadNotifications = {
  /** Los que se leyeron */
  ids?: string[]
  /** Todos los que hay */
  all?: boolean
}

export type Received = {
  id: string
  folioNumber: string
  responseDeadline: string
  /** El último día para responder, en Chile */
  legalDueOn: string
}

export type ReceivedAlert = {
  breachId: string
  status: 'detected'
  detectionSource: 'siem'
}

export type Recipient = {
  id: string
  name: string
  email: string | null
  /** El encargado del registro que es */
  processorId: string | null
  /** pending: todavía no sabe; notified: se le avisó; acknowledged: confirmó que lo hizo; declined: respondió que no */
  status: 'pending' | 'notified' | 'acknowledged' | 'declined'
  /** Nulo mientras no sabe de lo resuelto */
  notifiedAt: string | null
  /** El último recordatorio */
  remindedAt: string | null
  /** Cuándo respondió, por el enlace de su carta */
  acknowledgedAt: string | null
  acknowledgedBy: string | null
  acknowledgementNotes: string | null
  notes: string | null
  /** La carta que se le envió */
  letterId: string | null
  createdAt: string
}

export type Recipients = {
  items: Recipient[]
  noneBecause: string | null
  /** A quiénes nombra el registro de actividades: revise si recibieron los datos de esta persona */
  suggested: {
    /** Destinatarios de las actividades publicadas */
    recipients: {
      name: string
      activities: string[]
    }[]
    /** Encargados de las actividades publicadas */
    processors: {
      id: string
      name: string
      contactName: string | null
      contactEmail: string | null
      activities: string[]
    }[]
  }
}

export type RecordChange = {
  id: string
  action: string
  entityType: 'activity' | 'breach' | 'contract' | 'data_flow' | 'department' | 'domain' | 'dpia_assessment' | 'dpia_risk' | 'legal_entity' | 'processor' | 'system'
  entityId: string
  actorType: 'user' | 'api_key' | 'scim' | 'public' | 'portal' | 'system'
  actorId: string | null
  actorName: string | null
  createdAt: string
  /** Campo por campo, antes y después; vacío si el acto no cambió campos */
  changes: {
    field: string
    before: unknown
    after: unknown
  }[]
}

export type RecoveryCodes = {
  /** Diez códigos de un solo uso. Se muestran una sola vez */
  recoveryCodes: string[]
}

export type Refresh = {
  refresh_token?: string | null
}

export type RegisterEntry = {
  breachId: string
  title: string
  status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
  legalEntity: {
    id: string
    name: string
    taxId: string | null
  } | null
  actsAs: 'controller' | 'processor'
  occurredAt: string | null
  detectedAt: string
  nature: string
  natureKinds: ('confidentiality' | 'integrity' | 'availability')[]
  effects: string
  dataCategories: {
    key: string
    label: string
  }[]
  approximateSubjects: number | null
  measures: {
    management: string[]
    prevention: string
  }
  communications: {
    to: 'authority' | 'subjects' | 'mass_media' | 'controller' | 'csirt'
    recipient: string
    at: string | null
    medium: string | null
    notificationFileKey: string | null
    kind: 'initial' | 'complementary'
  }[]
  noNoticeReason: string | null
  riskAssessment: {
    riskToSubjects: 'none' | 'low' | 'medium' | 'high' | 'critical'
    hasSensitiveData: boolean
    hasMinorData: boolean
    hasFinancialData: boolean
    requiresNotification: boolean
    requiresSubjectNotification: boolean
    urgency: 'low' | 'medium' | 'high' | 'critical'
    reasons: {
      key: string
      text: string
      legalReference: string
    }[]
    /** Como encargada, la organización debe avisar al responsable (art. 15 bis) */
    requiresControllerNotification?: boolean
    actsAs?: 'controller' | 'processor'
    /** Cada respuesta, lo que dice el registro y lo que contó */
    answers?: {
      field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
      sent: boolean
      recorded: boolean
      /** Lo que contó en la decisión */
      counted: boolean
      because: string[]
      reason: string | null
    }[]
    decidedAt: string
    decidedBy: string | null
    /** Cuándo un cambio del registro cambió lo que resulta de las respuestas */
    revisedAt?: string
  } | null
  riskRationale: string
  /** Respuestas que valen contra lo registrado, con su razón escrita */
  overrides: {
    field: 'hasSensitiveData' | 'hasMinorData' | 'hasFinancialData'
    /** Lo que dice el registro */
    recorded: boolean
    /** Lo que se respondió */
    sent: boolean
    reason: string
  }[]
  /** Lo que falta registrar */
  missing: string[]
  legalReference: string
}

export type Registration = {
  email: string
  password: string
  name: string
  organizationName: string
  plan?: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE' | null
}

export type Reissue = {
  /** La versión vigente de la ley */
  lawVersion: string
  items: ReissueItem[]
  pagination: {
    page: number
    limit: number
    total: number
    totalPages: number
  }
  /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
  nextCursor?: string
}

export type ReissueItem = {
  entityType: 'privacy_policy' | 'cookie_policy' | 'contract' | 'dpia_assessment'
  entityId: string
  title: string
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  /** Cuándo se publicó, envió, firmó o aprobó */
  issuedAt: string
  /** Ruta de esta API */
  link: string
}

export type Reminded = {
  id: string
  remindedAt: string
  reminders: number
  linkExpiresAt: string
}

export type Renamed = {
  user: {
    id: string
    email: string
    name: string
  }
}

export type Renewed = {
  id: string
  version: number
  previousContractId: string
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
}

export type Report = {
  id: string
  kind: 'REPORT' | 'INSPECTION'
  title: string
  status: 'PENDING' | 'READY' | 'FAILED'
  progress: number
  score: number | null
  level: 'low' | 'medium' | 'high' | null
  contentType: string | null
  fileName: string | null
  /** De una carpeta lista */
  sizeBytes: number | null
  /** De la carpeta entera */
  sha256: string | null
  error: string | null
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  createdBy: string | null
  createdAt: string
  completedAt: string | null
}

export type ReportedBreach = {
  notifiedAt: string
  notificationFileKey: string
  status: 'notified'
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type Request = {
  id: string
  folioNumber: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  subjectName: string
  /** Nulo si no tiene */
  subjectEmail: string | null
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  deadlineAt: string
  extendedDeadlineAt: string | null
  isOverdue: boolean
  assignedTo: string | null
  createdAt: string
  /** Ante quién se presentó */
  legalEntityId: string
  /** El último día del plazo legal, en Chile, según la ley vigente al recibir o ampliar la solicitud (art. 11, Ley 19.628) */
  legalDueOn: string
  tasks: TaskCount
  source: 'widget' | 'portal' | 'import' | 'staff'
  /** Por dónde llegó; de lo importado no se sabe */
  channel: 'phone' | 'mail' | 'post' | 'in_person' | 'portal' | 'form' | null
  /** Cuándo la recibió la organización: desde entonces corre el plazo */
  receivedAt: string
  identity: Identity
  /** Solo acceso y portabilidad: los demás derechos son siempre gratis (art. 10) */
  freeAccess: {
    /** Antes de esta, en el mismo trimestre */
    usedInQuarter: number
    isFree: boolean
    article: string
  } | null
  widgetId: string | null
  /** El número que tenía en el libro anterior, si se importó de él */
  previousNumber: string | null
  /** La solicitud principal de un bloqueo temporal */
  parentRequestId: string | null
  subjectRut: string | null
  subjectPhone: string | null
  subjectAddress: string | null
  /** La persona falleció y pide un heredero (art. 4, Ley 19.628) */
  deceased: {
    isHeir: true
    heirName: string
    relation: string
  } | null
  /** El poder de quien representa; se descarga con GET /files/{key} */
  mandateFileId: string | null
  description: string | null
  documentType: string | null
  documentNumber: string | null
  organizationRelation: string | null
  isRepresentative: boolean
  representativeName: string | null
  representativeRut: string | null
  representativeRelation: string | null
  representativeDocUrl: string | null
  subtype: string | null
  subtypeDetail: string | null
  specificData: Record<string, unknown> | null
  portabilityTarget: string | null
  portabilityFormat: string | null
  portabilityDirectTransfer: boolean
  declarationTruthful: boolean
  declarationDataProcessing: boolean
  declarationPhoneContact: boolean
  responseDeadline: string
  /** Solo bloqueo temporal: días hábiles (arts. 8 ter y 11, Ley 19.628) */
  blockingDeadlineAt: string | null
  extensionReason: string | null
  extensionNotifiedAt: string | null
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
  /** No hay datos de la persona, aparte de esta solicitud */
  nothingHeld: boolean
  responseNotes: string | null
  responseFileKey: string | null
  denialReason: string | null
  thirdsNotifiedAt: string | null
  completedAt: string | null
  updatedAt: string
  /** Todo lo que pasó, desde lo más antiguo */
  events: RequestEvent[]
  /** Los cambios de estado, desde el más antiguo */
  timeline: RequestEvent[]
  /** Lo que la persona adjuntó; se descarga con GET /files/{key} */
  attachments: ListedFile[]
  /** Las cartas con su fecha, destinatario y texto completo (art. 11, Ley 19.628) */
  letters: RequestLetter[]
  /** Los bloqueos temporales que acompañan esta solicitud (art. 8 ter, Ley 19.628) */
  blockings: {
    id: string
    folioNumber: string
    status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
    legalDueOn: string
    completedAt: string | null
  }[]
}

export type RequestEvent = {
  id: string
  type: 'created' | 'status_change' | 'assigned' | 'extended' | 'responded' | 'thirds_notified' | 'reminder' | 'agency_notified' | 'package_built' | 'package_removed' | 'answer_delivered' | 'answer_opened' | 'answer_downloaded' | 'task_added' | 'task_sent' | 'task_done' | 'task_cancelled' | 'recipient_reminded' | 'recipient_acknowledged' | 'identity_checked'
  from: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED' | null
  to: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED' | null
  notes: string | null
  actorId: string | null
  actorName: string | null
  createdAt: string
}

export type RequestItem = {
  id: string
  folioNumber: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  subjectName: string
  /** Nulo si no tiene */
  subjectEmail: string | null
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  deadlineAt: string
  extendedDeadlineAt: string | null
  isOverdue: boolean
  assignedTo: string | null
  createdAt: string
  /** Ante quién se presentó */
  legalEntityId: string
  /** El último día del plazo legal, en Chile, según la ley vigente al recibir o ampliar la solicitud (art. 11, Ley 19.628) */
  legalDueOn: string
  tasks: TaskCount
}

export type RequestLetter = {
  id: string
  /** Acuse, prórroga, respuesta, rechazo, aviso a terceros, comunicación a la Agencia o entrega */
  kind: 'RECEIPT' | 'EXTENSION' | 'ANSWER' | 'REFUSAL' | 'THIRD_PARTY' | 'AGENCY' | 'PACKAGE'
  /** Nulo mientras espera en la cola de correo, o si se imprime */
  sentAt: string | null
  /** Se entrega impresa: la persona no indicó un correo */
  onPaper: boolean
  to: string
  subject: string
  text: string
  /** La versión de la ley bajo la que se escribió */
  lawVersion: string
  createdAt: string
}

export type RequestStats = {
  total: number
  byStatus: {
    status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
    count: number
  }[]
  byRightType: {
    rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
    count: number
  }[]
  open: number
  overdue: number
  /** Abiertas que vencen dentro de 7 días */
  dueSoon: number
  /** De las cerradas; nulo cuando no hay */
  averageResponseDays: number | null
  /** Porcentaje de las cerradas dentro de plazo, 0 a 100 */
  onTimeRate: number | null
}

export type Reset = {
  token: string
  password: string
}

export type RespondRequest = {
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED'
  /** Lo que se responde a la persona */
  responseNotes?: string | null
  responseFileKey?: string | null
  /** El fundamento de lo que no se acoge (art. 11, Ley 19.628) */
  denialReason?: string | null
  /** No hay datos de la persona, aparte de esta solicitud */
  nothingHeld?: boolean | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type Retention = {
  items: {
    module: string
    what: string
    /** Días después de los que el servicio lo elimina; nulo, mientras exista la organización */
    days: number | null
    why: string
  }[]
}

export type RiskPatch = {
  description?: string
  likelihood?: 'low' | 'medium' | 'high' | 'critical'
  impact?: 'low' | 'medium' | 'high' | 'critical'
  mitigation?: string | null
  /** Nivel de riesgo después de la mitigación; con residualLikelihood y residualImpact se calcula */
  residualRisk?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Probabilidad después de la mitigación */
  residualLikelihood?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Impacto después de la mitigación */
  residualImpact?: 'low' | 'medium' | 'high' | 'critical' | null
  /** Quién toma la medida */
  ownerName?: string | null
  /** Hasta cuándo la toma */
  dueOn?: string | null
  /** Desde cuándo está tomada */
  doneOn?: string | null
  /** Si no se envía, sigue a la mitigación */
  status?: 'identified' | 'mitigated' | 'accepted' | null
}

export type RiskQuestion = {
  riskFactors?: {
    /** low, medium, high o massive; bajo, medio, alto o masivo; otra palabra vale como medio */
    dataVolume?: string | null
    sensitiveData?: boolean | null
    internationalTransfer?: boolean | null
    automatedDecision?: boolean | null
  } | null
  /** low, medium, high o massive; bajo, medio, alto o masivo; otra palabra vale como medio */
  dataVolume?: string | null
  sensitiveData?: boolean | null
  internationalTransfer?: boolean | null
  automatedDecision?: boolean | null
}

export type RoleChange = {
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
}

export type Rotation = {
  /** Horas en que la clave anterior sigue sirviendo; 24 si no se indica */
  overlapHours?: number | null
}

export type SamePerson = {
  subjectRut?: string | null
  subjectEmail?: string | null
}

export type SamePersonRequests = {
  /** Abiertas, desde la más nueva */
  items: RequestItem[]
}

export type SavedAnswer = {
  status: 'started' | 'returned'
  savedAt: string
  asked: number
  answered: number
  /** Las claves de lo que falta para enviar */
  missing: string[]
  files: {
    key: string
    question: string | null
    name: string
    size: number
  }[]
}

export type SavedRisk = {
  activityId: string
  riskLevel: 'low' | 'medium' | 'high'
  riskScore: number
  factors: {
    factor: 'dataVolume' | 'sensitiveData' | 'internationalTransfer' | 'automatedDecision'
    value: string | boolean | null
    points: number
    reason: string
  }[]
  dpiaRequired: boolean
  recommendation: string
  /** Por qué requiere evaluación de impacto; vacío si no la requiere */
  dpiaReasons: {
    key: string
    reason: string
    legalReference: string
  }[]
}

export type ScimToken = {
  id: string
  name: string
  prefix: string
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
}

export type ScoreHistory = {
  /** Del más antiguo al más nuevo; los días sin servicio faltan */
  items: {
    on: string
    score: number
  }[]
}

export type Screening = {
  activityId: string
  requiresDpia: boolean
  reasons: string[]
  recommendation: string
  legalReferences: string[]
  details: {
    key: string
    reason: string
    legalReference: string
  }[]
}

export type SearchGroup = {
  type: 'dsar_request' | 'activity' | 'system' | 'processor' | 'contract' | 'breach' | 'dpia_assessment' | 'privacy_policy' | 'cookie_policy' | 'consent_notice' | 'consent_template' | 'domain' | 'workflow_definition' | 'legal_entity' | 'department' | 'file'
  label: string
  /** Cuántos hay; se cuentan hasta 25 */
  total: number
  /** Los de cambio más reciente */
  items: SearchItem[]
}

export type SearchItem = {
  entityType: 'dsar_request' | 'activity' | 'system' | 'processor' | 'contract' | 'breach' | 'dpia_assessment' | 'privacy_policy' | 'cookie_policy' | 'consent_notice' | 'consent_template' | 'domain' | 'workflow_definition' | 'legal_entity' | 'department' | 'file'
  entityId: string
  title: string
  subtitle: string | null
  /** El estado del registro */
  state: string | null
  /** Dónde se ve en la consola; un archivo, en el registro que respalda, o en ninguna parte (null) */
  url: string | null
  updatedAt: string
}

export type SearchResult = {
  /** Solo las clases en que se encontró algo */
  groups: SearchGroup[]
}

export type SecretRotation = {
  /** Horas en que los envíos llevan también la firma del secreto anterior; 24 si no se indica */
  overlapHours?: number | null
}

export type Section = {
  title: string
  /** HTML seguro */
  content: string
}

export type SelectTenant = {
  tenantId: string
}

export type SelectedTenant = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
  tenant: TenantOfUser
}

export type Sending = {
  signerName: string
  signerEmail: string
  organizationSigner?: {
    name: string
    /** Cargo con que firma */
    position?: string | null
    /** Declara tener facultades para firmar por la organización */
    declaresAuthority?: boolean | null
  } | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type SentContract = {
  id: string
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type Session = {
  id: string
  device: string | null
  addressPrefix: string | null
  /** Cómo se inició: password, passkey, sso, invitation, registration o device */
  method: string
  /** Se probó un segundo factor, o una llave que comprobó a la persona */
  strong: boolean
  /** Es la sesión de un navegador */
  browser: boolean
  createdAt: string
  lastUsedAt: string | null
  /** Es la sesión de esta solicitud */
  current: boolean
}

export type Sessions = {
  items: Session[]
}

export type SiemTrial = {
  /** De qué sistema es la alerta de muestra; Wazuh si no se indica */
  format?: 'wazuh' | 'splunk' | 'sentinel' | null
  /** Una alerta dentro de «alert», o la forma plana con rule_id, rule_level y rule_description; también lo que envían por sí mismos Wazuh («rule» y «agent» en la raíz), Splunk («sid», «search_name» y «result») y Microsoft Sentinel («properties», u «object» con ella). Los demás campos se conservan y no se interpretan. */
  payload?: {
    alert: {
      rule: {
        id: string | number
        description: string
        level: number
      }
      agent: {
        name: string
      }
      /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
      timestamp: string
    }
  } | {
    rule: {
      id: string | number
      description: string
      level: number
    }
    agent: {
      name: string
    }
    /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
    timestamp: string
  } | {
    object: {
      name?: string
      properties: {
        title: string
        description?: string | null
        severity: string
        /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
        createdTimeUtc: string
        incidentNumber?: number
        incidentUrl?: string
      }
    }
  } | {
    name?: string
    properties: {
      title: string
      description?: string | null
      severity: string
      /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
      createdTimeUtc: string
      incidentNumber?: number
      incidentUrl?: string
    }
  } | {
    sid: string
    search_name?: string | null
    results_link?: string | null
    result: Record<string, unknown>
  } | {
    source?: unknown
    rule_id: string | number
    rule_level: number
    rule_description: string
    agent: {
      id?: unknown
      name: string
    }
    /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
    timestamp: string
    /** srcip, dstip, action */
    data?: unknown
  }
}

export type SignedContract = {
  id: string
  status: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
  signedAt: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type SignedCopy = {
  /** De un PDF o una imagen que se subió a este contrato (POST /files) */
  fileKey: string
  /** El día de la última firma */
  signedOn: string
  signerName: string
  signerRut?: string | null
  organizationSigner?: {
    name: string
    /** Cargo con que firmó */
    position?: string | null
  } | null
  expiresAt?: unknown | string | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type Signing = {
  signerName: string
  signerRut?: string | null
  /** Sigue adelante pese a lo que falta, cuando la organización exige el cumplimiento (DPO o superior) */
  override?: {
    /** Por qué se sigue adelante; queda en el registro de auditoría */
    reason: string
  } | null
}

export type SigningCertificate = {
  /** Si la organización guarda un certificado */
  configured: boolean
  /** Si con él se firman los documentos en este momento */
  usable: boolean
  expired: boolean
  subject: string | null
  issuer: string | null
  serial: string | null
  fingerprint: string | null
  keyType: 'RSA' | 'EC' | null
  notBefore: string | null
  notAfter: string | null
  uploadedBy: string | null
  uploadedAt: string | null
}

export type SigningCodeSent = {
  /** El correo, abreviado */
  sentTo: string
  expiresInSeconds: number
}

export type SkippedOrganisation = {
  tenantId: string
  tenantName: string
  /** Por qué la organización no admite esta sesión, como en GET /auth/me */
  reason: 'suspended' | 'expired' | 'sso' | 'mailbox' | 'mfa'
}

export type Source = {
  target: 'activity' | 'processor' | 'system' | 'risk'
  nth: number
  entityType: string
  entityId: string
  title: string
  /** Dónde se ve en la consola */
  url: string
  createdBy: string | null
  createdAt: string
}

export type Sso = {
  enabled: boolean
  issuer: string | null
  clientId: string | null
  /** Si hay un secreto guardado; su valor no se muestra */
  clientSecretSet: boolean
  allowedDomains: string[]
  defaultRole: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  roleClaim: string | null
  /** Valor del atributo → rol */
  roleMap: Record<string, 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'>
  enforce: boolean
  /** Un OWNER guardó este proveedor: recién entonces los OWNER pueden entrar con él */
  confirmedByOwner: boolean
  /** Usted ya entró con este proveedor; hace falta para exigirlo */
  testedByMe: boolean
  /** La dirección de retorno que se registra en el proveedor */
  redirectUri: string
  /** Donde empieza el inicio de sesión de la organización */
  startUrl: string
  updatedAt: string | null
}

export type SsoChange = {
  enabled?: boolean
  issuer?: string
  clientId?: string
  /** Se guarda sellado y no se muestra; null lo quita. Si cambia el emisor, se escribe de nuevo (422) */
  clientSecret?: string | null
  /** Dominios de correo probados por DNS en Dominios */
  allowedDomains?: string[]
  defaultRole?: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  /** Atributo que trae los roles o grupos; con puntos entra en objetos (realm_access.roles) */
  roleClaim?: string | null
  /** Valor del atributo → rol */
  roleMap?: Record<string, 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'>
  /** Nadie entra de otra forma, salvo los OWNER */
  enforce?: boolean
}

export type StaffIntake = {
  subjectName: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  /** Con o sin puntos; se revisa su dígito verificador */
  subjectRut?: string | null
  subjectPhone?: string | null
  description?: string | null
  documentType?: string | null
  documentNumber?: string | null
  organizationRelation?: string | null
  isRepresentative?: boolean | null
  representativeName?: string | null
  /** Como el de la persona */
  representativeRut?: string | null
  representativeRelation?: string | null
  representativeDocUrl?: string | null
  subtype?: string | null
  subtypeDetail?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  specificData?: Record<string, unknown> | null
  portabilityTarget?: string | null
  portabilityFormat?: string | null
  portabilityDirectTransfer?: boolean | null
  declarationTruthful?: boolean | null
  declarationDataProcessing?: boolean | null
  declarationPhoneContact?: boolean | null
  /** Solo bloqueo temporal: la rectificación, supresión u oposición en curso de la misma persona (art. 8 ter, Ley 19.628) */
  parentRequestId?: string | null
  /** Por dónde llegó: teléfono, correo, carta, en persona… */
  channel: 'phone' | 'mail' | 'post' | 'in_person' | 'portal' | 'form'
  /** Cuándo la recibió la organización, como instante o como fecha; por omisión, ahora. El plazo corre desde entonces. Hasta 60 días atrás */
  receivedAt?: string | null
  subjectEmail?: string | null
  /** Dirección postal para responder */
  subjectAddress?: string | null
  deceased?: Deceased | null
  /** El poder de quien representa, subido antes con POST /files */
  mandateFileId?: string | null
  /** La carta escaneada y lo que traía, subidos antes con POST /files */
  scanFileIds?: string[] | null
  legalEntityId?: string | null
}

export type Stage = {
  id: string
  name: string
  description: string | null
  order: number
  requiredRole: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  actions: {
    id: string
    type: 'APPROVE' | 'REJECT' | 'REQUEST_INFO' | 'REASSIGN'
    label: string
  }[]
  autoAdvance: boolean
  slaDays: number | null
  slaWarningDays: number | null
  fields: {
    id: string
    name: string
    label: string
    type: string
    required: boolean
    options: (string | {
      value: string
      label: string
    })[]
  }[]
  conditions: {
    field: string
    operator: 'eq' | 'neq' | 'in' | 'gt' | 'lt' | 'exists'
    value: unknown
  }[]
  parallelStages: {
    id: string
    name: string
    requiredRole: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER' | null
  }[]
}

export type StoredFile = {
  key: string
  name: string
  contentType: string
  size: number
  sha256: string
  createdAt: string
}

export type SubProcessor = {
  id: string
  name: string
  country: string | null
  services: string | null
  authorisation: 'PENDING' | 'AUTHORISED' | 'REFUSED'
  authorisedOn: string | null
  fileKey: string | null
  note: string | null
  createdAt: string
  updatedAt: string
}

export type SubProcessorPatch = {
  name?: string
  country?: string | null
  services?: string | null
  /** AUTHORISED pide el día de la autorización escrita */
  authorisation?: 'PENDING' | 'AUTHORISED' | 'REFUSED'
  authorisedOn?: string | null
  fileKey?: string | null
  note?: string | null
}

export type SubProcessors = {
  items: SubProcessor[]
}

export type SubjectConsent = {
  kind: 'notice' | 'template'
  noticeId: string | null
  templateId: string | null
  version: number
  /** En un aviso: si se aceptó alguna finalidad que se puede rechazar */
  granted: boolean
  decisions: Record<string, boolean> | null
  action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw' | null
  source: string
  /** Cómo se probó quién decidió */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  occurredAt: string
  createdAt: string
  name: string
  subjectRef: string
  recordId: string
  receipt: string
}

export type SubjectConsents = {
  subjectRef: string
  items: SubjectConsent[]
  pagination: {
    page: number
    limit: number
    total: number
    totalPages: number
  }
  /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
  nextCursor?: string
}

export type SubjectRecord = {
  id: string
  kind: 'notice' | 'template'
  noticeId: string | null
  templateId: string | null
  version: number
  /** En un aviso: si se aceptó alguna finalidad que se puede rechazar */
  granted: boolean
  decisions: Record<string, boolean> | null
  action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw' | null
  source: string
  /** Cómo se probó quién decidió */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  occurredAt: string
  createdAt: string
  name: string
  subjectRef: string
  /** Si cuenta; false mientras espera la confirmación de la persona */
  isEffective: boolean
  receipt: string
}

export type SubjectRecords = {
  subjectRef: string
  items: SubjectRecord[]
  pagination: {
    page: number
    limit: number
    total: number
    totalPages: number
  }
  /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
  nextCursor?: string
}

export type SubjectSecret = {
  /** Firma el JWT, con HS256 */
  subjectSecret: string
  /** El `aud` del JWT: la clave del formulario o del aviso; null mientras el aviso no se publica */
  audience: string | null
}

export type Submission = {
  /** Correo, RUT con guion o identificador propio de la persona */
  subjectRef: string
  granted: boolean
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  values?: Record<string, unknown> | null
  representative?: {
    name?: string | null
    rut?: string | null
    relation?: string | null
    email?: string | null
    /** Quien representa declaró ser mayor de edad y poder consentir por la persona */
    declared?: boolean | null
  } | null
  /** La que se mostró */
  version?: number | null
}

export type SubmittedAnswer = {
  status: 'submitted'
  submittedAt: string
}

export type Subscription = {
  id: string
  url: string
  events: string[]
  description: string | null
  isActive: boolean
  /** Por qué el servicio lo apagó: falló tres días seguidos, o el receptor respondió 410 */
  disabledReason: 'failing' | 'gone' | null
  /** Hasta cuándo los envíos llevan también la firma del secreto anterior */
  previousUntil: string | null
  createdAt: string
  updatedAt: string
}

export type SubscriptionDelivery = {
  id: string
  webhookId: string
  event: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  deliveredAt: string | null
  createdAt: string
}

export type SubscriptionPatch = {
  url?: string
  /** Tipos de evento; «*» son todos, también los que se agreguen después */
  events?: ('*' | 'dsar.received' | 'dsar.assigned' | 'dsar.extended' | 'dsar.completed' | 'dsar.rejected' | 'dsar.due_soon' | 'dsar.task_done' | 'dsar.task_overdue' | 'dsar.recipient_answered' | 'dsar.overdue' | 'breach.created' | 'breach.decided' | 'breach.notified' | 'breach.subjects_notified' | 'breach.due_soon' | 'breach.overdue' | 'breach.closed' | 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required' | 'dpia.created' | 'dpia.approved' | 'dpia.rejected' | 'contract.sent' | 'contract.signed' | 'contract.refused' | 'contract.expiring' | 'contract.terminated' | 'policy.published' | 'policy.drifted' | 'cookie_policy.published' | 'consent_notice.published' | 'consent.recorded' | 'consent.withdrawn' | 'approval.waiting' | 'approval.decided' | 'approval.due_soon' | 'approval.overdue' | 'questionnaire.answered' | 'processor.created' | 'member.joined' | 'review.due' | 'import.finished')[]
  /** Para qué sirve, para quien lo lea después */
  description?: string | null
  isActive?: boolean | null
}

export type Sudo = {
  password?: string | null
  method?: 'totp' | 'passkey' | 'recovery'
  code?: string | null
  credential?: Assertion | null
}

export type SuggestRequest = {
  field: 'name' | 'purpose' | 'legalBasis' | 'legalBasisArticle' | 'legalNorm' | 'legitimateInterest' | 'dataCategories' | 'subjectCategories' | 'dataSource' | 'recipients' | 'internationalTransfer' | 'retentionPeriod' | 'retentionNote' | 'securityMeasures' | 'automatedLogic' | 'consentWithdrawal' | 'minorsSafeguard' | 'responsibleArea'
  /** Lo que se sabe de la actividad, con los campos de POST /rat/activities. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  activity: Record<string, unknown>
}

export type Suggestions = {
  field: 'name' | 'purpose' | 'legalBasis' | 'legalBasisArticle' | 'legalNorm' | 'legitimateInterest' | 'dataCategories' | 'subjectCategories' | 'dataSource' | 'recipients' | 'internationalTransfer' | 'retentionPeriod' | 'retentionNote' | 'securityMeasures' | 'automatedLogic' | 'consentWithdrawal' | 'minorsSafeguard' | 'responsibleArea'
  suggestions: {
    value: string
    reason: string
    confidence: number
  }[]
  /** model: el modelo configurado; catalog: plantillas y reglas propias */
  source: 'model' | 'catalog'
  quota: {
    used: number
    limit: number
  }
}

export type System = {
  id: string
  name: string
  type: string
  description: string | null
  owner: string | null
  ownerEmail: string | null
  hostingType: string | null
  hostingCountry: string | null
  vendor: string | null
  /** El encargado que nació del proveedor */
  processorId: string | null
  dataCategories: string[]
  hasSensitiveData: boolean
  securityMeasures: string[]
  contractStatus: string | null
  contractExpiry: string | null
  hasDpaClause: boolean
  createdAt: string
  updatedAt: string
}

export type SystemLink = {
  systemId: string
  role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
}

export type SystemPatch = {
  name?: string
  type?: string
  description?: string | null
  owner?: string | null
  ownerEmail?: string | null
  hostingType?: string | null
  hostingCountry?: string | null
  vendor?: string | null
  dataCategories?: string[] | null
  /** Si no se envía, lo dicen las categorías de datos */
  hasSensitiveData?: boolean | null
  securityMeasures?: string[] | null
  contractStatus?: string | null
  contractExpiry?: string | null
  hasDpaClause?: boolean | null
}

export type Task = {
  /** approval: una aprobación que usted puede dar; request: una solicitud de un titular; breach: una brecha abierta; assessment: una evaluación por hacer; contract: un contrato por vencer; review: una revisión que toca; policy: una política publicada que ya no dice lo que dice el registro; answer: una respuesta a un cuestionario que nadie ha leído */
  kind: 'approval' | 'request' | 'breach' | 'assessment' | 'contract' | 'review' | 'policy' | 'answer'
  entityType: string
  entityId: string
  title: string
  /** Nulo si no tiene plazo: van al final */
  dueAt: string | null
  overdue: boolean
  /** El estado del registro */
  state: string
  article: string | null
  tenantId: string
  tenantName: string
  /** Dónde se atiende en la consola */
  url: string
}

export type TaskAnswer = {
  /** found: había datos y se hizo lo pedido; nothing_found: no hay nada de la persona; kept: quedan como están, por lo que dice article */
  outcome: 'found' | 'nothing_found' | 'kept'
  notes?: string | null
  /** Por qué se conserva, con su artículo: obligatorio con el resultado «kept» */
  article?: string | null
  /** Quién responde; por omisión, a quien se le escribió */
  name?: string | null
  files?: {
    /** La clave con que se subió el archivo */
    uploadKey: string
  }[] | null
}

export type TaskCount = {
  total: number
  done: number
}

export type TaskList = {
  /** Las 500 de plazo más próximo */
  items: Task[]
  /** De todas, también las que no se muestran */
  total: number
  /** Con scope=all: las organizaciones que no admiten esta sesión */
  skipped: SkippedOrganisation[]
}

export type TasksSent = {
  /** A cuántas personas se les escribió ahora */
  sent: number
  /** Las que esperan un correo a quien pedirlas */
  withoutOwner: number
}

export type TemplateDetail = {
  id: string
  name: string
  description: string | null
  purposeText: string
  fields: {
    key: string
    label: string
    type: string
    required: boolean
    options: (string | {
      value: string
      label: string
    })[]
  }[]
  requireAge: boolean
  sensitive: boolean
  /** Si se confirma por correo antes de valer */
  confirmEmail: boolean
  allowedOrigins: string[]
  formKey: string
  /** La página donde las personas llenan el formulario */
  pageUrl: string
  /** Lo que se pega en una página de su sitio para mostrar ahí el formulario */
  embedCode: string
  isActive: boolean
  version: number
  createdAt: string
  updatedAt: string
  /** Con él su servidor firma quién decide (`X-Subject-Token`). Solo para programas con rol ADMIN o superior */
  subjectSecret?: string
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
}

export type Tenant = {
  id: string
  name: string
  slug: string
  plan: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE'
  taxId: string | null
  contactEmail: string | null
  locale: string
  timezone: string
  branding: Record<string, unknown>
  /** warn advierte de lo que la ley exige y falta; enforce impide */
  legalGate: 'warn' | 'enforce'
  /** Exige un segundo factor a sus miembros */
  requireMfa: boolean
  /** Exige el inicio de sesión propio, menos a los OWNER */
  ssoEnforced: boolean
  /** Horas que dura una sesión como máximo; nulo sin límite propio */
  sessionHours: number | null
  /** Días que se conservan los paquetes de respuesta, contados desde su entrega */
  answerRetentionDays: number
  /** Firma las alertas del SIEM; solo lo ven ADMIN y OWNER. Nulo también para ellos si ya no se puede leer: ingréselo de nuevo */
  siemSecret: string | null
  /** Hasta cuándo sirve también el secreto SIEM anterior; nulo si ya no sirve */
  siemPreviousSecretUntil: string | null
  createdAt: string
  updatedAt: string
}

export type TenantDeletion = {
  /** Desde cuándo se borra todo; nulo si no hay una eliminación pendiente */
  dueAt: string | null
}

export type TenantExport = {
  id: string
  status: 'PENDING' | 'READY' | 'FAILED'
  sizeBytes: number | null
  sha256: string | null
  rowCount: number | null
  fileCount: number | null
  error: string | null
  requestedByName: string | null
  createdAt: string
  completedAt: string | null
  /** Cuándo se elimina el archivo: 7 días después de pedirlo */
  expiresAt: string
}

export type TenantExports = {
  items: TenantExport[]
}

export type TenantOfMe = {
  id: string
  name: string
  slug: string
  plan: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE'
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
  /** Por qué la organización no admite esta sesión: suspendida, sesión más larga de lo que permite, exige su propio inicio de sesión, entró con el de otra organización, falta probar el correo, o exige un segundo factor. Nulo si la admite */
  refusal: 'suspended' | 'expired' | 'sso' | 'mailbox' | 'mfa' | null
  /** Solicitudes y brechas abiertas, y aprobaciones en curso; nulo si no admite esta sesión */
  waiting: {
    requests: number
    breaches: number
    approvals: number
  } | null
}

export type TenantOfUser = {
  id: string
  name: string
  slug: string
  plan: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE'
  role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
}

export type TenantPatch = {
  name?: string
  taxId?: string | null
  contactEmail?: string | null
  /** Nulo o vacío lo deja como está */
  locale?: string | null
  /** Nulo o vacío la deja como está */
  timezone?: string | null
  /** Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  branding?: Record<string, unknown> | null
  /** Ante lo que la ley exige y falta al publicar, aprobar, enviar, firmar o cerrar: warn advierte y deja seguir, enforce impide. Nulo lo deja como está */
  legalGate?: 'warn' | 'enforce' | null
  /** Exige a sus miembros un segundo factor, o el inicio de sesión propio. Para activarlo, su sesión debe tenerlo. Nulo lo deja como está */
  requireMfa?: boolean | null
  /** Exige el inicio de sesión propio a todos menos a los OWNER. Para activarlo, debe estar configurado y usted haber entrado con él. Nulo lo deja como está */
  ssoEnforced?: boolean | null
  /** Horas tras las que una sesión termina, aunque se use; nulo quita el límite propio */
  sessionHours?: number | null
  /** Días que se conservan los paquetes de respuesta a solicitudes de derechos, y las copias reunidas para ellos. Nulo lo deja como está */
  answerRetentionDays?: number | null
  /** Nulo lo deja como está. El anterior sirve siemSecretOverlapHours horas más */
  siemSecret?: string | null
  /** Horas que el secreto anterior sigue sirviendo: 24 si no se indica; 0 lo termina de inmediato. Sin un siemSecret nuevo termina o acorta el plazo en curso, y nunca lo alarga */
  siemSecretOverlapHours?: number | null
}

export type ThirdsNotified = {
  id: string
  folioNumber: string
  rightType: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
  subjectName: string
  /** Nulo si no tiene */
  subjectEmail: string | null
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  deadlineAt: string
  extendedDeadlineAt: string | null
  isOverdue: boolean
  assignedTo: string | null
  createdAt: string
  /** Ante quién se presentó */
  legalEntityId: string
  /** El último día del plazo legal, en Chile, según la ley vigente al recibir o ampliar la solicitud (art. 11, Ley 19.628) */
  legalDueOn: string
  tasks: TaskCount
  source: 'widget' | 'portal' | 'import' | 'staff'
  /** Por dónde llegó; de lo importado no se sabe */
  channel: 'phone' | 'mail' | 'post' | 'in_person' | 'portal' | 'form' | null
  /** Cuándo la recibió la organización: desde entonces corre el plazo */
  receivedAt: string
  identity: Identity
  /** Solo acceso y portabilidad: los demás derechos son siempre gratis (art. 10) */
  freeAccess: {
    /** Antes de esta, en el mismo trimestre */
    usedInQuarter: number
    isFree: boolean
    article: string
  } | null
  widgetId: string | null
  /** El número que tenía en el libro anterior, si se importó de él */
  previousNumber: string | null
  /** La solicitud principal de un bloqueo temporal */
  parentRequestId: string | null
  subjectRut: string | null
  subjectPhone: string | null
  subjectAddress: string | null
  /** La persona falleció y pide un heredero (art. 4, Ley 19.628) */
  deceased: {
    isHeir: true
    heirName: string
    relation: string
  } | null
  /** El poder de quien representa; se descarga con GET /files/{key} */
  mandateFileId: string | null
  description: string | null
  documentType: string | null
  documentNumber: string | null
  organizationRelation: string | null
  isRepresentative: boolean
  representativeName: string | null
  representativeRut: string | null
  representativeRelation: string | null
  representativeDocUrl: string | null
  subtype: string | null
  subtypeDetail: string | null
  specificData: Record<string, unknown> | null
  portabilityTarget: string | null
  portabilityFormat: string | null
  portabilityDirectTransfer: boolean
  declarationTruthful: boolean
  declarationDataProcessing: boolean
  declarationPhoneContact: boolean
  responseDeadline: string
  /** Solo bloqueo temporal: días hábiles (arts. 8 ter y 11, Ley 19.628) */
  blockingDeadlineAt: string | null
  extensionReason: string | null
  extensionNotifiedAt: string | null
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
  /** No hay datos de la persona, aparte de esta solicitud */
  nothingHeld: boolean
  responseNotes: string | null
  responseFileKey: string | null
  denialReason: string | null
  thirdsNotifiedAt: string | null
  completedAt: string | null
  updatedAt: string
  /** Todo lo que pasó, desde lo más antiguo */
  events: RequestEvent[]
  /** Los cambios de estado, desde el más antiguo */
  timeline: RequestEvent[]
  /** Lo que la persona adjuntó; se descarga con GET /files/{key} */
  attachments: ListedFile[]
  /** Las cartas con su fecha, destinatario y texto completo (art. 11, Ley 19.628) */
  letters: RequestLetter[]
  /** Los bloqueos temporales que acompañan esta solicitud (art. 8 ter, Ley 19.628) */
  blockings: {
    id: string
    folioNumber: string
    status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
    legalDueOn: string
    completedAt: string | null
  }[]
  /** Destinatarios de las actividades publicadas */
  recipients: {
    name: string
    activities: string[]
  }[]
  /** Encargados de las actividades publicadas */
  processors: {
    id: string
    name: string
    contactName: string | null
    contactEmail: string | null
    activities: string[]
  }[]
}

export type TimeEntry = {
  id: string
  workedOn: string
  minutes: number
  what: string
  createdAt: string
  updatedAt: string
}

export type TimeEntryPatch = {
  /** El día en que se trabajó */
  workedOn?: string
  minutes?: number
  what?: string
}

export type TimeSummary = {
  month: string
  items: {
    tenantId: string
    tenantName: string
    slug: string
    entries: number
    minutes: number
  }[]
  /** El total */
  minutes: number
}

export type ToSign = {
  organization: string
  processor: string
  type: 'DPA' | 'CCT' | 'ADDENDUM'
  content: string
  contentHash: string
  signerName: string | null
  linkExpiresAt: string
}

export type TokenPair = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

export type TotpConfirmation = {
  code: string
}

export type TotpSetup = {
  secret: string
  otpauthUrl: string
  /** El mismo enlace como código QR */
  qrSvg: string
}

export type Tracking = {
  folio: string
  responsibleEntity: string
  rightType: string
  status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
  statusLabel: string
  statusDescription: string
  receivedAt: string
  /** El plazo vigente */
  responseDeadline: string
  isExtended: boolean
  extensionReason: string | null
  responseType: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
  /** Se respondió que no hay datos de la persona, aparte de la solicitud */
  nothingHeld: boolean
  completedAt: string | null
  dpoName: string | null
  dpoEmail: string | null
  /** El último día para responder, en Chile */
  legalDueOn: string
  contactEmail: string | null
}

export type TriedAlert = {
  /** La dirección que se escribe en el SIEM */
  url: string
  signatureHeader: string
  /** La firma de los bytes de «body» con el secreto SIEM actual */
  signature: string
  /** La alerta tal como se firmó */
  body: string
  /** La misma alerta, para leerla */
  payload: Record<string, unknown>
  /** La brecha que se habría registrado; no se registró ninguna */
  breach: {
    title: string
    description: string
    severity: 'low' | 'medium' | 'high' | 'critical'
    detectedAt: string
    notificationDeadlineAt: string
    detectionSource: 'siem'
  }
}

export type Unconfirmed = {
  id: string
  /** SHA-256 del registro y del texto mostrado, en JSON canónico (RFC 8785): prueba del consentimiento */
  receipt: string
  createdAt: string
  /** Si se envió al correo de la persona una carta para confirmarla */
  confirmationSent: boolean
}

export type Unread = {
  unread: number
}

export type UnsavedActivity = {
  /** La actividad que se cambia: lo que no se envía viene de ella */
  activityId?: string | null
  /** low, medium, high o massive; bajo, medio, alto o masivo; otra palabra vale como medio */
  dataVolume?: string | null
  name?: string
  purpose?: string
  legalBasis?: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
  dataCategories?: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[] | null
  subjectCategories?: string[] | null
  retentionPeriod?: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
  systemId?: string | null
  recipients?: string[] | null
  internationalTransfer?: {
    exists: boolean
    /** Código ISO o nombre */
    country?: string | null
    /** GET /data-map/catalog sugiere valores */
    mechanism?: string | null
  } | null
  securityMeasures?: string[] | null
  /** Entidad legal que responde; si no se envía, la principal */
  legalEntityId?: string | null
  /** Revela la situación socioeconómica: son datos sensibles (art. 2 letra g) */
  socioeconomic?: boolean | null
  /** Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422) */
  legalBasisArticle?: '12' | '13 a' | '13 b' | '13 c' | '13 d' | '13 e' | '16' | '16 a' | '16 b' | '16 c' | '16 d' | '16 e' | '16 f' | '16 bis a' | '16 bis b' | '16 bis c' | '16 bis d' | '16 bis e' | '16 bis f' | '16 ter' | '16 quáter' | '16 quinquies' | '16 sexies' | '20' | '54' | null
  /** Ponderación del interés legítimo (art. 13 letra d) */
  balancing?: {
    /** Cuál es el interés y por qué es legítimo */
    purpose?: string | null
    /** Por qué el tratamiento es necesario para ese interés */
    necessity?: string | null
    /** Cómo afecta a los titulares y por qué no vulnera sus derechos */
    balance?: string | null
    /** Medidas que protegen a los titulares, y cómo se oponen */
    safeguards?: string | null
    outcome?: 'favourable' | 'unfavourable' | null
    /** Si no se envía, el momento en que se guarda el resultado */
    assessedAt?: string | null
    /** Si no se envía, la persona que guarda el resultado */
    assessedBy?: string | null
  } | null
  /** Norma que ordena o autoriza el tratamiento */
  legalNorm?: string | null
  legitimateInterest?: string | null
  /** De dónde vienen los datos */
  dataSource?: string | null
  /** Si la fuente es de acceso público */
  sourceIsPublic?: boolean | null
  retentionNote?: string | null
  automatedDecisions?: boolean | null
  /** Lógica y consecuencias (art. 8 bis) */
  automatedLogic?: string | null
  /** Cómo se revoca el consentimiento */
  consentWithdrawal?: string | null
  /** Resguardo de menores (art. 16 quáter) */
  minorsSafeguard?: string | null
  controllerName?: string | null
  controllerRole?: 'responsable' | 'encargado' | null
  responsibleArea?: string | null
  /** Cuándo toca revisarlo; ese día se avisa y aparece entre las tareas */
  reviewAt?: string | null
}

export type UnsavedCheck = {
  /** Lo que falta según la ley; vacío si no falta nada */
  warnings: {
    key: string
    message: string
    article: string
    /** critical, high y medium: infracción gravísima, grave y leve; low: buena práctica */
    severity: 'critical' | 'high' | 'medium' | 'low'
  }[]
  /** Lo que falta indicar para publicarla */
  missing: {
    field: string
    label: string
  }[]
  score: number
  hasSensitiveData: boolean
  /** Por qué requiere evaluación de impacto; vacío si no la requiere */
  dpiaReasons: {
    key: string
    reason: string
    legalReference: string
  }[]
  riskLevel: 'low' | 'medium' | 'high'
  riskScore: number
  factors: {
    factor: 'dataVolume' | 'sensitiveData' | 'internationalTransfer' | 'automatedDecision'
    value: string | boolean | null
    points: number
    reason: string
  }[]
  dpiaRequired: boolean
  recommendation: string
}

export type Upload = {
  /** Sirve una vez */
  uploadKey: string
  /** A donde se envían los bytes, con PUT */
  uploadUrl: string
  maxBytes: number
  /** Se reconocen por sus bytes, no por su nombre */
  types: ('application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp' | 'image/heic' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'text/csv' | 'application/json' | 'text/plain')[]
  /** Hasta cuándo se pueden enviar los bytes: una hora */
  expiresAt: string
}

export type UploadForm = {
  /** El archivo */
  file: string
  /** Con entityId: el registro que respalda */
  entityType?: string
  entityId?: string
}

export type UploadedFile = {
  name: string
  contentType: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp' | 'image/heic' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'text/csv' | 'application/json' | 'text/plain'
  size: number
  /** Si ninguna solicitud lo adjunta antes, se borra */
  expiresAt: string
}

export type Usage = {
  plan: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE'
  features: {
    CONTRACTS: boolean
    CONTRACT_REINFORCED_CLAUSES: boolean
    PRIVACY_POLICY: boolean
    CONSENT: boolean
    DOMAINS: boolean
    WORKFLOWS: boolean
    WORKFLOWS_TRIAL: boolean
    AI: boolean
    DEPARTMENTS: boolean
  }
  limits: {
    /** null es sin límite */
    requestsPerMinute: number | null
    /** null es sin límite */
    domains: number | null
    /** null es sin límite */
    contracts: number | null
    /** null es sin límite */
    workflowDefinitions: number | null
    /** null es sin límite */
    aiQueriesPerMonth: number | null
    /** null es sin límite */
    departments: number | null
    /** null es sin límite */
    lettersPerDay: number | null
    /** null es sin límite */
    storageBytes: number | null
  }
  usage: {
    domains: number
    contracts: number
    workflowDefinitions: number
    aiQueries: number
    members: number
    /** Cartas que causaron los miembros en las últimas 24 horas */
    lettersToday: number
    /** Lo que guarda la organización */
    storageBytes: number
    /** Lo que las personas adjuntaron a sus solicitudes. No ocupa el espacio de la organización: tiene otro tanto aparte */
    citizenStorageBytes: number
  }
}

export type Verification = {
  domainId: string
  isVerified: boolean
  verifiedAt: string | null
  token: string
  dns: {
    type: string
    name: string
    value: string
  }
  file: {
    url: string
    content: string
  }
  instructions: string
}

export type Verified = {
  id: string
  isVerified: boolean
  verifiedAt: string
  /** Dónde se encontró la prueba */
  method: 'DNS' | 'FILE'
}

export type VerifiedReceipt = {
  /** El registro y el texto mostrado siguen dando este mismo recibo */
  valid: boolean
  kind: 'notice' | 'template'
  noticeId: string | null
  templateId: string | null
  version: number
  /** En un aviso: si se aceptó alguna finalidad que se puede rechazar */
  granted: boolean
  decisions: Record<string, boolean> | null
  action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw' | null
  source: string
  /** Cómo se probó quién decidió */
  provenBy: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody'
  occurredAt: string
  createdAt: string
  contentHash: string
  organization: {
    name: string
  }
}

export type Webhook = {
  id: string
  templateId: string
  url: string
  events: ('consent.granted' | 'consent.withdrawn')[]
  /** Se muestra al crearlo, y después desde el rol ADMIN */
  secret: string | null
  isActive: boolean
  createdAt: string
}

export type WebhookEvent = {
  /** El mismo en cada intento y repetición: sirve para reconocer un envío ya recibido */
  id: string
  type: 'dsar.received' | 'dsar.assigned' | 'dsar.extended' | 'dsar.completed' | 'dsar.rejected' | 'dsar.due_soon' | 'dsar.task_done' | 'dsar.task_overdue' | 'dsar.recipient_answered' | 'dsar.overdue' | 'breach.created' | 'breach.decided' | 'breach.notified' | 'breach.subjects_notified' | 'breach.due_soon' | 'breach.overdue' | 'breach.closed' | 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required' | 'dpia.created' | 'dpia.approved' | 'dpia.rejected' | 'contract.sent' | 'contract.signed' | 'contract.refused' | 'contract.expiring' | 'contract.terminated' | 'policy.published' | 'policy.drifted' | 'cookie_policy.published' | 'consent_notice.published' | 'consent.recorded' | 'consent.withdrawn' | 'approval.waiting' | 'approval.decided' | 'approval.due_soon' | 'approval.overdue' | 'questionnaire.answered' | 'processor.created' | 'member.joined' | 'review.due' | 'import.finished' | 'webhook.test'
  occurredAt: string
  tenant: {
    id: string
    slug: string
  }
  /** Además, los estados y los identificadores de cada tipo. Nunca datos de un titular */
  data: {
    /** Qué es */
    entityType: string
    entityId: string
    /** Como lo llaman las personas */
    title: string
    legalEntityId: string | null
    /** Hasta cuándo hay plazo, si lo hay */
    dueAt: string | null
    /** Donde se ve en Resguardo */
    url: string
  }
}

export type WebhookEventTypes = {
  items: {
    type: string
    label: string
  }[]
}

export type Widget = {
  id: string
  widgetKey: string
  name: string
  /** Dónde las personas llenan el formulario, para enlazarlo */
  formUrl: string
  /** La página del formulario; lo mismo que formUrl */
  pageUrl: string
  /** Lo que se pega en una página de su sitio para mostrar ahí el formulario */
  embedCode: string
  isActive: boolean
  legalEntityId: string
  config: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

export type WidgetPatch = {
  name?: string
  /** Libre. El servicio lee title, intro, rightTypes (vacío: todos), legalEntityId (por omisión, la principal), allowedOrigins (por ejemplo https://www.tiendasur.cl o https://*.tiendasur.cl; vacío: todas las páginas) y theme. Campos libres: cada texto hasta 10.000 caracteres, el objeto entero hasta 100 kB */
  config?: Record<string, unknown> | null
  isActive?: boolean
  legalEntityId?: string | null
}

export type WorkflowDelivery = {
  id: string
  webhookId: string
  event: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: string | null
  deliveredAt: string | null
  createdAt: string
}

export type Workspace = {
  id: string
  name: string
  description: string | null
  createdAt: string
  updatedAt: string
}

export type WorkspacePatch = {
  name?: string
  description?: string | null
}

/** Every operation: what it takes and what `data` it answers. */
export interface Operations {
  /** Crear una cuenta y su organización */
  'POST /auth/register': {
    body: Registration
    data: {
      access_token: string
      refresh_token: string
      token_type: 'Bearer'
      expires_in: number
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser
    } | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser
    } | MfaDue
  }
  /** Iniciar sesión */
  'POST /auth/login': {
    body: Login
    data: OpenedSession | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser | null
    } | MfaDue
  }
  /** Renovar los tokens; cada refresh_token sirve una sola vez */
  'POST /auth/refresh': {
    body?: Refresh | null
    data: TokenPair
  }
  /** Volver del proveedor de la organización con la sesión iniciada */
  'GET /auth/sso/callback': {
    query?: {
      /** Lo que agrega el proveedor */
      state?: string
      /** Lo que agrega el proveedor */
      code?: string
      /** Lo que agrega el proveedor */
      iss?: string
      /** Lo que agrega el proveedor */
      error?: string
      /** Lo que agrega el proveedor */
      error_description?: string
      /** Lo que agrega el proveedor */
      error_uri?: string
    }
    data: OpenedSession | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser | null
    } | MfaDue
  }
  /** La persona y sus organizaciones */
  'GET /auth/me': {
    data: Me
  }
  /** Cambiar su nombre */
  'PATCH /auth/me': {
    body: OwnName
    data: Renamed
  }
  /** Elegir la organización activa */
  'POST /auth/select-tenant': {
    body: SelectTenant
    data: SelectedTenant | {
      tenant: TenantOfUser
    }
  }
  /** Cerrar la sesión */
  'POST /auth/logout': {
    data: undefined
  }
  /** Pedir un enlace para cambiar la contraseña; la respuesta es la misma exista o no la cuenta */
  'POST /auth/password/forgot': {
    body: Forgot
    data: undefined
  }
  /** Cambiar la contraseña con el enlace recibido; cierra todas las sesiones */
  'POST /auth/password/reset': {
    body: Reset
    data: undefined
  }
  /** Aceptar una invitación; quien ya tiene cuenta usa su contraseña */
  'POST /auth/invitations/accept': {
    body: Accept
    data: {
      access_token: string
      refresh_token: string
      token_type: 'Bearer'
      expires_in: number
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser
    } | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser
    } | MfaDue
  }
  /** Los segundos factores de la persona */
  'GET /auth/mfa': {
    data: FactorList
  }
  /** Quitar todos los segundos factores, también las llaves de acceso */
  'DELETE /auth/mfa': {
    data: undefined
  }
  /** Configurar una aplicación de códigos */
  'POST /auth/mfa/totp': {
    data: TotpSetup
  }
  /** Quitar la aplicación de códigos */
  'DELETE /auth/mfa/totp': {
    data: undefined
  }
  /** Confirmar la aplicación con su primer código y recibir los códigos de recuperación */
  'POST /auth/mfa/totp/confirm': {
    body: TotpConfirmation
    data: RecoveryCodes
  }
  /** Generar diez códigos de recuperación nuevos; los anteriores dejan de servir */
  'POST /auth/mfa/recovery-codes': {
    data: RecoveryCodes
  }
  /** Terminar el inicio de sesión con el segundo factor */
  'POST /auth/mfa/verify': {
    body: FactorVerification
    data: OpenedSession | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser | null
    } | MfaDue
  }
  /** Lo que una llave de acceso debe firmar como segundo factor */
  'POST /auth/mfa/verify/options': {
    body: PendingSignIn
    data: PasskeyOptions
  }
  /** Las llaves de acceso de la persona */
  'GET /auth/passkeys': {
    data: PasskeyList
  }
  /** Lo que el navegador necesita para crear una llave de acceso */
  'POST /auth/passkeys/register/options': {
    data: PasskeyOptions
  }
  /** Registrar la llave de acceso que creó el navegador */
  'POST /auth/passkeys/register': {
    body: NewPasskey
    data: AddedPasskey
  }
  /** Cambiar el nombre de una llave de acceso */
  'PATCH /auth/passkeys/{id}': {
    path: {
      id: string
    }
    body: PasskeyName
    data: Passkey
  }
  /** Quitar una llave de acceso */
  'DELETE /auth/passkeys/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Lo que una llave de acceso debe firmar para iniciar sesión sin contraseña */
  'POST /auth/passkeys/login/options': {
    data: PasskeyOptions
  }
  /** Iniciar sesión con una llave de acceso, sin contraseña */
  'POST /auth/passkeys/login': {
    body: PasskeySignIn
    data: OpenedSession | {
      user: {
        id: string
        email: string
        name: string
      }
      tenant: TenantOfUser | null
    } | MfaDue
  }
  /** Ver dónde tiene sesiones abiertas */
  'GET /auth/sessions': {
    data: Sessions
  }
  /** Cerrar todas sus demás sesiones */
  'DELETE /auth/sessions': {
    data: Ended
  }
  /** Cerrar una de sus sesiones; cuenta desde la solicitud siguiente */
  'DELETE /auth/sessions/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Cambiar su contraseña; cierra sus demás sesiones */
  'POST /auth/password': {
    body: PasswordChange
    data: undefined
  }
  /** Confirmar quién es antes de una acción delicada; vale por 10 minutos */
  'POST /auth/sudo': {
    body: Sudo
    data: undefined
  }
  /** Lo que una llave de acceso debe firmar para confirmar quién es */
  'POST /auth/sudo/options': {
    data: PasskeyOptions
  }
  /** Crear otra organización y pasar a ella */
  'POST /auth/tenants': {
    body: NewTenant
    data: SelectedTenant | {
      tenant: TenantOfUser
    }
  }
  /** Ver sus preferencias de la consola */
  'GET /auth/preferences': {
    data: KeptPreferences
  }
  /** Guardar sus preferencias de la consola, hasta 64 kB */
  'PUT /auth/preferences': {
    body: Preferences
    data: KeptPreferences
  }
  /** Pedir un código para que un programa sin navegador inicie sesión */
  'POST /auth/device': {
    data: DeviceSignIn
  }
  /** Qué programa pide iniciar sesión con este código */
  'GET /auth/device/{userCode}': {
    path: {
      userCode: string
    }
    data: DeviceRequest
  }
  /** Dejar entrar al programa que muestra este código */
  'POST /auth/device/approve': {
    body: ByUserCode
    data: undefined
  }
  /** No dejar entrar al programa que muestra este código */
  'POST /auth/device/refuse': {
    body: ByUserCode
    data: undefined
  }
  /** La sesión del programa, cuando la persona respondió */
  'POST /auth/device/token': {
    body: DeviceToken
    data: OpenedSession | {
      authorization_pending: true
      interval: number
    }
  }
  /** Listar los espacios de trabajo */
  'GET /org/workspaces': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      workspaces: Workspace[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un espacio de trabajo */
  'POST /org/workspaces': {
    body: NewWorkspace
    data: Workspace
  }
  /** Cambiar el nombre o la descripción de un espacio de trabajo */
  'PATCH /org/workspaces/{id}': {
    path: {
      id: string
    }
    body: WorkspacePatch
    data: Workspace
  }
  /** Listar las entidades legales, también las inactivas */
  'GET /org/entities': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo las de este espacio de trabajo */
      workspaceId?: string
    }
    data: {
      entities: Entity[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear una entidad legal */
  'POST /org/entities': {
    body: NewEntity
    data: Entity
  }
  /** Ver una entidad legal */
  'GET /org/entities/{id}': {
    path: {
      id: string
    }
    data: Entity
  }
  /** Cambiar los campos enviados de una entidad legal */
  'PATCH /org/entities/{id}': {
    path: {
      id: string
    }
    body: EntityPatch
    data: Entity
  }
  /** Desactivar una entidad legal; sus datos se conservan */
  'DELETE /org/entities/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Asignar como DPO a una persona de la organización */
  'PATCH /org/entities/{id}/dpo': {
    path: {
      id: string
    }
    body: AssignDpo
    data: Entity
  }
  /** Ver el árbol de departamentos de una entidad */
  'GET /org/entities/{entityId}/departments': {
    path: {
      entityId: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
    }
    data: {
      departments: DepartmentNode[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** @deprecated Crear un departamento (en desuso) */
  'POST /org/departments': {
    body: NewDepartment
    data: DepartmentNode
  }
  /** Ver un departamento, con los que dependen de él */
  'GET /org/departments/{id}': {
    path: {
      id: string
    }
    data: DepartmentNode
  }
  /** Cambiar el nombre o la descripción de un departamento */
  'PATCH /org/departments/{id}': {
    path: {
      id: string
    }
    body: DepartmentPatch
    data: DepartmentNode
  }
  /** Archivar un departamento; los que dependen de él pasan a ser raíces */
  'DELETE /org/departments/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver la configuración de la organización */
  'GET /settings/tenant': {
    data: Tenant
  }
  /** Cambiar los campos enviados de la organización */
  'PUT /settings/tenant': {
    body: TenantPatch
    data: Tenant
  }
  /** Revisar qué entidades tienen un delegado de protección de datos */
  'GET /settings/tenant/dpo-check': {
    data: DpoCheck
  }
  /** Ver si la organización tiene una eliminación pendiente */
  'GET /settings/tenant/deletion': {
    data: TenantDeletion
  }
  /** Pedir la eliminación de la organización y de todo lo suyo */
  'POST /settings/tenant/deletion': {
    body: DeletionRequest
    data: TenantDeletion
  }
  /** Cancelar la eliminación pendiente */
  'DELETE /settings/tenant/deletion': {
    data: undefined
  }
  /** Listar las exportaciones completas de la organización que aún se pueden descargar */
  'GET /settings/tenant/exports': {
    data: TenantExports
  }
  /** Exportar la organización completa en un archivo, en segundo plano */
  'POST /settings/tenant/exports': {
    data: TenantExport
  }
  /** Ver el estado de una exportación completa */
  'GET /settings/tenant/exports/{id}': {
    path: {
      id: string
    }
    data: TenantExport
  }
  /** Eliminar una exportación completa antes de que venza */
  'DELETE /settings/tenant/exports/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Descargar una exportación completa */
  'GET /settings/tenant/exports/{id}/download': {
    path: {
      id: string
    }
    file: true
  }
  /** Ver el plan, lo que incluye y cuánto se ha usado */
  'GET /settings/usage': {
    data: Usage
  }
  /** Listar los permisos que puede tener una clave de API */
  'GET /settings/api-keys/scopes': {
    data: ApiKeyScopes
  }
  /** Listar las claves de API */
  'GET /settings/api-keys': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ApiKey[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear una clave de API; la clave se muestra solo en esta respuesta */
  'POST /settings/api-keys': {
    body: NewApiKey
    data: CreatedApiKey
  }
  /** Ver una clave de API, sin la clave misma */
  'GET /settings/api-keys/{id}': {
    path: {
      id: string
    }
    data: ApiKey
  }
  /** Cambiar los campos enviados de una clave de API */
  'PUT /settings/api-keys/{id}': {
    path: {
      id: string
    }
    body: ApiKeyPatch
    data: ApiKey
  }
  /** Revocar una clave de API, con efecto inmediato */
  'DELETE /settings/api-keys/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Cambiar una clave de API por otra con los mismos permisos */
  'POST /settings/api-keys/{id}/rotate': {
    path: {
      id: string
    }
    body?: Rotation | null
    data: CreatedApiKey
  }
  /** Ver la clave de API con que se llama: su rol, sus permisos y cuándo vence */
  'GET /external/key': {
    data: ApiKey
  }
  /** Listar las personas de la organización, también las invitadas */
  'GET /settings/members': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      members: Member[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Invitar a una persona; repetirlo antes de que acepte renueva el enlace */
  'POST /settings/members': {
    body: NewMember
    data: Invited
  }
  /** Ver una persona de la organización */
  'GET /settings/members/{userId}': {
    path: {
      userId: string
    }
    data: Member
  }
  /** Cambiar el rol de una persona, con efecto en su próxima solicitud */
  'PATCH /settings/members/{userId}': {
    path: {
      userId: string
    }
    body: RoleChange
    data: Member
  }
  /** Quitar a una persona o retirar su invitación */
  'DELETE /settings/members/{userId}': {
    path: {
      userId: string
    }
    data: undefined
  }
  /** Restablecer el segundo factor que perdió una persona */
  'DELETE /settings/members/{userId}/mfa': {
    path: {
      userId: string
    }
    data: undefined
  }
  /** Ver el inicio de sesión propio de la organización (OpenID Connect) */
  'GET /settings/sso': {
    data: Sso
  }
  /** Cambiar los campos enviados del inicio de sesión propio */
  'PUT /settings/sso': {
    body: SsoChange
    data: Sso
  }
  /** Listar los tokens con que un proveedor de identidad administra las personas (SCIM) */
  'GET /settings/scim/tokens': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ScimToken[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un token de SCIM; se muestra solo en esta respuesta */
  'POST /settings/scim/tokens': {
    body: NewScimToken
    data: CreatedScimToken
  }
  /** Revocar un token de SCIM, con efecto inmediato */
  'DELETE /settings/scim/tokens/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver el certificado con que la organización firma sus documentos */
  'GET /settings/signing-certificate': {
    data: SigningCertificate
  }
  /** Guardar el certificado con que la organización firma sus documentos */
  'PUT /settings/signing-certificate': {
    body: NewSigningCertificate
    data: SigningCertificate
  }
  /** Quitar el certificado; los documentos salen desde entonces sin firma */
  'DELETE /settings/signing-certificate': {
    data: undefined
  }
  /** Listar los webhooks de la organización */
  'GET /settings/webhooks': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: Subscription[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un webhook que avisa a otro sistema de lo que ocurre en la organización */
  'POST /settings/webhooks': {
    body: NewSubscription
    data: CreatedSubscription
  }
  /** Listar los eventos a los que un webhook puede suscribirse */
  'GET /settings/webhooks/events': {
    data: WebhookEventTypes
  }
  /** Ver un webhook, sin su secreto */
  'GET /settings/webhooks/{id}': {
    path: {
      id: string
    }
    data: Subscription
  }
  /** Cambiar los campos enviados de un webhook */
  'PATCH /settings/webhooks/{id}': {
    path: {
      id: string
    }
    body: SubscriptionPatch
    data: Subscription
  }
  /** Eliminar un webhook; lo que aún no se entregó ya no se envía */
  'DELETE /settings/webhooks/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Cambiar el secreto de un webhook */
  'POST /settings/webhooks/{id}/rotate': {
    path: {
      id: string
    }
    body?: SecretRotation | null
    data: CreatedSubscription
  }
  /** Enviar ahora un evento de prueba a un webhook */
  'POST /settings/webhooks/{id}/test': {
    path: {
      id: string
    }
    data: SubscriptionDelivery
  }
  /** Listar los últimos envíos de un webhook */
  'GET /settings/webhooks/{id}/deliveries': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: SubscriptionDelivery[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Enviar otra vez un evento a un webhook */
  'POST /settings/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    path: {
      id: string
      deliveryId: string
    }
    data: SubscriptionDelivery
  }
  /** Ver lo que fija la ley: vigencia, plazos, multas, feriados, UTM y la Agencia */
  'GET /settings/law': {
    query?: {
      /** Año de los feriados; el actual si no se indica */
      year?: number
    }
    data: LawInForce
  }
  /** Ver cuánto conserva el servicio cada clase de registro, y por qué */
  'GET /settings/retention': {
    data: Retention
  }
  /** Revisar quién cambió qué y cuándo */
  'GET /settings/audit-log': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de este tipo de entidad */
      entityType?: string
      /** Identificador de la entidad */
      entityId?: string
      /** Solo lo que hizo esta persona */
      actorId?: string
      /** Desde este instante, inclusive */
      from?: string
      /** Hasta este instante, sin incluirlo */
      to?: string
    }
    data: {
      items: AuditEntry[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Verificar la cadena de evidencia: auditoría, consentimientos, cartas, firmas y publicaciones */
  'GET /settings/audit-log/verify': {
    query?: {
      /** Desde qué anotación seguir: el «next» de la respuesta anterior. Sin él, desde la primera. */
      from?: number
    }
    data: EvidenceVerdict
  }
  /** Exportar el registro de auditoría, filtrado como la lista (CSV o Excel) */
  'GET /settings/audit-log/export': {
    query?: {
      /** csv (por defecto), con punto y coma, o xlsx */
      format?: 'csv' | 'xlsx'
      /** El comienzo de qué, qué se hizo o quién */
      q?: string
      /** Solo los de este tipo de entidad */
      entityType?: string
      /** Identificador de la entidad */
      entityId?: string
      /** Solo lo que hizo esta persona */
      actorId?: string
      /** Desde este instante, inclusive */
      from?: string
      /** Hasta este instante, sin incluirlo */
      to?: string
    }
    file: true
  }
  /** Listar las brechas de seguridad */
  'GET /breaches': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'title' | '-title' | 'detectedAt' | '-detectedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
      /** Solo las que deben, o no, notificarse a la Agencia */
      requiresNotification?: boolean
      /** Solo las de esta entidad legal */
      legalEntityId?: string
    }
    data: {
      items: BreachItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar una brecha de seguridad */
  'POST /breaches': {
    body: NewBreach
    data: CreatedBreach
  }
  /** Ver una brecha con su historial */
  'GET /breaches/{id}': {
    path: {
      id: string
    }
    data: Breach
  }
  /** Cambiar los campos enviados de una brecha */
  'PUT /breaches/{id}': {
    path: {
      id: string
    }
    body: BreachPatch
    data: Breach
  }
  /** Mover una brecha a su estado siguiente */
  'PATCH /breaches/{id}/status': {
    path: {
      id: string
    }
    body: MoveBreach
    data: MovedBreach
  }
  /** Decidir a quién se comunica la brecha, con sus fundamentos */
  'POST /breaches/{id}/decision-tree': {
    path: {
      id: string
    }
    body: DecideNotification
    data: DecisionOutcome
  }
  /** Dejar constancia del reporte a la Agencia, inicial o complementario */
  'POST /breaches/{id}/notify-apdp': {
    path: {
      id: string
    }
    body: NotifyAuthority
    data: ReportedBreach
  }
  /** Dejar constancia de la comunicación a los titulares */
  'POST /breaches/{id}/notify-subjects': {
    path: {
      id: string
    }
    body: NotifySubjects
    data: Breach
  }
  /** Dejar constancia del aviso del encargado al responsable */
  'POST /breaches/{id}/notify-controller': {
    path: {
      id: string
    }
    body: NotifyController
    data: Breach
  }
  /** Marcar un plazo de la brecha como cumplido */
  'POST /breaches/{id}/clocks/{key}/done': {
    path: {
      id: string
      key: string
    }
    body?: MarkClock | null
    data: Breach
  }
  /** Redactar el reporte a la Agencia, el aviso a las personas u otra comunicación */
  'GET /breaches/{id}/notification-template': {
    path: {
      id: string
    }
    query?: {
      /** authority: la Agencia (por omisión; si la organización actúa como encargada, controller); subjects: las personas afectadas, en lenguaje claro; mass_media: aviso en un medio masivo; controller: el responsable, de su encargado; csirt_alert y csirt_report: CSIRT Nacional (Ley 21.663) */
      audience?: 'authority' | 'subjects' | 'mass_media' | 'controller' | 'csirt_alert' | 'csirt_report'
    }
    data: BreachNotice
  }
  /** Descargar el reporte a la Agencia, el aviso a las personas u otra comunicación de la brecha en PDF o en Word */
  'GET /breaches/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** authority: la Agencia (por omisión; si la organización actúa como encargada, controller); subjects: las personas afectadas, en lenguaje claro; mass_media: aviso en un medio masivo; controller: el responsable, de su encargado; csirt_alert y csirt_report: CSIRT Nacional (Ley 21.663) */
      audience?: 'authority' | 'subjects' | 'mass_media' | 'controller' | 'csirt_alert' | 'csirt_report'
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver el reporte a la Agencia, el aviso a las personas u otra comunicación de la brecha como página, tal como se entrega */
  'GET /breaches/{id}/preview': {
    path: {
      id: string
    }
    query?: {
      /** authority: la Agencia (por omisión; si la organización actúa como encargada, controller); subjects: las personas afectadas, en lenguaje claro; mass_media: aviso en un medio masivo; controller: el responsable, de su encargado; csirt_alert y csirt_report: CSIRT Nacional (Ley 21.663) */
      audience?: 'authority' | 'subjects' | 'mass_media' | 'controller' | 'csirt_alert' | 'csirt_report'
    }
    file: true
  }
  /** Ver la anotación de la brecha en el registro obligatorio */
  'GET /breaches/{id}/register': {
    path: {
      id: string
    }
    data: RegisterEntry
  }
  /** Recibir una alerta firmada del SIEM y registrar la brecha */
  'POST /webhooks/siem/{tenantSlug}': {
    path: {
      tenantSlug: string
    }
    body: {
      alert: {
        rule: {
          id: string | number
          description: string
          level: number
        }
        agent: {
          name: string
        }
        /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
        timestamp: string
      }
    } | {
      rule: {
        id: string | number
        description: string
        level: number
      }
      agent: {
        name: string
      }
      /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
      timestamp: string
    } | {
      object: {
        name?: string
        properties: {
          title: string
          description?: string | null
          severity: string
          /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
          createdTimeUtc: string
          incidentNumber?: number
          incidentUrl?: string
        }
      }
    } | {
      name?: string
      properties: {
        title: string
        description?: string | null
        severity: string
        /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
        createdTimeUtc: string
        incidentNumber?: number
        incidentUrl?: string
      }
    } | {
      sid: string
      search_name?: string | null
      results_link?: string | null
      result: Record<string, unknown>
    } | {
      source?: unknown
      rule_id: string | number
      rule_level: number
      rule_description: string
      agent: {
        id?: unknown
        name: string
      }
      /** Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300 */
      timestamp: string
      /** srcip, dstip, action */
      data?: unknown
    }
    data: ReceivedAlert
  }
  /** Probar la conexión con el SIEM sin registrar una brecha */
  'POST /settings/siem/test': {
    body?: SiemTrial | null
    data: TriedAlert
  }
  /** Listar las actividades de tratamiento */
  'GET /rat/activities': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'draft' | 'published' | 'archived'
      /** Solo las que se apoyan en esta base de licitud */
      legalBasis?: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest'
      /** Solo las que tratan, o no, datos sensibles */
      hasSensitiveData?: boolean
      /** Suelen ser low, medium, high */
      riskLevel?: string
      /** Solo las que requieren, o no, una evaluación de impacto */
      dpiaRequired?: boolean
      /** Solo lo que ya toca revisar */
      reviewDue?: boolean
      /** Solo las que toca revisar hasta este día, incluido */
      reviewUntil?: string
      /** Solo las de esta área a cargo, escrita igual */
      responsibleArea?: string
      /** Solo las de esta entidad legal */
      legalEntityId?: string
    }
    data: {
      items: ActivitySummary[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar una actividad de tratamiento */
  'POST /rat/activities': {
    body: NewActivity
    data: Activity
  }
  /** Ver una actividad con sus encargados, sistemas, flujos y dominios */
  'GET /rat/activities/{id}': {
    path: {
      id: string
    }
    data: ActivityDetail
  }
  /** Cambiar los campos enviados de una actividad */
  'PUT /rat/activities/{id}': {
    path: {
      id: string
    }
    body: ActivityPatch
    data: ActivityDetail
  }
  /** Eliminar una actividad en borrador o archivada */
  'DELETE /rat/activities/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Publicar, archivar o devolver a borrador */
  'PATCH /rat/activities/{id}/status': {
    path: {
      id: string
    }
    body: MoveActivity
    data: MovedActivity
  }
  /** Revisar el cumplimiento de una actividad, punto por punto */
  'GET /rat/activities/{id}/compliance-check': {
    path: {
      id: string
    }
    data: Compliance
  }
  /** Descargar la ponderación del interés legítimo en PDF */
  'GET /rat/activities/{id}/balancing/pdf': {
    path: {
      id: string
    }
    file: true
  }
  /** Revisar una actividad sin guardarla: lo que falta, el riesgo y si requiere evaluación */
  'POST /rat/activities/check': {
    body: UnsavedActivity
    data: UnsavedCheck
  }
  /** Calcular el riesgo sin guardarlo */
  'POST /rat/activities/preview/calculate-risk': {
    body: RiskQuestion
    data: ActivityRisk
  }
  /** Calcular el riesgo y guardarlo en la actividad */
  'POST /rat/activities/{id}/calculate-risk': {
    path: {
      id: string
    }
    body: RiskQuestion
    data: SavedRisk
  }
  /** Crear una actividad desde una plantilla */
  'POST /rat/activities/{id}/from-template': {
    path: {
      id: string
    }
    body: FromTemplate
    data: ActivityDetail
  }
  /** Listar las plantillas de actividades */
  'GET /rat/templates': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
    }
    data: {
      items: ActivityTemplate[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver una plantilla */
  'GET /rat/templates/{templateId}': {
    path: {
      templateId: string
    }
    data: ActivityTemplate
  }
  /** Ver el catálogo de categorías de datos personales */
  'GET /rat/data-catalog': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
    }
    data: {
      items: CatalogItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Importar hasta 200 actividades, todas o ninguna */
  'POST /rat/bulk-import': {
    body: BulkImport
    data: Imported
  }
  /** Crear un borrador desde un sistema del mapa de datos */
  'POST /rat/from-system': {
    body: FromSystem
    data: ActivityDetail
  }
  /** Vincular un sistema del mapa de datos */
  'POST /rat/activities/{id}/systems': {
    path: {
      id: string
    }
    body: SystemLink
    data: LinkedSystemNow
  }
  /** Vincular un flujo de datos */
  'POST /rat/activities/{id}/flows': {
    path: {
      id: string
    }
    body: FlowLink
    data: LinkedFlowNow
  }
  /** Reemplazar todos los sistemas y flujos vinculados, todo o nada */
  'POST /rat/activities/{id}/links': {
    path: {
      id: string
    }
    body: ActivityLinks
    data: ActivityDetail
  }
  /** Vincular un dominio web */
  'POST /rat/activities/{id}/domains': {
    path: {
      id: string
    }
    body: DomainLink
    data: LinkedDomainNow
  }
  /** Vincular a mano un encargado */
  'POST /rat/activities/{id}/processors': {
    path: {
      id: string
    }
    body: ProcessorLink
    data: LinkedProcessorNow
  }
  /** Quitar un encargado vinculado a mano */
  'DELETE /rat/activities/{id}/processors/{processorId}': {
    path: {
      id: string
      processorId: string
    }
    data: undefined
  }
  /** Ver las estadísticas del registro */
  'GET /rat/stats': {
    data: ActivityStats
  }
  /** Ver en qué países están o adónde van los datos */
  'GET /rat/geo-summary': {
    data: GeoSummary
  }
  /** Listar los paquetes por rubro: lo que una organización de cada tipo suele hacer */
  'GET /rat/packs': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
    }
    data: {
      items: RatPack[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear como borradores las actividades de un paquete */
  'POST /rat/packs/{key}/apply': {
    path: {
      key: string
    }
    data: AppliedPack
  }
  /** Proponer una actividad completa desde una descripción, sin guardarla */
  'POST /rat/generate-from-ai': {
    body: DraftRequest
    data: Proposal
  }
  /** Sugerir valores para un campo de la actividad */
  'POST /rat/suggest-field': {
    body: SuggestRequest
    data: Suggestions
  }
  /** Presentar una solicitud de derechos */
  'POST /public/dsar/{widgetKey}': {
    path: {
      widgetKey: string
    }
    body: FormIntake
    data: Received
  }
  /** Ver cómo dibujar el formulario de solicitudes; al navegador se le envía a su página */
  'GET /public/dsar/{widgetKey}': {
    path: {
      widgetKey: string
    }
    data: DsarFormConfig
  }
  /** Pedir una clave para adjuntar un archivo a una solicitud */
  'POST /public/dsar/{widgetKey}/uploads': {
    path: {
      widgetKey: string
    }
    body: NewUpload
    data: Upload
  }
  /** Ver cómo dibujar el formulario de solicitudes */
  'GET /public/dsar/{widgetKey}/config': {
    path: {
      widgetKey: string
    }
    data: DsarFormConfig
  }
  /** Seguir una solicitud por su folio; al navegador se le envía a su página */
  'GET /public/dsar/track/{folio}': {
    path: {
      folio: string
    }
    data: Tracking
  }
  /** Listar las solicitudes de derechos */
  'GET /dsar/requests': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'folioNumber' | '-folioNumber' | 'legalDueOn' | '-legalDueOn'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
      /** Solo las que ejercen este derecho */
      rightType?: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
      /** Abiertas cuyo plazo vigente ya venció, o las demás */
      overdue?: boolean
      /** Las que esperan respuesta, o las cerradas */
      open?: boolean
      /** Las de una persona; «none», las que nadie tiene asignadas */
      assignedTo?: string
      /** Las de una entidad legal */
      legalEntityId?: string
    }
    data: {
      items: RequestItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ingresar una solicitud que llegó por teléfono, en papel o en persona */
  'POST /dsar/requests': {
    body: StaffIntake
    data: Request
  }
  /** Ver una solicitud completa, con su historia */
  'GET /dsar/requests/{id}': {
    path: {
      id: string
    }
    data: Request
  }
  /** Cambiar el estado de una solicitud */
  'PATCH /dsar/requests/{id}': {
    path: {
      id: string
    }
    body: MoveRequest
    data: ClosedRequest
  }
  /** Asignar una solicitud a una persona de la organización */
  'POST /dsar/requests/{id}/assign': {
    path: {
      id: string
    }
    body: AssignRequest
    data: Request
  }
  /** Ampliar el plazo una sola vez y avisar a la persona */
  'POST /dsar/requests/{id}/extend': {
    path: {
      id: string
    }
    body: ExtendRequest
    data: Extension
  }
  /** Responder una solicitud y enviar la respuesta a la persona */
  'POST /dsar/requests/{id}/respond': {
    path: {
      id: string
    }
    body: RespondRequest
    data: ClosedRequest
  }
  /** Ver textos con que empezar a responder, y los motivos por los que la ley permite negar */
  'GET /dsar/requests/{id}/answer-proposals': {
    path: {
      id: string
    }
    data: AnswerProposals
  }
  /** Leer la carta que escribiría una respuesta, sin enviarla */
  'POST /dsar/requests/{id}/respond/preview': {
    path: {
      id: string
    }
    body: DraftAnswer
    data: AnswerPreview
  }
  /** Registrar que se avisó a destinatarios y encargados de una rectificación o supresión */
  'POST /dsar/requests/{id}/notify-thirds': {
    path: {
      id: string
    }
    body: NotifyThirds
    data: ThirdsNotified
  }
  /** Ver quiénes recibieron los datos y si saben de lo resuelto */
  'GET /dsar/requests/{id}/recipients': {
    path: {
      id: string
    }
    data: Recipients
  }
  /** Registrar a quienes recibieron los datos y avisarles de lo resuelto */
  'POST /dsar/requests/{id}/recipients': {
    path: {
      id: string
    }
    body: NewRecipients
    data: AddedRecipients
  }
  /** Recordar a quien recibió los datos que confirme qué hizo */
  'POST /dsar/requests/{id}/recipients/{recipientId}/remind': {
    path: {
      id: string
      recipientId: string
    }
    data: Recipients
  }
  /** Ver la comunicación a la Agencia de la negativa de un bloqueo temporal, o su borrador */
  'GET /dsar/requests/{id}/agency-notice': {
    path: {
      id: string
    }
    data: AgencyNotice
  }
  /** Registrar que se informó a la Agencia la negativa de un bloqueo temporal */
  'POST /dsar/requests/{id}/agency-notice': {
    path: {
      id: string
    }
    body: AgencySent
    data: AgencyNotice
  }
  /** Ver una carta con su fecha, destinatario y texto completo (JSON, PDF o Word) */
  'GET /dsar/requests/{id}/letters/{letterId}': {
    path: {
      id: string
      letterId: string
    }
    query?: {
      /** json (por omisión), pdf o docx */
      format?: 'json' | 'pdf' | 'docx'
    }
    data: RequestLetter
  }
  /** Ver una carta de la solicitud como página, tal como se entrega */
  'GET /dsar/requests/{id}/letters/{letterId}/preview': {
    path: {
      id: string
      letterId: string
    }
    file: true
  }
  /** Ver la historia de una solicitud, desde lo más antiguo */
  'GET /dsar/requests/{id}/timeline': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: RequestEvent[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver las estadísticas de las solicitudes */
  'GET /dsar/stats': {
    data: RequestStats
  }
  /** Ver las solicitudes abiertas de la misma persona, por su RUT o su correo */
  'POST /dsar/requests/same-person': {
    body: SamePerson
    data: SamePersonRequests
  }
  /** Descargar el comprobante de recepción, con su folio, en PDF o en Word */
  'GET /dsar/requests/{id}/receipt': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Dejar constancia de cómo se verificó quién pide, y de lo que quedó probado */
  'POST /dsar/requests/{id}/identity': {
    path: {
      id: string
    }
    body: NewIdentityCheck
    data: Request
  }
  /** Retirar una comprobación de identidad equivocada */
  'POST /dsar/requests/{id}/identity/{checkId}/withdraw': {
    path: {
      id: string
      checkId: string
    }
    body: ExtendRequest
    data: Request
  }
  /** Ver qué se pidió a cada sistema por una solicitud, y lo que falta */
  'GET /dsar/requests/{id}/tasks': {
    path: {
      id: string
    }
    data: DsarTasks
  }
  /** Agregar un sistema, o un lugar que no está en el mapa de datos, donde hay que buscar */
  'POST /dsar/requests/{id}/tasks': {
    path: {
      id: string
    }
    body: NewDsarTask
    data: DsarTask
  }
  /** Enviar a quienes están a cargo las tareas que esperan */
  'POST /dsar/requests/{id}/tasks/send': {
    path: {
      id: string
    }
    data: TasksSent
  }
  /** Cambiar a quién se pide una tarea o hasta cuándo, cancelarla, o anotar su respuesta */
  'PATCH /dsar/requests/{id}/tasks/{taskId}': {
    path: {
      id: string
      taskId: string
    }
    body: DsarTaskPatch
    data: DsarTask
  }
  /** Recordar una tarea a quien está a cargo, una vez al día */
  'POST /dsar/requests/{id}/tasks/{taskId}/remind': {
    path: {
      id: string
      taskId: string
    }
    data: DsarTask
  }
  /** Abrir una tarea con la clave del correo; al navegador se le envía a su página */
  'GET /public/tasks/{key}': {
    path: {
      key: string
    }
    data: PublicTask
  }
  /** Responder una tarea: se hizo, no hay nada o queda como está */
  'POST /public/tasks/{key}': {
    path: {
      key: string
    }
    body: TaskAnswer
    data: AnsweredTask
  }
  /** Pedir una clave para adjuntar un archivo a la respuesta de una tarea */
  'POST /public/tasks/{key}/uploads': {
    path: {
      key: string
    }
    body: NewUpload
    data: Upload
  }
  /** Abrir un aviso con la clave de la carta; al navegador se le envía a su página */
  'GET /public/acknowledgements/{key}': {
    path: {
      key: string
    }
    data: PublicAcknowledgement
  }
  /** Confirmar que el aviso llegó y decir si se hizo lo que pide */
  'POST /public/acknowledgements/{key}': {
    path: {
      key: string
    }
    body: Acknowledging
    data: Acknowledged
  }
  /** Listar los formularios públicos de solicitudes */
  'GET /dsar/widgets': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Los de una entidad legal */
      legalEntityId?: string
    }
    data: {
      widgets: Widget[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un formulario público de solicitudes */
  'POST /dsar/widgets': {
    body: NewWidget
    data: Widget
  }
  /** Ver un formulario público de solicitudes */
  'GET /dsar/widgets/{id}': {
    path: {
      id: string
    }
    data: Widget
  }
  /** Cambiar, desactivar o reactivar un formulario público */
  'PATCH /dsar/widgets/{id}': {
    path: {
      id: string
    }
    body: WidgetPatch
    data: Widget
  }
  /** Eliminar un formulario por el que nadie ha escrito */
  'DELETE /dsar/widgets/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver el formulario como lo verán las personas, también con cambios que aún no se guardan */
  'GET /dsar/widgets/{id}/preview': {
    path: {
      id: string
    }
    query?: {
      /** El paso de un derecho; sin él, la elección */
      right?: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
      /** El título, si se está cambiando */
      title?: string
      /** La introducción, si se está cambiando */
      intro?: string
      /** Los derechos que ofrecería, separados por comas */
      rightTypes?: string
      /** El color, como #0a5c36 */
      color?: string
      /** Quién respondería */
      legalEntityId?: string
    }
    file: true
  }
  /** Preparar el paquete de respuesta, en segundo plano */
  'POST /dsar/requests/{id}/package': {
    path: {
      id: string
    }
    body: NewPackage
    data: AnswerPackage
  }
  /** Ver el paquete de respuesta: su estado, lo que contiene y su entrega */
  'GET /dsar/requests/{id}/package': {
    path: {
      id: string
    }
    data: AnswerPackage
  }
  /** Revocar el enlace y eliminar los archivos del paquete; queda la prueba de lo entregado */
  'DELETE /dsar/requests/{id}/package': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver qué puede ir en el paquete: los archivos de cada sistema y los de la solicitud */
  'GET /dsar/requests/{id}/package/sources': {
    path: {
      id: string
    }
    data: PackageSources
  }
  /** Descargar el paquete de respuesta */
  'GET /dsar/requests/{id}/package/file': {
    path: {
      id: string
    }
    file: true
  }
  /** Ver el índice del paquete de respuesta como página, tal como se entrega */
  'GET /dsar/requests/{id}/package/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Entregar el paquete: se envía a la persona un enlace que abre con un código */
  'POST /dsar/requests/{id}/package/deliver': {
    path: {
      id: string
    }
    body: Delivery
    data: DeliveredPackage
  }
  /** Pedir el código que abre una respuesta; va al correo de la solicitud */
  'POST /public/answers/{key}/code': {
    path: {
      key: string
    }
    data: AnswerCodeSent
  }
  /** Abrir una respuesta con el código recibido */
  'POST /public/answers/{key}': {
    path: {
      key: string
    }
    body: OpenAnswer
    data: OpenedAnswer
  }
  /** Descargar una respuesta que se abrió con su código */
  'GET /public/answers/{key}/file': {
    path: {
      key: string
    }
    file: true
  }
  /** Listar las evaluaciones de impacto */
  'GET /dpia/assessments': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'title' | '-title'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'draft' | 'in_review' | 'approved' | 'rejected'
      /** Solo las de esta actividad */
      activityId?: string
      /** Solo lo que ya toca revisar */
      reviewDue?: boolean
      /** Solo las de esta entidad legal */
      legalEntityId?: string
    }
    data: {
      items: AssessmentItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear una evaluación de impacto; inicia su aprobación */
  'POST /dpia/assessments': {
    body: NewAssessment
    data: Assessment
  }
  /** Ver una evaluación de impacto con sus riesgos */
  'GET /dpia/assessments/{id}': {
    path: {
      id: string
    }
    data: Assessment
  }
  /** Cambiar una evaluación en borrador o rechazada; una rechazada se reabre */
  'PUT /dpia/assessments/{id}': {
    path: {
      id: string
    }
    body: AssessmentPatch
    data: Assessment
  }
  /** Agregar un riesgo; su nivel se calcula */
  'POST /dpia/assessments/{id}/risks': {
    path: {
      id: string
    }
    body: NewRisk
    data: AssessmentRisk
  }
  /** Cambiar un riesgo: evaluación, mitigación, riesgo residual o estado */
  'PUT /dpia/assessments/{id}/risks/{riskId}': {
    path: {
      id: string
      riskId: string
    }
    body: RiskPatch
    data: AssessmentRisk
  }
  /** Eliminar un riesgo */
  'DELETE /dpia/assessments/{id}/risks/{riskId}': {
    path: {
      id: string
      riskId: string
    }
    data: undefined
  }
  /** Descargar una evaluación de impacto en PDF o en Word */
  'GET /dpia/assessments/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver una evaluación de impacto como página, tal como se entrega */
  'GET /dpia/assessments/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Descargar la evaluación completa en PDF */
  'GET /dpia/assessments/{id}/export/pdf': {
    path: {
      id: string
    }
    file: true
  }
  /** Analizar si una actividad requiere evaluación de impacto, y guardarlo en ella */
  'POST /dpia/{activityId}/screening': {
    path: {
      activityId: string
    }
    data: Screening
  }
  /** Ver el resumen del mapa de datos y los valores sugeridos */
  'GET /data-map/catalog': {
    data: Catalog
  }
  /** Ver el mapa entero: sistemas, encargados, países y flujos con sus actividades */
  'GET /data-map/graph': {
    data: Graph
  }
  /** Listar los sistemas */
  'GET /data-map/systems': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de este tipo */
      type?: string
      /** Solo los que tienen este estado de contrato */
      contractStatus?: string
    }
    data: {
      items: System[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar un sistema; su proveedor queda como encargado */
  'POST /data-map/systems': {
    body: NewSystem
    data: System
  }
  /** Ver un sistema */
  'GET /data-map/systems/{id}': {
    path: {
      id: string
    }
    data: System
  }
  /** Cambiar los campos enviados de un sistema */
  'PUT /data-map/systems/{id}': {
    path: {
      id: string
    }
    body: SystemPatch
    data: System
  }
  /** Eliminar un sistema y todos sus flujos */
  'DELETE /data-map/systems/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Listar los flujos de datos */
  'GET /data-map/flows': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: Flow[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar un flujo de datos entre dos sistemas */
  'POST /data-map/flows': {
    body: NewFlow
    data: Flow
  }
  /** Cambiar los campos enviados de un flujo de datos */
  'PUT /data-map/flows/{id}': {
    path: {
      id: string
    }
    body: FlowPatch
    data: Flow
  }
  /** Eliminar un flujo de datos */
  'DELETE /data-map/flows/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Listar los encargados de tratamiento */
  'GET /processors': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que tienen este estado de contrato de encargo */
      dpaStatus?: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
      /** El nivel de riesgo de hoy */
      risk?: 'low' | 'medium' | 'high'
      /** Solo lo que ya toca revisar */
      reviewDue?: boolean
    }
    data: {
      items: ListedProcessor[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar un encargado de tratamiento */
  'POST /processors': {
    body: NewProcessor
    data: ProcessorDetail
  }
  /** Ver un encargado y los sistemas que opera */
  'GET /processors/{id}': {
    path: {
      id: string
    }
    data: ProcessorDetail
  }
  /** Cambiar los campos enviados de un encargado */
  'PUT /processors/{id}': {
    path: {
      id: string
    }
    body: ProcessorPatch
    data: ProcessorDetail
  }
  /** Eliminar un encargado que nada usa */
  'DELETE /processors/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver la diligencia sobre un encargado: qué se revisó, cuándo y con qué evidencia */
  'GET /processors/{id}/diligence': {
    path: {
      id: string
    }
    data: Diligence
  }
  /** Responder una pregunta de la diligencia, con su evidencia */
  'PUT /processors/{id}/diligence/{question}': {
    path: {
      id: string
      question: string
    }
    body: Finding
    data: DiligenceAnswer
  }
  /** Dejar sin respuesta una pregunta de la diligencia */
  'DELETE /processors/{id}/diligence/{question}': {
    path: {
      id: string
      question: string
    }
    data: undefined
  }
  /** Listar los subencargados de un encargado y su autorización (art. 15 bis) */
  'GET /processors/{id}/sub-processors': {
    path: {
      id: string
    }
    data: SubProcessors
  }
  /** Agregar un subencargado */
  'POST /processors/{id}/sub-processors': {
    path: {
      id: string
    }
    body: NewSubProcessor
    data: SubProcessor
  }
  /** Cambiar un subencargado o su autorización */
  'PUT /processors/{id}/sub-processors/{subId}': {
    path: {
      id: string
      subId: string
    }
    body: SubProcessorPatch
    data: SubProcessor
  }
  /** Quitar un subencargado */
  'DELETE /processors/{id}/sub-processors/{subId}': {
    path: {
      id: string
      subId: string
    }
    data: undefined
  }
  /** Listar los dominios, también los inactivos */
  'GET /domains': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de esta entidad legal */
      legalEntityId?: string
      /** Solo los que están, o no, activos */
      isActive?: boolean
    }
    data: {
      domains: Domain[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Registrar un dominio */
  'POST /domains': {
    body: NewDomain
    data: Identified
  }
  /** Ver un dominio con sus avisos, actividades y políticas */
  'GET /domains/{id}': {
    path: {
      id: string
    }
    data: DomainDetail
  }
  /** Cambiar los campos enviados de un dominio */
  'PATCH /domains/{id}': {
    path: {
      id: string
    }
    body: DomainPatch
    data: Identified
  }
  /** Eliminar un dominio; lo que se refería a él queda sin dominio */
  'DELETE /domains/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Vincular una actividad de tratamiento al dominio */
  'POST /domains/{id}/activities': {
    path: {
      id: string
    }
    body: NewLink
    data: Identified
  }
  /** Reemplazar todas las actividades del dominio de una vez (igual que bulk-sync) */
  'PUT /domains/{id}/activities': {
    path: {
      id: string
    }
    body: DomainLinks
    data: undefined
  }
  /** Quitar el vínculo entre una actividad y el dominio */
  'DELETE /domains/{id}/activities/{activityId}': {
    path: {
      id: string
      activityId: string
    }
    data: undefined
  }
  /** Reemplazar todas las actividades del dominio de una vez */
  'POST /domains/{id}/activities/bulk-sync': {
    path: {
      id: string
    }
    body: DomainLinks
    data: undefined
  }
  /** Ver cómo comprobar que el dominio es de la organización */
  'GET /domains/{id}/verification': {
    path: {
      id: string
    }
    data: Verification
  }
  /** Buscar la prueba en el DNS o en el sitio y marcar el dominio como verificado */
  'POST /domains/{id}/verify': {
    path: {
      id: string
    }
    data: Verified
  }
  /** Listar los avisos de consentimiento */
  'GET /consent/notices': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
      /** Solo los de este dominio */
      domainId?: string
    }
    data: {
      items: ConsentNotice[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un aviso de consentimiento, en borrador */
  'POST /consent/notices': {
    body: NewNotice
    data: NoticeDetail
  }
  /** Ver un aviso de consentimiento */
  'GET /consent/notices/{id}': {
    path: {
      id: string
    }
    data: NoticeDetail
  }
  /** Cambiar los campos enviados de un aviso; lo publicado no cambia hasta publicar de nuevo */
  'PUT /consent/notices/{id}': {
    path: {
      id: string
    }
    body: NoticePatch
    data: NoticeDetail
  }
  /** Publicar un aviso: lo activa y, la primera vez, crea su widgetKey */
  'POST /consent/notices/{id}/publish': {
    path: {
      id: string
    }
    data: NoticeDetail
  }
  /** Ver el aviso, aún sin publicar, en una página con su banner */
  'GET /consent/notices/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Obtener lo que mostraría el aviso si se publicara ahora */
  'GET /consent/notices/{id}/preview/config': {
    path: {
      id: string
    }
    data: PublicConfig
  }
  /** Obtener lo que mostraría el aviso con cambios que aún no se guardan */
  'POST /consent/notices/{id}/preview/config': {
    path: {
      id: string
    }
    body: NoticePatch
    data: PublicConfig
  }
  /** Ver el secreto con que su servidor firma quién decide en un aviso */
  'GET /consent/notices/{id}/subject-secret': {
    path: {
      id: string
    }
    data: SubjectSecret
  }
  /** Renovar el secreto con que su servidor firma quién decide en un aviso */
  'POST /consent/notices/{id}/subject-secret': {
    path: {
      id: string
    }
    data: SubjectSecret
  }
  /** Listar las versiones publicadas de un aviso, tal como se mostraron */
  'GET /consent/notices/{id}/versions': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -version */
      sort?: 'version' | '-version' | 'publishedAt' | '-publishedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ConsentVersion[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Listar las decisiones registradas con un aviso */
  'GET /consent/notices/{id}/records': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Correo, RUT con guion o identificador propio de la persona */
      subjectRef?: string
    }
    data: {
      items: NoticeRecord[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver las estadísticas de un aviso */
  'GET /consent/notices/{id}/stats': {
    path: {
      id: string
    }
    query?: {
      /** Desde esta fecha */
      from?: string
      /** Hasta esta fecha */
      to?: string
    }
    data: ConsentStats
  }
  /** Obtener lo que muestra el aviso publicado */
  'GET /public/consent/{widgetKey}/config': {
    path: {
      widgetKey: string
    }
    data: PublicConfig
  }
  /** Listar los formularios de consentimiento */
  'GET /consent/templates': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están, o no, activos */
      isActive?: boolean
    }
    data: {
      items: ConsentTemplate[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un formulario de consentimiento */
  'POST /consent/templates': {
    body: NewConsentTemplate
    data: TemplateDetail
  }
  /** Ver un formulario de consentimiento */
  'GET /consent/templates/{id}': {
    path: {
      id: string
    }
    data: TemplateDetail
  }
  /** Cambiar los campos enviados de un formulario; otro texto u otros campos son otra versión */
  'PUT /consent/templates/{id}': {
    path: {
      id: string
    }
    body: ConsentTemplatePatch
    data: TemplateDetail
  }
  /** Eliminar un formulario; sus registros se conservan */
  'DELETE /consent/templates/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver el formulario como lo verán las personas, también con cambios que aún no se guardan */
  'GET /consent/templates/{id}/preview': {
    path: {
      id: string
    }
    query?: {
      /** Su nombre */
      name?: string
      /** Su descripción */
      description?: string
      /** Para qué se pide el consentimiento */
      purposeText?: string
      /** Los campos, en JSON */
      fields?: string
      /** Pide la edad */
      requireAge?: boolean
      /** Trata datos sensibles */
      sensitive?: boolean
      /** Se confirma por correo */
      confirmEmail?: boolean
    }
    file: true
  }
  /** Ver el secreto con que su servidor firma quién decide en un formulario */
  'GET /consent/templates/{id}/subject-secret': {
    path: {
      id: string
    }
    data: SubjectSecret
  }
  /** Renovar el secreto con que su servidor firma quién decide en un formulario */
  'POST /consent/templates/{id}/subject-secret': {
    path: {
      id: string
    }
    data: SubjectSecret
  }
  /** Listar las versiones de un formulario, tal como se mostraron */
  'GET /consent/templates/{id}/versions': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -version */
      sort?: 'version' | '-version' | 'publishedAt' | '-publishedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ConsentVersion[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Listar los consentimientos registrados con un formulario, también si fue eliminado */
  'GET /consent/templates/{id}/records': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Correo, RUT con guion o identificador propio de la persona */
      subjectRef?: string
    }
    data: {
      items: FormRecord[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver las estadísticas de un formulario */
  'GET /consent/templates/{id}/stats': {
    path: {
      id: string
    }
    query?: {
      /** Desde esta fecha */
      from?: string
      /** Hasta esta fecha */
      to?: string
    }
    data: ConsentStats
  }
  /** Registrar un consentimiento obtenido en papel o por teléfono, con su evidencia */
  'POST /consent/templates/{id}/manual': {
    path: {
      id: string
    }
    body: ManualConsent
    data: ConsentReceipt
  }
  /** Crear un webhook que avisa de cada consentimiento otorgado o retirado */
  'POST /consent/templates/{id}/webhooks': {
    path: {
      id: string
    }
    body: NewWebhook
    data: Webhook
  }
  /** Listar los webhooks de un formulario */
  'GET /consent/templates/{id}/webhooks': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: Webhook[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Eliminar un webhook; lo que aún no se entregó ya no se envía */
  'DELETE /consent/templates/{id}/webhooks/{whId}': {
    path: {
      id: string
      whId: string
    }
    data: undefined
  }
  /** Listar los envíos de los webhooks de un formulario */
  'GET /consent/templates/{id}/deliveries': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ConsentDelivery[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Enviar otra vez un aviso de webhook */
  'POST /consent/templates/{id}/deliveries/{deliveryId}/redeliver': {
    path: {
      id: string
      deliveryId: string
    }
    data: ConsentDelivery
  }
  /** Obtener lo que muestra un formulario de consentimiento */
  'GET /public/consent-form/{formKey}/config': {
    path: {
      formKey: string
    }
    data: ConsentFormConfig
  }
  /** Otorgar o retirar un consentimiento en su formulario */
  'POST /public/consent-form/{formKey}/submit': {
    path: {
      formKey: string
    }
    body: Submission
    data: ConsentReceipt
  }
  /** Confirmar una decisión con el enlace recibido por correo */
  'POST /public/consent/confirm/{key}': {
    path: {
      key: string
    }
    data: ConsentReceipt
  }
  /** Registrar desde otro sistema un consentimiento otorgado o retirado */
  'POST /external/consent/records': {
    body: ExternalConsent
    data: ConsentReceipt
  }
  /** Listar los formularios de consentimiento en uso */
  'GET /external/consent/templates': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: ConsentTemplate[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver los consentimientos vigentes de una persona: su última decisión en cada aviso y formulario */
  'GET /external/consent/subject/{ref}/consents': {
    path: {
      ref: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -occurredAt */
      sort?: 'occurredAt' | '-occurredAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: SubjectConsents
  }
  /** Ver todas las decisiones de una persona, en avisos y formularios */
  'GET /consent/subject-records': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -occurredAt */
      sort?: 'occurredAt' | '-occurredAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Correo, RUT con guion o identificador propio de la persona */
      subjectRef?: string
    }
    data: SubjectRecords
  }
  /** Ver una decisión con el texto que se mostró y si su recibo vale */
  'GET /consent/records/{id}': {
    path: {
      id: string
    }
    data: ConsentRecord
  }
  /** Descargar la prueba de un consentimiento en PDF o en Word */
  'GET /consent/records/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver la prueba de un consentimiento como página, tal como se entrega */
  'GET /consent/records/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Comprobar un recibo de consentimiento, sin revelar de quién es */
  'GET /public/consent/receipts/{receipt}': {
    path: {
      receipt: string
    }
    data: VerifiedReceipt
  }
  /** Registrar las decisiones de una persona sobre el aviso publicado */
  'POST /public/consent/{widgetKey}/record': {
    path: {
      widgetKey: string
    }
    body: Decision
    data: ConsentReceipt
  }
  /** Generar un contrato desde una plantilla */
  'POST /contracts/generate': {
    body: NewContract
    data: Generated
  }
  /** Ver el texto que se generaría y lo que le falta, sin guardarlo */
  'POST /contracts/preview': {
    body: NewContract
    data: ContractPreview
  }
  /** Listar los contratos */
  'GET /contracts': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'DRAFT' | 'SENT' | 'SIGNED' | 'EXPIRED' | 'TERMINATED'
      /** Solo los de este tipo */
      type?: 'DPA' | 'CCT' | 'ADDENDUM'
      /** Solo los de esta entidad legal */
      legalEntityId?: string
      /** Solo los de esta contraparte */
      processorId?: string
      /** Que vencen ese día, en Chile, o después */
      expiresFrom?: string
      /** Que vencen ese día, en Chile, o antes */
      expiresUntil?: string
      /** Solo lo que ya toca revisar */
      reviewDue?: boolean
      /** Firmados que vencen dentro de 30 días */
      expiringSoon?: boolean
    }
    data: {
      contracts: ContractSummary[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Listar las plantillas de contrato */
  'GET /contracts/templates': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      templates: ContractTemplate[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear una plantilla de contrato */
  'POST /contracts/templates': {
    body: NewContractTemplate
    data: ContractTemplate
  }
  /** Ver una plantilla de contrato */
  'GET /contracts/templates/{id}': {
    path: {
      id: string
    }
    data: ContractTemplate
  }
  /** Cambiar una plantilla de contrato */
  'PUT /contracts/templates/{id}': {
    path: {
      id: string
    }
    body: ContractTemplatePatch
    data: ContractTemplate
  }
  /** Eliminar una plantilla que ningún contrato usa */
  'DELETE /contracts/templates/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver un contrato */
  'GET /contracts/{id}': {
    path: {
      id: string
    }
    data: Contract
  }
  /** Cambiar un contrato en borrador */
  'PUT /contracts/{id}': {
    path: {
      id: string
    }
    body: ContractPatch
    data: Contract
  }
  /** Eliminar un contrato en borrador */
  'DELETE /contracts/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver lo que piden los arts. 15 bis, 27 y 28 y falta en un contrato */
  'GET /contracts/{id}/checks': {
    path: {
      id: string
    }
    data: ContractChecks
  }
  /** Ver qué cambió en el texto, cláusula por cláusula y palabra por palabra */
  'GET /contracts/{id}/differences': {
    path: {
      id: string
    }
    query?: {
      /** template (por defecto): el texto como lo redactó el servicio; previous: la versión que este renueva */
      against?: 'template' | 'previous'
    }
    data: ContractDifferences
  }
  /** Recordar la firma a quien la debe, con un enlace nuevo */
  'POST /contracts/{id}/remind': {
    path: {
      id: string
    }
    data: Reminded
  }
  /** Registrar un contrato firmado fuera del servicio, con su ejemplar */
  'POST /contracts/{id}/signed-copy': {
    path: {
      id: string
    }
    body: SignedCopy
    data: SignedContract
  }
  /** Enviar el contrato a quien lo firma */
  'POST /contracts/{id}/send': {
    path: {
      id: string
    }
    body: Sending
    data: SentContract
  }
  /** Registrar la firma de un contrato enviado */
  'POST /contracts/{id}/sign': {
    path: {
      id: string
    }
    body: Signing
    data: SignedContract
  }
  /** Renovar un contrato firmado o vencido con una versión nueva */
  'POST /contracts/{id}/renew': {
    path: {
      id: string
    }
    data: Renewed
  }
  /** Terminar un contrato firmado */
  'POST /contracts/{id}/terminate': {
    path: {
      id: string
    }
    data: Contract
  }
  /** Descargar un contrato en PDF o en Word */
  'GET /contracts/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver un contrato como página, tal como se entrega */
  'GET /contracts/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Descargar un contrato como PDF */
  'GET /contracts/{id}/pdf': {
    path: {
      id: string
    }
    file: true
  }
  /** Leer un contrato con el enlace de firma */
  'GET /public/contracts/{token}': {
    path: {
      token: string
    }
    data: ToSign
  }
  /** Firmar un contrato con el enlace; sirve una sola vez */
  'POST /public/contracts/{token}': {
    path: {
      token: string
    }
    body: PublicSigning
    data: PublicSigned
  }
  /** Pedir el código que confirma el correo de quien firma */
  'POST /public/contracts/{token}/code': {
    path: {
      token: string
    }
    data: SigningCodeSent
  }
  /** No firmar un contrato, y decir por qué; vuelve a ser un borrador de quien lo envió */
  'POST /public/contracts/{token}/refuse': {
    path: {
      token: string
    }
    body: PublicRefusal
    data: PublicRefused
  }
  /** Redactar una versión nueva desde los registros de la organización */
  'POST /privacy-policy/generate': {
    body?: NewPrivacyPolicy | null
    data: PrivacyPolicy
  }
  /** Ver la política publicada o, si no hay, el último borrador */
  'GET /privacy-policy/current': {
    query?: {
      /** Por defecto, la entidad principal */
      legalEntityId?: string
      /** es o en; por defecto, el de la última publicada */
      language?: string
    }
    data: CurrentPolicy
  }
  /** Listar las últimas 50 versiones */
  'GET /privacy-policy/versions': {
    query?: {
      /** Por defecto, la entidad principal */
      legalEntityId?: string
    }
    data: PrivacyPolicyVersion[]
  }
  /** Ver una versión completa */
  'GET /privacy-policy/{id}': {
    path: {
      id: string
    }
    data: PrivacyPolicyDetail
  }
  /** Adaptar el título, la introducción o las secciones de un borrador */
  'PATCH /privacy-policy/{id}': {
    path: {
      id: string
    }
    body: PrivacyPolicyPatch
    data: undefined
  }
  /** Descargar una política de privacidad en PDF o en Word */
  'GET /privacy-policy/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver una política de privacidad como página, tal como se entrega */
  'GET /privacy-policy/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Pedir la aprobación que publica un borrador */
  'POST /privacy-policy/{id}/publish': {
    path: {
      id: string
    }
    body?: Publication | null
    data: PublicationRequested
  }
  /** Comparar una versión con otra, sección por sección */
  'GET /privacy-policy/{id}/diff': {
    path: {
      id: string
    }
    query: {
      /** La versión con que se compara */
      against: string
    }
    data: Diff
  }
  /** Comparar lo que dice una versión con lo que los registros dicen hoy, sección por sección */
  'GET /privacy-policy/{id}/drift': {
    path: {
      id: string
    }
    data: PolicyDrift
  }
  /** Redactar una versión nueva desde los avisos de consentimiento publicados */
  'POST /cookie-policy/generate': {
    body?: NewCookiePolicy | null
    data: CookiePolicy
  }
  /** Ver la política de cookies publicada o, si no hay, el último borrador */
  'GET /cookie-policy/current': {
    query?: {
      /** Por defecto, la entidad principal */
      legalEntityId?: string
      /** Solo los de este dominio */
      domainId?: string
    }
    data: CookiePolicy
  }
  /** Listar las versiones de la política de cookies */
  'GET /cookie-policy/versions': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -version */
      sort?: 'version' | '-version' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Por defecto, la entidad principal */
      legalEntityId?: string
      /** Solo los de este dominio */
      domainId?: string
    }
    data: {
      items: CookiePolicyVersion[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Comparar las cookies de los avisos publicados con la política */
  'GET /cookie-policy/check-coverage': {
    query?: {
      /** Por defecto, la entidad principal */
      legalEntityId?: string
      /** Solo los de este dominio */
      domainId?: string
    }
    data: Coverage
  }
  /** Ver una versión completa de la política de cookies */
  'GET /cookie-policy/{id}': {
    path: {
      id: string
    }
    data: CookiePolicyDetail
  }
  /** Cambiar los textos o las cookies de un borrador */
  'PUT /cookie-policy/{id}': {
    path: {
      id: string
    }
    body: CookiePolicyPatch
    data: CookiePolicy
  }
  /** Eliminar un borrador de la política de cookies */
  'DELETE /cookie-policy/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Descargar una política de cookies en PDF o en Word */
  'GET /cookie-policy/{id}/document': {
    path: {
      id: string
    }
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Ver una política de cookies como página, tal como se entrega */
  'GET /cookie-policy/{id}/preview': {
    path: {
      id: string
    }
    file: true
  }
  /** Publicar un borrador, o pedir su aprobación si la organización tiene un flujo propio */
  'POST /cookie-policy/{id}/publish': {
    path: {
      id: string
    }
    body?: Publication | null
    data: PublishedCookies
  }
  /** Comparar una versión de la política de cookies con otra, sección por sección */
  'GET /cookie-policy/{id}/diff': {
    path: {
      id: string
    }
    query: {
      /** La versión con que se compara */
      against: string
    }
    data: Diff
  }
  /** Comparar lo que dice una versión con los avisos y los sitios de hoy, sección por sección */
  'GET /cookie-policy/{id}/drift': {
    path: {
      id: string
    }
    data: PolicyDrift
  }
  /** Revisar las cookies y los terceros de un dominio verificado */
  'POST /cookie-scans': {
    body: NewCookieScan
    data: CookieScan
  }
  /** Listar las revisiones de cookies */
  'GET /cookie-scans': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo las de este dominio */
      domainId?: string
      /** Solo los que están en este estado */
      status?: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
      /** Con true, solo la última de cada dominio */
      latest?: boolean
    }
    data: {
      items: CookieScanSummary[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver si los dominios se revisan cada mes y si el servicio tiene un navegador */
  'GET /cookie-scans/settings': {
    data: CookieScanSettings
  }
  /** Encender o apagar la revisión de cada mes */
  'PUT /cookie-scans/settings': {
    body: CookieScanSettingsChange
    data: CookieScanSettings
  }
  /** Comprobar si un sitio tiene bien puesto el código del banner */
  'POST /cookie-scans/banner-check': {
    body: NewCookieScan
    data: BannerCheck
  }
  /** Ver una revisión: lo encontrado antes y después de aceptar, con su prueba y sus hallazgos */
  'GET /cookie-scans/{id}': {
    path: {
      id: string
    }
    data: CookieScan
  }
  /** Leer la política de privacidad publicada */
  'GET /public/policies/{tenantSlug}/privacy': {
    path: {
      tenantSlug: string
    }
    query?: {
      /** Solo si está publicada en ese idioma; por defecto, en español si la hay */
      language?: string
      /** Por defecto, la entidad principal */
      legalEntityId?: string
    }
    data: PublishedPolicy
  }
  /** Leer la política de cookies publicada */
  'GET /public/policies/{tenantSlug}/cookies': {
    path: {
      tenantSlug: string
    }
    query?: {
      /** Solo si está publicada en ese idioma; por defecto, en español si la hay */
      language?: string
      /** Por defecto, la entidad principal */
      legalEntityId?: string
      /** La política de ese sitio o, si no tiene, la general */
      domainId?: string
    }
    data: PublishedCookiePolicy
  }
  /** Ver qué ofrece el portal de privacidad de una organización */
  'GET /public/privacy-portal/{tenantSlug}/config': {
    path: {
      tenantSlug: string
    }
    data: PortalConfig
  }
  /** Pedir un código por correo; la respuesta es la misma para cualquier persona */
  'POST /public/privacy-portal/{tenantSlug}/otp/init': {
    path: {
      tenantSlug: string
    }
    body: OtpInit
    data: CodeSent
  }
  /** Entrar al portal con el código recibido */
  'POST /public/privacy-portal/{tenantSlug}/otp/verify': {
    path: {
      tenantSlug: string
    }
    body: OtpVerify
    data: PortalSession
  }
  /** Ver los consentimientos propios y los que se ofrecen */
  'GET /public/privacy-portal/{tenantSlug}/consent': {
    path: {
      tenantSlug: string
    }
    data: MyConsents
  }
  /** Otorgar o retirar un consentimiento */
  'POST /public/privacy-portal/{tenantSlug}/consent': {
    path: {
      tenantSlug: string
    }
    body: ConsentChoice
    data: MyConsentReceipt
  }
  /** Ejercer un derecho */
  'POST /public/privacy-portal/{tenantSlug}/request': {
    path: {
      tenantSlug: string
    }
    body: PortalRequest
    data: Received
  }
  /** Pedir una clave para adjuntar un archivo a una solicitud propia */
  'POST /public/privacy-portal/{tenantSlug}/uploads': {
    path: {
      tenantSlug: string
    }
    body: NewUpload
    data: Upload
  }
  /** Ver las solicitudes propias */
  'GET /public/privacy-portal/{tenantSlug}/requests': {
    path: {
      tenantSlug: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página; sin él, todos */
      limit?: number
    }
    data: MyRequests
  }
  /** Ver el estado de una solicitud propia */
  'GET /public/privacy-portal/{tenantSlug}/request/{requestId}/status': {
    path: {
      tenantSlug: string
      requestId: string
    }
    data: MyRequest
  }
  /** Listar los cuestionarios y cuántas respuestas tiene cada uno */
  'GET /questionnaires': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que se envían, o solo los demás */
      isActive?: boolean
    }
    data: {
      items: QuestionnaireSummary[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un cuestionario, propio o copiado de uno que trae el servicio */
  'POST /questionnaires': {
    body: NewQuestionnaire
    data: Questionnaire
  }
  /** Ver los cuestionarios que trae el servicio */
  'GET /questionnaires/built-in': {
    data: BuiltInQuestionnaires
  }
  /** Ver qué campos puede llenar una pregunta al convertir su respuesta */
  'GET /questionnaires/fields': {
    data: FillableFields
  }
  /** Listar las respuestas de todos los cuestionarios, o las que dieron origen a un registro */
  'GET /questionnaires/answers': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'dueOn' | '-dueOn' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'sent' | 'started' | 'submitted' | 'returned' | 'revoked'
      /** Con true, solo las respuestas que nadie ha leído */
      unread?: boolean
      /** Solo las de este cuestionario */
      questionnaireId?: string
      /** Con entityId: las respuestas de las que viene ese registro */
      entityType?: string
      /** Identificador de la entidad */
      entityId?: string
    }
    data: {
      items: QuestionnaireAnswerItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Leer una respuesta, con las preguntas como se enviaron y lo que se hizo con ella */
  'GET /questionnaires/answers/{id}': {
    path: {
      id: string
    }
    data: QuestionnaireAnswer
  }
  /** Marcar una respuesta como leída */
  'POST /questionnaires/answers/{id}/read': {
    path: {
      id: string
    }
    data: QuestionnaireAnswer
  }
  /** Devolver una respuesta para que la completen, con una nota que va por correo */
  'POST /questionnaires/answers/{id}/return': {
    path: {
      id: string
    }
    body: QuestionnaireReturning
    data: QuestionnaireAnswer
  }
  /** Recordar a quien no ha respondido */
  'POST /questionnaires/answers/{id}/remind': {
    path: {
      id: string
    }
    data: QuestionnaireAnswer
  }
  /** Ver los borradores que saldrían de una respuesta, sin crearlos */
  'GET /questionnaires/answers/{id}/drafts': {
    path: {
      id: string
    }
    query: {
      /** En qué se convertiría */
      target: 'activity' | 'processor' | 'system' | 'risk'
    }
    data: QuestionnaireDrafts
  }
  /** Convertir una respuesta en actividades, encargados, sistemas o riesgos */
  'POST /questionnaires/answers/{id}/convert': {
    path: {
      id: string
    }
    body: QuestionnaireConversion
    data: QuestionnaireConverted
  }
  /** Revocar el enlace de una persona */
  'DELETE /questionnaires/invitations/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Ver un cuestionario y cómo van sus respuestas */
  'GET /questionnaires/{id}': {
    path: {
      id: string
    }
    data: Questionnaire
  }
  /** Cambiar un cuestionario */
  'PUT /questionnaires/{id}': {
    path: {
      id: string
    }
    body: QuestionnairePatch
    data: Questionnaire
  }
  /** Eliminar un cuestionario que nunca se envió */
  'DELETE /questionnaires/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Enviar un cuestionario por correo, hasta a 100 personas */
  'POST /questionnaires/{id}/send': {
    path: {
      id: string
    }
    body: QuestionnaireSending
    data: QuestionnaireSent
  }
  /** Listar a quiénes se envió un cuestionario y qué respondieron */
  'GET /questionnaires/{id}/answers': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'dueOn' | '-dueOn' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'sent' | 'started' | 'submitted' | 'returned' | 'revoked'
      /** Con true, solo las respuestas que nadie ha leído */
      unread?: boolean
    }
    data: {
      items: QuestionnaireAnswerItem[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Abrir un cuestionario con la clave del correo; al navegador se le envía a su página */
  'GET /public/questionnaires/{key}': {
    path: {
      key: string
    }
    data: PublicQuestionnaire
  }
  /** Guardar lo respondido hasta ahora */
  'PUT /public/questionnaires/{key}': {
    path: {
      key: string
    }
    body: QuestionnaireSaving
    data: SavedAnswer
  }
  /** Enviar la respuesta */
  'POST /public/questionnaires/{key}': {
    path: {
      key: string
    }
    body: QuestionnaireSubmitting
    data: SubmittedAnswer
  }
  /** Pedir una clave para adjuntar un archivo a la respuesta */
  'POST /public/questionnaires/{key}/uploads': {
    path: {
      key: string
    }
    body: NewUpload
    data: Upload
  }
  /** Listar los conectores con los sistemas de la organización */
  'GET /connectors': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo el de este sistema */
      systemId?: string
      /** Solo los de esta clase */
      kind?: 'postgresql' | 'mysql' | 'https'
      /** Solo los aprobados, o solo los que esperan */
      approved?: boolean
    }
    data: {
      items: Connector[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un conector para un sistema del mapa de datos */
  'POST /connectors': {
    body: NewConnector
    data: ConnectorWithSecret
  }
  /** Ver un conector, sin sus secretos */
  'GET /connectors/{id}': {
    path: {
      id: string
    }
    data: Connector
  }
  /** Cambiar los campos enviados de un conector */
  'PATCH /connectors/{id}': {
    path: {
      id: string
    }
    body: ConnectorPatch
    data: ConnectorWithSecret
  }
  /** Eliminar un conector y el historial de sus ejecuciones */
  'DELETE /connectors/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Probar un conector con una persona inventada, sin cambiar nada */
  'POST /connectors/{id}/test': {
    path: {
      id: string
    }
    body?: ConnectorTrial | null
    data: ConnectorTrialResult
  }
  /** Aprobar lo que un conector ejecuta */
  'POST /connectors/{id}/approve': {
    path: {
      id: string
    }
    data: Connector
  }
  /** Listar las ejecuciones de un conector */
  'GET /connectors/{id}/runs': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'pending' | 'running' | 'waiting' | 'done' | 'failed'
    }
    data: {
      items: ConnectorRun[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Resolver una tarea con el conector de su sistema */
  'POST /dsar/requests/{id}/tasks/{taskId}/run': {
    path: {
      id: string
      taskId: string
    }
    data: ConnectorRun
  }
  /** Responder después a la llamada de un conector HTTPS */
  'POST /public/connectors/callback/{key}': {
    path: {
      key: string
    }
    body: ConnectorCallback
    data: CallbackTaken
  }
  /** Listar los flujos de aprobación, también los inactivos */
  'GET /workflows': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de este tipo de entidad */
      entityType?: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
      /** Solo los que están, o no, activos */
      isActive?: boolean
    }
    data: {
      workflows: Definition[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Crear un flujo de aprobación */
  'POST /workflows': {
    body: NewDefinition
    data: Definition
  }
  /** Probar etapas con respuestas supuestas, sin guardar nada */
  'POST /workflows/dry-run': {
    body: DryRunQuestion
    data: DryRunResult
  }
  /** Ver un flujo de aprobación; los secretos de sus webhooks, solo ADMIN o superior */
  'GET /workflows/{id}': {
    path: {
      id: string
    }
    data: Definition
  }
  /** Cambiar los campos enviados; otras etapas son otra versión */
  'PUT /workflows/{id}': {
    path: {
      id: string
    }
    body: DefinitionPatch
    data: Definition
  }
  /** Desactivar un flujo que no está en uso */
  'DELETE /workflows/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Listar los envíos a los webhooks de un flujo */
  'GET /workflows/{id}/deliveries': {
    path: {
      id: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: WorkflowDelivery[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Repetir un envío, con el mismo identificador y contenido */
  'POST /workflows/{id}/deliveries/{deliveryId}/redeliver': {
    path: {
      id: string
      deliveryId: string
    }
    data: WorkflowDelivery
  }
  /** Iniciar a mano la aprobación de un registro */
  'POST /workflows/{definitionId}/start': {
    path: {
      definitionId: string
    }
    body: NewInstance
    data: Instance
  }
  /** Listar las aprobaciones */
  'GET /workflow-instances': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -startedAt */
      sort?: 'startedAt' | '-startedAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los que están en este estado */
      status?: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
      /** Verdadero: solo las terminadas; falso: solo las que siguen en curso */
      ended?: boolean
      /** Solo los de este tipo de entidad */
      entityType?: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
      /** Identificador de la definición del flujo de aprobación */
      definitionId?: string
      /** Solo las de esta persona; «me» es usted */
      assignedTo?: string
      /** Solo las que esperan una decisión de usted: las asignadas a usted, y las de nadie en cuya etapa su rol puede actuar */
      waitingFor?: 'me'
    }
    data: {
      items: ListedInstance[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver una aprobación con su historia */
  'GET /workflow-instances/{id}': {
    path: {
      id: string
    }
    data: InstanceDetail
  }
  /** Ver la aprobación más reciente de un registro; nulo si no tiene */
  'GET /workflow-instances/entity/{entityType}/{entityId}': {
    path: {
      entityType: string
      entityId: string
    }
    data: InstanceDetail | null
  }
  /** Aprobar, rechazar, pedir información o reasignar */
  'POST /workflow-instances/{id}/action': {
    path: {
      id: string
    }
    body: InstanceAction
    data: ActedInstance
  }
  /** Lo mismo que POST /workflow-instances/:id/action */
  'POST /workflows/{instanceId}/action': {
    path: {
      instanceId: string
    }
    body: InstanceAction
    data: ActedInstance
  }
  /** Listar lo que le espera a usted, por su plazo */
  'GET /tasks': {
    query?: {
      /** tenant (por defecto): la organización de la solicitud; all: todas las suyas. Una clave de API ve solo la propia */
      scope?: 'tenant' | 'all'
      /** Solo las de esta clase */
      kind?: 'approval' | 'request' | 'breach' | 'assessment' | 'contract' | 'review' | 'policy' | 'answer'
    }
    data: TaskList
  }
  /** Listar sus avisos, los más nuevos primero, y cuántos no ha leído */
  'GET /notifications': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Solo lo que no se ha leído */
      unread?: boolean
    }
    data: Notifications
  }
  /** Marcar avisos como leídos */
  'POST /notifications/read': {
    body: ReadNotifications
    data: Unread
  }
  /** Listar los hechos de que se avisa, y cómo es usual avisar de cada uno */
  'GET /notifications/events': {
    data: NotificationEvents
  }
  /** Recibir los avisos nuevos a medida que llegan (server-sent events) */
  'GET /notifications/stream': {
    file: true
  }
  /** Ver cómo recibe los avisos: al momento, en el resumen diario o nada */
  'GET /settings/notifications': {
    data: KeptChoices
  }
  /** Elegir cómo recibe los avisos; lo legalmente urgente no se puede apagar */
  'PUT /settings/notifications': {
    body: NotificationChoices
    data: KeptChoices
  }
  /** Ver quién hizo qué y cuándo, en un registro o en toda la organización */
  'GET /activity': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de este tipo de entidad */
      entityType?: 'activity' | 'breach' | 'connector' | 'consent_notice' | 'consent_template' | 'contract' | 'contract_template' | 'cookie_policy' | 'data_flow' | 'department' | 'domain' | 'dpia_assessment' | 'dpia_risk' | 'dsar_request' | 'dsar_widget' | 'file' | 'governance_report' | 'legal_entity' | 'privacy_policy' | 'processor' | 'questionnaire' | 'questionnaire_answer' | 'system' | 'workflow_definition' | 'workflow_instance' | 'workspace'
      /** Lo que pasó con este registro */
      entityId?: string
    }
    data: {
      items: ActivityEntry[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Ver qué cambió en un registro, campo por campo, antes y después */
  'GET /activity/changes': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de este tipo de entidad */
      entityType?: 'activity' | 'breach' | 'contract' | 'data_flow' | 'department' | 'domain' | 'dpia_assessment' | 'dpia_risk' | 'legal_entity' | 'processor' | 'system'
      /** Lo que cambió en este registro */
      entityId?: string
    }
    data: {
      items: RecordChange[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Obtener la prueba de un registro, que se verifica sin este servicio */
  'GET /evidence/{entityType}/{id}': {
    path: {
      entityType: string
      id: string
    }
    data: EvidenceProof
  }
  /** Ver las claves públicas que firman la evidencia (JWK) */
  'GET /public/evidence/keys': {
    data: EvidenceKeys
  }
  /** Comprobar un comprobante: que su registro existe, desde cuándo, y que no ha cambiado */
  'GET /public/evidence/{tenantSlug}/{entityType}/{id}': {
    path: {
      tenantSlug: string
      entityType: string
      id: string
    }
    data: PublicProof
  }
  /** Ver las cabezas firmadas de la cadena de una organización, de la más nueva a la más antigua */
  'GET /public/evidence/{tenantSlug}/heads': {
    path: {
      tenantSlug: string
    }
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: {
      items: PublishedHead[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Listar los archivos, o los de un registro */
  'GET /files': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Con entityId: los de ese registro */
      entityType?: string
      /** Identificador de la entidad */
      entityId?: string
    }
    data: {
      items: ListedFile[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Subir un archivo de respaldo (multipart, campo «file», hasta 20 MiB) */
  'POST /files': {
    body: FormData
    data: StoredFile
  }
  /** Descargar un archivo */
  'GET /files/{key}': {
    path: {
      key: string
    }
    file: true
  }
  /** Eliminar un archivo que nada respalda */
  'DELETE /files/{key}': {
    path: {
      key: string
    }
    data: undefined
  }
  /** Enviar los bytes de un archivo, con la clave que se pidió para él */
  'PUT /public/uploads/{uploadKey}': {
    path: {
      uploadKey: string
    }
    body: FormData
    data: UploadedFile
  }
  /** Listar los comentarios de un registro, o los de la organización */
  'GET /comments': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Con entityId: los de ese registro */
      entityType?: 'activity' | 'breach' | 'contract' | 'dpia_assessment' | 'dsar_request' | 'processor' | 'system'
      /** Identificador de la entidad */
      entityId?: string
    }
    data: {
      items: Comment[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Comentar un registro */
  'POST /comments': {
    body: NewComment
    data: Comment
  }
  /** Eliminar un comentario propio; ADMIN, el de cualquiera */
  'DELETE /comments/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Traer registros desde una planilla (.xlsx o .csv, hasta 5.000 filas) */
  'POST /imports': {
    body: FormData
    data: Import
  }
  /** Listar las importaciones */
  'GET /imports': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo las de estas filas */
      target?: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
    }
    data: {
      items: ImportSummary[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Descargar la planilla vacía, con sus listas */
  'GET /imports/templates/{target}': {
    path: {
      target: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
    }
    query?: {
      /** xlsx (por defecto) o csv */
      format?: 'xlsx' | 'csv'
    }
    file: true
  }
  /** Ver una importación: qué es cada columna y qué pasa con cada fila */
  'GET /imports/{id}': {
    path: {
      id: string
    }
    query?: {
      /** Solo las filas con este resultado */
      action?: 'create' | 'update' | 'skip' | 'refuse'
    }
    data: Import
  }
  /** Eliminar una importación con su planilla; la que no se confirmó ya no se hará */
  'DELETE /imports/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Confirmar una importación: se guarda todo o nada, en segundo plano */
  'POST /imports/{id}/confirm': {
    path: {
      id: string
    }
    data: Import
  }
  /** Ver el puntaje de cumplimiento, área por área, con lo que falta y por qué */
  'GET /governance/compliance-score': {
    data: ComplianceScore
  }
  /** Ver el puntaje de cada día */
  'GET /governance/score-history': {
    query?: {
      /** Cuántos días hasta hoy; 60 si no se indica */
      days?: number
    }
    data: ScoreHistory
  }
  /** Ver el puntaje, los próximos plazos y cuántos registros hay en cada estado */
  'GET /governance/overview': {
    query?: {
      /** tenant (por defecto) o all: todas sus organizaciones */
      scope?: 'tenant' | 'all'
    }
    data: Overview
  }
  /** Ver a qué multas exponen los hallazgos abiertos, en UTM y en pesos, como rangos */
  'GET /governance/exposure': {
    data: Exposure
  }
  /** Descargar el modelo de prevención de infracciones (arts. 49 a 53; DS 662), en PDF o en Word */
  'GET /governance/mpi': {
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
    }
    file: true
  }
  /** Descargar el acta de designación del delegado y la comunicación a la Agencia, en PDF o en Word */
  'GET /governance/dpo-appointment': {
    query?: {
      /** Por defecto, pdf */
      format?: 'pdf' | 'docx'
      /** Por defecto, la entidad principal */
      legalEntityId?: string
    }
    file: true
  }
  /** Ver el modelo de prevención de infracciones como página, tal como se entrega */
  'GET /governance/mpi/preview': {
    file: true
  }
  /** Ver el informe al directorio con los datos de hoy como página, tal como se entrega */
  'GET /governance/board-report/preview': {
    file: true
  }
  /** Ver de qué partes consta la carpeta de fiscalización y qué artículo responde cada una */
  'GET /governance/inspection-folder': {
    data: FolderParts
  }
  /** Generar la carpeta de fiscalización (ZIP con sus huellas SHA-256), en segundo plano */
  'POST /governance/inspection-folder': {
    body?: NewReport | null
    data: Report
  }
  /** Listar los documentos vigentes que se escribieron según otra versión de la ley */
  'GET /governance/reissue': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, issuedAt */
      sort?: 'issuedAt' | '-issuedAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
    }
    data: Reissue
  }
  /** Listar los informes y carpetas generados */
  'GET /governance/reports': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Solo los de esta clase */
      kind?: 'REPORT' | 'INSPECTION'
      /** Solo los que están en este estado */
      status?: 'PENDING' | 'READY' | 'FAILED'
    }
    data: {
      items: Report[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Generar un informe de cumplimiento en PDF, en segundo plano */
  'POST /governance/reports/generate': {
    body?: NewReport | null
    data: Report
  }
  /** Ver el estado de un informe */
  'GET /governance/reports/{id}': {
    path: {
      id: string
    }
    data: Report
  }
  /** Eliminar un informe; una carpeta de fiscalización, con rol ADMIN */
  'DELETE /governance/reports/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Descargar un informe (PDF) o una carpeta de fiscalización (ZIP; rol ADMIN) */
  'GET /governance/reports/{id}/download': {
    path: {
      id: string
    }
    file: true
  }
  /** Exportar el registro de actividades (CSV o Excel) */
  'GET /governance/export/rat': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
      /** Palabras que tiene, cada una por su comienzo */
      q?: string
      /** Solo los que están en este estado */
      status?: 'draft' | 'published' | 'archived'
      /** Solo las que se apoyan en esta base de licitud */
      legalBasis?: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest'
      /** Solo las que tratan, o no, datos sensibles */
      hasSensitiveData?: boolean
      /** Suelen ser low, medium, high */
      riskLevel?: string
      /** Solo las que requieren, o no, una evaluación de impacto */
      dpiaRequired?: boolean
      /** Solo lo que ya toca revisar */
      reviewDue?: boolean
      /** Solo las que toca revisar hasta este día, incluido */
      reviewUntil?: string
      /** Solo las de esta área a cargo, escrita igual */
      responsibleArea?: string
      /** Solo las de esta entidad legal */
      legalEntityId?: string
    }
    file: true
  }
  /** Exportar las evaluaciones de impacto (CSV o Excel) */
  'GET /governance/export/dpia': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
    }
    file: true
  }
  /** Exportar los sistemas (CSV o Excel) */
  'GET /governance/export/systems': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
    }
    file: true
  }
  /** Exportar los encargados (CSV o Excel) */
  'GET /governance/export/processors': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
    }
    file: true
  }
  /** Exportar los departamentos (CSV o Excel) */
  'GET /governance/export/departments': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
    }
    file: true
  }
  /** Exportar las solicitudes de derechos (CSV o Excel) */
  'GET /governance/export/requests': {
    query?: {
      /** De las columnas del csv: coma (por defecto) o punto y coma, que abre Excel en español */
      separator?: 'comma' | 'semicolon'
      /** csv (por defecto) o excel; xlsx es lo mismo que excel */
      format?: 'csv' | 'excel' | 'xlsx'
    }
    file: true
  }
  /** Listar lo que se puede copiar de una de sus organizaciones a otra */
  'GET /portfolio/copyable': {
    query?: {
      /** La organización (tenantId); por defecto, la activa */
      from?: string
    }
    data: CopyableItems
  }
  /** Copiar plantillas, flujos, avisos y textos de una de sus organizaciones a otra */
  'POST /portfolio/copy': {
    body: CopyOrder
    data: Copied
  }
  /** Listar las horas que usted anotó en esta organización */
  'GET /time-entries': {
    query?: {
      /** Página, desde 1 */
      page?: number
      /** Elementos por página */
      limit?: number
      /** Palabras que debe tener, cada una por su comienzo; sin distinguir mayúsculas ni acentos */
      q?: string
      /** Orden; con «-», de mayor a menor. Sin él, -createdAt */
      sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'workedOn' | '-workedOn'
      /** Solo lo que cambió desde este instante */
      updatedSince?: string
      /** Recorre la lista entera sin saltos ni repeticiones: vacío empieza, y cada respuesta trae el siguiente en «nextCursor» */
      cursor?: string
      /** Desde este día */
      from?: string
      /** Hasta este día, inclusive */
      to?: string
    }
    data: {
      items: TimeEntry[]
      pagination: {
        page: number
        limit: number
        total: number
        totalPages: number
      }
      /** Lleva a lo que sigue, con el mismo orden y los mismos filtros; falta al final */
      nextCursor?: string
    }
  }
  /** Anotar horas trabajadas para esta organización */
  'POST /time-entries': {
    body: NewTimeEntry
    data: TimeEntry
  }
  /** Resumir las horas que usted anotó en un mes, por organización */
  'GET /time-entries/summary': {
    query?: {
      /** Por defecto, el mes en curso en Chile */
      month?: string
      /** De esta organización (por defecto) o de todas las suyas */
      scope?: 'tenant' | 'all'
      /** xlsx: cada registro, y el total de cada organización */
      format?: 'json' | 'xlsx'
    }
    data: TimeSummary
  }
  /** Ver un registro de horas propio */
  'GET /time-entries/{id}': {
    path: {
      id: string
    }
    data: TimeEntry
  }
  /** Corregir un registro de horas propio */
  'PATCH /time-entries/{id}': {
    path: {
      id: string
    }
    body: TimeEntryPatch
    data: TimeEntry
  }
  /** Eliminar un registro de horas propio */
  'DELETE /time-entries/{id}': {
    path: {
      id: string
    }
    data: undefined
  }
  /** Buscar en todo lo que usted puede ver */
  'GET /search': {
    query?: {
      /** Palabras que deben estar todas, cada una por su comienzo; sin distinguir mayúsculas ni acentos. También un folio, un RUT o un correo. Sin palabras no hay nada que mostrar */
      q?: string
      /** Solo estas clases, separadas por comas; sin ellas, todas */
      types?: string
      /** Elementos de cada grupo */
      limit?: number
    }
    data: SearchResult
  }
}

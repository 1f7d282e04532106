import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'

/**
 * Suggested values for the open lists of the interface, which accept any other text as well. GET /data-map/catalog shows
 * them. Articles are those of Ley 19.628 as modified by Ley 21.719.
 */

export interface Term {
  value: string
  label: string
  description?: string
}

const systemTypes: Term[] = [
  { value: 'APPLICATION', label: 'Aplicación de negocio' },
  { value: 'DATABASE', label: 'Base de datos' },
  { value: 'SAAS', label: 'Servicio en línea (SaaS)' },
  { value: 'CRM', label: 'Gestión de clientes (CRM)' },
  { value: 'ERP', label: 'Gestión de la empresa (ERP)' },
  { value: 'HR', label: 'Recursos humanos y remuneraciones' },
  { value: 'CLINICAL', label: 'Ficha clínica' },
  { value: 'ACADEMIC', label: 'Gestión académica' },
  { value: 'ECOMMERCE', label: 'Tienda en línea' },
  { value: 'PAYMENT', label: 'Medios de pago' },
  { value: 'MARKETING', label: 'Marketing y envío de correos' },
  { value: 'ANALYTICS', label: 'Analítica e informes' },
  { value: 'WEBSITE', label: 'Sitio web' },
  { value: 'MOBILE_APP', label: 'Aplicación móvil' },
  { value: 'EMAIL', label: 'Correo y colaboración' },
  { value: 'FILE_STORAGE', label: 'Almacenamiento de archivos' },
  { value: 'SPREADSHEET', label: 'Planillas' },
  { value: 'BACKUP', label: 'Respaldo' },
  { value: 'CCTV', label: 'Videovigilancia' },
  { value: 'ACCESS_CONTROL', label: 'Control de acceso y asistencia' },
  { value: 'PAPER_ARCHIVE', label: 'Archivo en papel' },
  { value: 'OTHER', label: 'Otro' },
]

const hostingTypes: Term[] = [
  { value: 'ON_PREMISE', label: 'Instalaciones propias' },
  { value: 'DATA_CENTER', label: 'Centro de datos de un tercero' },
  { value: 'PRIVATE_CLOUD', label: 'Nube privada' },
  { value: 'CLOUD', label: 'Nube pública' },
  { value: 'HYBRID', label: 'Híbrido' },
  { value: 'SAAS', label: 'Alojado por el proveedor del servicio (SaaS)' },
  { value: 'USER_DEVICES', label: 'Equipos de las personas usuarias' },
  { value: 'PHYSICAL', label: 'Archivo físico' },
]

const contractStatuses: Term[] = [
  {
    value: 'NOT_REQUIRED',
    label: 'No requiere',
    description: 'Sistema propio, sin terceros que traten datos por cuenta de la organización.',
  },
  {
    value: 'NONE',
    label: 'Sin contrato',
    description: 'Hay un encargado y falta el contrato que exige el art. 15 bis.',
  },
  { value: 'IN_NEGOTIATION', label: 'En negociación' },
  { value: 'ACTIVE', label: 'Vigente' },
  { value: 'EXPIRED', label: 'Vencido' },
  {
    value: 'TERMINATED',
    label: 'Terminado',
    description: 'El encargado debe suprimir o devolver los datos (art. 15 bis).',
  },
]

/** The eight that contract 2.7 predefines; the duty is that of art. 14 quinquies. */
const securityMeasures: Term[] = [
  { value: 'ENCRYPTION', label: 'Cifrado', description: 'Nombrado por el art. 14 quinquies.' },
  {
    value: 'ANONYMIZATION',
    label: 'Anonimización',
    description: 'Irreversible: el resultado deja de ser un dato personal (art. 2 letra k).',
  },
  {
    value: 'PSEUDONYMIZATION',
    label: 'Seudonimización',
    description:
      'Reversible con información que se guarda aparte: sigue siendo un dato personal (art. 2 letra l).',
  },
  { value: 'ACCESS_CONTROL', label: 'Control de acceso' },
  { value: 'LOGGING', label: 'Registro de accesos y cambios' },
  {
    value: 'BACKUP',
    label: 'Respaldo y recuperación',
    description: 'Restaurar con rapidez la disponibilidad y el acceso (art. 14 quinquies).',
  },
  { value: 'NETWORK_SECURITY', label: 'Seguridad de redes' },
  {
    value: 'VULNERABILITY_MANAGEMENT',
    label: 'Gestión de vulnerabilidades',
    description: 'Verificación periódica de la eficacia de las medidas (art. 14 quinquies).',
  },
]

const subjectCategories: Term[] = [
  { value: 'customers', label: 'Clientes' },
  { value: 'prospects', label: 'Potenciales clientes' },
  { value: 'subscribers', label: 'Suscriptores' },
  { value: 'site_visitors', label: 'Visitantes del sitio web' },
  { value: 'employees', label: 'Trabajadores' },
  { value: 'former_employees', label: 'Ex trabajadores' },
  { value: 'candidates', label: 'Postulantes a un empleo' },
  { value: 'contractors', label: 'Trabajadores a honorarios y contratistas' },
  { value: 'suppliers', label: 'Proveedores (personas naturales)' },
  { value: 'emergency_contacts', label: 'Contactos de emergencia y cargas familiares' },
  { value: 'visitors', label: 'Visitas a las instalaciones' },
  { value: 'patients', label: 'Pacientes' },
  { value: 'students', label: 'Estudiantes' },
  { value: 'guardians', label: 'Apoderados y representantes legales' },
  {
    value: 'children',
    label: 'Niños y niñas (menores de 14)',
    description: 'Consienten sus padres, representantes legales o quien los cuida (art. 16 quáter).',
  },
  {
    value: 'adolescents',
    label: 'Adolescentes (14 a 17)',
    description:
      'Para datos sensibles de menores de 16 consienten sus padres o representantes (art. 16 quáter).',
  },
  { value: 'credit_applicants', label: 'Solicitantes de crédito y deudores' },
  { value: 'beneficial_owners', label: 'Beneficiarios finales' },
  { value: 'shareholders', label: 'Accionistas y socios' },
  { value: 'complainants', label: 'Denunciantes, denunciados y testigos' },
  { value: 'citizens', label: 'Ciudadanía' },
]

const ONE_OFF = 'Solo para transferencias específicas y no habituales'

/** The second list of art. 27. */
const oneOffMechanisms: Term[] = [
  {
    value: 'specific_consent',
    label: 'Consentimiento expreso para esa transferencia',
    description: `${ONE_OFF} (art. 27).`,
  },
  {
    value: 'financial_operation',
    label: 'Transferencia bancaria, financiera o bursátil',
    description: `${ONE_OFF}, según las leyes que las regulan (art. 27).`,
  },
  { value: 'treaty', label: 'Tratado internacional', description: `${ONE_OFF} (art. 27).` },
  {
    value: 'public_cooperation',
    label: 'Convenio de cooperación de un órgano público',
    description: `${ONE_OFF} (art. 27).`,
  },
  { value: 'express_law', label: 'Ley que la autoriza', description: `${ONE_OFF} (art. 27).` },
  { value: 'judicial_cooperation', label: 'Cooperación judicial', description: `${ONE_OFF} (art. 27).` },
  {
    value: 'subject_contract',
    label: 'Contrato con el titular o medidas previas a él',
    description: `${ONE_OFF} (art. 27).`,
  },
  {
    value: 'urgent_health',
    label: 'Medidas médicas o sanitarias urgentes',
    description: `${ONE_OFF} (art. 27).`,
  },
]

const transferMechanisms: Term[] = [
  {
    value: 'adequate_country',
    label: 'País con nivel adecuado de protección',
    description: 'Declarado por la Agencia (arts. 27 letra a y 28).',
  },
  {
    value: 'contractual_clauses',
    label: 'Cláusulas contractuales',
    description:
      'Con garantías adecuadas; las cláusulas modelo aprobadas no requieren otra autorización (arts. 27 letra b y 28).',
  },
  {
    value: 'bcr',
    label: 'Normas corporativas vinculantes',
    description: 'Dentro de un mismo grupo y con aprobación previa de la Agencia (arts. 27 letra b y 28).',
  },
  {
    value: 'certification',
    label: 'Modelo de cumplimiento o certificación',
    description: 'Adoptado por quien envía y por quien recibe (art. 27 letra c).',
  },
  {
    value: 'agency_authorization',
    label: 'Autorización de la Agencia',
    description: 'Resolución fundada para un caso particular (art. 28).',
  },
  ...oneOffMechanisms,
]

const detectionSources: Term[] = [
  { value: 'manual', label: 'Registro manual' },
  { value: 'siem', label: 'Alerta del SIEM' },
  { value: 'employee_report', label: 'Aviso de una persona de la organización' },
  { value: 'customer_report', label: 'Aviso de un cliente o titular' },
  {
    value: 'processor_report',
    label: 'Aviso de un encargado',
    description: 'El encargado debe informar las vulneraciones al responsable (art. 15 bis).',
  },
  { value: 'audit', label: 'Auditoría o revisión interna' },
  { value: 'authority', label: 'Aviso de una autoridad' },
  { value: 'press', label: 'Prensa o publicación de un tercero' },
]

const attackVectors: Term[] = [
  { value: 'phishing', label: 'Suplantación por correo o mensajes (phishing)' },
  { value: 'malware', label: 'Programa malicioso' },
  { value: 'ransomware', label: 'Secuestro de datos (ransomware)' },
  { value: 'stolen_credentials', label: 'Credenciales robadas o débiles' },
  { value: 'vulnerability', label: 'Vulnerabilidad aprovechada' },
  { value: 'misconfiguration', label: 'Error de configuración' },
  { value: 'insider', label: 'Abuso de una persona con acceso' },
  { value: 'human_error', label: 'Error humano o envío equivocado' },
  { value: 'lost_device', label: 'Pérdida o robo de equipos' },
  { value: 'physical', label: 'Acceso físico o archivo en papel' },
  { value: 'third_party', label: 'Incidente de un proveedor' },
  { value: 'denial_of_service', label: 'Denegación de servicio' },
  { value: 'unknown', label: 'Desconocido' },
]

const dataCategories: Term[] = Object.entries(DATA_CATEGORIES).map(([value, { label, sensitive }]) => ({
  value,
  label,
  ...(sensitive && { description: 'Dato sensible (art. 2 letra g).' }),
}))

/** `riskFactors.dataVolume`. Any other word counts as medium. */
const dataVolumes: Term[] = [
  { value: 'low', label: 'Bajo', description: 'Alcanza a pocas personas.' },
  { value: 'medium', label: 'Medio' },
  { value: 'high', label: 'Alto', description: 'Alcanza a muchas personas.' },
  { value: 'massive', label: 'Masivo', description: 'A gran escala (art. 15 ter letra b).' },
]

/** Fields of a workflow's stage. Only the values of DATE and SELECT are checked. */
const workflowFieldTypes: Term[] = [
  { value: 'TEXT', label: 'Texto corto' },
  { value: 'TEXTAREA', label: 'Texto largo' },
  { value: 'NUMBER', label: 'Número' },
  { value: 'CHECKBOX', label: 'Casilla' },
  { value: 'DATE', label: 'Fecha', description: 'Con el formato AAAA-MM-DD.' },
  { value: 'SELECT', label: 'Una opción de una lista' },
]

export const VOCABULARY = {
  systemTypes,
  hostingTypes,
  contractStatuses,
  securityMeasures,
  dataCategories,
  subjectCategories,
  transferMechanisms,
  detectionSources,
  attackVectors,
  dataVolumes,
  workflowFieldTypes,
}

/** Whether a mechanism, given by value or in words, only allows a specific transfer that is not habitual (art. 27). */
export function isOneOff(mechanism: string | null): boolean {
  const said = fold(mechanism ?? '')
  return oneOffMechanisms.some(({ value, label }) => said === value || said === fold(label))
}

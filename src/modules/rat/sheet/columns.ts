import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { type Choice, type Column, choicesOf } from '#modules/imports/public.ts'
import { BASIS_ARTICLES, citationsOf, citedArticle, labelsOf } from '../knowledge/bases.ts'
import { LEGAL_BASIS_LABELS, RETENTION_LABELS } from '../knowledge/vocabulary.ts'
import { LEGAL_BASES, type LegalBasis, type RetentionPeriod } from '../rules.ts'

/** Synonyms of the six bases in other registers. */
const BASIS_WORDS: Readonly<Record<LegalBasis, readonly string[]>> = {
  consent: ['Consentimiento', 'Consentimiento expreso', 'Consentimiento expreso del titular', 'Consent'],
  contract: ['Contrato', 'Ejecución de un contrato', 'Relación contractual', 'Contract'],
  legal_obligation: ['Obligación legal', 'Ley', 'Cumplimiento de una obligación legal', 'Legal obligation'],
  vital_interest: ['Interés vital', 'Vital interest', 'Vital interests'],
  public_interest: ['Interés público', 'Función pública', 'Public interest', 'Public task'],
  legitimate_interest: ['Interés legítimo', 'Legitimate interest', 'Legitimate interests'],
}

/** An export writes the label of the article, which can identify the basis too. */
const BASES: Choice[] = LEGAL_BASES.map((value) => ({
  value,
  label: LEGAL_BASIS_LABELS[value].label,
  also: [...BASIS_WORDS[value], ...labelsOf(value)],
}))

/** «art. 13 letra d)», and its short forms: «13 d», «13 letra d», «art. 13 d)». */
const ARTICLES: Choice[] = BASIS_ARTICLES.map((value) => ({
  value,
  label: citedArticle(value),
  also: [
    value.replace(/ ([a-f])$/, ' letra $1'),
    value.replace(/ ([a-f])$/, ' letra $1)'),
    `art. ${value}`,
    `art. ${value})`,
    `artículo ${value}`,
    ...citationsOf(value),
  ],
}))

const RETENTIONS = choicesOf(RETENTION_LABELS, {
  '1_year': ['1 years', 'Un año', '12 meses', '1 year'],
  '2_years': ['Dos años', '24 meses', '2 years'],
  '3_years': ['Tres años', '3 years'],
  '5_years': ['Cinco años', '5 years'],
  '10_years': ['Diez años', '10 years'],
  until_purpose_fulfilled: ['Mientras dure la finalidad', 'Until purpose fulfilled'],
  until_unsubscribe: ['Hasta la baja', 'Hasta que revoque', 'Until unsubscribe'],
  legal_minimum: ['Plazo legal', 'Legal', 'Legal minimum'],
  indefinite: ['Permanente', 'Sin plazo', 'Indefinite'],
} satisfies Partial<Record<RetentionPeriod, string[]>>)

const CATEGORY_WORDS: Readonly<Partial<Record<DataCategory, readonly string[]>>> = {
  name: ['Nombres', 'Nombre y apellido', 'Nombre completo', 'Identificación'],
  email: ['Correo', 'Email', 'E-mail', 'Mail'],
  phone: ['Fono', 'Celular', 'Teléfonos'],
  rut: ['RUN', 'Cédula de identidad', 'Cédula'],
  address: ['Dirección', 'Direcciones'],
  financial: ['Financieros', 'Bancarios', 'Datos bancarios', 'Datos económicos'],
  health: ['Salud', 'Datos de salud', 'Datos médicos'],
  biometric: ['Biométricos', 'Huella', 'Biometría'],
  ethnic_origin: ['Origen étnico', 'Etnia'],
  political: ['Afiliación política', 'Afiliación sindical', 'Sindicato'],
  religious: ['Religión', 'Creencias'],
  sexual_orientation: ['Orientación sexual', 'Vida sexual'],
  criminal: ['Antecedentes penales', 'Condenas'],
  minor_data: ['Menores', 'Datos de menores', 'Niños'],
  location: ['Geolocalización', 'GPS'],
  browsing: ['Cookies', 'Datos de navegación', 'IP'],
  employment: ['Laborales', 'Laboral'],
}

const CATEGORIES: Choice[] = (Object.keys(DATA_CATEGORIES) as DataCategory[]).map((value) => ({
  value,
  label: DATA_CATEGORIES[value].label,
  ...(CATEGORY_WORDS[value] && { also: CATEGORY_WORDS[value] }),
}))

/** The columns of DS 662 art. 3 letra d), with the headings of exports and of other tools. */
export const COLUMNS: readonly Column[] = [
  {
    field: 'name',
    heading: 'Actividad',
    english: 'Activity',
    also: [
      'Nombre',
      'Nombre de la actividad',
      'Actividad de tratamiento',
      'Tratamiento',
      'Nombre del tratamiento',
      'Proceso',
      'Processing activity',
      'Name',
    ],
    kind: 'text',
    required: true,
  },
  {
    field: 'controllerRole',
    heading: 'Calidad',
    english: 'Role',
    also: ['Calidad de la organización', 'Rol', 'Controller role'],
    kind: 'one',
    choices: [
      { value: 'responsable', label: 'Responsable', also: ['Controller', 'Responsable de datos'] },
      { value: 'encargado', label: 'Encargado', also: ['Processor', 'Mandatario'] },
    ],
    blank: 'responsable',
  },
  {
    field: 'controllerName',
    heading: 'Responsable',
    english: 'Controller',
    also: ['Nombre del responsable', 'Responsable del tratamiento', 'Responsable de datos'],
    kind: 'text',
  },
  {
    field: 'legalEntityId',
    heading: 'Entidad legal',
    english: 'Legal entity',
    also: ['Empresa', 'Razón social', 'Entidad', 'Sociedad', 'Company'],
    kind: 'name',
    keptIfBlank: true,
    hint: 'El nombre o el RUT de una entidad legal. Vacío: la principal.',
  },
  {
    field: 'responsibleArea',
    heading: 'Área responsable',
    english: 'Responsible area',
    also: ['Área', 'Departamento', 'Gerencia', 'Unidad', 'Department', 'Owner'],
    kind: 'text',
  },
  {
    field: 'dataCategories',
    heading: 'Tipos de datos',
    english: 'Data categories',
    also: [
      'Categorías de datos',
      'Datos personales',
      'Datos tratados',
      'Datos',
      'Categorías de datos personales',
      'Personal data',
    ],
    kind: 'many',
    choices: CATEGORIES,
  },
  {
    field: 'systemId',
    heading: 'Sistema principal',
    english: 'System',
    also: ['Sistema', 'Base de datos', 'Aplicación', 'Soporte'],
    kind: 'name',
    hint: 'El nombre de un sistema de su mapa de datos.',
  },
  {
    field: 'subjectCategories',
    heading: 'Categorías de titulares',
    english: 'Data subjects',
    also: [
      'Titulares',
      'Categoría de titulares',
      'Tipo de titulares',
      'Interesados',
      'Personas',
      'Data subject categories',
    ],
    kind: 'many',
    choices: VOCABULARY.subjectCategories,
    open: true,
  },
  {
    field: 'purpose',
    heading: 'Finalidad',
    english: 'Purpose',
    also: ['Finalidades', 'Propósito', 'Fines', 'Finalidad del tratamiento', 'Objetivo', 'Purposes'],
    kind: 'text',
    required: true,
  },
  {
    field: 'dataSource',
    heading: 'Origen de los datos',
    english: 'Data source',
    also: ['Origen', 'Fuente', 'Fuente de los datos', 'Procedencia', 'Source'],
    kind: 'text',
  },
  {
    field: 'socioeconomic',
    heading: 'Situación socioeconómica',
    english: 'Socioeconomic situation',
    also: [],
    kind: 'flag',
  },
  {
    field: 'sourceIsPublic',
    heading: 'Fuente de acceso público',
    english: 'Public source',
    also: ['Fuente pública'],
    kind: 'flag',
  },
  {
    field: 'legalBasis',
    heading: 'Base de licitud',
    english: 'Legal basis',
    also: [
      'Base legal',
      'Base jurídica',
      'Base de legitimidad',
      'Legitimación',
      'Base legal del tratamiento',
      'Licitud',
      'Lawful basis',
    ],
    kind: 'one',
    choices: BASES,
    required: true,
  },
  {
    field: 'legalBasisArticle',
    heading: 'Artículo',
    english: 'Article',
    also: ['Artículo de la ley', 'Fundamento legal'],
    kind: 'one',
    choices: ARTICLES,
  },
  {
    field: 'legalNorm',
    heading: 'Norma que lo ordena',
    english: 'Legal norm',
    also: ['Norma', 'Ley aplicable', 'Normativa'],
    kind: 'text',
  },
  {
    field: 'legitimateInterest',
    heading: 'Interés legítimo',
    english: 'Legitimate interest',
    also: ['Detalle del interés legítimo'],
    kind: 'text',
  },
  {
    field: 'recipients',
    heading: 'Destinatarios',
    english: 'Recipients',
    also: ['Destinatario', 'Cesionarios', 'Terceros', 'Comunicaciones', 'Cesiones'],
    kind: 'many',
    choices: [],
    open: true,
  },
  {
    field: 'transferExists',
    heading: 'Transferencia internacional',
    english: 'International transfer',
    also: ['Transferencias internacionales', 'Transferencia', 'Transfer'],
    kind: 'flag',
  },
  {
    field: 'transferCountry',
    heading: 'País de destino',
    english: 'Destination country',
    also: ['País', 'Países de destino', 'Country', 'País de la transferencia'],
    kind: 'text',
  },
  {
    field: 'transferMechanism',
    heading: 'Mecanismo de transferencia',
    english: 'Transfer mechanism',
    also: ['Garantía', 'Garantías', 'Mecanismo', 'Safeguards'],
    kind: 'one',
    choices: VOCABULARY.transferMechanisms,
    open: true,
  },
  {
    field: 'retentionPeriod',
    heading: 'Plazo de conservación',
    english: 'Retention period',
    also: [
      'Plazo',
      'Conservación',
      'Retención',
      'Período de retención',
      'Tiempo de conservación',
      'Retention',
    ],
    kind: 'one',
    choices: RETENTIONS,
  },
  {
    field: 'retentionNote',
    heading: 'Condiciones de supresión',
    english: 'Retention note',
    also: ['Supresión', 'Detalle de la conservación', 'Criterio de conservación'],
    kind: 'text',
  },
  {
    field: 'automatedDecisions',
    heading: 'Decisiones automatizadas',
    english: 'Automated decisions',
    also: ['Decisión automatizada', 'Perfilamiento', 'Profiling'],
    kind: 'flag',
  },
  {
    field: 'automatedLogic',
    heading: 'Lógica y consecuencias',
    english: 'Automated logic',
    also: ['Lógica', 'Lógica de la decisión'],
    kind: 'text',
  },
  {
    field: 'consentWithdrawal',
    heading: 'Retiro del consentimiento',
    english: 'Consent withdrawal',
    also: ['Revocación', 'Cómo se revoca'],
    kind: 'text',
  },
  {
    field: 'minorsSafeguard',
    heading: 'Resguardo de menores',
    english: 'Minors safeguard',
    also: ['Protección de menores'],
    kind: 'text',
  },
  {
    field: 'securityMeasures',
    heading: 'Medidas de seguridad',
    english: 'Security measures',
    also: ['Seguridad', 'Medidas', 'Controles', 'Medidas técnicas y organizativas'],
    kind: 'many',
    choices: VOCABULARY.securityMeasures,
    open: true,
  },
]

/** Exported columns that are derived or belong to other records. */
export const SHOWN_ONLY = [
  'Estado',
  'Datos sensibles',
  'Ámbito territorial',
  'Bases de datos y sistemas',
  'Encargados',
  'Dominios',
  'Nivel de riesgo',
  'Requiere evaluación de impacto',
  'Evaluación de impacto',
  'Publicada',
  'Creada',
  'Actualizada',
] as const

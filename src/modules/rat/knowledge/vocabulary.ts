import type { DataCategory } from '#kernel/data-categories.ts'
import type { LegalBasis, RetentionPeriod } from '../rules.ts'

/** Words for the closed values of the record. Articles are those of Ley 19.628 as amended by Ley 21.719. */

export const LEGAL_BASIS_LABELS: Readonly<Record<LegalBasis, { label: string; article: string }>> = {
  consent: { label: 'Consentimiento del titular', article: 'art. 12' },
  contract: { label: 'Contrato o medidas precontractuales', article: 'art. 13 letra c)' },
  legal_obligation: { label: 'Obligación legal', article: 'art. 13 letra b)' },
  vital_interest: { label: 'Interés vital', article: 'arts. 16 letra c) y 16 bis letra a)' },
  public_interest: { label: 'Interés público o función pública', article: 'arts. 16 quinquies y 20' },
  legitimate_interest: { label: 'Interés legítimo', article: 'art. 13 letra d)' },
}

export const RETENTION_LABELS: Readonly<Record<RetentionPeriod, string>> = {
  '1_year': '1 año',
  '2_years': '2 años',
  '3_years': '3 años',
  '5_years': '5 años',
  '10_years': '10 años',
  until_purpose_fulfilled: 'Hasta cumplir la finalidad',
  until_unsubscribe: 'Hasta que la persona se dé de baja',
  legal_minimum: 'El plazo que fija la ley',
  indefinite: 'Indefinido',
}

/** The words of the data map for the protection of data (contract 2.7). */
export type SecurityMeasure =
  | 'ENCRYPTION'
  | 'ANONYMIZATION'
  | 'PSEUDONYMIZATION'
  | 'ACCESS_CONTROL'
  | 'LOGGING'
  | 'BACKUP'
  | 'NETWORK_SECURITY'
  | 'VULNERABILITY_MANAGEMENT'

/**
 * What gives a category of data away in a description, case and accents folded. A clue is a word or several, also in
 * the plural; one that ends in * is the beginning of a word.
 */
export const DATA_CLUES: Readonly<Record<DataCategory, readonly string[]>> = {
  name: ['nombre', 'identidad'],
  email: ['correo', 'email', 'e-mail', 'mail', 'mailing', 'newsletter', 'boletin'],
  phone: ['telefono', 'celular', 'whatsapp', 'llamada'],
  rut: ['rut', 'run', 'cedula', 'pasaporte', 'carnet'],
  address: ['direccion', 'domicilio', 'despacho'],
  financial: [
    'sueldo',
    'pago',
    'banco',
    'bancari*',
    'deud*',
    'moros*',
    'credito',
    'factura*',
    'cobr*',
    'cuota',
    'gastos comunes',
  ],
  health: [
    'salud',
    'medic*',
    'clinic*',
    'enferm*',
    'licencia medica',
    'alergi*',
    'discapac*',
    'paciente',
    'diagnostic*',
    'genetic*',
    'embaraz*',
    'psicolog*',
    'dental',
    'vacuna*',
    'telemedicina',
  ],
  biometric: ['huella', 'huellero', 'biometri*', 'facial', 'iris', 'rostro'],
  ethnic_origin: ['etni*', 'indigena', 'mapuche', 'pueblo originario', 'racial'],
  political: ['partido politico', 'afiliacion politica', 'sindica*', 'gremi*'],
  religious: ['religio*', 'iglesia', 'creencia', 'feligres*'],
  sexual_orientation: ['orientacion sexual', 'identidad de genero', 'diversidad sexual', 'vida sexual'],
  criminal: ['antecedentes penales', 'certificado de antecedentes', 'condena', 'delito', 'inhabilidad'],
  minor_data: [
    'nino',
    'nina',
    'menor de edad',
    'menores',
    'adolescente',
    'parvulo',
    'alumno',
    'escolar',
    'colegio',
    'sala cuna',
    'jardin infantil',
  ],
  location: ['gps', 'ubicacion', 'geolocaliz*', 'camara', 'cctv', 'rastreo', 'videovigilancia'],
  browsing: ['cookie', 'navegacion', 'sitio web', 'pagina web', 'pixel', 'analytics'],
  employment: [
    'trabajador*',
    'empleado',
    'colaborador',
    'laboral*',
    'asistencia',
    'curriculum',
    'desempeno',
    'turno',
    'chofer',
    'conductor',
  ],
}

/** The same for the people concerned, by the vocabulary of the data map. */
export const SUBJECT_CLUES: Readonly<Record<string, readonly string[]>> = {
  employees: ['trabajador*', 'empleado', 'colaborador', 'funcionario', 'chofer', 'conductor', 'bodeguero'],
  candidates: ['postulante', 'candidato', 'curriculum'],
  customers: ['cliente', 'comprador', 'consumidor', 'huesped*', 'pasajero', 'asegurado'],
  suppliers: ['proveedor', 'honorarios'],
  contractors: ['contratista'],
  visitors: ['visita', 'visitante'],
  subscribers: ['suscriptor', 'boletin', 'newsletter'],
  site_visitors: ['cookie', 'navegacion', 'sitio web', 'pagina web'],
  patients: ['paciente'],
  students: ['alumno', 'estudiante', 'escolar'],
  guardians: ['apoderado'],
  children: ['nino', 'nina', 'parvulo', 'sala cuna', 'jardin infantil'],
  adolescents: ['adolescente'],
  credit_applicants: ['deudor', 'moros*'],
  shareholders: ['accionista'],
  complainants: ['denuncia*', 'denunciante'],
  citizens: ['ciudadan*', 'vecino'],
}

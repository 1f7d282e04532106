import { DATA_CATEGORIES, DATA_CATEGORY_KEYS, type DataCategory } from '#kernel/data-categories.ts'

/**
 * Explains each of the 17 categories to people who fill in the record. Articles are those of Ley 19.628 as amended by Ley
 * 21.719. `kernel/data-categories.ts` decides which ones are sensitive.
 */
interface Explained {
  description: string
  legalReference: string
  examples: readonly string[]
}

const LAW = 'Ley 19.628 (mod. Ley 21.719)'

const EXPLAINED: Readonly<Record<DataCategory, Explained>> = {
  name: {
    description: 'Nombres y apellidos, nombre social o seudónimo que permite identificar a una persona.',
    legalReference: `art. 2 letra f), ${LAW}`,
    examples: ['Nombre completo', 'Nombre social', 'Nombre de usuario'],
  },
  email: {
    description: 'Direcciones de correo electrónico de personas, personales o de trabajo.',
    legalReference: `art. 2 letra f), ${LAW}`,
    examples: ['Correo personal', 'Correo de trabajo con nombre y apellido'],
  },
  phone: {
    description: 'Números de teléfono fijo o móvil de personas.',
    legalReference: `art. 2 letra f), ${LAW}`,
    examples: ['Celular', 'Teléfono de emergencia', 'Número de WhatsApp'],
  },
  rut: {
    description: 'Número de identificación: RUT o RUN, pasaporte u otro documento de identidad.',
    legalReference: `art. 2 letra f), ${LAW}`,
    examples: ['RUT', 'Número de serie de la cédula', 'Pasaporte'],
  },
  address: {
    description: 'Domicilio particular, postal o de despacho.',
    legalReference: `art. 2 letra f), ${LAW}`,
    examples: ['Calle y número', 'Comuna y región', 'Dirección de despacho'],
  },
  financial: {
    description:
      'Información económica, bancaria, comercial o de deudas. La situación socioeconómica de una persona es dato sensible: si la trata, aplique además el art. 16.',
    legalReference: `arts. 13 letra a) y 17 a 19, ${LAW}`,
    examples: ['Cuenta bancaria', 'Sueldo', 'Historial de pagos', 'Deudas y protestos'],
  },
  health: {
    description:
      'Salud física o psíquica, pasada, presente o futura, y perfil biológico humano: datos genéticos, proteómicos o metabólicos.',
    legalReference: `arts. 2 letra g), 16 y 16 bis, ${LAW}`,
    examples: ['Licencia médica', 'Ficha clínica', 'Alergias', 'Discapacidad', 'Examen genético'],
  },
  biometric: {
    description:
      'Rasgos físicos, fisiológicos o de conducta tratados con técnicas que identifican o confirman la identidad de una persona.',
    legalReference: `arts. 2 letra g) y 16 ter, ${LAW}`,
    examples: ['Huella digital', 'Reconocimiento facial', 'Iris', 'Voz'],
  },
  ethnic_origin: {
    description: 'Origen étnico o racial, pertenencia a pueblos originarios.',
    legalReference: `arts. 2 letra g) y 16, ${LAW}`,
    examples: ['Pueblo originario', 'Acreditación de calidad indígena'],
  },
  political: {
    description: 'Afiliación política. Registre aquí también la afiliación sindical y la gremial.',
    legalReference: `arts. 2 letra g) y 16, ${LAW}`,
    examples: ['Partido político', 'Afiliación a un sindicato', 'Colegio profesional'],
  },
  religious: {
    description: 'Creencias religiosas y convicciones ideológicas o filosóficas.',
    legalReference: `arts. 2 letra g) y 16, ${LAW}`,
    examples: ['Religión declarada', 'Régimen alimentario por creencias'],
  },
  sexual_orientation: {
    description: 'Vida sexual, orientación sexual e identidad de género.',
    legalReference: `arts. 2 letra g) y 16, ${LAW}`,
    examples: ['Orientación sexual', 'Identidad de género', 'Salud sexual y reproductiva'],
  },
  criminal: {
    description:
      'Infracciones penales, civiles, administrativas o disciplinarias y sus sanciones. En principio solo los organismos públicos pueden tratarlas: indique la ley que lo autoriza.',
    legalReference: `art. 25, ${LAW}`,
    examples: ['Certificado de antecedentes', 'Registro de inhabilidades', 'Condenas'],
  },
  minor_data: {
    description:
      'Datos de niños y niñas (menores de 14 años) y de adolescentes (14 a 17). Rige el interés superior; bajo 14 años consienten sus padres o representantes, y bajo 16 cuando los datos son sensibles.',
    legalReference: `art. 16 quáter, ${LAW}`,
    examples: ['Alumno de un colegio', 'Carga familiar', 'Usuario menor de 14 años'],
  },
  location: {
    description:
      'Ubicación o recorridos de una persona, en tiempo real o registrados, e imágenes de cámaras.',
    legalReference: `art. 16 sexies, ${LAW}`,
    examples: ['GPS de un vehículo', 'Ubicación del teléfono', 'Imágenes de videovigilancia'],
  },
  browsing: {
    description: 'Conducta en sitios y aplicaciones, e identificadores en línea.',
    legalReference: `arts. 1 bis letra c) y 2 letra f), ${LAW}`,
    examples: ['Cookies', 'Dirección IP', 'Páginas visitadas', 'Identificador de publicidad'],
  },
  employment: {
    description:
      'Relación laboral y trayectoria profesional. La afiliación sindical que aparezca en ella es dato sensible: agregue la categoría political.',
    legalReference: `arts. 13 letras b) y c) y 16 letra e), ${LAW}`,
    examples: ['Cargo', 'Contrato de trabajo', 'Asistencia', 'Currículum', 'Evaluación de desempeño'],
  },
}

export interface CatalogEntry {
  key: DataCategory
  label: string
  description: string
  sensitive: boolean
  legalReference: string
  examples: string[]
}

export const DATA_CATALOG: readonly CatalogEntry[] = DATA_CATEGORY_KEYS.map((key) => ({
  key,
  ...DATA_CATEGORIES[key],
  ...EXPLAINED[key],
  examples: [...EXPLAINED[key].examples],
}))

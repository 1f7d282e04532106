/** The usual processing activities of one kind of organisation: a first register to correct. */
export interface RatPack {
  key: string
  name: string
  /** The kind of organisation, in a sentence. */
  about: string
  templateIds: readonly string[]
}

/** For any organisation with employees, purchases and invoices. */
const ANY = [
  'remuneraciones',
  'carpeta-trabajador',
  'reclutamiento',
  'control-asistencia',
  'salud-ocupacional',
  'denuncias-internas',
  'facturacion',
  'proveedores',
] as const

export const PACKS: readonly RatPack[] = [
  {
    key: 'comercio',
    name: 'Comercio y tienda en línea',
    about: 'Ventas en local o por internet, despacho, clientes frecuentes y publicidad.',
    templateIds: [
      ...ANY,
      'venta-en-linea',
      'cuentas-usuario',
      'atencion-clientes',
      'newsletter',
      'fidelizacion',
      'analitica-web',
      'videovigilancia',
    ],
  },
  {
    key: 'clinica',
    name: 'Clínica o centro de salud',
    about: 'Consultas, clínicas, laboratorios y centros dentales: fichas, exámenes y recetas.',
    templateIds: [
      ...ANY,
      'ficha-clinica',
      'examenes-laboratorio',
      'farmacia-recetas',
      'atencion-clientes',
      'videovigilancia',
    ],
  },
  {
    key: 'colegio',
    name: 'Colegio o jardín infantil',
    about: 'Matrícula, apoderados, becas, transporte y fotos de actividades, con datos de niños y niñas.',
    templateIds: [
      ...ANY,
      'matricula-escolar',
      'inhabilidades-menores',
      'becas',
      'transporte-escolar',
      'fotos-difusion',
      'videovigilancia',
    ],
  },
  {
    key: 'educacion-superior',
    name: 'Universidad o instituto',
    about: 'Estudiantes, postulantes, becas, investigación y cursos.',
    templateIds: [
      ...ANY,
      'universidad',
      'becas',
      'cursos-capacitacion',
      'estudios-estadisticas',
      'eventos',
      'videovigilancia',
    ],
  },
  {
    key: 'condominio',
    name: 'Condominio o edificio',
    about: 'Copropietarios, gastos comunes, conserjería, visitas, estacionamientos y cámaras.',
    templateIds: [
      'administracion-condominio',
      'registro-visitas',
      'videovigilancia',
      'estacionamiento-patentes',
      'remuneraciones',
      'carpeta-trabajador',
      'control-asistencia',
      'proveedores',
    ],
  },
  {
    key: 'finanzas',
    name: 'Banco, fintech o cooperativa',
    about: 'Cuentas, créditos, cobranza, prevención de lavado y decisiones automatizadas.',
    templateIds: [
      ...ANY,
      'banco-cuentas',
      'evaluacion-crediticia',
      'credito-automatizado',
      'conocimiento-cliente',
      'cuentas-usuario',
      'atencion-clientes',
      'grabacion-llamadas',
    ],
  },
  {
    key: 'seguros',
    name: 'Seguros y corretaje de seguros',
    about: 'Pólizas de vida, salud y generales, siniestros y atención de asegurados.',
    templateIds: [
      ...ANY,
      'seguros-vida-salud',
      'seguros-generales',
      'conocimiento-cliente',
      'atencion-clientes',
      'grabacion-llamadas',
    ],
  },
  {
    key: 'municipio',
    name: 'Municipalidad',
    about: 'Permisos, ayudas sociales, solicitudes ciudadanas y televigilancia de un órgano público.',
    templateIds: [
      'municipio-permisos',
      'municipio-ayudas-sociales',
      'solicitudes-ciudadanas',
      'televigilancia-municipal',
      'audiencias-lobby',
      'remuneraciones',
      'carpeta-trabajador',
      'reclutamiento',
      'control-asistencia',
      'proveedores',
    ],
  },
  {
    key: 'servicios',
    name: 'Servicios profesionales',
    about: 'Estudios, consultoras, agencias y oficinas que trabajan por encargo de clientes.',
    templateIds: [...ANY, 'prospectos', 'atencion-clientes', 'newsletter', 'analitica-web', 'eventos'],
  },
  {
    key: 'turismo',
    name: 'Hotel o agencia de viajes',
    about: 'Reservas, huéspedes, viajes y wifi para clientes.',
    templateIds: [...ANY, 'hotel', 'agencia-viajes', 'wifi-clientes', 'newsletter', 'videovigilancia'],
  },
  {
    key: 'transporte',
    name: 'Transporte y despacho',
    about: 'Flotas, encomiendas, reparto por aplicación y pasajeros.',
    templateIds: [
      ...ANY,
      'correo-encomiendas',
      'transporte-pasajeros',
      'reparto-aplicacion',
      'gps-flota',
      'atencion-clientes',
    ],
  },
  {
    key: 'inmobiliaria',
    name: 'Corretaje de propiedades',
    about: 'Arriendos, ventas, interesados y evaluación de arrendatarios.',
    templateIds: [...ANY, 'corretaje-propiedades', 'prospectos', 'evaluacion-crediticia', 'newsletter'],
  },
  {
    key: 'gimnasio',
    name: 'Gimnasio o club',
    about: 'Socios, acceso, talleres para niños y fotos de actividades.',
    templateIds: [
      ...ANY,
      'gimnasio',
      'club-socios',
      'club-deportivo-ninos',
      'inhabilidades-menores',
      'fotos-difusion',
      'videovigilancia',
    ],
  },
  {
    key: 'fundacion',
    name: 'Fundación u organización sin fines de lucro',
    about: 'Beneficiarios, socios, donaciones y eventos.',
    templateIds: [...ANY, 'ong-beneficiarios', 'donaciones', 'club-socios', 'newsletter', 'eventos'],
  },
  {
    key: 'general',
    name: 'Otra empresa',
    about: 'Lo que casi toda empresa hace: personas, proveedores, clientes y sitio web.',
    templateIds: [...ANY, 'prospectos', 'atencion-clientes', 'analitica-web', 'videovigilancia'],
  },
]

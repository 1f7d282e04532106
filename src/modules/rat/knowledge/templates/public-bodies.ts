import { BASIC, list, type RatTemplate, STRONG } from './template.ts'

const ARCHIVE = 'El de la normativa del servicio y de archivo de los órganos del Estado.'

/** Public bodies act within their legal functions (art. 20). */
export const PUBLIC_BODIES: readonly RatTemplate[] = [
  {
    id: 'municipio-ayudas-sociales',
    name: 'Ayudas y programas sociales de un organismo público',
    area: 'Desarrollo comunitario',
    keywords: list(
      'centro de la mujer, violencia + muni, violencia intrafamiliar + municip*, registro social de hogares, rsh, asistente social visita, ayudas sociales, ayuda social, dideco, subsidio, bono social, ficha social, informe social, ayuda* + vecinos + municip*, beneficios sociales, canastas + familias, familias vulnerables + municip*, subsidios, pension basica, bonos + familias, fosis, ingreso etico, programa + adultos mayores + municip*, senama, oficina de la mujer, cuidadores + municip*, damnificados, catastro de damnificados, allegados + municip*, serviu, subsidio habitacional, becas + junaeb, cajas de mercaderia, subsidio + municipal*, subsidio familiar, departamento social, direccion de desarrollo comunitario, desarrollo comunitario, desarrollo social, programa social del municipio, familias vulnerables, vivienda + allegad*, familias allegadas, oficina de la vivienda, oficina municipal de la vivienda, oficina de la discapacidad, oficina del adulto mayor, oficina de migrantes, adultos mayores + municip*, adultos mayores + comuna, bono + pescadores, bono + familias, bono + inscrit*, paga un bono, pag* + bono*, ayuda economica, apoyo social, emergencia + damnificad*, canastas, ayuda* + panales, subsidio* + vivienda, subsidio* + agua, programa quiero mi barrio, programa habitacional, pension garantizada universal, pgu, evaluacion social, aporte familiar',
    ),
    hints: list(
      'municipalidad, muni, familia, vulnerab*, beneficio, vecino, asistente social, ayuda, subsidio, social, bono, canasta, vivienda, allegad*, emergencia',
    ),
    purpose:
      'Acreditar la situación de las familias y asignar las ayudas y beneficios que la ley encomienda.',
    legalBasis: 'public_interest',
    legalBasisArticle: '20',
    legalNorm:
      'Ley 18.695, orgánica de municipalidades; Ley 20.379 y reglamento del Registro Social de Hogares',
    dataCategories: ['name', 'rut', 'address', 'phone', 'financial', 'employment', 'health'],
    ifTold: ['employment', 'health'],
    socioeconomic: true,
    subjectCategories: ['citizens', 'Grupo familiar'],
    dataSource: 'La propia familia, la visita domiciliaria y registros de otros organismos públicos',
    recipients: ['Ministerio de Desarrollo Social y Familia', 'Otros organismos públicos, según la ley'],
    retentionPeriod: 'legal_minimum',
    retentionNote: ARCHIVE,
    securityMeasures: STRONG,
    riskLevel: 'high',
    dpiaRequired: true,
    note: 'La situación socioeconómica es dato sensible (art. 2 letra g). El art. 21 no extiende el art. 15 ter a los organismos públicos: la evaluación de impacto es aquí buena práctica.',
  },
  {
    id: 'municipio-permisos',
    name: 'Permisos, licencias y patentes municipales',
    area: 'Dirección de tránsito y rentas',
    keywords: list(
      'renov* licencias, renov* + licencia de conducir, direccion transito, licencia de conducir, permiso de circulacion, patente comercial, patentes comerciales, permiso municipal, permiso de edificacion, sacamos la licencia, direccion de transito, direccion de obras municipales, patentes + municip*, permisos + municip*, licencias de conducir, feriantes, ferias libres, partes de transito, derechos de aseo, ocupacion de espacio publico, certificados + municip*, inspector* + partes, partes + autos, mal estacionados, licencia de conducir + municipal*, patentes municipales, permisos de edificacion, direccion de obras, recepciones finales, recepcion final, tramita permisos, tramit* + permisos, otorg* permisos, otorg* licencias, otorg* patentes, patentes de alcohol*, departamento de patentes, permisos de circulacion, departamento de transito, juzgado + permisos, bienes nacionales de uso publico, permisos de ocupacion, permisos ambulantes, comercio ambulante, resolucion sanitaria, autorizacion sanitaria, autorizaciones sanitarias, concesiones maritimas, permisos de caza, registro pesquero, fondos concursables, fondo concursable, rendiciones + organizaciones, subvenciones municipales, cementerio municipal, deportes + municipal*, talleres municipales, feria municipal, certificado de numero',
    ),
    hints: list(
      'municipalidad, muni, licencia de conducir, permiso, contribuyente, vecino, patente, tramit*, obras, autorizacion, inscripcion, registro',
    ),
    purpose: 'Tramitar y otorgar permisos, licencias y patentes, y cobrar los derechos municipales.',
    legalBasis: 'public_interest',
    legalBasisArticle: '20',
    legalNorm:
      'Ley 18.695, orgánica de municipalidades; Ley 18.290, de Tránsito; DL 3.063, de Rentas Municipales',
    dataCategories: ['name', 'rut', 'address', 'email', 'financial'],
    ifTold: ['financial'],
    subjectCategories: ['citizens'],
    dataSource: 'El propio solicitante; otros registros públicos',
    recipients: ['Registro Civil', 'Servicio de Impuestos Internos', 'Tesorería General de la República'],
    retentionPeriod: 'legal_minimum',
    retentionNote: ARCHIVE,
    securityMeasures: BASIC,
    riskLevel: 'medium',
    dpiaRequired: false,
    note: 'Los exámenes médicos y los antecedentes para la licencia de conducir los ordena la Ley de Tránsito.',
  },
  {
    id: 'solicitudes-ciudadanas',
    name: 'Solicitudes, reclamos y transparencia de un organismo público',
    area: 'Atención ciudadana',
    keywords: list(
      'participacion ciudadana, observaciones + expediente, observaciones + proyecto, consulta publica, portal de transparencia, transparencia activa, oirs, solicitudes ciudadanas, ley de transparencia, solicitud de transparencia, solicitudes de acceso a la informacion, reclamos ciudadanos, atencion ciudadana, superintendencia que, servicio publico que, ministerio que, reclamos de usuarios y fiscaliza, reclamos + servicio publico, superintendencia, fiscaliz* + denuncias, sernac, consultas ciudadanas, oficina de partes, tramites en linea del estado, inspeccion del trabajo, direccion del trabajo, denuncias ambientales, presupuesto participativo, chileatiende, reclamos de vecinos, municipal* + reclamos, solicitudes de transparencia, atencion de publico + municipal*, requerimientos de la ciudadania, requerimientos ciudadanos, oficina de informaciones, informaciones y reclamos, solicitudes de informacion publica, respond* requerimientos, reclamos contra empresas, reclamos de usuarios, reclamos de consumidores, recib* reclamos, denuncias de trabajadores, denuncias de usuarios, denuncias de vecinos, denuncias + fiscaliz*, mediacion + consumidores, atencion de usuarios + servicio publico, buzon ciudadano, presentaciones ciudadanas, presentaciones de los ciudadanos, cabildo*, plebiscito*, consulta ciudadana, tramites + ciudadan*, atencion de publico, talleres con vecinos, participacion de los vecinos',
    ),
    hints: list(
      'ciudadano, reclamo, superintendencia, servicio publico, ministerio, seremi, usuario, fiscaliz*, ciudadania, requerimiento, denuncia, tramite, presentacion, consulta, informacion',
    ),
    purpose:
      'Recibir y responder solicitudes, reclamos y consultas de las personas, y ejercer las funciones que la ley encomienda.',
    legalBasis: 'public_interest',
    legalBasisArticle: '20',
    legalNorm: 'Ley 19.880; Ley 20.285; ley orgánica del servicio',
    dataCategories: ['name', 'rut', 'email', 'phone', 'address'],
    subjectCategories: ['citizens'],
    dataSource: 'La propia persona, al presentar su solicitud',
    recipients: ['Otros organismos públicos competentes'],
    retentionPeriod: 'legal_minimum',
    retentionNote: ARCHIVE,
    securityMeasures: BASIC,
    riskLevel: 'low',
    dpiaRequired: false,
    note: 'El organismo actúa dentro de sus funciones (art. 20) y comunica datos a otros organismos según los arts. 20 y siguientes.',
  },
  {
    id: 'televigilancia-municipal',
    name: 'Televigilancia y seguridad pública comunal',
    area: 'Seguridad pública',
    keywords: list(
      'camaras en la plaza, camaras en las calles, camaras municipales, camaras de la municipalidad, televigilancia municipal, drones municipales, inspectores municipales, seguridad ciudadana, seguridad municipal, patrullaje, camaras + municip*, camaras + via publica, drones + municip*, camaras + comuna, patrull* + municip*, portic* + patentes + municip*, seguridad publica, globos de vigilancia, paz ciudadana, central de camaras, central municipal, camaras y drones, camaras de televigilancia, drones + plaza*, drones + calle*, camaras + plazas, camaras + calles, vigila plazas, vigilancia de plazas, direccion de seguridad publica, seguridad comunal, inspectores de seguridad, patrulleros, patrulleros municipales, camaras + espacio* publico*, porticos lectores + comuna, botones de panico + vecinos',
    ),
    hints: list(
      'municipalidad, muni, camara, plaza, calle, via publica, comuna, dron, drones, vigil*, calles, plazas, patrull*',
    ),
    purpose:
      'Prevenir delitos e incivilidades en los espacios públicos de la comuna y colaborar con las policías.',
    legalBasis: 'public_interest',
    legalBasisArticle: '20',
    legalNorm: 'Ley 18.695, orgánica de municipalidades; Ley 20.965, sobre seguridad pública comunal',
    dataCategories: ['location'],
    subjectCategories: ['citizens', 'Transeúntes'],
    dataSource: 'Cámaras y equipos en la vía pública',
    recipients: ['Carabineros de Chile y Policía de Investigaciones', 'Ministerio Público'],
    retentionPeriod: 'until_purpose_fulfilled',
    retentionNote: 'Treinta días, salvo las imágenes de un hecho que se investiga.',
    securityMeasures: STRONG,
    riskLevel: 'high',
    dpiaRequired: true,
    note: 'Observación sistemática de espacios públicos (art. 15 ter letra c). El art. 21 no extiende esa norma a los organismos públicos: la evaluación es aquí buena práctica.',
  },
  {
    id: 'estudios-estadisticas',
    name: 'Estudios, investigación y estadísticas',
    area: 'Estudios',
    keywords: list(
      'investigacion cientifica, investigacion academica, censo, observatorio social, estudio historico, archivo historico, estadisticas publicas, estudio longitudinal, tesis, censo*, encuesta casen, encuestas de hogares, investig* + universidad, tesis + entrevistas, estudio + jovenes, estudio + encuesta + universidad, proyecto fondecyt, fondecyt, estadisticas, investig* + entrevist*, centro de estudios, observatorio, universidad + entrevist*, investigador* + entrevist*, estudio + entrevist*, memoria historica, archivo oral, fines estadisticos, encuesta* + estadistic*, encuesta nacional, encuesta nacional de, estadistica*, estudio social, estudios sociales, investigacion social, investigacion historica, investigacion educativa, proyecto de investigacion, grupo de investigacion, investigadores + universidad, entrevistas + investig*, entrevistas + tesis, historia oral, archivo nacional, politicas publicas + estudio*',
    ),
    hints: list(
      'encuesta, estudio, estadistica, investigacion, investigador, universidad, censo, hogares, estadistic*, academic*',
    ),
    purpose:
      'Elaborar estudios y estadísticas de interés público con datos que se anonimizan antes de publicar.',
    legalBasis: 'public_interest',
    legalBasisArticle: '16 quinquies',
    legalNorm: 'Ley 19.628, art. 16 quinquies',
    dataCategories: ['name', 'email', 'address'],
    subjectCategories: ['Personas encuestadas'],
    dataSource: 'El propio titular; registros administrativos autorizados por ley',
    recipients: ['Instituciones académicas asociadas'],
    retentionPeriod: 'indefinite',
    retentionNote:
      'Los datos se anonimizan; la conservación con fines de estudio la permite el art. 16 quinquies.',
    securityMeasures: ['ANONYMIZATION', 'PSEUDONYMIZATION', 'ACCESS_CONTROL', 'LOGGING'],
    riskLevel: 'medium',
    dpiaRequired: false,
    note: 'Una empresa que solo hace estudios de mercado propios debe usar otra base: consentimiento o interés legítimo.',
  },
]

import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Fifty more, written blind by others: in the first half, clear sentences, the drafter's first run gave 22 activities, 25
 * bases, 25 of the data, 23 of the people and all the rest; in both 45, 48, 46, 44, 50, 50 and 50.
 */
export const EIGHTEENTH_SET: readonly Sentence[] = sentencesOf(`
Tintorería en Ñuñoa: anotamos el nombre y el teléfono de quien deja ropa para avisarle por WhatsApp cuando está lista y emitirle la boleta.
= facturacion atencion-clientes venta-en-linea none; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d | consent 12; name phone (financial); customers; no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

Funeraria en Talca: pedimos nombre, RUT y teléfono del familiar que contrata el servicio y los datos de la persona fallecida para hacer el funeral, tramitar la inscripción de la defunción y cobrar la cuota mortuoria.
= facturacion atencion-clientes venta-en-linea none; contract 13 c | legal_obligation 13 b; name rut phone (financial health religious employment); customers|~famili|~contratant (customers citizens); ?; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years 15_years 1_year 2_years; ?

Óptica en Antofagasta: guardamos la receta de lentes de cada cliente junto con su nombre, RUT y teléfono, para fabricarle los anteojos y avisarle cuando puede retirarlos.
= ficha-clinica farmacia-recetas facturacion atencion-clientes venta-en-linea none; contract 13 c | consent 16 bis | consent 16 | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f; health name (financial minor_data); customers|patients (customers patients guardians children adolescents); yes; legal_minimum 15_years until_purpose_fulfilled 5_years 6_years 10_years 1_year 2_years; ?

Soy abogada de familia en Valdivia: llevo carpetas de mis clientes con sus ingresos, sus antecedentes matrimoniales y los datos de sus hijos para tramitar divorcios y pensiones de alimentos ante el tribunal.
= causas-judiciales facturacion none; contract 13 c | legitimate_interest 13 e | legal claims 13 e | consent 12 | consent 16 | legal_obligation 13 b | consent 16 quáter | legitimate_interest 16 d | legal claims 16 d; financial minor_data (health employment sexual_orientation criminal); customers|~client (customers children adolescents guardians citizens); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?

Viña en Colchagua: recibimos por la página reservas de tours y degustaciones con nombre, correo y teléfono, para confirmar la visita y cobrarla.
= eventos agencia-viajes venta-en-linea facturacion hotel atencion-clientes registro-visitas transporte-pasajeros none; contract 13 c | legal_obligation 13 b | consent 12; name email phone (financial browsing); customers|visitors (customers visitors site_visitors prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

Constructora en Rancagua: nuestros 180 trabajadores marcan la entrada y la salida con la huella digital para controlar la jornada en la obra.
= control-biometrico; consent 16 ter | consent 16 | legal_obligation 16 e | legal_obligation 13 b | legal_obligation 16 f; biometric (employment location); employees (contractors former_employees); yes; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; yes

Taller mecánico en Quilpué: registramos nombre, teléfono y patente de cada cliente con el historial de reparaciones de su auto, para hacerle el presupuesto, responder por la garantía y facturar.
= facturacion atencion-clientes none; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; name phone (financial); customers (prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

Soy psicóloga clínica en Providencia y atiendo adultos: escribo la ficha de cada sesión con motivo de consulta, diagnóstico y evolución del paciente para llevar su tratamiento.
= ficha-clinica; legal_obligation 16 bis e | consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f | contract 13 c; health (sexual_orientation religious political employment financial criminal); patients (customers emergency_contacts); yes; legal_minimum 15_years until_purpose_fulfilled 5_years 6_years 10_years; ?

Somos una agencia de email marketing: enviamos los correos promocionales a las bases de clientes que nos entregan las tiendas que nos contratan, siempre según sus instrucciones.
= newsletter fidelizacion prospectos none; consent 12 | legitimate_interest 13 d | contract 13 c; email (browsing location); customers|subscribers|prospects (customers subscribers prospects); no; until_unsubscribe until_purpose_fulfilled legal_minimum 1_year 2_years 5_years; ?; encargado

Oficina contable en Curicó: por encargo de las pymes que son nuestras clientes calculamos las liquidaciones de sueldo y las cotizaciones de sus trabajadores y las declaramos en Previred.
= remuneraciones; legal_obligation 13 b | legal_obligation 16 e | contract 13 c | legal_obligation 16 f; financial (employment health political minor_data rut name); employees|~trabajador (employees former_employees contractors customers beneficial_owners children); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?; encargado

Somos la Dirección de Tránsito de la Municipalidad de Ovalle: recibimos las solicitudes de licencia de conducir con el examen médico y la hoja de vida del conductor, para otorgar o negar la licencia.
= municipio-permisos; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | legal_obligation 16 bis e; health (criminal financial biometric minor_data); citizens|~conductor|~solicitant|~postulant (citizens customers patients adolescents); yes; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years 15_years; ?

CESFAM municipal de Lota: registramos a los vecinos inscritos, sus vacunas y sus controles de enfermedades crónicas, para la atención primaria y los programas del Ministerio de Salud.
= ficha-clinica salud-publica; public_interest 20 | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 13 b | legal_obligation 16 f | public_interest 16 bis b; health (minor_data ethnic_origin financial); patients|citizens (patients citizens children adolescents guardians); yes; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years 15_years; ?

Somos un servicio público de fomento agrícola: registramos a los pequeños agricultores que postulan a subsidios de riego, con su RUT, su predio y sus ingresos, para evaluar la postulación y pagar el beneficio.
= municipio-ayudas-sociales becas none; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f; rut financial (ethnic_origin location employment health); citizens|~agricult|~postulant|~beneficiari|~solicitant (citizens students); ?; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years 15_years; ?

Compañía de bomberos voluntarios de Osorno: llevamos el registro de nuestros voluntarios con su grupo sanguíneo, un contacto de emergencia y la asistencia a los llamados.
= club-socios organizacion-comunitaria donaciones carpeta-trabajador none; legitimate_interest 16 b | consent 16 | consent 16 bis | vital_interest 16 bis a | vital_interest 16 c | legal_obligation 16 f | legal_obligation 16 bis f | contract 13 c | legal_obligation 13 b; health (employment minor_data criminal); ~voluntari|~bomber|~soci|~miembr|contractors (employees contractors emergency_contacts adolescents); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum indefinite 10_years; ?

Asociación de artesanas mapuche de Temuco: inscribimos a las socias con su nombre, su comunidad de origen y su calidad indígena, para postular a fondos y repartir los espacios en ferias.
= organizacion-comunitaria cooperativa club-socios colegio-profesional ong-beneficiarios becas none; legitimate_interest 16 b | consent 16 | legal_obligation 16 f; ethnic_origin name (financial political employment); ~soci|~artesan|~miembr|~integrant|~afiliad (shareholders citizens suppliers); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum indefinite; ?

Plataforma digital que califica con un algoritmo a las personas que quieren arrendar un departamento, según su sueldo y sus deudas impagas, y acepta o rechaza la solicitud sin intervención humana.
= credito-automatizado evaluacion-crediticia corretaje-propiedades; consent 12 | contract 13 c | legal_obligation 13 a | legitimate_interest 13 d | consent 16; financial (employment browsing); prospects|customers|credit_applicants|~arrendatari|~postulant|~solicitant (prospects customers credit_applicants site_visitors); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; yes

Salón de belleza en Maipú: agendamos las horas con nombre y celular de la clienta y anotamos si es alérgica a alguna tintura para no hacerle daño.
= ficha-clinica atencion-clientes facturacion none; consent 16 | consent 16 bis | contract 13 c | vital_interest 16 c | vital_interest 16 bis a; health phone (financial); customers (patients); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years 15_years; ?

Productora de matrimonios en Viña del Mar: los novios nos entregan la lista de invitados con nombre y teléfono para confirmar la asistencia y organizar las mesas.
= eventos none; contract 13 c | legitimate_interest 13 d | consent 12; name phone (health minor_data financial religious); ~invitad|visitors|~asistent|customers (customers visitors children suppliers); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

Empresa minera en Calama: hacemos test preventivos de alcohol y drogas a nuestros operadores antes de cada turno y guardamos los resultados para evitar accidentes.
= salud-ocupacional; legal_obligation 16 e | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16 | legal_obligation 13 b | contract 13 c; health (employment); employees|~operador|~trabajador (contractors employees); yes; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years 15_years 40_years; yes

Asociación gremial de dueños de camiones de la Región del Maule: llevamos la nómina de socios con RUT, teléfono y correo, y el registro de las cuotas sociales que pagan.
= colegio-profesional club-socios cooperativa sindicato none; legitimate_interest 16 b | consent 16 | contract 13 c | legitimate_interest 13 d | consent 12 | legal_obligation 13 b | legal_obligation 16 f; rut (political financial employment); ~soci|~afiliad|~miembr|~asociad (customers shareholders); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years 10_years indefinite; ?

Agencia que busca asesoras del hogar para familias: recibimos el currículum, las referencias laborales y el certificado de antecedentes de cada postulante, para presentarla a la familia interesada.
= reclutamiento inhabilidades-menores; contract 13 c | consent 12 | legitimate_interest 13 d; employment criminal (financial); candidates|~postulant (candidates customers employees former_employees contractors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; ?

Preuniversitario en línea: inscribimos a estudiantes de tercero y cuarto medio con sus datos y los de su apoderado, y guardamos sus puntajes en los ensayos para orientar su preparación.
= cursos-capacitacion matricula-escolar cuentas-usuario universidad none; contract 13 c | consent 16 quáter | consent 12 | legal_obligation 13 b; minor_data (financial browsing health employment); students|adolescents (students adolescents guardians children customers); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years 10_years; ?

Hotel para perros en Chicureo: pedimos al dueño nombre, dirección y teléfono, y el carné de vacunas de la mascota, para cuidarla durante su estadía y cobrar el servicio.
= veterinaria hotel facturacion atencion-clientes none; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d | consent 12; name address phone (financial); customers|~dueñ (emergency_contacts customers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

Somos una empresa familiar de servicios y manejamos datos de algunas personas.
= unsure

Tenemos una consultora y vamos guardando información en unas planillas.
= unsure

tengo un almacen en el cerro cordillera i anoto en un cuaderno a los vecinos ke me kedan debiendo, el nombre i cuanta plata deben pa cobrarles a fin de mes
= facturacion evaluacion-crediticia none; contract 13 c | legal_obligation 13 a | legitimate_interest 13 d | legal_obligation 13 b | consent 12; name financial; customers|~vecin|~deudor (customers credit_applicants citizens); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

ago clases d guitarra a cabros chicos, tengo el nombre y la edad de los niños y el wasap de la mamá pa cordinar la hora y cobrarle
= club-deportivo-ninos cursos-capacitacion facturacion matricula-escolar none; consent 16 quáter | contract 13 c | consent 12; minor_data phone (financial health); students|children|adolescents|guardians (students children adolescents guardians customers); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years; ?

soy tatuador en conce, antes d tatuar el cliente me firma una ficha con nombre rut y si tiene alguna enfermedad o alergia
= ficha-clinica atencion-clientes none; consent 16 | consent 16 bis | legal_obligation 16 bis f | legal_obligation 16 f | contract 13 c | vital_interest 16 c | vital_interest 16 bis a; health name rut (financial minor_data); customers|patients (customers patients guardians adolescents); yes; legal_minimum 15_years until_purpose_fulfilled 5_years 6_years 10_years 1_year 2_years; ?

arrendamos cabañas en lican ray, pedimos nombre carnet y fono de los q se quedan pa la reserva y el abono
= hotel corretaje-propiedades facturacion agencia-viajes venta-en-linea; contract 13 c | legal_obligation 13 b | consent 12; name phone (financial rut minor_data); customers|~huésped|~pasajer|visitors (customers visitors children prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

tengo 4 furgones q reparten pan y les puse gps pa cachar donde andan los choferes y q no se salgan de la ruta
= gps-flota; legitimate_interest 13 d | contract 13 c | consent 16 sexies | consent 12 | legal_obligation 13 b | legal_obligation 16 e; location (employment); employees|~chofer|~conductor (employees contractors customers); no; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?

soy la presidenta del agua potable rural de mi sector, anotamos lo q marca el medidor de cada socio y le cobramos la cuenta todos los meses
= servicios-basicos cooperativa comunidad-aguas organizacion-comunitaria facturacion; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d | legitimate_interest 16 b | consent 12; name (financial location); ~soci|customers|~usuari|~comuner (customers citizens shareholders); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years indefinite 10_years; no

vendo ropa usada x instagram, me mandan el nombre la direccion y el comprobante d la transferencia pa despacharles x starken
= venta-en-linea facturacion correo-encomiendas; contract 13 c | legal_obligation 13 b | consent 12; name address (financial browsing); customers (site_visitors prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

tenemos un grupo d apoyo pa gente con problemas d alcoholismo, anotamos quien viene a las reuniones y como va en su recuperacion
= ong-beneficiarios organizacion-comunitaria ficha-clinica iglesia app-bienestar residencia-personas-mayores none; consent 16 | consent 16 bis | legitimate_interest 16 b | legal_obligation 16 bis e; health (religious employment); ~particip|~beneficiari|patients|~integrant|~miembr|~asistent|~persona (patients citizens emergency_contacts); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 15_years; ?

puse camaras en el minimarket xq me roban caleta, graban a los clientes y a las cajeras todo el dia
= videovigilancia; legitimate_interest 13 d | consent 12 | legal_obligation 13 b; (location employment minor_data); customers|employees|visitors (customers employees visitors suppliers contractors children adolescents); no; until_purpose_fulfilled legal_minimum 30_days 90_days 1_year 6_months 1_month 3_months; yes

ando buscando jente pa la cosecha d cerezas en romeral, me mandan sus datos y si an trabajado antes pa ver a kien contrato x la temporada
= reclutamiento; contract 13 c | consent 12 | legitimate_interest 13 d; employment (financial minor_data); candidates|~postulant|~trabajador (candidates employees former_employees contractors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; no

saco fotos en las graduaciones de kinder y dspues le vendo el album a los papas, guardo las fotos de los niños y el fono del apoderado
= fotos-difusion venta-en-linea facturacion eventos none; consent 16 quáter | contract 13 c | consent 12 | legitimate_interest 13 d; minor_data (biometric financial location); children|students|guardians|customers (children students guardians customers adolescents); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years; ?

estamos asiendo una rifa pa juntar plata pal club, anotamos nombre y telefono d los q compran numero pa avisarle al q gane
= concursos-sorteos donaciones eventos club-socios none; consent 12 | contract 13 c | legitimate_interest 13 d; name phone (financial); ~particip|customers|~comprador|~concursant|~donant (customers prospects citizens subscribers); no; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years; no

tengo un emprendimiento y quiero ponerme al dia con la ley d datos
= unsure

Centro de medicina reproductiva: mantenemos la ficha clínica de las pacientes y sus parejas, los resultados de sus exámenes hormonales y genéticos y el registro de los embriones criopreservados, con el fin de realizar tratamientos de fertilidad.
= ficha-clinica examenes-laboratorio banco-sangre; legal_obligation 16 bis e | consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f | contract 13 c; health (sexual_orientation biometric ethnic_origin financial); patients (customers); yes; legal_minimum 15_years until_purpose_fulfilled 5_years 6_years 10_years indefinite; yes

Empresa de cobranza extrajudicial que, por mandato de bancos y casas comerciales, contacta por teléfono y correo a los deudores morosos de estos para obtener el pago.
= evaluacion-crediticia facturacion boletin-comercial grabacion-llamadas none; legal_obligation 13 a | contract 13 c | legitimate_interest 13 d | legal_obligation 13 b | legitimate_interest 13 e | legal claims 13 e; financial (employment phone email); ~deudor|customers|credit_applicants|~moros (customers credit_applicants); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years; ?; encargado

Corredora de bolsa: al abrir una cuenta exigimos la identificación del inversionista, su declaración de origen de fondos y si es persona expuesta políticamente, para cumplir las normas de prevención del lavado de activos.
= conocimiento-cliente banco-cuentas; legal_obligation 13 b | contract 13 c | legal_obligation 16 f; financial (political employment biometric criminal); customers|~inversionist (customers beneficial_owners prospects shareholders); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?

Centro de estudios de opinión que encuesta a domicilio a personas adultas sobre su posición política y su intención de voto, registrando nombre y teléfono para supervisar el trabajo de los encuestadores.
= estudio-mercado estudios-estadisticas; consent 16 | legitimate_interest 16 quinquies | public_interest 16 quinquies | consent 16 quinquies; political (ethnic_origin religious financial location employment); ~encuestad|citizens|~particip|~person|prospects (citizens prospects customers employees contractors); yes; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum indefinite until_unsubscribe; ?

Fundación que acoge a familias migrantes en Iquique: registramos nacionalidad, situación migratoria, composición familiar y necesidades de cada hogar para entregar alimentos, orientación y derivación a servicios públicos.
= ong-beneficiarios; consent 16 | consent 12 | consent 16 quáter | legitimate_interest 16 b | contract 13 c | legitimate_interest 13 d | consent 16 bis; name (ethnic_origin minor_data health financial employment criminal); ~beneficiari|~migrant|~famili|~person|~hogar|citizens (citizens children adolescents guardians customers); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years; ?

Corporación pública de asistencia judicial: atendemos gratuitamente a personas de escasos recursos, verificamos su situación socioeconómica y llevamos el expediente de su caso para patrocinarlas ante los tribunales.
= causas-judiciales municipio-ayudas-sociales solicitudes-ciudadanas none; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legitimate_interest 13 e | legal claims 13 e | legitimate_interest 16 d | legal claims 16 d; financial (criminal health minor_data employment sexual_orientation ethnic_origin); citizens|~usuari|~patrocinad|~beneficiari|~person (citizens customers children complainants adolescents); yes; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years 15_years; ?

Aerolínea regional con vuelos a la Patagonia: tratamos nombre, documento de identidad, contacto y medio de pago de los pasajeros para emitir los pasajes, embarcarlos y entregar la lista de pasajeros a la autoridad.
= transporte-pasajeros agencia-viajes venta-en-linea; contract 13 c | legal_obligation 13 b; name financial (health minor_data location browsing biometric); customers|~pasajer (customers children adolescents citizens emergency_contacts); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years; ?

Proveedor de software de recursos humanos en la nube: alojamos, por cuenta de nuestras empresas clientes, los registros de asistencia con clave y los contratos de sus trabajadores, sin usarlos para fines propios.
= control-asistencia carpeta-trabajador remuneraciones; legal_obligation 13 b | contract 13 c | legitimate_interest 13 d | legal_obligation 16 e; employment (financial health location browsing); employees|~trabajador (employees former_employees contractors customers emergency_contacts); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?; encargado

Centro de coworking en Las Condes: los miembros ingresan al edificio mediante reconocimiento facial, para lo cual registramos la plantilla de su rostro y las horas de acceso.
= control-biometrico registro-visitas; consent 16 ter | consent 16; biometric (location employment); customers|~miembr|~usuari|~soci (customers visitors employees subscribers contractors); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum; yes

Laboratorio cosmético que prueba cremas en mujeres voluntarias: consignamos edad, tipo de piel, enfermedades cutáneas y reacciones de cada participante para evaluar la seguridad del producto antes de comercializarlo.
= investigacion-biomedica estudio-mercado estudios-estadisticas none; consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f | public_interest 16 bis c | contract 13 c | consent 16 quinquies | public_interest 16 quinquies; health (ethnic_origin financial biometric); ~voluntari|~particip|patients (patients customers contractors prospects citizens); yes; legal_minimum 15_years until_purpose_fulfilled 5_years 6_years 10_years indefinite 2_years until_unsubscribe; ?

Empresa salmonera de Puerto Montt: contamos con un canal interno en que los trabajadores denuncian acoso laboral o sexual y conservamos el expediente de cada investigación conforme a la Ley Karin.
= denuncias-internas; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f | legitimate_interest 13 d; name (health sexual_orientation employment criminal political); employees|complainants|~denuncia (employees complainants contractors former_employees suppliers); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years; ?

Fundación de rescate de animales: administramos los datos de nuestros socios colaboradores, su correo y la tarjeta en que cargamos el aporte mensual, y les enviamos un informe de las actividades.
= donaciones newsletter club-socios facturacion; contract 13 c | consent 12 | legitimate_interest 13 d | legitimate_interest 16 b | legal_obligation 13 b; email financial; ~donant|~soci|~colaborador|subscribers|customers (subscribers customers contractors prospects); no; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years legal_minimum 6_years 10_years; no
`)

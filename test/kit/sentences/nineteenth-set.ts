import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Fifty more, written blind by others. The drafter's first run gave 47 activities, 46 bases, 46 of the data, 42 of the people,
 * 50 sensitive, 50 terms and 46 assessments.
 */
export const NINETEENTH_SET: readonly Sentence[] = sentencesOf(`
Viña boutique de Casablanca que recibe turistas para degustaciones; al reservar se pide nombre, correo y teléfono, y se paga en línea con tarjeta.
= eventos agencia-viajes venta-en-linea hotel facturacion atencion-clientes none; contract 13 c; name email phone (financial browsing); customers|visitors (customers visitors prospects site_visitors); no; 5_years 6_years legal_minimum until_purpose_fulfilled 1_year 2_years; no

Taller mecánico en Rancagua que anota nombre, teléfono y patente del dueño de cada vehículo, junto con el historial de reparaciones, para hacer presupuestos y avisar cuando el auto está listo.
= atencion-clientes facturacion cuentas-usuario none; contract 13 c | legitimate_interest 13 d; name phone (financial location); customers (customers prospects); no; until_purpose_fulfilled 1_year 2_years 5_years 6_years legal_minimum; no

Kinesióloga que atiende a domicilio en Ñuñoa y lleva una ficha por paciente con diagnóstico, evolución de cada sesión, dirección y teléfono.
= ficha-clinica; legal_obligation 16 bis e | consent 16 bis | legal_obligation 16 bis f | legal_obligation 16 f | consent 16; health address phone (minor_data financial location); patients (patients guardians customers emergency_contacts children adolescents); yes; legal_minimum 10_years 5_years 6_years until_purpose_fulfilled 15_years; ?

Estudio jurídico de defensa penal en Concepción: guarda los antecedentes del cliente imputado, las carpetas de investigación y los pagos de honorarios para llevar su causa ante los tribunales.
= causas-judiciales facturacion notaria atencion-clientes none; legal claims 13 e | contract 13 c | legitimate_interest 13 e | legal_obligation 13 b; criminal (financial employment health minor_data location); customers (customers complainants citizens suppliers); ?; until_purpose_fulfilled legal_minimum 5_years 6_years 10_years; ?

Funeraria de Talca que pide a la familia los datos del fallecido y del deudo que contrata, con su RUT, teléfono y dirección, para organizar el servicio y tramitar la cuota mortuoria.
= facturacion atencion-clientes venta-en-linea none; contract 13 c; rut phone address (financial health religious employment); customers (customers emergency_contacts); ?; until_purpose_fulfilled legal_minimum 5_years 6_years 10_years 2_years; no

Cooperativa de apicultores de La Araucanía: lleva el registro de sus socios con RUT, domicilio, cuotas de participación y excedentes que se les pagan cada año.
= cooperativa; contract 13 c | legal_obligation 13 b | legitimate_interest 16 b; rut address financial (employment political); ~soci|~cooperad|shareholders|customers (shareholders customers suppliers beneficial_owners); ?; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years indefinite; no

Empresa de buses interurbanos entre Santiago y La Serena que vende pasajes por internet y registra nombre, RUT, teléfono y asiento de cada pasajero.
= transporte-pasajeros venta-en-linea agencia-viajes; contract 13 c | legal_obligation 13 b; name rut phone (financial location browsing minor_data); customers|~pasajer (customers emergency_contacts children adolescents guardians site_visitors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

Óptica de barrio en Quillota: conserva la receta del oftalmólogo y las medidas de cada cliente para fabricar sus lentes y emitir la boleta.
= ficha-clinica farmacia-recetas facturacion venta-en-linea none; consent 16 bis | legal_obligation 16 bis e | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f; health (financial minor_data); customers|patients (customers patients guardians children adolescents); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years 15_years; ?

Planta salmonera en Puerto Montt que marca la entrada y salida de sus operarios con reconocimiento facial para controlar la jornada.
= control-biometrico; consent 16 ter | consent 16 | legal_obligation 16 e | legal_obligation 16 f; biometric (employment location); employees (employees contractors former_employees); yes; until_purpose_fulfilled 5_years legal_minimum 2_years 1_year; yes

Dirección de Tránsito de una municipalidad de la Región de Ñuble que otorga licencias de conducir: recibe cédula, domicilio, examen psicotécnico y médico, y certificado de antecedentes del conductor.
= municipio-permisos; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | legal_obligation 16 bis e; rut address health criminal (biometric minor_data financial employment); citizens (citizens adolescents); yes; legal_minimum indefinite until_purpose_fulfilled 5_years 6_years 10_years; ?

Seremi de Salud que registra a las personas vacunadas contra la influenza en la región, con RUT, edad, enfermedades crónicas y fecha de la dosis, para medir la cobertura.
= salud-publica estudios-estadisticas ficha-clinica; public_interest 20 | legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 13 b | public_interest 16 bis b | legal_obligation 16 bis e | legal_obligation 16 bis b | public_interest 16 bis; rut health (minor_data location); citizens|patients (citizens patients children adolescents guardians); yes; legal_minimum indefinite until_purpose_fulfilled 5_years 6_years 10_years 15_years; yes

Superintendencia que recibe por formulario web los reclamos de personas contra las empresas que fiscaliza; guarda nombre, correo, RUT y el relato, y contesta al reclamante.
= solicitudes-ciudadanas; public_interest 20 | legal_obligation 13 b; name email rut (financial health browsing); citizens|complainants (citizens complainants customers site_visitors); ?; legal_minimum until_purpose_fulfilled indefinite 2_years 5_years 6_years 10_years; no

Oficina contable de Temuco que calcula las liquidaciones de sueldo y paga las cotizaciones de los trabajadores de sus clientes, por encargo de esas empresas.
= remuneraciones; legal_obligation 13 b | legal_obligation 16 e | contract 13 c; financial employment (health political minor_data); employees (employees former_employees customers contractors); ?; 5_years legal_minimum until_purpose_fulfilled 6_years 10_years; ?; encargado

Call center de Viña del Mar que llama, por cuenta de una compañía de telefonía, a los abonados de ésta para preguntar si quedaron conformes, y graba las llamadas.
= grabacion-llamadas estudio-mercado atencion-clientes telecomunicaciones; legitimate_interest 13 d | consent 12 | contract 13 c; phone (employment browsing); customers|subscribers (customers subscribers employees); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?; encargado

Somos una pyme del rubro de los alimentos y manejamos algunos datos.
= unsure

Fintech que presta hasta 500 mil pesos por una aplicación: el cliente sube su RUT y sus últimas liquidaciones, un algoritmo le asigna un puntaje y aprueba o rechaza en segundos.
= credito-automatizado evaluacion-crediticia; contract 13 c | legal_obligation 13 a | consent 12 | legitimate_interest 13 d; rut financial (employment location browsing biometric); credit_applicants|customers (credit_applicants customers prospects); ?; 5_years legal_minimum until_purpose_fulfilled 6_years; yes

Academia de ballet en Antofagasta para niñas de 5 a 12 años: la ficha lleva nombre, edad, alergias y lesiones de la alumna y el teléfono de su apoderado.
= club-deportivo-ninos; consent 16 quáter | contract 13 c | consent 16 bis | consent 16; minor_data health phone (financial biometric); children|students (children students guardians adolescents emergency_contacts customers); yes; until_purpose_fulfilled 1_year 2_years 5_years 6_years legal_minimum; ?

Comunidad terapéutica privada de Limache para el tratamiento de adicciones, con fichas de consumo, salud mental y entrevistas a los familiares de cada residente.
= ficha-clinica ong-beneficiarios; legal_obligation 16 bis e | consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f; health (financial employment criminal minor_data sexual_orientation religious); patients (patients guardians emergency_contacts adolescents customers); yes; legal_minimum until_purpose_fulfilled 5_years 10_years 15_years; yes

Agencia de Las Condes que busca asesoras del hogar para familias: reúne currículum, referencias de empleadores anteriores y pretensiones de sueldo de las postulantes y las presenta a las casas.
= reclutamiento; contract 13 c | consent 12 | legitimate_interest 13 d; employment (financial criminal minor_data); candidates (candidates customers employees); no; until_purpose_fulfilled 1_year 2_years legal_minimum 5_years; no

Edificio de oficinas en Providencia donde el conserje anota en un libro el nombre, RUT y piso de destino de quienes entran, por seguridad.
= registro-visitas administracion-condominio empresa-seguridad; legitimate_interest 13 d; name rut (location employment); visitors (visitors suppliers contractors customers employees); no; until_purpose_fulfilled 1_year legal_minimum; no

Asociación gremial de feriantes de Maipú que mantiene la nómina de asociados, con RUT, teléfono, puesto y cuotas al día, para citarlos a asamblea.
= colegio-profesional sindicato organizacion-comunitaria club-socios; legitimate_interest 16 b | contract 13 c | legal_obligation 13 b | consent 16 | legal_obligation 16 f; rut phone (political financial employment); ~soci|~gremi|customers|~afiliad (customers shareholders employees); yes; until_purpose_fulfilled legal_minimum 5_years 6_years 10_years 1_year 2_years indefinite; ?

Corredora de seguros de autos que cotiza con el RUT, la patente y la fecha de nacimiento del interesado y luego gestiona sus siniestros ante la aseguradora.
= seguros-generales; contract 13 c | consent 12 | legal_obligation 13 b; rut (financial location health criminal employment); customers|prospects|~asegurad (customers prospects complainants beneficial_owners); ?; until_purpose_fulfilled legal_minimum 5_years 6_years 10_years; ?

Distribuidora de gas licuado de Chillán que instaló GPS en sus camiones para saber en todo momento dónde anda cada repartidor y planificar las rutas.
= gps-flota; legitimate_interest 13 d | contract 13 c | consent 16 sexies | legitimate_interest 16 sexies | consent 12; location (employment); employees (employees contractors customers); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?

Revista digital de cine con suscripción mensual pagada: los lectores crean una cuenta con correo y contraseña y la tarjeta se carga automáticamente.
= medio-comunicacion cuentas-usuario venta-en-linea facturacion; contract 13 c; email financial (browsing); subscribers|customers (subscribers customers site_visitors); no; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

Laboratorio santiaguino que vende kits de ADN por internet: el cliente manda saliva y recibe un informe sobre su ascendencia étnica y su predisposición a enfermedades.
= examenes-laboratorio investigacion-biomedica; consent 16 | consent 16 bis | legal_obligation 16 bis e | consent 16 ter; health ethnic_origin (biometric financial minor_data browsing); customers|patients (customers patients); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years 15_years; yes

tengo una barberia en puente alto, la gente me abla x wsp pa pedir hora y yo anoto el nombre y el fono en una agenda
= atencion-clientes cuentas-usuario none; contract 13 c | consent 12 | legitimate_interest 13 d; name phone; customers (customers prospects); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

hago fletes y mudansas, pido la direccion de donde sale y pa donde va, el telefono y me pagan x transferencia
= correo-encomiendas facturacion atencion-clientes none; contract 13 c; address phone (financial location); customers (customers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

soy profe particular de mate, hago clases a cabros de 10 a 15 años, anoto sus notas y los numeros de las mamás pa coordinar y cobrar
= club-deportivo-ninos matricula-escolar cursos-capacitacion none; consent 16 quáter | contract 13 c; minor_data phone (financial); students|children|adolescents (students children adolescents guardians customers); ?; until_purpose_fulfilled 1_year 2_years 5_years 6_years legal_minimum; no

vendo ropa americana x insta y mando por starken a todo chile, me dan nombre rut direccion y fono pal envio
= venta-en-linea; contract 13 c; name rut address phone (financial email browsing); customers (customers subscribers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

animo cumpleaños de niños y despues subo las fotos y videos de los peques al instagram pa mostrar la pega
= fotos-difusion; consent 16 quáter | consent 12; minor_data (biometric); children (children adolescents guardians customers); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years; ?

camping en el lago ranco, cuando llegan anoto nombre rut patente y cuantas noches se quedan los campistas
= hotel; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; name rut (financial location minor_data); customers|visitors|~campist|~hu (customers visitors children adolescents); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

peluqueria canina, tengo guardao el nombre del perrito, sus vacunas y el wasap de la dueña pa avisarle cuando esta listo
= veterinaria atencion-clientes; contract 13 c | consent 12 | legitimate_interest 13 d; phone; customers (customers); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

soy pastor de una iglesia evangelica en lota, tenemos la lista de los hermanos con su direccion, fecha de bautismo y el diezmo q dan
= iglesia; legitimate_interest 16 b | consent 16; religious address (financial minor_data); ~miembro|~fiel|~herman|~integrant|customers (subscribers children adolescents guardians customers citizens); yes; until_purpose_fulfilled indefinite legal_minimum 5_years 6_years 10_years; ?

tatuo en mi casa, antes de partir les hago llenar una hojita si tienen alergias, diabetes o toman remedios y la firman
= ficha-clinica none; consent 16 | consent 16 bis; health (minor_data); customers (customers patients guardians adolescents); yes; until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years legal_minimum; ?

tengo un minimarket en alto hospicio y puse camaras pq me robaban, graban a los clientes y a los cabros q trabajan
= videovigilancia; legitimate_interest 13 d; (location biometric employment criminal); customers|visitors|employees (customers visitors employees suppliers citizens children adolescents); ?; until_purpose_fulfilled 1_year legal_minimum; ?

soy la secre de la junta de vecinos, llevamos el libro de socios con nombre rut y direccion y damos los certificados de residensia
= organizacion-comunitaria; legal_obligation 13 b | legitimate_interest 13 d | contract 13 c | legitimate_interest 16 b | consent 12; name rut address (financial political minor_data); ~soci|~vecin|citizens (citizens subscribers visitors adolescents customers); ?; until_purpose_fulfilled legal_minimum indefinite 5_years 6_years 10_years; no

tengo una picá en valdivia, ando buscando garzones y me llegan los curriculum al correo, los guardo por si despues nesecito a alguien
= reclutamiento; contract 13 c | consent 12 | legitimate_interest 13 d; employment (financial email minor_data); candidates (candidates); no; until_purpose_fulfilled 1_year 2_years until_unsubscribe; no

hola tengo un negosio chico q tengo q hacer con esto de la ley??
= unsure

Centro de estudios de opinión que realiza una encuesta presencial sobre intención de voto e identificación partidista, registrando comuna, edad y teléfono de cada entrevistado para supervisar el trabajo de campo.
= estudio-mercado estudios-estadisticas; consent 16 | legitimate_interest 16 quinquies | public_interest 16 quinquies | consent 16 quinquies; political phone (location financial employment ethnic_origin religious); citizens|~encuestad|~entrevistad|~participant|prospects (citizens customers prospects adolescents); yes; until_purpose_fulfilled 1_year 2_years 5_years indefinite legal_minimum; ?

Administradora general de fondos que identifica a sus aportantes y a los beneficiarios finales, verifica el origen de los fondos y reporta operaciones sospechosas a la Unidad de Análisis Financiero.
= conocimiento-cliente; legal_obligation 13 b; financial (employment political criminal); customers|beneficial_owners (customers beneficial_owners shareholders prospects); ?; 5_years legal_minimum 6_years 10_years; ?

Empresa minera de la Región de Atacama que somete a sus trabajadores a exámenes preocupacionales y de altura geográfica, y conserva los certificados de aptitud para prevenir enfermedades profesionales.
= salud-ocupacional; legal_obligation 16 e | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | legal_obligation 16 bis | legal_obligation 13 b; health (employment); employees|candidates (employees candidates former_employees contractors patients); yes; legal_minimum 5_years 10_years until_purpose_fulfilled 15_years 6_years indefinite; yes

Comité de servicio sanitario rural de la comuna de Pirque que registra nombre, domicilio, lectura del medidor y deuda de cada usuario para cobrar el consumo de agua potable.
= servicios-basicos facturacion organizacion-comunitaria cooperativa comunidad-aguas; contract 13 c | legal_obligation 13 b | legal_obligation 13 a; name address financial (location); customers|~usuari|~soci (customers subscribers citizens); ?; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years; no

Constructora de Iquique que implementa un canal para que sus trabajadores denuncien acoso laboral y sexual conforme a la Ley Karin, e investiga los hechos con declaraciones de testigos.
= denuncias-internas; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f; name (employment health sexual_orientation criminal political); employees|complainants (employees complainants former_employees contractors candidates suppliers customers visitors); ?; 5_years legal_minimum until_purpose_fulfilled 2_years 6_years 10_years; ?

Fundación que orienta a personas migrantes en Estación Central: consigna nacionalidad, situación migratoria, ingresos y composición familiar para derivarlas a programas de apoyo.
= ong-beneficiarios; consent 16 | consent 12 | legitimate_interest 16 b | consent 16 quáter; financial (ethnic_origin minor_data employment health criminal); ~beneficiari|~migrante|~atendid|citizens|customers (citizens customers children adolescents guardians patients); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; ?

Clínica de fertilidad de Vitacura que mantiene la ficha clínica de las parejas en tratamiento, con exámenes hormonales, antecedentes genéticos y de vida sexual.
= ficha-clinica examenes-laboratorio; legal_obligation 16 bis e | consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f; health (sexual_orientation biometric financial minor_data ethnic_origin); patients (patients customers emergency_contacts); yes; legal_minimum until_purpose_fulfilled 10_years 15_years; yes

Juzgado de policía local que tramita denuncias por infracciones de tránsito, con los datos del infractor, el domicilio, la patente y la multa impuesta.
= causas-judiciales; public_interest 20 | legal_obligation 13 b; address (criminal financial location health minor_data); citizens|~infractor|~denunciad|complainants|~parte (citizens complainants adolescents customers); ?; legal_minimum indefinite until_purpose_fulfilled 5_years 6_years 10_years; no

Municipalidad que asigna una beca de movilización a estudiantes de educación superior de la comuna, según su tramo del Registro Social de Hogares, notas y certificado de alumno regular.
= becas municipio-ayudas-sociales; public_interest 20 | legal_obligation 13 b | consent 16 | legal_obligation 16 f; financial (health minor_data employment ethnic_origin); students|citizens (students citizens guardians adolescents); yes; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years 1_year 2_years indefinite; ?

Empresa de software que aloja, por cuenta de los colegios que la contratan, el libro de clases digital con notas, asistencia y anotaciones de los alumnos.
= matricula-escolar; legal_obligation 13 b | contract 13 c | consent 16 quáter | public_interest 20; minor_data (health browsing financial employment ethnic_origin religious); students|children|adolescents (students children adolescents guardians employees customers); ?; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years 6_years 10_years indefinite; ?; encargado

Cadena de supermercados cuyo programa de puntos registra las compras de cada socio por su RUT, elabora un perfil de consumo y le envía ofertas personalizadas al correo.
= fidelizacion; consent 12 | contract 13 c | legitimate_interest 13 d; rut email (browsing location financial); customers|subscribers|~soci (customers subscribers prospects); no; until_unsubscribe until_purpose_fulfilled 1_year 2_years 5_years; ?

Empresa de courier que transporta encomiendas desde el extranjero: recibe el nombre, RUT, domicilio y teléfono del destinatario para la internación aduanera y la entrega.
= correo-encomiendas; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; name rut address phone (financial location); customers|~destinatari (customers suppliers employees); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no
`)

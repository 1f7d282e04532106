import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Fifty more, written blind by others: the first half as a consultant hears it, the second as people type. The drafter's first
 * run gave 46 activities, 48 bases, 47 of the data, 43 of the people, 50 sensitive, 50 terms and 48 assessments.
 */
export const SIXTEENTH_SET: readonly Sentence[] = sentencesOf(`
Ferretería en Rancagua: emitimos boletas y facturas a nuestros clientes y llevamos la cuenta de los maestros que compran con pago a 30 días para cobrarles a fin de mes
= facturacion evaluacion-crediticia none; legal_obligation 13 b | contract 13 c | legal_obligation 13 a | legitimate_interest 13 d; financial (employment); customers (customers credit_applicants contractors); no; legal_minimum 5_years 6_years 10_years until_purpose_fulfilled; no

Tienda de ropa en línea: registramos nombre, correo, teléfono y dirección de quienes compran para cobrar el pedido y despacharlo a domicilio
= venta-en-linea; contract 13 c; name email phone address (financial browsing location); customers (customers site_visitors prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; no

Consulta psicológica particular: guardamos los datos de contacto de cada paciente y las notas clínicas de sus sesiones de terapia, y atendemos también a adolescentes derivados por sus padres
= ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16 | consent 16 quáter; health minor_data (sexual_orientation religious political financial employment); patients|adolescents (patients adolescents guardians children emergency_contacts); yes; legal_minimum 15_years until_purpose_fulfilled; ?

Colegio particular subvencionado: matriculamos alumnos de prekínder a cuarto medio y registramos sus notas, su asistencia, los problemas de salud que informan y los datos de sus apoderados
= matricula-escolar; legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | contract 13 c | consent 16 quáter | consent 16 bis | consent 16; minor_data health (financial ethnic_origin religious employment location); students|children (students children adolescents guardians emergency_contacts); yes; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years; ?

Somos el comité de administración de un edificio de departamentos en Ñuñoa: tenemos el registro de copropietarios y arrendatarios con sus datos de contacto, y cobramos los gastos comunes y las deudas atrasadas
= administracion-condominio; legal_obligation 13 b | legal_obligation 13 a | contract 13 c | legitimate_interest 13 d; financial (minor_data location); ~propietari|~resident|~arrendatari|~comuner|~ocupant|customers (customers employees suppliers visitors emergency_contacts children); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; no

Gimnasio con dos sedes: inscribimos a los socios, les cobramos el plan mensual con cargo a su tarjeta y les pedimos una ficha con lesiones y enfermedades antes de entrenar
= gimnasio; contract 13 c | consent 16 bis | consent 16 | consent 12; health financial (minor_data); customers|~soci (customers subscribers emergency_contacts adolescents guardians); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

Constructora con 80 trabajadores: cada mes calculamos y pagamos los sueldos, declaramos las cotizaciones previsionales y tramitamos las licencias médicas
= remuneraciones; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f | legal_obligation 16 bis f | contract 13 c; financial health employment (political minor_data); employees (employees former_employees contractors children); yes; 5_years legal_minimum 6_years 10_years until_purpose_fulfilled; ?

Cadena de supermercados: en nuestro club de puntos asociamos el RUT del cliente a todas sus compras y armamos perfiles para enviarle ofertas personalizadas
= fidelizacion; consent 12 | contract 13 c | legitimate_interest 13 d; rut (browsing location financial); customers|subscribers|~soci|~miembro (customers subscribers prospects site_visitors); no; until_unsubscribe until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?

Jardín infantil y sala cuna: llevamos una ficha de cada niño con sus alergias y vacunas, y la lista de personas autorizadas para retirarlo
= jardin-infantil; legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | contract 13 c | consent 16 quáter | consent 16 bis | consent 16; minor_data health (financial ethnic_origin employment); children|students (children students guardians emergency_contacts); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; ?

Corredora de propiedades: a las personas interesadas en arrendar les pedimos sus últimas liquidaciones de sueldo, un informe comercial y los datos de su aval para presentarlas al dueño
= corretaje-propiedades evaluacion-crediticia; contract 13 c | consent 12 | consent 16 | legal_obligation 13 a | legitimate_interest 13 d; financial (employment minor_data); customers|prospects|credit_applicants|~arrendatari|~interesad|~postulant (customers prospects credit_applicants suppliers); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

Compañía de seguros de vida y salud: cada asegurado llena una declaración personal de salud y designa beneficiarios, y con eso evaluamos el riesgo y pagamos los siniestros
= seguros-vida-salud; consent 16 bis | consent 16 | contract 13 c | legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 13 b; health (financial minor_data employment); customers|~asegurad|~beneficiari (customers patients children adolescents guardians prospects beneficial_owners); yes; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years 15_years; yes

AFP: administramos las cuentas individuales de nuestros afiliados, registramos las cotizaciones que paga su empleador y tramitamos sus pensiones
= afp; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f | contract 13 c; financial (employment health minor_data); customers|~afiliad|~cotizant|~pensionad (customers employees former_employees children guardians); ?; legal_minimum until_purpose_fulfilled indefinite 5_years 6_years 10_years; yes

Parroquia católica: llevamos los libros de bautismos, confirmaciones y matrimonios, y la lista de niños que se preparan para la primera comunión
= iglesia; legitimate_interest 16 b | consent 16 | consent 16 quáter; religious minor_data; ~fiel|~feligr|~miembro|~bautiz|~parroquian|children|students (children adolescents guardians students); yes; indefinite until_purpose_fulfilled legal_minimum; ?

Partido político: mantenemos el padrón nacional de afiliados y la lista de adherentes para cobrar las cuotas, convocar a elecciones internas e informar al Servel
= partido-politico; legitimate_interest 16 b | consent 16 | legal_obligation 16 f | legal_obligation 13 b; political (financial minor_data); ~afiliad|~militant|~adherent|~soci|~miembro|citizens (citizens adolescents subscribers); yes; until_purpose_fulfilled until_unsubscribe legal_minimum indefinite 5_years 10_years; yes

Notaría de Concepción: autorizamos escrituras públicas y firmas, y archivamos en los protocolos el nombre, el RUT y el domicilio de los comparecientes
= notaria; legal_obligation 13 b | public_interest 20 | contract 13 c; name rut address (financial biometric minor_data employment); customers|citizens|~comparecient|~otorgant|~requirent|~firmant|~usuari (customers citizens beneficial_owners shareholders); ?; legal_minimum indefinite until_purpose_fulfilled 1_year 5_years 6_years 10_years; ?

Empresa de buses interurbanos: vendemos pasajes en terminales y por internet, y llevamos la lista de pasajeros con nombre, RUT y teléfono de contacto en caso de accidente
= transporte-pasajeros venta-en-linea; contract 13 c | legal_obligation 13 b; name rut phone (financial location minor_data browsing); customers|~pasajer (customers emergency_contacts children adolescents guardians site_visitors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; no

Facultad de Medicina: reclutamos voluntarios para un estudio sobre diabetes, les tomamos muestras de sangre para análisis genético y seguimos su historia de salud durante cinco años
= investigacion-biomedica estudios-estadisticas; consent 16 bis | consent 16 | public_interest 16 bis c | public_interest 16 bis | public_interest 16 quinquies | legal_obligation 16 bis f | legal_obligation 16 bis c; health (biometric ethnic_origin sexual_orientation employment minor_data); ~participant|~voluntari|~sujeto|~donant|patients (patients citizens); yes; until_purpose_fulfilled indefinite legal_minimum 5_years 6_years 10_years 15_years; yes

Diario digital: nuestros suscriptores pagan una mensualidad con tarjeta y registramos qué noticias leen para recomendarles otras y mandarles un boletín por correo
= medio-comunicacion newsletter fidelizacion cuentas-usuario analitica-web; contract 13 c | consent 12 | legitimate_interest 13 d; browsing (financial location political email); subscribers|customers (subscribers customers site_visitors prospects); ?; until_unsubscribe until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

Dirección de Desarrollo Comunitario de una municipalidad: entregamos cajas de alimentos y aportes para medicamentos a familias vulnerables, según su tramo del Registro Social de Hogares y sus certificados médicos
= municipio-ayudas-sociales; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | consent 16 | consent 16 bis; financial health (minor_data ethnic_origin employment location); citizens|~beneficiari|~solicitant|~hogar|~famili|~vecin (citizens children adolescents guardians patients complainants); yes; legal_minimum until_purpose_fulfilled indefinite 1_year 2_years 5_years 6_years 10_years; ?

Municipalidad: operamos cámaras y drones en las calles de la comuna, con lectura de patentes, para prevenir delitos y entregar las imágenes a Carabineros y a la fiscalía
= televigilancia-municipal videovigilancia; public_interest 20 | legal_obligation 13 b; location (criminal minor_data biometric); citizens|visitors|~transe|~peat|~vecin|~conductor|~persona (citizens visitors children adolescents employees complainants); ?; until_purpose_fulfilled legal_minimum 1_year 2_years; ?

Unidad de transparencia de un servicio público: recibimos las solicitudes de acceso a la información, registramos el nombre y el correo de quien pide y le respondemos dentro del plazo legal
= solicitudes-ciudadanas; public_interest 20 | legal_obligation 13 b; name email; citizens|complainants|~solicitant|~requirent (citizens complainants); no; legal_minimum until_purpose_fulfilled indefinite 1_year 2_years 5_years 6_years 10_years; no

Call center de cobranza: un banco nos entrega la lista de sus clientes morosos y nosotros, por encargo suyo, los llamamos, les ofrecemos convenios de pago y grabamos las conversaciones
= grabacion-llamadas facturacion evaluacion-crediticia banco-cuentas atencion-clientes none; contract 13 c | legal_obligation 13 a | legal_obligation 13 b | legitimate_interest 13 d | legitimate_interest 13 e | consent 12; financial (employment); customers|credit_applicants|~deudor|~moros (customers credit_applicants employees); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?; encargado

Empresa de externalización de nóminas: calculamos las liquidaciones de sueldo y las imposiciones de los trabajadores de nuestras empresas clientes, con los datos que ellas nos envían y siguiendo sus instrucciones
= remuneraciones; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f | contract 13 c; financial (employment health political minor_data); employees (employees former_employees contractors children); ?; 5_years legal_minimum 6_years 10_years until_purpose_fulfilled; ?; encargado

Somos una empresa mediana con casa matriz en Santiago y sucursales en tres regiones
= unsure

Tenemos varias planillas de Excel y queremos estar en regla con la nueva ley de datos personales
= unsure

peluqeria canina en maipu, anoto el nombre del perro, el dueño y su wsp pa confirmarle la hora
= veterinaria atencion-clientes none; contract 13 c | consent 12 | legitimate_interest 13 d; phone; customers|~dueñ|~tutor (customers prospects); no; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

soy tatuador, antes d rayar a alguien le hago firmar un papel con sus alergias y enfermedades y le saco foto al carnet pa ver q sea mayor d edad
= ficha-clinica none; consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 13 b | contract 13 c; health (minor_data rut); customers|patients (customers patients emergency_contacts); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years 15_years; ?

soy la tia del furgon, llevo 14 cabros chicos al cole y tengo la direcion d la casa, el fono d la mama y kien los puede recibir
= transporte-escolar; contract 13 c | consent 16 quáter | consent 12 | legal_obligation 13 b; minor_data address phone (location financial); children|students|~pasajer (children students guardians adolescents emergency_contacts customers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

soy el tesorero del sindicato d la planta, llevo la lista d socios con nombre y rut y la cuota q les descuentan x planilla
= sindicato; legitimate_interest 16 b | consent 16 | legal_obligation 16 e | legal_obligation 16 f | legal_obligation 13 b; name rut (political financial employment); employees|~soci|~afiliad|~trabajador (employees former_employees); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years until_unsubscribe; ?

tengo un almacen d barrio y fio, en el cuaderno anoto kien me debe y cuanto, y si no pagan a fin d mes los llamo
= facturacion evaluacion-crediticia none; contract 13 c | legal_obligation 13 a | legal_obligation 13 b | legitimate_interest 13 d; financial; customers|~deudor|~vecin (customers credit_applicants); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; no

tengo 6 camiones d flete y les puse gps pa saber x donde andan los choferes y si van muy rapido
= gps-flota; legitimate_interest 13 d | contract 13 c | consent 16 sexies | consent 12; location (employment); employees|contractors|~conductor|~chofer (employees contractors); no; 1_year 2_years 5_years legal_minimum until_purpose_fulfilled; ?

tenemos un hogar d abuelitos en quilpue, anotamos los remedios q toma cada uno, sus enfermedades y el fono d los hijos x si pasa algo
= residencia-personas-mayores ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16 | vital_interest 16 c | vital_interest 16 bis a | contract 13 c; health (financial religious); patients|customers|~resident|~mayor|~adult (patients customers emergency_contacts guardians); yes; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years 15_years; ?

soy presi d la junta d vecinos y manejo el libro d socios con rut y direccion pa las asambleas y votaciones
= organizacion-comunitaria; legal_obligation 13 b | legitimate_interest 13 d | legitimate_interest 16 b | consent 12 | contract 13 c; rut address (financial minor_data); citizens|~soci|~vecin|~miembro|~afiliad (citizens customers adolescents); no; until_purpose_fulfilled legal_minimum indefinite until_unsubscribe 1_year 2_years 5_years 6_years 10_years; no

tengo un packing d cerezas y a los temporeros les tomo la huella pa marcar la entrada y la salida
= control-biometrico; consent 16 ter | consent 16 | legal_obligation 16 e | legal_obligation 16 f | legal_obligation 13 b | contract 13 c; biometric (employment); employees|~trabajador|~tempor (employees contractors former_employees); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; yes

hago fiestas electronicas y vendo las entradas x internet, pido nombre rut y fecha d nacimiento pa q no se cuelen menores
= eventos venta-en-linea; contract 13 c | legal_obligation 13 b | consent 12 | legitimate_interest 13 d; name rut (financial minor_data browsing location); customers|~asistent (customers visitors site_visitors prospects subscribers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

sacamos una app q presta plata al tiro, el sistema revisa tu dicom y tus ingresos y t dice solito si o no
= credito-automatizado evaluacion-crediticia; consent 12 | consent 16 | contract 13 c | legal_obligation 13 a | legitimate_interest 13 d; financial (employment browsing location); credit_applicants|customers|prospects|~solicitant (credit_applicants customers prospects); ?; 5_years legal_minimum until_purpose_fulfilled 1_year 2_years 6_years 10_years; yes

kine a domicilio, llevo en el cel las fichas d mis pacientes con el diagnostico, las sesiones y la direccion
= ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16; health address (financial location minor_data); patients (patients guardians emergency_contacts customers children adolescents); yes; legal_minimum 15_years until_purpose_fulfilled; ?

escuelita d futbol pa niños d 6 a 13, pido certificado medico pa inscribirlos y subo fotos d los partidos al insta
= club-deportivo-ninos fotos-difusion; consent 16 quáter | consent 16 bis | consent 16 | consent 12 | contract 13 c; minor_data health (financial); children|students (children students guardians adolescents emergency_contacts customers); yes; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; ?

leo el tarot x videollamada, guardo el nombre, la fecha d nacimiento y el correo d la persona pa mandarle su lectura
= atencion-clientes venta-en-linea none; contract 13 c | consent 12 | consent 16 | legitimate_interest 13 d; name email (financial religious health sexual_orientation); customers|~consultant (customers subscribers prospects); ?; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

arriendo cabañas en puyehue, al llegar pido el carnet, la patente del auto y anoto cuantos vienen y hasta q dia se qedan
= hotel registro-visitas; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; rut (financial minor_data location); customers|visitors|~huesped|~huésped|~pasajer|~turista (customers visitors children adolescents); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

app d delivery en temuco, a los riders los seguimos x gps y el sistema les va tirando los pedidos segun la nota q les ponen los clientes
= reparto-aplicacion gps-flota; contract 13 c | legitimate_interest 13 d | legal_obligation 13 b | consent 16 sexies | consent 12; location (employment financial browsing); contractors|employees|~repartidor|~rider (contractors employees customers suppliers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; yes

tengo una agencia chica d mailing, las marcas me pasan sus bases d clientes y yo les mando los correos d ofertas x encargo d ellas
= newsletter; consent 12 | legitimate_interest 13 d | contract 13 c; email (browsing location); customers|subscribers|prospects (customers subscribers prospects); no; until_unsubscribe until_purpose_fulfilled legal_minimum 1_year 2_years; no; encargado

hago respaldos en la nube pa clinicas chicas, guardo copia d las fichas d los pacientes d ellos x si se les cae el sistema
= ficha-clinica none; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16 | contract 13 c; health (minor_data financial); patients (patients guardians children adolescents employees); yes; until_purpose_fulfilled legal_minimum 15_years; ?; encargado

trabajo en la direccion d transito d la muni, damos y renovamos licencias d conducir, con los examenes medicos y la hoja d vida del conductor
= municipio-permisos; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | legal_obligation 16 bis e | consent 16 bis | consent 16; health (criminal minor_data biometric financial employment); citizens|customers|~conductor|~solicitant|~contribuyent (citizens adolescents customers patients); yes; legal_minimum until_purpose_fulfilled indefinite 1_year 2_years 5_years 6_years 10_years; ?

soy d un cesfam, llamamos a las embarazadas y a los adultos mayores pa q se vacunen y anotamos kien ya se puso la dosis
= salud-publica ficha-clinica; public_interest 20 | public_interest 16 bis b | public_interest 16 bis | legal_obligation 16 bis b | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 13 b | consent 16 bis | consent 16; health (minor_data ethnic_origin); patients|citizens|~embarazad|~mayor (patients citizens adolescents children guardians); yes; legal_minimum until_purpose_fulfilled indefinite 5_years 10_years 15_years; ?

funeraria en talca, pedimos nombre y rut del finadito y del familiar q contrata, y le hacemos el tramite d la cuota mortuoria
= facturacion atencion-clientes none; contract 13 c | legal_obligation 13 b; name rut (financial health religious employment); customers|~famili|~contratant|~deudo (customers emergency_contacts); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years; no

busco nanas pa casas d familia, a las q postulan les pido cv, papel d antecedentes y recomendaciones d otras casas
= reclutamiento inhabilidades-menores; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; employment criminal; candidates|~postulant (candidates customers prospects emergency_contacts); no; until_purpose_fulfilled legal_minimum 1_year 2_years; ?

hicimos una app pa anotar la regla, los sintomas y los dias fertiles y t avisa al cel cuando t toca
= app-bienestar cuentas-usuario; consent 16 bis | consent 16 | consent 16 quáter; health (sexual_orientation minor_data browsing location financial); customers|subscribers|patients|~usuari (customers subscribers patients site_visitors adolescents); yes; until_unsubscribe until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?

hago rifas online, anoto nombre y fono del q compra numero y el domingo le aviso al q gano
= concursos-sorteos venta-en-linea donaciones; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name phone (financial); customers|prospects|subscribers|~particip|~comprador (customers prospects subscribers site_visitors); no; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

hola necesito q me hagan el registro ese d la ley nueva pa mi pega porfa
= unsure
`)

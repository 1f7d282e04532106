import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Fifty more, written blind by others. The drafter's first run gave 44 activities, 49 bases, 49 of the data, 40 of the people,
 * 50 sensitive, 50 terms and 48 assessments.
 */
export const SEVENTEENTH_SET: readonly Sentence[] = sentencesOf(`
Somos una óptica de Chillán: guardamos el nombre, el teléfono y la receta de lentes con la graduación de cada persona para fabricarle los anteojos y avisarle cuando le toca un nuevo control de la vista.
= ficha-clinica farmacia-recetas atencion-clientes facturacion none; consent 16 bis | consent 16 | legal_obligation 16 bis e | legal_obligation 16 bis f; name phone health (financial minor_data); customers|patients|~client|~pacient (customers patients guardians children adolescents prospects); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years 15_years; ?

Tenemos una funeraria: tomamos los datos del familiar que contrata el servicio (nombre, RUT, teléfono y dirección) y los de la persona fallecida, para organizar el funeral, inscribir la defunción y cobrar la cuota mortuoria.
= facturacion none atencion-clientes; contract 13 c | legal_obligation 13 b; name rut phone address (financial health religious employment); customers|~famili|~client|~contrat|~deud (customers emergency_contacts); ?; until_purpose_fulfilled legal_minimum 2_years 5_years 6_years 10_years; no

Empresa de mudanzas: por el formulario de la web recibimos el nombre, el teléfono, la dirección de origen y la de destino de quien se cambia de casa, para hacerle el presupuesto y coordinar el camión.
= prospectos correo-encomiendas venta-en-linea facturacion atencion-clientes none; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name phone address (financial location browsing); customers|prospects|~client|~cotiz (customers prospects site_visitors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

Somos un laboratorio dental que fabrica coronas y prótesis por encargo de clínicas odontológicas: ellas nos envían el nombre del paciente y el escaneo de su boca, y trabajamos solo según sus instrucciones.
= ficha-clinica examenes-laboratorio none; legal_obligation 16 bis e | consent 16 bis | consent 16 | legal_obligation 16 bis f | contract 13 c; name health (minor_data biometric); patients|~pacient (customers patients children adolescents); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years 10_years 15_years; ?; encargado

Soy contadora y llevo las remuneraciones de cuarenta pymes que me contratan: con los contratos, las licencias médicas y las cuentas bancarias que me mandan calculo las liquidaciones y las cotizaciones de sus trabajadores.
= remuneraciones carpeta-trabajador none; legal_obligation 13 b | legal_obligation 16 e | contract 13 c | legal_obligation 16 bis f | legal_obligation 16 f; financial health employment (political minor_data); employees|~trabajador (employees former_employees customers contractors); yes; legal_minimum 5_years 6_years 10_years 2_years until_purpose_fulfilled; ?; encargado

Somos la biblioteca municipal de la comuna: inscribimos a los vecinos con su nombre, RUT, domicilio y correo para prestarles libros y avisarles cuando se les pasó la fecha de devolución.
= cuentas-usuario none solicitudes-ciudadanas; public_interest 20 | legal_obligation 13 b | contract 13 c | consent 12; name rut address email (minor_data); citizens|customers|~vecin|~usuari|~lector|~soci (citizens customers subscribers students children adolescents guardians); no; until_purpose_fulfilled legal_minimum until_unsubscribe 1_year 2_years 3_years 5_years; no

Servicio público de vivienda: recibimos las postulaciones al subsidio habitacional con el RUT, los ingresos, el ahorro, el grupo familiar y la credencial de discapacidad de cada postulante, para calcular el puntaje y asignar el beneficio.
= municipio-ayudas-sociales becas none; public_interest 20 | legal_obligation 13 b | legal_obligation 16 f | legal_obligation 16 bis f | consent 16 | consent 16 bis; rut financial health (minor_data employment ethnic_origin); citizens|~postulant|~beneficiari (citizens children adolescents guardians customers candidates); yes; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years 15_years indefinite; ?

Somos el organismo público que administra los parques nacionales: para vender la entrada y ubicar a la gente si hay una emergencia pedimos nombre, RUT o pasaporte, nacionalidad, fecha de la visita y un teléfono de contacto de emergencia.
= registro-visitas eventos venta-en-linea hotel none; public_interest 20 | legal_obligation 13 b | contract 13 c; name rut phone (financial location ethnic_origin minor_data); visitors|citizens|customers|~visitant|~turist (visitors citizens customers emergency_contacts children adolescents guardians); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

Estudio de abogados de familia: para demandar pensiones de alimentos reunimos los datos del cliente, de la contraparte y de los hijos, con certificados de nacimiento, liquidaciones de sueldo y gastos del hogar, y los presentamos al tribunal.
= none facturacion atencion-clientes; contract 13 c | legal claims 13 e | legitimate_interest 13 e | legitimate_interest 13 d | legal claims 16 d | legitimate_interest 16 d | legal claims 16 bis d | consent 16 quáter | consent 16; financial minor_data (employment health criminal sexual_orientation); customers|~client|~contrapart|~hij (customers children adolescents guardians complainants citizens); ?; until_purpose_fulfilled legal_minimum 5_years 6_years 10_years; ?

Tenemos una escuela de conductores: registramos el nombre, el RUT, la dirección, la asistencia a clases y las notas de los alumnos para impartir el curso y emitir el certificado que exige la Dirección de Tránsito.
= cursos-capacitacion none; contract 13 c | legal_obligation 13 b; name rut address (minor_data health financial employment); students|customers|~alumn (students customers adolescents guardians); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years; no

Somos una viña de Colchagua con un club de vino: cada mes cargamos la tarjeta del socio y le mandamos una caja a su casa, así que guardamos su nombre, correo, dirección, medio de pago y los vinos que prefiere.
= venta-en-linea fidelizacion facturacion cuentas-usuario none; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name email address financial (browsing); customers|subscribers|~soci|~suscript (customers subscribers); no; until_purpose_fulfilled until_unsubscribe legal_minimum 2_years 5_years 6_years; ?

Estudio de tatuajes: antes de tatuar cada cliente firma una ficha con su nombre, RUT, edad, alergias y enfermedades, para saber si se puede tatuar sin riesgo.
= ficha-clinica none; consent 16 bis | consent 16 | legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 16 bis e; name rut health (minor_data financial); customers|~client (customers patients adolescents guardians); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years 15_years; ?

Preuniversitario en línea: los alumnos de tercero y cuarto medio crean su cuenta con nombre y correo, guardamos sus puntajes en los ensayos PAES para orientar su estudio, y el apoderado paga la mensualidad con tarjeta.
= cursos-capacitacion cuentas-usuario matricula-escolar facturacion none; contract 13 c | consent 12 | consent 16 quáter; name email financial minor_data (browsing); students|adolescents|~alumn (students adolescents guardians customers); no; until_purpose_fulfilled legal_minimum until_unsubscribe 1_year 2_years 3_years 5_years 6_years; ?

Somos una compañía de bomberos: llevamos el registro de los voluntarios con nombre, RUT, teléfono, grupo sanguíneo, enfermedades y un contacto de emergencia, para citarlos a los llamados y atenderlos si se accidentan.
= donaciones organizacion-comunitaria club-socios salud-ocupacional carpeta-trabajador none; consent 16 bis | consent 16 | legitimate_interest 16 b | vital_interest 16 bis a | vital_interest 16 c | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f; name rut phone health (employment location minor_data); ~volunt|~bomber|~soci|~miembr|employees|contractors (employees contractors emergency_contacts adolescents former_employees); yes; until_purpose_fulfilled legal_minimum until_unsubscribe 2_years 5_years 6_years 10_years; ?

Asociación gremial de comerciantes de ferias libres: tenemos la nómina de los socios con nombre, RUT, teléfono, número de puesto y cuotas pagadas, para citarlos a asambleas y cobrarles la cuota.
= colegio-profesional organizacion-comunitaria club-socios sindicato cooperativa none; legitimate_interest 16 b | consent 16 | consent 12 | contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; name rut phone (financial political employment location); ~soci|~miembr|~afiliad|~comerciant|customers (customers subscribers shareholders); ?; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; ?

Administramos un cowork en Providencia: a cada miembro le pedimos nombre, RUT, correo y datos de facturación, y la tarjeta magnética registra a qué hora entra y sale de las oficinas.
= cuentas-usuario facturacion registro-visitas club-socios none; contract 13 c | legitimate_interest 13 d | legal_obligation 13 b; name rut email (financial location employment); customers|~miembr|~client|~usuari|visitors (customers visitors employees subscribers); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

Taller mecánico en Talca: anotamos el nombre y el teléfono del dueño, la patente del auto y las reparaciones que le hicimos, para entregarle el presupuesto, responder por la garantía y avisarle de la próxima mantención.
= facturacion atencion-clientes prospectos none; contract 13 c | legitimate_interest 13 d | consent 12 | legal_obligation 13 b; name phone (financial location); customers|~client|~dueñ (customers prospects); no; until_purpose_fulfilled legal_minimum until_unsubscribe 1_year 2_years 3_years 5_years 6_years; no

Agencia de trabajadoras de casa particular: recibimos el currículum, las referencias de trabajos anteriores y el certificado de antecedentes de las postulantes, para presentarlas a las familias que buscan a alguien.
= reclutamiento none; consent 12 | contract 13 c | legitimate_interest 13 d; employment criminal (financial health); candidates|~postulant (candidates customers employees prospects); ?; until_purpose_fulfilled 1_year 2_years legal_minimum 6_months; ?

Somos una empresa de factoring: antes de comprar facturas revisamos las deudas morosas y el patrimonio del dueño de la pyme y de su aval, con RUT, nombre y cartola bancaria, y decide un comité de riesgo.
= evaluacion-crediticia conocimiento-cliente none; legal_obligation 13 a | contract 13 c | legal_obligation 13 b | legitimate_interest 13 d | consent 12; name rut financial (employment criminal); credit_applicants|customers|~aval|~client|~dueñ (credit_applicants customers beneficial_owners shareholders prospects); ?; 5_years legal_minimum until_purpose_fulfilled 6_years 10_years; ?

Packing de cerezas: cada temporada contratamos trescientos temporeros y guardamos sus contratos, los días trabajados y la cuenta bancaria para pagarles el sueldo y las cotizaciones.
= remuneraciones carpeta-trabajador control-asistencia; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; employment financial (health minor_data political); employees|~trabajador|~tempor (employees former_employees emergency_contacts contractors); ?; 5_years legal_minimum 2_years 6_years 10_years until_purpose_fulfilled; ?

Clínica de fertilidad: llevamos la historia clínica de las parejas con sus exámenes hormonales, diagnósticos y tratamientos, para realizar la fecundación in vitro.
= ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | consent 16 bis | consent 16; health (sexual_orientation biometric financial minor_data); patients|~pacient (patients customers); yes; legal_minimum 15_years until_purpose_fulfilled; yes

Parque de trampolines: para dejar entrar a un niño el papá o la mamá firma una autorización con el nombre y la edad del niño y su propio nombre, RUT y teléfono.
= club-deportivo-ninos registro-visitas eventos none; consent 16 quáter | contract 13 c | consent 12 | legitimate_interest 13 d | legal claims 13 e | legitimate_interest 13 e; name rut phone minor_data (health financial); children|guardians|~niñ|~apoderad (children adolescents guardians customers visitors emergency_contacts); no; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 4_years 5_years; ?

Somos una pyme familiar de Curicó con más de veinte años de trayectoria y queremos ponernos al día con la nueva ley de datos personales.
= unsure

Tenemos una empresa y guardamos información de algunas personas en el computador.
= unsure

Casa de remates por internet: quien quiere participar se registra con nombre, RUT y correo, deja una garantía y nos da su cuenta bancaria para devolvérsela si no se adjudica nada.
= cuentas-usuario venta-en-linea facturacion conocimiento-cliente none; contract 13 c | legal_obligation 13 b; name rut email financial (browsing); customers|prospects|~particip|~postor|~oferent|~client|~usuari (customers prospects site_visitors subscribers); no; until_purpose_fulfilled legal_minimum 2_years 5_years 6_years; no

hola tengo una pelukeria en maipu, anoto el nombre y el celu de las clientas pa agendarles la hora y mandarles el recordatorio x wsp
= atencion-clientes prospectos facturacion none; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name phone; customers|~client (customers prospects subscribers); no; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

cuido perritos en mi casa cuando los dueños viajan, les pido nombre direccion y fono y el carnet de vacunas del perro x si pasa algo
= veterinaria atencion-clientes facturacion none; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name address phone; customers|~dueñ|~client (customers emergency_contacts); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

ago clases de guitarra a niños de 8 a 13 años, tengo el nombre del niño, la edad y el wasap de la mama pa avisarle los orarios y los cobros
= club-deportivo-ninos cursos-capacitacion none; consent 16 quáter | contract 13 c | consent 12; name phone minor_data (financial); children|students|guardians|~niñ|~alumn (children students guardians customers adolescents); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

tengo un almasen de barrio y anoto en un cuaderno a los vecinos q les fio, cuanto me deben y cuando pagan
= evaluacion-crediticia facturacion none; legal_obligation 13 a | contract 13 c | legitimate_interest 13 d | legal_obligation 13 b; name financial; customers|~client|~vecin|~deudor|credit_applicants (customers credit_applicants); ?; until_purpose_fulfilled legal_minimum 5_years 6_years 2_years 1_year 3_years; no

vendo ropita x insta, me mandan el nombre el rut y la direccion pal despacho x starken y el comprovante de la transferencia
= venta-en-linea facturacion none; contract 13 c | legal_obligation 13 b; name rut address (financial browsing); customers|~client|~comprador (customers prospects); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

soy sicologa y atiendo online, x cada paciente tengo su ficha con lo q conversamos en las seciones, el diagnostico y el pago
= ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | consent 16 bis | consent 16; health (financial minor_data sexual_orientation religious political employment); patients|~pacient (patients customers guardians adolescents children); yes; legal_minimum 15_years until_purpose_fulfilled; ?

soy comunity manager, varias tiendas me pasan la lista de correos de sus clientes y yo les mando el mailing con ofertas a nombre de cada tienda
= newsletter none; consent 12 | legitimate_interest 13 d | contract 13 c; email (browsing); customers|subscribers|prospects|~client|~suscript (customers subscribers prospects); no; until_unsubscribe until_purpose_fulfilled legal_minimum 1_year 2_years; no; encargado

tengo 4 camionsitos de flete y les puse gps pa saber x donde andan los choferes y si se pasan de velosidad
= gps-flota; legitimate_interest 13 d | contract 13 c | consent 16 sexies | consent 12 | legal_obligation 13 b; location (employment); employees|contractors|~chofer|~conductor (employees contractors suppliers); no; 1_year until_purpose_fulfilled legal_minimum 2_years 5_years 6_months; ?

arriendo cabañas en pichilemu, pa reservar les pido nombre, rut, fono y la patente del auto y me depositan la mitad al tiro
= hotel corretaje-propiedades facturacion venta-en-linea none; contract 13 c | legal_obligation 13 b; name rut phone (financial minor_data location); customers|~client|~huésped|~huesped|~arrendatari|~pasajer (customers visitors prospects children); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

somos un club de futbol amateur de puro adulto, tenemos una planilla con los jugadores, rut, telefono, la talla de la polera y si pagaron la cuota del mes
= club-socios organizacion-comunitaria none; contract 13 c | consent 12 | legitimate_interest 13 d | legitimate_interest 16 b | legal_obligation 13 b; rut phone (financial health); ~soci|~jugador|~miembr|~deportist|customers (customers emergency_contacts subscribers); no; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; no

ago depilacion laser en rancagua, antes les pregunto a las clientas si toman remedios o estan embarazadas y les saco foto a la piel antes y despues pa ver como van
= ficha-clinica none; consent 16 bis | consent 16 | legal_obligation 16 bis e | legal_obligation 16 bis f; health (biometric minor_data financial); customers|patients|~client|~pacient (customers patients adolescents guardians); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years 15_years; ?

tengo una pizeria con 6 cabros contratados, guardo sus contratos y las liquidasiones y les pago las imposiciones x previred
= remuneraciones carpeta-trabajador; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; employment financial (health minor_data political); employees|~trabajador (employees former_employees emergency_contacts contractors); ?; 5_years legal_minimum 2_years 6_years 10_years until_purpose_fulfilled; ?

ola nesecito el rejistro ese de la ley nueva de datos, cuanto se demora??
= unsure

Fundación que acompaña a mujeres víctimas de violencia intrafamiliar: registramos su relato, su estado de salud física y mental, y los datos de sus hijos, con el fin de brindarles apoyo psicológico y orientación jurídica.
= ong-beneficiarios ficha-clinica proteccion-ninez none; consent 16 | consent 16 bis | legal_obligation 16 bis e | legitimate_interest 16 b | consent 16 quáter; health minor_data (sexual_orientation criminal financial employment ethnic_origin location); patients|complainants|~mujer|~beneficiari|~víctim|~victim|~usuari|~atendid (patients complainants children adolescents guardians citizens customers emergency_contacts); yes; until_purpose_fulfilled legal_minimum 2_years 5_years 6_years 10_years 15_years; ?

Centro de investigación universitario que entrevista todos los años a un panel de hogares sobre ingresos del hogar, pertenencia a pueblos originarios y opiniones, y publica únicamente resultados estadísticos.
= estudios-estadisticas estudio-mercado none; consent 16 | public_interest 16 quinquies | public_interest 20 | consent 12 | public_interest 16 bis c; financial ethnic_origin (political religious employment health minor_data location); ~encuest|~particip|~entrevist|~hogar|~person|citizens (citizens customers adolescents children students); yes; until_purpose_fulfilled indefinite legal_minimum 2_years 5_years 10_years; ?

Inmobiliaria que comercializa departamentos nuevos: en la sala de ventas solicitamos el nombre, el correo, el teléfono y la renta mensual de los interesados, con el objeto de cotizar y ver si podrían financiar la compra.
= prospectos corretaje-propiedades evaluacion-crediticia none; contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 a; name email phone financial (employment); prospects|customers|credit_applicants|~interesad (prospects customers credit_applicants visitors); ?; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years 5_years 6_years; ?

El Gobierno Regional administra un fondo concursable de cultura: recibe el nombre, el RUT, el currículum artístico y la cuenta bancaria de los postulantes, para evaluar los proyectos y transferir los recursos a los ganadores.
= becas municipio-ayudas-sociales solicitudes-ciudadanas none; public_interest 20 | legal_obligation 13 b | contract 13 c; name rut financial (employment); citizens|candidates|~postulant|~beneficiari|~artist (citizens candidates customers suppliers contractors students); no; legal_minimum until_purpose_fulfilled 5_years 6_years 10_years indefinite; no

Conservador de Bienes Raíces: inscribimos en los registros el dominio y las hipotecas con el nombre, la cédula de identidad, el estado civil y el domicilio de los propietarios y acreedores, según ordena la ley.
= notaria none; legal_obligation 13 b | public_interest 20; name rut address (financial); citizens|customers|~propietari|~requirent|~comparec|~interesad|~otorgant|~titular (citizens customers); no; indefinite legal_minimum; ?

Compañía minera que aplica controles preventivos de alcohol y drogas a sus trabajadores y a los de las empresas contratistas antes de ingresar a la faena, y conserva el resultado de cada examen.
= salud-ocupacional none; legal_obligation 16 e | legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | consent 16; health (employment biometric); employees|~trabajador (employees contractors visitors candidates); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 3_years 5_years 6_years 10_years; ?

Empresa de arriendo de vehículos: para celebrar el contrato requerimos la licencia de conducir, el RUT, el domicilio y una tarjeta de crédito en garantía, y cada auto lleva un GPS para recuperarlo en caso de robo.
= facturacion gps-flota agencia-viajes venta-en-linea none; contract 13 c | legitimate_interest 13 d | consent 16 sexies | consent 12 | legal_obligation 13 b; rut address financial location; customers|~client|~arrendatari|~conductor (customers visitors); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; ?

Prestamos a hospitales y clínicas el servicio de digitalización y custodia de fichas clínicas en papel: recibimos las cajas, las escaneamos y las devolvemos o guardamos conforme a las instrucciones de cada establecimiento.
= ficha-clinica none; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 bis | contract 13 c; health (minor_data financial); patients|~pacient (patients guardians children adolescents customers); yes; legal_minimum 15_years until_purpose_fulfilled; ?; encargado

Corredora de bolsa: identificamos a cada cliente con su cédula, domicilio, actividad y origen de los fondos, definimos su perfil de inversionista y mantenemos el registro de sus órdenes y saldos.
= conocimiento-cliente banco-cuentas none; legal_obligation 13 b | contract 13 c; rut address financial (employment political); customers|~client|~inversionist (customers beneficial_owners shareholders prospects); ?; 5_years legal_minimum 6_years 10_years until_purpose_fulfilled; ?

Cadena de supermercados que recibe postulaciones de empleo en su portal: un programa puntúa automáticamente los currículos según experiencia y estudios, y descarta a quienes no alcanzan el mínimo.
= reclutamiento; contract 13 c | consent 12 | legitimate_interest 13 d; employment (browsing minor_data health); candidates|~postulant (candidates site_visitors); no; until_purpose_fulfilled 1_year 2_years legal_minimum 6_months; yes

Museo privado sin fines de lucro: mantenemos la nómina de los Amigos del Museo con su nombre, correo y aporte mensual con cargo a tarjeta, a quienes enviamos la programación e invitaciones a inauguraciones.
= donaciones club-socios newsletter eventos none; contract 13 c | consent 12 | legitimate_interest 13 d | legitimate_interest 16 b | legal_obligation 13 b; name email financial; ~donant|~soci|~amig|~aportant|~miembr|subscribers|customers (subscribers customers visitors prospects); no; until_unsubscribe until_purpose_fulfilled legal_minimum 1_year 2_years 5_years 6_years; no

Asociación de consumidores: recibimos reclamos de personas contra empresas, con su nombre, RUT, correo y las boletas o contratos que los respaldan, para representarlas en demandas colectivas y ante el SERNAC.
= atencion-clientes ong-beneficiarios none; legal claims 13 e | legitimate_interest 13 e | contract 13 c | consent 12 | legitimate_interest 13 d | legal_obligation 13 b; name rut email (financial); complainants|~consumidor|~reclamant|~soci|customers|citizens (complainants customers citizens subscribers); no; until_purpose_fulfilled legal_minimum 2_years 3_years 5_years 6_years 10_years; ?
`)

import { sentencesOf } from './expected.ts'

/**
 * Fifty more of other trades, written before the drafter was asked and after it had learnt from the eleventh set.
 * The first run, before any change, had right of 50: activity 35, basis 44, data 45, people 42, sensitive 48, term 48, DPIA 48.
 */
export const TWELFTH_SET = sentencesOf(`
zapatero, pongo el nombre y el fono en la boleta del arreglo
= none facturacion atencion-clientes; contract 13 c | legal_obligation 13 b; name phone (financial rut); customers; no; 5_years legal_minimum until_purpose_fulfilled 1_year 2_years; no

Sushi con pedidos por la página y por teléfono
= venta-en-linea none; contract 13 c; name phone (address financial browsing email); customers (customers site_visitors); no; 5_years legal_minimum until_purpose_fulfilled; no

urólogo, tengo las fichas en papel desde hace 20 años
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data rut); patients (patients guardians); yes; legal_minimum; yes

la empresa nos toma la temperatura y nos pregunta síntomas al llegar
= salud-ocupacional; legal_obligation 16 e | legal_obligation 16 bis e | consent 16; name health (employment); employees (employees visitors contractors); yes; legal_minimum until_purpose_fulfilled 5_years 30_days 1_year; yes

Taxi colectivo con letrero, los dueños le pagan al sindicato de la línea
= sindicato club-socios none transporte-pasajeros organizacion-comunitaria; legitimate_interest 16 b | contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name financial (political employment rut); ~soci|~conductor|~afiliad|employees (employees contractors); ?; until_purpose_fulfilled legal_minimum 5_years; ?

Vendo paneles solares, pido cuenta de la luz para cotizar
= none prospectos venta-en-linea; contract 13 c | consent 12; name (address financial phone email rut); customers|prospects (customers prospects); no; 5_years legal_minimum until_purpose_fulfilled 1_year 2_years until_unsubscribe; no

guardería de niños en el mall por hora
= jardin-infantil none; consent 16 quáter | legal_obligation 16 bis f | legal_obligation 13 b; name minor_data (phone health rut); children (children guardians); ?; until_purpose_fulfilled legal_minimum 5_years; yes

Cementerio parque, sepulturas en cuotas
= none; contract 13 c; name financial (rut address); customers|~familiar (customers); no; 5_years legal_minimum until_purpose_fulfilled indefinite; no

Manejo las redes sociales de varias pymes y respondo los mensajes de sus clientes
= none atencion-clientes prospectos newsletter fotos-difusion; contract 13 c | consent 12 | legitimate_interest 13 d; name (email phone browsing); customers (customers prospects subscribers); no; 5_years until_purpose_fulfilled 1_year 2_years legal_minimum until_unsubscribe; no; encargado

ponemos cámaras en la sala de ventas y en la caja
= videovigilancia; legitimate_interest 13 d; (location biometric); customers|employees|visitors|~transeúnte (customers employees visitors contractors); no; 30_days until_purpose_fulfilled; ?

Escuela de música para adultos y niños
= club-deportivo-ninos cursos-capacitacion none; consent 16 quáter | contract 13 c; name minor_data (financial health phone); students|children|customers (students children guardians adolescents customers); ?; until_purpose_fulfilled 5_years legal_minimum; ?

Asesora de hogar puertas adentro, contrato y cotizaciones
= carpeta-trabajador remuneraciones; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name employment (rut financial address health); employees (employees emergency_contacts); ?; 5_years; ?

Laboratorio dental que fabrica prótesis con los datos que manda el dentista
= none examenes-laboratorio ficha-clinica; legal_obligation 16 bis e | contract 13 c | consent 16; name health (minor_data); patients (patients customers guardians); yes; legal_minimum 5_years until_purpose_fulfilled; yes

Arriendo de disfraces, dejan el carnet en garantía
= none; contract 13 c; name rut (phone financial); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

mandamos a los clientes un link para que evalúen la atención
= estudio-mercado atencion-clientes; legitimate_interest 13 d | consent 12 | contract 13 c; name (email phone); customers|~encuestad (customers); no; until_purpose_fulfilled 1_year 2_years; no

CESFAM rural con ronda médica y visitas a postrados
= ficha-clinica salud-publica; legal_obligation 16 bis e | public_interest 20; name health (address minor_data rut); patients (patients citizens guardians emergency_contacts); yes; legal_minimum; yes

Criadero de perros, contrato de venta con el comprador
= veterinaria none venta-en-linea; contract 13 c; name (rut phone financial address); customers|~mascota; no; 5_years legal_minimum until_purpose_fulfilled; no

Terminal pesquero: pagamos a los pescadores artesanales por lo que traen
= proveedores; contract 13 c | legal_obligation 13 b; name financial (rut); suppliers|~pescador|contractors (suppliers contractors); no; legal_minimum 5_years; no

Hipódromo con club de propietarios
= club-socios none apuestas-en-linea; contract 13 c; name (financial rut); ~soci|~propietari|customers (customers); no; 5_years legal_minimum until_purpose_fulfilled; no

preguntamos religión y comuna al inscribirse en el grupo juvenil de la parroquia
= iglesia; consent 16 quáter | consent 16 | legitimate_interest 16 b; name religious (minor_data address); ~feligr|~miembro|adolescents|children|~soci (adolescents children guardians); yes; until_purpose_fulfilled indefinite legal_minimum; yes

Optica con examen de la vista gratis y venta en cuotas
= ficha-clinica farmacia-recetas venta-en-linea evaluacion-crediticia none; legal_obligation 16 bis e | consent 16; name health financial (minor_data rut); patients|customers (patients customers guardians credit_applicants); yes; legal_minimum 5_years; ?

Guardamos las huellas de los socios del gimnasio para abrir la puerta
= control-biometrico gimnasio; consent 16 ter; name biometric (health financial); ~soci|customers (customers); yes; until_purpose_fulfilled; yes

Imprenta que hace tarjetas y partes de matrimonio
= none; contract 13 c; name (address financial phone email); customers|~novi (customers); no; 5_years legal_minimum until_purpose_fulfilled; no

cobramos la cuota del centro de padres
= organizacion-comunitaria club-socios none; contract 13 c | legal_obligation 13 b | legitimate_interest 16 b | consent 16 quáter; name financial (minor_data rut); guardians|~soci (guardians children students); no; until_purpose_fulfilled 5_years legal_minimum; ?

Ministerio: postulación a fondos de cultura
= solicitudes-ciudadanas none; public_interest 20; name rut (financial employment email); citizens|~postulante|candidates (citizens candidates); no; legal_minimum until_purpose_fulfilled; ?

Startup con app que recuerda tomar los remedios
= app-bienestar ficha-clinica cuentas-usuario none; consent 16; name health (email phone browsing location); ~usuari|customers|patients (customers patients); yes; until_unsubscribe until_purpose_fulfilled 5_years legal_minimum; yes

Agencia de modelos, fotos, medidas y contratos de menores y adultos
= none fotos-difusion reclutamiento; consent 16 quáter | contract 13 c | consent 12 | consent 16; name minor_data (biometric health financial employment location); ~modelo|~imágenes|children|adolescents|customers|candidates|contractors (children adolescents guardians customers candidates employees contractors); ?; 5_years until_purpose_fulfilled legal_minimum until_unsubscribe; ?

Lota de bomberos... compañía de bomberos, rifa anual con lista de compradores
= concursos-sorteos donaciones none; contract 13 c | consent 12; name (phone financial); ~participante|customers|~donante|~soci|~voluntari (customers); no; until_purpose_fulfilled 1_year 5_years legal_minimum; no

Vendemos pasajes de ferry a Chiloé, patente y rut
= transporte-pasajeros; contract 13 c | legal_obligation 13 b; name rut (financial location); ~pasajer|customers; no; 5_years legal_minimum 1_year until_purpose_fulfilled; no

los choferes suben la foto de su licencia a la app de la empresa
= carpeta-trabajador none cuentas-usuario gps-flota reparto-aplicacion; contract 13 c | legal_obligation 13 b; name rut (employment criminal location email); employees|~conductor (employees contractors customers); no; 5_years legal_minimum until_purpose_fulfilled until_unsubscribe; no

Tesorería de un colegio particular: mensualidades atrasadas
= evaluacion-crediticia matricula-escolar facturacion none; contract 13 c | legal_obligation 13 a | legal_obligation 13 b; name financial (rut minor_data); guardians|students|credit_applicants|customers (guardians students children adolescents credit_applicants customers); no; 5_years legal_minimum; ?

Seremi de salud fiscaliza restaurantes y cita a los dueños
= solicitudes-ciudadanas salud-publica none fiscalizacion-tributaria municipio-permisos; public_interest 20; name (rut address health); citizens|~dueñ|customers (citizens); ?; legal_minimum; ?

clases de natación para guaguas con su mamá
= club-deportivo-ninos; consent 16 quáter; name minor_data (health phone financial); children (children guardians students adolescents); ?; until_purpose_fulfilled legal_minimum 5_years; yes

Bolsa de trabajo de la universidad para titulados
= reclutamiento universidad; contract 13 c | consent 12; name employment (email phone); candidates|students (candidates students); no; until_purpose_fulfilled 1_year 2_years 5_years until_unsubscribe; no

Registro de personas que no quieren recibir nuestras llamadas
= newsletter prospectos atencion-clientes none; legal_obligation 13 b | legitimate_interest 13 d | contract 13 c | consent 12; name phone (email); customers|prospects|subscribers|~persona (customers prospects subscribers); no; until_purpose_fulfilled indefinite legal_minimum until_unsubscribe 5_years; no

Terapia de pareja y familiar
= ficha-clinica; legal_obligation 16 bis e | consent 16; name health (sexual_orientation minor_data); patients|customers (patients guardians customers); yes; legal_minimum; yes

Armamos canastas de navidad para los trabajadores y sus cargas
= beneficios-trabajadores; contract 13 c | legal_obligation 13 b | consent 16 quáter; name employment (rut minor_data financial); employees (employees emergency_contacts children guardians); ?; 5_years until_purpose_fulfilled legal_minimum; ?

Plataforma de crowdfunding
= none cuentas-usuario donaciones; contract 13 c; name financial (email rut browsing); customers|~usuari|~donante|~inversionista (customers); no; 5_years legal_minimum until_unsubscribe until_purpose_fulfilled; no

Sala de escalada: contrato de riesgo firmado y contacto de emergencia
= gimnasio none; contract 13 c | consent 16; name phone (health financial rut); customers|~soci (customers emergency_contacts children guardians); ?; 5_years legal_minimum until_purpose_fulfilled; ?

Empresa de buses de la minera, lista de turnos de los trabajadores que suben
= transporte-pasajeros none; contract 13 c | legitimate_interest 13 d; name employment (rut location); ~pasajer|employees (employees contractors); no; 5_years 1_year until_purpose_fulfilled legal_minimum; no

vecinos nos organizamos por telegram para avisar robos con fotos de los sospechosos
= none organizacion-comunitaria videovigilancia; legitimate_interest 13 d | contract 13 c | consent 12; name (location criminal phone biometric); ~vecin|citizens|~soci|~transeúnte|~imágenes (citizens); ?; until_purpose_fulfilled 30_days 1_year 5_years legal_minimum; ?

Comercializadora de oro que compra joyas al público
= conocimiento-cliente proveedores none; legal_obligation 13 b | contract 13 c; name rut (financial address); customers|suppliers (customers suppliers); no; 5_years legal_minimum; ?

Peluquería infantil con ficha de cortes y cumpleaños
= none; consent 16 quáter | contract 13 c; name minor_data (phone); children (children guardians customers); no; until_purpose_fulfilled 5_years legal_minimum; ?

Carpintero, presupuesto y direccion de la obra
= none; contract 13 c; name address (phone financial rut email); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

Internado de un liceo rural, ficha de salud y visitas
= matricula-escolar none; legal_obligation 16 bis f | legal_obligation 13 b | consent 16 quáter | public_interest 20; name health minor_data (rut phone); students|children|adolescents (students children adolescents guardians visitors); yes; legal_minimum until_purpose_fulfilled; yes

Corredor de la bolsa, perfil de inversionista y ordenes
= none conocimiento-cliente banco-cuentas; contract 13 c | legal_obligation 13 b; name financial (rut employment); customers|~inversionista (customers shareholders); no; 5_years legal_minimum; ?

traductora, me mandan certificados de nacimiento y títulos
= none; contract 13 c; name (rut email minor_data employment); customers (customers children students); no; 5_years legal_minimum until_purpose_fulfilled; no

Sernac: reclamos contra empresas
= solicitudes-ciudadanas; public_interest 20; name (rut email phone financial); citizens|complainants (citizens complainants customers); no; legal_minimum until_purpose_fulfilled; no

Tienda de armas, inscripción y permiso
= none venta-en-linea; contract 13 c | legal_obligation 13 b; name rut (criminal address health); customers; ?; 5_years legal_minimum; ?

Consultorio psicológico de una universidad para sus alumnos
= ficha-clinica; legal_obligation 16 bis e | consent 16; name health (minor_data); patients|students (patients students guardians); yes; legal_minimum; yes
`)

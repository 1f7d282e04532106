import { sentencesOf } from './expected.ts'

/**
 * Fifty more of varied trades, as an owner would type them, written before the drafter was asked.
 * The first run, before any change, had right of 50: activity 45, basis 45, data 42, people 42, sensitive 50, term 48, DPIA 49.
 */
export const NINTH_SET = sentencesOf(`
taller mecanico, anoto patente, dueño y que se le hizo al auto
= none atencion-clientes; contract 13 c; name (phone rut financial); customers; no; 5_years until_purpose_fulfilled legal_minimum 2_years 1_year; no

peluqueria con agenda por whatsapp
= none atencion-clientes; contract 13 c; name phone; customers; no; 5_years until_purpose_fulfilled legal_minimum 1_year 2_years; no

Somos una clínica estética, hacemos botox y guardamos fotos del antes y después
= ficha-clinica; legal_obligation 16 bis e | consent 16; name health (biometric minor_data); patients|customers (patients customers guardians); yes; legal_minimum; yes

vendo ropa por instagram y despacho por starken
= venta-en-linea; contract 13 c; name address (phone financial browsing rut); customers|~destinatari; no; 5_years; no

Kinesiologo a domicilio, llevo evolución de cada paciente en un cuaderno
= ficha-clinica; legal_obligation 16 bis e; name health (address phone minor_data); patients (guardians); yes; legal_minimum; yes

tenemos 12 camaras en la bodega por los robos
= videovigilancia; legitimate_interest 13 d; (location biometric); employees|visitors|~transeúnte (employees visitors contractors customers); no; 30_days until_purpose_fulfilled; ?

Sacamos la huella de los maestros al entrar a la obra
= control-biometrico; consent 16 ter; name biometric (rut employment); employees|contractors (employees contractors); yes; until_purpose_fulfilled; yes

furgon escolar, llevo 15 niños al colegio y tengo el numero de las mamas
= transporte-escolar; contract 13 c | consent 16 quáter; name phone minor_data (address location); children|students (guardians children students); no; until_purpose_fulfilled 5_years legal_minimum 1_year; ?

mando correos con promociones a los que compraron antes
= newsletter; consent 12 | legitimate_interest 13 d; name email; customers|subscribers (customers subscribers); no; until_unsubscribe; no

administro 8 edificios, cobro gastos comunes y publico los morosos
= administracion-condominio; contract 13 c | legal_obligation 13 b; name financial (rut address); ~copropietari|~residente|customers (customers); no; 5_years legal_minimum; no

Jardín infantil privado, ficha de cada guagua con alergias y quien la retira
= jardin-infantil; consent 16 quáter | consent 16 | legal_obligation 13 b; name health minor_data; children (guardians children students); yes; until_purpose_fulfilled legal_minimum 5_years; yes

contadora: llevo la contabilidad y sueldos de pymes
= remuneraciones facturacion proveedores none; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name rut financial (employment health); employees|customers (employees customers suppliers); ?; 5_years legal_minimum; ?; encargado

recibimos curriculums por computrabajo y hacemos entrevistas
= reclutamiento; contract 13 c; name employment; candidates; no; until_purpose_fulfilled 1_year; no

Laboratorio clinico que toma muestras de sangre y entrega resultados por la web
= examenes-laboratorio; legal_obligation 16 bis e; name health (rut minor_data browsing); patients (guardians); yes; legal_minimum; yes

prestamos plata a trabajadores con descuento por planilla
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name financial employment (rut); credit_applicants|customers|employees (credit_applicants customers employees); no; 5_years; ?

Junta de vecinos: lista de socios con firma y direccion
= organizacion-comunitaria; contract 13 c | legal_obligation 13 b | legitimate_interest 16 b; name address (rut); ~soci|~vecin; no; until_purpose_fulfilled legal_minimum 5_years; no

parroquia que anota bautizos y matrimonios
= iglesia; legitimate_interest 16 b | consent 16; name religious (minor_data); ~fiel|~miembro|~feligr (children guardians); yes; until_purpose_fulfilled indefinite legal_minimum; yes

Arriendo cabañas en Pucón, pido carnet y transferencia
= hotel; contract 13 c; name rut financial; ~huésped|customers; no; 5_years legal_minimum; no

Colegio particular subvencionado, notas asistencia y anotaciones de los alumnos
= matricula-escolar; legal_obligation 13 b; name minor_data (rut health); students|children (students children guardians); ?; legal_minimum; ?

consulta dental, cobro en cuotas y guardo radiografias
= ficha-clinica; legal_obligation 16 bis e; name health financial (minor_data); patients (guardians); yes; legal_minimum; yes

los camiones tienen gps y vemos por donde andan los choferes
= gps-flota; legitimate_interest 13 d; location (name employment); employees|~chofer|~conductor (employees contractors); no; 1_year until_purpose_fulfilled; ?

Constructora, contratos y finiquitos de los trabajadores de la obra
= carpeta-trabajador remuneraciones; contract 13 c | legal_obligation 13 b; name employment (rut financial address health); employees (emergency_contacts former_employees); ?; 5_years; ?

App de delivery de comida con repartidores independientes y puntaje de cada uno
= reparto-aplicacion; contract 13 c; name location (financial employment address phone); customers|~repartidor (customers contractors employees); no; 5_years until_purpose_fulfilled 1_year; yes

veterinaria con vacunas y chip de los perros
= veterinaria; contract 13 c; name (phone address rut); customers|~mascota; no; 5_years until_purpose_fulfilled legal_minimum; no

Gimnasio de barrio, mensualidad y certificado medico de los socios
= gimnasio; contract 13 c | consent 16; name health financial; customers|~soci (customers); yes; until_purpose_fulfilled 5_years legal_minimum; ?

Corredora de propiedades: pido liquidaciones de sueldo y dicom al que arrienda
= corretaje-propiedades; contract 13 c | legal_obligation 13 a; name financial (rut employment address); ~arrendatari|customers|credit_applicants (customers credit_applicants); no; 5_years until_purpose_fulfilled legal_minimum; ?

call center que vende planes de celular por cuenta de una compañia
= prospectos grabacion-llamadas; consent 12 | legitimate_interest 13 d | contract 13 c; name phone; customers|~prospecto (customers); no; until_unsubscribe until_purpose_fulfilled 1_year 2_years; no; encargado

Cesfam: atendemos la poblacion inscrita y entregamos remedios
= ficha-clinica; legal_obligation 16 bis e | public_interest 20; name health (rut minor_data); patients (citizens guardians); yes; legal_minimum; yes

Municipalidad da permisos de circulación
= municipio-permisos; public_interest 20; name rut (address financial); citizens; no; legal_minimum until_purpose_fulfilled; no

Sindicato de la mina, cuotas y negociación colectiva
= sindicato; legitimate_interest 16 b | legal_obligation 13 b | legal_obligation 16 e; name political (financial employment rut); ~soci|~afiliad|employees (employees); yes; until_purpose_fulfilled legal_minimum 5_years; yes

tienda online de suplementos con programa de puntos
= fidelizacion venta-en-linea; consent 12 | contract 13 c; name email (financial browsing address location phone rut); customers|~socio|~miembro (customers subscribers); no; until_unsubscribe 5_years; ?

Universidad que guarda notas, aranceles y creditos de los estudiantes
= universidad; contract 13 c | legal_obligation 13 b; name financial (rut); students; no; legal_minimum 5_years; ?

Farmacia de barrio con recetas retenidas de psicotropicos
= farmacia-recetas; legal_obligation 16 bis e | legal_obligation 16 f | legal_obligation 16 bis f; name health (rut); patients|customers (patients customers); yes; legal_minimum; yes

compramos chatarra y pedimos carnet por la ley
= proveedores none; contract 13 c | legal_obligation 13 b; name rut (financial); suppliers|customers (suppliers customers); no; legal_minimum 5_years; no

Coworking con torniquete y wifi
= registro-visitas wifi-clientes none; contract 13 c | legitimate_interest 13 d; name (email browsing location); customers|visitors (customers visitors); no; 1_year until_purpose_fulfilled 5_years 30_days 2_years; ?

asesoria juridica, causas de familia y penales de mis clientes
= none causas-judiciales; contract 13 c | legitimate_interest 13 e | consent 16; name criminal (minor_data financial rut); customers (complainants children); ?; 5_years legal_minimum until_purpose_fulfilled; ?

hogar de ancianos, remedios y contacto de la familia
= residencia-personas-mayores; legal_obligation 16 bis e | contract 13 c | consent 16; name health phone (financial); ~residente|patients (patients guardians emergency_contacts); yes; legal_minimum 5_years until_purpose_fulfilled; yes

hacemos facturas y boletas a clientes
= facturacion; legal_obligation 13 b; name rut financial (address); customers; no; legal_minimum; no

Empresa de seguridad, guardias y sus cursos OS-10
= empresa-seguridad; contract 13 c | legal_obligation 13 b; name employment (criminal rut health location); employees (visitors customers); ?; legal_minimum 5_years until_purpose_fulfilled; ?

psicologa online, sesiones por zoom con niños y adultos
= ficha-clinica; legal_obligation 16 bis e | consent 16; name health minor_data; patients|children (patients guardians children); yes; legal_minimum; yes

Isapre: licencias médicas y plan de salud de afiliados
= isapre; legal_obligation 16 bis e | legal_obligation 16 f | legal_obligation 16 bis f; name health financial (rut employment); ~afiliad|patients|customers (patients customers); yes; legal_minimum 5_years; yes

estacionamiento del mall que lee la patente
= estacionamiento-patentes; contract 13 c | legitimate_interest 13 d; location (name financial); customers|~conductor|visitors (customers visitors); no; 30_days until_purpose_fulfilled 1_year legal_minimum 5_years; ?

Fundacion que entrega canastas familiares a familias pobres
= ong-beneficiarios; consent 16 | consent 12 | legitimate_interest 16 b; name financial (address rut minor_data); ~beneficiari|~famili; yes; until_purpose_fulfilled 5_years; ?

banda ancha e internet en el campo, instalamos y cobramos mensual
= telecomunicaciones servicios-basicos; contract 13 c; name financial address (browsing location rut); customers; no; 5_years legal_minimum; ?

Sorteamos una moto entre los que nos siguen y dejan su correo
= concursos-sorteos; consent 12 | contract 13 c; name email (browsing phone); ~participante|customers|subscribers (customers subscribers); no; until_purpose_fulfilled 1_year; no

Encuestamos a los pacientes despues de la consulta para ver si quedaron conformes
= estudio-mercado atencion-clientes; legitimate_interest 13 d | consent 12 | consent 16; name (health email phone); patients|customers (patients customers); ?; until_purpose_fulfilled 1_year 2_years; ?

salud ocupacional: examenes de altura y alcohotest a operadores
= salud-ocupacional; legal_obligation 16 bis e | legal_obligation 16 e; name health (employment rut); employees (contractors); yes; legal_minimum 5_years; yes

Canal de denuncias por acoso, ley karin
= denuncias-internas; legal_obligation 13 b | legal_obligation 16 e; name employment (health email sexual_orientation); employees|~denunciante|complainants (employees complainants witnesses accused); ?; 5_years legal_minimum; yes

Escuela de surf, clases grupales y pago por transferencia
= cursos-capacitacion none; contract 13 c; name financial (phone health); students|customers (students customers); ?; 5_years until_purpose_fulfilled legal_minimum; no

Pagina web con formulario de contacto y google analytics
= analitica-web prospectos atencion-clientes; consent 12 | contract 13 c; browsing name email (phone location); site_visitors (customers); no; 1_year 2_years until_purpose_fulfilled; no
`)

import { sentencesOf } from './expected.ts'

/**
 * A fourth fifty, written before its author had read the drafter. The first run, before any change, had right of 50:
 * activity 41, basis 45, data 38, people 42, sensitive 49, term 46, DPIA 48.
 */
export const FOURTH_FIFTY = sentencesOf(`
Tengo una barbería en Ñuñoa y las horas se piden por AgendaPro
= none; contract 13 c; name (phone email financial); customers; no; 5_years until_purpose_fulfilled legal_minimum 1_year 2_years; no

Clínica dental: radiografías, odontogramas y presupuestos de los pacientes
= ficha-clinica; legal_obligation 16 bis e; name health (financial minor_data); patients (guardians); yes; legal_minimum; yes

llevamos el libro de asistencia firmado a mano de los temporeros de la cosecha
= control-asistencia; legal_obligation 13 b; name employment (rut); employees; no; 5_years; no

Somos un estudio contable, les hacemos el F29 y las liquidaciones a 40 pymes
= remuneraciones none; legal_obligation 13 b | contract 13 c | legal_obligation 16 e; name rut financial (employment health); employees|customers (employees customers suppliers emergency_contacts); ?; 5_years legal_minimum; ?; encargado

Aplicamos test psicológicos a los postulantes a conductor de camión
= reclutamiento; consent 16; name health (employment); candidates; yes; until_purpose_fulfilled 1_year 5_years; yes

vendo tortas por instagram, anoto nombre, direccion y fono para el despacho
= venta-en-linea; contract 13 c; name phone address (financial); customers; no; 5_years; no

Juzgado de policía local tramita los partes y las licencias retenidas
= causas-judiciales; public_interest 54; name rut (criminal financial location); citizens|~parte|~denunciad|~infractor (citizens complainants); no; legal_minimum; ?

Ocupamos Buk para pagar los sueldos, con cargas familiares y licencias médicas
= remuneraciones; legal_obligation 16 e; name rut employment financial health (minor_data); employees (emergency_contacts children); yes; 5_years; ?

Grabamos las llamadas de la mesa de ayuda, no guardamos ningún dato de salud
= grabacion-llamadas atencion-clientes; consent 12 | legitimate_interest 13 d | contract 13 c; name phone; customers (employees); no; 1_year 2_years until_purpose_fulfilled 5_years; no

Preuniversitario online para jóvenes de 16 y 17 años, pagan los apoderados
= matricula-escolar cursos-capacitacion club-deportivo-ninos; consent 16 quáter | contract 13 c; name minor_data financial (email); adolescents|students|children (adolescents students guardians children customers); ?; until_purpose_fulfilled legal_minimum 5_years; ?

el edificio tiene citofonía con reconocimiento facial pa los residentes
= control-biometrico; consent 16 ter; biometric (name location); ~residente|~copropietari|visitors (visitors customers); yes; until_purpose_fulfilled; yes

Mandamos un newsletter con Mailchimp a quienes se suscriben en la página
= newsletter; consent 12; email (name browsing); subscribers; no; until_unsubscribe; no

Agrícola exportadora que aloja a trabajadores haitianos y bolivianos, guarda pasaportes y contratos
= carpeta-trabajador; legal_obligation 13 b | contract 13 c; name employment (rut ethnic_origin financial health); employees (contractors emergency_contacts); ?; 5_years; ?

Bomberos voluntarios: ficha de cada bombero con grupo sanguíneo y contacto de emergencia
= club-socios donaciones organizacion-comunitaria none; consent 16 | legitimate_interest 16 b; name health phone; ~voluntari|~soci|~bomber (emergency_contacts); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Startup que puntúa con inteligencia artificial a los arrendatarios antes de firmarles contrato
= evaluacion-crediticia credito-automatizado corretaje-propiedades; contract 13 c | consent 12; name financial (rut employment); ~arrendatari|credit_applicants|customers (credit_applicants customers prospects); no; until_purpose_fulfilled 5_years 1_year; yes

Óptica que hace exámenes de la vista y guarda las recetas
= ficha-clinica farmacia-recetas; legal_obligation 16 bis e; name health (minor_data financial); patients|customers (customers guardians patients); yes; legal_minimum; yes

Corremos una maratón: inscripción, talla de polera, tiempos publicados en la web y contacto de emergencia
= eventos; contract 13 c; name phone (health financial email); ~participante|~asistente|~corredor|customers (emergency_contacts); ?; until_purpose_fulfilled 1_year 2_years 5_years; ?

La municipalidad entrega la beca deportiva y pide Registro Social de Hogares
= becas municipio-ayudas-sociales; public_interest 20; name rut financial (minor_data health address); citizens|students|~beneficiari (citizens students children guardians); ?; legal_minimum until_purpose_fulfilled; ?

Cementerio parque: contratos de sepultura y registro de fallecidos
= none; contract 13 c | legal_obligation 13 b; name rut (financial health); customers|~deud|~fallecid (customers); no; legal_minimum 5_years indefinite; no

somos un call center externo, vendemos planes de celular a nombre de una telco
= telecomunicaciones prospectos; contract 13 c | consent 12 | legitimate_interest 13 d; name phone; customers|prospects (customers prospects); no; 5_years 1_year 2_years until_purpose_fulfilled legal_minimum until_unsubscribe; no; encargado

Laboratorio de ADN que hace pruebas de paternidad
= examenes-laboratorio investigacion-biomedica; consent 16 | legal_obligation 16 bis e | consent 16 bis; name health (minor_data biometric genetic); patients|customers (patients customers children guardians); yes; legal_minimum until_purpose_fulfilled; yes

Colegio con sistema de notas y anotaciones en la nube, alumnos de básica y media
= matricula-escolar; legal_obligation 13 b | consent 16 quáter | contract 13 c; name minor_data; students (guardians children adolescents); ?; legal_minimum 5_years; yes

camaras en el minimarket porque nos roban harto
= videovigilancia; legitimate_interest 13 d; (name location); customers|visitors|employees (customers visitors employees); no; until_purpose_fulfilled 1_year 30_days; ?

Psicóloga con consulta particular, atiendo adultos por Zoom
= ficha-clinica; legal_obligation 16 bis e; name health (email financial phone); patients; yes; legal_minimum; yes

Canal de denuncias de acoso laboral que maneja un abogado externo
= denuncias-internas; legal_obligation 13 b | legal_obligation 16 e; name employment (health sexual_orientation criminal); employees|complainants (employees complainants contractors); ?; 5_years legal_minimum; ?

Ferretería le fía a los maestros del barrio y anota cuánto deben
= facturacion evaluacion-crediticia none; contract 13 c | legal_obligation 13 a; name financial; customers|credit_applicants; no; 5_years; no

Cuerpo de voluntarios que acompaña a enfermos terminales en sus casas
= ong-beneficiarios donaciones ficha-clinica; consent 16 | legitimate_interest 16 b | legal_obligation 16 bis e; name health address; patients|~beneficiari|~atendida (patients emergency_contacts); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Rent a car: licencia de conducir, tarjeta en garantía y GPS en los autos
= none gps-flota; contract 13 c; name rut financial location; customers|~conductor|~arrendatari; no; 5_years legal_minimum until_purpose_fulfilled; ?

Hacemos examenes preocupacionales y de altura para mineras
= salud-ocupacional; legal_obligation 16 bis e | consent 16 | legal_obligation 16 e; name health (employment); employees|candidates|patients (employees candidates patients); yes; legal_minimum 5_years; yes

subsecretaría que recibe solicitudes de transparencia y las contesta por correo
= solicitudes-ciudadanas; public_interest 20 | legal_obligation 13 b; name email; citizens; no; legal_minimum; no

tenemos un jardin infantil, los papas nos dejan alergias, vacunas y quien retira al niño
= jardin-infantil; consent 16 quáter | consent 16; name health minor_data; children (guardians emergency_contacts); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Empresa de correo y encomiendas: remitente, destinatario, firma de recepción
= correo-encomiendas none venta-en-linea; contract 13 c; name address (rut phone financial biometric); customers|~destinatari; no; 5_years legal_minimum 1_year until_purpose_fulfilled; no

La app del supermercado acumula puntos y analiza lo que compras para ofrecerte cupones
= fidelizacion; consent 12; name (browsing financial rut); customers; no; until_unsubscribe until_purpose_fulfilled; ?

Sindicato de pescadores artesanales: cuotas, asambleas y padrón de votación
= sindicato; legitimate_interest 16 b | consent 16 | legal_obligation 16 e; name (financial employment political rut union); ~soci|~afiliad; yes; until_purpose_fulfilled legal_minimum 5_years; ?

Consultora de headhunting que guarda CV de ejecutivos sacados de LinkedIn
= reclutamiento; consent 12 | legitimate_interest 13 d | contract 13 c; name employment (email phone); candidates; no; until_purpose_fulfilled 1_year 2_years; ?

Hospedería de la iglesia para gente en situación de calle, anotamos enfermedades y adicciones
= ong-beneficiarios municipio-ayudas-sociales iglesia; consent 16 | legitimate_interest 16 b; name health (religious); ~beneficiari|~atendida|customers|~huésped; yes; until_purpose_fulfilled 5_years legal_minimum; yes

hacemos tatuajes y pedimos firmar un consentimiento con enfermedades y alergias
= none; consent 16; name health (rut financial); customers; yes; until_purpose_fulfilled 5_years legal_minimum; ?

Proveedora de software de ficha clínica en AWS para consultas médicas
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data); patients (guardians customers); yes; legal_minimum; yes; encargado

Casa de acogida para adolescentes embarazadas
= ong-beneficiarios proteccion-ninez; consent 16 quáter | consent 16 | public_interest 20; name health minor_data; adolescents|~beneficiari|children (adolescents children guardians); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Le pagamos a los proveedores con transferencia y guardamos su cuenta corriente
= proveedores; contract 13 c | legal_obligation 13 b; name financial (rut); suppliers (contractors); no; 5_years legal_minimum; no

Sex shop en linea con envio discreto
= venta-en-linea; contract 13 c | consent 16; name address (financial email sexual_orientation browsing location); customers; ?; 5_years; ?

controlamos por GPS las motos de los repartidores propios de la pizzería
= gps-flota; legitimate_interest 13 d | contract 13 c; location (name employment); employees (contractors); no; until_purpose_fulfilled 1_year; ?

Universidad investiga el genoma del pueblo mapuche con muestras de saliva
= investigacion-biomedica; consent 16 bis | consent 16 | public_interest 16 quinquies | legitimate_interest 16 quinquies; health ethnic_origin (genetic name biometric); ~participante|patients|~voluntari; yes; until_purpose_fulfilled legal_minimum indefinite 5_years; yes

Compraventa de autos usados que consulta Dicom antes de dar crédito
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c | consent 12; name rut financial (employment); credit_applicants|customers (credit_applicants customers); no; 5_years; ?

Condominio anota patente y rut de las visitas en la garita
= registro-visitas administracion-condominio; legitimate_interest 13 d; name rut (location); visitors; no; until_purpose_fulfilled 1_year 30_days; no

Fonoaudióloga que trabaja con niños con autismo, informes para el colegio
= ficha-clinica; legal_obligation 16 bis e | consent 16 quáter; name health minor_data; patients|children (guardians children patients students); yes; legal_minimum; yes

Banda municipal: lista de músicos y préstamo de instrumentos
= none club-socios; public_interest 20 | contract 13 c; name; ~músic|~integrante|citizens|~soci|employees|customers|students; no; until_purpose_fulfilled legal_minimum 5_years; no

es para cumplir con la ley nueva que empieza en diciembre
= unsure

planilla excel del área de operaciones
= unsure

lo que hace la Paty en la oficina
= unsure
`)

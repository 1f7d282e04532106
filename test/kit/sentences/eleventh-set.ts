import { sentencesOf } from './expected.ts'

/**
 * Fifty more of other trades, written before the drafter was asked and after it had learnt from the tenth set.
 * The first run, before any change, had right of 50: activity 41, basis 41, data 43, people 43, sensitive 50, term 48, DPIA 49.
 */
export const ELEVENTH_SET = sentencesOf(`
gasfiter, voy a las casas y dejo boleta
= none facturacion atencion-clientes; contract 13 c | legal_obligation 13 b; name address (financial phone rut); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

vulcanizacion y lavado de autos, aviso por telefono cuando esta listo
= none atencion-clientes; contract 13 c; name phone (financial); customers; no; 5_years legal_minimum until_purpose_fulfilled 1_year 2_years; no

Nutricionista con planes de alimentación por videollamada
= ficha-clinica app-bienestar; legal_obligation 16 bis e | consent 16; name health (email phone minor_data financial); patients|customers (patients customers guardians); yes; legal_minimum; yes

vendo huevos y quesos a domicilio, tengo un grupo de whatsapp con las caseras
= venta-en-linea none; contract 13 c; name phone address (financial); customers (customers subscribers); no; 5_years legal_minimum until_purpose_fulfilled; no

Centro de estética con depilación láser
= ficha-clinica none gimnasio; legal_obligation 16 bis e | consent 16 | contract 13 c; name (health phone financial minor_data); customers|patients (customers patients guardians); ?; legal_minimum 5_years until_purpose_fulfilled; ?

pasamos la tarjeta al entrar y salir de la pega, asi vemos los atrasos
= control-asistencia; legal_obligation 13 b; name employment (rut location); employees (employees contractors); no; 5_years; no

Condominio con portero, camaras y control de visitas por app
= registro-visitas administracion-condominio videovigilancia; legitimate_interest 13 d | contract 13 c | legal_obligation 13 b; name (location rut phone financial email); visitors|~residente (visitors employees customers contractors); no; until_purpose_fulfilled 30_days 1_year 5_years legal_minimum; ?

clinica veterinaria de urgencia 24 horas
= veterinaria; contract 13 c; name (phone financial address rut); customers|~mascota; no; 5_years legal_minimum until_purpose_fulfilled; no

Colegio: fotos de los alumnos en el facebook
= fotos-difusion; consent 16 quáter; minor_data (name browsing location biometric health); students|children (students children guardians adolescents); ?; until_purpose_fulfilled until_unsubscribe 1_year 2_years legal_minimum; ?

me llegan cv por correo para vendedores de la tienda
= reclutamiento; contract 13 c | consent 12; name email employment (phone); candidates (candidates); no; until_purpose_fulfilled 1_year; no

pagamos sueldos a 30 temporeros de la cereza
= remuneraciones; legal_obligation 13 b | legal_obligation 16 e | contract 13 c; name financial employment (rut health address); employees (employees emergency_contacts contractors former_employees); ?; 5_years; ?

Psiquiatra, recetas y licencias
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data rut); patients (patients guardians); yes; legal_minimum; yes

Hago encuestas en la calle para una marca de bebidas
= estudio-mercado none; consent 12; name (phone email location); ~encuestad|customers|prospects (customers prospects); no; until_purpose_fulfilled 1_year 2_years; no

Casa de cambio, pedimos carnet sobre cierto monto
= conocimiento-cliente; legal_obligation 13 b; name rut financial (address employment); customers (customers); no; 5_years legal_minimum; ?

Empresa de gruas: patente, dueño y donde lo recogemos
= none; contract 13 c; name (location phone address financial rut); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

escuela de danza para niñas
= club-deportivo-ninos; consent 16 quáter; name minor_data (health financial phone); children (children adolescents guardians students); ?; until_purpose_fulfilled legal_minimum 5_years; yes

Municipalidad: castración gratis de perros, inscripción de vecinos
= veterinaria municipio-permisos solicitudes-ciudadanas municipio-ayudas-sociales none; public_interest 20; name (rut address phone); citizens|~mascota (citizens); no; legal_minimum until_purpose_fulfilled; no

Iglesia evangélica, lista de hermanos y sus diezmos
= iglesia; legitimate_interest 16 b | consent 16; name religious financial; ~feligr|~miembro|~soci; yes; until_purpose_fulfilled indefinite legal_minimum; yes

arrendamos departamentos por airbnb
= hotel corretaje-propiedades none; contract 13 c; name (rut email financial phone address); ~huésped|customers|~arrendatari; no; 5_years legal_minimum until_purpose_fulfilled; no

Tenemos un programa de fidelidad con tarjeta y cumpleaños
= fidelizacion; consent 12; name (email phone rut browsing location financial); customers|~miembro|~soci|subscribers (customers subscribers); no; until_unsubscribe 5_years; ?

revisamos dicom antes de vender a credito en la mueblería
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name financial (rut employment address); credit_applicants|customers (credit_applicants customers); no; 5_years; ?

Ambulancias privadas, traslado de pacientes
= ficha-clinica; legal_obligation 16 bis e; name health (address location phone minor_data); patients (patients guardians emergency_contacts); yes; legal_minimum; yes

flota de taxis con gps y cámara adentro
= gps-flota videovigilancia transporte-pasajeros; legitimate_interest 13 d | contract 13 c; location (name employment biometric); employees|~conductor|~pasajer (employees contractors customers visitors); no; 1_year 30_days until_purpose_fulfilled 5_years; ?

AFP: ahorro previsional y trámites de pensión de invalidez
= afp; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 f | legal_obligation 16 bis f | legal_obligation 16 bis e; name rut financial health (employment); ~afiliad|~pensionad|customers (customers employees); yes; legal_minimum 5_years; yes

grabamos las llamadas del call center para mejorar la atencion
= grabacion-llamadas; legitimate_interest 13 d | consent 12; name phone (biometric employment); customers (customers employees); no; 1_year 2_years until_purpose_fulfilled 30_days; ?

Corporación que da almuerzo a gente de la calle
= ong-beneficiarios; consent 16 | legitimate_interest 16 b | consent 12; name (financial health rut); ~beneficiari; ?; until_purpose_fulfilled 5_years legal_minimum; ?

Juegos de azar online, verificamos edad con selfie y carnet
= apuestas-en-linea control-biometrico conocimiento-cliente; consent 16 ter | contract 13 c | legal_obligation 13 b; name rut biometric (financial); ~jugador|customers (customers); yes; 5_years legal_minimum until_purpose_fulfilled; yes

agencia de viajes, pasaportes y visas de los clientes
= agencia-viajes; contract 13 c; name rut (financial email phone health); customers|~pasajer|~viajer; no; 5_years legal_minimum; no

Sociedad anónima, registro de accionistas y pago de dividendos
= registro-accionistas; legal_obligation 13 b; name rut financial (address); shareholders|~accionista; no; legal_minimum 5_years indefinite; no

Hogar de menores del sename administrado por una fundacion
= proteccion-ninez; legal_obligation 16 bis f | legal_obligation 16 f | legal_obligation 13 b | public_interest 20 | consent 16 quáter; name minor_data (health criminal rut); children|adolescents (children adolescents guardians citizens); ?; legal_minimum until_purpose_fulfilled; yes

Wifi gratis en el café a cambio del correo
= wifi-clientes; consent 12; email (name browsing location phone); customers|visitors|site_visitors (customers visitors site_visitors subscribers prospects); no; 1_year until_unsubscribe until_purpose_fulfilled 2_years; no

Podóloga a domicilio con pacientes diabéticos
= ficha-clinica; legal_obligation 16 bis e; name health (address phone minor_data); patients (patients guardians); yes; legal_minimum; yes

organizo matrimonios: lista de invitados y alergias
= eventos none; contract 13 c | consent 16; name health (phone email financial); customers|~invitad|~asistente (customers); yes; 5_years legal_minimum until_purpose_fulfilled; ?

Ferretería con boleta y cuenta corriente para maestros
= facturacion evaluacion-crediticia none; legal_obligation 13 b | contract 13 c | legal_obligation 13 a; name rut financial (address); customers|contractors (customers contractors credit_applicants employees); no; legal_minimum 5_years; no

Registro electoral de una federación deportiva para elegir directiva
= club-socios organizacion-comunitaria none; contract 13 c | legal_obligation 13 b | legitimate_interest 16 b; name (rut political); ~soci|~afiliad|~miembro (citizens); ?; until_purpose_fulfilled legal_minimum 5_years; ?

Notaría, escrituras y poderes
= notaria; legal_obligation 13 b | public_interest 20; name rut (financial address biometric); ~comparecient|customers (customers citizens); ?; legal_minimum indefinite; ?

instructor de yoga en el parque, mensualidad por transferencia
= none gimnasio cursos-capacitacion; contract 13 c; name financial (phone health); customers|students (customers students); ?; 5_years legal_minimum until_purpose_fulfilled; no

Distribuidora de gas por app con repartidores propios
= venta-en-linea reparto-aplicacion correo-encomiendas cuentas-usuario none; contract 13 c; name address (phone location financial employment email); customers (customers employees contractors); no; 5_years legal_minimum until_purpose_fulfilled until_unsubscribe 1_year; ?

Mutual de seguridad, accidentes laborales y reposo
= salud-ocupacional ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 e | legal_obligation 16 bis f; name health employment (rut financial); employees|patients (employees patients); yes; legal_minimum 5_years; yes

Diario local online con comentarios de lectores registrados
= medio-comunicacion cuentas-usuario; contract 13 c | consent 12; name email (browsing); ~lector|customers|subscribers|~usuari (customers subscribers site_visitors); no; until_unsubscribe 5_years legal_minimum until_purpose_fulfilled; no

cuido adultos mayores en sus casas, llevo los remedios y la presion
= residencia-personas-mayores ficha-clinica none; legal_obligation 16 bis e | consent 16 | contract 13 c; name health (address phone); ~mayor|patients|customers|~residente (patients customers guardians emergency_contacts); yes; legal_minimum 5_years until_purpose_fulfilled; ?

Carnicería que manda ofertas por mail los viernes
= newsletter; consent 12; name email; customers|subscribers (customers subscribers); no; until_unsubscribe; no

Comunidad de aguas, turnos de riego y cuotas de los regantes
= comunidad-aguas; legal_obligation 13 b | contract 13 c; name financial (rut address location); ~regante|~soci|~comuner|citizens (citizens customers); no; legal_minimum 5_years until_purpose_fulfilled; no

Seguro complementario de salud para empresas
= seguros-vida-salud; consent 16 | legal_obligation 16 bis f | contract 13 c; name health (rut financial employment); ~asegurad|employees|customers (employees customers emergency_contacts children); yes; 5_years legal_minimum; yes

Torneo de ajedrez escolar
= eventos club-deportivo-ninos; consent 16 quáter | contract 13 c; name minor_data (email phone rut financial health); children|students|~asistente|~participante (children students adolescents guardians); no; until_purpose_fulfilled legal_minimum 5_years 1_year; ?

Carabineros retirados: mutual con cuotas y ayuda por enfermedad
= club-socios cooperativa organizacion-comunitaria ong-beneficiarios none; legitimate_interest 16 b | consent 16 | contract 13 c; name financial health (rut employment); ~soci|~pensionad|~beneficiari; yes; until_purpose_fulfilled legal_minimum 5_years; ?

Courier: firma, rut y foto del que recibe el paquete
= correo-encomiendas; contract 13 c; name rut address (phone location biometric); ~destinatari|customers (customers); no; 5_years 1_year legal_minimum until_purpose_fulfilled 2_years; no

Estacionamos autos en eventos, valet parking
= none estacionamiento-patentes eventos; contract 13 c | legitimate_interest 13 d; name (phone location financial); customers|~conductor|~asistente (customers visitors); no; 5_years until_purpose_fulfilled 30_days legal_minimum 1_year; no

Becas de la fundación para hijos de trabajadores, con liquidaciones de los papas
= becas beneficios-trabajadores; consent 16 quáter | consent 16 | contract 13 c | legitimate_interest 16 b; name financial (minor_data employment rut); students|children|~postulante|~becari (students children guardians employees candidates adolescents); ?; until_purpose_fulfilled 5_years legal_minimum; ?

Plataforma de telemedicina veterinaria
= veterinaria cuentas-usuario none; contract 13 c; name (email phone financial); customers|~mascota|~usuari; no; 5_years legal_minimum until_purpose_fulfilled until_unsubscribe; no
`)

import { sentencesOf } from './expected.ts'

/**
 * A fifth fifty, written after the drafter had learnt from the fourth. The first run, before any change, had right of
 * 50: activity 40, basis 43, data 41, people 38, sensitive 48, term 48, DPIA 46.
 */
export const FIFTH_FIFTY = sentencesOf(`
Tostaduría de café que vende suscripciones mensuales con despacho a oficinas
= venta-en-linea none; contract 13 c; name address (financial email); customers; no; 5_years; no

Kinesiólogo deportivo de un club de rugby, fichas de lesiones de los jugadores
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data); patients|~jugador (patients guardians); yes; legal_minimum; yes

en la parcela tenemos 12 trabajadores con contrato y les pagamos por quincena
= remuneraciones carpeta-trabajador; legal_obligation 16 e | legal_obligation 13 b | contract 13 c; name employment (financial health rut); employees (emergency_contacts); ?; 5_years; ?

Inmobiliaria: cotizaciones de departamentos que llegan por Portal Inmobiliario
= prospectos corretaje-propiedades; contract 13 c; name email (phone financial); prospects|customers|~propietari (prospects customers); no; 1_year 2_years 5_years until_purpose_fulfilled; no

Hogar de niños con discapacidad severa administrado por una corporación
= proteccion-ninez ong-beneficiarios; consent 16 quáter | consent 16 | public_interest 20 | legal_obligation 16 bis e | legitimate_interest 16 b | legal_obligation 13 b | legal_obligation 16 f; name health minor_data; children|~beneficiari (guardians children); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Portería de un edificio de oficinas escanea el carnet de todo el que entra
= registro-visitas; legitimate_interest 13 d; name rut; visitors (employees); no; until_purpose_fulfilled 1_year 30_days; no

Seguimos con Google Analytics y cookies a los que visitan el blog
= analitica-web; consent 12; browsing (location); site_visitors; no; 1_year 2_years until_purpose_fulfilled until_unsubscribe; ?

Los niños del taller de ajedrez, 8 a 12 años, con el teléfono de la mamá
= club-deportivo-ninos cursos-capacitacion none; consent 16 quáter; name phone minor_data; children (guardians students); no; until_purpose_fulfilled 5_years legal_minimum; yes

Aseguradora de autos que cobra según cómo manejas, con un aparato que mide frenadas
= seguros-generales; contract 13 c | consent 12; name location (financial rut); ~asegurad|customers; no; 5_years legal_minimum until_purpose_fulfilled; yes

Departamento de cultura de la municipalidad inscribe a vecinos en talleres de cerámica
= cursos-capacitacion none; public_interest 20; name (rut phone address financial); citizens|students (students); no; legal_minimum until_purpose_fulfilled 5_years; no

Cobramos arriendos atrasados para dueños de departamentos, por mandato de ellos
= corretaje-propiedades evaluacion-crediticia facturacion; contract 13 c | legal_obligation 13 a; name financial (address rut employment); ~arrendatari|credit_applicants|customers (credit_applicants customers); no; 5_years legal_minimum; ?; encargado

Peluquería canina móvil, dirección del dueño y carácter del perro
= veterinaria none; contract 13 c; name address (phone); customers|~mascota; no; 5_years until_purpose_fulfilled legal_minimum; no

Registro de denuncias Ley Karin del colegio
= denuncias-internas; legal_obligation 16 e | legal_obligation 13 b; name employment (health); employees|complainants (employees complainants); ?; 5_years legal_minimum; ?

Startup de comida saludable pregunta enfermedades y alergias para armar el menú
= app-bienestar venta-en-linea none; consent 16; name health (address email financial); customers|~usuari; yes; until_purpose_fulfilled until_unsubscribe 5_years; yes

El SLEP lleva la matrícula y la asistencia de las escuelas públicas
= matricula-escolar; public_interest 20 | legal_obligation 16 bis f | legal_obligation 13 b; name minor_data (health rut); students|children (guardians children adolescents); ?; legal_minimum; yes

Trabajo de jardinero, tengo los numeros de mis clientes en el celular nomás
= none; contract 13 c; name phone; customers; no; 5_years until_purpose_fulfilled legal_minimum 1_year 2_years; no

cámaras con audio dentro de las salas del jardín infantil que los papás ven por internet
= videovigilancia jardin-infantil; consent 16 quáter | legitimate_interest 13 d | legal_obligation 16 bis f | consent 16; location minor_data (name health employment); children (guardians employees); ?; until_purpose_fulfilled 1_year 30_days legal_minimum; yes

Fundación para el autismo: voluntarios que juegan con niños y sus fichas de diagnóstico
= ong-beneficiarios ; consent 16 quáter | consent 16 | legitimate_interest 16 b; name health minor_data; children|~beneficiari (guardians children); yes; until_purpose_fulfilled 5_years legal_minimum; yes

Oficina de arquitectos con planos y contratos de los mandantes
= none; contract 13 c; name (address financial rut); customers; no; 5_years legal_minimum; no

Carpetas de personal con contratos, anexos y certificados de AFP
= carpeta-trabajador; legal_obligation 13 b | contract 13 c | legal_obligation 16 e; name rut employment (financial health); employees (emergency_contacts); ?; 5_years; ?

Centro de llamados que agenda horas médicas para tres clínicas
= ficha-clinica atencion-clientes; legal_obligation 16 bis e | contract 13 c | consent 16; name phone health (minor_data rut); patients (guardians); yes; legal_minimum until_purpose_fulfilled 5_years; yes; encargado

hago masajes descontracturantes a domicilio y pregunto por operaciones y dolores
= none ficha-clinica; consent 16 | legal_obligation 16 bis e; name health address (phone); customers|patients; yes; until_purpose_fulfilled 5_years legal_minimum; yes

Sistema de votación electrónica para asambleas de condominios
= administracion-condominio; contract 13 c | legal_obligation 13 b | legitimate_interest 13 d; name (rut email address financial political); ~copropietari; no; legal_minimum 5_years until_purpose_fulfilled; no; ?

Revisamos en el registro de pedófilos a los profes antes de contratarlos
= inhabilidades-menores; legal_obligation 13 b; name rut criminal (employment); candidates|employees (employees candidates); ?; until_purpose_fulfilled 5_years legal_minimum; ?

vendemos seguros de vida a través de bancos, con declaración de enfermedades
= seguros-vida-salud; consent 16 | legal_obligation 16 bis e | legal_obligation 16 bis f; name health (financial rut); ~asegurad|customers (customers); yes; legal_minimum 5_years; yes

Estación de servicio con tarjeta de puntos para camioneros
= fidelizacion; consent 12; name (browsing phone rut financial); customers|~conductor; no; until_unsubscribe until_purpose_fulfilled; ?

Instituto Médico Legal: autopsias y peritajes
= none persecucion-penal causas-judiciales ficha-clinica; public_interest 20; name health (criminal rut); citizens|~fallecid|patients (citizens complainants); yes; legal_minimum; ?

Gimnasio de barrio, mensualidad y certificado médico
= gimnasio; consent 16; name health financial; ~socio|customers; yes; until_purpose_fulfilled 5_years 1_year; ?

torneo de videojuegos para mayores de 18 con premios en plata
= concursos-sorteos eventos; contract 13 c | consent 12; name (financial email rut); ~participante|~jugador|~asistente; no; until_purpose_fulfilled legal_minimum 5_years 1_year 2_years; no

Farmacia que despacha remedios con receta retenida
= farmacia-recetas; legal_obligation 16 bis e; name rut health address (financial); patients|customers (patients customers); yes; legal_minimum; yes

Diócesis: libro de bautizos, matrimonios y confirmaciones
= iglesia; legitimate_interest 16 b | consent 16; name religious (minor_data); ~feligres|~miembro|~bautiz (children guardians); yes; indefinite until_purpose_fulfilled; yes

Contratamos a Sodexo para las tarjetas de colación del personal
= beneficios-trabajadores; contract 13 c | consent 12 | legal_obligation 13 b; name rut (employment financial email); employees; no; 5_years until_purpose_fulfilled until_unsubscribe; no

Patrullaje y cámaras lectoras de patentes de la comuna
= televigilancia-municipal; public_interest 20; location (name); citizens|~transeúnte|~conductor (citizens); no; until_purpose_fulfilled legal_minimum 30_days 1_year; yes

Pediatra que atiende en su consulta y manda las recetas por WhatsApp
= ficha-clinica; legal_obligation 16 bis e; name health minor_data phone; patients (guardians children); yes; legal_minimum; yes

los alumnos del instituto técnico hacen la práctica y mandamos sus datos a las empresas
= universidad cursos-capacitacion; contract 13 c; name (employment financial email rut); students; no; legal_minimum 5_years until_purpose_fulfilled; no

Plataforma que conecta a nanas con familias, revisa antecedentes y las califica
= reclutamiento cuentas-usuario none; consent 12 | contract 13 c | legal_obligation 13 b; name employment criminal (email browsing); candidates|employees|~usuari|customers (candidates employees customers); ?; until_purpose_fulfilled until_unsubscribe 5_years; ?

Ropa usada americana, atendemos en local y no pedimos datos, solo hay cámaras
= videovigilancia; legitimate_interest 13 d; (location name); customers|visitors|employees (customers visitors employees); no; until_purpose_fulfilled 1_year 30_days; ?

Comité de vivienda: postulantes al subsidio, puntaje y cargas
= organizacion-comunitaria municipio-ayudas-sociales none ong-beneficiarios; consent 16 | legitimate_interest 16 b; name rut financial (address minor_data health); ~soci|~postulante|~beneficiari|citizens|customers (citizens emergency_contacts customers); yes; until_purpose_fulfilled 5_years legal_minimum; ?

Agencia de publicidad que administra las redes de 15 marcas
= none atencion-clientes newsletter; contract 13 c | legitimate_interest 13 d | consent 12; name (browsing email phone); customers|subscribers|~seguidor|~usuari (customers subscribers); no; 5_years until_purpose_fulfilled until_unsubscribe legal_minimum 1_year; no; encargado

Test de alcohol al azar a los pilotos
= salud-ocupacional; legal_obligation 16 bis e; name health employment; employees; yes; legal_minimum 5_years; yes

Empresa eléctrica: clientes electrodependientes
= servicios-basicos; legal_obligation 16 bis e | legal_obligation 16 bis f | consent 16 | legal_obligation 16 f; name address (health financial rut); customers|patients; ?; legal_minimum until_purpose_fulfilled 5_years; ?

Museo con visitas guiadas para colegios, reserva el profesor
= none registro-visitas eventos; contract 13 c | legitimate_interest 13 d | public_interest 20; name (email phone financial); customers|visitors|~visit|~asistente (customers visitors employees); no; 5_years legal_minimum until_purpose_fulfilled 1_year; no

quiero saber que hacen mis empleados en el computador cuando teletrabajan
= monitoreo-equipos; legitimate_interest 13 d; name employment browsing; employees; no; until_purpose_fulfilled 1_year 2_years 30_days; yes

Cruz Roja: donaciones de sangre en operativos móviles
= banco-sangre; legal_obligation 16 bis e; name rut health (sexual_orientation); ~donante|patients; yes; legal_minimum; yes

Junta de vecinos cobra cuota y reparte certificados de residencia
= organizacion-comunitaria; legal_obligation 13 b | contract 13 c; name rut address (financial); ~socio|~vecin|citizens (citizens); no; until_purpose_fulfilled legal_minimum 5_years; no

Arrendamos bicicletas por hora con foto del carnet y tarjeta
= transporte-pasajeros none; contract 13 c; name rut financial (location); customers|~pasajer|~usuari; no; 5_years until_purpose_fulfilled legal_minimum; no

Buses del Transantiago con cámaras y botón de pánico para choferes
= videovigilancia transporte-pasajeros; legitimate_interest 13 d | contract 13 c; location (name employment financial); employees|~pasajer|~conductor (employees); no; until_purpose_fulfilled 1_year 30_days 5_years; ?

mi emprendimiento
= unsure

necesitamos ordenar los papeles
= unsure

trabajamos con mucha gente distinta
= unsure
`)

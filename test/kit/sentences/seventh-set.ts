import { sentencesOf } from './expected.ts'

/**
 * Twenty-five more, nearer to what most organisations do, written after the drafter had learnt from the sixth set. The
 * first run, before any change, had right of 25: data 23, every other column 25.
 */
export const SEVENTH_SET = sentencesOf(`
Florería que despacha ramos y guarda los datos de quien recibe
= venta-en-linea none; contract 13 c; name address (phone financial); customers|~destinatari; no; 5_years; no

Oftalmólogo: fichas, operaciones láser y exámenes
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data); patients (guardians); yes; legal_minimum; yes

pagamos los finiquitos y mandamos las cotizaciones por Previred
= remuneraciones; legal_obligation 16 e | legal_obligation 13 b; name rut financial employment (health); employees (emergency_contacts former_employees); ?; 5_years; ?

Ingreso al edificio con tarjeta y registro de visitas en tablet
= registro-visitas; legitimate_interest 13 d; name (rut location); visitors (employees); no; until_purpose_fulfilled 1_year 30_days; no

Escuela de karate, van niños y adultos
= club-deportivo-ninos; consent 16 quáter; name minor_data (financial health); children|students (children students guardians adolescents customers); ?; until_purpose_fulfilled legal_minimum 5_years; yes

Municipalidad de Puente Alto entrega subsidio al agua potable según el Registro Social de Hogares
= municipio-ayudas-sociales; public_interest 20; name rut financial (address); citizens|~beneficiari; yes; legal_minimum until_purpose_fulfilled; ?

empresa de cobranza, llamamos por cuenta de tres retailers
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name phone financial (rut); credit_applicants|customers (customers credit_applicants); no; 5_years; ?; encargado

Pagina de recetas de cocina con publicidad de Google y cookies
= analitica-web; consent 12; browsing; site_visitors (customers subscribers); no; 1_year 2_years until_purpose_fulfilled until_unsubscribe; ?

Casino de juegos que exige carnet a la entrada y mantiene lista de autoexcluidos
= apuestas-en-linea; legal_obligation 13 b | contract 13 c | consent 16 | legal_obligation 16 f | legal_obligation 16 bis f; name rut (health financial biometric); ~jugador|customers|visitors (customers visitors); ?; legal_minimum 5_years; ?

Cooperativa de vivienda, socios con sus cuotas y ahorro
= cooperativa; contract 13 c | legal_obligation 13 b; name financial (rut address); ~socio; no; legal_minimum 5_years until_purpose_fulfilled; no

Ginecóloga que atiende por videollamada con Google Meet
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data phone email); patients (guardians); yes; legal_minimum; yes

Los conductores de la empresa pasan por control de fatiga con cámara que mira los ojos
= salud-ocupacional control-biometrico videovigilancia; legal_obligation 16 bis e | consent 16 ter | consent 16 | legitimate_interest 13 d; name health (employment biometric location); employees|~conductor (employees); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Revista digital con muro de pago
= medio-comunicacion; contract 13 c; name email (financial browsing); subscribers|customers|~lector (subscribers customers); no; 5_years until_unsubscribe legal_minimum; no

entrego carbón y leña, anoto quien me debe
= evaluacion-crediticia facturacion venta-en-linea none; contract 13 c | legal_obligation 13 a; name financial (address phone); customers|credit_applicants; no; 5_years; no

Corporación que acompaña a personas trans en su cambio de nombre
= ong-beneficiarios none; consent 16 | legitimate_interest 16 b; name sexual_orientation (health rut); ~beneficiari|customers|~socio; yes; until_purpose_fulfilled 5_years; yes

Pedimos certificado de antecedentes y curriculum a los que quieren ser conserjes
= reclutamiento; contract 13 c | consent 12 | legal_obligation 13 b; name employment criminal; candidates (employees); ?; until_purpose_fulfilled 1_year 5_years; ?

Hotel boutique en Valparaíso, reservas por Booking y parte de pasajeros
= hotel; contract 13 c | legal_obligation 13 b; name (rut financial email); ~huésped|~pasajer|customers; no; legal_minimum 5_years; no

Instituto de idiomas: nivel, asistencia y pago de los alumnos adultos
= cursos-capacitacion; contract 13 c; name financial; students; no; 5_years legal_minimum; no

Software de remuneraciones en la nube que contratan pymes
= remuneraciones; legal_obligation 16 e | legal_obligation 13 b; name rut financial employment (health); employees (emergency_contacts customers); ?; 5_years; ?; encargado

Fiscalía: carpetas de víctimas, testigos e imputados
= ministerio-publico; public_interest 54; name criminal (rut health address); citizens|~imputad|complainants|~víctima (citizens complainants); ?; legal_minimum; ?

Encuesta anónima a los clientes del restorán con un código QR, no pedimos nombre ni correo
= estudio-mercado none; consent 12 | legitimate_interest 13 d; ; customers|~encuestad (customers); no; until_purpose_fulfilled 1_year; no

Club de tenis: socios, cargas y casilleros
= club-socios; contract 13 c; name (financial rut); ~socio (emergency_contacts); no; until_purpose_fulfilled legal_minimum 5_years; no

dentista infantil
= ficha-clinica; legal_obligation 16 bis e; name health minor_data; patients (guardians children); yes; legal_minimum; yes

la información que tenemos
= unsure

somos una empresa familiar hace 30 años
= unsure
`)

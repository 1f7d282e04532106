import { sentencesOf } from './expected.ts'

/**
 * Twenty-five more, of unusual trades, written after the drafter had learnt from the seventh set. The first run, before
 * any change, had right of 25: activity 17, basis 22, data 21, people 19, sensitive 25, term 22, DPIA 24.
 */
export const EIGHTH_SET = sentencesOf(`
Luthier: arreglo guitarras, anoto nombre y celular del dueño
= none; contract 13 c; name phone; customers; no; 5_years until_purpose_fulfilled legal_minimum 1_year 2_years; no

Crematorio de mascotas con certificado y urna
= veterinaria none; contract 13 c; name (phone address email financial rut); customers|~mascota; no; 5_years legal_minimum until_purpose_fulfilled; no

Telar comunitario donde las socias reparten las ganancias
= cooperativa club-socios organizacion-comunitaria none; contract 13 c | legal_obligation 13 b; name financial (rut); ~soci; no; until_purpose_fulfilled legal_minimum 5_years; no

Banco de leche materna de un hospital
= banco-sangre ficha-clinica; legal_obligation 16 bis e | public_interest 20; name health (minor_data sexual_orientation rut); ~donante|patients (patients guardians children); yes; legal_minimum; yes

Rastreamos los teléfonos de la empresa por si se pierden
= gps-flota monitoreo-equipos; legitimate_interest 13 d; location (name employment browsing phone); employees (contractors); no; until_purpose_fulfilled 1_year 30_days; ?

Observatorio de aves, voluntarios suben avistamientos con coordenadas
= none donaciones cuentas-usuario; contract 13 c | consent 12; name location (email browsing); ~voluntari|~usuari; no; until_purpose_fulfilled until_unsubscribe 5_years legal_minimum; ?

Vendemos lentes ópticos y hacemos el examen con un tecnólogo médico
= ficha-clinica farmacia-recetas venta-en-linea; legal_obligation 16 bis e; name health (minor_data financial); patients|customers (patients customers guardians); yes; legal_minimum; yes

Tribunal ambiental publica sentencias en su sitio
= causas-judiciales; public_interest 54; name (rut criminal browsing); citizens|~parte (citizens complainants); ?; legal_minimum; ?

Empresa de mudanzas internacionales: inventario, pasaporte y visa
= none; contract 13 c; name rut address (financial); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

colonia de vacaciones para hijos de funcionarios, con ficha de salud
= beneficios-trabajadores club-deportivo-ninos none; consent 16 quáter | consent 16; name health minor_data (employment); children (guardians employees adolescents); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Liga de la leche: grupo de mamás por WhatsApp
= none organizacion-comunitaria; contract 13 c | consent 12 | consent 16; name phone (health minor_data); ~soci|customers|guardians|~integrante|~participante (guardians customers); ?; until_purpose_fulfilled 5_years legal_minimum until_unsubscribe; ?

Martillero público: remates judiciales y pago de garantías
= none; contract 13 c | legal_obligation 13 b; name financial (rut criminal); customers|~postor; no; 5_years legal_minimum; no

Guardamos la voz de los clientes que autorizan cargos por teléfono
= grabacion-llamadas; consent 12 | contract 13 c | legitimate_interest 13 d | consent 16 ter; name phone (financial biometric); customers; ?; 1_year 2_years until_purpose_fulfilled 5_years; ?

Psicólogos de la empresa aplican batería de test a los que ascienden a jefe
= salud-ocupacional carpeta-trabajador reclutamiento; consent 16 | legal_obligation 16 bis e; name health employment; employees|candidates (employees candidates); yes; until_purpose_fulfilled 5_years legal_minimum; yes

Startup de préstamos entre personas, un puntaje ordena a quién prestarle
= credito-automatizado evaluacion-crediticia; contract 13 c | consent 12; name rut financial (employment); credit_applicants|customers (customers credit_applicants); no; 5_years until_purpose_fulfilled legal_minimum; yes

Vivero municipal regala árboles a los vecinos que se inscriben
= none solicitudes-ciudadanas; public_interest 20; name address (rut phone); citizens; no; legal_minimum until_purpose_fulfilled; no

Damos alojamiento a estudiantes extranjeros de intercambio menores de edad
= hotel none; consent 16 quáter; name minor_data (rut financial address); students|adolescents|children|~huésped (students adolescents children guardians); no; until_purpose_fulfilled 5_years legal_minimum; yes

Portal de transparencia: respondemos pedidos de información
= solicitudes-ciudadanas; public_interest 20 | legal_obligation 13 b; name (email); citizens; no; legal_minimum; no

Estudio de grabación, contratos con músicos y derechos de autor
= none proveedores; contract 13 c; name (financial rut); customers|suppliers|contractors|employees|~músic (customers suppliers contractors); no; 5_years legal_minimum; no

seguimiento a compradores que dejaron botado el carrito
= newsletter analitica-web venta-en-linea; consent 12 | contract 13 c | legitimate_interest 13 d; (email browsing name financial location); customers|subscribers|site_visitors|prospects (customers subscribers site_visitors prospects); no; until_unsubscribe 5_years 1_year 2_years; ?

Casa de reposo para religiosas jubiladas
= residencia-personas-mayores; legal_obligation 16 bis e; name health (religious financial); ~mayores (emergency_contacts); yes; legal_minimum; yes

Cuidamos niños por hora en el mall mientras los papás compran
= jardin-infantil club-deportivo-ninos none; consent 16 quáter; name minor_data (phone health); children (guardians); ?; until_purpose_fulfilled legal_minimum 5_years; yes

los repartidores de gas llevan la lista de casas
= servicios-basicos venta-en-linea none; contract 13 c; name address (financial phone); customers (employees); no; 5_years legal_minimum until_purpose_fulfilled; no

tenemos que ver lo de la privacidad
= unsure

lista de nombres
= unsure
`)

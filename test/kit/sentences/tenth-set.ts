import { sentencesOf } from './expected.ts'

/**
 * Fifty more of other trades, written before the drafter was asked and after it had learnt from the ninth set.
 * The first run, before any change, had right of 50: activity 42, basis 42, data 40, people 40, sensitive 49, term 46, DPIA 48.
 */
export const TENTH_SET = sentencesOf(`
hago tortas por encargo y aviso por wsp cuando estan listas
= none venta-en-linea atencion-clientes; contract 13 c; name phone (financial); customers; no; 5_years until_purpose_fulfilled legal_minimum 1_year 2_years; no

Botillería con lista de fiados del barrio
= none evaluacion-crediticia facturacion venta-en-linea; contract 13 c | legal_obligation 13 a; name financial; customers|credit_applicants (customers credit_applicants citizens); no; 5_years; no

Óptica: receta del oculista y venta de lentes
= ficha-clinica farmacia-recetas venta-en-linea none; legal_obligation 16 bis e | consent 16; name health (financial minor_data); patients|customers (patients customers guardians); yes; legal_minimum 5_years; ?

Fonoaudióloga que atiende niños con trastornos del lenguaje
= ficha-clinica; legal_obligation 16 bis e; name health minor_data; patients|children (patients guardians children); yes; legal_minimum; yes

preuniversitario, alumnos de cuarto medio y pago de sus papas
= cursos-capacitacion matricula-escolar none; contract 13 c | consent 16 quáter; name financial minor_data; students (students guardians adolescents children); no; 5_years legal_minimum until_purpose_fulfilled; ?

tengo una pyme de aseo con 20 trabajadoras, contratos y liquidaciones
= remuneraciones carpeta-trabajador; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name rut financial employment (health address); employees (emergency_contacts); ?; 5_years; ?

instalamos alarmas y camaras en casas particulares, las monitoreamos 24/7
= monitoreo-alarmas empresa-seguridad videovigilancia; contract 13 c | legitimate_interest 13 d; name address (location phone financial); customers (customers visitors emergency_contacts); no; 5_years 30_days 1_year until_purpose_fulfilled legal_minimum; ?

arriendo autos, pido licencia y tarjeta
= none; contract 13 c; name rut financial (location criminal); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

Centro de diálisis
= ficha-clinica; legal_obligation 16 bis e; name health (rut minor_data); patients (guardians); yes; legal_minimum; yes

bus interurbano, vendemos pasajes y llevamos lista de pasajeros
= transporte-pasajeros; contract 13 c | legal_obligation 13 b; name rut (financial location); ~pasajer|customers; no; 5_years legal_minimum 1_year until_purpose_fulfilled; no

Grupo scout, fichas medicas y autorizaciones de los papas
= club-deportivo-ninos; consent 16 quáter | consent 16; name health minor_data; children|adolescents (children adolescents guardians); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Matrona particular, control de embarazo y anticonceptivos
= ficha-clinica; legal_obligation 16 bis e; name health (sexual_orientation minor_data); patients (guardians); yes; legal_minimum; yes

los guardias anotan en un libro rut y patente de los que entran a la parcela
= registro-visitas administracion-condominio; legitimate_interest 13 d; name rut (location); visitors (visitors residents); no; until_purpose_fulfilled 30_days 1_year; no

Head hunter, buscamos gerentes y guardamos sus pretensiones de renta
= reclutamiento; contract 13 c | consent 12 | legitimate_interest 13 d; name employment (financial); candidates; no; until_purpose_fulfilled 1_year 2_years 5_years; no

vendemos seguros de auto, corredora
= seguros-generales; contract 13 c; name financial (rut address location); ~asegurad|customers (customers); no; 5_years legal_minimum; no

Agrupación de personas con fibromialgia que se juntan una vez al mes
= ong-beneficiarios club-socios none organizacion-comunitaria; legitimate_interest 16 b | consent 16; name health (phone email); ~soci|~beneficiari|~integrante|patients (patients); yes; until_purpose_fulfilled 5_years legal_minimum; ?

Hostal en San Pedro de Atacama con pasajeros extranjeros
= hotel; contract 13 c | legal_obligation 13 b; name rut (financial email); ~huésped|~pasajer|customers; no; 5_years legal_minimum; no

tasador de propiedades para bancos
= none corretaje-propiedades; contract 13 c; name address financial (rut); ~propietari|customers (customers); no; 5_years legal_minimum until_purpose_fulfilled; no; encargado

mandamos mensajes masivos por whatsapp con ofertas de la semana
= newsletter; consent 12; name phone (email); subscribers|customers (customers subscribers prospects); no; until_unsubscribe; no

Residencia universitaria, contrato con aval y control de ingreso con huella
= control-biometrico none; consent 16 ter | contract 13 c; name biometric (financial rut); students|~residente|customers (students customers guardians visitors credit_applicants employees); yes; until_purpose_fulfilled 5_years; yes

funeraria, tramites de defuncion y contrato con la familia
= none; contract 13 c; name rut (health financial); ~familiar|customers (customers); ?; 5_years legal_minimum until_purpose_fulfilled; ?

Radio comunitaria con lista de auditores que llaman
= medio-comunicacion none organizacion-comunitaria; contract 13 c | consent 12 | legitimate_interest 13 d; name phone; ~auditor|customers|~soci|~oyente (customers subscribers); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum until_unsubscribe; no

Plataforma de clases particulares entre profes y alumnos
= cuentas-usuario cursos-capacitacion none; contract 13 c; name email (financial minor_data browsing employment); students (students customers employees contractors guardians); no; until_unsubscribe 5_years legal_minimum until_purpose_fulfilled; ?

control de asistencia con tarjeta en la fabrica
= control-asistencia; legal_obligation 13 b; name employment (rut); employees; no; 5_years; no

Minera: exámenes preocupacionales y test de drogas a contratistas
= salud-ocupacional; legal_obligation 16 bis e | legal_obligation 16 e; name health (employment rut); contractors|employees|candidates (contractors employees candidates); yes; legal_minimum 5_years; yes

DIDECO revisa el registro social de hogares para dar cajas de mercaderia
= municipio-ayudas-sociales; public_interest 20; name rut financial (address); citizens|~beneficiari; yes; legal_minimum until_purpose_fulfilled; ?

cooperativa de ahorro y credito
= cooperativa evaluacion-crediticia; contract 13 c | legal_obligation 13 b | legal_obligation 13 a; name financial (rut); ~soci (credit_applicants customers); no; 5_years legal_minimum; ?

Tienda de mascotas, vendo alimento y aviso cuando se les acaba
= veterinaria venta-en-linea none fidelizacion; contract 13 c | consent 12; name (phone email financial); customers|~mascota (customers subscribers); no; 5_years until_purpose_fulfilled until_unsubscribe legal_minimum; no

Hospital regional, interconsultas y lista de espera
= ficha-clinica; legal_obligation 16 bis e | public_interest 20; name health (rut minor_data); patients (citizens guardians); yes; legal_minimum; yes

fotografo de matrimonios, subo las fotos a mi pagina
= fotos-difusion none; contract 13 c | consent 12 | consent 16 ter; name (browsing biometric location); customers|~fotografiad|~imágenes (customers); ?; 5_years until_purpose_fulfilled legal_minimum; ?

Empresa de agua potable rural, lectura de medidores y corte por no pago
= servicios-basicos comunidad-aguas; contract 13 c | legal_obligation 13 b; name address financial (rut); customers|~soci|~usuari (customers credit_applicants); no; 5_years legal_minimum; ?

Club de adulto mayor, paseos y datos de un familiar por si pasa algo
= organizacion-comunitaria club-socios none; contract 13 c | legitimate_interest 16 b; name phone (health); ~soci|~mayor (emergency_contacts); ?; until_purpose_fulfilled legal_minimum 5_years; ?

App para arrendar estacionamientos por hora con ubicación en tiempo real
= cuentas-usuario estacionamiento-patentes none reparto-aplicacion; contract 13 c; name location (financial email phone browsing); customers|~usuari|~conductor (customers); no; 5_years until_unsubscribe until_purpose_fulfilled legal_minimum; ?

revisamos los correos y el navegador de los computadores de la oficina
= monitoreo-equipos; legitimate_interest 13 d; browsing (name email employment); employees (contractors); no; 1_year until_purpose_fulfilled 30_days 2_years; ?

Banco: apertura de cuentas corrientes y prevencion de lavado
= banco-cuentas conocimiento-cliente; contract 13 c | legal_obligation 13 b; name rut financial (employment address); customers (beneficial_owners); no; 5_years legal_minimum; ?

dermatologo con fotos de lunares
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data biometric); patients (guardians); yes; legal_minimum; yes

estudio juridico laboral, demandas de trabajadores despedidos
= none; contract 13 c | legitimate_interest 13 e; name employment (financial rut); customers|employees (customers employees former_employees); ?; 5_years legal_minimum until_purpose_fulfilled; ?

Escuela de conductores clase B
= cursos-capacitacion; contract 13 c | legal_obligation 13 b; name (rut financial health); students|customers (students customers); ?; 5_years legal_minimum; no

Feria del libro, inscripción a charlas por eventbrite
= eventos; contract 13 c | consent 12; name email; ~asistente|~participante|customers (customers subscribers prospects); no; until_purpose_fulfilled 1_year 2_years 5_years; no

donaciones mensuales con cargo a tarjeta para el hogar de niños
= donaciones; contract 13 c | consent 12; name financial (rut email); ~donante (customers subscribers); no; 5_years legal_minimum; no

Consulta de tarot online
= none; contract 13 c | consent 16; name (email phone financial religious); customers; ?; 5_years until_purpose_fulfilled legal_minimum; ?

compro uva a pequeños productores y les pago con factura
= proveedores; contract 13 c | legal_obligation 13 b; name rut financial; suppliers|~productor (suppliers customers); no; legal_minimum 5_years; no

Kinder y prekinder con camara para que los papas vean
= jardin-infantil videovigilancia; consent 16 quáter | legal_obligation 13 b | legal_obligation 16 bis f; name minor_data (location health); children (children guardians students employees); ?; until_purpose_fulfilled legal_minimum 5_years 30_days; yes

Asociación de futbolistas profesionales, cuotas gremiales
= sindicato colegio-profesional club-socios; legitimate_interest 16 b | legal_obligation 13 b | legal_obligation 16 e | consent 16; name political financial (employment rut); ~soci|~afiliad|~jugador|employees (employees); yes; until_purpose_fulfilled legal_minimum 5_years; yes

lavanderia, retiro y entrega a domicilio
= none venta-en-linea; contract 13 c; name address (phone financial); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

Notebook en arriendo a colegios, con mesa de ayuda
= none atencion-clientes; contract 13 c; name (email phone minor_data employment); customers|students|employees (customers students employees children guardians); no; 5_years until_purpose_fulfilled 2_years legal_minimum; no

laboratorio de ADN para pruebas de paternidad
= examenes-laboratorio investigacion-biomedica; legal_obligation 16 bis e | consent 16; name health (minor_data rut); patients|customers (patients customers guardians children); yes; legal_minimum 5_years until_purpose_fulfilled; yes

Bomberos: voluntarios, guardias nocturnas y su ficha medica
= none club-socios organizacion-comunitaria ong-beneficiarios; legitimate_interest 16 b | consent 16; name health (rut phone employment); ~voluntari (employees); yes; until_purpose_fulfilled legal_minimum 5_years; ?

tienda online con carro de compras y pixel de facebook
= venta-en-linea analitica-web; contract 13 c | consent 12; name browsing (financial address email phone location); customers|site_visitors (customers site_visitors); no; 5_years 1_year 2_years; ?

Liceo técnico, prácticas profesionales de los alumnos en empresas
= matricula-escolar; legal_obligation 13 b | contract 13 c | legal_obligation 16 bis f; name minor_data (employment health rut); students|adolescents (students adolescents guardians children employees); ?; legal_minimum; ?
`)

import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Sixty of four lots that were written while the vocabulary grew: plain descriptions of every kind of organisation, then
 * unusual trades. The first run on the two lots of unusual trades had right, of 100: activity 65, basis 83, data 79,
 * people 72, sensitive 97, term 85, DPIA 93.
 */
export const PROBES: readonly Sentence[] = sentencesOf(`
Publicamos vacantes en portales y un equipo interno entrevista a quienes se presentan y verifica sus referencias
= reclutamiento; contract 13 c | consent 12; name employment; candidates (candidates); no; until_purpose_fulfilled 1_year; no

Contamos con un circuito cerrado de televisión en los pasillos y accesos del centro comercial, con grabaciones que se borran al mes
= videovigilancia; legitimate_interest 13 d; location; customers|visitors|~transeúnt (customers visitors employees); no; until_purpose_fulfilled; yes

El sitio institucional utiliza etiquetas de seguimiento para conocer qué secciones visitan los usuarios y mostrarles publicidad
= analitica-web; consent 12; browsing (location); site_visitors|customers (site_visitors customers); no; 1_year until_unsubscribe until_purpose_fulfilled 2_years; ?

Publicamos un informe de protestos y morosidades que nuestros suscriptores consultan por RUT
= boletin-comercial; legal_obligation 13 a; name rut financial; credit_applicants|~deudor (credit_applicants customers subscribers); ?; 5_years legal_minimum; ?

Unidad de medicina transfusional que entrevista y selecciona a los donantes de sangre
= banco-sangre; legal_obligation 16 bis e; name health (sexual_orientation); ~donante (patients); yes; legal_minimum; yes

Furgón que traslada escolares: registro el domicilio, el curso y el teléfono de la mamá
= transporte-escolar; consent 16 quáter | contract 13 c; name address phone minor_data; children|students guardians (children students guardians adolescents); no; until_purpose_fulfilled; yes

Red para conocer pareja donde los usuarios indican qué género les atrae y dónde están
= app-citas; consent 16; name sexual_orientation location; ~usuari (customers); yes; until_unsubscribe until_purpose_fulfilled; yes

Comunidad evangélica que registra a sus miembros, bautismos y aportes
= iglesia; legitimate_interest 16 b | consent 16; name religious (financial); ~feligr|~miembr|~soci; yes; until_purpose_fulfilled; yes

Caja de compensación que paga asignación familiar y otorga crédito social a los afiliados
= caja-compensacion; legal_obligation 16 e | legal_obligation 13 b; name financial (health employment minor_data); ~afiliad (emergency_contacts employees customers); ?; legal_minimum; ?

El departamento social del municipio evalúa a familias vulnerables y entrega canastas y subsidios
= municipio-ayudas-sociales; public_interest 20; name (financial employment health minor_data); citizens|~famil (citizens children); yes; legal_minimum; ?

Tribunal de familia que tramita causas de alimentos y cuidado personal de niños
= causas-judiciales; public_interest 54; name (financial minor_data criminal); citizens (citizens children guardians); no; legal_minimum; ?

Empresa de archivo físico que almacena cajas con documentos de otras compañías
= none; contract 13 c; name; customers|~titular|~client (customers employees); no; 5_years until_purpose_fulfilled legal_minimum; no; encargado

Rent a car que solicita licencia de conducir, tarjeta de crédito y registra el recorrido por GPS
= none; contract 13 c; name rut financial location; customers|~arrendat (customers); no; 5_years legal_minimum; no

Salmonera que mantiene la dotación de buzos y sus certificados de salud compatible
= salud-ocupacional carpeta-trabajador; legal_obligation 16 bis e | legal_obligation 16 e; name health employment; employees (employees contractors); yes; legal_minimum 5_years; yes

Profesora particular de inglés que da clases en línea a adultos
= cursos-capacitacion none; contract 13 c; name (financial); students|customers (students customers); no; 5_years until_purpose_fulfilled legal_minimum; no

Startup que usa inteligencia artificial para puntuar entrevistas grabadas en video de candidatos
= reclutamiento; contract 13 c | consent 16 ter | consent 12 | consent 16; name employment (biometric location); candidates (candidates); ?; until_purpose_fulfilled 1_year; yes

Empresa de transporte de valores que exige a sus escoltas certificado de antecedentes y evaluación psicológica anual
= empresa-seguridad salud-ocupacional carpeta-trabajador reclutamiento; legal_obligation 13 b | legal_obligation 16 bis e | consent 16 | legal_obligation 16 e; name criminal health (employment); employees (candidates); yes; legal_minimum 5_years until_purpose_fulfilled; yes

Importadora que despacha repuestos a talleres y lleva la cuenta corriente de cada dueño
= none venta-en-linea facturacion; contract 13 c | legal_obligation 13 b; name financial (address); customers|~dueñ (customers); no; 5_years legal_minimum; no

Feria libre online que une a agricultores con compradores de la ciudad y reparte a domicilio
= venta-en-linea none cuentas-usuario proveedores; contract 13 c; name address (financial browsing); customers (customers suppliers); no; 5_years legal_minimum until_unsubscribe; no

Médico internista con consulta particular que registra diagnósticos y recetas en una ficha electrónica
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data); patients (guardians); yes; legal_minimum; yes

Escuela de lenguaje que atiende a niños con trastornos del habla y pide informe de la fonoaudióloga
= matricula-escolar jardin-infantil; legal_obligation 16 bis f | consent 16 quáter | legal_obligation 16 f; name minor_data health; students|children (students children guardians adolescents); yes; legal_minimum; yes

Hotel boutique que registra a sus huéspedes y sus preferencias de habitación
= hotel; contract 13 c | legal_obligation 13 b; name (financial); ~huésped|customers (customers); no; legal_minimum 5_years; no

Corredora que administra arriendos por cuenta de los propietarios y rinde mes a mes
= corretaje-propiedades; contract 13 c; name financial (employment); ~propiet|~arrend (customers); no; 5_years legal_minimum; no

Iglesia metodista que lleva libro de matrimonios y una lista de familias que reciben ayuda
= iglesia; legitimate_interest 16 b | consent 16; name religious (financial); ~feligr|~famil|~benef; yes; until_purpose_fulfilled; yes

Comité de vivienda que junta los antecedentes de sus integrantes para postular al subsidio
= organizacion-comunitaria; legal_obligation 13 b | consent 16 | legitimate_interest 16 b; name (financial); ~soci|~integr; ?; legal_minimum until_purpose_fulfilled; ?

Servicio de salud que coordina las interconsultas entre postas rurales y el hospital
= ficha-clinica salud-publica; legal_obligation 16 bis e | public_interest 20; name health (minor_data); patients|citizens (patients citizens guardians); yes; legal_minimum; yes

Contadora independiente: llevo la contabilidad y las remuneraciones de quince almacenes del barrio
= remuneraciones facturacion; legal_obligation 16 e | legal_obligation 13 b; name financial (employment health); employees|customers (employees customers suppliers emergency_contacts); ?; 5_years legal_minimum; ?; encargado

Arquitecta que diseña casas y tramita los permisos de sus mandantes ante la municipalidad
= none; contract 13 c; name (address financial); customers (customers); no; 5_years legal_minimum; no

Distribuimos alimentos congelados a restaurantes y casinos; el vendedor en ruta toma el pedido en una tablet y queda la deuda de cada local con el nombre del encargado
= none venta-en-linea facturacion evaluacion-crediticia; contract 13 c | legal_obligation 13 a | legal_obligation 13 b; name financial (address employment); customers (customers credit_applicants); no; 5_years legal_minimum until_purpose_fulfilled; ?

Agencia de modelos que guarda books con fotos, medidas y tallas de niños y adultos para mostrarlos a las marcas
= none fotos-difusion reclutamiento cuentas-usuario; consent 16 quáter | consent 12 | contract 13 c; name minor_data (health employment); ~model|children|candidates|customers|~imágen (children adolescents guardians customers candidates); ?; until_purpose_fulfilled until_unsubscribe 5_years; ?

En la mina el conductor de camión de alto tonelaje usa un casco que detecta si se está durmiendo
= gps-flota salud-ocupacional monitoreo-equipos none; legitimate_interest 13 d | legal_obligation 16 bis e | consent 16 | legal_obligation 13 b; employment (health location biometric); employees|~conduct (employees); ?; 1_year legal_minimum 5_years until_purpose_fulfilled; ?

Mall chino en Estación Central, grabamos todo lo que pasa adentro y si pillamos a alguien robando colgamos su foto en la entrada
= videovigilancia; legitimate_interest 13 d | consent 12; location (criminal); customers|visitors (customers visitors employees); no; until_purpose_fulfilled; yes

Influencer de cocina que junta correos con un recetario descargable y después ofrece su curso pagado
= newsletter cursos-capacitacion prospectos; consent 12 | contract 13 c; name email (financial); subscribers|prospects|customers|students (subscribers prospects customers students); no; until_unsubscribe 1_year 5_years; no

Compraventa de oro y joyas: dejamos copia del carnet de quien vende y una foto de la pieza
= proveedores none evaluacion-crediticia conocimiento-cliente; contract 13 c | legal_obligation 13 b; name rut (financial); customers|suppliers (customers suppliers); no; 5_years legal_minimum; no

Asistencia en viaje que atiende emergencias médicas de chilenos en el extranjero y coordina con clínicas
= seguros-vida-salud ficha-clinica agencia-viajes none seguros-generales; consent 16 | legal_obligation 16 bis f | legal_obligation 16 bis e; name health (financial location minor_data); ~asegurad|patients|customers|~pasajer (customers patients guardians); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Empresa que arrienda catres clínicos y oxígeno a domicilio y guarda la receta y el diagnóstico
= none ficha-clinica farmacia-recetas; consent 16 | legal_obligation 16 bis e; name health address (financial minor_data); patients|customers (patients customers guardians); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Tía que cuida a cinco lactantes en su casa mientras las mamás trabajan
= jardin-infantil none; legal_obligation 16 bis f | consent 16 quáter; name minor_data (health); children guardians (children guardians); ?; legal_minimum until_purpose_fulfilled; yes

Arriendo de departamentos amoblados por temporada en La Serena a través de plataformas
= hotel corretaje-propiedades; contract 13 c; name (financial); ~huésp|~arrend|customers (customers); no; legal_minimum 5_years; no

Abogado que lleva posesiones efectivas y herencias de familias de Curicó
= none; contract 13 c | legitimate_interest 13 e; name (financial minor_data); customers|~famil (customers); no; 5_years legal_minimum until_purpose_fulfilled; no

Hermandad de Carmelitas que anota a los bailarines de la fiesta religiosa y sus mandas
= iglesia; legitimate_interest 16 b | consent 16; name religious; ~feligr|~soci|~miemb; yes; until_purpose_fulfilled; yes

Animalistas que dan gatos en adopción y visitan la casa del adoptante
= veterinaria none; contract 13 c | consent 12; name address; ~dueñ|~adopt|customers|~soci (customers); no; 5_years until_purpose_fulfilled legal_minimum; no

Municipalidad de Arica entrega tarjeta vecino con descuentos en comercios
= none municipio-permisos municipio-ayudas-sociales fidelizacion solicitudes-ciudadanas; public_interest 20 | consent 12; name (financial); citizens (citizens); no; legal_minimum until_unsubscribe; ?

Hospital público que hace el seguimiento telefónico de pacientes crónicos
= ficha-clinica salud-publica; legal_obligation 16 bis e | public_interest 20; name health phone (minor_data); patients (patients citizens guardians); yes; legal_minimum; yes

Hacemos las encuestas de un ministerio casa por casa y entregamos la base completa
= estudio-mercado estudios-estadisticas none; consent 12 | public_interest 20 | public_interest 16 quinquies; name (address); ~encuest|citizens (citizens); ?; until_purpose_fulfilled indefinite legal_minimum; ?; encargado

Sociedad agrícola de Melipilla que exporta paltas y lleva planillas con los jornales que gana cada cosechero
= remuneraciones control-asistencia carpeta-trabajador; legal_obligation 16 e | legal_obligation 13 b | contract 13 c; name employment (financial health); employees (employees emergency_contacts); ?; 5_years legal_minimum; ?

Los guardaparques marcan su llegada con reconocimiento de rostro en una tablet
= control-biometrico; consent 16 ter | consent 16; biometric (employment); employees (employees); yes; until_purpose_fulfilled; yes

Cooperativa de taxis con botón de emergencia y localizador en cada auto
= gps-flota transporte-pasajeros cooperativa; legitimate_interest 13 d | contract 13 c | legal_obligation 13 b; name location (employment financial); employees|~conduct|~soci|~pasajer (employees contractors); no; 1_year 5_years until_purpose_fulfilled legal_minimum; ?

En la caseta del loteo se apunta la patente y el nombre de cada camión que entra con materiales
= registro-visitas; legitimate_interest 13 d; name (location employment); visitors|suppliers|~conduct (visitors suppliers contractors employees); no; until_purpose_fulfilled 1_year; no

Emprendimiento de velas aromáticas: los pedidos llegan por mensaje directo, pagan por transferencia y despacho por Correos
= venta-en-linea; contract 13 c; name address financial; customers; no; 5_years legal_minimum; no

Portal de noticias que instala identificadores en el navegador para medir lectoría y vender avisos
= analitica-web medio-comunicacion; consent 12 | contract 13 c; browsing (location financial name email); site_visitors|subscribers (site_visitors subscribers); no; 1_year until_unsubscribe until_purpose_fulfilled 2_years 5_years; ?

Hortalizas: le compramos a crianceros y huerteros de Ovalle y les pagamos al contado contra firma
= proveedores; contract 13 c; name (financial rut); suppliers (suppliers); no; legal_minimum 5_years; no

Red social para coleccionistas de vinilos donde cada quien arma su vitrina
= cuentas-usuario; contract 13 c; name (browsing); ~usuari|customers (customers); no; until_unsubscribe; no

Compraventa de vehículos de lujo que reporta a la UAF los pagos en efectivo
= conocimiento-cliente; legal_obligation 13 b; name financial (employment); customers (customers beneficial_owners); no; 5_years legal_minimum; no

Vacunatorio privado para viajeros que anota la dosis y el destino
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data location); patients (guardians customers); yes; legal_minimum; yes

Reloj inteligente chileno que avisa a la familia si el usuario se cae
= app-bienestar monitoreo-alarmas none; consent 16 | contract 13 c; name (health location phone); ~usuari|customers (customers emergency_contacts); ?; until_unsubscribe 5_years until_purpose_fulfilled; ?

Escuela de vela para jóvenes de 12 a 17 años, piden certificado médico
= club-deportivo-ninos; consent 16 quáter; name minor_data health; children|adolescents (children adolescents guardians students); yes; until_purpose_fulfilled; yes

Conservador de minas y comercio de Copiapó
= notaria; legal_obligation 13 b | legal_obligation 16 f; name (financial); ~comparec|customers; ?; legal_minimum indefinite; ?

Sindicato interempresa de trabajadoras de casa particular con asesoría legal a sus socias
= sindicato; legitimate_interest 16 b; name political (employment financial); ~soci (employees); yes; until_purpose_fulfilled legal_minimum; yes

Secretaría comunal de planificación que hace talleres con vecinos y guarda las listas de asistencia
= solicitudes-ciudadanas municipio-permisos none; public_interest 20; name; citizens (citizens); no; legal_minimum; no

Consejo que resuelve reclamos de quienes no recibieron respuesta a su solicitud de información pública
= solicitudes-ciudadanas; public_interest 20 | public_interest 54; name; citizens|complainants (citizens complainants); no; legal_minimum; no
`)

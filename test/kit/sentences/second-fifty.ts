import { sentencesOf } from './expected.ts'

/** Fifty more, written after the drafter had learnt from the first fifty. */
export const SECOND_FIFTY = sentencesOf(`
tengo un almacen de barrio y le doy fiado a las vecinas, todo en una libreta
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name financial; customers|credit_applicants|citizens (customers credit_applicants citizens); no; 5_years until_purpose_fulfilled legal_minimum; no

Somos un estudio contable: hacemos las liquidaciones de sueldo y Previred de 40 empresas clientes
= remuneraciones; legal_obligation 16 e | legal_obligation 13 b | contract 13 c; name rut financial employment (health political); employees (emergency_contacts); ?; 5_years legal_minimum; ?; encargado

Clinica veterinaria equina, atendemos caballos de carrera y le mandamos la cuenta al dueño
= veterinaria; contract 13 c; name (financial); ~dueñ|customers; no; 5_years legal_minimum; no

Hacemos despacho de balones de gas a domicilio, el cliente pide por WhatsApp
= venta-en-linea servicios-basicos none; contract 13 c; name phone address (financial); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

App de presupuesto personal que lee los correos del banco y clasifica los gastos con IA
= banco-cuentas cuentas-usuario none credito-automatizado; contract 13 c | consent 12; financial (email browsing name employment); customers|~usuari; no; until_unsubscribe 5_years until_purpose_fulfilled legal_minimum; yes

Ejército: registro de conscriptos, aptitud física y destino
= none; public_interest 20; name health (employment); citizens|employees|~conscripto; yes; legal_minimum; yes

centro de estetica con laser, llenan una ficha con embarazos, remedios que toman y alergias
= ficha-clinica none; consent 16 | legal_obligation 16 bis e; name health (minor_data); customers|patients (guardians); yes; until_purpose_fulfilled 5_years legal_minimum 1_year 2_years; yes

sacamos fotos de los niños del taller de verano y las subimos al instagram del club
= fotos-difusion club-deportivo-ninos; consent 16 quáter; name minor_data; children (guardians adolescents); no; until_purpose_fulfilled; yes

Empresa salmonera: los buzos se hacen chequeo médico cada seis meses
= salud-ocupacional; legal_obligation 16 bis e | legal_obligation 16 e | legal_obligation 16 bis f; name health employment; employees (contractors); yes; legal_minimum 5_years; yes

Radio comunitaria que hace concursos por whatsapp con los auditores
= concursos-sorteos none medio-comunicacion; consent 12 | contract 13 c; name phone; ~participante|~auditor|subscribers|customers (subscribers customers); no; until_purpose_fulfilled until_unsubscribe 1_year; no

Prestamos servicio de hosting y respaldo en la nube a clínicas y consultas médicas
= none ficha-clinica; contract 13 c | legal_obligation 16 bis e | consent 16; health (name rut minor_data); patients|customers (guardians patients customers); yes; legal_minimum 5_years until_purpose_fulfilled; yes; encargado

Colegio con reconocimiento facial en la puerta para saber quién entra
= control-biometrico; consent 16 ter | consent 16 quáter; biometric (name minor_data); students|children|visitors|guardians (students children visitors guardians employees customers); yes; until_purpose_fulfilled; yes

Llevamos el registro de donantes de la fundacion, les cobramos con tarjeta todos los meses
= donaciones; contract 13 c | consent 12; name financial; ~donante; no; legal_minimum 5_years until_purpose_fulfilled; no

Ofrecemos créditos de consumo, un modelo de machine learning fija la tasa y el monto
= credito-automatizado evaluacion-crediticia; contract 13 c | legal_obligation 13 a; name rut financial; credit_applicants|customers; ?; 5_years; yes

peluqueria unisex atendemos por orden de llegada, no anotamos nada de nadie salvo la boleta
= none facturacion; contract 13 c | legal_obligation 13 b; (financial name); customers; no; legal_minimum 5_years until_purpose_fulfilled; no

SAG: fiscalización de predios y multas a los agricultores
= none solicitudes-ciudadanas; public_interest 20; name rut (financial criminal address); citizens|~agricultor; no; legal_minimum; ?

Sala de ventas de una inmobiliaria: los interesados dejan renta, rut y si pueden pedir crédito
= prospectos corretaje-propiedades; contract 13 c | consent 12; name rut financial (employment); prospects|~arrendatario (prospects); ?; until_purpose_fulfilled 1_year 2_years 5_years; no

Un grupo de mamás administra una página para intercambiar ropa de guagua
= none cuentas-usuario; contract 13 c | consent 12; name (email phone address); customers|~usuari|~socio|guardians|~participante (guardians customers); no; until_unsubscribe until_purpose_fulfilled 5_years; ?

Planta de revisión técnica: dueño del vehículo, patente y resultado
= none; contract 13 c | legal_obligation 13 b; name (rut financial location); customers|~conductor|~dueñ; no; legal_minimum 5_years; no

liga de futbol amateur de adultos, inscripcion de jugadores y certificado medico
= club-socios none; consent 16; name health; ~socio|~jugador|~participante|customers; yes; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; yes

Isla de atención de una telefónica en el mall: copia de carnet y huella para el contrato
= telecomunicaciones control-biometrico; consent 16 ter; name rut biometric (financial location browsing address); customers; yes; until_purpose_fulfilled legal_minimum; yes

Agencia de modelos infantiles, fotos y medidas de los niños para castings
= none club-deportivo-ninos fotos-difusion; consent 16 quáter; name minor_data; children (guardians); no; until_purpose_fulfilled; yes

corredora de seguros, cotizamos seguros de auto y mandamos la patente a las compañías
= seguros-generales; contract 13 c; name rut (financial); ~asegurad|customers|prospects (prospects customers); no; 5_years legal_minimum; no

Usamos Google Workspace y las fichas de los alumnos del instituto profesional quedan ahí
= universidad; contract 13 c | legal_obligation 13 b; name email (financial rut); students; no; legal_minimum 5_years; no

empresa que destruye archivos, nos llegan cajas con documentos de bancos y hospitales
= none ficha-clinica banco-cuentas; contract 13 c | legitimate_interest 13 d | legal_obligation 16 bis e | consent 16; name (health financial minor_data); customers|patients (customers patients guardians); ?; until_purpose_fulfilled 5_years legal_minimum; ?; encargado

Municipalidad de un pueblo con drones para vigilar microbasurales
= televigilancia-municipal none; public_interest 20; location; citizens|~transeúnte; no; until_purpose_fulfilled legal_minimum; yes

hacemos terapias de flores de bach, reiki y lectura de tarot, agenda por instagram
= none ficha-clinica; consent 16 | contract 13 c | legal_obligation 16 bis e; name (health phone minor_data); customers|patients (patients guardians); ?; until_purpose_fulfilled 5_years 1_year legal_minimum; ?

las cajeras marcan con su rut en una tablet cuando entran y salen
= control-asistencia; legal_obligation 13 b; name rut employment; employees; no; 5_years; no

monitoreamos por satélite los camiones de terceros que nos arriendan el equipo gps
= gps-flota none; legitimate_interest 13 d | contract 13 c | legitimate_interest 16 sexies; location (name employment); employees|contractors|~conductor|customers (customers employees); no; 1_year 5_years until_purpose_fulfilled; ?; encargado

Observatorio de una universidad que entrevista a ex presos políticos
= estudios-estadisticas none; consent 16 | public_interest 16 quinquies; name political (criminal health); ~encuestad|~entrevistad|~participante|citizens; yes; indefinite until_purpose_fulfilled; yes

Club de lectura del barrio con grupo de whatsapp
= none club-socios organizacion-comunitaria; consent 12 | contract 13 c; name phone; ~socio|~participante|citizens|customers; no; until_unsubscribe until_purpose_fulfilled legal_minimum 5_years; no

App de transporte de mujeres: verificamos género y antecedentes penales de las conductoras
= transporte-pasajeros; consent 16 | contract 13 c | consent 12; name criminal location (sexual_orientation financial rut); ~conductor|~pasajer (employees customers); ?; 5_years until_purpose_fulfilled; ?

Tribunal de honor del colegio de periodistas que investiga reclamos contra colegiados
= colegio-profesional; legitimate_interest 16 b | consent 16; name political (financial employment); ~soci|~colegiad|complainants (complainants); yes; until_purpose_fulfilled 5_years legal_minimum; yes

El banco de alimentos reparte cajas a comedores, solo guardamos el nombre y fono del encargado de cada comedor
= ong-beneficiarios donaciones none; contract 13 c | legitimate_interest 13 d | consent 12; name phone; ~encargad|~contacto|customers|~beneficiari|~socio|suppliers; no; until_purpose_fulfilled 5_years 1_year 2_years legal_minimum; no

Fonoaudióloga de un jardin infantil hace evaluacion de lenguaje
= ficha-clinica jardin-infantil; legal_obligation 16 bis e | legal_obligation 16 bis f | consent 16 quáter | consent 16; name minor_data health; children|patients (children patients guardians); yes; legal_minimum until_purpose_fulfilled; yes

Usamos una plataforma brasileña para hacer encuestas de clima a los empleados
= carpeta-trabajador estudio-mercado none; legitimate_interest 13 d | contract 13 c | consent 12; employment (name email financial); employees (emergency_contacts); no; until_purpose_fulfilled 1_year 2_years 5_years; no

Fiscalización de permisos de pesca artesanal por Sernapesca
= none solicitudes-ciudadanas; public_interest 20; name rut; citizens|~pescador; no; legal_minimum; no

tenemos un call center propio que vende seguros de vida por telefono y graba la aceptacion
= seguros-vida-salud grabacion-llamadas prospectos; contract 13 c | legal_obligation 16 bis f | legitimate_interest 13 d | consent 16; name phone (financial rut health employment address); customers|~asegurad|prospects (prospects customers employees); ?; legal_minimum 5_years until_purpose_fulfilled 1_year; ?

cobramos el arriendo de 200 departamentos y le depositamos al dueño
= corretaje-propiedades; contract 13 c; name rut financial (employment); ~arrendatari; no; 5_years legal_minimum; no

Psiquiatra que receta por videollamada y guarda todo en Dropbox
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data rut); patients (guardians); yes; legal_minimum; yes

la empresa regala juguetes en navidad a los hijos de los trabajadores, pedimos nombre y edad
= beneficios-trabajadores; consent 12 | consent 16 quáter | contract 13 c; name minor_data (employment financial rut); employees|children (employees children guardians emergency_contacts); no; until_purpose_fulfilled 1_year 5_years; yes

Zoológico, pase anual con foto
= none club-socios fidelizacion eventos; contract 13 c; name (financial); customers|~socio|visitors; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

Comunidad mapuche que lleva su libro de comuneros
= organizacion-comunitaria none; legal_obligation 13 b | legal_obligation 16 f | legitimate_interest 16 b | consent 16; name ethnic_origin; ~socio|~comuner|citizens; yes; legal_minimum until_purpose_fulfilled; yes

Hacemos peritajes caligráficos para juicios
= none; contract 13 c | legitimate_interest 13 e | legitimate_interest 13 d; name; customers|~parte; no; 5_years until_purpose_fulfilled legal_minimum; no

control de rondas de los nocheros con celular y gps
= gps-flota empresa-seguridad control-asistencia; legitimate_interest 13 d | legal_obligation 13 b; location employment (name); employees; no; 1_year legal_minimum 5_years until_purpose_fulfilled; ?

guardo contactos
= unsure

necesito ayuda con mi pyme
= unsure

Es un sistema interno que usamos hace años
= unsure

tenemos muchos archivos en un servidor
= unsure

venta de pasajes y reservas de una lancha que cruza el lago, anotamos el rut de los pasajeros por orden de la Armada
= transporte-pasajeros; contract 13 c | legal_obligation 13 b; name rut (financial location); ~pasajer; no; legal_minimum 5_years; no
`)

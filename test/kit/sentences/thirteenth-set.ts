import { type Sentence, sentencesOf } from './expected.ts'

/** Twenty-five of as many trades, written blind: by someone who had read the law and the templates but not the drafter. */
export const THIRTEENTH_SET: readonly Sentence[] = sentencesOf(`
Clínica dental, le sacamos fotos a la boca del paciente y se las mandamos al laboratorio que hace las coronas
= ficha-clinica; legal_obligation 16 bis e | consent 16; name health (minor_data financial); patients (patients guardians); yes; legal_minimum; yes

las tías del jardín anotan en la app qué comió y cuánto durmió cada guagua pa que los papás lo vean en la pega
= jardin-infantil; consent 16 quáter | legal_obligation 16 quáter | legal_obligation 16 bis f; name minor_data (health); children (children guardians employees); ?; until_purpose_fulfilled legal_minimum until_unsubscribe 1_year; ?

Municipalidad, inscribimos a los vecinos que traen su perro al operativo de chip y esterilización gratis
= none veterinaria municipio-permisos solicitudes-ciudadanas; public_interest 20 | legal_obligation 20; name; citizens|~vecin|~dueñ (citizens); no; legal_minimum until_purpose_fulfilled; no

El conserje anota en un cuaderno las encomiendas que llegan pa cada depto y quién las retiró
= administracion-condominio registro-visitas none; legitimate_interest 13 d | legal_obligation 13 b; name; ~residen|~copropiet|~vecin|~destinatari (visitors); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum 30_days; no

Somos una fintech: el usuario conecta su cuenta del banco y un algoritmo le da o le rechaza el préstamo al tiro
= credito-automatizado; contract 13 c | consent 12 | consent 16; name financial (employment browsing); credit_applicants|customers|~usuari (credit_applicants customers); ?; 5_years legal_minimum until_purpose_fulfilled; yes

Farmacia: por cada receta retenida dejamos anotado al paciente, al médico y el carnet del que viene a buscar el remedio
= farmacia-recetas; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f; name rut health (minor_data employment); patients|customers (patients customers guardians); yes; legal_minimum; yes

sindicato de una minera, tenemos la lista de quiénes votaron la huelga y la cuota extraordinaria que puso cada socio
= sindicato; legitimate_interest 16 b | legal_obligation 16 e | legal_obligation 16 f | consent 16; name political financial (employment); ~soci|~afiliad|employees (employees); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Hostal en San Pedro de Atacama, al gringo le fotocopio el pasaporte pa no cobrarle el IVA
= hotel facturacion; legal_obligation 13 b | contract 13 c; name (financial); ~huésped|~huesped|~pasajer|~turista|customers (customers); no; legal_minimum 5_years; no

Arriendo estacionamientos por mes, anoto patente, dueño y si pagó
= estacionamiento-patentes none facturacion; contract 13 c; name financial (location); customers|~conductor|~dueñ|~arrendatari (customers); no; 5_years legal_minimum until_purpose_fulfilled; no

Hicimos una app para embarazadas donde van anotando semanas, sintomas y ecografias
= app-bienestar; consent 16; health (browsing minor_data); ~usuari|~embaraz|customers|patients (customers patients subscribers); yes; until_unsubscribe until_purpose_fulfilled; yes

peluqueria canina, agendo por wasap y le mando al dueño la foto de como quedó el perrito
= veterinaria none atencion-clientes; contract 13 c; name phone (financial); ~dueñ|customers (customers); no; 5_years 1_year 2_years until_purpose_fulfilled legal_minimum; no

En la notaría tomamos la huella en el lector para comprobar que quien firma el poder es quien dice ser
= notaria; legal_obligation 16 f | legal_obligation 16 ter | consent 16 ter | consent 16; name biometric (financial); ~comparec|~firma|~otorgant|customers (customers); yes; legal_minimum until_purpose_fulfilled; yes

Comité de agua potable rural, leemos los medidores casa por casa y pegamos en la sede la lista de los que deben
= servicios-basicos cooperativa organizacion-comunitaria none; contract 13 c | legal_obligation 13 b; name financial; customers|~soci|~usuari|~vecin (customers); no; legal_minimum 5_years until_purpose_fulfilled; no

Damos internet por antena en el campo y guardamos qué IP tuvo cada cliente por si la pide la fiscalía
= telecomunicaciones; legal_obligation 13 b | contract 13 c; name browsing (location financial); customers (customers); no; legal_minimum 1_year 2_years 5_years; ?

Call center de cobranza: el banco nos manda la base de los clientes morosos de su tarjeta y los llamamos a su nombre
= evaluacion-crediticia facturacion none; legal_obligation 13 a | contract 13 c | legitimate_interest 13 d; name phone financial (employment); credit_applicants|customers|~deudor (credit_applicants customers); no; 5_years until_purpose_fulfilled legal_minimum; ?; encargado

Box de crossfit, preguntamos lesiones y presión alta
= gimnasio none; consent 16; name health (financial); ~soci|~alumn|customers (customers students); yes; until_purpose_fulfilled until_unsubscribe 1_year 5_years; ?

Fundación que reparte cajas de mercadería a familias migrantes en campamentos, anotamos cuántos son y quién está cesante
= ong-beneficiarios; consent 16; name (employment ethnic_origin minor_data financial health); ~benefici|~famili|~migrant (children); yes; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years; yes

empresa de guardias, al que postula le pedimos el curso OS10 al dia, licencia de media y papel de antecedentes
= reclutamiento empresa-seguridad; legal_obligation 13 b | contract 13 c; name criminal employment; candidates|employees (candidates employees); no; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years; ?

Vendo ropa americana en lives de Instagram, me transfieren y yo lo mando por Starken a todo Chile
= venta-en-linea; contract 13 c; name address (financial browsing); customers (customers); no; 5_years legal_minimum until_purpose_fulfilled; no

Universidad: en las pruebas online un programa graba al alumno con su cámara y marca solo si cree que está copiando
= universidad none; contract 13 c | legitimate_interest 13 d | consent 12 | consent 16 | consent 16 ter; name (biometric browsing location); students (students); ?; until_purpose_fulfilled legal_minimum 1_year 2_years 5_years; yes

En el packing de cerezas contratamos como 200 temporeros entre noviembre y enero, les pagamos por caja todas las semanas y hay que descontarles la AFP y Fonasa como a cualquiera
= remuneraciones carpeta-trabajador; legal_obligation 16 e | legal_obligation 13 b | contract 13 c; name financial employment (health); employees (employees former_employees emergency_contacts contractors); ?; 5_years legal_minimum; ?

Constructora, se nos cayó un maestro del andamio: hay que hacer la DIAT y guardar los papeles de la mutual
= salud-ocupacional; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 e; name health employment; employees (employees contractors complainants); yes; legal_minimum 5_years; yes

Tengo cuatro camiones forestales con gps que me avisa dónde andan y si el chofer se pasa de velocidad
= gps-flota; legitimate_interest 13 d | legitimate_interest 16 sexies; name location (employment); employees|~conductor|~chofer (employees contractors); no; 1_year 2_years 5_years until_purpose_fulfilled legal_minimum; ?

ferretería de barrio, quiero cumplir con esa ley nueva de los datos
= unsure

Somos una consultora chica y manejamos harta información en un excel, qué hay que hacer?
= unsure
`)

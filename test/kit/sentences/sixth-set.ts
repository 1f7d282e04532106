import { sentencesOf } from './expected.ts'

/**
 * Twenty-five more, written after the drafter had learnt from the fifth fifty. The first run, before any change, had
 * right of 25: activity 19, basis 21, data 19, people 21, sensitive 24, term 21, DPIA 24.
 */
export const SIXTH_SET = sentencesOf(`
Quesería artesanal de Chiloé, hacemos envíos a Santiago y guardamos dirección y correo
= venta-en-linea none; contract 13 c; name address email (financial); customers; no; 5_years; no

Matrona que hace controles de embarazo en su consulta
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data); patients (guardians); yes; legal_minimum; yes

Los guardias anotan en un cuaderno el rut y la patente de los camiones que ingresan a la planta
= registro-visitas; legitimate_interest 13 d; name rut (location employment); visitors|~conductor (employees visitors suppliers); no; until_purpose_fulfilled 1_year 30_days; no

Preparadora física online que pide peso, lesiones y fotos del progreso
= none gimnasio app-bienestar cursos-capacitacion; consent 16; name health (email financial); customers|~socio|~usuari|students; yes; until_purpose_fulfilled until_unsubscribe 5_years; yes

Dirección de Obras Municipales: permisos de edificación y recepciones finales
= municipio-permisos; public_interest 20; name rut address (financial); citizens (customers); no; legal_minimum; no

liquidaciones de sueldo, asignaciones familiares y descuentos judiciales de los trabajadores
= remuneraciones; legal_obligation 16 e | legal_obligation 13 b; name rut financial employment (health minor_data); employees (emergency_contacts); ?; 5_years; ?

Tienda de mascotas que manda cupones por mail a los clientes inscritos
= newsletter; consent 12; name email; customers|subscribers|~mascota (customers subscribers); no; until_unsubscribe; no

Banco que verifica la identidad con la voz del cliente cuando llama
= control-biometrico banco-cuentas; consent 16 ter; name biometric (rut phone financial); customers; yes; until_purpose_fulfilled; yes

Scouts: campamento de verano con ficha médica y autorización de los apoderados
= club-deportivo-ninos organizacion-comunitaria none; consent 16 quáter | consent 16; name health minor_data; children|adolescents|~socio (children adolescents guardians); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Somos una imprenta y las empresas nos mandan las cartas de cobranza de sus deudores
= evaluacion-crediticia facturacion none; contract 13 c | legal_obligation 13 a; name address financial (rut); credit_applicants|customers (credit_applicants customers); no; 5_years legal_minimum; ?; encargado

Colectivo de artistas callejeros con fondo concursable
= none organizacion-comunitaria; contract 13 c; name (rut financial); ~soci|~integrante|~artista|customers|~participante; no; until_purpose_fulfilled 5_years legal_minimum; no

consulta de antecedentes comerciales a los que piden tarjeta de la tienda, un sistema los aprueba solo
= credito-automatizado evaluacion-crediticia; contract 13 c | consent 12 | legal_obligation 13 a; name rut financial (employment); credit_applicants|customers (customers credit_applicants); no; 5_years until_purpose_fulfilled; yes

Ferias libres: la muni entrega los permisos a los feriantes
= municipio-permisos; public_interest 20; name rut (address financial); citizens|~feriante; no; legal_minimum; no

Laboratorio clínico que toma PCR y perfil bioquímico a domicilio
= examenes-laboratorio; legal_obligation 16 bis e; name health address (minor_data phone); patients (guardians); yes; legal_minimum; yes

Agencia de turismo aventura, seguro, grupo sanguíneo y contacto de emergencia de los pasajeros
= agencia-viajes; consent 16; name health phone (rut financial); ~pasajer|~viajer|customers (emergency_contacts); yes; until_purpose_fulfilled 5_years legal_minimum; yes

Reparamos celulares, anotamos el modelo, el fono y la clave de desbloqueo
= none atencion-clientes; contract 13 c; name phone; customers; no; 5_years until_purpose_fulfilled 1_year 2_years legal_minimum; no

Cuenta de Instagram de una inmobiliaria que sube fotos de las familias que recibieron su casa
= fotos-difusion; consent 12 | consent 16 quáter; name (location minor_data address); customers|~imágenes|~famili|~propietari|~fotograf (customers); no; until_purpose_fulfilled until_unsubscribe; ?

Escuela de conductores: clases, examen y foto de los alumnos
= cursos-capacitacion; contract 13 c; name (rut financial phone); students|customers; no; 5_years legal_minimum; no

tenemos acciones y hacemos junta de accionistas una vez al año
= registro-accionistas; legal_obligation 13 b; name rut (financial address); shareholders; no; legal_minimum indefinite 5_years; no

Club de adulto mayor: paseos, cumpleaños y remedios que toma cada uno
= organizacion-comunitaria club-socios none residencia-personas-mayores; consent 16 | legitimate_interest 16 b; name health; ~soci|~mayores; yes; until_purpose_fulfilled legal_minimum 5_years; yes

La isapre nos pide que informemos las licencias de nuestra gente
= salud-ocupacional remuneraciones carpeta-trabajador beneficios-trabajadores; legal_obligation 16 e | legal_obligation 16 bis e; name rut health (employment financial); employees (emergency_contacts); yes; 5_years legal_minimum; yes

App de meditación con suscripción por Apple, guarda el ánimo de cada día
= app-bienestar cuentas-usuario; consent 16; name health (email browsing financial); ~usuari|customers; yes; until_unsubscribe until_purpose_fulfilled; yes

Entrevistas a trabajadoras de casa particular para una tesis de magíster
= estudios-estadisticas estudio-mercado; consent 12 | consent 16 | legitimate_interest 16 quinquies | public_interest 16 quinquies; name (employment health ethnic_origin email); ~entrevistad|~participante|~encuestad|employees|~estudi (employees); ?; until_purpose_fulfilled indefinite 5_years; ?

varias cosas del negocio
= unsure

una carpeta compartida
= unsure
`)

import { sentencesOf } from './expected.ts'

/** A third fifty, written after the drafter had learnt from the second. */
export const THIRD_FIFTY = sentencesOf(`
Centro de esquí arrienda equipos, pide talla, peso y carnet en garantía
= none; contract 13 c | consent 16; name rut (health financial); customers; ?; until_purpose_fulfilled 5_years 1_year legal_minimum; ?

Maternidad de un hospital privado: datos de la madre, el recién nacido y el parto
= ficha-clinica; legal_obligation 16 bis e; name health minor_data; patients (guardians children); yes; legal_minimum; yes

vendemos lentes de sol por internet y ocupamos el pixel de facebook para perseguir a los que no compraron
= analitica-web venta-en-linea; consent 12 | contract 13 c; browsing (name email financial location address); customers|site_visitors (customers site_visitors); no; 1_year 5_years until_unsubscribe; ?

Corporación de asistencia judicial: causas de familia y penales de gente sin plata
= none ong-beneficiarios; public_interest 20 | legal_obligation 13 b | contract 13 c | legitimate_interest 16 d | legal_obligation 16 d | consent 16 | legitimate_interest 16 b; name criminal (health minor_data financial); customers|citizens|~beneficiari (children guardians customers citizens); ?; legal_minimum 5_years until_purpose_fulfilled; ?

empresa de buses de acercamiento, lista de trabajadores de la minera que suben cada dia
= transporte-pasajeros none; contract 13 c | legitimate_interest 13 d; name (employment location financial); employees|~pasajer (employees); no; 5_years 1_year until_purpose_fulfilled; no

Academia de modelaje y maquillaje para adultas, pago mensual
= cursos-capacitacion none; contract 13 c; name financial; students|customers; no; 5_years legal_minimum; no

Supermercado que analiza con camaras el recorrido de los clientes dentro del local
= videovigilancia; legitimate_interest 13 d | consent 12; location; customers (visitors employees); no; until_purpose_fulfilled 1_year; yes

Hospital del trabajador nos deriva pacientes y hacemos kinesiología a domicilio
= ficha-clinica; legal_obligation 16 bis e; name health (minor_data employment address); patients (guardians employees); yes; legal_minimum; yes

somos una fintech, abrimos cuentas con selfie y foto del carnet
= banco-cuentas control-biometrico credito-automatizado; consent 16 ter; name rut biometric (financial employment); customers|credit_applicants; yes; legal_minimum 5_years until_purpose_fulfilled; yes

Fundación que lleva un catastro de enfermedades raras, los papás inscriben a sus hijos
= ong-beneficiarios investigacion-biomedica ficha-clinica none; consent 16 | consent 16 quáter; name health minor_data; children|patients|~beneficiari|~participante (children guardians patients); yes; until_purpose_fulfilled 5_years; yes

el contador externo nos hace los sueldos
= remuneraciones; legal_obligation 16 e | legal_obligation 13 b; name rut financial employment (health); employees (emergency_contacts); ?; 5_years; ?

Sernac: mediación entre consumidores y empresas
= solicitudes-ciudadanas none; public_interest 20; name rut; citizens|customers|complainants (citizens customers complainants); no; legal_minimum; no

vendo seguros de mascotas por teléfono
= seguros-generales veterinaria prospectos; contract 13 c; name phone (financial); customers|~asegurad|~mascota|prospects (customers prospects); no; 5_years legal_minimum 1_year; no

Universidad estatal con casino donde los alumnos pagan con la huella
= control-biometrico; consent 16 ter; name biometric (financial); students; yes; until_purpose_fulfilled; yes

productores de miel que venden en ferias, no pedimos datos a nadie pero llevamos cuaderno con los pedidos y telefonos
= venta-en-linea none; contract 13 c; name phone; customers; no; 5_years until_purpose_fulfilled 1_year 2_years legal_minimum; no

Agrupación de diabéticos con reuniones mensuales y lista de insulinas
= none ong-beneficiarios club-socios organizacion-comunitaria; consent 16 | legitimate_interest 16 b; name health; ~socio|~beneficiari|patients|customers; yes; until_purpose_fulfilled legal_minimum 5_years; yes

Concesionaria de autos: test drive con copia de licencia de conducir
= prospectos none; contract 13 c | consent 12; name rut (phone); customers|prospects; no; until_purpose_fulfilled 1_year 2_years 5_years; no

Inspector municipal saca partes a los autos mal estacionados
= municipio-permisos televigilancia-municipal causas-judiciales none; public_interest 20; name (rut location criminal financial); citizens|~conductor|~transeúnte; no; legal_minimum until_purpose_fulfilled; ?

Taller de costura con mujeres privadas de libertad en convenio con Gendarmería
= ong-beneficiarios none cursos-capacitacion; consent 16 | consent 12 | legitimate_interest 16 b | contract 13 c; name criminal (employment); ~beneficiari|students|employees|customers|citizens (students employees customers citizens); ?; until_purpose_fulfilled 5_years legal_minimum; ?

una IA contesta el telefono de la clínica y agenda las horas
= ficha-clinica atencion-clientes; legal_obligation 16 bis e; name phone health (minor_data rut); patients (guardians); yes; legal_minimum; yes

Arriendo canchas de tenis, clientes reservan en la web y pagan con Webpay
= none club-socios venta-en-linea; contract 13 c; name financial (browsing email); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

Nuestra minera controla fatiga de los operadores con un casco que mide ondas cerebrales
= salud-ocupacional control-biometrico; legal_obligation 16 bis e | consent 16 | consent 16 ter; name health (employment biometric); employees; yes; legal_minimum until_purpose_fulfilled 5_years; yes

Iglesia mormona con registro genealógico de antepasados y miembros
= iglesia; legitimate_interest 16 b | consent 16; name religious (financial); ~feligres|~miembro|~socio; yes; until_purpose_fulfilled indefinite; yes

damos asesoria migratoria, visas y reunificacion familiar
= none ong-beneficiarios; contract 13 c | consent 16; name rut (minor_data ethnic_origin); customers|~beneficiari (customers emergency_contacts); ?; 5_years legal_minimum until_purpose_fulfilled; ?

Servel: padrón electoral y locales de votación
= none partido-politico; public_interest 54; name rut address (political); citizens; ?; legal_minimum; ?

Compañía de teatro escolar va a colegios y graba las funciones con los niños
= club-deportivo-ninos fotos-difusion matricula-escolar none; consent 16 quáter; minor_data (name location health); children|students (children students guardians adolescents); ?; until_purpose_fulfilled legal_minimum; yes

mandamos sms a los morosos de varias casas comerciales que nos pasan la cartera
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name phone financial; credit_applicants|customers (credit_applicants customers); ?; 5_years; ?; encargado

Reloj control con reconocimiento de voz para los guardias
= control-biometrico; consent 16 ter; biometric (name employment rut); employees; yes; until_purpose_fulfilled; yes

Residencia estudiantil: contrato con los papás, habitación y alergias a comidas
= hotel corretaje-propiedades universidad none residencia-personas-mayores; consent 16 | consent 16 quáter; name health (minor_data financial employment); students|customers|~arrendatari|~huésped (students guardians customers); yes; until_purpose_fulfilled 5_years legal_minimum; yes

Bolsa de empleo inclusiva para personas con discapacidad
= reclutamiento inclusion-laboral; consent 16 | legal_obligation 16 e; name health employment; candidates|employees; yes; until_purpose_fulfilled 5_years; yes

venta de entradas para el estadio, Registro Nacional de Hinchas y listado de prohibidos
= eventos club-socios; contract 13 c | legal_obligation 13 b; name rut (criminal financial); ~asistente|~socio|customers; no; legal_minimum 5_years until_purpose_fulfilled; ?

Tienda de ropa que guarda las tallas y el cumpleaños para saludar con un descuento por WhatsApp
= newsletter fidelizacion; consent 12; name phone; customers|subscribers; no; until_unsubscribe; ?

Empresa de ambulancias contratada por el servicio de salud para traslados
= ficha-clinica; legal_obligation 16 bis e | public_interest 20; name health (minor_data); patients (guardians citizens); yes; legal_minimum; yes; ?

Jardín botánico, socios protectores que aportan cada mes
= donaciones club-socios none; contract 13 c; name financial; ~socio|~donante; no; legal_minimum 5_years until_purpose_fulfilled; no

Red social de vecinos donde publican robos con fotos de sospechosos
= cuentas-usuario none fotos-difusion; contract 13 c | consent 12 | legitimate_interest 13 d; name (criminal location browsing email); ~usuari|citizens|customers|~imágenes; no; until_unsubscribe until_purpose_fulfilled 5_years; ?

lavanderia industrial con 30 operarias, registro de accidentes y elementos de seguridad
= salud-ocupacional; legal_obligation 16 bis e | legal_obligation 16 e; name health employment; employees; yes; legal_minimum 5_years; yes

Notario digital: firma electrónica avanzada con clave única
= notaria none; contract 13 c | legal_obligation 13 b | legal_obligation 16 f; name rut (biometric financial address); customers|~compareciente; ?; legal_minimum 5_years; ?

Hogar de ancianos de las monjas, pensiones, enfermedades y familiares
= residencia-personas-mayores; legal_obligation 16 bis e; name health (financial religious); ~mayores|emergency_contacts (emergency_contacts); yes; legal_minimum; yes

Empresa de encuestas telefónicas contratada por un ministerio para medir victimización
= estudio-mercado estudios-estadisticas none; consent 12 | consent 16 | public_interest 16 quinquies | public_interest 20; (phone name criminal); ~encuestad|citizens; ?; until_purpose_fulfilled legal_minimum indefinite; ?; ?

Plataforma de cursos para niños con YouTube y Zoom, la maneja una profe desde su casa
= cursos-capacitacion club-deportivo-ninos none cuentas-usuario; consent 16 quáter; name minor_data (financial email browsing); children|students (children students guardians); no; until_purpose_fulfilled until_unsubscribe 5_years; yes

Gasfíter: dirección, nombre y presupuesto
= none; contract 13 c; name address (financial); customers; no; 5_years legal_minimum until_purpose_fulfilled; no

Constructora pide a los subcontratistas las liquidaciones y contratos de su gente (ley de subcontratación)
= carpeta-trabajador remuneraciones proveedores; legal_obligation 13 b | legal_obligation 16 e | contract 13 c; name rut employment (financial health); employees|contractors (employees contractors suppliers emergency_contacts); ?; 5_years legal_minimum; ?

Refugio de mujeres víctimas de violencia
= ong-beneficiarios; consent 16 | legitimate_interest 16 b; name (health minor_data criminal address); ~beneficiari; yes; until_purpose_fulfilled 5_years; yes

juntamos firmas para un proyecto de ley
= none partido-politico; consent 16 | consent 12; name rut (political); citizens|~adherente|~participante|~firmante; ?; until_purpose_fulfilled; ?

AFC paga el seguro de cesantía
= afp; legal_obligation 16 e | legal_obligation 13 b; name rut financial (employment health); ~afiliad|employees; ?; legal_minimum; ?

la app del banco bloquea sola las compras raras
= banco-cuentas none; contract 13 c | legitimate_interest 13 d; financial (name rut employment location email); customers; no; legal_minimum 5_years; yes

tenemos una base grande
= unsure

hola quisiera registrar una actividad
= unsure

proyecto de innovación
= unsure

los datos de siempre de la empresa
= unsure
`)

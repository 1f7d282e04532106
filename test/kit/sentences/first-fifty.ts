import { sentencesOf } from './expected.ts'

/** Fifty businesses written as people type, before the drafter was changed for them. */
export const FIRST_FIFTY = sentencesOf(`
tenemos una panaderia y entregamos pan a domicilio, anotamos direccion y fono de los caseros
= venta-en-linea reparto-aplicacion none; contract 13 c; name phone address (financial); customers; no; 5_years until_purpose_fulfilled 2_years 1_year legal_minimum; no

Somos el call center de un banco, llamamos a sus clientes morosos y grabamos la conversación
= grabacion-llamadas evaluacion-crediticia facturacion none; legitimate_interest 13 d | contract 13 c | legal_obligation 13 a; name phone financial; customers|credit_applicants (employees); no; 1_year 2_years 5_years until_purpose_fulfilled; no; encargado

Mutual de seguridad: atendemos accidentes del trabajo y enfermedades profesionales de los trabajadores de las empresas adheridas
= salud-ocupacional ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 e | legal_obligation 16 bis f; name rut health (employment); employees|patients; yes; legal_minimum; yes

guardería canina, retiro los perritos en la casa y tengo llaves de los dueños
= veterinaria none; contract 13 c; name address (phone); customers|~dueñ; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

Usamos Mailchimp para mandar ofertas a los que se inscribieron en la tienda
= newsletter; consent 12; name email; subscribers (customers prospects); no; until_unsubscribe; no

Servicio de Salud: vacunación de la población contra la influenza, registro de dosis por RUT
= salud-publica ficha-clinica none; public_interest 20 | legal_obligation 16 bis e | legal_obligation 16 bis f | public_interest 16 bis b; name rut health (minor_data); patients|citizens (guardians children); yes; legal_minimum; yes

startup que con inteligencia artificial le pone nota al riesgo de los arrendatarios y recomienda si arrendarles o no
= credito-automatizado corretaje-propiedades evaluacion-crediticia none; contract 13 c | legal_obligation 13 a | consent 12 | legitimate_interest 13 d; name rut financial (employment); customers|prospects|credit_applicants|~arrendatario; no; 5_years until_purpose_fulfilled legal_minimum; yes

Academia de danza para niñas desde los 4 años, grabamos las presentaciones y las subimos a YouTube
= club-deportivo-ninos; consent 16 quáter; name minor_data (health financial); children|students (children students guardians adolescents); no; until_purpose_fulfilled; yes

kiosko de diarios con una camara en la puerta
= videovigilancia; legitimate_interest 13 d; location; visitors|customers|~transeúnte (employees visitors customers); no; until_purpose_fulfilled 1_year; yes

No guardamos datos de salud, solo nombre y correo de los que reservan cancha de pádel
= none club-socios gimnasio; contract 13 c; name email (phone financial); customers|~socio; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

Servicio de Impuestos Internos: declaraciones de renta de los contribuyentes
= fiscalizacion-tributaria; public_interest 20; name rut financial; citizens|~contribuyente; ?; legal_minimum; ?

Comedor solidario: anotamos a las personas en situación de calle que vienen a almorzar, su edad y si tienen alguna enfermedad
= ong-beneficiarios; consent 16 | legitimate_interest 16 b; name health (financial); citizens|~beneficiari; yes; until_purpose_fulfilled 1_year 2_years 5_years; yes

llevo la contabilidad y los sueldos de pymes
= remuneraciones facturacion; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name rut financial (employment health political); employees|customers (emergency_contacts); ?; legal_minimum 5_years; ?; encargado

Colegio de Ingenieros, cobramos cuotas a los colegiados y publicamos el directorio
= colegio-profesional; legitimate_interest 16 b | consent 16; name political (financial employment); ~colegiad|~soci|~miembro|~gremi|customers; yes; until_purpose_fulfilled 5_years legal_minimum; yes

tengo una app donde los mayores de 18 conocen gente y pueden poner su orientación sexual
= app-citas; consent 16; name sexual_orientation (location browsing); customers|~usuari; yes; until_unsubscribe until_purpose_fulfilled; yes

Empresa de transporte de valores: los vigilantes llevan cámara corporal y GPS en el camión
= gps-flota videovigilancia empresa-seguridad monitoreo-equipos; legitimate_interest 13 d | legitimate_interest 16 sexies; location (employment); employees (visitors customers); no; until_purpose_fulfilled 1_year; yes

Instituto nacional que hace el censo y encuestas de hogares
= estudios-estadisticas; public_interest 20 | public_interest 16 quinquies; name (address financial ethnic_origin religious health minor_data employment rut); citizens|~encuestad; ?; indefinite legal_minimum until_purpose_fulfilled; ?

hacemos tortas por encargo, los pedidos llegan x instagram y pagan por transferencia
= venta-en-linea facturacion none; contract 13 c; name (financial phone address); customers; no; 5_years legal_minimum until_purpose_fulfilled 2_years 1_year; no

Hogar de menores de una fundación colaboradora de Mejor Niñez, fichas con la historia familiar, salud y causas de familia
= proteccion-ninez ong-beneficiarios; legal_obligation 16 f | legal_obligation 16 bis f | legal_obligation 16 bis e | consent 16 quáter | consent 16 | public_interest 20; name minor_data health (criminal financial); children|adolescents (children adolescents guardians); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Constructora que le pide certificado de antecedentes a los maestros antes de contratarlos
= reclutamiento carpeta-trabajador; contract 13 c | consent 12 | legal_obligation 13 b; name rut criminal (employment); candidates|employees (employees candidates); no; until_purpose_fulfilled 1_year 5_years; ?

Usamos Zoom para reuniones con alumnos del preuniversitario y dejamos las clases grabadas
= cursos-capacitacion matricula-escolar none; contract 13 c | consent 12 | consent 16 quáter; name email (minor_data phone financial); students (guardians adolescents); no; until_purpose_fulfilled 1_year 2_years 5_years; ?

central de riesgo interna del retail, mezclamos compras, deudas y georreferencia de 3 millones de tarjetahabientes pa ofrecerles avances
= fidelizacion evaluacion-crediticia credito-automatizado; consent 12 | legal_obligation 13 a | contract 13 c | legitimate_interest 13 d; name financial location (rut browsing); customers|credit_applicants; ?; 5_years until_unsubscribe until_purpose_fulfilled legal_minimum; yes

psicopedagoga de un colegio, informes de niños con necesidades educativas especiales
= matricula-escolar ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | legal_obligation 16 f | consent 16 quáter | consent 16; name minor_data health; students|children|patients (guardians students children patients adolescents); yes; legal_minimum until_purpose_fulfilled 5_years; yes

Guardamos en AWS los documentos de los empleados: contratos, liquidaciones y vacaciones
= carpeta-trabajador remuneraciones; contract 13 c | legal_obligation 13 b; name rut employment (financial health); employees (emergency_contacts); ?; 5_years legal_minimum; ?

Registro Civil: partidas de nacimiento, matrimonio y cédulas con huella
= registro-civil; public_interest 20; name rut biometric (minor_data); citizens; yes; legal_minimum indefinite; yes

arriendo de trajes de novia, tomo las medidas y el telefono de la novia
= none; contract 13 c; name phone; customers; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

somos una consultora, la empresa cliente nos pasa las respuestas de su encuesta de liderazgo y les hacemos el informe
= estudio-mercado beneficios-trabajadores none; legitimate_interest 13 d | contract 13 c | consent 12; name employment (email); employees; no; until_purpose_fulfilled 1_year 2_years 5_years; no; encargado

Centro de esquí con pase que abre el torniquete con la cara
= control-biometrico gimnasio; consent 16 ter; name biometric; customers|visitors|~usuari|~soci; yes; until_purpose_fulfilled until_unsubscribe; yes

datos
= unsure

queremos cumplir la ley nueva con la información de la gente
= unsure

una planilla excel con cosas de la oficina
= unsure

Corporación que defiende a víctimas de violencia intrafamiliar, abogadas y psicólogas llevan cada caso
= ong-beneficiarios ficha-clinica none; consent 16 | legal_obligation 16 bis e | legal_obligation 16 d | legitimate_interest 16 d; name health (criminal sexual_orientation minor_data); ~beneficiari|citizens|patients|customers|~víctima (children guardians patients customers complainants); yes; until_purpose_fulfilled legal_minimum 5_years; yes

Productora de eventos vende entradas nominativas y revisa el carnet en la entrada
= eventos; contract 13 c; name rut (email financial); customers|~asistente; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

laboratorio que toma exámenes preocupacionales por encargo de empresas mineras
= salud-ocupacional examenes-laboratorio; legal_obligation 16 bis e | legal_obligation 16 e | legal_obligation 16 bis f; name rut health (employment); candidates|employees|patients (employees candidates patients); yes; legal_minimum 5_years; yes

Empresa de agua potable lee los medidores y corta a los que no pagan
= servicios-basicos; contract 13 c; name address (financial rut); customers; no; 5_years legal_minimum; no

damos creditos a sola firma por whatsapp, un ejecutivo revisa el dicom y las liquidaciones
= evaluacion-crediticia; legal_obligation 13 a | contract 13 c; name rut financial (employment); credit_applicants|customers; ?; 5_years; ?

Carabineros: registro de detenidos y denuncias
= persecucion-penal; public_interest 20; name rut criminal; citizens|complainants|~detenid; no; legal_minimum indefinite; ?

tienda de vinos online, verificamos que sean mayores de edad y mandamos el pedido por Chilexpress
= venta-en-linea; contract 13 c; name address (rut financial email phone); customers; no; 5_years legal_minimum; no

El jefe revisa los correos y los chats del computador de la oficina de los vendedores
= monitoreo-equipos; legitimate_interest 13 d; employment (browsing); employees (contractors); no; until_purpose_fulfilled 1_year; ?

Templo budista: lista de practicantes y sus donaciones mensuales
= iglesia donaciones; legitimate_interest 16 b | consent 16; name religious (financial); ~miembro|~feligres|~donante|~practicante; yes; until_purpose_fulfilled 5_years; yes

hacemos encuestas presidenciales a panel online y cruzamos con nivel socioeconomico
= estudio-mercado none; consent 16; political; citizens|~encuestad|~panel; yes; until_purpose_fulfilled 1_year 2_years 5_years; yes

Clínica de fertilización asistida, guardamos embriones y la historia de las parejas
= ficha-clinica; legal_obligation 16 bis e; name health (sexual_orientation minor_data rut); patients (guardians); yes; legal_minimum; yes

sistema de turnos: los trabajadores marcan entrada y salida con una app que toma la ubicación del celular
= control-asistencia gps-flota; legal_obligation 13 b | legal_obligation 16 sexies | legitimate_interest 13 d; name employment location (rut); employees; no; 5_years; ?

Compramos cobre y chatarra, exigimos carnet y patente del vehículo al que vende
= proveedores none; contract 13 c | legal_obligation 13 b; name rut (financial); suppliers|customers; no; legal_minimum 5_years until_purpose_fulfilled; no

El Cesfam hace visitas a pacientes postrados y entrega leche a los niños
= ficha-clinica; public_interest 20 | legal_obligation 16 bis e; name health minor_data (address rut); patients (patients children guardians citizens); yes; legal_minimum; yes

tenemos HubSpot con los contactos que dejan sus datos en la landing para que un vendedor los llame
= prospectos; consent 12 | contract 13 c | legitimate_interest 13 d; name email phone (employment); prospects; no; until_purpose_fulfilled 1_year 2_years until_unsubscribe; no

Caja de compensación: crédito social, bonos y cargas familiares de los afiliados
= caja-compensacion; legal_obligation 13 b | legal_obligation 16 e | legal_obligation 13 a; name rut financial (employment minor_data health); ~afiliad|employees|customers (employees customers credit_applicants emergency_contacts children); ?; legal_minimum 5_years; ?

Detective privado, seguimos a parejas infieles y sacamos fotos
= none; consent 16 | legitimate_interest 13 d | legitimate_interest 13 e; name location (sexual_orientation); customers|citizens|~investigad; ?; until_purpose_fulfilled 1_year 5_years; ?

Bienestar de la empresa: convenio con isapre complementaria, se mandan boletas medicas de los trabajadores y sus hijos para reembolso
= beneficios-trabajadores isapre seguros-vida-salud; consent 16 | legal_obligation 16 bis f | legal_obligation 16 e; name health (financial employment rut minor_data); employees (emergency_contacts children guardians); yes; 5_years legal_minimum until_purpose_fulfilled; yes

Cuenta en la que los jugadores del servidor de Minecraft compran rangos, la mayoría tiene entre 10 y 15 años
= cuentas-usuario none; consent 16 quáter; name minor_data (email financial browsing); children|adolescents (guardians children adolescents customers site_visitors); no; until_unsubscribe until_purpose_fulfilled; yes
`)

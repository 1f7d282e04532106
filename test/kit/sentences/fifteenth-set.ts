import { type Sentence, sentencesOf } from './expected.ts'

/**
 * Twenty-five more, written blind. The drafter's first run gave 14 activities, 22 bases, 18 of the data, 20 of the people,
 * 24 sensitive, 21 terms and 25 assessments; then it learnt from them.
 */
export const FIFTEENTH_SET: readonly Sentence[] = sentencesOf(`
Heladería en Pucón, voy juntando los fonos de la gente que compra y los viernes les tiro las promos por wasap
= newsletter fidelizacion none; consent 12 | legitimate_interest 13 d; phone; customers|subscribers|prospects (customers subscribers prospects); no; until_unsubscribe until_purpose_fulfilled; no

Constructora chica, pusimos en la faena un reloj que le lee la cara a los maestros pa marcar entrada y salida porq se marcaban entre ellos
= control-biometrico; consent 16 ter | consent 16; biometric employment; employees|~trabajador|~maestr (employees contractors); yes; until_purpose_fulfilled; yes

Cadena de cafeterías: nos llegan unos 800 currículum al mes y un programa con inteligencia artificial les pone nota y bota solo a los que no sirven, nosotros vemos a los que quedan
= reclutamiento; contract 13 c | consent 12; name employment; candidates (candidates); no; until_purpose_fulfilled 1_year; yes

Oficina contable en Linares, le hacemos las liquidaciones, el previred y las licencias médicas a la gente de 40 pymes de la zona
= remuneraciones carpeta-trabajador none; legal_obligation 16 e | legal_obligation 13 b; name rut financial employment health (minor_data); employees|~trabajador (employees contractors former_employees customers emergency_contacts); yes; 5_years until_purpose_fulfilled legal_minimum; ?; encargado

Prestamos el alojamiento y respaldo del programa con que doce consultas odontológicas llevan a sus pacientes; la base queda en nuestros servidores y actuamos solo por instrucción de ellas.
= ficha-clinica none; legal_obligation 16 bis e | consent 16 | consent 16 bis; health (minor_data financial); patients (patients guardians children adolescents customers); yes; until_purpose_fulfilled legal_minimum; ?; encargado

Call center en Viña, una empresa de cable nos pasa el listado de los que deben y nosotros los llamamos para que se pongan al día, queda todo grabado
= grabacion-llamadas evaluacion-crediticia facturacion none; legal_obligation 13 a | contract 13 c | legitimate_interest 13 d; name phone financial (employment); customers|credit_applicants|~deudor|~moros (customers credit_applicants employees); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?; encargado

La Dirección de Tránsito de esta Municipalidad otorga y renueva las licencias de conducir, para lo cual se practican exámenes médico y psicotécnico y se consulta la hoja de vida del conductor.
= municipio-permisos; public_interest 20 | legal_obligation 16 bis f; name rut health criminal (financial minor_data); citizens|~conductor|~postulant|~solicitant (citizens adolescents); yes; legal_minimum until_purpose_fulfilled; ?

Centro de la mujer de la muni: atendemos vecinas que sufren violencia de la pareja, la sicóloga, la abogada y la asistente social anotan en la misma carpeta, también como están los hijos
= municipio-ayudas-sociales solicitudes-ciudadanas none; public_interest 20 | consent 16 | consent 16 bis | legal_obligation 16 f | legal_obligation 16 bis f; name health minor_data (criminal sexual_orientation financial employment); citizens|patients|~mujer|~vecin|~víctima|~victima|~usuari children|~niñ|~hij (citizens patients children adolescents guardians complainants emergency_contacts); yes; legal_minimum until_purpose_fulfilled; ?

Servicio público a cargo de evaluar el impacto de proyectos en el medio ambiente: recibimos las observaciones que hacen las personas a cada proyecto y las incorporamos al expediente, que cualquiera puede ver.
= solicitudes-ciudadanas; public_interest 20; name; citizens|~observant (citizens); no; legal_minimum until_purpose_fulfilled; ?

Boti en La Pintana, 6 camaras adentro y una que da pa la vereda, las veo del celu y queda grabado como un mes
= videovigilancia; legitimate_interest 13 d; location (employment minor_data); customers|visitors|~transeúnt|~transeunt|~peat|~públic|~public|~persona (customers visitors employees children adolescents); no; until_purpose_fulfilled; yes

hago animaciones de cumpleaños en ñuñoa y subo al insta fotos de los cabros chicos pa que me conoscan
= fotos-difusion; consent 16 quáter; minor_data; children|~niñ (children guardians customers); no; until_purpose_fulfilled until_unsubscribe; ?

Somos un grupo scout de Temuco, antes de cada campamento los papás llenan una hoja con las alergias, los remedios y la isapre o fonasa de sus hijos y firman la autorización
= club-deportivo-ninos none; consent 16 quáter | consent 16 | consent 16 bis; name minor_data health; children|adolescents|~niñ|~scout guardians|~padre|~madre|~papá|~apoderad (children adolescents guardians emergency_contacts); yes; until_purpose_fulfilled until_unsubscribe 1_year; ?

soy sicologa, atiendo por zoom y las notas de cada sesion las dejo en un drive, tb veo adolecentes
= ficha-clinica; legal_obligation 16 bis e | consent 16 | consent 16 bis | consent 16 quáter; name health minor_data (financial sexual_orientation); patients (patients adolescents guardians customers); yes; legal_minimum; yes

Sacamos agua del canal con 85 parceleros más. Yo llevo la lista de cuántas acciones tiene cada uno, los turnos y quién no ha pagado la cuota
= comunidad-aguas; legal_obligation 13 b | contract 13 c; name financial; ~comuner|~parceler|~regant|~accionist|~soci|~usuari|shareholders (shareholders); no; legal_minimum 5_years; no

Costurera en Talca, en un cuaderno anoto las medidas de la clienta, pa cuando es la fiesta y cuánto abonó
= none atencion-clientes facturacion; contract 13 c; name (financial); customers|~client (customers); no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

Arrendamos autos por una app, el sistema te mira el dicom y la licencia y decide solito si te pasa el auto o no. Todos los autos andan con GPS
= none credito-automatizado evaluacion-crediticia cuentas-usuario; contract 13 c | consent 12; name rut financial location (browsing); customers|prospects|~arrendatari|~usuari|~conductor (customers prospects credit_applicants); no; 5_years legal_minimum until_purpose_fulfilled; yes

Soy pastor en Lota, tengo anotados a los hermanos con la fecha en que se bautizaron y lo que cada familia da de diezmo
= iglesia; legitimate_interest 16 b | consent 16; name religious financial; ~miembr|~herman|~fiel|~bautiz|~feligr|~congreg|~creyent; yes; until_purpose_fulfilled until_unsubscribe; ?

Linea de colectivos de Calama. Cada chofer anda con un aparatito que nos muestra donde va y si se sale del recorrido se le pasa multa
= gps-flota; legitimate_interest 13 d | contract 13 c; name location (employment financial); employees|contractors|~chofer|~conductor|~soci (employees contractors shareholders); no; 1_year 2_years until_purpose_fulfilled; ?

Vendo por internet juguetes para adultos, mando todo en caja sin logo y guardo lo que compró cada uno para recomendarle otras cosas
= venta-en-linea fidelizacion; contract 13 c | consent 12 | consent 16; name address (financial browsing sexual_orientation); customers (customers subscribers site_visitors); ?; 5_years legal_minimum until_unsubscribe until_purpose_fulfilled; ?

reparto gas en puente alto, cuando llaman me sale altiro el numero y la direccion de la ultima vez
= none venta-en-linea atencion-clientes; contract 13 c | legitimate_interest 13 d; phone address (financial); customers (customers); no; until_purpose_fulfilled until_unsubscribe 1_year 2_years 5_years; no

Equipo universitario que estudia el genoma de familias pehuenches del Alto Biobío: tomamos saliva, preguntamos de qué linaje vienen y qué enfermedades ha habido en la casa, todo visto por el comité de ética.
= investigacion-biomedica; consent 16 | consent 16 bis; health ethnic_origin; patients|~particip|~donant|~voluntari|~comunidad|~famili|~persona|~pehuench (patients citizens emergency_contacts); yes; until_purpose_fulfilled indefinite; yes

Patrulla de un centro de esquí: si alguien se saca la mugre en la cancha anotamos quién es, qué se le hizo y a qué clínica bajó, varias veces ni habla de lo golpeado que está
= ficha-clinica none; vital_interest 16 bis a | vital_interest 16 c | legal_obligation 16 bis e; name health (minor_data location); patients|customers|visitors|~accident|~esquiador|~herid|~lesionad (patients customers visitors emergency_contacts children adolescents guardians); yes; legal_minimum 5_years until_purpose_fulfilled; yes

Inmobiliaria, al que se mete a ver un depto en la página después lo seguimos con avisos en facebook y google
= analitica-web none; consent 12; browsing (location); site_visitors|prospects (site_visitors prospects); no; 1_year until_unsubscribe until_purpose_fulfilled; ?

Somos una empresa familiar de Osorno con doce años de trayectoria y queremos ponernos al día con la ley nueva
= unsure

tengo todo en un excel y otras cosas en el computador de mi señora, que pongo aca?
= unsure
`)

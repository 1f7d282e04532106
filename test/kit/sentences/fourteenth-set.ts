import { type Sentence, sentencesOf } from './expected.ts'

/** Twenty-five of as many trades, written blind: by someone who had read the law and the templates but not the drafter. */
export const FOURTEENTH_SET: readonly Sentence[] = sentencesOf(`
Taller mecánico en Maipú, anoto patente, kilometrage y el wasap del dueño pa avisarle cuando le toca el cambio de aceite
= none atencion-clientes facturacion newsletter; contract 13 c | consent 12 | legitimate_interest 13 d; name phone (financial); customers|~dueñ (customers); no; 1_year 2_years 5_years until_purpose_fulfilled until_unsubscribe legal_minimum; no

En la óptica guardamos la receta del oftalmólogo y la graduación de cada cliente por si quiere hacerse otros lentes
= ficha-clinica farmacia-recetas none; consent 16 | consent 16 bis | legal_obligation 16 bis e; name health (financial minor_data); customers|patients (customers patients guardians); yes; legal_minimum until_purpose_fulfilled 5_years 2_years until_unsubscribe; ?

Funeraria: pedimos carnet y certificado de defunción del finado y los datos del hijo o la viuda que firma, pa cobrar la cuota mortuoria en la AFP
= none facturacion; contract 13 c | legal_obligation 13 b; name rut (financial health minor_data); customers|~famili|~deudo|~contrat|~viud|~difunt|~fallec (customers emergency_contacts); ?; legal_minimum 5_years until_purpose_fulfilled; ?

compañía de bomberos, tenemos una carpeta por voluntario con grupo sanguíneo, alergias y a quién llamar si le pasa algo en un incendio
= none donaciones club-socios organizacion-comunitaria; consent 16 | consent 16 bis; name health (employment); ~voluntari|~bomber emergency_contacts|~contacto|~famili (emergency_contacts); yes; until_purpose_fulfilled until_unsubscribe legal_minimum 5_years; ?

Biblioteca municipal: registramos quién se lleva cada libro y mandamos un correo cuando se atrasan, hay hartos niños inscritos
= none solicitudes-ciudadanas municipio-permisos; public_interest 20 | public_interest 16 quáter | consent 16 quáter; name email minor_data; citizens|~lector|~soci|~usuari|children children|~niñ (citizens children adolescents guardians); no; legal_minimum until_purpose_fulfilled until_unsubscribe 1_year 2_years; ?

Packing de cerezas en Rancagua, contratamos temporeros por día y les pedimos carnet, AFP, Fonasa y cuenta rut pa pagarles
= carpeta-trabajador remuneraciones; contract 13 c | legal_obligation 13 b | legal_obligation 16 e; name rut financial employment (health); employees|~temporer (employees contractors emergency_contacts); ?; 5_years legal_minimum; ?

Supermercado de barrio: pusimos unas cámaras que reconocen la cara de los mecheros y le avisan altiro al guardia cuando entran
= videovigilancia control-biometrico none; consent 16 ter | consent 16; biometric (location criminal minor_data employment); customers|visitors|~transeúnt|~transeunt|~mecher|~persona|~públic (customers visitors employees children adolescents); yes; until_purpose_fulfilled; yes

tengo una ferreteria y le fio a los maestros, en el cuaderno va el nombre, cuanto deben y cuando quedaron de pagar
= evaluacion-crediticia facturacion none; contract 13 c | legal_obligation 13 a; name financial; customers|credit_applicants|~maestro|~deudor (customers credit_applicants); no; 5_years legal_minimum until_purpose_fulfilled; no

Oficina contable en Chillán, le llevamos las liquidaciones de sueldo y el Previred a unas 30 pymes clientes
= remuneraciones none; legal_obligation 16 e | legal_obligation 13 b | contract 13 c | contract 15 bis; name financial employment (health minor_data political); employees|~trabajador (employees emergency_contacts customers); ?; 5_years legal_minimum until_purpose_fulfilled; ?; encargado

Escaneamos en nuestra bodega de Quilicura las fichas en papel que nos manda un hospital y se las debolvemos en un disco
= none ficha-clinica; legal_obligation 16 bis e | legal_obligation 16 bis f | public_interest 20 | contract 15 bis; name health (minor_data); patients (patients guardians); yes; legal_minimum until_purpose_fulfilled; ?; encargado

Liceo técnico de Talca, pasamos nombre, rut y teléfono de los cabros de cuarto medio a los talleres donde hacen la práctica
= matricula-escolar none; legal_obligation 13 b | legal_obligation 16 quáter | contract 13 c | consent 12 | consent 16 quáter | public_interest 20; name rut phone minor_data (employment); students|adolescents (students adolescents guardians); no; legal_minimum until_purpose_fulfilled 1_year 2_years 5_years; ?

Radio comunitaria, los auditores llaman, dejan nombre y fono y sorteamos entradas pal circo
= concursos-sorteos; consent 12 | contract 13 c; name phone (minor_data); ~participant|~auditor|~oyent|~ganador|~concursant; no; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; no

Viña chica de Colchagua, al que se mete al club le cobramos la tarjeta cada mes y le llega a la casa una caja con tres botellas
= venta-en-linea facturacion none; contract 13 c; name address financial; customers|subscribers|~soci|~suscript (customers subscribers); no; 5_years legal_minimum until_purpose_fulfilled until_unsubscribe; no

Somos un comité de agua potable rural, cada mes tomamos la lectura del medidor y al que debe dos boletas se le corta
= servicios-basicos cooperativa organizacion-comunitaria; contract 13 c | legal_obligation 13 b; name financial; customers|~soci|~usuari|~vecin (customers citizens); no; legal_minimum 5_years until_purpose_fulfilled; no

Arrendamos scooters electricos por app en Viña, sabemos por gps donde anda cada usuario y le cobramos el viaje a la tarjeta
= none cuentas-usuario transporte-pasajeros; contract 13 c; name location financial (browsing minor_data); customers|~usuari|~pasajer|~arrendatari (customers); no; 5_years legal_minimum until_purpose_fulfilled until_unsubscribe 1_year 2_years; ?

Cesfam: sacamos del sistema la lista de mujeres con el PAP atrasado y las llamamos pa darles hora
= salud-publica ficha-clinica; public_interest 20 | public_interest 16 bis e | legal_obligation 16 bis e | legal_obligation 16 bis f; name phone health (minor_data); patients|citizens|~mujer|~usuari (patients citizens guardians); yes; legal_minimum until_purpose_fulfilled; ?

Juzgado de policía local, ingresamos los partes por exceso de velocidad con patente, nombre del infractor y la multa que pagó
= causas-judiciales; public_interest 54 | public_interest 20 | legal_obligation 20; name criminal (financial location employment); citizens|~infractor|~conductor|~denunciad (citizens complainants); no; legal_minimum; ?

Fundación en Temuco, damos becas a universitarios mapuche y nos mandan su acreditación indígena de la CONADI y las notas
= becas ong-beneficiarios none; consent 16; name ethnic_origin (financial minor_data); students|~postulant|~beneficiari|~becari|~becad (students emergency_contacts); yes; until_purpose_fulfilled 1_year 2_years 5_years legal_minimum; ?

Restorán en Providencia: al reservar preguntamos nombre, celu y si alguien es celíaco o alérgico al maní
= none atencion-clientes; consent 16 | consent 16 bis; name phone health (minor_data); customers|~comensal (customers); yes; until_purpose_fulfilled until_unsubscribe 1_year 2_years; ?

Parroquia en Chiloé, inscribimos a los niños pa la primera comunión con la fe de bautismo y el celular de la mamá
= iglesia; consent 16 quáter | consent 16 | legitimate_interest 16 b; name phone minor_data religious; children|~niñ guardians|~madre|~mamá|~padre|~apoderad (children adolescents guardians); yes; until_purpose_fulfilled until_unsubscribe legal_minimum 1_year 2_years; ?

Flota de camiones a Calama, la cámara de la cabina le pita al chofer si cabecea y el video le llega al jefe de ruta
= gps-flota videovigilancia monitoreo-equipos none; legitimate_interest 13 d | legal_obligation 13 b | legal_obligation 16 e | legal_obligation 16 bis e | consent 16 | consent 16 ter; employment (location biometric health); employees|~chofer|~conductor (employees contractors); ?; until_purpose_fulfilled 1_year 2_years legal_minimum; ?

Empresa de aseo industrial: abrimos un correo pa que las chiquillas denuncien acoso sexual y una abogada hace la investigación
= denuncias-internas; legal_obligation 16 e | legal_obligation 16 f | legal_obligation 13 b; name employment (health sexual_orientation criminal); complainants|employees (complainants employees contractors former_employees); yes; 5_years legal_minimum until_purpose_fulfilled; yes

Vendo zapatillas por internet y metí el píxel de Meta y Google pa ver quién mira y después perseguirlos con avisos
= analitica-web; consent 12; browsing (location); site_visitors|customers|prospects (site_visitors customers prospects); no; 1_year 2_years until_unsubscribe until_purpose_fulfilled; ?

Corporación cultural, hay una planilla en el Drive con gente
= unsure

soy el encargado del local y acá se guarda de todo un poco, ayúdame con el registro
= unsure
`)

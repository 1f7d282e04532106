import type { DataCategory } from '#kernel/data-categories.ts'
import { list } from './templates/template.ts'

/**
 * Clues in plain descriptions, folded (no case, no accents). A clue is one or more words in any gender and number. A word
 * that ends in * is a prefix; a word after = must match exactly. Articles and prepositions only count at the edge: «grupo
 * de» needs its «de» (`words.ts`). If gender changes the meaning, as in «vacuna» and «vacuno», write the word after =.
 */
export type Clues<K extends string> = Readonly<Record<K, readonly string[]>>

export const DATA_CLUES: Clues<DataCategory> = {
  name: list(
    'nombre, identidad, identific*, inscri*, registr* a, nomina, padron, ficha, agenda, formulario, firma, libreta, cuaderno, planilla de, listado de, lista de socios, anot*, torniquete, credencial',
  ),
  email: list(
    'correo, email, e mail, mail, mailing, newsletter, boletin, casilla, gmail, hotmail, formulario de contacto, formulario web, por correo',
  ),
  phone: list(
    'telefono, fono, celular, cuando llaman, =llaman, whatsapp, wsp, llamada, llama por telefono, llamamos, sms, =llamarlos, =llamarlas, =llame, numero de contacto, celu, =numeros, por telefono, whats, wasap, guasap, wazap, numero de la, numero de las, telefonic*, llamados, llamado, mensaje de texto, mensajes de texto, whatsaap, numero de celular, mensajes de voz, confirmar la hora',
  ),
  rut: list(
    'rut, run, cedula, pasaporte, carnet, licencia de conducir, carne de identidad, dni, documento de identidad, cedula de identidad, identificacion, cedulas, copia del carnet, fotocopia del carnet, foto del carnet, documento de identificacion',
  ),
  address: list(
    'direccion, domicilio, despacho, despach*, casa, donde vive*, mudanza, flete, =vive, =viven, a domicilio, casilla postal, comuna donde, direcciones, instalamos, instalar en, vamos a su, retir* + casa, entreg* + casa, =reparte, =repartimos a, envios, viviendas, vivienda, hogares, hogar, donde vivimos, calle y numero, casa por casa, puerta a puerta, terreno del cliente',
  ),
  financial: list(
    'venta de pasajes, vend* pasajes, vend* boletos, sueldo, pago, pagar, pagan, pagamos, bancari*, cartola, deuda, deudor*, adeud*, endeud*, moros*, credito, tarjeta de credito, factur*, boleta, cobr*, cuota, gastos comunes, diezmo, ofrenda, donacion, aporte, =ingresos, ahorro, pension, liquidacion, arancel, mensualidad, =plata, dicom, protesto, inversion, apuesta, remuneracion, fiado, fia, debe, deben, impuesto, contabilidad, dolares, multa, herencia, prestamo de plata, prestamo personal, prestamo de consumo, prestamos entre personas, pide prestamo, credito hipotecario, abono, reembolso, garantia en dinero, cuota mortuoria, precio que paga, precio que ofrecen, transferencia bancaria, cuenta bancaria, cuenta corriente, renta, =rentas, ganancia, patrimonio, contribuciones, =cheque, =cheques, antecedentes comerciales, informe comercial, comportamiento de pago, pagare, hipoteca, aval, puntaje crediticio, capacidad de pago, presupuesto familiar, avaluo, subsidio, avances, mesada, comision, propina, honorarios, peaje, tarifa, matricula y mensualidad, colegiatura, cotizacion previsional, bono, bonos, abonar, cobranza, quiebra, insolvenc*, embargo, siniestro, indemniza*, premio en dinero, donativo, =donan, credito social, =pagado, =paga, =pago, =pagos, =pagaron, =sueldos, =boletas, plan de pago, =fiar, comprobante de pago, pension de alimentos, alimentos adeudados, por transferencia, pido transferencia, transferencias, transferencia electronica, descuento por planilla, prestamos plata, presta plata, prestar plata, lo que debe*, =vale, =vales, canasta familiar, familias pobres, bajos ingresos, mensual + cobr*, =caja + vecinal, tarjeta bancaria, tarjetas de credito, tarjeta de debito, tarjeta + garantia, tarjeta + arriend*, tarjeta + arrendamos, tarjetahabiente, aport*, gastos, =compras + banco, webpay, transbank, deposit*, cuenta rut, cuenta vista, transfieren, transfiere, transferirme, saldo, =mora, patrimoni*, vale vista, tasa de interes, prestamista, prestatario, dividendo, utilidades, mensualidades, imposiciones, cuentas bancarias, numero de cuenta, plan de pagos, prepago, a plazo, recaud*, tarjeta en garantia, cargo a su tarjeta, cargo a la tarjeta, lo que gasta, monto, precio pactado, arriendo mensual, canon de arriendo, cuenta por cobrar, cuentas por cobrar, bajo monto',
  ),
  health: list(
    'reumatolog*, neumolog*, nefrolog*, endocrinolog*, gastroenterolog*, hematolog*, infectolog*, otorrin*, periodonc*, endodonc*, broncopulmonar, flebolog*, hepatolog*, fisiatr*, obstetra, sicolog*, siquiatr*, =salud, licencias + nuestra =gente, medico, medica, medicamento, medicina, medicacion, clinic*, enferm*, licencia medica, alergi*, discapac*, paciente, diagnostic*, genetic*, embaraz*, psicolog*, psicolaboral*, psicotecnic*, psicosensotecnic*, psicometric*, test de personalidad, psiquiatr*, dental, dentista, vacuna*, telemedicina, remedio, sangre, examen medico, examen de drogas, examen de la vista, examen de vih, examen preocupacional, adn, invalidez, lesion*, cancer, vih, hepatitis, nutricion*, hospital*, terapia, terapeut*, cirugia, radiografia, menstrua*, =fertil, =fertiles, fertilidad, infertil*, fertilizacion, drogas, alcotest, autis*, sindrome, peso + lesion*, peso y talla, masa corporal, diabet*, hipertens*, covid, oncolog*, salud mental, protesis, audifono, adiccion, rehabilitacion, discapacidad, trastorno, kinesi*, ficha medica, intolerancia alimentaria, condicion fisica, tratamiento estetico, botox, ludopat*, fumador*, sanguineo, celiac*, oftalmolog*, intoleran*, silla de ruedas, movilidad reducida, obesidad, asma, epilep*, anestesia, lactancia, anticonceptiv*, aborto, suicid*, depresion, ansiedad, pastillas, presion arterial, glicemia, podolog*, donar sangre, minusval*, masajes terapeuticos, fisioterapia, cuidados paliativos, capacidades diferentes, condicion medica, electrodependient*, autopsia, autocuidado, examenes medicos, sangrado, examen preventivo, examenes de salud, certificado medico, medicos, traumatolog*, pediatr*, ginecolog*, neurolog*, cardiolog*, geriatr*, sintoma, contagi*, epidemi*, postrad*, dependencia severa, cuidados especiales, necesidades educativas especiales, necesidades especiales, =tea, asperger, deficit atencional, hiperactiv*, sillas de ruedas, sord*, ciego, ciega, no vidente, adicto, alcoholi*, consumo de drogas, consumo problematico, bulimi*, anorexi*, estres, burnout, infarto, presion alta, colesterol, insulina, embrion, esterilidad, preembarazo, prenatal, postnatal, nacido vivo, causa de muerte, fibromialgia, parkinson, alzheimer, artritis, artrosis, esclerosis, lupus, leucemia, psoriasis, soriasis, endometriosis, hemofili*, sindrome de down, paralisis, demencia, bipolar*, esquizofren*, tuberculosis, =sida, gastritis, tiroid*, =renal, cardiac*, trasplant*, ostomiz*, mastectom*, migrana, vertigo, escoliosis, tabaquismo, fatiga, somnolencia, aptitud fisica, ergonom*, audiometri*, espirometri*, mutual, accidente laboral, accidentes del trabajo, accidente de trabajo, primeros auxilios, grupo de sangre, cicatriz, quemadura, implante, cirugia plastica, lifting, depilacion laser, alergia alimentaria, vegan, frutos secos, hipoalerg*, contraindicacion, cannabis medicinal, marihuana medicinal, terapia de pareja, flores de bach, reiki, boleta medica, boletas medicas, gastos medicos, bioquimic*, isapre, fonasa, suicidio, duelo, crisis de panico, ficha de salud, ficha clinica, signos vitales, pulso, frecuencia cardiaca, =pap, mamografia, its, sida, ets, virus, transfusion, dialisis, quimioterapia, trasplante, medula, discapacitad*, credencial de discapacidad, inclusion laboral, calorias, =imc, rutina de ejercicio por lesion, glucosa, tratamiento medico, historial medico, historia clinica, historia medica, informe medico, dopaje, doping, antidoping, antidop*, dopaje*, receta medica, recetas, receta + medico, receta + oftalmolog*, receta + remedio, receta + farmacia, receta + paciente, dolor de, lesiones a la columna, dolores, trabajo de parto, =partos, lentes opticos, receta de lentes, @worker + accident*, donante de sangre, licencias medicas, chequeo medico, chequeo, suero, sueros, curaciones, inyeccion, inyectable, inyect*, oxigeno, catre clinico, fractura, esguince, vendaje, antecedentes morbidos, morbid*, patologi*, dosis, farmaco, hospitalari*, invalid*, fonoaudiolog*, neurodiverg*, neurodivers*, odontolog*, ortodoncia, caries, ortoped*, ecografia, resonancia, biopsia, orina, saliva, genom*, hormon*, menopausia, cesarea, restriccion alimentaria, restricciones alimentarias, regimen alimenticio, alimentacion especial, dieta, estado de animo, =animo, =sueno, meditar, preexist*, accidentad*, herida, heridas, herido, altura fisica, altura geografica, apto medico, dependientes + cuid*, mayores dependientes, consumo de alcohol, alcohol y drogas, adiccion*, adicto*, autoinmune, cronico, cronicos, cronicas, interconsulta, quirurgic*, ambulancia, triage, cuestionario de salud, parq, oncologic*, gestante, lactancia materna, obstetric*, urolog*, dermatolog*, tricolog*, capilar, hemodialisis, paliativ*, convalecen*, psicomotr*, estimulacion temprana, vulneracion, trauma, violencia sexual, agresion sexual, peritaje psicologico, larga estadia, casa de reposo, eleam, hogar de ancianos',
  ),
  biometric: list(
    'huella, huella digital, huellero, biometri*, facial, iris, reconoc* la cara, escane* la cara, reconocimiento de voz, @pass + @body, con la cara, =selfie, dactilar, reconocimiento de caras, la voz para verificar, palma de la mano, patron de voz, voz + autentic*, huellas, rostro + @pass, rostros, voz + verific*, voz + reconoc*, rasgos faciales, retina, patron vascular, lectura facial, lee la cara, venas de la mano, enrolamiento facial, voz + identific*',
  ),
  ethnic_origin: list(
    'etni*, indigena, mapuche, aymara, diaguita, rapa nui, comunidad haitiana, haitianos + migra*, afrodescendiente, pueblo originario, racial, raza de la persona, conadi, pehuenche, lafkenche, huilliche, quechua, atacameno, kawesqar, selk nam, gitano, originari*, comunidad indigena, calidad indigena, afro, colla, color de piel, migrantes haitianos, chango, likan antai, lickanantai, yagan, kawashkar, rapanui, pascuense, afrochilen*, ascendencia, linaje, lonko, werken, machi, apellidos indigenas, apellido mapuche',
  ),
  political: list(
    'partido politico, militante, afiliacion politica, sindica*, gremi*, votar, votan, votaria*, voto, intencion de voto, simpatizante, tendencia politica, preferencia politica, colegiado, presidencial*, =elecciones, eleccion popular, =votos, votacion popular, afiliado al partido, ideologia politica, izquierda o derecha, opinion politica, cuota sindical, delegado sindical, dirigente sindical, colegiados, asociacion gremial, afiliados al sindicato, huelga, candidato a alcalde, concejal, militancia, presidenciales, preso politico, exiliad*, detenidos desaparecidos, adherente, candidatura, campana electoral, campana politica, posicion politica, colectividad politica, elecciones internas, padron de afiliados, comando de campana',
  ),
  religious: list(
    'religio*, iglesia, creencia, feligres*, parroquia, bautizo, bautismo, diezmo, congregacion, catolic*, evangelic*, sacramento, misa, culto, ideolog*, catequesis, templo, primera comunion, budis*, judio, =judia, =judias, judais*, musulman*, islam*, mormon*, testigo de jehova, sinagoga, mezquita, bautiz*, ofrenda, hermanos de la iglesia, masoner*, logia, fe que profesa, seminarista, comunidad espiritual, practicante + templo, cristiano, cristiana, fiesta religiosa, sacerdote, parroco, rabino, imam, kosher, halal, santuario, peregrin*, catequista, retiro espiritual, grupo de oracion, ateo, agnostic*, monasterio, adventist*, metodist*, pentecostal*, anglican*, hermandad, cofradia',
  ),
  sexual_orientation: list(
    'orientacion sexual, identidad de genero, diversidad sexual, vida sexual, hombres o mujeres, lgbt*, transgenero, nombre social, relaciones sexuales, trabajadoras sexuales, sexualidad, juguetes sexuales, sexshop, sex shop, gay, lesbiana, homosexual*, bisexual*, trans, pareja del mismo sexo, hombre busca, busca pareja hombre, intimidad sexual, disfuncion sexual, preferencias sexuales, swinger, genero con que se identifica, cambio de nombre y sexo, comercio sexual, transexual*, no binari*, travesti*, queer, pronombre, trabajo sexual, fetich*, erotic*, genero + atrae, personas trans, vida intima',
  ),
  criminal: list(
    'antecedentes penales, certificado de antecedentes, papel de antecedentes, pedimos antecedentes, piden antecedentes, revis* antecedentes, condena*, delito, inhabilidad, infraccion, imputado, reo, preso, carcel, privado de libertad, prontuario, detenid*, reincid*, delincuen*, infractor*, orden de alejamiento, medida cautelar, libertad vigilada, condenad*, penal, penales, causas penales, hoja de vida del conductor, antecedentes + contrat*, antecedentes judiciales, lista negra, libertad condicional, delitos, delictual, =armas, arma de fuego, porte de arma, encarcelad*, ex presidiario, reclus*, reinsercion, infracciones, denuncias penales, examen + antecedentes',
  ),
  minor_data: list(
    'nino, nina, menor de edad, menores de edad, adolescente, parvulo, escolar, colegio, sala cuna, jardin infantil, guagua, bebe, cabro, cabro chico, hijo, infantil, liceo, kinder, de basica, ensenanza media, pupilo, cadete, scout, cumpleanos infantil, lactante, recien nacido, preescolar, prebasica, prekinder, juvenil, jovenes de 14, jovenes de 15, jovenes de 16, menores de 18, menores de 14, menores de 16, nieto, quinceanera, ninez, tutela, cuidado personal, pension de alimentos, pediatr*, neonat*, hijos, ninito, chiquitos, peques, parvulos, alumnos de media, alumnos de basica, segundo basico, octavo basico, cuarto medio, apoderado, adopcion, adoptar nino, escolares, educandos, infancia, kids, =teen, =teens, tutor legal, =menores, quinto basico, sexto basico, septimo basico, primero medio, segundo medio, tercero medio, tercero y cuarto medio, secundarios + alumn*, alumnos secundarios, estudiantes secundarios, infanto*, ahijad*, trastornos del habla, mellizos, menor de 18, alumnos de liceo, alumnos de liceos, alumnos de colegio, alumnos de colegios, ninos y jovenes, furgon escolar, curso del nino',
  ),
  location: list(
    'localizador, gps, ubicacion, geolocaliz*, camara, cctv, rastre*, videovigilancia, paradero, tiempo real, donde anda, como maneja*, frenad*, tiene cerca, dron, drones, telemetria, georreferenc*, geocerca, geo localiz*, domo, bodycam, camaras corporales, grabaciones de video, coordenadas, posicion satelital, satelital, seguimiento en vivo, pulsera electronica, tobillera, por donde anda, seguimos a, sensor de movimiento, timbre con camara, beacon, wifi tracking, movimientos de las personas, foto del frontis, imagenes de video, patentes de los autos, fotomulta, filma*, recorridos, trayectos, =recorrido + gps, trayecto, sacamos fotos + seguimos, mapa, en el mapa, por satelite, =donde =estan, circuito cerrado, grab* imagenes, =seguimientos + fotos, seguimientos a personas, grabaciones de seguridad, velocidad + conductor*, posicion + vehiculo*, validaciones, donde carga, ruta que hace, rutas de los, hora y lugar',
  ),
  browsing: list(
    'navegador, cookie, navegacion, sitio web, pagina web, pixel, analytics, historial de busqueda, clics, paginas que visita, remarketing, retargeting, publicidad personalizada, publicidad en redes, pixel de facebook, meta ads, google ads, direccion ip, =ip, comportamiento en la web, comportamiento en el sitio, series que ve, que peliculas ve, canciones que escucha, musica que escucha, likes, =login, metadatos, trafico de datos, datos de trafico, trafico de los abonados, trafico de red, trafico de internet, trafico web, registros de conexion, sitios que visita, paginas visita, uso de la aplicacion, uso de la app, uso de internet, wifi gratis, wifi abierto, wifi libre, portal cautivo, conexiones a internet, conexiones de los usuarios, habitos de navegacion, busquedas, visitas a la pagina, =logs, visitas al sitio, etiquetas de seguimiento, tecnologias de seguimiento, secciones + visit*, historial web, uso de la plataforma, reproducciones, anuncios personalizados, publicidad segmentada, visitas a la web, mapas de calor, teclea*, pantallazo*, que paginas',
  ),
  employment: list(
    'laboral*, curriculum, desempeno, jornada, contrato de trabajo, cargo que ocupa, experiencia laboral, rrhh, asistencia + @worker, contrato + @worker, vacaciones + @worker, vacaciones, finiquito, antiguedad, horas extra, @worker + turno, liderazgo, donde trabaja, ocupacion, oficio, profesion, lugar de trabajo, empleador, liquidaciones de sueldo, liquidacion de sueldo, referencias laborales, competencias laborales, jefatura, marcan entrada, hora de entrada, hoja de vida + @worker, hoja de vida funcionaria, @worker + rendimiento, rendimiento de, productividad, comisiones de los vendedores, teletrabajo, titulo profesional, licencias de los choferes, accidentes del trabajo, capacitacion de trabajadores, sanciones a los trabajadores, amonestacion, @worker + evaluacion, curriculum*, =cv, descuento por planilla, planilla de sueldo, postul* trabajo, antecedentes laborales, sueldos, =turnos, turno + @worker, turno de noche, @crew + @labour, bolsa de empleo, empleo, puesto de trabajo, experiencia profesional, trayectoria laboral, imposiciones, previsional*, horas trabajadas, hora de llegada, faena, dotacion, escalafon, nombramiento + funcionari*, @worker + cargo, =contratados, postul* + cargo, postul* + puesto, entrevista* + candidat*, candidatos + video, personal a bordo, compan* de trabajo, compaeros de trabajo, lugar donde trabaja, agente + teclea*, agente + pantalla*',
  ),
}

/** People, by the vocabulary of the data map. */
export const SUBJECT_CLUES: Clues<string> = {
  employees: list(
    'trabajador*, empleado, funcionario, chofer, bodeguero, operario, temporero, asesora del hogar, maestro de la obra, personal de la empresa, @worker, equipo de ventas, personal de salud, personal de aseo, planta de profesores, =operador, operador de, tripulacion, nanas, honorarios municipales, recursos humanos, fuerza de ventas, clima laboral, equipo de trabajo, personal administrativo, personal docente, alumno en practica, @crew + @labour, contador + sueldos, nuestro =personal, quienes trabajan, gente que trabaja, personas que trabajan, plantel, =staff, cuadrilla, gerente, maquinista, =contratados, compan* de trabajo, agente + teclea*, =buzo, =buzos, escolta, vigilante, tripulante, educadora, docente, reponedor, garzon, cajera, cosechador*, nuestra gente, su gente + empresas, gente de la empresa, gente a cargo, imposiciones, personal a bordo, brigadista forestal',
  ),
  candidates: list(
    'postulante, candidato al cargo, curriculum, reclut*, agencia de empleo, postulantes, postulan a, postulan al, postul* trabajo, postul* pega, candidatos, antes de contrat*, busca* pega, busca* trabajo, seleccion de personal, antes de contratarl*, oferta* de trabajo, preocupacional*, bolsa de empleo, bolsa de trabajo, portal de empleo, entrevist* + cargo, entrevista* + vacante*, quienes se presentan, postul* + cargo, postul* + puesto, gerentes que postulan',
  ),
  customers: list(
    'cliente, comprador, consumidor, novios, comensal, contratante, abonado, gente que compra, @client, =usuario, =usuarios, =usuarias, usuario, dueno del auto, dueno del vehiculo, clientela, los que compran, quienes compran, novia, quien compra, tarjetahabiente, gente que llega, gente que viene, consultante, ahorrante, inversionista, apostador, lector, socios del videoclub, alumnas de yoga, turista, visitantes del parque, participantes del curso, dueno de casa, quien arrienda, los que reservan, quienes reservan, caballero, quien encarga, quien contrata, quienes contratan, titulares de la tarjeta, titulares de su tarjeta, dueno de la casa, quien vende, gente que pide, ciclista, deportista aficionado, =lectores, quien solicita, duena de casa',
  ),
  suppliers: list(
    '=proveedor, =proveedores, honorarios, agricultor + compr*, a quien le compramos, recolectores, compramos + carnet, compramos + chatarra, le compramos, compr* + productor*, compr* + pescador*, compr* + artesan*, compr* + recolector*, pag* + pescador*, pag* + productor*, pag* + recolector*',
  ),
  contractors: list(
    'contratista, subcontratista, prestador, freelance*, =honorarios, boletean, subcontratad*, contratistas, profesional independiente, prestadores de servicios, trabajador independiente, repartidores independientes, a honorarios',
  ),
  visitors: list(
    '=visitas, visitante, =visita + edificio, gente que entra, quien entra, quienes entran, publico que entra, =visitantes, proveedores que entran, quienes suben, quien ingresa, quienes ingresan, personas que ingresan, suben a reuniones',
  ),
  subscribers: list(
    'suscriptor, suscri*, boletin, newsletter, se inscrib* + @offer, inscrit* + @offer, lista de correo, lista de correos, seguidores',
  ),
  site_visitors: list(
    'cookie, navegacion, sitio web, pagina web, visitantes de la pagina, visitas a la web, entra a la pagina, visita el sitio, entran al sitio, navega en',
  ),
  patients: list(
    'paciente, enfermo, enfermos, quien se atiende, quienes se atienden, gente que se atiende, hospitalizad*, donante de sangre, cronico, convaleciente, parturienta, personas atendidas, persona atendida, postrado',
  ),
  students: list(
    'alumno, estudiante, aprendiz, instituto de ingles, instituto de idiomas, notas de los alumnos, alumna, alumnado, escolares, los universitarios, estudiantado, tesista, egresado, titulado, participantes de los cursos, cursillista, conductores en formacion, practicantes de colegio, exalumno, ex alumno, universitari*, alumno de, educando, matriculad*, estudiantil',
  ),
  guardians: list(
    'apoderado, papa del nino, mama, padres, padre, madre, apoderada, papas de los, las mamas, tutor, padres o tutores, sus padres, autorizacion de los padres, autorizacion de los papas, @child + papas, colegio + papas, papas vean, =mamas, mamas, apoderados, madres, el papa, la mama, permiso de sus padres, permiso de los padres',
  ),
  children: list(
    'nino, nina, parvulo, guagua, bebe, cabro, infantil, menor de edad, sala cuna, jardin infantil, hijos, =hijo, =hija, =menores, lactante, recien nacido, prekinder, preescolar, ninez, nieto, peques, ninito, ninos de, infancia, educandos',
  ),
  adolescents: list(
    'adolescente, juvenil, quinceanera, jovenes de 14, jovenes de 15, jovenes de 16, liceano, ensenanza media, =teen, =teens',
  ),
  credit_applicants: list(
    'deudor, moros*, presta plata, piden credito, pide credito, deudas, avalado, aval, solicitante de credito, solicitan credito, solicitan prestamo, piden prestamo, pide prestamo, clientes morosos, adeudan, =deben + cobr*',
  ),
  shareholders: list('accionista, socios de la sociedad, accionistas, socios capitalistas'),
  complainants: list('denuncia*, denunciante, testigo de, denunciado, acusado, el que denuncia'),
  citizens: list(
    'ciudadan*, vecino, contribuyente, votante, poblador, habitante, residentes de la comuna, poblacion, comunidad vecinal, gente de la comuna, habitantes, usuarios del servicio publico, regantes, contribuyentes, electores, =comuneros, pobladores, familias de la comuna, detenid*, imputad*, =vecinos, firmante, juntamos firmas, recolect* firmas, ciudadania, familias allegadas, pescadores artesanales + bono',
  ),
  emergency_contacts: list(
    'contacto de emergencia, a quien llamar, a quien avisar, cargas familiares, avisar familia, familia hay que avisar, familiar a cargo, contactos de emergencia, pariente, =cargas, familiar responsable, avisar a la familia, contacto familiar, familiar de contacto, datos de un familiar, avisa a sus familiares, avisar a sus familiares, contactos designados, contacto del familiar, personas de contacto, avisa a la familia, le mando a la familia',
  ),
  prospects: list(
    'prospecto, potencial cliente, interesado, potenciales compradores, posibles clientes, posible cliente, landing, leads, =lead, interesados, dejan sus datos, deja sus datos, dejan su correo, contactos comerciales, gente interesada, piden cotizacion, pide cotizacion, piden una cotizacion, cotizaciones de clientes, los que cotizan, quienes cotizan, pidieron una propuesta, pidieron presupuesto, piden presupuesto, piden propuesta, cotizante + seguro, clientes potenciales, interesados en',
  ),
}

/** People without a word in the data map, under the name used in the record. */
export const OTHER_SUBJECT_CLUES: Clues<string> = {
  Socios: list(
    'socio, asociado, cooperado, miembro, integrante, agremiado, membresia, =socias, =socia, federado, cofrade, asociados, integrantes, cooperada, abonados del club, bailarines + fiesta religiosa',
  ),
  'Feligreses y miembros': list(
    'feligres*, hermanos de la iglesia, creyente, practicantes del templo, fieles',
  ),
  Afiliados: list('afiliado'),
  'Residentes y copropietarios': list(
    'condominio, copropietario, residente, vecinos del edificio, departamentos, propietarios del edificio, comunidad edificio',
  ),
  Huéspedes: list('huesped*, alojad*, hosped*'),
  Pasajeros: list('pasajero, viajero'),
  'Conductores y repartidores': list(
    'repartidor, conductor, taxista, motoquero, rider, fletero, transportista, camionero, choferes externos',
  ),
  'Asegurados y beneficiarios': list('asegurado'),
  'Dueños de mascotas': list(
    'mascota, perro, gato, perrito, gatito, canin*, felin*, =perritos, cachorro, caballo, dueno de la mascota',
  ),
  Donantes: list(
    '=donantes, =donante, quienes donan, los que donan, padrino, apadrin*, aportante, benefactor, quienes aportan, los que aportan',
  ),
  Voluntarios: list('voluntario'),
  'Beneficiarios de programas sociales': list(
    'beneficiario, migrante, situacion de calle, refugiado, damnificado, victima de, victimas, personas mayores solas, usuarias del programa, mujeres atendidas, familias que ayudamos, familias vulnerables, ninos atendidos, personas con discapacidad, ex reclusos, personas que atendemos, gente que ayudamos, personas en calle, mujeres + violencia, sufrido violencia, familias que reciben, personas migrantes, familias en campamento, mujeres que han sufrido, quienes reciben ayuda, personas ayudadas, personas trans, persona trans, gente en situacion',
  ),
  Jugadores: list('jugador'),
  Participantes: list('participante, participar, sorteo, concurso'),
  'Personas encuestadas': list(
    ', encuest*, panelista, entrevistad*, quienes responden, los que responden, sondeo',
  ),
  'Arrendatarios y propietarios': list(
    'arrendatario, quieren arrendar, inquilino, arrendador, quienes arriendan, propietario, dueno de la propiedad, arrendatari*, codeudor, arriend* + departamento, arriend* + casa, arrendataria, interesados en arrendar, interesados + arrend*',
  ),
  'Personas mayores': list(
    'adulto mayor, adultos mayores, persona mayor, anciano, abuelito, tercera edad, abuelos, abuelitas, =abuelo, viejitos, personas mayores, ancian*, adulta mayor, abuelit*, residentes mayores, senescent*',
  ),
  'Familiares de la persona fallecida': list(
    'fallecido, difunto, =deudos, =deudo, fallecidos, difuntos, finado, sepelio',
  ),
  Pensionados: list('pensionado, jubilado'),
}

/** Services that store data abroad, by the country of the company. */
export const FOREIGN_SERVICES: Clues<string> = {
  US: list(
    'mailchimp, google, gmail, amazon, aws, microsoft, office 365, salesforce, hubspot, zoom, dropbox, stripe, paypal, meta, facebook, instagram, airbnb, uber, notion, slack, zendesk, openai, chatgpt, gringo, gringa, icloud, servidor en el extranjero',
  ),
  CA: list('shopify'),
  NL: list('booking'),
}

import { list } from './templates/template.ts'

/** Kind, acts and means of the organisation. Basis, term and screening depend on them. */
export const TRAIT_CLUES = {
  publicBody: list(
    'municipalidad, municipio, municipal, =muni, ministerio, superintendencia, subsecretaria, seremi, servicio publico, organismo publico, organo del estado, gobierno regional, gobierno de chile, gobernacion, juzgado, tribunal, corte de apelaciones, registro civil, carabineros, =pdi, policia de investigaciones, policia, hospital publico, hospital regional, hospital base, cesfam, cecosf, =sapu, =sar, consultorio municipal, corporacion municipal, servicio local de educacion, slep, contraloria, servel, chileatiende, biblioteca publica, gendarmeria, fiscalia, medico legal, sernameg, =injuv, =inapi, =dgac, =cmf, =subtel, consejo para la transparencia, =senapred, patrull* + comuna, camaras de la comuna, ministerio publico, portal de transparencia, transparencia activa, delegacion presidencial, daem, aduana, tesoreria, defensoria, sernac, instituto de prevision social, liceo publico, escuela publica, colegio publico, posta rural, posta de salud, registro social de hogares, =rsh, dideco, oirs, secretaria comunal, consejo para la, informacion publica, =direccion de =obras, departamento de patentes, direccion de desarrollo comunitario, departamento social, alcaldia, comision nacional, consejo nacional, agencia nacional, secretaria regional, secretaria ministerial, direccion regional, corporacion nacional, oficina comunal, instituto publico, agencia de calidad, casa de la mujer, empresa publica, empresa del estado, ferrocarriles del estado, asistencia judicial, oficina de la vivienda, oficina de informaciones, servicio de tesorerias, gobierno local, delegacion provincial, permiso de circulacion, direccion de transito, direccion de obras municipales, ley de transparencia, solicitudes ciudadanas, atencion ciudadana, televigilancia y seguridad publica, ayudas y programas sociales de un organismo, servicio de salud, servicio nacional, servicio de impuestos internos, impuestos internos, =sii + contribuyente, direccion del trabajo, inspeccion del trabajo, direccion general, direccion nacional, instituto nacional, instituto de salud publica, =junji, =junaeb, =senda, =senama, =senadis, =sence, =serviu, =minvu, =indap, =conaf, =sag, sernapesca, sernageomin, sernatur, =corfo, =sercotec, =fosis, =conadi, =ine, =isl, =compin, =fonasa, ejercito, armada, fuerza aerea, fuerzas armadas, intendencia, universidad estatal, metro de santiago, policlinico municipal, cementerio municipal, gimnasio municipal, concejo municipal, funcionarios publicos, empleo publico, concurso publico, camara de diputados, senado, congreso nacional, extranjeria, migraciones, servicio de migraciones, mejor ninez + servicio, unidad de analisis financiero, banco central, organismo del estado, empresa portuaria estatal, estatal, funciones de un organismo, de un organismo publico, de un servicio publico, del registro civil y de identidad, de la policia, del juzgado, de la autoridad sanitaria, servicio del estado, fiscalizacion tributaria, detenciones e investigacion de delitos, salud publica, ley del lobby',
  ),
  /** Public bodies with constitutional autonomy (arts. 54 and 55). */
  autonomous: list(
    'contraloria, servel, camara de diputados, senado, congreso nacional, banco central, ministerio publico, fiscalia, poder judicial, corte suprema, corte de apelaciones, tribunal constitucional, tribunal electoral, tricel',
  ),
  /** A donor knows the supported child. */
  sponsors: list('apadrin*, padrino, madrina, ahijad*'),
  healthProvider: list(
    'comunidad terapeutica, centro de rehabilitacion, centro de tratamiento, centro terapeutico, reumatolog*, neumolog*, nefrolog*, endocrinolog*, gastroenterolog*, hematolog*, infectolog*, otorrin*, anestesi*, periodonc*, ortodonc*, endodonc*, urolog*, broncopulmonar, flebolog*, hepatolog*, mastolog*, oncolog*, geriatr*, fisiatr*, cardiolog*, neurolog*, obstetr*, obstetra, clinica, hospital, medico, dentista, consulta, psicolog*, kinesi*, matrona, terapeuta, enfermera, centro medico, consultorio, nutricionista, fonoaudiolog*, optica, optometr*, paramedic*, ambulancia, residencia de adultos mayores, cesfam, =sapu, posta, ginecolog*, pediatr*, psiquiatr*, oftalmolog*, dermatolog*, policlinico, podolog*, quiropractic*, acupuntur*, laboratorio clinico, =tens, traumatolog*, centro de salud, hospitalizacion, =uci, cirujano, odontolog*, dental, servicio de salud, vacunatorio, vacunacion, dialisis, laboratorio + examenes',
  ),
  insurer: list('seguro, aseguradora, poliza, compania de seguros'),
  school: list('colegio, escuela, liceo, jardin infantil, universidad, sala de clases, preuniversitario'),
  sport: list('gimnasio, club, futbol, deport*, entrena*, academia, crossfit, natacion, maraton, corrida'),
  employer: list('@worker'),
  nonprofit: list(
    'iglesia, parroquia, =partido, sindicato, gremio, asociacion, fundacion, junta de vecinos, agrupacion, corporacion, colegio de abogados, colegio medico, comunidad religiosa, movimiento, centro de padres, cooperativa, ong, federacion, logia, club de leones, rotary, sin fines de lucro, bomberos, templo, congregacion, colectivo de, organizacion social, comunidad indigena, club de adulto mayor, hogar de cristo, cruz roja, voluntari*, comunidad terapeutica, club, grupo de, comunidad de, liga de',
  ),
  animals: list(
    'veterinari*, perro, gato, perrito, gatito, canin*, felin*, mascota, caballo, animal, animales, cachorro, peluqueria canina, ganado, =vacuno, =vacunos, gallina, hipic*',
  ),
  adults: list('para adultos, adultos, universitari*, mayores de 18, mayores de edad, ejecutivos'),
  socioeconomic: list(
    'registro social de hogares, =rsh, socioeconomic*, mas necesitados, necesitadas, familias vulnerables, vulnerabilidad, vulnerables, situacion de calle, ingreso familiar, ingresos familiares, escasos recursos, postul* + subsidio, comite de vivienda, bajos recursos, pobreza, ayudas sociales, ayuda social, subsidio habitacional, beca, asistente social, trabajadora social, campamento social, allegados, cesantes, cesantia + ayuda, canasta familiar, cajas de mercaderia, nivel socioeconomico, gse, ficha social, tramo de renta, olla comun, familias pobres, quintil, estrato',
  ),
  automated: list(
    'algoritm*, puntua*, decide sola, decide solo, decide sin, automaticamente, decision automatica, scoring, score, perfila*, perfilamiento, clasifica a, clasifican a, recomienda segun, segun su evaluacion, prioriza automat*, sistema decide, sistema que decide, precio segun el cliente, predice, predic*, maneja* bien, como maneja, @artificial + @judge, software + decid*, software + puntaj*, software + rechaz*, software + clasific*, software + descart*, sistema + aprueba, sistema + rechaza, =app + decide, =app + aprueba, =app + rechaza, sin que nadie revise, sin intervencion humana, aprobacion automatica, ranking de, rankea*, tarifa segun, precio segun, prima segun, segun como, filtra* solo, filtra automat*, =robot + @judge, perfil psicologico con, segun su comportamiento, asigna automat*, bloque* automat*, descarta* automat*, despid* automat*',
  ),
  images: list('dron, drones, filma*, graba, graban, grabamos, grabacion'),
  claims: list(
    'juicio, abogad*, demanda, litigio, mediacion, causa judicial, peritaje, asesoria legal, asesoria juridica, estudio juridico, defensa legal, arbitraje, tramitacion de causas, causas de familia, causas penales, causas judiciales, defensa penal',
  ),
  survey: list(
    'encuest*, =pregunta por, =preguntamos por, sondeo, censamos, cuestionario de opinion, focus group, estudio de opinion',
  ),
  petition: list('juntamos firmas, junt* firmas, recolect* firmas, iniciativa popular, peticion ciudadana'),
  raffle: list('sorteo, concurso, rifa, sorteamos, bingo'),
  broker: list(
    'vend* base de datos, vend* bases, vend* listas, listas de celulares, listas de correos, comercializ* bases, comercializadora de bases, vendemos datos, venta de bases, base de datos de personas + vend*, arriend* base de datos, vend* informacion de personas',
  ),
  rental: list(
    'rent a car, rentacar, @vehicle + arriend*, arriendo de vehiculo, arriendo de auto, arriendo de maquinaria, alquiler de vehiculo',
  ),
  debts: list('@debt, cobranza'),
  monitoring: list(
    'monitore*, vigila*, control* a los trabajadores, productividad, supervis* a los, revis* + computador, pantalla, control de jornada, seguimiento a los',
  ),
  /** The place is a workplace. */
  workplace: list(
    '@crew, =turnos, turno, jornada, =marcan, =marcar, asistencia, bodega, obra, planta, oficina, faena, reloj, fabrica, packing, taller, empresa, trabajo, predio, campo',
  ),
  /** It holds data of people. */
  holds: list('@hold'),
  app: list('=app, aplicacion, plataforma, sitio de, videojuego, foro, red social, juego, foro online'),
  trade: list(
    'por encargo, a pedido, por pedido, hago, hacemos, preparo, fabric*, cliente, clienta, vend*, venta, arriendo, arrend*, servicio, servicios, agenda, hora, reserva, reserv*, taller, tienda, local, negocio, empresa, estudio, contrat*, cobr*, inscrip*, inscrib*, curso, clases, a domicilio, pedido, presupuesto, cotiza*, repar*, instala*, socio, usuario, consultora, agencia, productora, salon, spa, bodega, entrega*, clientela, parque, cementerio, compania, emprendimiento, pyme, comercializ*, fabrica, distribuidora, mantencion, centro, sala, academia, asesor*, corredor*, cuidado de, productores, bar, cine, teatro, museo, remate, garage, disena*, imprime, transporte, arrienda, presta servicios, compramos, compr*, @shop, @deliver, @book, cancha, instructor*, profesor particular, masaj*, manicur*, estilista, maquillador*, barbero, gasfiter, electricista, cerrajer*, maestro, jardiner*, modista, sastre, costurer*, fotograf*, arquitecto, contador, contadora, traductor*, disenador*, detective, tarot*, astrolog*, coach, animador*, dj, organizador*, wedding, banquet*, discoteca, pub, restoran, restaurant, cafe, minimarket, supermercado, mall, botilleria, kiosko, kiosco, feria, vivero, constructora, minera, pesquera, salmonera, vina, agricol*, exportadora, importadora, startup, hospedaje, camping, piscina, estadio, autopista, tintoreria, lavado de autos, autolavado, rent a car, rentacar, @vehicle + arriend*, compraventa, automotora, concesionaria, cowork, cowork*, hotel, tatuaj*, comensal, huesped, consult*, dron, drones, parcela, pase, abono, zoologico, acuario, planetario, revision tecnica, planta, viaje, tour, peritaj*',
  ),
  aged: list(
    'adulto mayor, persona mayor, anciano, ancian*, abuelito, abuelit*, =abuelos, tercera edad, casa de reposo, eleam, larga estadia',
  ),
  /** A known craft: two more words are enough to recognise a service. */
  craft: list(
    'mecanic*, vulcaniza*, tapicer*, carpinter*, herrer*, soldador*, pintor, albanil, mueblista, zapater*, relojer*, joyer*, optica, florister*, pasteler*, panader*, amasander*, food truck, carrito, picada, delivery, catering, cotillon, libreria, imprenta, serigrafia, bordado*, confeccion*, lavander*, fumiga*, desratiza*, extintor*, calefaccion, aire acondicionado, paneles solares, piscinas, ascensor*, grua, maquinaria, ferreter*, barraca, aridos, lena, gas a domicilio, agua envasada, hielo, avicola, apicultor*, apiar*, lecher*, queser*, cervecer*, vinedo, packing, fruta, huerto, semillas, fertilizantes, acuicultor*, buzo*, lancha*, kayak, rafting, cabalgata*, trekking, guia turistic*, guias, hostal, cabana*, glamping, termas, spa de, bronceado, pestanas, cejas, depilacion, barber*, peluquer*, estetica, tatuador*, piercing, ceramica, baile, teatro, coro, banda, mariachi*, karaoke, escape room, paintball, bowling, pool, billar, cumpleanos, inflables, juegos infantiles, subasta*, anticuario, empeno, casa de empeno, coleccion*, numismatic*, filatel*, videojuego*, gamer, comic*, cibercafe, reparador*, servicio tecnico, celulares, computacion, informatica, desarrollador*, hosting, community manager, encuestadora, abogad*, abogacia, asesoria, consultoria, auditor*, tasador*, topograf*, geolog*, laboratorio de, certificadora, organizacion de eventos, productora de, fonda, ramada, club nocturno, bodegaje, minibodega*, self storage, mudanza*, flete*, courier, despachador*, taxi, colectivo, radiotaxi, minibus, escuela de, academia de, taller de, curso de, clases de, preparacion de, reforzamiento, masaj*, manicur*, estilista, maquillador*, barbero, gasfiter, electricista, cerrajer*, jardiner*, modista, sastre, costurer*, fotograf*, arquitecto, contador, traductor*, disenador*, detective, tarot*, astrolog*, coach, animador*, discoteca, restoran, restaurant, minimarket, botilleria, vivero, camping, tintoreria, autolavado, rent a car, automotora, cowork*, tatuaj*, zoologico, acuario, planetario, martillero, luthier, crematorio, corredor*, asesora, sommelier, chef, cocinero, interprete, perito, agrimensor*, calculista, dibujante, ilustrador*, escritor*, editorial, galeria, museo, orfebre, artesan*, vidrier*, tornero, radiador*, desabolladura, grabador*, tapicero, afilador*, deshollinador*, exterminador*, buceo, vuelos, parapente, paracaid*, equinoterapia, adiestra*, paseador*, criadero*, stud',
  ),
} as const satisfies Record<string, readonly string[]>
export type Trait = keyof typeof TRAIT_CLUES

/** A trade by its ending: «zapatería», «gasfitería». */
export const TRADE_ENDING = /[a-z]{3}eria$/
/** Words with this ending that are not trades. */
export const NO_TRADES = [
  'materia',
  'bateria',
  'bacteria',
  'arteria',
  'averia',
  'tuberia',
  'mercaderia',
  'loteria',
  'ingenieria',
  'mensajeria',
  'categoria',
]

/** «Debe firmar», «deben traerlo»: a duty, not a debt. */
export const MUST = /\b(?:debe|deben|debemos|debo)(?= [a-z]+[aei]r(?:se|l[aeo]s?|nos)?\b)/g

/** «Proveedor de software»: the writer is the supplier. */
export const WE_PROVIDE = /^(?:(?:somos|soy) )?(?:una? )?(?:empresa )?proveedor(?:a|es|as)? (?=de )/

/** Professions, goods and meetings in health without treatment. */
export const NO_CARE = list(
  'tecnologo medico, visitador medico, representante medico, congreso medico, jornada medica, sociedad medica, equipo medico, equipamiento medico, insumo medico, material medico, dispositivo medico, suministro medico, articulo medico, instrumental medico, desecho clinico, residuo clinico, residuo hospitalario, turismo medico, colegio medico, colegio de enfermeras, colegio de psicologos, colegio de matronas, colegio de dentistas, colegio de kinesiologos, colegio de nutricionistas, carrera de medicina, carrera de enfermeria, estudiantes de medicina, estudiantes de enfermeria, facultad de medicina, clinica juridica, clinica del calzado, clinica de autos, laboratorio fotografico, laboratorio de idiomas, laboratorio de suelos, consulta ciudadana, salud financiera, ropa clinica, uniformes clinicos',
)

/** Phrases that contain words of money but mean none: a legal share, a blood donation, a committee. */
export const NO_MONEY = list(
  'donacion de sangre, donacion de organos, donacion de medula, donacion de plasma, donacion de leche, donacion de tejidos, cuota del 1, cuota del 2, cuota de genero, cuota de discapacidad, cuota legal, comision que, comision investigadora, comision de etica, comision evaluadora, comision medica, comision nacional, tarjeta de acceso, tarjeta de visita, tarjeta de proximidad, tarjeta de presentacion, tarjeta de identificacion, gastos de energia, valor nutricional',
)

/** Phrases with words for people that are not data subjects. */
export const NO_PEOPLE = list(
  'sistema alojad*, plataforma alojad*, base alojad*, datos alojad*, software alojad*, aplicacion alojad*, app alojad*, sitio alojad*, pagina alojad*, alojad* en nube, alojad* en servidor*, alojad* en estados unidos, alojad* en amazon, alojad* en aws, declaracion personal, escuela de conductores, centro universitario, investigacion universitaria, investigacion universitario, hospital universitario, maestros que compran, junta de vecinos, operador logistico, operador turistico, operadora turistica, operador de telefonia, operador de telecomunicaciones, operador de internet, operador movil, agend* visitas, coordin* visitas, program* visitas, visitas a domicilio, visitas domiciliarias, visitas tecnicas, visitas guiadas, visitas a terreno, visitas en terreno, visitas comerciales, visitas medicas, visitas inspectivas, visitas de inspeccion, visitas de los, visitas a clientes, visitas de venta, reclut* familias, reclut* consumidor*, reclut* hogares, reclut* voluntari*, reclut* participante*, reclut* paciente*, reclut* donante*, asistente virtual, entrenador personal, informacion personal, dato personal, uso personal, defensa personal, cuidado personal, efecto personal, higiene personal, asesor personal, ficha personal, banca personal, libreta personal, test de personalidad, ejecutivos comerciales, ejecutivas comerciales, ejecutivos de venta, asesores comerciales, vendedores contactan, conductor de radio, hogar de cristo, padre hurtado, centro de padres, casa de la cultura',
)

/** Phrases about children without their data, such as goods for children or a professional college. */
export const NO_CHILDREN = list(
  'cabros contratados, cabros que trabajan, cabros que tengo, cabros del taller, se cuelen menores, entren menores, ingresen menores, compren menores, acceso de menores, ingreso de menores, entrada de menores, venta a menores, =mayor de =edad, =mayores de =edad, animales menores, especies menores, ganado menor, menor cuantia, danos menores, faltas menores, gastos menores, riesgo menor, hijo o la viuda, viuda o hijo, hijos o viuda, ropa de guagua, ropa de nino, ropa de bebe, ropa infantil, juguetes, juguete de nino, libros infantiles, muebles infantiles, panales, gastos menores, compras menores, obras menores, reparaciones menores, coches de guagua, zapatos de nino, zapatos escolares, uniformes escolares, utiles escolares, colegio de periodistas, colegio de arquitectos, colegio de abogados, colegio de ingenieros, colegio de contadores, colegio medico, colegio de matronas, colegio de enfermeras, colegio de dentistas, colegio de psicologos, colegio de profesores, colegio de kinesiologos, colegio de veterinarios, colegio de quimicos, colegio de constructores, colegio de nutricionistas, colegio profesional',
)

/** Health papers that a provider signed for another purpose. */
export const HEALTH_PAPERS = list(
  'certificado medico, examen medico, chequeo medico, ficha medica, licencia medica, gasto medico, boleta medica, condicion medica, historial medico, informe medico, receta medica, reembolso medico, alta medica, consulta ciudadana, consultas de clientes, consultas por, seguro medico, test psicologico, examen psicologico, evaluacion psicologica, informe psicologico, prueba psicologica, perfil psicologico, apto psicologico, psicologia laboral, psicolaboral*, psicotecnic*, psicometric*, consulta dicom, consultan, consulta deuda, consulta registro, consulta base, consulta de usuario, consulta vecinal, consulta indigena, consulta publica',
)

/** Psychological tests at work: health data of workers or applicants, not patient care. */
export const TESTS_AT_WORK = list(
  '@exam psicolog* + @crew, psicolog* + @exam + empresa, @exam psicolog* + @apply, @exam psicolog* + trabajo, psicolaboral*, psicotecnic* + @crew, psicotecnic* + @apply, psicosensotecnic*, psicometric* + @crew, psicometric* + @apply, test de personalidad + @crew, test de personalidad + @apply',
)

/** Pictures of people are published. */
export const SHOWS = list(
  'fotos + facebook, fotos + instagram, fotos + redes, fotos + tiktok, fotos + pagina, videos + redes, videos + instagram, videos + facebook',
)

/** People are asked for their opinion of a service. */
export const SURVEYS = list(
  'encuest* + conform*, encuest* + satisf*, encuest* + atencion, encuest* + opin*, encuest* + que tal, encuest* + despues, encuesta de satisfaccion, =nps',
)

/** Lessons outside schools, even if pupils and parents are named. */
export const LESSONS = list(
  'preuniversitario, =preu, academia, taller, reforzamiento, instituto de idiomas, instituto de ingles, clases particulares, otec, escuela de conductores, escuela de surf, escuela de musica',
)

/** Offers depend on the person: more than a newsletter. */
export const PROFILES = list('@offer segun, @offer a la medida, @offer a medida, @offer personaliz*')

/** Aid paid by a public body. The recipients neither sell to it nor work for it. */
export const BENEFITS = list('bono, subsidio, aporte familiar, canasta')

/** Words of a loan decided automatically or requested online. */
export const DECIDES = list(
  'app, aplicacion, online, en linea, fintech, en minutos, puntaje, scoring, score, algoritm*, automatic*, @artificial, decide sola, decide solo, factoring, adelanto de sueldo, microcredito, buy now pay later, aprueba creditos, al instante, por internet, decision automatizada',
)

/** Sports and arts that are usually taught to children. */
export const USUALLY_CHILDREN = list(
  'futbol, ballet, danza, gimnasia, natacion, scout, campamento, tenis, patinaje, karate, taekwondo, judo, robotica, ajedrez, musica, hockey, basquetbol, rugby, voleibol, atletismo, colonias urbanas, escuela de verano, escuela deportiva, academia de ninos',
)

/** Names of places among the clues to children's data. */
export const SCHOOLS = list('colegio, liceo, sala cuna, jardin infantil, kinder, scout')

/** «Los guardias anotan el RUT»: the writers are not the data subjects. */
export const DOERS = list(
  '@crew anot*, @crew escrib*, @crew pregunt*, @crew revis*, @crew atiend*, @crew visit*, @crew llam*',
)

/** Applications for grants and the like are not job applications. */
export const GRANTS = list(
  'postul* + subsidio, postul* + beca, postul* + beneficio, postul* + fondos, postul* + vivienda, postul* + matricula, postul* + admision, postul* + bono, postul* + ayuda, postul* + credito',
)

/** Phrases that mean nothing by themselves: names and figures of speech. */
export const EMPTY_PHRASES = list(
  'isapre o fonasa, fonasa o isapre, universidad catolica, colegio catolico, fundacion colaboradora, organismo colaborador, =colaboradora, socio colaborador, cara a cara, casa de cambio, mano de obra, corte de pelo, asistencia judicial, asistencia social, asistencia tecnica, asistencia en ruta, asistencia legal, buena salud, servicio de hosting, menor precio, padre hurtado, san juan, partido de futbol, partidos de futbol, datos personales, consultorio juridico, clinica juridica, consulta juridica, consulta legal, consulta tributaria, consultorio sentimental, equipo medico, insumo medico, dispositivo medico, instrumental medico, hospital de peluches, clinica de celulares, clinica de zapatillas, receta de cocina, recetas de cocina, cuadro clinico, tribunal de honor, tribunal de disciplina, colonia de vacaciones, casa de vacaciones, estudio de grabacion, camara de comercio, camara de frio, camara frigorifica, camara chilena, carabineros retirados, carabineros en retiro, ex carabineros, uniformados en retiro, fuerzas armadas en retiro',
)

/** «Por orden de la Armada», «con la municipalidad»: a public body that is mentioned and is not the writer. */
export const OTHER_BODY =
  /\b(?:al?|con|ante|por|segun|para|desde|hacia|orden de|convenio con|exige|exigen|pide|manda|fiscaliza|autoriza)(?: el| la| los| las| un| una)? (?:orden de (?:el |la )?)?(?:gendarmeria|hospital publico|cesfam|servel|intendencia|gobierno|senda|conaf|municipalidad|muni|municipio|carabineros|pdi|sii|armada|aduana|fonasa|conadi|compin|ministerio|seremi|superintendencia|direccion del trabajo|inspeccion del trabajo|registro civil|fiscalia|tesoreria|sernac|contraloria|juzgado|tribunal(?:es)?|policia|ejercito|servicio de salud|servicio nacional|servicio de impuestos internos|impuestos internos|junaeb|junji|sence|serviu|corfo|senama|sag|estado)\b|\b(?:y|o|afp|isapre|descuento) (?:de )?fonasa\b|\b(?:en|desde)(?: el| la)? (?:registro civil|sii|servel|registro social de hogares|mercado publico)\b|\b(?:franquicia|codigo|norma\w*|exigencias?|credencial|acreditacion|fondos?|concesion\w*|licitacion\w*|inscrit[oa]s?|inscripcion|resolucion\w*|instruccion\w*) (?:de |del |de la |en el |en la |con el |con la )?(?:sence|sii|carabineros|registro civil|seremi|superintendencia|cmf|conadi|senda|sag|corfo|sercotec|fosis|indap|conaf|sernatur|junaeb|junji|servel|minvu|serviu|municipalidad|ministerio|estado|gobierno regional)\b|\b(?:de|para) una? (?:empresa|entidad|institucion) (?:estatal|publica|del estado|fiscal)\b/g

/** «Solo guardamos nombre y correo»: other data are not held. */
export const ONLY_TOLD =
  /\b(?:solo|solamente|unicamente|nada mas que)\s(?:se\s)?(?:guard|ped|pid|anot|registr|us|ten|tom|manej|almacen|el nombre|nombre|su nombre|el correo|correo|el telefono|telefono|el rut|rut|la patente)/

/** «Va a colegios», «para hospitales»: its clients. «Informes para el colegio»: the report goes to another body. */
export const OTHER_BUSINESS =
  /\b(?:la|el|una|un) (?:isapre|mutual|afp|banco|aseguradora|colegio|hospital|clinica|universidad|notaria|caja de compensacion) (?:nos|me|les?) (?:pide|exige|solicita|obliga|cobra|paga|manda|deriva)\b|\b(?:informes?|certificados?|cartas?|reportes?) (?:para|a) (?:el|la|su|sus|los|las) (?:colegio|escuela|liceo|jardin|trabajo|empleador|isapre|seguro|aseguradora|universidad|mutual|banco)\b|\b(?:a|en|para|con|por)(?: los| las| varios| varias| otros| otras)? (?:colegios|escuelas|hospitales|clinicas|bancos|hoteles|condominios|edificios|supermercados|farmacias|universidades|jardines infantiles|gimnasios|iglesias|notarias|estacionamientos|sindicatos|partidos|isapres|aseguradoras)\b/g

/** «Alumnos de liceos», «derivaciones de colegios»: other businesses. A chain or network of them is the writer's own. */
export const OTHER_BUSINESSES =
  /(?<!\b(?:cadena|red|grupo|holding|administradora|administracion|corporacion|sociedad|jefe|ministerio|servicio|federacion|asociacion|sindicato) )\b(?:de|desde|e|y|entre|traen|mandan|envian|derivan|piden|exigen)(?: los| las| varios| varias| otros| otras)? (?:colegios|escuelas|liceos|hospitales|bancos|hoteles|supermercados|farmacias|universidades|gimnasios|iglesias|notarias|isapres|aseguradoras|sindicatos|municipalidades|juzgados|tribunales|jardines infantiles|casinos)\b/g

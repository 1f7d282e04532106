/**
 * Words around each activity, in addition to the clues of its template. None decides alone: the rarer a word is among the
 * activities, the more it counts (`assistant/catalogue.ts`).
 */
export const LEXICON: Readonly<Record<string, string>> = {
  remuneraciones:
    'sueldo salario renta liquidacion imposicion cotizacion previsional descuento anticipo quincena mensual jornal trato bono gratificacion aguinaldo viatico colacion movilizacion retencion carga familiar isapre fonasa afp mutual cesantia licencia subsidio finiquito indemnizacion vacacion proporcional contador pago deposito banco planilla nomina obrero temporero trabajador personal empleado funcionario sobretiempo hora extra semana corrida impuesto unico previred lre libro',
  'carpeta-trabajador':
    'contrato anexo vacacion permiso feriado evaluacion desempeno jefe jefatura cargo titulo certificado curriculum hoja vida amonestacion sancion carta despido renuncia reglamento uniforme capacitacion induccion emergencia contacto estudios antiguedad ascenso traslado dotacion personal planta colaborador empleado profesional organigrama equipo oficina clima encuesta intranet teletrabajo domicilio carpeta legajo archivo documentacion',
  reclutamiento:
    'postulante candidato vacante puesto cargo curriculum cv entrevista seleccion prueba referencia experiencia aviso oferta empleo pega trabajo disponible contratar portal terna headhunter talento perfil pretension renta consultora psicolaboral reemplazo practica practicante postular incorporar dotacion busqueda filtro transitorio suplencia',
  'control-asistencia':
    'asistencia marcar marcacion reloj tarjeta jornada horario turno entrada salida llegada atraso ausencia hora extra firma libro planilla trabajador colacion descanso presencial terreno app ingreso relevo rotativo nocturno feriado inspeccion puntualidad ausentismo',
  'control-biometrico':
    'huella rostro cara facial iris palma dactilar biometria biometrico lector torniquete enrolar escanear reconocer verificar identidad acceso marcar reloj tablet selfie voz plantilla',
  'salud-ocupacional':
    'accidente lesion mutual prevencion riesgo examen ocupacional preocupacional altura apto aptitud medico faena mina obra andamio casco ruido silice polvo exposicion alcohol droga test fatiga sueno somnolencia licencia trayecto enfermedad profesional paritario prevencionista diat diep audiometria espirometria ergonomia trabajador operario chofer minero buzo incidente epp',
  'denuncias-internas':
    'denuncia denunciar acoso acosar hostigamiento maltrato maltratar abuso violencia discriminacion karin investigacion investigar denunciante denunciado testigo victima canal buzon confidencial anonimo etica integridad comite comision fiscal sumario sancion jefe colega companero trabajo falta irregularidad fraude soborno',
  'inhabilidades-menores':
    'inhabilidad inhabilitado condenado condena delito sexual menor nino pedofilo registro civil certificado antecedente profesor docente monitor entrenador auxiliar catequista voluntario contratar verificar consultar figurar colegio jardin club',
  'gps-flota':
    'gps satelital satelite localizador rastreador telemetria flota camion camioneta bus furgon auto vehiculo moto maquinaria chofer conductor ruta recorrido velocidad frenada exceso parada posicion ubicacion mapa seguimiento terreno vendedor tecnico combustible kilometro desvio geocerca',
  'monitoreo-equipos':
    'computador notebook pantalla teclado teclear mouse captura pantallazo correo corporativo chat navegacion internet red sistema licencia celular telefono dispositivo productividad monitorear vigilar supervisar registrar actividad teletrabajo remoto agente ejecutivo empleado trabajador archivo fuga usb vpn auditoria ti informatica',
  'beneficios-trabajadores':
    'beneficio bienestar regalo juguete navidad aguinaldo fiesta aniversario convenio seguro complementario reembolso carga hijo esposa familia bono escolar escolaridad natalidad matrimonio fallecimiento prestamo casino colacion gimnasio paseo trabajar trabajador funcionario empleado planta sindicato cuota canasta ayuda',
  videovigilancia:
    'camara video grabar grabacion imagen cctv circuito cerrado domo vitrina caja pasillo bodega patio entrada acceso calle vereda local tienda negocio minimarket mall edificio estacionamiento robo hurto mechero asalto seguridad vigilancia guardia monitor vigilar apuntar filmar disco dvr noche',
  'registro-visitas':
    'visita visitante porteria conserje conserjeria recepcion recepcionista meson garita caseta guardia barrera libro bitacora anotar apuntar cedula carnet rut patente entrar ingresar ingreso salida acceso edificio torre piso oficina condominio planta faena proveedor contratista credencial pase autorizacion citofono totem reunion camion',
  'administracion-condominio':
    'condominio edificio departamento copropietario copropiedad residente arrendatario comunidad habitacional gasto comun cobro aviso asamblea comite administrador administradora conserje multa moroso reglamento encomienda piscina quincho estacionamiento bodega mudanza junta acta votacion ascensor',
  'estacionamiento-patentes':
    'estacionamiento parking patente placa matricula barrera ticket portico tag televia autopista peaje lector auto vehiculo minuto tarifa abonado valet parquimetro',
  'empresa-seguridad':
    'guardia vigilante escolta seguridad privada os10 os-10 curso acreditacion credencial carabineros instalacion ronda turno portero valores custodia novedad punto fijo armamento',
  facturacion:
    'factura facturar boleta documento tributario iva impuesto sii contabilidad contable balance libro venta compra cobro cuenta nota credito guia emitir electronica contador declaracion razon social giro pago vencimiento cliente natural',
  'venta-en-linea':
    'tienda online internet web sitio pagina carrito pedido compra comprar vender venta producto catalogo despacho despachar envio enviar entrega reparto domicilio transferencia webpay instagram whatsapp mensaje directo emprendimiento starken chilexpress correos bluexpress courier retiro cambio devolucion stock marketplace shopify dropshipping encargo mayorista',
  newsletter:
    'correo mail boletin newsletter inscribir inscrito suscribir suscriptor difusion novedad noticia oferta promocion descuento lanzamiento cartelera programacion campana marketing publicidad mensaje whatsapp sms masivo lista base mailchimp avisar semanal mensual temporada invitacion',
  fidelizacion:
    'punto puntos canje canjear acumular beneficio descuento club socio tarjeta cliente frecuente compra comprar historial habito preferencia gusto talla perfil segmento segmentar recomendar sugerir personalizado milla litro premio recompensa cashback lealtad fidelidad consumo boleta rut',
  'analitica-web':
    'cookie pixel navegador identificador sitio pagina web visita visitante navegacion trafico clic analytics google facebook meta etiqueta tag seguimiento medir medicion audiencia lectoria aviso anuncio publicidad remarketing conversion estadistica ip banner',
  'atencion-clientes':
    'reclamo consulta queja sugerencia garantia falla defecto cambio devolucion posventa postventa servicio tecnico visita soporte ayuda ticket chat chatbot whatsapp llamada formulario contacto respuesta atencion cliente sernac fabricante producto reparacion solucion',
  'grabacion-llamadas':
    'llamada llamado telefonico grabar grabacion audio voz conversacion ejecutivo agente call center calidad acepta aceptar contratar venta respaldo prueba transcribir escuchar monitoreo',
  proveedores:
    'proveedor comprar compramos pagar contado productor agricultor crianceros huertero pescador artesano recolector lechero apicultor feriante parcelero honorario boleta prestador servicio orden compra licitacion factura cuenta bancaria materia prima acopio chatarra reciclador freelance traductor asesor',
  prospectos:
    'prospecto interesado interesada potencial cotizar cotizacion presupuesto propuesta vendedor vendedora ejecutiva ejecutivo sala venta piloto feria stand visita llamar seguimiento lead crm embudo formulario simulacion oferta contacto comercial agenda negocio test drive comprar',
  'estudio-mercado':
    'encuesta encuestar encuestado cuestionario opinion opinar satisfaccion nps estudio mercado consumidor consumo marca producto probar prueba degustar degustacion panel focus group grupo focal entrevista hogar familia preferencia evaluar experiencia parecer recomendacion investigacion muestra',
  'cuentas-usuario':
    'cuenta usuario perfil contrasena clave login registrarse plataforma aplicacion app sitio red social comunidad foro juego videojuego streaming suscripcion publicar comentar seguir seguidor vitrina coleccionista amigo contenido descargar nube perfilar software usuarios avatar marketplace calificacion resena',
  'evaluacion-crediticia':
    'credito prestamo prestar plata dinero cuota plazo interes deuda deudor moroso mora fiado fiar debe deber cobrar cobranza dicom informe comercial protesto aval pagare renta liquidacion evaluar solvencia riesgo financiera casa comercial empeno prenda libreta cartera castigada repactar tarjeta abono',
  'credito-automatizado':
    'credito prestamo fintech app web online minuto segundo instantaneo algoritmo modelo puntaje score nota tasa aprobar rechazar decidir automatico sistema riesgo inteligencia artificial cartola cuenta banco prestamista inversionista solicitante digital avance sueldo bnpl',
  'boletin-comercial':
    'informe comercial protesto morosidad deuda deudor base consulta consultar rut empresa suscriptor banco casa comercial publicar vender historial crediticio bureau score distribuir dicom equifax',
  'banco-cuentas':
    'banco cuenta corriente vista ahorro tarjeta debito credito transferencia cartola deposito inversion invertir fondo mutuo patrimonio bolsa accion corredora cripto bitcoin billetera prepago remesa asesor financiero estado portafolio custodia sucursal cajero',
  'conocimiento-cliente':
    'lavado activos dinero uaf pep expuesto politicamente origen fondo efectivo beneficiario final debida diligencia kyc compliance cumplimiento sospechoso reportar declaracion divisa dolar cambio oro lujo notaria corredor identificar terrorismo sancion lista',
  'seguros-vida-salud':
    'seguro vida salud asegurado poliza prima enfermedad preexistente declaracion fumar fumador infarto cancer oncologico catastrofico invalidez fallecimiento sepelio beneficiario reembolso medico dental accidente personal desgravamen hospitalizacion cobertura siniestro',
  'seguros-generales':
    'seguro auto vehiculo hogar casa incendio sismo robo choque siniestro poliza prima deducible corredor corredora liquidador asegurado soap viaje mascota celular bicicleta garantia cobertura denuncio taller',
  afp: 'pension jubilacion jubilar jubilado vejez invalidez sobrevivencia viudez afiliado cotizante fondo cuenta individual apv ahorro previsional retiro multifondo beneficiario renta vitalicia cesantia pensionado montepio',
  'apuestas-en-linea':
    'apuesta apostar apostador casino ruleta tragamonedas bingo poker loteria kino juego azar jugador premio pozo deposito retiro cuenta autoexclusion ludopatia hipodromo caballo carrera pronostico',
  'ficha-clinica':
    'paciente ficha clinica historia diagnostico tratamiento medico medica doctor doctora enfermera enfermeria consulta hora agenda atencion control receta examen sintoma dolor cirugia operacion rehabilitacion terapia sesion psicologo psicologa psiquiatra kinesiologo dentista odontologo nutricionista matrona fonoaudiologo reumatologo cardiologo dermatologo neurologo pediatra ginecologo urologo traumatologo oftalmologo otorrino gastroenterologo endocrinologo nefrologo hematologo oncologo geriatra anestesista protesis ortesis audifono lente optica vacuna vacunatorio dosis curacion suero inyeccion hospital policlinico centro box urgencia ambulancia domicilio telemedicina dialisis parto embarazo implante ortodoncia molde plantilla masaje acupuntura tratante secretaria',
  'examenes-laboratorio':
    'laboratorio muestra sangre orina deposicion saliva hisopo pcr examen resultado analisis toma tecnologo rayos radiografia ecografia scanner resonancia mamografia biopsia patologia paternidad adn hormona colesterol glicemia informe imagen',
  'banco-sangre':
    'sangre donante donar donacion plasma plaqueta medula organo tejido cornea leche transfusion grupo hepatitis vih colecta compatibilidad trasplante cordon',
  'farmacia-recetas':
    'farmacia botica receta remedio medicamento farmaco dispensar retenida psicotropico antibiotico quimico farmaceutico controlado cannabis recetario dosis vademecum',
  'residencia-personas-mayores':
    'anciano adulto mayor abuelo abuelita residencia residente hogar reposo eleam cuidador cuidadora cuidar postrado demencia alzheimer dependencia enfermera medicamento familia familiar visita estadia geriatrico senior diurno panal movilidad',
  'app-bienestar':
    'aplicacion app reloj pulsera wearable salud bienestar sueno dormir animo emocion ansiedad estres meditar meditacion respiracion ejercicio paso caloria peso dieta agua ciclo menstrual embarazo fertilidad glicemia presion pulso ritmo cardiaco sintoma habito usuario caida fumar diabetes',
  'investigacion-biomedica':
    'investigacion investigador estudio ensayo clinico farmaco vacuna voluntario participante paciente muestra adn genoma genetico biobanco saliva sangre tejido tumor cancer cohorte comite etica consentimiento informado cientifico universidad hospital protocolo secuenciar microbioma',
  veterinaria:
    'veterinario veterinaria mascota perro gato animal caballo cachorro felino canino ave exotico dueno tutor vacuna desparasitar antiparasitario esterilizar chip peluqueria guarderia hotel paseo adiestrar adopcion adoptar adoptante rescate refugio canil collar alimento',
  isapre:
    'isapre fonasa plan salud cotizante afiliado carga beneficiario bono reembolso licencia medica compin ges cobertura excedente prestador prestacion contralor desafiliacion adecuacion',
  'matricula-escolar':
    'colegio escuela liceo alumno alumna estudiante apoderado matricula nota calificacion asistencia curso profesor jefe clase libro conducta convivencia anotacion inspector utp pie integracion diferencial junaeb basica media multigrado rural subvencionado sostenedor admision repitencia psr orientador recreo',
  'jardin-infantil':
    'jardin sala cuna parvulo lactante guagua nino tia educadora parvularia nivel muda siesta comida mamadera retiro apoderado junji integra guarderia cuidar cuidado infantil kinder prekinder apego',
  'transporte-escolar':
    'furgon escolar transporte nino alumno colegio recorrido casa domicilio papa mama apoderado tio chofer acompanante paradero bus van traslado curso horario',
  universidad:
    'universidad universitario instituto profesional cft carrera facultad estudiante alumno pregrado postgrado magister doctorado arancel matricula pagare titulo titulacion egresado exalumno academico docente malla ramo nota admision paes intercambio practica tesis biblioteca campus mentoria superior',
  becas:
    'beca becario becado ayuda estudio arancel estudiante alumno socioeconomico ingreso familiar familia quintil registro social vulnerable postular postulacion renovacion merito financiar mantencion alimentacion gratuidad premiar',
  'club-deportivo-ninos':
    'nino nina ninos joven jovenes adolescente menor hijo cadete scout campamento escuela academia club taller futbol natacion tenis basquetbol voleibol rugby hockey gimnasia ballet danza karate judo patinaje vela remo surf esqui ajedrez robotica musica coro orquesta teatro pintura verano autorizacion papa mama padre apoderado entrenador monitor torneo cumpleanos inscripcion edad infantil juvenil',
  'cursos-capacitacion':
    'curso clase taller capacitacion capacitar diploma certificado alumno participante adulto relator profesor profesora ensenar academia escuela instituto idioma ingles cocina costura maquillaje manejo conductor yoga guitarra fotografia online zoom virtual sence otec bootcamp seminario preuniversitario modulo nivel mentoria',
  hotel:
    'hotel hostal hosteria cabana lodge camping glamping domo residencial motel alojamiento alojar huesped pasajero turista extranjero habitacion reserva noche check pasaporte estadia desayuno booking airbnb temporada amoblado refugio resort termas',
  'reparto-aplicacion':
    'repartidor rider motoquero moto bicicleta app aplicacion plataforma pedido delivery asignar algoritmo mapa comida conductor tarifa puntaje bloqueo socio zona propina',
  'correo-encomiendas':
    'encomienda paquete sobre carta correspondencia bulto courier correo mensajeria mensajero remitente destinatario entrega entregar recibir retiro firma reparto ultima milla casilla sucursal carga rastreo seguimiento',
  'transporte-pasajeros':
    'pasajero pasaje boleto viaje viajero bus micro taxi colectivo radiotaxi transfer aeropuerto avion vuelo aerolinea piloto tren ferry lancha barcaza crucero conductor chofer asiento reserva terminal recorrido traslado scooter bicicleta minibus nomina subir embarque equipaje',
  'app-citas':
    'cita pareja soltero amor match conocer gente perfil foto genero sexo orientacion atraer gustar edad cerca distancia mensaje encuentro romance matrimonio',
  'tarjeta-transporte':
    'tarjeta bip metro micro bus tren transporte publico validar validacion validador recarga saldo pase escolar estudiantil tne viaje tarifa adulto mayor',
  notaria:
    'notaria notario notarial escritura firma poder protocolo protocolizar conservador minas comercio bienes raices hipoteca inscripcion repertorio legalizar autorizar compraventa testamento finiquito compareciente declaracion jurada copia vigencia dominio archivero',
  'corretaje-propiedades':
    'propiedad casa departamento arriendo arrendar arrendatario arrendador propietario dueno corredor corredora corretaje inmobiliaria inmobiliario venta vender compra parcela terreno loteo oficina local bodega garantia aval codeudor liquidacion contrato promesa tasacion visita publicacion canon pieza amoblado',
  'servicios-basicos':
    'agua luz electricidad electrico gas alcantarillado medidor lectura consumo arranque boleta cuenta suministro corte cortar reposicion sanitaria apr rural tarifa deuda convenio vecino reparto caneria basura aseo energia',
  telecomunicaciones:
    'internet telefonia telefono celular movil fibra antena satelital cable television plan chip linea abonado trafico llamada portabilidad equipo decodificador wifi router instalacion isp banda ancha operador',
  gimnasio:
    'gimnasio gym crossfit pilates yoga spinning zumba boxeo entrenar entrenamiento entrenador rutina musculacion pesa maquina socio plan mensualidad clase torniquete lesion evaluacion fisica nutricional piscina box funcional',
  'medio-comunicacion':
    'diario periodico revista radio television canal podcast noticia prensa periodista lector auditor oyente suscriptor suscripcion comentario carta director editorial medio digital muro pago aire mensaje',
  'agencia-viajes':
    'viaje viajar viajero turismo turista tour excursion paquete vuelo hotel pasaje pasaporte visa crucero gira estudio guia trekking rafting kayak cabalgata expedicion aventura agencia operador reserva destino extranjero vina degustacion',
  iglesia:
    'iglesia parroquia capilla templo congregacion feligres hermano hermana pastor cura sacerdote bautizo bautismo confirmacion comunion matrimonio diezmo ofrenda misa culto catequesis biblia oracion fe religion religioso evangelico catolico budista judio musulman sinagoga mezquita retiro espiritual miembro cofradia hermandad manda virgen santo baile',
  'partido-politico':
    'partido politico politica militante afiliado adherente simpatizante campana candidato candidata candidatura eleccion votante voto firma patrocinio comando brigada servel padron directiva puerta movimiento ideologia',
  sindicato:
    'sindicato sindical socio socia afiliado trabajador trabajadora cuota asamblea directiva dirigente huelga negociacion colectiva contrato interempresa federacion confederacion votacion empleador fuero gremial anef',
  'colegio-profesional':
    'colegio profesional colegiado gremio gremial asociacion orden cuota etica socio abogado medico ingeniero arquitecto profesor enfermera periodista camara comercio empresario agricultor transportista directorio afiliado',
  'club-socios':
    'club socio socia cuota membresia deportivo social golf tenis polo rodeo yate montana andino hipico estadio cancha carga invitado directorio bombero compania federacion deportista hincha barra ex alumno circulo jubilado expedicion',
  'organizacion-comunitaria':
    'junta vecino vecinal comite comunitaria unidad sede asamblea directiva socio libro acta inscrito poblacion villa allegado vivienda centro madre padre adulto mayor agrupacion cultural folclorica huerto taller mapuche comunidad personalidad juridica subvencion',
  donaciones:
    'donacion donante donar aporte aportar aportante socio colaborador colecta alcancia campana recaudar certificado fundacion ong corporacion voluntario voluntaria voluntariado padrino apadrinar mensual tarjeta benefactor solidaria rifa ropa',
  'ong-beneficiarios':
    'fundacion ong corporacion ayuda ayudar acompanar apoyo apoyar programa social familia mujer migrante refugiado haitiano venezolano calle pobreza vulnerable campamento violencia victima acogida albergue hospederia comedor desayuno almuerzo olla comun ropa alimento mercaderia canasta discapacidad enfermo preso recluso reinsercion joven dormir beneficiario intervencion caso orientar visa',
  eventos:
    'evento entrada ticket ticketera boleteria asistente acreditacion acreditar invitado seminario congreso charla feria expo festival concierto recital teatro funcion obra corrida maraton carrera torneo campeonato inscripcion inscribir publico autor expositor escenario matrimonio fiesta discoteque graduacion competencia',
  'caja-compensacion':
    'caja compensacion afiliado trabajador pensionado asignacion familiar carga credito social subsidio licencia bono beneficio prestacion recreacion',
  'registro-accionistas':
    'accionista accion sociedad anonima spa junta directorio dividendo capital utilidad socio registro libro traspaso acta votacion aumento titulo',
  'inclusion-laboral':
    'discapacidad inclusion credencial contratado trabajador cuota uno ciento ajuste empleador senadis compin invalidez gestor',
  cooperativa:
    'cooperativa cooperado socio socia cuota participacion excedente remanente asamblea campesina agricola ahorro vivienda trabajo pescador vitivinicola cosecha semilla lecheria entrega',
  'comunidad-aguas':
    'agua canal riego regante canalista comunero comunidad accion derecho turno celador cuota rio embalse pozo bocatoma parcela junta vigilancia aprovechamiento',
  'monitoreo-alarmas':
    'alarma sensor central monitoreo hogar casa local robo intrusion panico boton senal aviso carabineros clave contacto instalacion cerco panel emergencia',
  'fotos-difusion':
    'foto fotografia imagen video retrato publicar subir difundir red social instagram facebook tiktok linkedin pagina revista memoria anuario testimonio campana evento premiacion graduacion autorizacion transmision vivo youtube cara modelo',
  'wifi-clientes':
    'wifi internet conexion conectar inalambrico clave red gratis gratuito portal cautivo router navegar cafe plaza sala espera',
  'concursos-sorteos':
    'concurso sorteo rifa premio ganador ganar participar participante bases cupon boleta raspe trivia bingo tombola promocion auditor seguidor etiquetar sortear',
  'municipio-ayudas-sociales':
    'municipalidad municipio muni dideco social asistente ayuda subsidio bono beca canasta panal vecino familia vulnerable hogares registro informe visita emergencia damnificado vivienda allegado adulto mayor discapacidad mujer migrante programa postulacion beneficio',
  'municipio-permisos':
    'municipalidad municipio permiso licencia conducir patente comercial circulacion edificacion obra feriante ambulante transito tramite contribuyente inspector parte multa aseo cementerio sepultura deporte comuna vecino concesion autorizacion inscripcion',
  'solicitudes-ciudadanas':
    'ciudadano ciudadana ciudadania solicitud reclamo denuncia consulta sugerencia transparencia informacion publica oirs oficina parte organismo publico ministerio superintendencia servicio consejo secretaria seremi tramite respuesta participacion observacion proyecto taller cabildo vecino fiscalizar usuario',
  'televigilancia-municipal':
    'camara televigilancia dron portico plaza calle via publica comuna municipalidad seguridad inspector patrulla patrullaje central vecino delito',
  'estudios-estadisticas':
    'estudio investigacion investigador estadistica censo encuesta hogar entrevista universidad tesis memoria historia archivo historico observatorio muestra academico fondecyt social poblacion testimonio oral',
  'registro-civil':
    'registro civil nacimiento defuncion matrimonio cedula pasaporte identidad inscripcion partida certificado huella oficial apellido union',
  'fiscalizacion-tributaria':
    'impuesto contribuyente renta declaracion tributario sii tesoreria aduana evasion giro fiscalizar deuda contribucion iva importacion cobro',
  'persecucion-penal':
    'delito detenido detencion denuncia policia carabineros pdi brigada comisaria victima imputado interno reo carcel gendarmeria condena arma orden allanamiento peritaje huella forense desaparecido homicidio',
  'ministerio-publico':
    'fiscalia fiscal investigacion penal carpeta delito victima testigo imputado declaracion acusacion proteccion formalizar',
  'causas-judiciales':
    'juzgado tribunal corte causa juicio juez sentencia demanda demandado demandante resolucion audiencia multa infraccion parte expediente notificacion apelacion alimento cuidado',
  'salud-publica':
    'salud publica seremi minsal vacuna vacunacion inmunizacion epidemia brote contagio caso contacto vigilancia poblacion enfermedad notificacion tuberculosis hepatitis vih dengue alerta sanitaria operativo posta cesfam comuna',
  'proteccion-ninez':
    'nino nina adolescente ninez infancia proteccion residencia hogar familia acogida adopcion tribunal vulneracion derecho maltrato abuso abandono sename mejor colaborador derivacion intervencion reparacion',
  'audiencias-lobby':
    'lobby audiencia autoridad gestor interes reunion viaje donativo agenda publica ley registro alcalde ministro',
}

/** Crafts and small services without a template: the client, the order and the price. */
export const CRAFTS =
  'taller reparar reparacion arreglar arreglo medida encargo instalar instalacion mantencion limpieza lavado aseo jardin poda pintura mueble ropa zapato bicicleta auto moto motor aceite repuesto herramienta maquina peluqueria barberia salon una pestana maquillaje tatuaje masaje torta pan cafe comida restaurante banquete vino cerveza flor planta vivero libro imprenta disfraz traje vestido costura joya reloj guitarra instrumento foto arriendo mudanza flete carga bodega grua escombro leña gas piscina techo ventana vidrio puerta llave cerrajero gasfiter electricista carpintero albanil maestro arquitecto disenador traductor abogado contador detective tasador perito agricola fruta miel huevo queso pesca cultivo campo galpon lancha dron funeraria cementerio sepultura museo parque cancha juego cumpleanos tarot dj musico artesano'

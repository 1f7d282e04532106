import type { DataCategory } from '#kernel/data-categories.ts'
import { list } from './templates/template.ts'

/**
 * Words of plain descriptions and what they give away, case and accents folded. A clue is a word or several, in any
 * gender and number; a word that ends in * is the beginning of one, and one after = stands exactly so. Articles and
 * prepositions do not count.
 */
export type Clues<K extends string> = Readonly<Record<K, readonly string[]>>

export const DATA_CLUES: Clues<DataCategory> = {
  name: list('nombre, identidad, identific*, inscri*, registr* a, nomina, padron, ficha, agenda'),
  email: list('correo, email, e mail, mail, mailing, newsletter, boletin, casilla'),
  phone: list('telefono, fono, celular, whatsapp, wsp, llamada, llama por telefono, llamamos, sms'),
  rut: list('rut, run, cedula, pasaporte, carnet, licencia de conducir, carne de identidad'),
  address: list('direccion, domicilio, despacho, despach*, casa, donde vive*, mudanza, flete'),
  financial: list(
    'sueldo, pago, pagar, pagan, pagamos, bancari*, cartola, deud*, moros*, credito, tarjeta de credito, factur*, boleta, cobr*, cuota, gastos comunes, diezmo, ofrenda, donacion, aporte, ingresos, ahorro, pension, liquidacion, arancel, mensualidad, plata, dicom, protesto, inversion, apuesta, remuneracion, fiado, fia, debe, deben, impuesto, contabilidad, dolares, multa, herencia, prestamo de plata, prestamo personal, prestamo de consumo, pide prestamo, credito hipotecario, abono, reembolso, garantia en dinero, cuota mortuoria, precio que paga',
  ),
  health: list(
    'salud, medico, medica, medicamento, medicina, medicacion, clinic*, enferm*, licencia medica, alergi*, discapac*, paciente, diagnostic*, genetic*, embaraz*, psicolog*, psiquiatr*, dental, dentista, vacuna*, telemedicina, remedio, receta, sangre, examen medico, examen de drogas, examen de la vista, examen de vih, examen preocupacional, adn, invalidez, lesion*, cancer, vih, hepatitis, nutricion*, hospital*, terapia, terapeut*, cirugia, radiografia, menstrua*, fertil*, drogas, alcotest, autis*, sindrome, peso y talla, masa corporal, diabet*, hipertens*, covid, oncolog*, salud mental, protesis, audifono, optica, lentes opticos, adiccion, rehabilitacion, discapacidad, trastorno, kinesi*, parto, dolor, ficha medica, intolerancia alimentaria, dieta, condicion fisica, tratamiento estetico, botox, ludopat*, fumador*, sanguineo, celiac*, oftalmolog*, columna, intoleran*, silla de ruedas, movilidad reducida, obesidad, asma, epilep*, anestesia, lactancia, anticonceptiv*, aborto, suicid*, depresion, ansiedad, pastillas, presion arterial, glicemia, podolog*, donar sangre, minusval*, masajes terapeuticos, fisioterapia, cuidados paliativos, capacidades diferentes, condicion medica, autocuidado, examenes medicos, sangrado',
  ),
  biometric: list(
    'huella, huella digital, huellero, biometri*, facial, iris, rostro, reconoc* la cara, escane* la cara, reconocimiento de voz',
  ),
  ethnic_origin: list(
    'etni*, indigena, mapuche, aymara, diaguita, rapa nui, haitian*, afrodescendiente, pueblo originario, racial, raza de la persona, conadi',
  ),
  political: list(
    'partido politico, militante, afiliacion politica, sindica*, gremi*, votar, votan, votaria*, voto, intencion de voto, simpatizante, tendencia politica, preferencia politica, colegiado',
  ),
  religious: list(
    'religio*, iglesia, creencia, feligres*, parroquia, bautizo, bautismo, diezmo, congregacion, catolic*, evangelic*, sacramento, misa, culto, ideolog*, catequesis, templo, primera comunion',
  ),
  sexual_orientation: list(
    'orientacion sexual, identidad de genero, diversidad sexual, vida sexual, hombres o mujeres, lgbt*, transgenero, nombre social, relaciones sexuales, trabajadoras sexuales, sexualidad, juguetes sexuales, sexshop, sex shop',
  ),
  criminal: list(
    'antecedentes penales, certificado de antecedentes, papel de antecedentes, pedimos antecedentes, piden antecedentes, revis* antecedentes, condena*, delito, inhabilidad, infraccion, imputado, reo, preso, carcel, privado de libertad, prontuario',
  ),
  minor_data: list(
    'nino, nina, menor de edad, menores de edad, menores, adolescente, parvulo, escolar, colegio, sala cuna, jardin infantil, guagua, bebe, cabro, cabro chico, hijo, infantil, liceo, kinder, de basica, ensenanza media, pupilo, cadete, scout, cumpleanos infantil',
  ),
  location: list(
    'gps, ubicacion, geolocaliz*, camara, cctv, rastre*, videovigilancia, paradero, tiempo real, donde anda, tiene cerca, dron, drones, recorrido, trayecto, telemetria',
  ),
  browsing: list(
    'cookie, navegacion, sitio web, pagina web, pixel, analytics, historial de busqueda, clics, paginas que visita',
  ),
  employment: list(
    'laboral*, curriculum, desempeno, turno, jornada, contrato de trabajo, cargo que ocupa, experiencia laboral, rrhh',
  ),
}

/** People by the vocabulary of the data map. */
export const SUBJECT_CLUES: Clues<string> = {
  employees: list(
    'trabajador*, empleado, colaborador, funcionario, chofer, bodeguero, operario, operador, guardia, temporero, cajera, garzon, nana, asesora del hogar, maestro de la obra, vendedora, personal de la empresa, mi personal, equipo de trabajo',
  ),
  candidates: list('postulante, candidato al cargo, curriculum, reclut*, agencia de empleo'),
  customers: list(
    'cliente, comprador, consumidor, usuario, novios, comensal, inquilino, dueno, contratante, abonado, gente que compra',
  ),
  suppliers: list('proveedor, honorarios'),
  contractors: list('contratista, subcontratista'),
  visitors: list('=visitas, visitante'),
  subscribers: list('suscriptor, suscri*, boletin, newsletter'),
  site_visitors: list('cookie, navegacion, sitio web, pagina web'),
  patients: list('paciente'),
  students: list(
    'alumno, estudiante, escolar, universitari*, aprendiz, instituto de ingles, instituto de idiomas, instituto, notas de los alumnos',
  ),
  guardians: list('apoderado, papa del nino, mama, padres, padre, madre'),
  children: list(
    'nino, nina, parvulo, guagua, bebe, cabro, hijo, infantil, menor de edad, menores, sala cuna, jardin infantil',
  ),
  adolescents: list('adolescente'),
  credit_applicants: list('deudor, moros*, presta plata, piden credito, pide credito, deudas'),
  shareholders: list('accionista'),
  complainants: list('denuncia*, denunciante'),
  citizens: list('ciudadan*, vecino, contribuyente, votante, poblador'),
  emergency_contacts: list(
    'contacto de emergencia, cargas familiares, sus cargas, avisar familia, familia hay que avisar, familiar a cargo',
  ),
  prospects: list('prospecto, potencial cliente, interesado'),
}

/** People for whom the data map has no word, as a record names them. */
export const OTHER_SUBJECT_CLUES: Clues<string> = {
  Socios: list('socio'),
  Feligreses: list('feligres*'),
  Afiliados: list('afiliado'),
  'Residentes y copropietarios': list('condominio, copropietario, residente, edificio'),
  Huéspedes: list('huesped*'),
  Pasajeros: list('pasajero'),
  'Conductores y repartidores': list('repartidor, conductor, taxista, motoquero'),
  'Asegurados y beneficiarios': list('asegurado'),
  'Dueños de mascotas': list('mascota, perro, gato'),
  Donantes: list('donante'),
  Voluntarios: list('voluntario'),
  'Beneficiarios de programas sociales': list(
    'beneficiario, migrante, situacion de calle, refugiado, damnificado',
  ),
  Jugadores: list('jugador'),
  Participantes: list('participante, participar, sorteo, concurso'),
  'Personas encuestadas': list('encuest*'),
  'Arrendatarios y propietarios': list('arrendatario, quieren arrendar'),
  'Personas mayores': list('adulto mayor, adultos mayores, persona mayor, anciano, abuelito'),
  'Familiares de la persona fallecida': list('fallecido, difunto, deudos'),
  Pensionados: list('pensionado, jubilado'),
}

/** Who the organisation is, what it does and how: what the basis, the term and the screening depend on. */
export const TRAIT_CLUES = {
  publicBody: list(
    'municipalidad, municipio, municipal, muni, ministerio, superintendencia, subsecretaria, seremi, servicio publico, organismo publico, gobierno regional, gobernacion, juzgado, registro civil, carabineros, hospital publico, cesfam, corporacion municipal, servicio local de educacion, slep, contraloria, servel, chileatiende, biblioteca publica, biblioteca municipal, gendarmeria, fiscalia, delegacion presidencial, daem, aduana, tesoreria, defensoria, sernac, instituto de prevision social, liceo publico, posta rural, registro social de hogares, rsh, dideco, oirs, permiso de circulacion, direccion de transito, direccion de obras, ley de transparencia, solicitudes ciudadanas, atencion ciudadana, televigilancia y seguridad publica, ayudas y programas sociales de un organismo',
  ),
  healthProvider: list(
    'clinica, hospital, medico, dentista, consulta, psicolog*, kinesi*, matrona, terapeuta, enfermera, centro medico, consultorio, nutricionista, fonoaudiolog*, optica, optometr*, paramedic*, ambulancia, residencia de adultos mayores',
  ),
  insurer: list('seguro, aseguradora, poliza, compania de seguros'),
  school: list('colegio, escuela, liceo, jardin infantil, universidad, sala de clases'),
  sport: list('gimnasio, club, futbol, deport*, entrena*, academia, crossfit, natacion, maraton, corrida'),
  employer: list(
    'trabajador*, empleado, colaborador, funcionario, chofer, guardia, temporero, operario, operador',
  ),
  nonprofit: list(
    'iglesia, parroquia, partido, sindicato, gremio, asociacion, fundacion, junta de vecinos, agrupacion, corporacion, colegio de abogados, colegio medico, comunidad religiosa, movimiento, centro de padres, cooperativa, ong, federacion, logia, club de leones',
  ),
  animals: list('veterinari*, perro, gato, mascota, caballo, animal, animales'),
  adults: list('para adultos, adultos, universitari*, mayores de 18, mayores de edad'),
  socioeconomic: list(
    'registro social de hogares, rsh, socioeconomic*, mas necesitados, necesitadas, familias vulnerables, vulnerabilidad, situacion de calle, ingreso familiar, escasos recursos, pobreza, ayudas sociales, ayuda social, subsidio, beca, asistente social',
  ),
  automated: list(
    'algoritm*, puntua*, decide sola, decide solo, decide sin, automaticamente, decision automatica, scoring, score, perfila*, perfilamiento, clasifica a, clasifican a, recomienda segun, segun su evaluacion, prioriza automat*, inteligencia artificial elige, ia elige, ia decide, ia puntua, inteligencia artificial decide, sistema decide, sistema que decide, precio segun el cliente, predice, predic*, maneja* bien, como maneja',
  ),
  images: list('dron, drones, filma*, graba, graban, grabamos, grabacion'),
  claims: list('juicio, abogado, demanda, litigio, mediacion, causa judicial, peritaje'),
  survey: list('encuest*, pregunta por, preguntamos por, sondeo, censamos'),
  raffle: list('sorteo, concurso, rifa'),
  broker: list(
    'vend* base de datos, vend* bases, vend* listas, listas de celulares, listas de correos, comercializ* bases, comercializadora de bases, vendemos datos, venta de bases',
  ),
  debts: list('deud*, moros*, cobranza'),
  monitoring: list('monitore*, vigila*, control* a los trabajadores, productividad'),
  app: list('app, aplicacion, plataforma, sitio de'),
  trade: list(
    'cliente, clienta, vend*, venta, arriendo, arrend*, servicio, servicios, agenda, hora, reserva, taller, tienda, local, negocio, empresa, estudio, contrat*, cobr*, inscrip*, inscrib*, curso, clases, instituto, a domicilio, pedido, presupuesto, cotiza*, repar*, instala*, socio, usuario, consultora, agencia, productora, peluqueria, barberia, restaurant*, restoran, cafe, panaderia, lavanderia, imprenta, constructora, funeraria, mudanza, jardineria, limpieza, costurera, contadora, contador, arquitecto, fotograf*, matrimonio, banqueteria, cowork, salon, spa, tatuaje*, bodega, minera, cerrajer*, gasfiter, electricista, hotel, comensal, huesped, entrega*, clientela, oficina, parque, cementerio, compania, emprendimiento, pyme, comercializ*, fabrica, distribuidora, mantencion, centro, sala, academia, asesor*, corredor*, ferreteria, carniceria, verduleria, botilleria, almacen, supermercado, kiosco, cuidado de, notaria, casa de cambio, instituto, productores, bar, discoteca, cine, teatro, museo, hipica, remate, garage, vulcanizacion, floreria, pasteleria, sastre, modista, traductor*, disena*, imprime, transporte, arrienda, presta servicios',
  ),
} as const satisfies Record<string, readonly string[]>
export type Trait = keyof typeof TRAIT_CLUES

/** Services that keep what they hold abroad, with the country of the company. */
export const FOREIGN_SERVICES: Clues<string> = {
  US: list(
    'mailchimp, google, gmail, amazon, aws, microsoft, office 365, salesforce, hubspot, zoom, dropbox, stripe, paypal, meta, facebook, instagram, airbnb, uber, notion, slack, zendesk, openai, chatgpt, gringo, gringa, icloud, servidor en el extranjero',
  ),
  CA: list('shopify'),
  NL: list('booking'),
}

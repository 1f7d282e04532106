import { list } from './templates/template.ts'

/**
 * Words with the same meaning for a record in any trade. A clue refers to a family with @. A word that ends in * is a
 * prefix; a word after = must match exactly.
 */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  worker: list(
    'trabajador*, emplead*, colaborador, colaboradores, funcionari*, chofer, bodeguer*, operari*, operador, temporer*, obrer*, =mineros, =maestros, =jornales, jornaler*, cosecher*, nana, =vendedores, =vendedoras, =cajeros, =cajeras, =garzones, =meseros, =guardias, =vigilantes, =tecnicos, =ejecutivos, =ejecutivas, =profesores, =docentes, =enfermeras, =supervisores, =promotoras, =reponedores, =tripulantes, =pilotos, =embarcados, subordinad*, dotacion, de =personal, a =personal, nuestra =gente, =auxiliares, =teleoperadores, =maquinistas, =buzos, =nocheros, =rondines',
  ),
  /** Staff, if the surrounding words are about work. */
  crew: list(
    'trabajador*, emplead*, colaborador, colaboradores, funcionari*, chofer, bodeguer*, operari*, operador, temporer*, obrer*, =mineros, =maestros, =jornales, jornaler*, cosecher*, nana, =vendedores, =vendedoras, =cajeros, =cajeras, =garzones, =meseros, =guardias, =vigilantes, =tecnicos, =ejecutivos, =ejecutivas, =profesores, =docentes, =enfermeras, =supervisores, =promotoras, =reponedores, =tripulantes, =pilotos, =embarcados, subordinad*, dotacion, de =personal, a =personal, nuestra =gente, =auxiliares, =teleoperadores, =maquinistas, =buzos, =nocheros, =rondines, conserje, =mayordomos, =mecanicos, =soldadores, =electricistas, cociner*, =panaderos, =carpinteros, =albaniles, =peluqueras, =peluqueros, =estilistas, recepcionista, =secretarias, =secretario, =secretarios, =inspectores, brigadista, =paramedicos, =educadoras, =asistentes, =monitores, =instructores, =entrenadores, =azafatas, =marinos, =pescadores, =podadores, =tractoristas, =digitadores, =programadores, =desarrolladores, =analistas, =consultores, =asesores, =captadores, mucama, =costureras, =peonetas, =estibadores, =ejecutivos, =conductores, =repartidores, cuidador*, =bomberos, =voluntarios, =fleteros, =corredores, =gerentes, =jefes, =nanas, =taxistas, =camioneros',
  ),
  labour: list(
    '=turnos, turno, ronda, =marcan, =marcar, =marca, jornada, contrato, asistencia, chequeo, preocupacional*, vacaciones, sueldo, liquidacion, desempeno, amonest*, capacit*, finiquito, uniforme, faena, comision, rendimiento, productividad, atraso, anticipo, sindicato, dotacion, despid*, cotizaciones',
  ),
  child: list(
    'nino, nina, ninez, menor, adolescente, parvulo, guagua, bebe, cabro, hijo, infantil, escolar, alumno, estudiante, lactante, =menores, juvenil, nieto, cadete, preescolar, pupilo, sobrino',
  ),
  message: list(
    'correo, mail, email, mailing, sms, whatsapp, wsp, wasap, mensaje, mailchimp, brevo, sendinblue, klaviyo, doppler, mensajito, =push, notificacion',
  ),
  send: list(
    'mand*, envi*, avis*, difund*, dispar*, lleg*, comunic*, recib*, mailchimp, brevo, sendinblue, klaviyo, doppler, remit*, inform*',
  ),
  offer: list(
    'oferta, promo, promos, promocion*, descuento, novedad, novedades, publicidad, publicitari*, catalogo, cyber, cupon, =campanas, lanzamiento, liquidaciones, marketing, propaganda, panorama',
  ),
  vehicle: list(
    'camion*, auto, autos, vehiculo, furgon, =furgones, bus, =buses, =micros, moto, =motos, flota, camioneta, tractor, grua, maquinaria, lancha, barco',
  ),
  camera: list('camara, cctv, domo, filmacion, videovigilancia, video, =videos, grabador, bodycam'),
  place: list(
    'gps, ubicacion, geolocaliz*, georreferenc*, rastre*, posicion, telemetria, satelital, =tag, localizador',
  ),
  hold: list(
    'guard*, ped*, pid*, registr*, anot*, usa, usan, usamos, uso, trat*, almacen*, recolect*, recopil*, solicit*, tom*, manej*, tenem*, tengo, tiene*, graba*, exig*, conserv*, junt*, recib*, hay, compart*, vend*, ced*, entreg*, hac*, llev*, sab*, quer*, necesit*, public*, revis*, pregunt*, captur*, mir*, vemos',
  ),
  artificial: list('algoritm*, =ia, =ai, artificial, chatgpt, gpt, =robot, predictiv*, =machine'),
  judge: list(
    'decid*, punt*, =nota, =notas, calific*, clasific*, rankea*, ranking, eleg*, elig*, filtr*, selecciona*, recomiend*, recomend*, predic*, predec*, aprueb*, aprob*, rechaz*, descart*, evalu*, detect*, prioriz*, asign*, perfil*, segment*, estim*, riesgo, scor*, bloque*, fij*, calcul*, analiz*, identific*, pillar, descubr*, sugier*, deriv*',
  ),
  exam: list('=test, =tests, examen, evaluacion, prueba, bateria, informe, perfil, entrevista'),
  body: list('cara, rostro, facial, huella, iris, palma, retina, dactilar'),
  pass: list(
    'entra, entran, entrar, entrada, entren, abre, abren, abrir, torniquete, marca, marcan, marcar, acceso, acced*, =paga, =pagan, =pagar, =pago, ingres*, reconoc*, escane*, asistencia, fich*, identific*, validar, valida, pase, puerta, registr*, verific*, autentic*, enrol*, selfie',
  ),
  shop: list(
    'tienda, =shop, =store, market, vend*, venta, compr*, pedido, negocio, local, emprendimiento, pyme, boutique, zapateria, libreria, jugueteria, perfumeria, producto*, articulo',
  ),
  online: list(
    'online, internet, =web, =linea, virtual, pagina, sitio, shopify, woocommerce, jumpseller, instagram, facebook, marketplace, whatsapp, ecommerce, =redes, tiktok, falabella, mercadolibre',
  ),
  deliver: list('despach*, envi*, reparto, =reparte, repartimos, entreg*, delivery, domicilio, =mandamos'),
  debt: list(
    'deuda, deudor*, adeud*, endeud*, moros*, impag*, mora, =debe, =deben, atrasad*, vencid*, castigad*, =adeudado',
  ),
  book: list('reserv*, agend*, =hora, =horas, cita, =citas, turno'),
  client: list(
    'cliente, clienta, client*, comprador, consumidor, =casero, =caseros, casera, caserita, =parroquianos',
  ),
  apply: list('postul*, candidato, candidata, curricul*, =cv, =cvs, entrevist*, contrat*, selecci*'),
}

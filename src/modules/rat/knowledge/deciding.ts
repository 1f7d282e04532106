/**
 * Recognises automated decisions about a person (art. 8 bis) in descriptions. Unlike clues, these patterns need machine, act
 * and person in this order or reversed: «un modelo de fraude que bloquea la compra», «postulantes descartados por el
 * sistema». Words are folded.
 */

const MACHINE =
  '(?:modelos?|motor|algoritmos?|software|plataforma|sistema|app|aplicacion|herramienta|robot|bot|chatbot|asistente virtual|score|puntaje|antifraude|torniquete|inteligencia artificial|ia|machine learning)'
/** Acts that take something from a person or give it. */
const DECIDES =
  '(?:bloquea|rechaza|descarta|aprueba|deniega|niega|decide|desactiva|suspende|congela|selecciona|despide|expulsa|excluye|inhabilita|desconecta|retiene|preselecciona)n?'
/** Acts that are a decision only if a person is graded, or with stated consequences. */
const GRADES =
  '(?:ordena|clasifica|evalua|califica|puntua|elige)n? a (?:los |las |la |el |cada |sus |nuestros |nuestras )?'
const FIXES =
  '(?:define|determina|decide|fija|calcula)n? (?:a )?(?:si |quien|quienes |que |cuanto |(?:el|la) (?:cupo|tasa|tarifa|precio|prima|limite) )'
const PERSON =
  '(?:inquilin|miembr|vecin|pasajer|apoderad|propietari|familia|client|usuari|postulant|candidat|conductor|chofer|repartidor|soci[oa]|alumn|estudiant|deudor|trabajador|vendedor|persona|arrendatari|asegurad|paciente|beneficiari|titular|comprador|afiliad|solicitant|quien)'
const STAKE =
  '(?:cuenta|compra|transaccion|transferencia|pedido|pago|credito|prestamo|solicitud|curricul|cv|postulacion|acceso|tarjeta|cupo|beneficio|subsidio|poliza|prima|reclamo|arriendo|tarifa|precio|siniestro|beca|inscripcion|licencia|devolucion)'
const WORD = String.raw`(?:(?!no |nunca |jamas |sin |una persona |alguien |a mano )\S+ ){0,6}?`
/** Acts on things do not match: «el sistema bloquea la pantalla». */
const FEW = String.raw`(?:\S+ ){0,4}?`

const ACTIVE = new RegExp(
  String.raw`\b${MACHINE} ${WORD}(?:${DECIDES} (?:o \S+ )?${FEW}(?:${PERSON}|${STAKE})|${GRADES}${PERSON}|${FIXES})`,
)
const PASSIVE =
  /\b(?:rechaz|descart|bloque|suspend|aprob|seleccion|desactiv|excluy|exclu|elimin|clasific|calific)(?:ad|id)[oa]s? (?:\S+ ){0,2}?por (?:el|la|los|un|una|nuestro|nuestra|su) (?:propio )?(?:modelo|motor|algoritmo|software|plataforma|sistema|app|aplicacion|robot|puntaje|score|antifraude)\b/
/** Work distributed by each person's results. */
const SHARES =
  /\b(?:sistema|app|aplicacion|plataforma|software)\b (?:\S+ ){0,3}?(?:asigna|reparte|distribuye|entrega)n? (?:\S+ ){1,6}?segun (?:su |sus |el |la |las )?(?:puntaje|calificacion|desempeno|evaluacion|ranking|rendimiento|comportamiento|nota|historial)/

/** A person decides first, so the machine only warns. */
const REVIEWED =
  /\b(?:una persona|un analista|un ejecutivo|un comite|nuestro equipo|alguien)\b (?:\S+ ){0,3}?(?:revisa|decide|resuelve|confirma|aprueba) (?:\S+ ){0,3}?antes\b/

/** The matching words. Undefined without a decision, or if a person decides first. */
export function decidesAlone(folded: string): string | undefined {
  for (const clause of folded.split(/[.;]/)) {
    const found = ACTIVE.exec(clause) ?? PASSIVE.exec(clause) ?? SHARES.exec(clause)
    if (found && !REVIEWED.test(folded)) return found[0]
  }
  return undefined
}

/** «El sistema no rechaza a nadie». */
export const DECIDES_NOT =
  /\b(?:no|nunca|jamas) (?:le |les |lo |los |la |las |se )?(?:rechaz|descart|bloque|decid|aprueb|suspend|evalu|clasific|perfil|puntu)[a-z]*/g

/** «Enviamos el boletín automáticamente»: automatic acts without a decision about anybody. */
export const RUNS_BY_ITSELF =
  /\b(?:envi|mand|cobr|respald|actualiz|guard|record|registr|gener|emit|emisi|imprim|abre|abri|respond|renuev|renov|sincroniz|complet|llen|grab|factur|borr|avis|copi|descarg|descuent|descont|notific|confirm|agend)[a-z]* (?:(?!descart|rechaz|bloque|aprueb|despid|suspend|asign)[a-z]+ ){0,4}?automaticamente\b|\bautomaticamente (?:se |les |le |los |las |lo |la )?(?:envi|mand|cobr|respald|actualiz|guard|record|registr|gener|emit|imprim|abre|respond|renuev|sincroniz|complet|llen|grab|factur|borr|avis|copi|descarg|descuent|notific|confirm|agend)[a-z]*/g

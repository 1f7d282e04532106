import type { MandatoryClause } from '../rules.ts'

const ART = 'art. 15 bis, Ley 19.628 (mod. Ley 21.719)'

/** What a contract with a processor must say. The first six are the article's own list; the others are duties it sets. */
export const MANDATORY_CLAUSES: readonly MandatoryClause[] = [
  {
    key: 'object',
    label: 'Objeto del encargo',
    legalReference: ART,
    clue: /\bobjeto\b/,
    variables: ['servicios'],
  },
  {
    key: 'duration',
    label: 'Duración',
    legalReference: ART,
    clue: /\b(duracion|vigencia)\b/,
    variables: ['duracion'],
  },
  {
    key: 'purpose',
    label: 'Finalidad del tratamiento',
    legalReference: ART,
    clue: /\bfinalidad(es)?\b/,
    variables: ['finalidades'],
  },
  {
    key: 'dataTypes',
    label: 'Tipo de datos personales',
    legalReference: ART,
    clue: /\b(tipos?|categorias?) de datos\b/,
    variables: ['categoriasDatos'],
  },
  {
    key: 'subjects',
    label: 'Categorías de titulares',
    legalReference: ART,
    clue: /\b(categorias? de (los )?titulares|titulares de (los )?datos)\b/,
    variables: ['categoriasTitulares'],
  },
  {
    key: 'obligations',
    label: 'Derechos y obligaciones de las partes',
    legalReference: ART,
    clue: /\b(derechos y obligaciones|obligaciones (del|de la|de las))\b/,
  },
  {
    key: 'instructions',
    label: 'Tratamiento solo según instrucciones',
    legalReference: ART,
    clue: /\binstrucciones\b/,
  },
  {
    key: 'subprocessors',
    label: 'Delegación solo con autorización específica y por escrito',
    legalReference: ART,
    clue: /\b(delegar|delegacion|subencargad[oa]s?|subcontrat\w+)\b/,
    variables: ['subencargados'],
  },
  {
    key: 'secrecy',
    label: 'Secreto y confidencialidad',
    legalReference: 'arts. 14 bis y 15 bis, Ley 19.628 (mod. Ley 21.719)',
    clue: /\b(confidencialidad|secreto)\b/,
  },
  {
    key: 'security',
    label: 'Medidas de seguridad',
    legalReference: 'arts. 14 quinquies y 15 bis, Ley 19.628 (mod. Ley 21.719)',
    clue: /\bmedidas de seguridad\b/,
    variables: ['medidasSeguridad'],
  },
  {
    key: 'breaches',
    label: 'Aviso de vulneraciones de seguridad',
    legalReference: 'arts. 14 sexies y 15 bis, Ley 19.628 (mod. Ley 21.719)',
    clue: /\b(vulneracion(es)?|brechas?|incidentes?)\b/,
  },
  {
    key: 'return',
    label: 'Supresión o devolución al término',
    legalReference: ART,
    clue: /\b(suprimir|suprimira|supresion|devolver|devolvera|devolucion|eliminar|eliminara)\b/,
  },
]

/** Exceeds the law's requirements, for the plans that include it. */
export const REINFORCED_CLAUSES = `
<h2>Cláusulas reforzadas</h2>
<p><strong>R.1 Plazo de aviso.</strong> El Encargado comunicará toda vulneración de seguridad al Responsable dentro de las 24 horas siguientes a conocerla, con la naturaleza del hecho, las categorías de datos y el número aproximado de titulares afectados, los efectos posibles y las medidas adoptadas. Completará la información a medida que la obtenga.</p>
<p><strong>R.2 Auditoría.</strong> El Responsable podrá auditar, por sí o por un tercero sujeto a secreto, el cumplimiento de este contrato una vez al año y cada vez que ocurra una vulneración, con un aviso de cinco días hábiles. El Encargado entregará las evidencias que se le pidan.</p>
<p><strong>R.3 Ayuda con los derechos de los titulares.</strong> El Encargado remitirá al Responsable toda solicitud de un titular dentro de dos días hábiles y sin responderla, y ejecutará lo que el Responsable resuelva dentro de cinco días hábiles. Una solicitud de bloqueo temporal se remitirá el mismo día y el bloqueo se ejecutará de inmediato (arts. 8 ter y 11).</p>
<p><strong>R.4 Evaluaciones de impacto.</strong> El Encargado entregará al Responsable la información necesaria para las evaluaciones de impacto del art. 15 ter.</p>
<p><strong>R.5 Ubicación de los datos.</strong> Los datos no saldrán de los países declarados en este contrato sin autorización previa, específica y por escrito del Responsable, y solo por un mecanismo de los arts. 27 y 28.</p>
<p><strong>R.6 Personal.</strong> Solo accederán a los datos personas identificadas, capacitadas y sujetas a un deber de secreto que sobrevive a su contrato.</p>
<p><strong>R.7 Certificado de supresión.</strong> Dentro de los 30 días siguientes al término, el Encargado acreditará por escrito la supresión o la devolución de los datos y de sus copias.</p>
`.trim()

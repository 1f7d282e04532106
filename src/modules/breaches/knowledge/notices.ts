import { LAW_NAME } from '#kernel/law/wording.ts'

/**
 * The texts of the notices, without logic. A blank is written {{so}}. If a line's blank is unknown the line uses the words
 * in MISSING; without such words it is left out. A text never shows a mark. BLANKS has the labels by which the draft lists
 * what a person must complete. Sources: arts. 14 sexies and 15 bis, Ley 19.628 (mod. Ley 21.719); art. 9, Ley 21.663.
 */

export const LEGAL_SOURCE = `art. 14 sexies, ${LAW_NAME}`

export const AUDIENCES = [
  'authority',
  'subjects',
  'mass_media',
  'controller',
  'csirt_alert',
  'csirt_report',
] as const
export type Audience = (typeof AUDIENCES)[number]

export const BLANKS = {
  today: 'fecha',
  reportKind: 'reporte inicial o complementario',
  id: 'número del registro interno',
  controller: 'nombre o razón social de la entidad',
  taxId: 'RUT del responsable',
  address: 'domicilio postal del responsable',
  legalRep: 'representante legal',
  dpo: 'delegado de protección de datos o persona de contacto',
  contactEmail: 'correo electrónico de contacto',
  addressee: 'nombre del responsable por cuenta de quien se tratan los datos',
  title: 'nombre del incidente',
  nature: 'naturaleza: confidencialidad, integridad o disponibilidad',
  occurredAt: 'fecha y hora en que ocurrió',
  detectedAt: 'fecha y hora de la detección',
  detectionSource: 'cómo se detectó',
  attackVector: 'vector o causa',
  description: 'relato de lo ocurrido',
  affected: 'actividades de tratamiento y sistemas afectados',
  categories: 'categorías de datos afectados',
  sensitive: 'sí o no: datos personales sensibles',
  minors: 'sí o no: datos de niños y niñas menores de catorce años',
  financial: 'sí o no: datos sobre obligaciones económicas, financieras, bancarias o comerciales',
  subjects: 'número aproximado de titulares afectados',
  observed: 'efectos constatados',
  effects: 'posibles efectos para los titulares',
  consequences: 'posibles consecuencias para las personas',
  risk: 'evaluación del riesgo para los derechos de los titulares',
  rationale: 'fundamento del riesgo evaluado',
  grounds: 'datos afectados que obligan a comunicar',
  management: 'medidas adoptadas para gestionar y mitigar la vulneración',
  prevention: 'medidas para prevenir que se repita',
  subjectNotice: 'fecha y medio de la comunicación a los titulares',
  story: 'explicación breve de lo ocurrido, sin términos técnicos',
  advice: 'qué pueden hacer las personas para protegerse',
  representative: 'aviso a representantes',
  agency: 'nombre de la Agencia',
  complaint: 'reclamo ante la Agencia',
  inForce: 'desde cuándo rige la ley',
  stillOwed: 'a quién más se informa',
} as const
export type Blank = keyof typeof BLANKS

/** Labels for the letter of a processor. */
export const BLANKS_OF_PROCESSOR: Partial<Record<Blank, string>> = {
  taxId: 'RUT del encargado',
  address: 'domicilio postal del encargado',
}

/** Notices that only the controller sends. */
export const OF_CONTROLLER: readonly Audience[] = ['authority', 'subjects', 'mass_media']

/** The notice that remains due after a notice to the CSIRT. */
export const STILL_OWED: Readonly<Record<'controller' | 'processor', (agency: string) => string>> = {
  controller: (agency) => `el reporte a la ${agency} (${LEGAL_SOURCE})`,
  processor: () => `el aviso al responsable de los datos (art. 15 bis, ${LAW_NAME})`,
}

export const AUTHORITY_NOTICE = `REPORTE DE VULNERACIÓN A LAS MEDIDAS DE SEGURIDAD
${LEGAL_SOURCE}
{{inForce}}

A: {{agency}}
Fecha: {{today}}
Clase de reporte: {{reportKind}}
Registro interno: {{id}}

El responsable que se identifica a continuación reporta, por el medio más expedito posible y sin dilaciones indebidas, la siguiente vulneración a las medidas de seguridad.

1. RESPONSABLE DE DATOS
Nombre o razón social: {{controller}}
RUT: {{taxId}}
Domicilio: {{address}}
Representante legal: {{legalRep}}
Delegado de protección de datos o contacto: {{dpo}}
Correo electrónico: {{contactEmail}}

2. NATURALEZA DE LA VULNERACIÓN
Incidente: {{title}}
Naturaleza: {{nature}}
Ocurrió: {{occurredAt}}
Se detectó: {{detectedAt}}
Forma de detección: {{detectionSource}}
Vector o causa: {{attackVector}}
Descripción: {{description}}
Actividades y sistemas afectados:
{{affected}}

3. CATEGORÍAS DE DATOS AFECTADOS
{{categories}}
Datos personales sensibles (art. 2 letra g): {{sensitive}}
Datos de niños y niñas menores de catorce años: {{minors}}
Datos sobre obligaciones económicas, financieras, bancarias o comerciales: {{financial}}

4. TITULARES AFECTADOS
Número aproximado: {{subjects}}

5. EFECTOS
Efectos constatados: {{observed}}
Posibles efectos para los titulares:
{{effects}}

6. RIESGO PARA LOS DERECHOS DE LOS TITULARES
Riesgo evaluado: {{risk}}
Fundamento: {{rationale}}
{{grounds}}

7. MEDIDAS
Para gestionar y mitigar la vulneración:
{{management}}
Para prevenir que se repita: {{prevention}}

8. COMUNICACIÓN A LOS TITULARES
{{subjectNotice}}

El responsable mantiene el registro de esta comunicación y entregará los antecedentes complementarios que reúna.

{{dpo}}
{{controller}}
`

export const SUBJECTS_NOTICE = `AVISO SOBRE SUS DATOS PERSONALES

Le escribimos de {{controller}} porque un incidente de seguridad afectó datos personales suyos que estaban a nuestro cuidado.{{representative}}

¿Qué pasó?
Lo detectamos el {{detectedAt}}.
{{story}}

¿Qué datos suyos están involucrados?
{{categories}}

¿Qué consecuencias puede tener para usted?
{{consequences}}

¿Qué hemos hecho?
{{management}}
Para que no se repita: {{prevention}}

¿Qué puede hacer usted?
{{advice}}
- Desconfíe de llamadas, correos o mensajes que mencionen este incidente y le pidan claves, códigos o pagos: nosotros no se los pediremos.
- Puede pedirnos acceder a sus datos, corregirlos, suprimirlos o bloquearlos, u oponerse a su uso; y llevarlos a otra parte cuando se tratan con su consentimiento.
- {{complaint}}

¿Con quién puede hablar?
{{dpo}}
Correo: {{contactEmail}}
Domicilio: {{address}}

{{controller}}
Este aviso se envía en cumplimiento del ${LEGAL_SOURCE}.
{{inForce}}
`

export const MASS_MEDIA_NOTICE = `AVISO A LOS TITULARES DE DATOS PERSONALES

{{controller}} informa que un incidente de seguridad afectó datos personales que estaban a su cuidado. Publica este aviso en un medio de comunicación social masivo y de alcance nacional porque no fue posible avisar a cada persona, como lo dispone el ${LEGAL_SOURCE}.
{{inForce}}
RUT: {{taxId}}

Qué pasó
Se detectó el {{detectedAt}}.
{{story}}

Qué datos están involucrados
{{categories}}

A cuántas personas afecta, aproximadamente: {{subjects}}

Qué consecuencias puede tener
{{consequences}}

Qué se hizo
{{management}}
Para que no se repita: {{prevention}}

Qué puede hacer usted
{{advice}}
- Desconfíe de llamadas, correos o mensajes que mencionen este incidente y le pidan claves, códigos o pagos.
- Si cree que sus datos están involucrados, escríbanos: le diremos cuáles y le ayudaremos. Los padres, madres y representantes pueden preguntar por los niños, niñas y adolescentes a su cargo.
- {{complaint}}

Contacto
{{dpo}}
Correo: {{contactEmail}}
Domicilio: {{address}}
`

export const CONTROLLER_NOTICE = `AVISO DE VULNERACIÓN A LAS MEDIDAS DE SEGURIDAD
arts. 14 sexies y 15 bis, ${LAW_NAME}
{{inForce}}

A: {{addressee}}
Fecha: {{today}}
Registro interno del encargado: {{id}}

{{controller}}, que trata datos personales por cuenta de ustedes como encargado del tratamiento, les informa la siguiente vulneración a las medidas de seguridad. Corresponde por ley al responsable reportarla a la {{agency}}, por el medio más expedito posible y sin dilaciones indebidas, cuando hay un riesgo razonable para los titulares, y comunicarla a estos en los casos del art. 14 sexies.

1. ENCARGADO
Nombre o razón social: {{controller}}
RUT: {{taxId}}
Domicilio: {{address}}
Delegado de protección de datos o contacto: {{dpo}}
Correo electrónico: {{contactEmail}}

2. QUÉ OCURRIÓ
Incidente: {{title}}
Naturaleza: {{nature}}
Ocurrió: {{occurredAt}}
Se detectó: {{detectedAt}}
Vector o causa: {{attackVector}}
Descripción: {{description}}
Actividades y sistemas afectados:
{{affected}}

3. DATOS Y TITULARES AFECTADOS
{{categories}}
Datos personales sensibles (art. 2 letra g): {{sensitive}}
Datos de niños y niñas menores de catorce años: {{minors}}
Datos sobre obligaciones económicas, financieras, bancarias o comerciales: {{financial}}
Número aproximado de titulares: {{subjects}}

4. EFECTOS
Efectos constatados: {{observed}}
Posibles efectos para los titulares:
{{effects}}

5. MEDIDAS
Para gestionar y mitigar la vulneración:
{{management}}
Para prevenir que se repita: {{prevention}}

Quedamos a su disposición para entregarles los antecedentes que necesiten para su reporte, su registro y la comunicación a los titulares, y les informaremos lo que se determine más adelante. No comunicaremos el incidente a los titulares sin sus instrucciones.

{{dpo}}
{{controller}}
`

const CSIRT_HEAD = `art. 9, Ley 21.663, Marco de Ciberseguridad

A: CSIRT Nacional, Agencia Nacional de Ciberseguridad
Fecha: {{today}}
Registro interno: {{id}}

1. INSTITUCIÓN
Nombre o razón social: {{controller}}
RUT: {{taxId}}
Contacto: {{dpo}}
Correo electrónico: {{contactEmail}}
`

export const CSIRT_ALERT = `ALERTA TEMPRANA DE INCIDENTE DE CIBERSEGURIDAD
${CSIRT_HEAD}
2. INCIDENTE
Incidente: {{title}}
Se detectó: {{detectedAt}}
Ocurrió: {{occurredAt}}
Naturaleza: {{nature}}
Vector o causa: {{attackVector}}
Sistemas y actividades afectados:
{{affected}}

3. DATOS PERSONALES
{{categories}}
Número aproximado de titulares: {{subjects}}

La institución enviará la actualización y el informe final dentro de los plazos de la ley. Este aviso no reemplaza {{stillOwed}}.

{{controller}}
`

export const CSIRT_REPORT = `ACTUALIZACIÓN DE INCIDENTE DE CIBERSEGURIDAD
${CSIRT_HEAD}
2. EVALUACIÓN INICIAL
Incidente: {{title}}
Se detectó: {{detectedAt}}
Ocurrió: {{occurredAt}}
Naturaleza: {{nature}}
Vector o causa: {{attackVector}}
Descripción: {{description}}
Sistemas y actividades afectados:
{{affected}}

3. GRAVEDAD E IMPACTO
Efectos constatados: {{observed}}
Riesgo evaluado para los titulares: {{risk}}
{{categories}}
Número aproximado de titulares: {{subjects}}

4. MEDIDAS
De contención y mitigación:
{{management}}
Para prevenir que se repita: {{prevention}}

Este informe no reemplaza {{stillOwed}}.

{{controller}}
`

export const NOTICES: Readonly<Record<Audience, string>> = {
  authority: AUTHORITY_NOTICE,
  subjects: SUBJECTS_NOTICE,
  mass_media: MASS_MEDIA_NOTICE,
  controller: CONTROLLER_NOTICE,
  csirt_alert: CSIRT_ALERT,
  csirt_report: CSIRT_REPORT,
}

const LATER = 'En investigación; se informará en un reporte complementario.'

const TO_AUTHORITIES: Partial<Record<Blank, string>> = {
  nature: LATER,
  occurredAt: LATER,
  attackVector: LATER,
  description: LATER,
  affected: LATER,
  categories: LATER,
  sensitive: LATER,
  minors: LATER,
  financial: LATER,
  subjects: LATER,
  observed: LATER,
  effects: LATER,
  risk: LATER,
  rationale: LATER,
  management: LATER,
  prevention: LATER,
  subjectNotice: LATER,
}

const TO_PEOPLE: Partial<Record<Blank, string>> = {
  controller: 'la organización responsable de sus datos',
  story: 'Investigamos cómo ocurrió.',
  categories: 'Estamos determinando cuáles, y lo informaremos.',
  consequences: 'Las estamos evaluando, y las informaremos.',
  management: 'Estamos gestionando el incidente, e informaremos las medidas.',
}

/** The words of a line whose fact is unknown. */
export const MISSING: Readonly<Record<Audience, Partial<Record<Blank, string>>>> = {
  authority: TO_AUTHORITIES,
  controller: { ...TO_AUTHORITIES, addressee: 'Responsable de datos' },
  csirt_alert: TO_AUTHORITIES,
  csirt_report: TO_AUTHORITIES,
  subjects: TO_PEOPLE,
  mass_media: TO_PEOPLE,
}

/** Facts that may stay unknown: nobody has to complete them. */
export const OPTIONAL: readonly Blank[] = ['representative', 'grounds', 'advice', 'inForce']

export const FOR_REPRESENTATIVES =
  ' Si usted recibe este aviso como madre, padre o representante de un niño o niña, se refiere a los datos de él o ella.'

export const SOURCES: ReadonlyMap<string, string> = new Map([
  ['manual', 'Detección por personas de la organización'],
  ['siem', 'Alerta automática del sistema de monitoreo (SIEM)'],
  ['encargado', 'Aviso de un encargado del tratamiento'],
  ['titular', 'Aviso de un titular'],
])

export const RISK_NAMES = {
  none: 'nulo',
  low: 'bajo',
  medium: 'medio',
  high: 'alto',
  critical: 'crítico',
} as const

export const STATE_NAMES = {
  detected: 'detectada',
  investigating: 'en investigación',
  contained: 'contenida',
  resolved: 'resuelta',
  notified: 'notificada',
} as const

interface NatureKnowledge {
  label: string
  /** The account of what happened, for the person. */
  story: string
}

export const NATURE_NAMES: Readonly<
  Record<'confidentiality' | 'integrity' | 'availability', NatureKnowledge>
> = {
  confidentiality: {
    label: 'Confidencialidad (filtración, comunicación o acceso no autorizados)',
    story: 'Personas que no estaban autorizadas vieron, o pudieron ver o copiar, los datos.',
  },
  integrity: {
    label: 'Integridad (alteración de los datos)',
    story: 'Los datos fueron, o pudieron ser, alterados.',
  },
  availability: {
    label: 'Disponibilidad (destrucción o pérdida de los datos)',
    story: 'Los datos se destruyeron, se perdieron o dejaron de estar disponibles.',
  },
}

export const NOT_RECORDED = 'Sin registrar'

/** A gap of a press notice. */
export const WHY_MASS_MEDIA =
  'razón por la que no fue posible avisar a cada persona: el registro dice que se les avisó'

/** Shown beside a draft, never inside it. */
export const DRAFT_NOTES = {
  processor:
    'La organización actúa como encargada: este texto corresponde enviarlo al responsable. Para avisarle está la carta al responsable.',
  controller:
    'La organización actúa como responsable en esta brecha: la carta al responsable solo corresponde cuando actúa como encargada.',
  notRequired: 'Según la decisión, no es obligatorio comunicar esta brecha a los titulares.',
  undecided:
    'Falta la decisión: responda el árbol de decisión para saber a quién corresponde comunicar la brecha.',
  notEssential:
    'La entidad legal de la brecha no está marcada como servicio esencial (Ley 21.663): confirme si debe avisar al CSIRT Nacional.',
  massMedia:
    'Este aviso reemplaza al individual solo cuando no es posible avisar a cada persona. Deje constancia del medio, de la fecha y de la razón.',
} as const

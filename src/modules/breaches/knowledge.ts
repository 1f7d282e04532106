/**
 * The words of the notices and what is known of each kind of data; no logic. A blank is written {{so}} and has a
 * label in BLANKS, which is shown to the person who must complete it. Source: art. 14 sexies, Ley 19.628 (mod. Ley 21.719).
 */

export const LEGAL_SOURCE = 'art. 14 sexies, Ley 19.628 (mod. Ley 21.719)'

export const AUTHORITY = 'Agencia de Protección de Datos Personales'

export const BLANKS = {
  reportDate: 'fecha y hora del envío',
  reportKind: 'reporte inicial o complementario',
  id: 'número del registro interno',
  controller: 'nombre o razón social del responsable',
  taxId: 'RUT del responsable',
  address: 'domicilio postal del responsable',
  legalRep: 'representante legal',
  dpo: 'delegado de protección de datos o persona de contacto',
  contactEmail: 'correo electrónico de contacto',
  title: 'nombre del incidente',
  breachKind:
    'tipo de vulneración (destrucción, filtración, pérdida o alteración de datos, o comunicación o acceso no autorizados)',
  occurredAt: 'fecha y hora en que ocurrió, o el período estimado',
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
  consequences: 'posibles consecuencias para los titulares',
  observed: 'efectos constatados hasta ahora',
  effects: 'posibles efectos para los titulares',
  risk: 'evaluación del riesgo para los derechos de los titulares y sus fundamentos',
  management: 'medidas adoptadas para gestionar y mitigar la vulneración',
  prevention: 'medidas para prevenir que se repita',
  subjectNotice: 'si corresponde comunicar a los titulares',
  subjectsToldAt: 'fecha y medio de la comunicación a los titulares',
  story: 'explicación breve de lo ocurrido, sin términos técnicos',
  advice: 'qué pueden hacer las personas para protegerse',
  representative: 'aviso a representantes',
} as const
export type Blank = keyof typeof BLANKS

export const AUTHORITY_NOTICE = `REPORTE DE VULNERACIÓN A LAS MEDIDAS DE SEGURIDAD
${LEGAL_SOURCE}

A: ${AUTHORITY}
Fecha del reporte: {{reportDate}}
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
Tipo: {{breachKind}}
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
{{risk}}

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
Lo detectamos el {{detectedAt}}. {{story}}

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
- Puede pedirnos acceder a sus datos, corregirlos, suprimirlos, bloquearlos, llevarlos a otra parte u oponerse a su uso.
- Si considera que no respetamos sus derechos, puede reclamar ante la ${AUTHORITY}.

¿Con quién puede hablar?
{{dpo}}
Correo: {{contactEmail}}
Domicilio: {{address}}

{{controller}}
Este aviso se envía en cumplimiento del ${LEGAL_SOURCE}.
`

export const FOR_REPRESENTATIVES =
  ' Si usted recibe este aviso como madre, padre o representante de un niño o niña, se refiere a los datos de él o ella.'

export const SOURCES: ReadonlyMap<string, string> = new Map([
  ['manual', 'Detección por personas de la organización'],
  ['siem', 'Alerta automática del sistema de monitoreo (SIEM)'],
])

export const RISK_NAMES = {
  none: 'nulo',
  low: 'bajo',
  medium: 'medio',
  high: 'alto',
  critical: 'crítico',
} as const

export interface CategoryKnowledge {
  label: string
  /** What may come of it, for the authority and the register. */
  effect: string
  /** The same, said to the person. */
  consequence: string
  advice: string
}

const CONTACT = {
  effect: 'Comunicaciones engañosas dirigidas a los titulares (phishing).',
  consequence: 'Podría recibir correos, llamadas o mensajes engañosos que parecen verdaderos.',
  advice: 'No abra enlaces ni archivos de mensajes que no esperaba, y verifique quién le escribe o llama.',
}
const PRIVATE_LIFE = {
  effect: 'Discriminación o afectación de la vida privada de los titulares.',
  consequence:
    'Que otras personas conozcan esta información puede exponerlo a discriminación o afectar su vida privada.',
  advice:
    'Si alguien usa o difunde esta información, guarde las pruebas y avísenos para ayudarle a reaccionar.',
}

/** The seventeen categories of contract 2.3. Others are shown as they were written. */
export const CATEGORIES: Readonly<Record<string, CategoryKnowledge>> = {
  name: { label: 'Nombre y apellidos', ...CONTACT },
  email: { label: 'Correo electrónico', ...CONTACT },
  phone: { label: 'Teléfono', ...CONTACT },
  rut: {
    label: 'RUT',
    effect: 'Suplantación de identidad para contratar, tramitar o engañar.',
    consequence: 'Alguien podría hacerse pasar por usted o usar su identidad para contratar o engañar.',
    advice: 'Revise periódicamente que no haya deudas, contratos o trámites a su nombre que no reconozca.',
  },
  address: {
    label: 'Domicilio',
    effect: 'Ubicación de los titulares o correspondencia engañosa.',
    consequence: 'Alguien podría ubicarlo o enviarle correspondencia engañosa.',
    advice: 'Esté atento a visitas o correspondencia que no esperaba.',
  },
  financial: {
    label: 'Datos económicos, financieros, bancarios o comerciales',
    effect: 'Perjuicio económico: cargos, transferencias o créditos no autorizados.',
    consequence: 'Podrían intentar cargos, transferencias o créditos que usted no autorizó.',
    advice:
      'Revise sus cuentas y tarjetas, cambie sus claves y avise a su banco ante cualquier movimiento extraño.',
  },
  health: { label: 'Datos de salud', ...PRIVATE_LIFE },
  biometric: {
    label: 'Datos biométricos (huella, rostro, voz)',
    effect: 'Suplantación mediante rasgos que los titulares no pueden cambiar.',
    consequence:
      'Estos datos no se pueden cambiar: alguien podría intentar usarlos para identificarse como usted.',
    advice: 'Donde acceda con huella, rostro o voz, agregue una clave u otra forma de verificación.',
  },
  ethnic_origin: { label: 'Origen étnico o racial', ...PRIVATE_LIFE },
  political: { label: 'Afiliación política, sindical o gremial', ...PRIVATE_LIFE },
  religious: { label: 'Creencias religiosas o convicciones', ...PRIVATE_LIFE },
  sexual_orientation: { label: 'Vida sexual, orientación sexual o identidad de género', ...PRIVATE_LIFE },
  criminal: { label: 'Antecedentes penales', ...PRIVATE_LIFE },
  minor_data: {
    label: 'Datos de niños, niñas o adolescentes',
    effect: 'Contacto o engaño de niños, niñas o adolescentes.',
    consequence: 'Alguien podría intentar contactar o engañar a un niño, niña o adolescente.',
    advice: 'Converse con el niño, niña o adolescente y revise con quién se comunica.',
  },
  location: {
    label: 'Ubicación',
    effect: 'Conocimiento de la ubicación o los desplazamientos de los titulares.',
    consequence: 'Alguien podría conocer dónde está o los lugares que frecuenta.',
    advice: 'Revise qué aplicaciones comparten su ubicación y desactívelas si no las necesita.',
  },
  browsing: {
    label: 'Datos de navegación',
    effect: 'Conocimiento de los intereses o hábitos de los titulares en internet.',
    consequence: 'Alguien podría conocer sus intereses o hábitos en internet.',
    advice: 'Cambie sus claves y cierre las sesiones abiertas en dispositivos que no reconozca.',
  },
  employment: {
    label: 'Datos laborales',
    effect: 'Conocimiento de las condiciones de trabajo de los titulares, o engaños que las aprovechen.',
    consequence: 'Alguien podría conocer sus condiciones de trabajo o usarlas para engañarlo.',
    advice: 'Verifique con su empleador los mensajes sobre pagos o contratos que no esperaba.',
  },
}

import { fold } from '#kernel/text.ts'

/** Texts about each kind of data in a breach, and how the record's free words are mapped to them. */

export interface CategoryKnowledge {
  label: string
  /** The possible effect, for the authority and the register. */
  effect: string
  /** The same, addressed to the person. */
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
    'Que otras personas conozcan esta información puede exponerle a discriminación o afectar su vida privada.',
  advice:
    'Si alguien usa o difunde esta información, guarde las pruebas y avísenos para ayudarle a reaccionar.',
}

/** The seventeen categories of contract 2.3. Others appear as they were written. */
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
    consequence: 'Alguien podría ubicarle o enviarle correspondencia engañosa.',
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
    consequence: 'Alguien podría conocer sus condiciones de trabajo o usarlas para engañarle.',
    advice: 'Verifique con su empleador los mensajes sobre pagos o contratos que no esperaba.',
  },
}

/**
 * The categories of a breach are free words. These patterns map them to those of art. 14 sexies or art. 2 letra g), so
 * «Salud» has the same effect as `health`.
 */
const READ_AS: readonly (readonly [RegExp, category: string])[] = [
  [
    /^health|\bsalud\b|\bmedic[oa]s?\b|\bmedicament|\brecetas?\b|\bfarmac|\bclinic[oa]s?\b|\bdiagnosticos?\b|\bexamen(es)? de (laboratorio|sangre)\b|\benfermedad(es)?\b|\bembaraz|\bvih\b|\bpsiquiatr|\bpsicolog|\bvacuna|\bdiscapacidad|\bgrupo sanguineo\b|\bgenetic|\bproteomic|\bmetabolic|\badn\b|\b(perfil|muestras?) biologic/,
    'health',
  ],
  [/^biometric|\bbiometric[oa]s?\b|\bhuellas?\b(?! de )|\bfacial(es)?\b|\brostros?\b|\biris\b/, 'biometric'],
  [
    /^ethnic|^racial|\betni(co|ca|a)s?\b|\bracial(es)?\b|\braza\b|\bindigenas?\b|\bpueblos? originarios?\b/,
    'ethnic_origin',
  ],
  [
    /^politic|^trade union|\bpolitic[oa]s?\b|\bmilitan(tes?|cias?)\b|\bsindica(l|les|tos?)\b|\bgremial(es)?\b|\bgremios?\b/,
    'political',
  ],
  [
    /^religio|\breligi(on|osa|oso|osas|osos)\b|\bcredo\b|\bcreencias?\b|\bconviccion(es)?\b|\bideologic|\bfilosofic/,
    'religious',
  ],
  [
    /^sexual|\b(orientacion|vida|identidad) sexual\b|\bidentidad de genero\b|\btransgenero\b/,
    'sexual_orientation',
  ],
  [
    /^financial|^bank|\bfinancier[oa]s?\b|\bbancari[oa]s?\b|\bcrediti|\bcreditos?\b|\bprestamos?\b|\bdeudas?\b|\bmoros|\bprotestos?\b|\bpagares?\b|\bcheques?\b|\bcobranzas?\b|\bcuentas? (corrientes?|vista|de ahorro)\b|\btarjetas?\b(?! de (acceso|identificacion|presentacion|visita))|\b(dato|obligacion|informacion)\w* (de caracter )?(economic|comercial)/,
    'financial',
  ],
  [
    /^minors?\b|^child|\bmenores\b|\bmenor de (edad|\d+|catorce|dieciocho)\b|\bnin[oa]s?\b|\badolescentes?\b|\bnna\b|\bhij[oa]s?\b|\bescolar(es)?\b|\bparvul|\bkinder\b|\b(ensenanza|educacion) basica\b|\blactantes?\b/,
    'minor_data',
  ],
]

/** The category that a word stands for, or the word itself if it is unknown. */
export function categoryOf(word: string): string {
  const plain = fold(word).replace(/_/g, ' ')
  if (CATEGORIES[word]) return word
  return READ_AS.find(([pattern]) => pattern.test(plain))?.[1] ?? word
}

/** The law's name for the category, or the word as it was written. */
export function labelOf(word: string): string {
  return CATEGORIES[word]?.label ?? word
}

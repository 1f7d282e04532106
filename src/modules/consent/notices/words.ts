import { stopAfter } from '#kernel/text.ts'

/** The banner's own words, in the languages of its notice. */

const ES = {
  label: 'Privacidad',
  reject: 'Rechazar todo',
  choose: 'Elegir',
  accept: 'Aceptar todo',
  save: 'Guardar elección',
  preferences: 'Elija para qué podemos usar cookies',
  hint: 'Salvo lo necesario para que el sitio funcione, nada se activa sin su permiso.',
  held: 'Este contenido es de otro sitio y espera su permiso.',
  close: 'Cerrar sin decidir',
  back: 'Cerrar sin cambiar',
  always: 'Siempre activas',
  cookies: 'Cookies',
  privacyPolicy: 'Política de privacidad',
  cookiePolicy: 'Política de cookies',
  saved: 'Su decisión quedó guardada.',
  receipt: 'Ver mi comprobante',
}

const EN: typeof ES = {
  label: 'Privacy',
  reject: 'Reject all',
  choose: 'Choose',
  accept: 'Accept all',
  save: 'Save choice',
  preferences: 'Choose what we may use cookies for',
  hint: 'Except what the site needs to work, nothing is turned on without your permission.',
  held: 'This content comes from another site and waits for your permission.',
  close: 'Close without deciding',
  back: 'Close without changes',
  always: 'Always on',
  cookies: 'Cookies',
  privacyPolicy: 'Privacy policy',
  cookiePolicy: 'Cookie policy',
  saved: 'Your decision was saved.',
  receipt: 'View my receipt',
}

/**
 * Languages are matched by their first two letters. Spanish is always included. `reopen`: the banner leaves a button behind.
 */
export function wordsFor(languages: readonly string[], organization: string, reopen: boolean) {
  const es = `Responsable: ${organization}${stopAfter(organization)} Puede cambiar su decisión cuando quiera${reopen ? ` con el botón «${ES.label}»` : ''}.`
  const en = `Controller: ${organization}${stopAfter(organization)} You can change your decision at any time${reopen ? ` with the «${EN.label}» button` : ''}.`
  const isEnglish = languages.some((language) => /^en/i.test(language))
  return { es: { ...ES, about: es }, ...(isEnglish && { en: { ...EN, about: en } }) }
}

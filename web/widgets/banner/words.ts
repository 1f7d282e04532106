const ES = {
  label: 'Privacidad',
  reject: 'Rechazar todo',
  choose: 'Elegir',
  accept: 'Aceptar todo',
  save: 'Guardar elección',
  preferences: 'Elija para qué podemos usar cookies',
  hint: 'Salvo lo necesario para que el sitio funcione, nada se activa sin su permiso. Puede cambiar su decisión cuando quiera.',
  close: 'Cerrar sin decidir',
  back: 'Cerrar sin cambiar',
  always: 'Siempre activas',
  cookies: 'Cookies',
  privacyPolicy: 'Política de privacidad',
  cookiePolicy: 'Política de cookies',
  saved: 'Su decisión quedó guardada.',
}

export type Words = typeof ES

const EN: Words = {
  label: 'Privacy',
  reject: 'Reject all',
  choose: 'Choose',
  accept: 'Accept all',
  save: 'Save choice',
  preferences: 'Choose what for',
  hint: 'Except what the site needs to work, nothing is turned on without your permission. You can change your decision at any time.',
  close: 'Close without deciding',
  back: 'Close without changes',
  always: 'Always on',
  cookies: 'Cookies',
  privacyPolicy: 'Privacy policy',
  cookiePolicy: 'Cookie policy',
  saved: 'Your decision was saved.',
}

export function wordsIn(language: string): Words {
  return /^en/i.test(language) ? EN : ES
}

/** Changes of an account, in the words of the letter to its person. */
export const ACCOUNT_CHANGES = {
  new_device: {
    subject: 'Nuevo inicio de sesión en su cuenta de Resguardo',
    happened: 'Iniciaron sesión en su cuenta desde un equipo o un lugar que no conocíamos.',
  },
  password_changed: {
    subject: 'Cambió la contraseña de su cuenta de Resguardo',
    happened: 'La contraseña de su cuenta cambió, y cerramos las demás sesiones.',
  },
  factor_added: {
    subject: 'Hay un segundo factor nuevo en su cuenta de Resguardo',
    happened: 'Se agregó a su cuenta una forma de confirmar el inicio de sesión.',
  },
  factor_removed: {
    subject: 'Se quitó un segundo factor de su cuenta de Resguardo',
    happened: 'Se quitó de su cuenta una forma de confirmar el inicio de sesión.',
  },
  factors_reset: {
    subject: 'Se restablecieron los segundos factores de su cuenta de Resguardo',
    happened:
      'Quien administra una de sus organizaciones, o quien opera el servicio, quitó los segundos factores de su cuenta. Configure uno nuevo al iniciar sesión.',
  },
  recovery_codes: {
    subject: 'Hay códigos de recuperación nuevos en su cuenta de Resguardo',
    happened: 'Se generaron códigos de recuperación nuevos para su cuenta. Los anteriores ya no sirven.',
  },
  recovery_used: {
    subject: 'Se usó un código de recuperación de su cuenta de Resguardo',
    happened: 'Iniciaron sesión en su cuenta con uno de sus códigos de recuperación. Ese código ya no sirve.',
  },
  factor_guessed: {
    subject: 'Un segundo factor equivocado, cinco veces, en su cuenta de Resguardo',
    happened:
      'Alguien escribió bien su contraseña y falló cinco veces el segundo factor. No entró. Si no fue usted, esa persona conoce su contraseña.',
  },
  passkey_copied: {
    subject: 'Rechazamos una llave de acceso de su cuenta de Resguardo',
    happened:
      'Una de sus llaves de acceso respondió con un contador de usos atrasado, señal de que existe una copia. No la dejamos entrar. Quite esa llave de su cuenta y registre otra.',
  },
} as const

export type AccountChange = keyof typeof ACCOUNT_CHANGES

interface Happening {
  change: AccountChange
  name: string
  at: string
  device: string
  addressPrefix: string | undefined
  publicUrl: string
}

const CHILEAN_TIME = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export function letterOf({ change, name, at, device, addressPrefix, publicUrl }: Happening) {
  const { subject, happened } = ACCOUNT_CHANGES[change]
  const facts = [
    `Cuándo: ${CHILEAN_TIME.format(new Date(at)).replace(', ', ' a las ')} (hora de Chile)`,
    `Equipo: ${device}`,
    ...(addressPrefix ? [`Red: ${addressPrefix}`] : []),
  ]
  return {
    subject,
    paragraphs: [
      `Hola, ${name}:`,
      happened,
      facts.join('\n'),
      'Si fue usted, no tiene que hacer nada.',
      `Si no fue usted, pida de inmediato un enlace para cambiar su contraseña en ${publicUrl}: al usarlo se cierran todas las sesiones. Avise también a quien administra su organización.`,
    ],
  }
}

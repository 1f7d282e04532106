import { Failure, type FailureKind } from '#kernel/failure.ts'

/** Why a company's sign-in refuses a person: status, rule and words. */
const REFUSALS = {
  notOffered: [
    'notFound',
    'Esta organización no ofrece un inicio de sesión propio. Revise el enlace, o entre con su correo y contraseña.',
  ],
  expired: [
    'unauthorized',
    'El inicio de sesión venció, ya se usó o empezó en otro navegador. Empiece de nuevo.',
  ],
  changed: [
    'unauthorized',
    'La organización cambió su inicio de sesión mientras usted entraba. Empiece de nuevo.',
  ],
  away: ['unavailable', 'El proveedor de su organización no responde. Intente en unos minutos.'],
  provider: ['unauthorized', 'El proveedor de su organización no confirmó quién es usted. Empiece de nuevo.'],
  noEmail: [
    'forbidden',
    'El proveedor de su organización no nos dio su correo. Pida a quien lo administra que incluya el atributo «email».',
  ],
  unverifiedEmail: [
    'forbidden',
    'El proveedor de su organización dice que su correo no está verificado. Verifíquelo ahí, o pídalo a quien lo administra.',
  ],
  domain: [
    'forbidden',
    'Su correo no es de un dominio que esta organización acepta en su inicio de sesión. Pida una invitación a uno de sus administradores.',
  ],
  unproven: [
    'forbidden',
    'La organización aún no prueba que el dominio de su correo es suyo. Pida a uno de sus administradores que lo verifique en Dominios.',
  ],
  otherSubject: [
    'forbidden',
    'Ya entró aquí otra persona del proveedor con este mismo correo. Si es usted con una cuenta nueva, pida a un administrador que quite a la persona y la agregue otra vez.',
  ],
  owner: [
    'forbidden',
    'Un OWNER entra de esta forma solo cuando un OWNER guardó el proveedor actual. Entre con su contraseña y guarde la configuración de inicio de sesión.',
  ],
} as const satisfies Record<string, readonly [FailureKind, string]>

export type Refusal = keyof typeof REFUSALS

export function refusal(rule: Refusal, message: string = REFUSALS[rule][1]): Failure {
  return new Failure(REFUSALS[rule][0], message, { details: [{ path: '', message, rule }] })
}

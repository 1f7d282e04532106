import { Link, type LinkProps } from '@tanstack/react-router'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { Membership } from './me.ts'
import { Outside } from './outside.tsx'
import { companySignIn } from './sign-in.tsx'

const WHY: Record<NonNullable<Membership['refusal']>, string> = {
  suspended: 'La organización está suspendida. Hable con quien opera el servicio.',
  expired: 'La organización pide sesiones más cortas: cierre esta y entre otra vez.',
  sso: 'La organización pide entrar con la cuenta de la empresa.',
  mailbox: 'Falta probar que su correo es suyo: use el enlace que le enviamos.',
  mfa: 'La organización exige un segundo factor. Actívelo en su cuenta.',
}

/** The person does not belong to the organisation, or the session cannot open it. */
export function NotLetIn({ membership }: { membership: Membership | undefined }) {
  const refusal = membership?.refusal
  return (
    <Outside
      title={membership?.name ?? 'No encontramos esta organización'}
      about={
        refusal
          ? WHY[refusal]
          : 'La dirección está mal escrita, usted no es parte de ella, o entró con la cuenta de otra empresa.'
      }
    >
      {refusal === 'sso' && (
        <Button kind="main" onClick={() => location.assign(companySignIn(membership!.slug))}>
          Entrar con la cuenta de la empresa
        </Button>
      )}
      {refusal === 'mfa' && (
        <ButtonLink kind="main" {...({ to: '/cuenta', search: { parte: 'seguridad' } } as LinkProps)}>
          Activar un segundo factor
        </ButtonLink>
      )}
      <Link to="/">Ir al inicio</Link>
    </Outside>
  )
}

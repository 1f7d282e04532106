import { useSuspenseQuery } from '@tanstack/react-query'
import { reading, useActIn } from '../../data.ts'
import { ago, moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './account.module.css'

const METHODS: Readonly<Record<string, string>> = {
  password: 'con contraseña',
  passkey: 'con una llave de acceso',
  sso: 'con la cuenta de la empresa',
  invitation: 'con una invitación',
  registration: 'al crear la cuenta',
  device: 'con un código que usted autorizó',
}

export function Sessions() {
  const { data } = useSuspenseQuery(reading('', '/auth/sessions'))
  const end = useActIn('', (service, id: string) => service.delete('/auth/sessions/{id}', { path: { id } }), {
    done: 'Esa sesión quedó cerrada.',
  })
  const endOthers = useActIn('', (service) => service.delete('/auth/sessions'), {
    done: ({ ended }) => (ended === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${ended} sesiones.`),
  })
  return (
    <Panel
      title="Dónde tiene sesiones abiertas"
      actions={
        data.items.length > 1 && (
          <ConfirmButton
            title="Cerrar todas las demás"
            about="Esta sesión sigue; las otras piden entrar otra vez."
            confirm="Cerrarlas"
            act={() => endOthers.mutate()}
          >
            Cerrar todas las demás
          </ConfirmButton>
        )
      }
    >
      <ul className="plain">
        {data.items.map(({ id, device, addressPrefix, method, strong, createdAt, lastUsedAt, current }) => (
          <li key={id} className={css['item']}>
            <span className="stack tight">
              <span className="row">
                <span className="strong">{device ?? 'Un programa'}</span>
                {current && <Mark tone="ok">Esta</Mark>}
                {strong && <Mark>Con segundo factor</Mark>}
              </span>
              <span className="hint">
                Abierta el {moment(createdAt)} {METHODS[method] ?? ''}
                {lastUsedAt && ` · usada ${ago(lastUsedAt)}`}
                {addressPrefix && ` · red ${addressPrefix}`}
              </span>
            </span>
            {!current && (
              <Button busy={end.isPending} onClick={() => end.mutate(id)}>
                Cerrarla
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeenByAct, useShown } from '../../seen.ts'
import { ago, day, moment } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, NumberField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { ShownOnce } from '../../ui/once.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { type ApiKey, KeyForm } from './key-form.tsx'
import { stateOf } from './keys.tsx'
import { Shell } from './shell.tsx'
import { KEY_ROLES } from './words.ts'

export function KeyPage() {
  const id = useParam('id')
  useAhead([['/settings/api-keys/scopes'], ['/settings/api-keys/{id}', { path: { id } }]])
  return <Shown apiKey={useRecord('/settings/api-keys/{id}', { path: { id } })} />
}

const pathOf = (id: string) => `/settings/api-keys/${id}`

const SAVED = 'Guardado. Vale desde su próxima solicitud.'

function Shown({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, isActive } = apiKey
  const at = useAt()
  const navigate = useNavigate()
  const labels = new Map(
    useRecord('/settings/api-keys/scopes').items.map(({ scope, label }) => [scope, label]),
  )
  const [open, setOpen] = useState<'edit' | 'rotate'>()
  const [made, setMade] = useState<string>()
  const shown = useShown(pathOf(id))
  const change = useAct(
    (service, { body, seen }: { body: object; seen: Seen }) =>
      service.put('/settings/api-keys/{id}', { path: { id }, body: body as never, ...seen }),
    { quiet: true, done: SAVED, after: () => setOpen(undefined) },
  )
  const turn = useAct(
    (service) =>
      service.put('/settings/api-keys/{id}', { path: { id }, body: { isActive: !isActive }, ...shown() }),
    { done: SAVED },
  )
  const revoke = useAct(
    (service) => service.delete('/settings/api-keys/{id}', { path: { id }, ...shown() }),
    {
      done: 'La clave ya no sirve.',
      after: () => void navigate(at('ajustes/claves')),
    },
  )
  return (
    <Shell
      title={name}
      mark={stateOf(apiKey)}
      back={{ ...at('ajustes/claves'), children: 'Claves de API' }}
      actions={
        <>
          <Button onClick={() => setOpen('edit')}>Editar</Button>
          <Button onClick={() => setOpen('rotate')}>Renovar</Button>
          <Button busy={turn.isPending} onClick={() => turn.mutate()}>
            {isActive ? 'Desactivar' : 'Activar'}
          </Button>
          <ConfirmButton
            kind="grave"
            title={`¿Revocar «${name}»?`}
            about="El sistema que la usa es rechazado desde su próxima solicitud. No se puede deshacer."
            confirm="Revocar"
            act={() => revoke.mutate()}
          >
            Revocar
          </ConfirmButton>
        </>
      }
    >
      <Panel title="La clave">
        <Facts
          facts={[
            ['Empieza con', <code key="prefix">{apiKey.prefix}…</code>],
            ['Actúa como', KEY_ROLES.find(([role]) => role === apiKey.role)?.[1]],
            ['Usada', apiKey.lastUsedAt ? ago(apiKey.lastUsedAt) : 'Nunca'],
            ['Vence', apiKey.expiresAt ? day(apiKey.expiresAt) : 'No vence'],
            ['Creada', day(apiKey.createdAt)],
            ['Solicitudes por minuto', apiKey.requestsPerMinute?.toLocaleString('es-CL') ?? 'Las del plan'],
            ['Direcciones', apiKey.allowedAddresses.join(', ') || 'Cualquiera', 'whole'],
            ['Sitios', apiKey.allowedOrigins.join(', ') || 'Cualquiera', 'whole'],
          ]}
        />
        {apiKey.holderLeft && (
          <p className="hint">
            Quien la vio al crearla o renovarla ya no es parte de la organización, y la clave sigue sirviendo.
            Renuévela y cámbiela en el sistema que la usa.
          </p>
        )}
        {apiKey.previousUntil && (
          <p className="hint">La anterior sirve hasta el {moment(apiKey.previousUntil)}.</p>
        )}
        <div>
          <ButtonLink {...at('ajustes/auditoria', { actorId: id })}>Ver lo que hizo</ButtonLink>
        </div>
      </Panel>
      <Panel title="Permisos">
        <ul className="stack tight plain">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>{labels.get(scope) ?? scope}</li>
          ))}
        </ul>
      </Panel>
      {open === 'edit' && (
        <Dialog wide title={`Editar «${name}»`} onClose={() => setOpen(undefined)}>
          <KeyForm
            apiKey={apiKey}
            submit="Guardar"
            save={(body, seen) => change.mutateAsync({ body, seen })}
            onCancel={() => setOpen(undefined)}
          />
        </Dialog>
      )}
      {open === 'rotate' && (
        <Rotation
          id={id}
          onClose={() => setOpen(undefined)}
          onMade={(key) => {
            setOpen(undefined)
            setMade(key)
          }}
        />
      )}
      {made && <ShownOnce title="Clave renovada" secret={made} onClose={() => setMade(undefined)} />}
    </Shell>
  )
}

function Rotation({
  id,
  onClose,
  onMade,
}: {
  id: string
  onClose: () => void
  onMade: (key: string) => void
}) {
  const seen = useSeenByAct(pathOf(id))
  const rotate = useAct(
    (service, overlapHours: number) =>
      service.post('/settings/api-keys/{id}/rotate', { path: { id }, body: { overlapHours }, ...seen }),
    { quiet: true, after: ({ key }) => onMade(key) },
  )
  const form = useForm({
    initial: { overlapHours: 24 as number | null },
    save: ({ overlapHours }) => rotate.mutateAsync(overlapHours ?? 24),
  })
  return (
    <Dialog
      title="Renovar la clave"
      about="Nace una clave nueva con los mismos permisos. La anterior sirve un tiempo más, para cambiarla en el otro sistema."
      onClose={onClose}
    >
      <FormView form={form} submit="Renovarla" onCancel={onClose}>
        <NumberField
          form={form}
          name="overlapHours"
          label="Horas en que la anterior sigue sirviendo"
          hint="De 0 a 72; 0 la termina de inmediato."
          required
        />
      </FormView>
    </Dialog>
  )
}

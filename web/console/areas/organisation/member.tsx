import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ROLES, reaches } from '#kernel/roles.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { useMe } from '../../session/me.ts'
import { day } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel } from '../../ui/page.tsx'
import { rolesToGive } from './members.tsx'
import { MEMBER_STATES, type Member, ROLE_WORDS } from './words.ts'

export function MemberPage() {
  const id = useParam('id')
  const at = useAt()
  const member = useRecord('/settings/members/{userId}', { path: { userId: id } })
  return <Shown member={member} back={{ ...at('personas'), children: 'Personas' }} />
}

const pathOf = (userId: string) => `/settings/members/${userId}`

function Shown({
  member,
  back,
}: {
  member: Member
  back: ReturnType<ReturnType<typeof useAt>> & { children: string }
}) {
  const { userId, name, email, role, status } = member
  const { may, role: own } = useOrganisation()
  const { user } = useMe()
  const shown = useShown(pathOf(userId))
  const at = useAt()
  const navigate = useNavigate()
  const [changing, setChanging] = useState(false)
  const [link, setLink] = useState<string>()
  const isSelf = userId === user?.id
  // Only an OWNER changes or removes another.
  const mayTouch = role !== 'OWNER' || own === 'OWNER'
  const isInvited = status === 'INVITED'
  const remove = useAct(
    (service) => service.delete('/settings/members/{userId}', { path: { userId }, ...shown() }),
    {
      done: isInvited ? 'La invitación ya no sirve.' : 'Ya no es parte de la organización y no puede entrar.',
      after: () => void navigate(at('personas')),
    },
  )
  const reset = useAct(
    (service) => service.delete('/settings/members/{userId}/mfa', { path: { userId }, ...shown() }),
    {
      done: 'Su segundo factor quedó restablecido. Al entrar configurará otro.',
    },
  )
  const again = useAct(
    (service) => service.post('/settings/members', { body: { email, name: name || email, role } }),
    {
      done: 'Le enviamos otro enlace; el anterior ya no sirve.',
      after: ({ invitationUrl }) => setLink(invitationUrl),
    },
  )
  const [state, tone] = MEMBER_STATES[status]
  return (
    <Page
      title={name || email}
      mark={<Mark tone={tone}>{state}</Mark>}
      back={back}
      actions={
        mayTouch && (
          <>
            {may('PATCH /settings/members/{userId}') && (
              <Button onClick={() => setChanging(true)}>Cambiar el rol</Button>
            )}
            {isInvited && may('POST /settings/members') && (
              <Button busy={again.isPending} onClick={() => again.mutate()}>
                Invitar otra vez
              </Button>
            )}
            {!isInvited && !isSelf && may('DELETE /settings/members/{userId}/mfa') && (
              <ConfirmButton
                title="¿Restablecer su segundo factor?"
                about="Úselo solo si lo perdió y usted comprobó que es ella o él: se quitan su aplicación de códigos, sus llaves y sus códigos de recuperación, y se cierran sus sesiones. Le avisamos por correo."
                confirm="Restablecer"
                act={() => reset.mutate()}
              >
                Restablecer el segundo factor
              </ConfirmButton>
            )}
            {may('DELETE /settings/members/{userId}') && (
              <ConfirmButton
                kind="grave"
                title={isInvited ? '¿Retirar la invitación?' : '¿Quitar a esta persona?'}
                about={
                  isInvited
                    ? 'El enlace que recibió deja de servir.'
                    : 'Deja de entrar de inmediato. Lo que hizo se conserva con su nombre. Si creó claves de API, siguen sirviendo: renuévelas en los ajustes.'
                }
                confirm={isInvited ? 'Retirar' : 'Quitar'}
                act={() => remove.mutate()}
              >
                {isInvited ? 'Retirar la invitación' : 'Quitar de la organización'}
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      <Panel title="Cuenta">
        <Facts
          facts={[
            ['Correo', email],
            ['Rol', ROLE_WORDS[role][0]],
            [isInvited ? 'Invitada el' : 'Desde', day(member.createdAt)],
          ]}
        />
        {isSelf && (
          <div>
            <ButtonLink to="/cuenta" search={{}}>
              Su cuenta: contraseña, segundo factor y sesiones
            </ButtonLink>
          </div>
        )}
        {link && (
          <>
            <p className="muted">Si el correo no llega, entréguele usted este enlace:</p>
            <Copy text={link} />
          </>
        )}
      </Panel>
      <Panel title="Qué puede hacer">
        <ul className="stack plain">
          {ROLES.filter((one) => reaches(role, one)).map((one) => (
            <li key={one} className="stack tight">
              <span className={one === role ? 'strong' : ''}>{ROLE_WORDS[one][0]}</span>
              <span className="muted">{ROLE_WORDS[one][1]}</span>
            </li>
          ))}
        </ul>
      </Panel>
      {changing && <RoleDialog member={member} onClose={() => setChanging(false)} />}
    </Page>
  )
}

function RoleDialog({
  member: { userId, role, name, email },
  onClose,
}: {
  member: Member
  onClose: () => void
}) {
  const { role: own } = useOrganisation()
  const change = useAct(
    (service, { body, seen }: { body: { role: string }; seen: Seen }) =>
      service.patch('/settings/members/{userId}', { path: { userId }, body: body as never, ...seen }),
    { quiet: true, done: 'El rol cambió; vale desde ya.', after: onClose },
  )
  const form = useForm({
    version: useSeen(pathOf(userId)),
    initial: { role: role as string },
    save: (body, seen) => change.mutateAsync({ body, seen }),
  })
  return (
    <Dialog title={`Rol de ${name || email}`} about="Vale desde lo próximo que haga." onClose={onClose}>
      <FormView form={form} submit="Cambiar el rol" onCancel={onClose}>
        <RadioField
          form={form}
          name="role"
          label="Rol"
          hint="Cada uno puede también lo de los que están antes."
          choices={rolesToGive(own)}
          required
        />
      </FormView>
    </Dialog>
  )
}

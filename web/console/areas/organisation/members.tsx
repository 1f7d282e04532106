import { useState } from 'react'
import { ROLES, type Role, reaches } from '#kernel/roles.ts'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { useMe } from '../../session/me.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, Pair, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { MEMBER_STATES, ROLE_WORDS } from './words.ts'

/** Only an OWNER can give the role OWNER. */
export function rolesToGive(own: Role) {
  return ROLES.filter((role) => role !== 'OWNER' || reaches(own, 'OWNER'))
    .toReversed()
    .map((role) => [role, ROLE_WORDS[role][0], ROLE_WORDS[role][1]] as const)
}

/** The members and their roles. */
export function MemberList() {
  const { search } = useFilters()
  const { may } = useOrganisation()
  const { user } = useMe()
  const at = useAt()
  const [inviting, setInviting] = useState(false)
  const { rows, total, more } = useRecords('/settings/members', search)
  return (
    <Page
      title="Personas"
      about="Quién entra a la organización y qué puede hacer en ella. Cada cambio queda en la auditoría."
      actions={
        may('POST /settings/members') && (
          <Button kind="main" onClick={() => setInviting(true)}>
            Invitar a una persona
          </Button>
        )
      }
    >
      <Filters filters={[]} />
      <List
        label="Personas"
        rows={rows.map((member) => ({ ...member, id: member.userId }))}
        total={total}
        more={more}
        to={({ id }) => at(`personas/${id}`)}
        columns={[
          {
            label: 'Nombre',
            cell: ({ name, email, userId }) => `${name || email}${userId === user?.id ? ' (usted)' : ''}`,
          },
          { label: 'Correo', cell: ({ email }) => email },
          { label: 'Rol', cell: ({ role }) => ROLE_WORDS[role][0] },
          {
            label: 'Estado',
            cell: ({ status }) => <Mark tone={MEMBER_STATES[status][1]}>{MEMBER_STATES[status][0]}</Mark>,
          },
          { label: 'Desde', sort: 'createdAt', cell: ({ createdAt }) => day(createdAt) },
        ]}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}

interface Invitation {
  email: string
  name: string
  role: string
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { role: own } = useOrganisation()
  const [link, setLink] = useState<string>()
  const invite = useAct(
    (service, body: Invitation) => service.post('/settings/members', { body: body as never }),
    { quiet: true, after: ({ invitationUrl }) => setLink(invitationUrl) },
  )
  const form = useForm({
    keep: 'member/new',
    initial: { email: '', name: '', role: 'ANALYST' },
    save: (values) => invite.mutateAsync(values),
  })
  if (link)
    return (
      <Dialog title="Invitación enviada" onClose={onClose}>
        <Notice tone="ok">
          <p>Le enviamos un correo a {form.values.email} con el enlace para entrar.</p>
        </Notice>
        <p className="muted">
          Si el correo no llega, entréguele usted este enlace. Sirve una sola vez y solo a esa persona;
          invitarla otra vez lo reemplaza.
        </p>
        <Copy text={link} />
        <div>
          <Button kind="main" onClick={onClose}>
            Listo
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title="Invitar a una persona"
      about="Le llega un correo con un enlace. Si ya tiene cuenta con ese correo, entra con ella."
      onClose={onClose}
    >
      <FormView form={form} submit="Invitar" onCancel={onClose}>
        <Pair>
          <TextField form={form} name="name" label="Nombre" maxLength={200} required />
          <TextField form={form} name="email" label="Correo" type="email" required />
        </Pair>
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

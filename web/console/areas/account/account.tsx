import { useMe } from '../../session/me.ts'
import { Facts, Page, Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Factors } from './factors.tsx'
import { NameForm } from './name.tsx'
import { NoticeChoices } from './notices.tsx'
import { PasswordForm } from './password.tsx'
import { Sessions } from './sessions.tsx'

const TABS = [
  ['datos', 'Mis datos'],
  ['seguridad', 'Acceso'],
  ['sesiones', 'Sesiones'],
  ['avisos', 'Avisos'],
] as const

/** The person's own account, shared by all their organisations. */
export function Account() {
  const tab = useTab(TABS)
  return (
    <Page narrow title="Mi cuenta" about="Lo suyo, igual en todas sus organizaciones.">
      <Tabs label="Partes de la cuenta" tabs={TABS} />
      {tab === 'datos' && <Own />}
      {tab === 'seguridad' && <Factors />}
      {tab === 'sesiones' && <Sessions />}
      {tab === 'avisos' && <NoticeChoices />}
    </Page>
  )
}

function Own() {
  const { user, tenants } = useMe()
  return (
    <>
      <Panel title="Quién es usted">
        {user && <NameForm key={user.name} name={user.name} />}
        <Facts
          facts={[
            ['Correo', user?.email, 'whole'],
            ['Organizaciones', tenants.map(({ name }) => name).join(', ')],
          ]}
        />
        <p className="hint">
          Con el correo entra a su cuenta. Para cambiarlo, hable con quien opera el servicio.
        </p>
      </Panel>
      <Panel title="Contraseña">
        <PasswordForm />
      </Panel>
    </>
  )
}

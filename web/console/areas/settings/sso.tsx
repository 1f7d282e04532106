import type { Data } from '#client'
import { ROLE_NAMES, ROLES } from '#kernel/roles.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { Told } from '../../service.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import { CheckField, ChoiceField, FormView, LinesField, Pair, TextField } from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import { Shell } from './shell.tsx'

type Sso = Data<'GET /settings/sso'>

/** People sign in with the account that their company gave them. */
export function SsoSettings() {
  const sso = useRecord('/settings/sso')
  const at = useAt()
  return (
    <Shell
      title="Cuenta de la empresa"
      mark={<Mark tone={sso.enabled ? 'ok' : 'plain'}>{sso.enabled ? 'Activa' : 'Sin activar'}</Mark>}
      about="Las personas entran con Microsoft Entra, Google, Okta, Keycloak u otro proveedor de OpenID Connect."
    >
      <Panel title="1. En su proveedor">
        <p className="muted">Registre una aplicación web con esta dirección de retorno:</p>
        <Copy text={sso.redirectUri} />
      </Panel>
      <Panel title="2. Aquí">
        <SsoForm sso={sso} />
      </Panel>
      {sso.enabled && (
        <Panel title="3. Probar">
          <p>
            {sso.testedByMe
              ? 'Usted ya entró con este proveedor.'
              : 'Entre una vez con esta dirección, en otra ventana: hace falta para exigirlo a los demás.'}
          </p>
          <Copy text={sso.startUrl} />
          {!sso.confirmedByOwner && (
            <Notice tone="warn">
              <p>
                Una cuenta principal debe guardar este proveedor para que las cuentas principales entren con
                él.
              </p>
            </Notice>
          )}
        </Panel>
      )}
      <Panel title="Dominios de correo">
        <Facts facts={[['Admitidos', sso.allowedDomains.join(', ')]]} />
        <p className="muted">Cada uno debe estar verificado por DNS en Dominios.</p>
        <div>
          <ButtonLink {...at('dominios')}>Ir a Dominios</ButtonLink>
        </div>
      </Panel>
    </Shell>
  )
}

const ROLE_CHOICES = ROLES.toReversed().map((role) => [role, ROLE_NAMES[role]] as const)

function SsoForm({ sso }: { sso: Sso }) {
  const save = useAct(
    (service, { body, seen }: { body: object; seen: Seen }) =>
      service.put('/settings/sso', { body: body as never, ...seen }),
    {
      quiet: true,
      done: ({ enabled }) => (enabled ? 'Guardado. El proveedor respondió bien.' : 'Guardado, sin activar.'),
    },
  )
  const form = useForm({
    version: useSeen('/settings/sso'),
    initial: {
      issuer: sso.issuer ?? '',
      clientId: sso.clientId ?? '',
      clientSecret: '',
      allowedDomains: [...sso.allowedDomains] as string[],
      defaultRole: sso.defaultRole as string,
      roleClaim: sso.roleClaim ?? '',
      groups: Object.entries(sso.roleMap).map(([group, role]): GroupRole => ({ group, role })),
      enabled: sso.enabled,
      enforce: sso.enforce,
    },
    save: async (
      { clientSecret, roleClaim, groups, allowedDomains, issuer, clientId, ...others },
      seen,
    ): Promise<void> => {
      const body = {
        ...others,
        ...(issuer.trim() && { issuer: issuer.trim() }),
        ...(clientId.trim() && { clientId: clientId.trim() }),
        ...(clientSecret && { clientSecret }),
        allowedDomains: allowedDomains.map((one) => one.trim()).filter(Boolean),
        roleClaim: roleClaim.trim() || null,
        roleMap: mapOf(groups),
      }
      await save.mutateAsync({ body, seen })
      // It is saved, and is not shown.
      form.set('clientSecret', '')
    },
  })
  return (
    <FormView form={form} submit="Guardar">
      <TextField
        form={form}
        name="issuer"
        label="Emisor (issuer)"
        type="url"
        hint="La dirección que publica el proveedor, por ejemplo https://login.microsoftonline.com/…/v2.0"
      />
      <Pair>
        <TextField form={form} name="clientId" label="Id. de la aplicación (client id)" maxLength={500} />
        <TextField
          form={form}
          name="clientSecret"
          label="Secreto (client secret)"
          type="password"
          complete="new-password"
          hint={
            sso.clientSecretSet
              ? 'Hay uno guardado. Vacío lo deja como está, salvo que cambie el emisor.'
              : 'Se guarda sellado y no se muestra.'
          }
        />
      </Pair>
      <LinesField
        form={form}
        name="allowedDomains"
        label="Dominios de correo admitidos"
        hint="Uno por línea, por ejemplo tiendasur.cl."
      />
      <Pair>
        <ChoiceField
          form={form}
          name="defaultRole"
          label="Rol de quien entra por primera vez"
          choices={ROLE_CHOICES}
          required
        />
        <TextField
          form={form}
          name="roleClaim"
          label="Atributo con los grupos"
          hint="Por ejemplo groups. Vacío: todos entran con el rol anterior."
          maxLength={200}
        />
      </Pair>
      <GroupRoles form={form} groups={form.values.groups} onChange={(groups) => form.set('groups', groups)} />
      <CheckField form={form} name="enabled" label="Activar: las personas pueden entrar así" />
      <CheckField
        form={form}
        name="enforce"
        label="Exigir: nadie entra de otra forma, salvo las cuentas principales"
        hint={
          sso.testedByMe ? undefined : 'Antes debe haber entrado usted misma o usted mismo con el proveedor.'
        }
      />
    </FormView>
  )
}

interface GroupRole {
  group: string
  role: string
}

/** Maps a group of the provider to a role. */
function GroupRoles({
  form,
  groups,
  onChange,
}: {
  form: Pick<Form<never>, 'faults'>
  groups: GroupRole[]
  onChange: (groups: GroupRole[]) => void
}) {
  return (
    <Entries
      title="Rol de cada grupo"
      add="Agregar un grupo"
      onAdd={() => onChange([...groups, { group: '', role: ROLES.at(-1)! }])}
    >
      {groups.map((one, index) => {
        const part = partOf<GroupRole>(
          form as never,
          one,
          (next) => onChange(replaced(groups, index, next)),
          form.faults,
          'roleMap',
        )
        return (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name until it is typed.
            key={index}
            label={one.group || `Grupo ${index + 1}`}
            onRemove={() => onChange(replaced(groups, index))}
          >
            <Pair>
              <TextField form={part} name="group" label="Grupo" maxLength={200} required />
              <ChoiceField form={part} name="role" label="Su rol" choices={ROLE_CHOICES} required />
            </Pair>
          </Entry>
        )
      })}
    </Entries>
  )
}

function mapOf(groups: readonly GroupRole[]): Record<string, string> {
  const named = groups.map(({ group, role }) => [group.trim(), role] as const)
  const twice = named.find(([group], index) => named.findIndex(([other]) => other === group) !== index)
  if (twice) throw new Told(`El grupo «${twice[0]}» está dos veces: déjelo con un solo rol.`)
  return Object.fromEntries(named)
}

import { Link } from '@tanstack/react-router'
import type { Data } from '#client'
import { counted } from '../../amounts.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckField, FormView, NumberField, Pair } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Shell } from './shell.tsx'

type Tenant = Data<'GET /settings/tenant'>

/** How members must sign in, and how long a session lasts. */
export function AccessSettings() {
  const tenant = useRecord('/settings/tenant')
  const { may } = useOrganisation()
  const at = useAt()
  return (
    <Shell
      title="Segundo factor y sesiones"
      about="Cómo entran las personas de la organización. Es parte de las medidas de seguridad que pide la ley (art. 14 quinquies)."
    >
      <Panel title="Exigencia">
        {may('PUT /settings/tenant') ? (
          <PolicyForm tenant={tenant} />
        ) : (
          <Facts
            facts={[
              ['Segundo factor', <Mark key="mfa">{tenant.requireMfa ? 'Obligatorio' : 'Voluntario'}</Mark>],
              [
                'Sesiones',
                tenant.sessionHours
                  ? `Hasta ${counted(tenant.sessionHours, 'hora', 'horas')}`
                  : 'Sin un límite propio',
              ],
            ]}
          />
        )}
        {tenant.ssoEnforced && (
          <Notice>
            <p>Además, todos menos las cuentas principales entran con la cuenta de la empresa.</p>
          </Notice>
        )}
      </Panel>
      <Panel title="Si alguien perdió su segundo factor">
        <p>
          Compruebe primero que es esa persona, por otro medio. Después ábrala en <em>Personas</em> y use
          «Restablecer el segundo factor»: se cierran sus sesiones, recibe un aviso por correo y al entrar
          configura otro.
        </p>
        <div className="row">
          {may('DELETE /settings/members/{userId}/mfa') && (
            <ButtonLink {...at('personas')}>Ir a Personas</ButtonLink>
          )}
          <Link to={'/cuenta' as '/'} search={{ parte: 'seguridad' } as never}>
            El suyo está en su cuenta
          </Link>
        </div>
      </Panel>
    </Shell>
  )
}

function PolicyForm({ tenant }: { tenant: Tenant }) {
  const save = useAct(
    (service, { body, seen }: { body: object; seen: object }) =>
      service.put('/settings/tenant', { body: body as never, ...seen }),
    { quiet: true, done: 'Guardado. Vale desde la próxima vez que alguien entre.' },
  )
  const form = useForm({
    version: useSeen('/settings/tenant'),
    initial: { requireMfa: tenant.requireMfa, sessionHours: tenant.sessionHours },
    save: (body, seen) => save.mutateAsync({ body, seen }),
  })
  return (
    <FormView form={form} submit="Guardar">
      <CheckField
        form={form}
        name="requireMfa"
        label="Exigir un segundo factor a todas las personas"
        hint="Quien no lo tenga lo configura antes de entrar. Para activarlo, su propia sesión debe tenerlo."
      />
      <Pair>
        <NumberField
          form={form}
          name="sessionHours"
          label="Horas que dura una sesión como máximo"
          hint="De 1 a 720. Vacío: sin un límite propio, hasta 30 días."
          min={1}
        />
      </Pair>
    </FormView>
  )
}

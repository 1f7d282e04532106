import { Link } from '@tanstack/react-router'
import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { BASE } from '../../service.ts'
import { day } from '../../times.ts'
import { Copy } from '../../ui/copy.tsx'
import { ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Shell } from './shell.tsx'
import { choiceName, LOCALES, PLANS, withOther, ZONES } from './words.ts'

type Tenant = Data<'GET /settings/tenant'>

export function OrganisationSettings() {
  const tenant = useRecord('/settings/tenant')
  const { may } = useOrganisation()
  const at = useAt()
  return (
    <Shell title="Ajustes" about="Lo que vale para toda la organización. Cada cambio queda en la auditoría.">
      <Panel title="Datos generales">
        {may('PUT /settings/tenant') ? (
          <TenantForm tenant={tenant} />
        ) : (
          <>
            <Facts
              facts={[
                ['Nombre', tenant.name],
                ['RUT', tenant.taxId],
                ['Correo de contacto', tenant.contactEmail],
                ['Idioma', choiceName(LOCALES, tenant.locale)],
                ['Zona horaria', choiceName(ZONES, tenant.timezone)],
              ]}
            />
            <Notice>
              <p>Los cambia quien administra la organización.</p>
            </Notice>
          </>
        )}
        <p className="hint">
          La razón social, el domicilio y el delegado son de cada{' '}
          <Link {...at('entidades')}>entidad legal</Link>.
        </p>
      </Panel>
      <Panel title="Cómo se la encuentra">
        <Facts
          facts={[
            [
              'Página pública',
              <Copy key="page" text={`${location.origin}${BASE}/p/${tenant.slug}`} />,
              'whole',
            ],
            ['Nombre corto', tenant.slug],
            ['Plan', PLANS[tenant.plan]],
            ['Desde', day(tenant.createdAt)],
          ]}
        />
      </Panel>
    </Shell>
  )
}

function TenantForm({ tenant }: { tenant: Tenant }) {
  const save = useAct(
    (service, { body, seen }: { body: object; seen: object }) =>
      service.put('/settings/tenant', { body: body as never, ...seen }),
    { quiet: true, done: 'Guardado.' },
  )
  const form = useForm({
    version: useSeen('/settings/tenant'),
    initial: {
      name: tenant.name,
      taxId: tenant.taxId ?? '',
      contactEmail: tenant.contactEmail ?? '',
      locale: tenant.locale,
      timezone: tenant.timezone,
    },
    save: (values, seen) =>
      save.mutateAsync({
        body: {
          ...values,
          taxId: values.taxId.trim() || null,
          contactEmail: values.contactEmail.trim() || null,
        },
        seen,
      }),
  })
  return (
    <FormView form={form} submit="Guardar">
      <Pair>
        <TextField form={form} name="name" label="Nombre" maxLength={200} required />
        <TextField form={form} name="taxId" label="RUT" maxLength={20} />
      </Pair>
      <TextField form={form} name="contactEmail" label="Correo de contacto" type="email" />
      <Pair>
        <ChoiceField
          form={form}
          name="locale"
          label="Idioma"
          choices={withOther(LOCALES, tenant.locale)}
          required
        />
        <ChoiceField
          form={form}
          name="timezone"
          label="Zona horaria"
          hint="De los informes; los plazos de la ley corren siempre con la hora de Chile."
          choices={withOther(ZONES, tenant.timezone)}
          required
        />
      </Pair>
    </FormView>
  )
}

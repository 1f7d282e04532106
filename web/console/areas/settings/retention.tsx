import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useSeen } from '../../seen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormView, NumberField, Pair } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

function period(days: number | null): string {
  if (days === null) return 'Mientras exista la organización'
  if (days % 365 === 0) return days === 365 ? '1 año' : `${days / 365} años`
  return days === 1 ? '1 día' : `${days} días`
}

/** How long the service itself keeps each kind of data, and why. */
export function RetentionSettings() {
  useAhead([['/settings/retention'], ['/settings/tenant']])
  const { items } = useRecord('/settings/retention')
  const tenant = useRecord('/settings/tenant')
  const { may } = useOrganisation()
  const at = useAt()
  return (
    <Shell
      title="Conservación"
      about="Cuánto guarda el servicio cada clase de registro. Lo que cumple su plazo se elimina solo."
    >
      <Notice>
        <p>
          El plazo de los datos que su organización trata lo fija usted, actividad por actividad, en el
          registro (art. 3 letra c).
        </p>
        <div>
          <ButtonLink {...at('registro')}>Ir al registro</ButtonLink>
        </div>
      </Notice>
      <Panel title="Respuestas a solicitudes">
        {may('PUT /settings/tenant') ? (
          <AnswersForm days={tenant.answerRetentionDays} />
        ) : (
          <p>
            Los paquetes de respuesta y las copias reunidas para ellos se conservan{' '}
            {tenant.answerRetentionDays} días.
          </p>
        )}
      </Panel>
      <Panel title="Registros del servicio">
        <ul className="plain">
          {items.map(({ what, days, why }) => (
            <li key={what} className={css['item']}>
              <span className="stack tight">
                <span className="strong">{what}</span>
                <span className="hint">{why}</span>
              </span>
              <Mark tone={days === null ? 'info' : 'plain'}>{period(days)}</Mark>
            </li>
          ))}
        </ul>
      </Panel>
    </Shell>
  )
}

function AnswersForm({ days }: { days: number }) {
  const save = useAct(
    (service, { body, seen }: { body: object; seen: object }) =>
      service.put('/settings/tenant', { body: body as never, ...seen }),
    { quiet: true, done: 'Guardado. Vale desde ya, también para lo ya entregado.' },
  )
  const form = useForm({
    version: useSeen('/settings/tenant'),
    initial: { answerRetentionDays: days as number | null },
    save: (body, seen) => save.mutateAsync({ body, seen }),
  })
  return (
    <FormView form={form} submit="Guardar">
      <Pair>
        <NumberField
          form={form}
          name="answerRetentionDays"
          label="Días que se conservan las respuestas"
          hint="De 15 a 365, desde la entrega. Después se eliminan el paquete y las copias reunidas para él; queda la prueba de lo entregado."
          min={15}
          required
        />
      </Pair>
    </FormView>
  )
}

import { useSuspenseQueries } from '@tanstack/react-query'
import type { Data } from '#client'
import { reading, useActIn } from '../../data.ts'
import { useMe } from '../../session/me.ts'
import { ChoiceField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { FilterChoice, useFilters } from '../../ui/list.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './account.module.css'

type Choices = Data<'GET /settings/notifications'>
type Event = Data<'GET /notifications/events'>['items'][number]

const CHOICES = [
  ['now', 'Al momento, por correo'],
  ['digest', 'En el resumen de la mañana'],
  ['off', 'Solo en la consola'],
] as const
const URGENT = CHOICES.filter(([key]) => key !== 'off')

/** Chooses, for each organisation, how the person is notified of events. */
export function NoticeChoices() {
  const { tenants } = useMe()
  const { search } = useFilters()
  const open = tenants.filter(({ refusal }) => refusal === null)
  const slug = (open.find((one) => one.slug === search['organizacion']) ?? open[0])?.slug
  if (!slug) return <p className="muted">Los avisos son de una organización, y ninguna admite esta sesión.</p>
  return (
    <>
      {open.length > 1 && (
        <FilterChoice
          name="organizacion"
          label="Organización"
          choices={open.map((one) => [one.slug, one.name] as const)}
        />
      )}
      <Chosen key={slug} slug={slug} name={open.find((one) => one.slug === slug)!.name} />
    </>
  )
}

function Chosen({ slug, name }: { slug: string; name: string }) {
  const [{ data: kept }, { data: events }] = useSuspenseQueries({
    queries: [reading(slug, '/settings/notifications'), reading(slug, '/notifications/events')],
  })
  const save = useActIn(
    slug,
    (service, body: Choices) => service.put('/settings/notifications', { body: body as never }),
    { quiet: true, done: 'Guardado.' },
  )
  const form = useForm({
    keep: `notices/${slug}`,
    initial: kept as Record<string, string>,
    save: (values) => save.mutateAsync(values as Choices),
  })
  return (
    <Panel title={`Avisos de ${name}`}>
      <p className="muted">
        Aquí siempre se ven todos. Lo que corre por un plazo de la ley llega por correo y no se puede apagar.
      </p>
      <FormView form={form} submit="Guardar">
        {groupsOf(events.items).map(([name, group]) => (
          <section key={name} className={css['group']} aria-label={name}>
            <h3>{name}</h3>
            {group.map((event) => (
              <ChoiceField
                key={event.type}
                form={form}
                name={event.type}
                label={event.label}
                choices={event.urgent ? URGENT : CHOICES}
                required
              />
            ))}
          </section>
        ))}
      </FormView>
    </Panel>
  )
}

/** The area of each kind of event, named as in the navigation. */
const AREAS: Readonly<Record<string, string>> = {
  dsar: 'Solicitudes',
  breach: 'Brechas',
  activity: 'Registro',
  dpia: 'Evaluaciones de impacto',
  contract: 'Contratos',
  policy: 'Políticas y avisos',
  cookie_policy: 'Políticas y avisos',
  consent_notice: 'Políticas y avisos',
  approval: 'Aprobaciones',
}

function groupsOf(events: readonly Event[]): [name: string, events: Event[]][] {
  return [...Map.groupBy(events, ({ type }) => AREAS[type.split('.')[0]!] ?? 'La organización')]
}

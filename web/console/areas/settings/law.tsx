import { readCountry } from '#kernel/countries.ts'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useSeen } from '../../seen.ts'
import { day, monthName } from '../../times.ts'
import { FormView } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Shell } from './shell.tsx'
import { FINES, TERMS } from './words.ts'

const GATES = [
  [
    'warn',
    'Advertir y dejar seguir',
    'Quien publica, aprueba, envía, firma o cierra ve lo que falta, y decide.',
  ],
  [
    'enforce',
    'Impedir',
    'No se puede seguir hasta completarlo. Un delegado o una delegada puede hacerlo igual con una razón escrita, que queda en la auditoría.',
  ],
] as const

/** The terms and values of the law that this installation applies today. */
export function LawSettings() {
  useAhead([['/settings/law'], ['/settings/tenant']])
  const law = useRecord('/settings/law')
  const tenant = useRecord('/settings/tenant')
  const { may } = useOrganisation()
  const clp = (utm: number) => (law.utm ? ` ($${(utm * law.utm.clp).toLocaleString('es-CL')})` : '')
  return (
    <Shell
      title="Ley vigente"
      mark={
        law.inForce ? (
          <Mark tone="ok">Rige hoy</Mark>
        ) : (
          <Mark tone="warn">Rige desde el {day(law.effectiveFrom)}</Mark>
        )
      }
      about="Los plazos, multas y feriados con que se calculan los relojes, las cartas y la exposición."
    >
      <Panel title="Ante lo que la ley exige y falta">
        {may('PUT /settings/tenant') ? (
          <GateForm gate={tenant.legalGate} />
        ) : (
          <p>{GATES.find(([key]) => key === tenant.legalGate)?.[1]}.</p>
        )}
      </Panel>
      <Panel title="Versión">
        <Facts
          facts={[
            ['Versión', law.version],
            ['Fuente', law.source],
            ['Vigencia', day(law.effectiveFrom)],
            ['Autoridad', `${law.agency.name} (${law.agency.acronym})`],
            ['UTM', law.utm ? `$${law.utm.clp.toLocaleString('es-CL')} (${monthName(law.utm.month)})` : null],
            [
              'La Agencia puede amonestar por escrito, en vez de multar, a empresas de menor tamaño (art. 6 transitorio, Ley 21.719), hasta',
              day(law.smeWarningUntil),
              'whole',
            ],
          ]}
        />
      </Panel>
      <Panel title="Plazos">
        <Facts facts={TERMS.map(([key, label, unit]) => [label, `${law.terms[key]} ${unit}`] as const)} />
      </Panel>
      <Panel title="Multas (art. 35)">
        <Facts
          facts={FINES.map(([key, label]) => {
            const utm = law.fines.maxUtm[key]
            const most = key === 'leve' ? 'Amonestación escrita o multa de hasta' : 'Hasta'
            return [label, `${most} ${utm.toLocaleString('es-CL')} UTM${clp(utm)}`] as const
          })}
        />
        <p className="hint">
          Quien ya fue sancionado dos o más veces en los últimos {law.fines.repeatMonths} meses arriesga hasta{' '}
          {law.fines.repeatFactor} veces la multa. Si reincide en infracciones graves o gravísimas y no es una
          empresa de menor tamaño, el tope es {law.fines.repeatFactor === 3 ? 'ese triple' : 'ese monto'} o el{' '}
          {law.fines.incomePercent.grave} % (grave) o el {law.fines.incomePercent.gravisima} % (gravísima) de
          sus ingresos anuales, lo que sea mayor.
        </p>
      </Panel>
      <Panel title="Países adecuados y feriados">
        <Facts
          facts={[
            [
              'Países con nivel adecuado',
              law.adequateCountries.map((code) => readCountry(code)?.name ?? code).join(', ') ||
                'La Agencia aún no declara ninguno.',
              'whole',
            ],
            [
              'Feriados del año',
              law.holidays.map(({ on, name }) => `${day(on)}: ${name}`).join('\n'),
              'whole',
            ],
          ]}
        />
      </Panel>
    </Shell>
  )
}

function GateForm({ gate }: { gate: string }) {
  const save = useAct(
    (service, { body, seen }: { body: object; seen: Seen }) =>
      service.put('/settings/tenant', { body: body as never, ...seen }),
    { quiet: true, done: 'Guardado. Vale desde ya.' },
  )
  const form = useForm({
    version: useSeen('/settings/tenant'),
    initial: { legalGate: gate },
    save: (body, seen) => save.mutateAsync({ body, seen }),
  })
  return (
    <FormView form={form} submit="Guardar">
      <RadioField form={form} name="legalGate" label="El servicio debe" choices={GATES} required />
    </FormView>
  )
}

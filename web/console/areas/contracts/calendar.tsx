import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { chileanDay } from '#kernel/dates.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useWhole } from '../../lists.ts'
import { day, today } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Due } from '../../ui/clock.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import css from './contracts.module.css'
import { monthAfter, monthName, weeksOf } from './month.ts'
import { STATES, TYPES } from './words.ts'

const VIEWS = [
  ['mes', 'Por mes'],
  ['lista', 'Lista de un año'],
] as const

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** End dates of contracts: one month at a time, or a year as a list. */
export function ContractCalendar() {
  const at = useAt()
  const view = useTab(VIEWS, 'vista')
  return (
    <Page
      title="Vencimientos"
      about="Cuándo termina cada contrato. Desde ese día la contraparte queda sin contrato vigente."
      back={{ ...at('contratos'), children: 'Contratos' }}
    >
      <Tabs label="Cómo verlos" tabs={VIEWS} name="vista" />
      {view === 'mes' ? <Month /> : <Year />}
    </Page>
  )
}

function useEnding(from: string, until: string) {
  return useWhole('/contracts', { expiresFrom: from, expiresUntil: until })
    .filter(({ status, expiresAt }) => expiresAt !== null && status !== 'TERMINATED')
    .map((contract) => ({ ...contract, on: chileanDay(new Date(contract.expiresAt!)) }))
    .sort((one, other) => one.on.localeCompare(other.on))
}

function Month() {
  const at = useAt()
  const { search } = useFilters()
  const asked = search['mes'] ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today().slice(0, 7)
  const weeks = weeksOf(month)
  const days = weeks.flat()
  const ending = Map.groupBy(useEnding(days[0]!, days.at(-1)!), ({ on }) => on)
  const count = [...ending]
    .filter(([on]) => on.startsWith(month))
    .reduce((sum, [, own]) => sum + own.length, 0)
  const to = (months: number) => at('contratos/vencimientos', { mes: monthAfter(month, months) })
  return (
    <>
      <div className="row spread">
        <h2 aria-live="polite">
          {monthName(month)} <span className="muted">· {count === 1 ? '1 vence' : `${count} vencen`}</span>
        </h2>
        <div className="row">
          <ButtonLink {...to(-1)}>
            <ChevronLeft size={16} aria-hidden /> {monthName(monthAfter(month, -1))}
          </ButtonLink>
          <ButtonLink {...to(1)}>
            {monthName(monthAfter(month, 1))} <ChevronRight size={16} aria-hidden />
          </ButtonLink>
        </div>
      </div>
      {count === 0 && <p className="muted">Ningún contrato vence este mes.</p>}
      <table className={css['month']} aria-label={`Vencimientos de ${monthName(month)}`}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((on) => {
                const own = ending.get(on) ?? []
                return (
                  <td
                    key={on}
                    data-today={on === today() || undefined}
                    data-other={!on.startsWith(month) || undefined}
                    data-empty={own.length === 0 || undefined}
                  >
                    <time dateTime={on} className={on.startsWith(month) ? 'strong' : 'muted'}>
                      {Number(on.slice(8))}
                      <span className="heard"> de {monthName(on.slice(0, 7))}</span>
                    </time>
                    {own.length > 0 && (
                      <ul className="plain">
                        {own.map(({ id, processorName, status }) => (
                          <li key={id}>
                            <Link {...at(`contratos/${id}`)}>{processorName}</Link>{' '}
                            {status !== 'SIGNED' && <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>}
                          </li>
                        ))}
                      </ul>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Year() {
  const at = useAt()
  const from = `${today().slice(0, 7)}-01`
  const ending = useEnding(
    from,
    weeksOf(monthAfter(from.slice(0, 7), 11))
      .flat()
      .at(-1)!,
  )
  if (ending.length === 0) return <p className="muted">Ningún contrato vence en los próximos doce meses.</p>
  return (
    <div className="stack">
      {[...Map.groupBy(ending, ({ on }) => on.slice(0, 7))].map(([month, own]) => (
        <section key={month} className="stack tight">
          <h2>{monthName(month)}</h2>
          <ul className="stack tight plain">
            {own.map(({ id, on, processorName, type, status }) => (
              <li key={id} className="row">
                <span className="hint">{day(on)}</span>
                <Link {...at(`contratos/${id}`)}>{processorName}</Link>
                <span className="muted">{TYPES[type]}</span>
                {status === 'SIGNED' ? (
                  <Due at={on} />
                ) : (
                  <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

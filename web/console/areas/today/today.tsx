import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { Findings } from './findings.tsx'
import { firstReadings } from './first.ts'
import { News } from './news.tsx'
import { ScorePanel } from './score.tsx'
import { FirstSteps } from './steps.tsx'
import { TaskGroups } from './tasks.tsx'

/** The day of one organisation: deadlines first, then its state and its news. */
export function Today() {
  const { name } = useOrganisation()
  useAhead(firstReadings())
  const { items, total } = useRecord('/tasks')
  const at = useAt()
  // The first steps wait while any task has a due date.
  const isDue = items.some(({ dueAt }) => dueAt !== null)
  return (
    <Page title="Hoy" about={`Lo suyo en ${name}, y lo que nadie ha tomado, por plazo.`}>
      <Split
        aside={
          <>
            <ScorePanel />
            <Findings />
            <News />
          </>
        }
      >
        {!isDue && <FirstSteps />}
        {items.length === 0 ? (
          <Empty
            title="Nada pendiente"
            action={<ButtonLink {...at('registro')}>Revisar el registro</ButtonLink>}
          >
            Cuando llegue una solicitud, se detecte una brecha o algo espere su decisión, lo verá aquí con su
            plazo. Mientras tanto, un registro al día hace más corta cada respuesta.
          </Empty>
        ) : (
          <>
            <TaskGroups tasks={items} />
            {total > items.length && (
              <p className="hint">
                Se muestran las {items.length.toLocaleString('es-CL')} de plazo más próximo, de{' '}
                {total.toLocaleString('es-CL')}.
              </p>
            )}
          </>
        )}
        {isDue && <FirstSteps />}
      </Split>
    </Page>
  )
}

import { useRecord } from '../../data.ts'
import { day } from '../../times.ts'
import { FilterChoice, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { Stretches } from '../../ui/stretches.tsx'
import css from './policies.module.css'
import { callOf, type Kind, STATES, type Version } from './words.ts'

const DIFFERENCES = {
  changed: ['Cambiada', 'warn'],
  added: ['Nueva', 'ok'],
  removed: ['Quitada', 'danger'],
  unchanged: ['Igual', 'plain'],
} as const

/** The changes since an earlier version. */
export function Changes({ kind, id, versions }: { kind: Kind; id: string; versions: readonly Version[] }) {
  const { search } = useFilters()
  const own = versions.find((one) => one.id === id)
  const earlier = versions.filter(
    ({ version, language }) => language === own?.language && version < (own?.version ?? 0),
  )
  const [before] = earlier
  const against = earlier.find((one) => one.id === search['contra']) ?? before
  if (!against)
    return (
      <Panel title="Qué cambió">
        <p className="muted">Es la primera versión en este idioma: no hay una anterior con que compararla.</p>
      </Panel>
    )
  return (
    <Panel
      title="Qué cambió"
      actions={
        <FilterChoice
          name="contra"
          label="Desde"
          choices={earlier.map((one) => [
            one.id === before?.id ? '' : one.id,
            `Versión ${one.version}, ${STATES[one.status][0].toLowerCase()}, ${day(one.createdAt)}`,
          ])}
        />
      }
    >
      <Compared kind={kind} id={id} against={against.id} />
    </Panel>
  )
}

function Compared({ kind, id, against }: { kind: Kind; id: string; against: string }) {
  const { sections, introChanged } = useRecord(callOf(kind, '/privacy-policy/{id}/diff'), {
    path: { id },
    query: { against },
  })
  const changed = sections.filter(({ difference }) => difference !== 'unchanged')
  return (
    <>
      {changed.length === 0 && !introChanged && <Notice tone="ok">Dicen lo mismo.</Notice>}
      {introChanged && <p>La introducción cambió.</p>}
      {changed.map(({ key, difference, before, after, stretches }) => (
        <section key={key} className={css['section']}>
          <div className="row">
            <h3>{(after ?? before)?.title}</h3>
            <Mark tone={DIFFERENCES[difference][1]}>{DIFFERENCES[difference][0]}</Mark>
          </div>
          <Stretches stretches={stretches} />
        </section>
      ))}
    </>
  )
}

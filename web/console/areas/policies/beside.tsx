import { useRecord } from '../../data.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Panel } from '../../ui/page.tsx'
import { Stretches } from '../../ui/stretches.tsx'
import css from './policies.module.css'
import { type Beside, callOf, KINDS, type Kind, standing } from './words.ts'

/** Today's records beside the text of the policy. */
export function SideBySide({ kind, id }: { kind: Kind; id: string }) {
  const { sections, outdated, changes } = useRecord(callOf(kind, '/privacy-policy/{id}/drift'), {
    path: { id },
  })
  const { search, set } = useFilters()
  const all = search['todas'] === 'si'
  const differs = (section: Beside) => section.hasDrifted || section.isOwn || section.isHidden
  const shown = sections.filter((section) => all || differs(section))
  const count = sections.filter(({ hasDrifted }) => hasDrifted).length
  return (
    <Panel title={`${KINDS[kind].says} y lo que dice el texto`}>
      {outdated ? (
        <Notice tone="warn">
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice tone="ok">El texto dice lo mismo que {KINDS[kind].from} de hoy.</Notice>
      )}
      <p>
        {count === 0
          ? 'Ninguna sección se escribiría hoy de otro modo.'
          : count === 1
            ? 'Una sección se escribiría hoy de otro modo.'
            : `${count} secciones se escribirían hoy de otro modo.`}{' '}
        <button type="button" className="linklike" onClick={() => set({ todas: all ? '' : 'si' })}>
          {all ? 'Ver solo las que difieren' : `Ver las ${sections.length} secciones`}
        </button>
      </p>
      <div>
        {shown.map((section) => (
          <Section key={section.key} section={section} />
        ))}
      </div>
    </Panel>
  )
}

function Section({ section }: { section: Beside }) {
  const { text, records, stretches, article } = section
  const [words, tone] = standing(section)
  const differs = stretches.some(({ kind }) => kind !== 'same')
  return (
    <section className={css['section']}>
      <div className="row">
        <h3>{(text ?? records)?.title}</h3>
        <Mark tone={tone}>{words}</Mark>
      </div>
      {article && <p className="hint">{article}</p>}
      <div className={css['sides']}>
        <div className={css['side']}>
          <h4>Dice el texto</h4>
          {text ? (
            <MarkedText markup={text.content} />
          ) : (
            <p className="muted">Nada: la sección está oculta.</p>
          )}
        </div>
        <div className={css['side']}>
          <h4>Diría hoy, con los registros</h4>
          {records ? (
            <MarkedText markup={records.content} />
          ) : (
            <p className="muted">Nada: esta sección la agregó su organización.</p>
          )}
        </div>
      </div>
      {differs && (
        <details>
          <summary>Las diferencias, palabra por palabra</summary>
          <Stretches stretches={stretches} />
        </details>
      )}
    </section>
  )
}

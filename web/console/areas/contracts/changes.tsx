import { useRecord } from '../../data.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { numbered } from '../../ui/markup.ts'
import { Panel } from '../../ui/page.tsx'
import { Stretches } from '../../ui/stretches.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import css from './contracts.module.css'
import type { Contract } from './words.ts'

const AGAINST = [
  ['template', 'Contra el modelo'],
  ['previous', 'Contra la versión anterior'],
] as const

const BASES = {
  drafted: 'Lo que cambió desde que el servicio redactó el texto.',
  template: 'Lo que difiere del modelo, completado con lo que hoy dice el registro.',
  previous: 'Lo que cambió desde la versión que este contrato renueva.',
} as const

const KINDS = {
  changed: ['Cambiada', 'warn'],
  added: ['Agregada', 'ok'],
  removed: ['Quitada', 'danger'],
  unchanged: ['Igual', 'plain'],
} as const

/** Changes that people made in the text, word by word: insertions underlined, deletions struck out. */
export function Changes({ contract }: { contract: Contract }) {
  const tabs = contract.previousContractId ? AGAINST : AGAINST.slice(0, 1)
  const against = useTab(tabs, 'contra') as 'template' | 'previous'
  const { search, set } = useFilters()
  const found = useRecord('/contracts/{id}/differences', { path: { id: contract.id }, query: { against } })
  const all = search['todas'] === 'si'
  const shown = numbered(found.clauses).filter(({ difference }) => all || difference !== 'unchanged')
  return (
    <Panel title="Qué cambió en el texto">
      {tabs.length > 1 && <Tabs label="Con qué se compara" tabs={tabs} name="contra" />}
      {found.against === null ? (
        <p className="muted">No hay con qué comparar: el modelo de este contrato ya no existe.</p>
      ) : (
        <>
          <p className="muted">{BASES[found.against]}</p>
          {found.changed === 0 ? (
            <Notice tone="ok">Ninguna cláusula cambió.</Notice>
          ) : (
            <p>
              {found.changed === 1 ? 'Cambió 1 cláusula' : `Cambiaron ${found.changed} cláusulas`} de{' '}
              {found.clauses.length}.{' '}
              <button type="button" className="linklike" onClick={() => set({ todas: all ? '' : 'si' })}>
                {all ? 'Ver solo las que cambiaron' : 'Ver todas'}
              </button>
            </p>
          )}
          <div>
            {shown.map(({ at, title, difference, stretches }) => (
              <section key={at} className={css['clause']}>
                <div className="row">
                  <h3>{title || 'Antes de la primera cláusula'}</h3>
                  <Mark tone={KINDS[difference][1]}>{KINDS[difference][0]}</Mark>
                </div>
                <Stretches stretches={stretches} />
              </section>
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

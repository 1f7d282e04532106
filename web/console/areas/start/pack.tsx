import { counted } from '../../amounts.ts'
import { useAct, useRecord } from '../../data.ts'
import { Button } from '../../ui/button.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './start.module.css'

/** A pack of typical activities for the kind of organisation. Choosing one creates them as drafts. */
export function PackForm({ isPublicBody, onDone }: { isPublicBody: boolean; onDone: () => void }) {
  const { items } = useRecord('/rat/packs')
  const { search, set } = useFilters()
  const chosen = items.find(({ key }) => key === search['rubro'])
  const apply = useAct((service, key: string) => service.post('/rat/packs/{key}/apply', { path: { key } }), {
    done: ({ created }) =>
      created.length === 1 ? 'Se creó 1 borrador.' : `Se crearon ${created.length} borradores.`,
    after: onDone,
  })
  return (
    <>
      <Panel title="¿A qué se dedica?">
        <p className="muted">
          Con el rubro, el registro empieza con las actividades usuales: qué datos, para qué, con qué base
          legal y por cuánto tiempo (arts. 14 y 14 ter). Puede agregar otro rubro después; nada se repite.
        </p>
        <fieldset className={css['packs']}>
          <legend className="heard">Rubro</legend>
          {items.map(({ key, name, about }) => (
            <label key={key} className={css['pack']}>
              <input
                type="radio"
                name="rubro"
                checked={key === chosen?.key}
                onChange={() => set({ rubro: key })}
              />
              <span>
                <span className="strong">{name}</span>
                <span className="hint">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Panel>
      {chosen && (
        <Panel title={counted(chosen.templates.length, 'actividad', 'actividades')}>
          {chosen.key === 'municipio' && !isPublicBody && (
            <Notice tone="warn">
              <p>
                Este rubro es de un órgano del Estado (art. 20). Vuelva al paso 1 y márquelo, o no podrá
                publicar sus actividades.
              </p>
            </Notice>
          )}
          <ul>
            {chosen.templates.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          <div>
            <Button kind="main" busy={apply.isPending} onClick={() => apply.mutate(chosen.key)}>
              {apply.isPending ? 'Un momento…' : 'Llenar el registro'}
            </Button>
          </div>
        </Panel>
      )}
    </>
  )
}

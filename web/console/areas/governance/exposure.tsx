import { useRecord } from '../../data.ts'
import { number } from '../../frame/findings.ts'
import { day, monthName } from '../../times.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import css from './governance.module.css'
import { CLASSES, range } from './words.ts'

/** The highest fines for the open findings: legal caps, not a forecast. */
export function ExposurePart() {
  const { items, total, utmValue, utmMonth, effectiveFrom, note } = useRecord('/governance/exposure')
  const smeWindow = items.some((item) => item.smeWindow)
  return (
    <Split
      aside={
        <Panel title="Suma de los topes">
          {items.length === 0 ? (
            <p>Ningún hallazgo abierto expone a una multa.</p>
          ) : (
            <>
              <p className={css['sum']}>{number(total.maxUtm)} UTM</p>
              {total.maxClp !== null && <p>{range(total.minClp ?? 0, total.maxClp, '$')}</p>}
            </>
          )}
          <p className="hint">
            {utmValue === null
              ? 'No se conoce el valor de la UTM: no se muestra en pesos.'
              : `UTM de ${utmMonth && monthName(utmMonth)}: $${number(utmValue)}.`}{' '}
            Las multas rigen desde el {day(effectiveFrom)}.
          </p>
        </Panel>
      }
    >
      <Notice>{note}</Notice>
      {smeWindow && (
        <Notice tone="ok">
          La Agencia puede, si lo estima, amonestar por escrito en vez de multar a una empresa de menor tamaño
          durante el primer año de la ley; la amonestación queda en el registro público (art. sexto
          transitorio, Ley 21.719).
        </Notice>
      )}
      <Panel title="Hallazgo por hallazgo">
        {items.length === 0 && <p className="muted">Nada que mostrar: siga así.</p>}
        <ul className={`plain ${css['rows']}`}>
          {items.map((item) => {
            const [name, tone] = CLASSES[item.class]
            return (
              <li key={item.finding} className="stack tight">
                <div className={css['rowOf']}>
                  <div className="stack tight">
                    <span className="strong">{item.message}</span>
                    <span className="hint">{item.article}</span>
                  </div>
                  <div className={css['side']}>
                    <Mark tone={tone}>Infracción {name.toLowerCase()}</Mark>
                    <span className="strong">{range(item.minUtm, item.maxUtm, '')} UTM</span>
                    {item.maxClp !== null && (
                      <span className="hint">{range(item.minClp ?? 0, item.maxClp, '$')}</span>
                    )}
                  </div>
                </div>
                <details>
                  <summary>
                    Qué agrava y qué atenúa<span className="heard">: {item.message}</span>
                  </summary>
                  <div className={css['weighing']}>
                    <div>
                      <h3>Agravantes posibles</h3>
                      <ul>
                        {item.aggravating.map((one) => (
                          <li key={one}>{one}</li>
                        ))}
                      </ul>
                    </div>
                    <div>
                      <h3>Atenuantes que cabe probar</h3>
                      <ul>
                        {item.mitigating.map((one) => (
                          <li key={one}>{one}</li>
                        ))}
                      </ul>
                    </div>
                  </div>
                </details>
              </li>
            )
          })}
        </ul>
      </Panel>
    </Split>
  )
}

import { useState } from 'react'
import { useAct } from '../../data.ts'
import { ChoiceField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './connectors.module.css'
import { type Connector, RIGHTS, type Right, type Trial } from './words.ts'

/** Runs the connector for a person who does not exist. */
export function TrialPanel({ one }: { one: Connector }) {
  const { id } = one
  const [result, setResult] = useState<Trial>()
  const run = useAct(
    (service, body: { right: Right; person: { email: string | null; rut: string | null } }) =>
      service.post('/connectors/{id}/test', { path: { id }, body }),
    { quiet: true, after: setResult },
  )
  const offered = RIGHTS.filter(({ right }) => one.kind === 'https' || one.queries[right])
  const form = useForm({
    initial: { right: (offered[0]?.right ?? 'ACCESS') as string, email: '', rut: '' },
    save: ({ right, email, rut }) =>
      run.mutateAsync({ right: right as Right, person: { email: email || null, rut: rut || null } }),
  })
  return (
    <Panel title="Probar">
      <p className="hint">
        Con una persona inventada: vacío usa una que no existe, y una consulta bien escrita no encuentra nada.
        {one.kind === 'https'
          ? ' Su sistema recibe una llamada de prueba («dsar.test») y debe responder sin cambiar nada.'
          : ' No se cambia ningún dato. Mientras nadie apruebe el conector se dice cuántas filas hay, y no se muestran.'}
      </p>
      <FormView form={form} submit="Probar ahora">
        <Pair>
          <ChoiceField
            form={form}
            name="right"
            label="Derecho"
            choices={offered.map(({ right, name }) => [right, name] as const)}
            required
          />
          <TextField form={form} name="email" label="Correo de prueba" />
          <TextField form={form} name="rut" label="RUT de prueba" />
        </Pair>
      </FormView>
      <div aria-live="polite">{result && <Result result={result} />}</div>
    </Panel>
  )
}

function Result({ result }: { result: Trial }) {
  const { ok, mode, rows, columns, sample, ms, error } = result
  const seconds = `${(ms / 1000).toLocaleString('es-CL', { maximumFractionDigits: 1 })} s`
  if (!ok)
    return (
      <Notice tone="danger">
        <p>{error}</p>
        <p className="hint">Tardó {seconds}.</p>
      </Notice>
    )
  return (
    <>
      <Notice tone="ok">
        <p>
          {mode === 'explain'
            ? 'La sentencia es válida. Cambia datos, así que no se ejecutó: esto es lo que haría el servidor.'
            : mode === 'call'
              ? 'Su sistema respondió a la llamada de prueba.'
              : `Funcionó: ${rows} ${rows === 1 ? 'fila' : 'filas'}.`}{' '}
          Tardó {seconds}.
        </p>
      </Notice>
      {columns.length > 0 && (
        <div className={css['scroll']}>
          <table className={css['sample']}>
            <thead>
              <tr>
                {columns.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
                  <th key={index} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sample.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table that never changes.
                <tr key={index}>
                  {row.map((value, cell) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as its column.
                    <td key={cell}>
                      {value === null
                        ? '—'
                        : typeof value === 'object'
                          ? JSON.stringify(value)
                          : String(value)}
                    </td>
                  ))}
                </tr>
              ))}
              {sample.length === 0 && (
                <tr>
                  <td colSpan={columns.length}>{rows ? 'No se muestran sin aprobación' : 'Sin filas'}</td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

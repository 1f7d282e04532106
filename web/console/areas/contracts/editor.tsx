import { useAct } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { dayOf } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { AreaField, DayField, FormView, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { bodyOf, type Clause, clausesOf, markupOf, numbered, textOf } from '../../ui/markup.ts'
import { Panel } from '../../ui/page.tsx'
import css from './contracts.module.css'
import { type Contract, expiryOf } from './words.ts'

/** Edits a draft clause by clause. A clause that nobody opens keeps its exact markup. */
export function ContractEditor({ contract }: { contract: Contract }) {
  const { search, set } = useFilters()
  const clauses = clausesOf(contract.content)
  const open = search['clausula']
  const close = () => set({ clausula: '' })
  // The signatures come last.
  const last = clauses.at(-1)?.title === 'Firmas' ? clauses.length - 1 : clauses.length
  return (
    <>
      <Panel title="Vigencia">
        <Ending contract={contract} />
      </Panel>
      <Panel
        title="Cláusulas"
        actions={<Button onClick={() => set({ clausula: 'nueva' })}>Agregar una cláusula</Button>}
      >
        <div>
          {numbered(clauses).map(({ at: index, ...clause }) => (
            <section key={index} className={css['clause']}>
              {open === String(index) ? (
                <ClauseForm contract={contract} clauses={clauses} index={index} onDone={close} />
              ) : (
                <>
                  <div className="row spread">
                    <h3>{clause.title || 'Encabezado'}</h3>
                    <Button
                      onClick={() => set({ clausula: String(index) })}
                      label={`Editar «${clause.title || 'Encabezado'}»`}
                    >
                      Editar
                    </Button>
                  </div>
                  <MarkedText markup={clause.body} />
                </>
              )}
            </section>
          ))}
          {open === 'nueva' && (
            <section className={css['clause']}>
              <ClauseForm contract={contract} clauses={clauses} index={last} isNew onDone={close} />
            </section>
          )}
        </div>
      </Panel>
    </>
  )
}

const EMPTY: Clause = { title: '', level: '2', body: '' }

function ClauseForm({
  contract,
  clauses,
  index,
  isNew = false,
  onDone,
}: {
  contract: Contract
  clauses: readonly Clause[]
  index: number
  isNew?: boolean
  onDone: () => void
}) {
  const { id } = contract
  const clause = isNew ? EMPTY : clauses[index]!
  const text = textOf(clause.body)
  const save = useAct(
    (service, { content, seen }: { content: string; seen: Seen }) =>
      service.put('/contracts/{id}', { path: { id }, body: { content }, ...seen }),
    { quiet: true, done: 'El texto quedó guardado.', after: onDone },
  )
  const form = useForm({
    keep: `contract/${id}/clause/${isNew ? 'new' : index}`,
    version: useSeen(`/contracts/${id}`),
    initial: { title: clause.title, body: text ?? clause.body },
    save: (values, seen) => {
      const written = {
        ...clause,
        title: values.title.trim(),
        level: values.title.trim() === '' ? '' : clause.level || '2',
        body: text === undefined ? values.body : bodyOf(values.body),
      }
      return save.mutateAsync({ content: markupOf(clauses.toSpliced(index, isNew ? 0 : 1, written)), seen })
    },
  })
  return (
    <FormView form={form} submit="Guardar la cláusula" onCancel={onDone}>
      <TextField form={form} name="title" label="Título" maxLength={300} />
      <AreaField
        form={form}
        name="body"
        label="Texto"
        hint={
          text === undefined
            ? 'Esta cláusula usa etiquetas HTML: consérvelas.'
            : 'Una línea en blanco separa párrafos; «- » empieza un punto de una lista; **así** se destaca.'
        }
        rows={10}
        required
      />
      {!isNew && (
        <div>
          <ConfirmButton
            kind="quiet"
            title="¿Quitar esta cláusula?"
            about="Queda en «Cambios», tachada, hasta que el contrato se envíe y después."
            confirm="Quitar"
            act={() => save.mutate({ content: markupOf(clauses.toSpliced(index, 1)), seen: {} })}
          >
            Quitar la cláusula
          </ConfirmButton>
        </div>
      )}
    </FormView>
  )
}

function Ending({ contract }: { contract: Contract }) {
  const { id } = contract
  const save = useAct(
    (service, { expiresAt, seen }: { expiresAt: string; seen: Seen }) =>
      service.put('/contracts/{id}', {
        path: { id },
        body: { expiresAt: expiryOf(contract, expiresAt) },
        ...seen,
      }),
    { quiet: true, done: 'La fecha quedó guardada.' },
  )
  const form = useForm({
    version: useSeen(`/contracts/${id}`),
    initial: { expiresAt: dayOf(contract.expiresAt) },
    save: ({ expiresAt }, seen) => save.mutateAsync({ expiresAt, seen }),
  })
  return (
    <FormView form={form} submit="Guardar la fecha">
      <DayField
        form={form}
        name="expiresAt"
        label="Rige hasta"
        hint="En blanco, no vence. Le avisamos 60, 30 y 7 días antes."
      />
    </FormView>
  )
}

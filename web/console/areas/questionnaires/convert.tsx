import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { whole } from '../../lists.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, ChoiceField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark } from '../../ui/mark.tsx'
import { Facts } from '../../ui/page.tsx'
import css from './questionnaires.module.css'
import { type Answer, TARGETS, type Target } from './words.ts'

/** Previews the record: each field with its value and the question that it comes from. */
export function ConvertDialog({
  answer,
  target,
  onClose,
}: {
  answer: Answer
  target: Target
  onClose: () => void
}) {
  const { items } = useRecord('/questionnaires/answers/{id}/drafts', {
    path: { id: answer.id },
    query: { target },
  })
  const open = items.filter(({ source }) => source === null)
  const words = TARGETS[target]
  if (open.length === 0)
    return (
      <Dialog
        title={`Convertir en ${words.one.toLowerCase()}`}
        about={
          items.length === 0
            ? 'La respuesta no describe ninguno: no hay qué convertir.'
            : 'Todo lo que describe esta respuesta ya se convirtió.'
        }
        onClose={onClose}
      >
        <div>
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </Dialog>
    )
  return <Converting answer={answer} target={target} drafts={open} onClose={onClose} />
}

interface Values {
  intoId: string
  [record: `r${number}`]: boolean
}

function Converting({
  answer,
  target,
  drafts,
  onClose,
}: {
  answer: Answer
  target: Target
  drafts: readonly Draft[]
  onClose: () => void
}) {
  const words = TARGETS[target]
  const [into, setInto] = useState(target === 'risk')
  const existing = useExisting(target, into)
  const convert = useAct(
    (service, values: Values) => {
      const records = drafts.filter(({ nth }) => values[`r${nth}`]).map(({ nth }) => nth)
      return service.post('/questionnaires/answers/{id}/convert', {
        path: { id: answer.id },
        body: { target, records, intoId: values.intoId || null },
        idempotencyKey: true,
      })
    },
    {
      quiet: true,
      done: ({ items }) =>
        items.length === 1
          ? 'Listo: quedó con esta respuesta como origen.'
          : `Listo: quedaron ${items.length}.`,
      after: onClose,
    },
  )
  const form = useForm<Values>({
    initial: { intoId: '', ...Object.fromEntries(drafts.map(({ nth }) => [`r${nth}`, true])) },
    save: (values) => convert.mutateAsync(values),
  })
  return (
    <Dialog
      wide
      title={`Convertir en ${words.one.toLowerCase()}`}
      about="Revise lo que toma cada campo. La respuesta no cambia, y queda como origen de lo creado."
      onClose={onClose}
    >
      <FormView form={form} submit={words.act} onCancel={onClose}>
        {drafts.map((draft) => (
          <section key={draft.nth} className={css['draft']} aria-label={draft.title}>
            {drafts.length > 1 ? (
              <CheckField form={form} name={`r${draft.nth}`} label={draft.title} />
            ) : (
              <h3>{draft.title}</h3>
            )}
            <Facts
              facts={draft.fields.map(
                ({ label, value, words: read, question }) =>
                  [
                    label,
                    <span key={label} className="stack tight">
                      <span className="prose">{read.join(Array.isArray(value) ? ', ' : '\n')}</span>
                      <span className="hint">De «{question}»</span>
                    </span>,
                    'whole',
                  ] as const,
              )}
            />
            {draft.left.map(({ question, answer: said }) => (
              <p key={question} className="hint">
                <Mark tone="warn">Queda por resolver</Mark> «{question}»: {said}
              </p>
            ))}
          </section>
        ))}
        {into ? (
          <ChoiceField
            form={form}
            name="intoId"
            label={words.into}
            none={target === 'risk' ? 'Elija…' : 'Ninguno: crear uno nuevo'}
            choices={existing}
            hint={target === 'risk' ? undefined : 'Se llena solo lo que tenga en blanco.'}
          />
        ) : (
          <div>
            <Button kind="quiet" onClick={() => setInto(true)}>
              {words.into}
            </Button>
          </div>
        )}
      </FormView>
    </Dialog>
  )
}

type Draft = ReturnType<typeof useDrafts>[number]
const useDrafts = (id: string, target: Target) =>
  useRecord('/questionnaires/answers/{id}/drafts', { path: { id }, query: { target } }).items

const LISTS = {
  activity: '/rat/activities',
  processor: '/processors',
  system: '/data-map/systems',
  risk: '/dpia/assessments',
} as const

/** The records that may take an answer, read once the person chooses that option. */
function useExisting(target: Target, isAsked: boolean): (readonly [string, string])[] {
  const { slug } = useOrganisation()
  const sort = target === 'risk' ? 'title' : 'name'
  const { data } = useQuery({ ...whole(slug, LISTS[target], { sort }), enabled: isAsked })
  return ((data ?? []) as readonly { id: string; name?: string; title?: string }[]).map(
    ({ id, name, title }) => [id, name ?? title ?? id] as const,
  )
}

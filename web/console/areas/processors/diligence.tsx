import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useWhole } from '../../lists.ts'
import { useSeen } from '../../seen.ts'
import { inRecord } from '../../shown-at-once.ts'
import { day, today } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, DayField, FormView } from '../../ui/field.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { ManyField, RadioField } from '../../ui/group-field.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './processors.module.css'
import { type Answer, OUTCOMES } from './words.ts'

/** Questions to answer before entrusting data, and once a year. Each answer has a date and evidence. */
export function Diligence({ processorId }: { processorId: string }) {
  const { items, answered, total } = useRecord('/processors/{id}/diligence', { path: { id: processorId } })
  const files = useKept(processorId)
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const { search, set } = useFilters()
  const open = items.find(({ key }) => key === search['pregunta'])
  const mayAnswer = may('PUT /processors/{id}/diligence/{question}')
  return (
    <Panel title="Diligencia">
      <div className="stack tight">
        <p className="muted">
          Compruebe antes de confiarle datos que puede cumplir lo que la ley le exige (art. 15 bis). La ley no
          ordena esta lista: es su prueba de cuidado (arts. 3 letra e y 14 quinquies). Revísela una vez al
          año.
        </p>
        <div className="row">
          <meter
            className={css['meter']}
            min={0}
            max={total}
            value={answered}
            aria-label="Preguntas respondidas"
          />
          <span>
            {answered} de {total} respondidas
          </span>
        </div>
      </div>
      <ol className={`plain ${css['questions']}`}>
        {items.map((item) => (
          <li key={item.key} className={css['question']}>
            <div className="stack tight">
              <span className="strong">{item.question}</span>
              <span className="hint">
                {item.article} · {item.evidence}
              </span>
              {item.note && <span className="prose">{item.note}</span>}
              {item.fileKeys.map((key) => (
                <a key={key} href={url(`/files/${key}`)} download="">
                  {files.find((file) => file.key === key)?.name ?? 'Evidencia'}
                </a>
              ))}
            </div>
            <div className={css['answer']}>
              {item.outcome ? (
                <>
                  <Mark tone={OUTCOMES[item.outcome][1]}>{OUTCOMES[item.outcome][0]}</Mark>
                  <span className="hint">
                    {day(item.checkedOn!)}
                    {item.checkedBy && ` · ${item.checkedBy}`}
                  </span>
                </>
              ) : (
                <Mark>Sin responder</Mark>
              )}
              {mayAnswer && (
                <div className="row">
                  <Button
                    onClick={() => set({ pregunta: item.key })}
                    label={`${item.outcome ? 'Cambiar la respuesta' : 'Responder'}: ${item.question}`}
                  >
                    {item.outcome ? 'Cambiar' : 'Responder'}
                  </Button>
                  {item.outcome && <TakeBack processorId={processorId} answer={item} />}
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {open && mayAnswer && (
        <AnswerDialog
          key={open.key}
          processorId={processorId}
          answer={open}
          files={files}
          onClose={() => set({ pregunta: '' })}
        />
      )}
    </Panel>
  )
}

/** Reopens a question that got a wrong answer. The history keeps the answer. */
function TakeBack({ processorId, answer: { key, question } }: { processorId: string; answer: Answer }) {
  const path = { id: processorId }
  const remove = useAct(
    (service) =>
      service.delete('/processors/{id}/diligence/{question}', { path: { ...path, question: key } }),
    {
      done: 'La pregunta quedó sin responder. La respuesta anterior sigue en el historial.',
      atOnce: [
        inRecord(
          '/processors/{id}/diligence',
          (shown) => ({
            ...shown,
            answered: shown.answered - 1,
            items: shown.items.map((item) =>
              item.key === key
                ? { ...item, outcome: null, note: null, checkedOn: null, checkedBy: null, fileKeys: [] }
                : item,
            ),
          }),
          { path },
        ),
      ],
    },
  )
  return (
    <Button kind="quiet" onClick={() => remove.mutate()} label={`Quitar la respuesta: ${question}`}>
      Quitar
    </Button>
  )
}

export interface KeptFile {
  key: string
  name: string
}

export function useKept(processorId: string): readonly KeptFile[] {
  return useWhole('/files', { entityType: 'processor', entityId: processorId })
}

interface Values {
  outcome: string
  note: string
  checkedOn: string
  fileKeys: string[]
}

function AnswerDialog({
  processorId,
  answer,
  files,
  onClose,
}: {
  processorId: string
  answer: Answer
  files: readonly KeptFile[]
  onClose: () => void
}) {
  const path = { id: processorId, question: answer.key }
  const [added, setAdded] = useState<readonly KeptFile[]>([])
  const save = useAct(
    (service, { values: { outcome, ...values }, seen }: { values: Values; seen: Seen }) =>
      service.put('/processors/{id}/diligence/{question}', {
        path,
        body: {
          outcome: outcome as NonNullable<Answer['outcome']>,
          note: values.note || null,
          checkedOn: values.checkedOn || null,
          fileKeys: values.fileKeys,
        },
        ...seen,
      }),
    { quiet: true, done: 'La respuesta quedó guardada.', after: onClose },
  )
  const form = useForm({
    keep: `processor/${processorId}/diligence/${answer.key}`,
    version: useSeen(`/processors/${processorId}`),
    initial: {
      outcome: (answer.outcome ?? '') as string,
      note: answer.note ?? '',
      checkedOn: answer.checkedOn ?? today(),
      fileKeys: answer.fileKeys as string[],
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  const known = [...files, ...added.filter(({ key }) => !files.some((file) => file.key === key))]
  return (
    <Dialog
      title={answer.question}
      about={`${answer.article}. Evidencia: ${answer.evidence}.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Guardar la respuesta" onCancel={onClose}>
        <RadioField
          form={form}
          name="outcome"
          label="Respuesta"
          choices={Object.entries(OUTCOMES).map(([key, [name]]) => [key, name] as const)}
          required
        />
        <DayField form={form} name="checkedOn" label="Cuándo se revisó" required />
        <AreaField form={form} name="note" label="Qué se revisó" rows={3} />
        {known.length > 0 && (
          <ManyField
            form={form}
            name="fileKeys"
            label="Evidencia"
            choices={known.map(({ key, name }) => [key, name] as const)}
          />
        )}
        <div>
          <UploadButton
            text="Subir evidencia"
            of={{ entityType: 'processor', entityId: processorId }}
            onStored={(file) => {
              setAdded((before) => [...before, file])
              form.set('fileKeys', [...form.values.fileKeys, file.key])
            }}
          />
        </div>
      </FormView>
    </Dialog>
  )
}

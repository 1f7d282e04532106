import { Link } from '@tanstack/react-router'
import { answerWords } from '#kernel/questions.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { day, moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, DayField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { ConvertDialog } from './convert.tsx'
import { Questions } from './questions.tsx'
import { type Answer, STATES, TARGETS, type Target } from './words.ts'

/** One answer beside the questions as they were sent, and what to do with it. */
export function AnswerPage() {
  const id = useParam('id')
  const answer = useRecord('/questionnaires/answers/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const { search, set } = useFilters()
  const { status, name } = answer
  const mayAct = may('POST /questionnaires/answers/{id}/convert')
  const isOpen = status === 'sent' || status === 'started' || status === 'returned'
  const path = { id }
  const read = useAct((service) => service.post('/questionnaires/answers/{id}/read', { path }), {
    done: 'Quedó como leída.',
  })
  const remind = useAct((service) => service.post('/questionnaires/answers/{id}/remind', { path }), {
    done: 'Se le recordó por correo.',
  })
  const revoke = useAct((service) => service.delete('/questionnaires/invitations/{id}', { path }), {
    done: 'El enlace ya no abre nada.',
  })
  const target = answer.targets.find((one) => one === search['convertir'])
  return (
    <Page
      title={name}
      mark={<Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>}
      about={`Responde «${answer.questionnaireName}», versión ${answer.version}.`}
      back={{
        ...at(`cuestionarios/${answer.questionnaireId}`),
        children: answer.questionnaireName,
      }}
      actions={
        mayAct && (
          <>
            {status === 'submitted' &&
              answer.targets.map((one, index) => (
                <Button
                  key={one}
                  kind={index === 0 ? 'main' : undefined}
                  onClick={() => set({ convertir: one })}
                >
                  Convertir en {TARGETS[one].one.toLowerCase()}
                </Button>
              ))}
            {status === 'submitted' && <Button onClick={() => set({ devolver: 'si' })}>Devolver</Button>}
            {status === 'submitted' && !answer.readAt && (
              <Button onClick={() => read.mutate()}>Marcar como leída</Button>
            )}
            {isOpen && <Button onClick={() => remind.mutate()}>Recordar</Button>}
            {(isOpen || status === 'expired') && (
              <ConfirmButton
                kind="grave"
                title="¿Revocar este enlace?"
                about={`${name} ya no podrá responder. Lo que alcanzó a guardar queda.`}
                confirm="Revocar"
                act={() => revoke.mutate()}
              >
                Revocar el enlace
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {status === 'returned' && answer.note && (
        <Notice tone="warn">Se le devolvió con esta nota: «{answer.note}»</Notice>
      )}
      <Split aside={<Aside answer={answer} />}>
        <Panel title="Respuesta">
          {answer.answered === 0 && <p className="muted">Todavía no escribe nada.</p>}
          <Given answer={answer} />
        </Panel>
      </Split>
      {mayAct && search['devolver'] === 'si' && status === 'submitted' && (
        <ReturnDialog answer={answer} onClose={() => set({ devolver: '' })} />
      )}
      {mayAct && target && status === 'submitted' && (
        <ConvertDialog answer={answer} target={target as Target} onClose={() => set({ convertir: '' })} />
      )}
    </Page>
  )
}

function Given({ answer }: { answer: Answer }) {
  const url = useServiceUrl()
  return (
    <Questions sections={answer.sections}>
      {(question) => {
        const files = answer.files.filter((file) => file.question === question.key)
        if (question.type === 'file')
          return files.length === 0 ? (
            <span className="muted">—</span>
          ) : (
            <ul className="plain stack tight">
              {files.map(({ key, name }) => (
                <li key={key}>
                  <a href={url(`/files/${key}`)} download={name}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )
        const words = answerWords(question, answer.answers[question.key])
        return words.length === 0 ? (
          <span className="muted">—</span>
        ) : (
          <span className="prose">{words.join(', ')}</span>
        )
      }}
    </Questions>
  )
}

function Aside({ answer }: { answer: Answer }) {
  return (
    <>
      <Panel title="Quién responde">
        <Facts
          facts={[
            ['Correo', answer.email],
            ['Área', answer.departmentName],
            ['Hasta', day(answer.dueOn)],
            ['Avance', `${answer.answered} de ${answer.asked}`],
            ['Enviado', day(answer.createdAt)],
            ['Guardado', answer.savedAt && moment(answer.savedAt)],
            ['Respondió', answer.submittedAt && moment(answer.submittedAt)],
            ['Leída por', answer.readBy],
            ['Recordado', answer.remindedOn && day(answer.remindedOn)],
          ]}
        />
      </Panel>
      <Panel title="Lo que salió de aquí">
        {answer.sources.length === 0 ? (
          <p className="muted">Nada todavía.</p>
        ) : (
          <ul className="plain stack tight">
            {answer.sources.map((source) => (
              <li key={`${source.target}-${source.nth}`} className="stack tight">
                <span className="row">
                  <Mark>{TARGETS[source.target].one}</Mark>
                  <SourceLink source={source} />
                </span>
                <span className="hint">
                  {[source.createdBy, day(source.createdAt)].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

const AREAS: Readonly<Record<Target, string>> = {
  activity: 'registro',
  processor: 'encargados',
  system: 'mapa/sistemas',
  risk: 'evaluaciones',
}

function SourceLink({ source }: { source: Answer['sources'][number] }) {
  const at = useAt()
  return <Link {...at(`${AREAS[source.target]}/${source.entityId}`)}>{source.title}</Link>
}

interface Returned {
  note: string
  dueOn: string
}

function ReturnDialog({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const back = useAct(
    (service, { note, dueOn }: Returned) =>
      service.post('/questionnaires/answers/{id}/return', {
        path: { id: answer.id },
        body: { note, dueOn: dueOn || null },
      }),
    { quiet: true, done: 'Se le devolvió, con un correo.', after: onClose },
  )
  const form = useForm<Returned>({
    keep: `answer/${answer.id}/return`,
    initial: { note: '', dueOn: '' },
    save: (values) => back.mutateAsync(values),
  })
  return (
    <Dialog
      title="Devolver la respuesta"
      about={`${answer.name} la podrá corregir con el mismo enlace. Su nota va en el correo.`}
      onClose={onClose}
    >
      <FormView form={form} submit="Devolver" onCancel={onClose}>
        <AreaField form={form} name="note" label="Qué falta o hay que aclarar" rows={4} required />
        <DayField
          form={form}
          name="dueOn"
          label="Hasta"
          hint="En blanco: la fecha que tenía, o siete días."
        />
      </FormView>
    </Dialog>
  )
}

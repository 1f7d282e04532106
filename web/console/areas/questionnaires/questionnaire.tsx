import { useNavigate } from '@tanstack/react-router'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { History } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { AnswerList } from './answers.tsx'
import { type Draft, draftOf, sectionsOf } from './draft.ts'
import { Editor } from './editor.tsx'
import { Preview } from './questions.tsx'
import { SendDialog } from './send.tsx'
import type { Questionnaire } from './words.ts'

const TABS = [
  ['respuestas', 'Respuestas'],
  ['preguntas', 'Preguntas'],
  ['historial', 'Historial'],
] as const

export function QuestionnairePage() {
  const id = useParam('id')
  const one = useRecord('/questionnaires/{id}', { path: { id } })
  const { may } = useOrganisation()
  const shown = useShown(`/questionnaires/${one.id}`)
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const isEditing = search['editar'] === 'si' && may('PUT /questionnaires/{id}')
  const isSending = search['enviar'] === 'si' && may('POST /questionnaires/{id}/send')
  const { counts } = one
  const remove = useAct((service) => service.delete('/questionnaires/{id}', { path: { id } }), {
    done: 'El cuestionario ya no está.',
    after: () => void navigate(at('cuestionarios')),
  })
  const turn = useAct(
    (service, isActive: boolean) =>
      service.put('/questionnaires/{id}', { path: { id }, body: { isActive }, ...shown() }),
    { done: ({ isActive }) => (isActive ? 'Se puede enviar otra vez.' : 'Ya no se envía.') },
  )
  return (
    <Page
      title={one.name}
      mark={one.isActive ? <Mark>Versión {one.version}</Mark> : <Mark tone="warn">No se envía</Mark>}
      back={{ ...at('cuestionarios'), children: 'Cuestionarios' }}
      actions={
        !isEditing && (
          <>
            {may('POST /questionnaires/{id}/send') && one.isActive && (
              <Button kind="main" onClick={() => set({ enviar: 'si' })}>
                Enviar
              </Button>
            )}
            {may('PUT /questionnaires/{id}') && (
              <>
                <Button onClick={() => set({ editar: 'si', parte: '' })}>Editar</Button>
                {counts.sent > 0 && (
                  <Button onClick={() => turn.mutate(!one.isActive)}>
                    {one.isActive ? 'Dejar de enviar' : 'Volver a enviar'}
                  </Button>
                )}
              </>
            )}
            {may('DELETE /questionnaires/{id}') && counts.sent === 0 && (
              <ConfirmButton
                kind="grave"
                title="¿Eliminar este cuestionario?"
                about="Nadie lo ha recibido. No se puede deshacer."
                confirm="Eliminar"
                act={() => remove.mutate()}
              >
                Eliminar
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <Change one={one} onDone={() => set({ editar: '' })} />
      ) : (
        <>
          <Tabs label="Partes del cuestionario" tabs={TABS} />
          {tab === 'historial' && <History entityType="questionnaire" entityId={id} />}
          {tab === 'preguntas' && (
            <Panel title="Preguntas">
              {one.description && <p>{one.description}</p>}
              <Preview sections={one.sections} />
            </Panel>
          )}
          {tab === 'respuestas' && (
            <Split
              aside={
                <Panel title="Avance">
                  <Facts
                    facts={[
                      ['Enviado a', String(counts.sent)],
                      ['En curso', String(counts.started)],
                      ['Respondieron', String(counts.submitted)],
                      ['Devueltas', String(counts.returned)],
                      ['Por leer', String(counts.unread)],
                      ['Atrasadas', String(counts.overdue)],
                    ]}
                  />
                  <p className="hint">
                    A quien no ha respondido se le recuerda tres días y un día antes de la fecha.
                  </p>
                </Panel>
              }
            >
              <AnswerList questionnaireId={id} />
            </Split>
          )}
        </>
      )}
      {isSending && <SendDialog questionnaire={one} onClose={() => set({ enviar: '' })} />}
    </Page>
  )
}

function Change({ one, onDone }: { one: Questionnaire; onDone: () => void }) {
  const { id } = one
  const save = useAct(
    (service, { draft, seen }: { draft: Draft; seen: Seen }) =>
      service.put('/questionnaires/{id}', {
        path: { id },
        body: { name: draft.name, description: draft.description || null, sections: sectionsOf(draft) },
        ...seen,
      }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm<Draft>({
    keep: `questionnaire/${id}`,
    version: useSeen(`/questionnaires/${id}`),
    initial: draftOf(one),
    save: (draft, seen) => save.mutateAsync({ draft, seen }),
  })
  return (
    <Editor
      form={form}
      submit="Guardar"
      onCancel={onDone}
      about={
        one.counts.sent > 0
          ? 'Ya se envió: lo que cambie vale para los envíos siguientes. Quien lo recibió lo responde como se le envió.'
          : undefined
      }
    />
  )
}

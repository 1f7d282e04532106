import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { type Draft, draftOf, sectionsOf } from './draft.ts'
import { Editor } from './editor.tsx'

export function NewQuestionnaire() {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    (service, draft: Draft) =>
      service.post('/questionnaires', {
        body: { name: draft.name, description: draft.description || null, sections: sectionsOf(draft) },
        idempotencyKey: true,
      }),
    {
      quiet: true,
      done: 'El cuestionario quedó guardado.',
      after: ({ id }) => void navigate(at(`cuestionarios/${id}`)),
    },
  )
  const form = useForm<Draft>({
    keep: 'questionnaire/new',
    initial: draftOf(),
    save: (draft) => create.mutateAsync(draft),
  })
  return (
    <FormPage
      needs="POST /questionnaires"
      title="Escribir un cuestionario"
      about="En palabras de quien responde: sin siglas, y con una pregunta por cosa."
      back={{ ...at('cuestionarios'), children: 'Cuestionarios' }}
    >
      <Editor form={form} submit="Guardar" onCancel={() => void navigate(at('cuestionarios'))} />
    </FormPage>
  )
}

import { useState } from 'react'
import { Awaited } from '../../frame/trouble.tsx'
import { useWhole } from '../../lists.ts'
import { Empty } from '../../ui/empty.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { DecisionList } from './decisions.tsx'
import { Parts } from './parts.tsx'

/** One person's decisions. The address of the screen does not hold the person's identity. */
export function People() {
  const [asked, setAsked] = useState('')
  const form = useForm({
    initial: { subjectRef: '' },
    save: async ({ subjectRef }) => setAsked(subjectRef.trim()),
  })
  return (
    <Page
      title="Personas y prueba"
      about="Qué decidió una persona, cuándo y con qué texto a la vista: la prueba le corresponde a su organización (art. 12)."
    >
      <Parts />
      <Panel title="Buscar a una persona">
        <FormView form={form} submit="Buscar">
          <TextField
            form={form}
            name="subjectRef"
            label="Correo, RUT o identificador"
            hint="Completo, como se registró. El RUT, con guion."
            maxLength={200}
            required
          />
        </FormView>
      </Panel>
      {asked !== '' && (
        <Awaited fallback={<p className="muted">Un momento…</p>}>
          <Found key={asked} subjectRef={asked} />
        </Awaited>
      )}
    </Page>
  )
}

function Found({ subjectRef }: { subjectRef: string }) {
  const items = useWhole('/consent/subject-records', { subjectRef })
  if (items.length === 0)
    return (
      <Empty title="No hay decisiones con ese dato">
        Revise que esté completo. Las visitas de un sitio se registran con un número al azar, no con su
        correo.
      </Empty>
    )
  return (
    <Panel title={`Decisiones de ${subjectRef}`}>
      <DecisionList items={items} />
    </Panel>
  )
}

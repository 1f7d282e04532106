import { useNavigate } from '@tanstack/react-router'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { useChoosing, useChoosingAhead } from '../../choices.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useSeen } from '../../seen.ts'
import {
  AreaField,
  CheckField,
  ChoiceField,
  FormView,
  LinesField,
  NumberField,
  Pair,
  TextField,
  WhenField,
} from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { ManyField, RadioField } from '../../ui/group-field.tsx'
import { Panel } from '../../ui/page.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { bodyOf, type Values, valuesOf } from './values.ts'
import { type Breach, NATURES, SOURCES } from './words.ts'

const CATEGORIES = Object.entries(DATA_CATEGORIES).map(
  ([key, { label, sensitive }]) => [key, label, sensitive ? 'sensible' : undefined] as const,
)

export function NewBreach() {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    (service, values: Values) => service.post('/breaches', { body: bodyOf(values), idempotencyKey: true }),
    {
      quiet: true,
      done: 'La brecha quedó registrada. Ahora decida a quién comunicarla.',
      after: ({ id }) => void navigate(at(`brechas/${id}`)),
    },
  )
  return (
    <FormPage
      narrow
      needs="POST /breaches"
      title="Registrar una brecha"
      about="Basta el título y cuándo se detectó: lo demás se completa a medida que se sabe."
      back={{ ...at('brechas'), children: 'Brechas' }}
    >
      <Editor keep="breach/new" save={(values) => create.mutateAsync(values)} submit="Registrar la brecha" />
    </FormPage>
  )
}

/** Replaces the summary while the person edits it. */
export function BreachEditor({ breach, onDone }: { breach: Breach; onDone: () => void }) {
  const { id } = breach
  const update = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.put('/breaches/{id}', { path: { id }, body: bodyOf(values), ...seen }),
    { quiet: true, done: 'Guardado. El cambio quedó en el historial.', after: onDone },
  )
  return (
    <Editor
      keep={`breach/${id}`}
      version={useSeen(`/breaches/${id}`)}
      breach={breach}
      save={(values, seen) => update.mutateAsync({ values, seen })}
      submit="Guardar"
      onCancel={onDone}
    />
  )
}

interface EditorProps {
  keep: string
  version?: ReturnType<typeof useSeen>
  breach?: Breach
  save: (values: Values, seen: Seen) => Promise<unknown>
  submit: string
  onCancel?: () => void
}

function Editor({ keep, version, breach, save, submit, onCancel }: EditorProps) {
  useAhead([['/org/entities']])
  useChoosingAhead(['/rat/activities', '/data-map/systems'])
  const { entities } = useRecord('/org/entities')
  const activities = useChoosing('/rat/activities')
  const systems = useChoosing('/data-map/systems')
  const form = useForm({ keep, ...(version && { version }), initial: valuesOf(breach), save })
  return (
    <FormView form={form} submit={submit} {...(onCancel && { onCancel })}>
      <Panel title="Qué pasó">
        <TextField
          form={form}
          name="title"
          label="Título"
          hint="Como la llamará el equipo."
          maxLength={200}
          required
        />
        <Pair>
          <WhenField
            form={form}
            name="detectedAt"
            label="Cuándo se detectó"
            hint="Hora de Chile. Desde aquí corren los plazos."
            required
          />
          <WhenField form={form} name="occurredAt" label="Cuándo ocurrió" hint="Si se sabe." />
        </Pair>
        <Pair>
          <ChoiceField
            form={form}
            name="detectionSource"
            label="Cómo se supo"
            choices={withOwn(SOURCES, form.values.detectionSource)}
            required
          />
          <TextField
            form={form}
            name="attackVector"
            label="Causa"
            hint="Por ejemplo: credenciales robadas, correo a quien no correspondía."
            maxLength={500}
          />
        </Pair>
        <AreaField
          form={form}
          name="description"
          label="Relato"
          hint="Qué ocurrió, en orden y sin nombres de personas."
        />
        <ManyField
          form={form}
          name="nature"
          label="Qué se afectó"
          choices={Object.entries(NATURES).map(([key, [name, hint]]) => [key, name, hint] as const)}
        />
      </Panel>
      <Panel title="A quiénes y qué datos">
        <NumberField
          form={form}
          name="estimatedRecords"
          label="Personas afectadas"
          hint="Número aproximado."
        />
        <ManyField form={form} name="dataCategories" label="Datos afectados" choices={CATEGORIES} columns />
        <CheckField
          form={form}
          name="hasSensitiveData"
          label="Hay datos sensibles, aunque no estén en la lista"
        />
        {activities.total > 0 && (
          <PickField
            form={form}
            name="activityIds"
            label="Actividades de tratamiento afectadas"
            from={activities}
          />
        )}
        {systems.total > 0 && (
          <PickField form={form} name="systemIds" label="Sistemas afectados" from={systems} />
        )}
      </Panel>
      <Panel title="Qué se hizo">
        <AreaField form={form} name="effects" label="Efectos constatados" />
        <LinesField form={form} name="containmentActions" label="Medidas tomadas" />
        <AreaField form={form} name="prevention" label="Medidas para que no se repita" />
        <AreaField
          form={form}
          name="riskRationale"
          label="Por qué hay, o no hay, un riesgo para los titulares"
          hint="Sirve para acreditar por qué se reportó o no (arts. 14 quinquies y 14 sexies)."
        />
        <AreaField
          form={form}
          name="noNoticeReason"
          label="Por qué no se avisó a los titulares"
          hint="Solo si no se les avisa."
          rows={2}
        />
      </Panel>
      <Panel title="Quién responde">
        <RadioField
          form={form}
          name="actsAs"
          label="La organización trata estos datos"
          required
          choices={[
            ['controller', 'Como responsable', 'por cuenta propia'],
            ['processor', 'Como encargada', 'por cuenta de otro, a quien debe avisar (art. 15 bis)'],
          ]}
        />
        {form.values.actsAs === 'processor' && (
          <TextField
            form={form}
            name="controllerName"
            label="Responsable por cuenta de quien se tratan"
            maxLength={200}
          />
        )}
        {entities.length > 1 && (
          <ChoiceField
            form={form}
            name="legalEntityId"
            label="Entidad legal"
            none="La principal"
            choices={entities.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </Panel>
    </FormView>
  )
}

/** Keeps a value that another program wrote among the choices. */
function withOwn(choices: typeof SOURCES, own: string): typeof SOURCES {
  return choices.some(([value]) => value === own) ? choices : [...choices, [own, own]]
}

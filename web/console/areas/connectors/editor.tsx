import { useChoosing } from '../../choices.ts'
import { useSeen } from '../../seen.ts'
import {
  AreaField,
  CheckField,
  ChoiceField,
  FormView,
  NumberField,
  Pair,
  TextField,
} from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useAskBeforeLeaving } from '../../ui/leaving.ts'
import { Panel } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { type Body, bodyOf, type Values, valuesOf } from './values.ts'
import { type Connector, KIND_CHOICES, type Kind, PARAMETERS, RIGHTS, TLS_CHOICES } from './words.ts'

export function ConnectorForm({
  one,
  systemId,
  submit,
  save,
  onCancel,
}: {
  one?: Connector
  /** The system that the connector is for, if known. */
  systemId?: string | undefined
  submit: string
  save: (body: Body, seen: Seen) => Promise<unknown>
  onCancel: () => void
}) {
  const systems = useChoosing('/data-map/systems')
  // No draft in the browser, because the form holds a password.
  const version = useSeen(one && `/connectors/${one.id}`)
  const form = useForm<Values>({
    ...(one && { version }),
    initial: { ...valuesOf(one), ...(systemId && { systemId }) },
    save: (values, seen) => save({ ...bodyOf(values), kind: values.kind as Kind }, seen),
  })
  useAskBeforeLeaving(form, '¿Salir sin guardar el conector? Lo que escribió se pierde.')
  const isEndpoint = form.values.kind === 'https'
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <Panel title="Qué sistema">
        <Pair>
          <TextField form={form} name="name" label="Nombre del conector" maxLength={200} required />
          <PickOneField
            form={form}
            name="systemId"
            label="Sistema del mapa de datos"
            from={systems}
            none="Elija uno"
            required
          />
        </Pair>
        {!one && (
          <ChoiceField form={form} name="kind" label="Cómo se le pregunta" choices={KIND_CHOICES} required />
        )}
      </Panel>
      {isEndpoint ? (
        <Panel title="Dónde está">
          <TextField
            form={form}
            name="config.url"
            label="Dirección de su sistema"
            hint="Recibe una llamada firmada por cada tarea, y responde con los datos, con un archivo o más tarde. El secreto de la firma se muestra una vez al crear el conector."
            type="url"
            required
          />
        </Panel>
      ) : (
        <>
          <Panel title="Dónde está">
            <Pair>
              <TextField form={form} name="config.host" label="Servidor" maxLength={253} required />
              <NumberField form={form} name="config.port" label="Puerto" min={1} />
            </Pair>
            <Pair>
              <TextField form={form} name="config.database" label="Base de datos" maxLength={100} required />
              <TextField
                form={form}
                name="config.user"
                label="Usuario"
                hint="Cree uno que solo pueda leer las tablas que las consultas nombran."
                maxLength={100}
                required
              />
            </Pair>
            <Pair>
              <TextField
                form={form}
                name="config.password"
                label="Clave"
                hint={
                  one?.config.hasPassword
                    ? 'Vacía deja la de antes. Si cambia el servidor o el usuario, escríbala de nuevo.'
                    : 'Se guarda sellada y nadie vuelve a verla.'
                }
                type="password"
                complete="new-password"
              />
              <ChoiceField form={form} name="config.tls" label="Conexión" choices={TLS_CHOICES} required />
            </Pair>
            <CheckField
              form={form}
              name="config.writes"
              label="Puede cambiar datos para rectificar, suprimir, oponerse o bloquear"
            />
          </Panel>
          <Panel title="Qué se pregunta por cada derecho">
            <p className="hint">
              Una sentencia por derecho. Nombre a la persona con{' '}
              {PARAMETERS.map(([parameter, meaning], index) => (
                <span key={parameter}>
                  {index > 0 && (index === PARAMETERS.length - 1 ? ' o ' : ', ')}
                  <code>{parameter}</code> ({meaning})
                </span>
              ))}
              : el valor viaja aparte y nunca se mezcla con la sentencia.
            </p>
            {RIGHTS.map(({ right, name, article, changes }) => (
              <AreaField
                key={right}
                form={form}
                name={`queries.${right}`}
                label={`${name}, ${article}`}
                hint={
                  changes
                    ? form.values['config.writes']
                      ? 'Cambia datos sin que nadie lo revise antes, y solo si está probado quién pide. No se repite sola si falla.'
                      : 'Solo encuentra: lo que se pide se hace a mano.'
                    : 'Lee lo que el sistema tiene de la persona.'
                }
                rows={3}
              />
            ))}
          </Panel>
        </>
      )}
    </FormView>
  )
}

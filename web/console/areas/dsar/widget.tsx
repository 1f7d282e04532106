import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { AreaField, ChoiceField, FormView, LinesField, TextField } from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { ManyField } from '../../ui/group-field.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { shownAt } from '../../ui/origins.ts'
import { Page, Panel } from '../../ui/page.tsx'
import css from './dsar.module.css'
import { configWith, previewPath, type Settings, settingsOf } from './widget-settings.ts'
import { RIGHT_CHOICES, RIGHTS, type Right } from './words.ts'

type Widget = Data<'GET /dsar/widgets/{id}'>

/** One form: its words, its look, and how to install it on a site. */
export function WidgetCase() {
  const id = useParam('id')
  const at = useAt()
  useAhead([['/dsar/widgets/{id}', { path: { id } }], ['/org/entities']])
  const widget = useRecord('/dsar/widgets/{id}', { path: { id } })
  const version = useSeen(`/dsar/widgets/${id}`)
  return (
    <Page
      title={widget.name}
      mark={
        <Mark tone={widget.isActive ? 'ok' : 'plain'}>{widget.isActive ? 'Publicado' : 'Desactivado'}</Mark>
      }
      back={{ ...at('solicitudes/formularios'), children: 'Formularios' }}
      actions={<Actions widget={widget} />}
    >
      <Editor key={id} widget={widget} version={version} />
      <Use widget={widget} />
    </Page>
  )
}

interface Shown {
  widget: Widget
  version: ReturnType<typeof useSeen>
}

function Actions({ widget: { id, isActive, pageUrl } }: Pick<Shown, 'widget'>) {
  const { may } = useOrganisation()
  const shown = useShown(`/dsar/widgets/${id}`)
  const at = useAt()
  const navigate = useNavigate()
  const turn = useAct(
    (service, on: boolean) =>
      service.patch('/dsar/widgets/{id}', {
        path: { id },
        body: { isActive: on },
        ...shown(),
      }),
    {
      done: (_, on) => (on ? 'El formulario está publicado otra vez.' : 'El formulario quedó desactivado.'),
    },
  )
  const remove = useAct((service) => service.delete('/dsar/widgets/{id}', { path: { id } }), {
    done: 'El formulario se eliminó.',
    after: () => void navigate(at('solicitudes/formularios')),
  })
  return (
    <>
      {isActive && (
        <FileLink href={pageUrl} open>
          Abrir la página
        </FileLink>
      )}
      {may('PATCH /dsar/widgets/{id}') &&
        (isActive ? (
          <ConfirmButton
            title="¿Desactivar el formulario?"
            about="Nadie podrá enviar solicitudes por él, ni en su página ni donde esté pegado. Puede publicarlo otra vez cuando quiera."
            confirm="Desactivar"
            act={() => turn.mutate(false)}
          >
            Desactivar
          </ConfirmButton>
        ) : (
          <Button kind="main" busy={turn.isPending} onClick={() => turn.mutate(true)}>
            Publicar otra vez
          </Button>
        ))}
      {may('DELETE /dsar/widgets/{id}') && (
        <ConfirmButton
          kind="grave"
          title="¿Eliminar el formulario?"
          about="No se puede deshacer. Si por él ya llegaron solicitudes no se elimina: desactívelo."
          confirm="Eliminar"
          act={() => remove.mutate()}
        >
          Eliminar
        </ConfirmButton>
      )}
    </>
  )
}

interface Values extends Omit<Settings, 'rightTypes'> {
  name: string
  legalEntityId: string
  rightTypes: string[]
}

function Editor({ widget, version }: Shown) {
  const { may } = useOrganisation()
  const { entities } = useRecord('/org/entities')
  const { id } = widget
  const settings = settingsOf(widget.config)
  const save = useAct(
    (service, { values: { name, legalEntityId, ...rest }, seen }: { values: Values; seen: Seen }) =>
      service.patch('/dsar/widgets/{id}', {
        path: { id },
        body: {
          name,
          legalEntityId,
          config: configWith(widget.config, { ...rest, rightTypes: rest.rightTypes as Right[] }),
        },
        ...seen,
      }),
    { quiet: true, done: 'Guardado. Quien abra el formulario ya lo ve así.', after: version.renew },
  )
  const form = useForm<Values>({
    keep: `widget/${id}`,
    version,
    initial: {
      name: widget.name,
      legalEntityId: widget.legalEntityId,
      ...settings,
      rightTypes: settings.rightTypes.length > 0 ? settings.rightTypes : RIGHT_CHOICES.map(([key]) => key),
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <div className={css['beside']}>
      {may('PATCH /dsar/widgets/{id}') && (
        <Panel title="Lo que dice">
          <FormView form={form} submit="Guardar">
            <TextField
              form={form}
              name="name"
              label="Nombre"
              hint="Solo se ve aquí."
              maxLength={200}
              required
            />
            <TextField
              form={form}
              name="title"
              label="Título"
              hint="En blanco: «Ejerza sus derechos sobre sus datos personales»."
              maxLength={200}
            />
            <AreaField
              form={form}
              name="intro"
              label="Introducción"
              hint="Unas líneas antes de elegir el derecho."
              rows={3}
            />
            <ManyField
              form={form}
              name="rightTypes"
              label="Derechos que ofrece"
              hint="Si no elige ninguno, los ofrece todos."
              choices={RIGHT_CHOICES}
              columns
            />
            {entities.length > 1 && (
              <ChoiceField
                form={form}
                name="legalEntityId"
                label="Quién responde"
                choices={entities.map((entity) => [entity.id, entity.name] as const)}
                required
              />
            )}
            <Colour form={form} />
            <LinesField
              form={form}
              name="allowedOrigins"
              label="Sitios que lo pueden mostrar"
              hint="Uno por línea, como https://www.tiendasur.cl. En blanco: cualquiera."
            />
          </FormView>
        </Panel>
      )}
      <div className={css['seen']}>
        <Preview id={id} values={form.values} />
      </div>
    </div>
  )
}

function Colour({ form }: { form: Form<Values> }) {
  const { color } = form.values
  const isColour = /^#[\da-f]{6}$/i.test(color)
  return (
    <div className={css['colour']}>
      <TextField
        form={form}
        name="color"
        label="Color"
        hint="Como #0a5c36; en blanco, el suyo."
        maxLength={20}
      />
      <input
        type="color"
        aria-label="Elegir el color"
        value={isColour ? color : '#0b57a4'}
        onChange={({ target }) => form.set('color', target.value)}
      />
    </div>
  )
}

const PAUSE_MS = 500

/** Previews the form with unsaved changes. */
function Preview({ id, values }: { id: string; values: Values }) {
  const url = useServiceUrl()
  const select = useId()
  const [right, setRight] = useState('')
  const path = previewPath(id, { ...values, rightTypes: values.rightTypes as Right[], right })
  const [shown, setShown] = useState(path)
  useEffect(() => {
    const timer = setTimeout(() => setShown(path), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [path])
  const offered = values.rightTypes.length > 0 ? values.rightTypes : RIGHT_CHOICES.map(([key]) => key)
  return (
    <Panel title="Cómo se ve">
      <div className="stack tight">
        <label className="hint" htmlFor={select}>
          Paso
        </label>
        <select id={select} value={right} onChange={({ target }) => setRight(target.value)}>
          <option value="">Elegir el derecho</option>
          {offered.map((key) => (
            <option key={key} value={key}>
              {RIGHTS[key as Right].name}: las preguntas
            </option>
          ))}
        </select>
      </div>
      <FrameView src={url(shown)} title="El formulario como lo verán las personas" />
      <p className="hint">Es el formulario real; desde aquí no se puede enviar.</p>
    </Panel>
  )
}

function Use({ widget: { pageUrl, embedCode, isActive, config } }: { widget: Widget }) {
  const { allowedOrigins } = settingsOf(config)
  return (
    <Panel title="Cómo usarlo">
      {!isActive && (
        <Notice tone="warn">
          Está desactivado: su dirección no abre y nadie puede enviar solicitudes por él, tampoco donde esté
          pegado.
        </Notice>
      )}
      <div className={css['beside']}>
        <div className="stack tight">
          <h3>Enlazarlo</h3>
          <p className="muted">
            La página del formulario, para su política de privacidad, correos o un código QR. Quien tenga la
            dirección puede enviar una solicitud, sin cuenta
            {allowedOrigins.length > 0 && ' y desde cualquier sitio'}.
          </p>
          <Copy text={pageUrl} />
        </div>
        <div className="stack tight">
          <h3>Pegarlo en su sitio</h3>
          <p className="muted">
            En el lugar de la página donde quiere que aparezca. Quien no tenga JavaScript ve el enlace.{' '}
            {shownAt(allowedOrigins)}
          </p>
          <Copy text={embedCode} />
        </div>
      </div>
    </Panel>
  )
}

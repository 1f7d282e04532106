import { useState } from 'react'
import { counted } from '../../amounts.ts'
import { useChoosing } from '../../choices.ts'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { Entries, Entry } from '../../ui/entries.tsx'
import {
  AreaField,
  CheckField,
  ChoiceField,
  FormView,
  LinesField,
  NumberField,
  Pair,
  TextField,
} from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { OvertakenPart } from '../../ui/overtaken-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { partOf, replaced } from '../../ui/part.ts'
import { PickOneField } from '../../ui/pick-field.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { Colour } from './colour.tsx'
import css from './consent.module.css'
import {
  blankCookie,
  blankPurpose,
  bodyOf,
  CATEGORIES,
  type CookieDraft,
  type Design,
  designOf,
  GPC,
  POSITIONS,
  type PurposeDraft,
  THEMES,
} from './design.ts'
import { FoundDialog } from './found.tsx'
import type { ShownNotice } from './shown.ts'

/** The text and the look of the notice, beside the real banner. */
export function Designer({ notice, version }: ShownNotice) {
  const { may } = useOrganisation()
  const { id } = notice
  const save = useAct(
    (service, { design, seen }: { design: Design; seen: Seen }) =>
      service.put('/consent/notices/{id}', {
        path: { id },
        body: bodyOf(design, notice.config),
        ...seen,
      }),
    {
      quiet: true,
      done: 'Guardado en el borrador. El sitio lo muestra cuando usted publique.',
      after: version.renew,
    },
  )
  const form = useForm<Design>({
    keep: `notice/${id}`,
    version,
    initial: designOf(notice),
    save: (design, seen) => save.mutateAsync({ design, seen }),
  })
  const mayEdit = may('PUT /consent/notices/{id}') && notice.status !== 'ARCHIVED'
  return (
    <div className={mayEdit ? css['beside'] : undefined}>
      {mayEdit && (
        <FormView form={form} submit="Guardar el borrador">
          <Texts form={form} />
          <Purposes form={form} />
          <Look form={form} />
          <Behaviour form={form} />
        </FormView>
      )}
      <div className={css['seen']}>
        <BannerPreview notice={notice} design={form.values} />
      </div>
    </div>
  )
}

type Part = { form: Form<Design> }

function Texts({ form }: Part) {
  const domains = useChoosing('/domains')
  return (
    <Panel title="Textos">
      <Pair>
        <TextField form={form} name="name" label="Nombre" hint="Solo se ve aquí." maxLength={200} required />
        <PickOneField form={form} name="domainId" label="Sitio" none="Cualquiera" from={domains} />
      </Pair>
      <TextField form={form} name="title" label="Título" maxLength={500} />
      <AreaField form={form} name="description" label="Texto" rows={3} />
      <details>
        <summary>En inglés, y enlaces a las políticas</summary>
        <div className="stack">
          <TextField
            form={form}
            name="englishTitle"
            label="Título en inglés"
            hint="Para las páginas de su sitio que están en inglés."
            maxLength={500}
          />
          <AreaField form={form} name="englishDescription" label="Texto en inglés" rows={3} />
          <TextField
            form={form}
            name="privacyPolicyUrl"
            type="url"
            label="Su política de tratamiento de datos"
            hint="En blanco, la página de privacidad que publica el servicio."
            maxLength={500}
          />
          <TextField
            form={form}
            name="cookiePolicyUrl"
            type="url"
            label="Su política de cookies"
            maxLength={500}
          />
        </div>
      </details>
    </Panel>
  )
}

function Purposes({ form }: Part) {
  const { purposes, domainId } = form.values
  const [finding, setFinding] = useState(false)
  return (
    <Panel
      title="Finalidades y cookies"
      actions={
        domainId !== '' && <Button onClick={() => setFinding(true)}>Traer lo que encontró la revisión</Button>
      }
    >
      <p className="muted">
        Cada finalidad se acepta o se rechaza por separado. Solo lo necesario para que el sitio funcione puede
        ir sin preguntar.
      </p>
      <OvertakenPart form={form} name="purposes" label="Finalidades" />
      <Entries
        title="Finalidades"
        add="Agregar una finalidad"
        onAdd={() => form.set('purposes', [...purposes, blankPurpose(purposes)])}
      >
        {purposes.map((purpose, index) => (
          <PurposeEntry key={purpose.key} form={form} purpose={purpose} index={index} />
        ))}
      </Entries>
      {finding && <FoundDialog form={form} domainId={domainId} onClose={() => setFinding(false)} />}
    </Panel>
  )
}

function PurposeEntry({ form, purpose, index }: Part & { purpose: PurposeDraft; index: number }) {
  const { purposes } = form.values
  const change = (next: PurposeDraft) => form.set('purposes', replaced(purposes, index, next))
  const part = partOf<PurposeDraft>(form as never, purpose, change, form.faults, `purposes[${index}]`)
  const { cookies } = purpose
  return (
    <Entry
      label={purpose.name || `Finalidad ${index + 1}`}
      onRemove={() => form.set('purposes', replaced(purposes, index))}
    >
      <Pair>
        <TextField form={part} name="name" label="Nombre" maxLength={200} required />
        {!purpose.required && (
          <ChoiceField
            form={part}
            name="category"
            label="Clase"
            hint="Por ella el banner retiene a los terceros conocidos."
            none="Según su nombre"
            choices={CATEGORIES}
          />
        )}
      </Pair>
      <AreaField form={part} name="description" label="Para qué" rows={2} />
      <CheckField
        form={part}
        name="required"
        label="Necesaria: sin ella el sitio no funciona, y no se pregunta"
      />
      <details>
        <summary>
          {counted(cookies.length, 'cookie', 'cookies')}
          {purpose.hosts.length > 0 && `, ${counted(purpose.hosts.length, 'tercero', 'terceros')}`}
        </summary>
        <div className="stack">
          <Entries
            title={`Cookies: ${purpose.name || purpose.key}`}
            add="Agregar una cookie"
            onAdd={() => change({ ...purpose, cookies: [...cookies, blankCookie()] })}
          >
            {cookies.map((cookie, at) => {
              const own = partOf<CookieDraft>(
                form as never,
                cookie,
                (next) => change({ ...purpose, cookies: replaced(cookies, at, next) }),
                form.faults,
                `purposes[${index}].cookies[${at}]`,
              )
              return (
                <Entry
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cookie has no name before it is typed.
                  key={at}
                  label={cookie.name || `Cookie ${at + 1}`}
                  onRemove={() => change({ ...purpose, cookies: replaced(cookies, at) })}
                >
                  <Pair>
                    <TextField form={own} name="name" label="Nombre" maxLength={200} required />
                    <TextField form={own} name="provider" label="De quién es" maxLength={200} />
                  </Pair>
                  <Pair>
                    <TextField form={own} name="duration" label="Cuánto dura" maxLength={200} />
                    <TextField form={own} name="description" label="Para qué sirve" maxLength={2000} />
                  </Pair>
                </Entry>
              )
            })}
          </Entries>
          <LinesField
            form={part}
            name="hosts"
            label="Terceros que esperan esta finalidad"
            hint="Uno por línea, solo el servidor: cdn.medidor.cl. Los más conocidos ya se retienen por su clase."
          />
        </div>
      </details>
    </Entry>
  )
}

function Look({ form }: Part) {
  return (
    <Panel title="Apariencia">
      <Colour form={form} />
      <Pair>
        <ChoiceField form={form} name="position" label="Lugar" choices={POSITIONS} required />
        <ChoiceField form={form} name="theme" label="Tema" choices={THEMES} required />
      </Pair>
      <CheckField
        form={form}
        name="reopen"
        label="Mostrar el botón que vuelve a abrir las preferencias"
        hint="Sin él, ofrezca usted un enlace: el medio para retirar debe estar siempre disponible y ser similar al de aceptar (art. 12)."
      />
    </Panel>
  )
}

function Behaviour({ form }: Part) {
  return (
    <Panel title="Comportamiento">
      <RadioField
        form={form}
        name="gpc"
        label="Si el navegador envía Global Privacy Control"
        choices={GPC}
        required
      />
      <NumberField
        form={form}
        name="decisionDays"
        label="Días que vale una decisión"
        hint="En blanco, 182; como máximo, 365."
        min={1}
      />
      <LinesField
        form={form}
        name="allowedOrigins"
        label="Sitios que lo pueden mostrar"
        hint="Uno por línea, como https://www.tiendasur.cl. En blanco: cualquiera."
      />
    </Panel>
  )
}

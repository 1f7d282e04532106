import { useAct, useRecord } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { Told } from '../../service.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { AreaField, FormView, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { bodyOf, textOf } from '../../ui/markup.ts'
import { Panel } from '../../ui/page.tsx'
import css from './policies.module.css'
import {
  type Beside,
  type CustomSections,
  callOf,
  KINDS,
  type Kind,
  keyFor,
  type Policy,
  standing,
  withCustom,
} from './words.ts'

interface Patch {
  customTitle?: string | null
  customIntro?: string | null
  customSections?: CustomSections
}

/** A change to the draft, saved over the version that the person saw. */
function useChange(kind: Kind, id: string, done: string, after?: () => void) {
  return useAct(
    async (service, { patch, seen }: { patch: Patch; seen: Seen }): Promise<void> => {
      if (kind === 'privacy')
        await service.patch('/privacy-policy/{id}', { path: { id }, body: patch, ...seen })
      else await service.put('/cookie-policy/{id}', { path: { id }, body: patch, ...seen })
    },
    { quiet: true, done, ...(after && { after }) },
  )
}

interface Edited {
  kind: Kind
  policy: Policy
}

/** Edits a draft section by section. People can reword mandatory sections, but not remove them. */
export function SectionEditor({ kind, policy }: Edited) {
  const { sections } = useRecord(callOf(kind, '/privacy-policy/{id}/drift'), { path: { id: policy.id } })
  const { search, set } = useFilters()
  const open = search['seccion']
  const close = () => set({ seccion: '' })
  const shared = { kind, policy, sections, onDone: close }
  return (
    <>
      <Panel title="Título e introducción">
        <Opening kind={kind} policy={policy} />
      </Panel>
      <Panel
        title="Secciones"
        actions={<Button onClick={() => set({ seccion: 'nueva' })}>Agregar una sección</Button>}
      >
        <p className="muted">
          Lo que no toque se escribe con {KINDS[kind].from}. Si redacta una sección, su texto queda como usted
          lo escriba y deja de cambiar sola.
        </p>
        <div>
          {sections
            .filter(({ key }) => key !== 'policyInfo')
            .map((section) => (
              <section key={section.key} className={css['section']}>
                {open === section.key ? (
                  <SectionForm {...shared} section={section} />
                ) : (
                  <Closed {...shared} section={section} onOpen={() => set({ seccion: section.key })} />
                )}
              </section>
            ))}
          {open === 'nueva' && (
            <section className={css['section']}>
              <SectionForm {...shared} />
            </section>
          )}
        </div>
      </Panel>
    </>
  )
}

function Closed({ kind, policy, section, onOpen }: Edited & { section: Beside; onOpen: () => void }) {
  const { key, article, isMandatory, isHidden, text, records } = section
  const [words, tone] = standing(section)
  const title = (text ?? records)?.title ?? key
  const change = useChange(
    kind,
    policy.id,
    isHidden ? 'La sección se ve otra vez.' : 'La sección quedó oculta.',
  )
  const turn = (visible: boolean) =>
    change.mutate({
      patch: { customSections: withCustom(policy.customSections, key, { visible: visible ? null : false }) },
      seen: {},
    })
  return (
    <>
      <div className="row spread">
        <div className="row">
          <h3>{title}</h3>
          <Mark tone={tone}>{words}</Mark>
        </div>
        <div className="row">
          {!isMandatory && article !== null && (
            <Button
              busy={change.isPending}
              label={`${isHidden ? 'Mostrar' : 'Ocultar'} «${title}»`}
              onClick={() => turn(isHidden)}
            >
              {isHidden ? 'Mostrar' : 'Ocultar'}
            </Button>
          )}
          {!isHidden && (
            <Button label={`Editar «${title}»`} onClick={onOpen}>
              Editar
            </Button>
          )}
        </div>
      </div>
      {isMandatory && <p className="hint">{KINDS[kind].mandatory(article)}</p>}
      {text && <MarkedText markup={text.content} />}
    </>
  )
}

function SectionForm({
  kind,
  policy,
  section,
  sections,
  onDone,
}: Edited & { section?: Beside; sections: readonly Beside[]; onDone: () => void }) {
  const { id, customSections } = policy
  // The editor shows gaps by their brackets, without the highlighting.
  const body = (section?.text?.content ?? '').replace(/<\/?mark>/g, '')
  const text = textOf(body)
  const title = section?.text?.title ?? ''
  const change = useChange(kind, id, 'La sección quedó guardada.', onDone)
  const form = useForm({
    keep: `policy/${id}/section/${section?.key ?? 'new'}`,
    version: useSeen(callOf(kind, `/privacy-policy/${id}`)),
    initial: { title, content: text ?? body },
    save: (values, seen) => {
      const words = values.content.replace(/<[^<>]*>/g, '').trim()
      if (words === '' && section?.isMandatory)
        throw new Told(
          `Esta sección no puede quedar sin texto${section.article === null ? '' : ` (${section.article})`}.`,
        )
      if (words === '') throw new Told('Escriba el texto de la sección.')
      if (!section && values.title.trim() === '') throw new Told('Escriba el título de la sección.')
      const key =
        section?.key ??
        keyFor(
          values.title,
          sections.map((one) => one.key),
        )
      const isMarkup = text === undefined && /<[a-z]/i.test(values.content)
      const content = isMarkup ? values.content : bodyOf(values.content)
      const isAsWritten = section?.records !== null && content === bodyOf(text ?? '') && !section?.isOwn
      return change.mutateAsync({
        patch: {
          customSections: withCustom(customSections, key, {
            title: values.title.trim() === section?.records?.title ? null : values.title.trim(),
            ...(isAsWritten && section ? {} : { content }),
          }),
        },
        seen,
      })
    },
  })
  const restore = () => {
    const { [section!.key]: _own, ...others } = customSections as CustomSections
    change.mutate({ patch: { customSections: others }, seen: {} })
  }
  return (
    <FormView form={form} submit="Guardar la sección" onCancel={onDone}>
      {section?.article && <p className="hint">{section.article}</p>}
      <TextField form={form} name="title" label="Título" maxLength={500} required />
      <AreaField
        form={form}
        name="content"
        label="Texto"
        hint={
          text === undefined
            ? 'Esta sección tiene tablas o enlaces: está en HTML, conserve sus etiquetas.'
            : 'Una línea en blanco separa párrafos; «- » empieza un punto de una lista; **así** se destaca.'
        }
        rows={10}
        required
      />
      {section && (section.isOwn || section.records === null) && (
        <div>
          <ConfirmButton
            kind="quiet"
            title={section.records ? '¿Volver al texto de los registros?' : '¿Quitar esta sección?'}
            about="Lo que usted escribió en ella se pierde."
            confirm={section.records ? 'Volver' : 'Quitar'}
            act={restore}
          >
            {section.records ? 'Volver al texto de los registros' : 'Quitar la sección'}
          </ConfirmButton>
        </div>
      )}
    </FormView>
  )
}

function Opening({ kind, policy }: Edited) {
  const { id } = policy
  const change = useChange(kind, id, 'Guardado.')
  const form = useForm({
    keep: `policy/${id}/opening`,
    version: useSeen(callOf(kind, `/privacy-policy/${id}`)),
    initial: { customTitle: policy.customTitle ?? '', customIntro: policy.customIntro ?? '' },
    save: ({ customTitle, customIntro }, seen) =>
      change.mutateAsync({
        patch: { customTitle: customTitle || null, customIntro: customIntro || null },
        seen,
      }),
  })
  return (
    <FormView form={form} submit="Guardar">
      <TextField
        form={form}
        name="customTitle"
        label="Título"
        hint={`En blanco: «${KINDS[kind].name} de …».`}
        maxLength={500}
      />
      <AreaField form={form} name="customIntro" label="Introducción" rows={3} />
    </FormView>
  )
}

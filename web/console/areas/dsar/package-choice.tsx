import { useId, useState } from 'react'
import type { Data } from '#client'
import { counted } from '../../amounts.ts'
import { useAct } from '../../data.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { bytes } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { CoverDialog, type Covering, type SourceFile } from './package-cover.tsx'
import { type Request, RIGHTS } from './words.ts'

export type Sources = Data<'GET /dsar/requests/{id}/package/sources'>

const OUTCOMES = {
  found: ['Hay datos', 'ok'],
  nothing_found: ['Sin datos', 'plain'],
  kept: ['Se conservan', 'warn'],
} as const

/** The content of the package: the files of each system, their redactions, and a message. */
export function Choosing({
  request,
  sources: { tasks, files },
  mayBuild,
  onAsked,
  onCancel,
}: {
  request: Request
  sources: Sources
  mayBuild: boolean
  onAsked: () => void
  onCancel: (() => void) | undefined
}) {
  const { id, rightType } = request
  const done = tasks.filter(({ status }) => status === 'done')
  const waiting = tasks.filter(({ status }) => status === 'open' || status === 'sent')
  const all = done.flatMap((task) => task.files.map((file) => ({ ...file, from: task.systemName })))
  const [chosen, setChosen] = useState(() => new Set(all.map((file) => file.id)))
  const [covered, setCovered] = useState<readonly Covering[]>([])
  const [covering, setCovering] = useState<SourceFile>()
  const ask = useAct(
    (service, { note }: { note: string }) =>
      service.post('/dsar/requests/{id}/package', {
        path: { id },
        body: {
          include: { fileIds: [...chosen] },
          redactions: covered
            .filter(({ fileId }) => chosen.has(fileId))
            .map(({ name: _, ...redaction }) => redaction),
          note: note || null,
        },
      }),
    { quiet: true, done: 'Empezamos a prepararlo. Puede seguir trabajando.', after: onAsked },
  )
  const form = useForm({
    keep: `package/${id}`,
    initial: { note: '' },
    save: (values) => ask.mutateAsync(values),
  })
  const turn = (file: SourceFile, on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      if (on) next.add(file.id)
      else next.delete(file.id)
      return next
    })
  const coverings = (file: SourceFile) => covered.filter(({ fileId }) => fileId === file.id)
  // A redacted version replaces its original file, so it is not offered beside it.
  const offered = files.filter(
    (file) => !covered.some(({ replacementFileId }) => replacementFileId === file.id),
  )
  const row = (file: SourceFile) => (
    <FileRow
      key={file.id}
      file={file}
      on={chosen.has(file.id)}
      covered={coverings(file)}
      turn={mayBuild ? (on) => turn(file, on) : undefined}
      cover={mayBuild ? () => setCovering(file) : undefined}
      uncover={(one) => setCovered(covered.filter((other) => other !== one))}
    />
  )
  return (
    <Split
      aside={
        <Panel title="Qué recibe la persona">
          <p>
            Un archivo ZIP con un índice en español, los datos en JSON y en tablas que abre Excel, y los
            archivos que elija.
          </p>
          {rightType === 'ACCESS' && (
            <p className="muted">
              El índice dice de dónde vienen los datos, para qué se usan, a quiénes se comunican y por cuánto
              tiempo, según las actividades publicadas del registro ({RIGHTS.ACCESS.article}).
            </p>
          )}
          {rightType === 'PORTABILITY' && (
            <p className="muted">Los datos van en un formato estructurado y de uso común (art. 9).</p>
          )}
          <p className="muted">
            Lo que sea de otras personas se cubre o se deja fuera, y el índice dice qué, por qué y quién lo
            hizo.
          </p>
        </Panel>
      }
    >
      <Panel title="Qué va en el paquete">
        {waiting.length > 0 && (
          <Notice tone="warn">
            {waiting.length === 1 ? 'Falta la respuesta de ' : 'Faltan las respuestas de '}
            {waiting.map(({ systemName }) => systemName).join(', ')}. El índice lo dirá así.
          </Notice>
        )}
        {done.length === 0 && (
          <p className="muted">
            Ningún sistema ha respondido para esta solicitud. Puede incluir archivos que estén en «Archivos».
          </p>
        )}
        {done.map((task) => {
          const [words, tone] = OUTCOMES[task.outcome ?? 'found']
          return (
            <div key={task.id} className="stack tight">
              <h3 className="row">
                {task.systemName} <Mark tone={tone}>{words}</Mark>
              </h3>
              <span className="hint">{task.doneAt && `Respondió el ${day(task.doneAt)}`}</span>
              {task.files.length > 0 && <ul className="stack plain">{task.files.map(row)}</ul>}
            </div>
          )
        })}
        {offered.length > 0 && (
          <div className="stack tight">
            <h3>Archivos de la solicitud</h3>
            <span className="hint">
              Lo que la persona adjuntó o ustedes agregaron. Solo va lo que marque.
            </span>
            <ul className="stack plain">{offered.map(row)}</ul>
          </div>
        )}
      </Panel>
      {mayBuild && (
        <Panel title="Mensaje">
          <FormView form={form} submit="Preparar el paquete" {...(onCancel && { onCancel })}>
            <AreaField
              form={form}
              name="note"
              label="Mensaje para la persona"
              hint="Va al comienzo del índice."
              rows={3}
            />
          </FormView>
        </Panel>
      )}
      {covering && (
        <CoverDialog
          requestId={id}
          file={covering}
          onCovered={(one) => {
            setCovered([...covered, one])
            setCovering(undefined)
          }}
          onClose={() => setCovering(undefined)}
        />
      )}
    </Split>
  )
}

function FileRow({
  file,
  on,
  covered,
  turn,
  cover,
  uncover,
}: {
  file: SourceFile
  on: boolean
  covered: readonly Covering[]
  turn: ((on: boolean) => void) | undefined
  cover: (() => void) | undefined
  uncover: (one: Covering) => void
}) {
  const id = useId()
  return (
    <li className="stack tight">
      <div className="row spread">
        <span className="row" style={{ flexWrap: 'nowrap' }}>
          {turn && (
            <input type="checkbox" id={id} checked={on} onChange={({ target }) => turn(target.checked)} />
          )}
          <label htmlFor={id} style={{ overflowWrap: 'anywhere' }}>
            {file.name}{' '}
            <span className="hint">
              {bytes(file.size)}
              {file.columns && ` · datos en ${counted(file.columns.length, 'columna', 'columnas')}`}
            </span>
          </label>
        </span>
        {cover && on && (
          <Button label={`Cubrir algo en ${file.name}`} onClick={cover}>
            Cubrir
          </Button>
        )}
      </div>
      {on &&
        covered.map((one) => (
          <div key={`${one.field}${one.what}`} className="row">
            <Mark tone="info">{coveredWords(one)}</Mark>
            <span className="hint">
              {one.what} · {one.reason}
            </span>
            <Button kind="quiet" label={`Quitar: ${one.what}`} onClick={() => uncover(one)}>
              Quitar
            </Button>
          </div>
        ))}
    </li>
  )
}

function coveredWords({ field, replacementFileId, name }: Covering): string {
  if (field) return `Columna «${field}» cubierta`
  return replacementFileId ? `Va en su lugar «${name}»` : 'No se entrega'
}

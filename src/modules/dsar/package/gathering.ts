import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { type KeptFile, listKeptWith } from '#modules/files/public.ts'
import type { TaskRow } from '../tasks/repo.ts'
import * as repo from './repo.ts'
import { MOST_FILES, type Redaction, type Source } from './rules.ts'
import type { NewPackage } from './schemas.ts'

/** Files that can go into a package: those from the systems, and those stored with the request. */

export const TASK_ENTITY = 'dsar_task'
export const REQUEST_ENTITY = 'dsar_request'

export interface Gathered {
  tasks: (TaskRow & { files: KeptFile[] })[]
  /** Files of the request itself: those that the person sent, and those that staff added. */
  files: KeptFile[]
}

export async function gather(ctx: ReadCtx, requestId: string): Promise<Gathered> {
  const tasks = await repo.listTasks(ctx, requestId)
  const [ofTasks, files] = await Promise.all([
    listKeptWith(
      ctx,
      TASK_ENTITY,
      tasks.map(({ id }) => id),
    ),
    listKeptWith(ctx, REQUEST_ENTITY, [requestId]),
  ])
  const byTask = Map.groupBy(ofTasks, ({ entity_id }) => entity_id)
  return { tasks: tasks.map((task) => ({ ...task, files: byTask.get(task.id) ?? [] })), files }
}

/**
 * Selects the files of a package. Without a selection: everything from the systems, and nothing that came with the request,
 * because the person has it already.
 */
export function choose(
  ctx: Pick<WriteCtx, 'actor' | 'now'>,
  { tasks, files }: Gathered,
  { include, redactions: asked }: NewPackage,
): { sources: Source[]; redactions: Redaction[] } {
  const done = tasks.filter(({ status }) => status === 'done')
  const chosenTasks = idsOf(include?.taskIds, 'include.taskIds')
  chosenTasks?.forEach((id, index) => {
    if (!done.some((task) => task.id === id))
      throw impossible(`include.taskIds[${index}]`, 'Esa tarea no es de esta solicitud, o no ha terminado.')
  })
  const ofTasks = done
    .filter(({ id }) => chosenTasks?.includes(id) ?? true)
    .flatMap((task) => task.files.map((file) => ({ fileId: file.id, taskId: task.id as string | null })))
  const known = [...ofTasks, ...files.map(({ id }) => ({ fileId: id, taskId: null }))]
  const chosenFiles = idsOf(include?.fileIds, 'include.fileIds')
  chosenFiles?.forEach((id, index) => {
    if (!known.some(({ fileId }) => fileId === id))
      throw impossible(`include.fileIds[${index}]`, 'Ese archivo no es de esta solicitud ni de sus tareas.')
  })
  const redactions = (asked ?? []).map((one, index) => readRedaction(ctx, one, index, { known, files }))
  const sources = (chosenFiles ? known.filter(({ fileId }) => chosenFiles.includes(fileId)) : ofTasks).map(
    (file): Source => {
      const own = redactions.filter(({ fileId, field }) => fileId === file.fileId && field === null)
      const replacementId =
        own.find(({ replacementFileId }) => replacementFileId !== null)?.replacementFileId ?? null
      return { ...file, leftOut: own.length > 0 && replacementId === null, replacementId }
    },
  )
  redactions.forEach(({ fileId }, index) => {
    if (fileId !== null && !sources.some((source) => source.fileId === fileId))
      throw impossible(
        `redactions[${index}].fileId`,
        'Ese archivo no está entre los elegidos: no hay qué cubrir en él.',
      )
  })
  if (sources.length > MOST_FILES)
    throw impossible('include', `Caben ${MOST_FILES} archivos en un paquete. Elija menos.`)
  return { sources, redactions }
}

type Asked = NonNullable<NewPackage['redactions']>[number]

/**
 * Reads the redaction of a column, of a whole file, or of a file with a replacement. It must be about something that is
 * packed.
 */
function readRedaction(
  { actor, now }: Pick<WriteCtx, 'actor' | 'now'>,
  { fileId, field, replacementFileId, what, reason }: Asked,
  index: number,
  { known, files }: { known: readonly { fileId: string }[]; files: readonly KeptFile[] },
): Redaction {
  const at = (name: string) => `redactions[${index}].${name}`
  const [file, replacement] = [idOf(fileId), idOf(replacementFileId)]
  if (!file && !field)
    throw impossible(at('fileId'), 'Indique qué se cubre: un archivo, o una columna de los datos.')
  if (file && !known.some((one) => one.fileId === file))
    throw impossible(at('fileId'), 'Ese archivo no es de esta solicitud ni de sus tareas.')
  if (replacement) {
    if (!file || field)
      throw impossible(at('replacementFileId'), 'Indique en «fileId» el archivo completo que reemplaza.')
    if (replacement === file || !files.some(({ id, kind }) => id === replacement && kind === null))
      throw impossible(
        at('replacementFileId'),
        'Suba la versión cubierta como archivo de la solicitud, e indique aquí su id.',
      )
  }
  return {
    fileId: file ?? null,
    field: field ?? null,
    replacementFileId: replacement ?? null,
    what: what.trim(),
    reason: reason.trim(),
    by: actor.id ?? null,
    byName: actor.name ?? null,
    at: now.toISOString(),
  }
}

function idOf(id: string | null | undefined): string | undefined {
  return id ? (isId(id) ? canonicalId(id) : id) : undefined
}

function idsOf(ids: readonly string[] | null | undefined, path: string): string[] | undefined {
  return ids?.map((id, index) => {
    if (!isId(id)) throw impossible(`${path}[${index}]`, `«${id}» no es un identificador.`)
    return canonicalId(id)
  })
}

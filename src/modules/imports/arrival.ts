import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { isUnstorable } from '#kernel/text.ts'
import { BOUNDS, REFUSALS } from '#sheets/bounds.ts'
import { type Choices, headingKey, TARGETS, type TargetName } from './rules.ts'

/** The fields of a form with a file. */
export interface Form {
  file: Buffer
  fileName: string
  target: TargetName
  dryRun: boolean
  chosen: Choices
}

const SEND_A_FORM =
  'Envíe la planilla como multipart/form-data: el archivo en el campo «file» y qué son sus filas en «target».'

/** Reads the whole form into memory: the file is small and is read at once. */
export async function takeIn(
  req: FastifyRequest,
  fieldsOf: (target: TargetName) => readonly string[],
): Promise<Form> {
  if (!req.isMultipart()) throw new Failure('notJson', SEND_A_FORM)
  let file: { bytes: Buffer; name: string } | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of req.parts()) {
      if (part.type === 'file') file = { bytes: await part.toBuffer(), name: part.filename }
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // Read and discard the rest: many clients read the answer only after they have sent everything.
    req.raw.unpipe()
    req.raw.resume()
    if (error instanceof Failure) throw error
    if ((error as NodeJS.ErrnoException).code === 'FST_FILES_LIMIT')
      throw malformed('file', 'Envíe un solo archivo por solicitud.')
    throw malformed('file', 'El archivo llegó incompleto o dañado. Envíelo de nuevo.')
  }
  if (!file) throw malformed('file', SEND_A_FORM)
  if (file.bytes.length > BOUNDS.fileBytes) throw new Failure('tooLarge', REFUSALS.tooLarge)
  const target = readTarget(fields['target'])
  return {
    file: file.bytes,
    fileName: tidyName(file.name),
    target,
    dryRun: readFlag(fields['dryRun']),
    chosen: readChoices(fields['mapping'], fieldsOf(target)),
  }
}

function readTarget(text: string | undefined): TargetName {
  const target = TARGETS.find((one) => one === text?.trim())
  if (target) return target
  throw malformed('target', `«target» debe ser uno de: ${TARGETS.join(', ')}.`)
}

/** True unless the form says no, so that nothing is saved by accident. */
function readFlag(text = 'true'): boolean {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw malformed('dryRun', '«dryRun» debe ser true o false.')
}

const MOST_HEADINGS = 200

function readChoices(text: string | undefined, fields: readonly string[]): Choices {
  if (!text?.trim()) return {}
  const sent = parsed(text)
  const details: FaultDetail[] = []
  const choices = Object.entries(sent).map(([heading, field]) => {
    const known = field === null || (typeof field === 'string' && ['id', ...fields].includes(field))
    if (!known)
      details.push({
        path: `mapping.${heading}`,
        message: `«${heading}» no puede ser «${String(field)}». Los campos son: ${fields.join(', ')}; null no la trae.`,
      })
    return [headingKey(heading), field] as const
  })
  const taken = choices.map(([, field]) => field).filter((field) => field !== null)
  const twice = taken.find((field, index) => taken.indexOf(field) !== index)
  if (twice) details.push({ path: 'mapping', message: `Dos columnas son «${String(twice)}». Deje una sola.` })
  if (details.length > 0) throw new Failure('malformed', details[0]!.message, { details })
  return Object.fromEntries(choices) as Choices
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const headings = Object.keys(value)
    if (headings.length <= MOST_HEADINGS && !headings.some(isUnstorable))
      return value as Record<string, unknown>
  }
  throw malformed(
    'mapping',
    `«mapping» debe ser un objeto JSON de hasta ${MOST_HEADINGS} títulos, por ejemplo {"Nombre del tratamiento": "name"}.`,
  )
}

function malformed(path: string, message: string): Failure {
  return new Failure('malformed', message, { details: [{ path, message }] })
}

const LONGEST_NAME = 200

function tidyName(name: string | undefined): string {
  const last = (name ?? '').normalize('NFC').split(/[\\/]/).at(-1)!
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return [...clean].slice(0, LONGEST_NAME).join('') || 'planilla'
}

/** Writes a temporary file, which the storage takes over. */
export async function setDown(file: Buffer, directory: string) {
  const id = newId()
  const temporaryFile = join(directory, `resguardo-${id}`)
  await writeFile(temporaryFile, file, { mode: 0o600, flag: 'wx' })
  return { id, temporaryFile, size: file.length, sha256: createHash('sha256').update(file).digest('hex') }
}

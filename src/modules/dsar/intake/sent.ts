import type { FastifyRequest } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import { Failure } from '#kernel/failure.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { MOST_ATTACHMENTS, type SentForm } from '#modules/files/public.ts'
import { messageOf, readAnswers } from './answers.ts'
import { findFolio } from './folios.ts'
import { type Filled, KEPT_FIELD, type KeptFile } from './form.ts'
import type { Asked } from './schemas.ts'

/** A form as sent by a page, with its files. A form sent twice is received once, and a refused form is shown again whole. */

export interface SentRequest {
  body: Asked
  /** The same form sent twice is one request. A form changed in between is another. */
  once: { key: string; fingerprint: string }
}

export async function readSentRequest(
  request: FastifyRequest,
  access: TenantAccess,
  tenantId: string,
  sent: SentForm,
): Promise<SentRequest> {
  const { fields } = sent
  // A browser may fill in the hidden field: the person is asked to send again, and nothing is lost.
  if (fields.get('website')) {
    fields.delete('website')
    throw new Failure(
      'impossible',
      'El formulario venía con un campo oculto lleno, como lo haría un programa. Si usted lo llenó, envíelo otra vez.',
    )
  }
  const { body, parentFolio } = readAnswers(request, fields, sent.faults)
  const parent = parentFolio === undefined ? undefined : await findFolio(access, parentFolio)
  if (parentFolio !== undefined && parent?.tenant_id !== tenantId) throw otherRequest()
  const asked = { ...body, ...(parent && { parentRequestId: parent.request_id }) }
  const attachments = filesOf(sent).map(({ uploadKey, kind }) => ({ uploadKey, kind }))
  const contents = sent.files.map(({ kind, sha256 }) => [kind, sha256])
  const fingerprint = digest(
    JSON.stringify([asked, fields.get('legalEntityId'), contents, fields.getAll(KEPT_FIELD)]),
  )
  return {
    body: { ...asked, attachments },
    once: { key: `${sendKeyOf(fields) ?? newToken()} ${fingerprint}`, fingerprint },
  }
}

/** The key of the page that the form was written in. It stays the same until the request is received. */
export function sendKeyOf(sent: URLSearchParams): string | undefined {
  const key = sent.get('sendKey')
  return key && key.length <= 100 ? key : undefined
}

/** The form to show again, with its faults. */
export function refusedForm(sent: SentForm, { message, details = [] }: Failure): Filled {
  const isGone = details.some(({ path }) => path.startsWith('attachments'))
  const faults = details
    .filter(({ path }) => path !== '')
    .map(({ path, ...rest }) => ({ ...rest, path: fieldOf(path) }))
  return {
    values: sent.fields,
    faults,
    message: faults.length > 0 ? messageOf(faults) : message,
    files: isGone ? [] : filesOf(sent),
  }
}

/** The files of this form and those that arrived with the one before it. */
function filesOf({ fields, files }: SentForm): KeptFile[] {
  return [...files, ...fields.getAll(KEPT_FIELD).flatMap(keptFile)].slice(0, MOST_ATTACHMENTS)
}

function keptFile(text: string): KeptFile[] {
  const [, kind, uploadKey, name] = KEPT.exec(text) ?? []
  return uploadKey ? [{ kind: kind as KeptFile['kind'], uploadKey, name: name!.slice(0, 200) }] : []
}

const KEPT = /^(mandate|other) ([\w-]{43}) (.+)$/

/** Maps a field of the API to the page's field: people know the folio of a request, not its id. */
function fieldOf(path: string): string {
  if (path.startsWith('attachments')) return 'documento'
  return path === 'parentRequestId' ? 'parentFolio' : path
}

function otherRequest(): Failure {
  const message = 'No encontramos esa solicitud en esta organización. Revise el folio, o déjelo en blanco.'
  return new Failure('impossible', message, { details: [{ path: 'parentFolio', message }] })
}

import type { Selectable } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { Tables } from '#db/tables.ts'
import { wholeLetter } from '#jobs/mail.ts'
import type { Mailer } from '#jobs/mailer.ts'
import { chileanDay, iso } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import { cover, dataTable, facts, heading, note, type PdfDocument, shortInstant } from '#pdf/document.ts'
import { renderPdf } from '#pdf/renderer.ts'

/** The job that mails it. */
export const CERTIFICATE = 'settings.deletion-certificate'

const ZONE = 'America/Santiago'

type ErasureRow = Selectable<Tables['erasures']>

export interface Certificate {
  certificate: string
  organisation: { id: string; slug: string }
  requestedAt: string
  dueAt: string
  startedAt: string
  finishedAt: string
  rows: Record<string, number>
  totalRows: number
  files: number
  bytes: number
  statement: string
  /** SHA-256 of the JSON text of all fields above, in this order and without spaces. */
  sha256: string
}

const STATEMENT =
  'Se borraron todos los registros, archivos, claves, trabajos pendientes y contadores de la organización, y las cuentas de las personas que no pertenecían a otra. Los respaldos del operador que contengan copias se borran según su propio plazo de conservación.'

/** The deleted records and the time, without personal data. */
export function certificateOf(row: ErasureRow): Certificate {
  const counts = row.counts as Record<string, number>
  const rows = Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
  const content = {
    certificate: row.id,
    organisation: { id: row.tenant_ref, slug: row.slug },
    requestedAt: iso(row.requested_at),
    dueAt: iso(row.due_at),
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at!),
    rows,
    totalRows: Object.values(rows).reduce((sum, amount) => sum + amount, 0),
    files: row.files,
    bytes: row.bytes,
    statement: STATEMENT,
  }
  return { ...content, sha256: digest(JSON.stringify(content)) }
}

/** The newest certificate of a slug; undefined without one. */
export async function findCertificate(access: TenantAccess, slug: string): Promise<Certificate | undefined> {
  const row = await access.lookUp('find the certificate of a deletion', (db) =>
    db
      .selectFrom('erasures')
      .selectAll()
      .where('slug', '=', slug)
      .where('finished_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  return row && certificateOf(row)
}

export function certificateDocument(certificate: Certificate, lawVersion: string): PdfDocument {
  const { organisation, requestedAt, startedAt, finishedAt, rows, totalRows, files, bytes, sha256 } =
    certificate
  const at = (instant: string) => shortInstant(new Date(instant), ZONE)
  const number = (value: number) => value.toLocaleString('es-CL')
  return {
    title: 'Certificado de eliminación',
    organisation: organisation.slug,
    footer: `Certificado ${certificate.certificate}`,
    lawVersion,
    dated: new Date(finishedAt),
    content: [
      cover({
        organisation: organisation.slug,
        kind: 'CERTIFICADO',
        title: 'Certificado de eliminación',
        badge: { text: 'Eliminación completa', fill: '#dcfce7', ink: '#166534' },
        facts: [
          ['Organización', `${organisation.slug} (${organisation.id})`],
          ['Solicitada', at(requestedAt)],
          ['Comenzó', at(startedAt)],
          ['Terminó', at(finishedAt)],
        ],
      }),
      heading('Qué se borró'),
      note(certificate.statement),
      facts([
        ['Filas', number(totalRows)],
        ['Archivos', `${number(files)} (${number(bytes)} bytes)`],
      ]),
      dataTable(
        [
          { label: 'Tabla', width: '*' },
          { label: 'Filas', width: 90 },
        ],
        Object.entries(rows).map(([name, amount]) => [name, number(amount)]),
      ),
      heading('Huella'),
      note(`SHA-256 del certificado en JSON: ${sha256}`),
    ],
  }
}

/** Mails it to the last owners and the contact, and erases their addresses after all letters are sent. */
export async function mailCertificate(
  access: TenantAccess,
  mailer: Mailer,
  erasureId: string,
  lawVersion: string,
): Promise<void> {
  const row = await access.lookUp('find a deletion to write of', (db) =>
    db.selectFrom('erasures').selectAll().where('id', '=', erasureId).executeTakeFirst(),
  )
  if (!row?.finished_at || !row.recipients) return
  const certificate = certificateOf(row)
  const pdf = await renderPdf(certificateDocument(certificate, lawVersion), row.tenant_ref)
  const day = chileanDay(row.finished_at).split('-').reverse().join('-')
  for (const [index, to] of row.recipients.entries()) {
    const subject = `Certificado de eliminación de «${row.slug}»`
    await mailer.deliver({
      to,
      subject,
      ...wholeLetter({
        to,
        subject,
        paragraphs: [
          `El ${day} terminó la eliminación de la organización «${row.slug}» en Resguardo: ${certificate.totalRows} filas y ${row.files} archivos.`,
          'Adjuntamos el certificado en PDF y en JSON. Consérvelo: no contiene datos personales y no quedan otros datos de la organización en el servicio.',
        ],
      }),
      messageId: `<${row.id}.${index}@resguardo>`,
      attachments: [
        { filename: `certificado-${row.slug}.pdf`, content: pdf, contentType: 'application/pdf' },
        {
          filename: `certificado-${row.slug}.json`,
          content: Buffer.from(JSON.stringify(certificate, null, 2)),
          contentType: 'application/json',
        },
      ],
    })
  }
  await access.asSystem('forget whom a certificate was mailed to', (db) =>
    db.updateTable('erasures').set({ recipients: null }).where('id', '=', erasureId).execute(),
  )
}

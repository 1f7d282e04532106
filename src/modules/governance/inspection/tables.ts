import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import { shownRut } from '#kernel/rut.ts'
import { STATE_LABELS, statusAt, TYPE_NAMES } from '#modules/contracts/public.ts'
import { auditRow } from '#modules/settings/public.ts'
import type { Row } from '#sheets/csv.ts'
import type { Read } from '../exports/sheets.ts'
import * as repo from './repo.ts'

/** Tables of the folder that no other module makes. */

export const ENTITY_COLUMNS = [
  'Entidad legal',
  'RUT',
  'Activa',
  'Órgano público',
  'Representante legal',
  'Domicilio',
  'Correo para titulares',
  'Delegado de protección de datos',
  'Correo del delegado',
]

export async function entityRows(read: Read): Promise<Row[]> {
  return (await read(repo.listEntities)).map((one) => [
    one.name,
    shownRut(one.tax_id),
    yesNo(one.is_active),
    yesNo(one.is_public_body),
    one.legal_rep_name,
    one.postal_address,
    one.arco_public_email,
    one.dpo_name,
    one.dpo_email,
  ])
}

export type ListedContract = Awaited<ReturnType<typeof repo.listContracts>>[number]

export const CONTRACT_COLUMNS = [
  'Encargado',
  'Entidad legal',
  'Contrato',
  'Versión',
  'Estado',
  'Firmante',
  'Firmado',
  'Vence',
  'Terminado',
  'Archivo',
  'ID',
]

/** `file`: the text of a signed contract. Other contracts are only listed. */
export function contractRow(one: ListedContract, file: string | undefined, now: Date): Row {
  return [
    one.processor_name,
    one.entity_name,
    TYPE_NAMES[one.type],
    one.version,
    STATE_LABELS[statusAt(one, now)],
    one.signer_name,
    day(one.signed_at),
    day(one.expires_at),
    day(one.terminated_at),
    file ?? 'Sin texto en la carpeta: no está firmado',
    one.id,
  ]
}

export async function* auditRows(read: Read, until: Date): AsyncGenerator<Row> {
  for (let last: { created_at: Date; id: string } | undefined; ; ) {
    const from = last
    const batch = await read((ctx) => repo.pageOfAudit(ctx, until, from))
    if (batch.length === 0) return
    yield* batch.map(auditRow)
    last = batch.at(-1)
  }
}

const yesNo = (is: boolean) => (is ? 'Sí' : 'No')

function day(instant: Date | null): string | null {
  return instant && dayInDigits(chileanDay(instant))
}

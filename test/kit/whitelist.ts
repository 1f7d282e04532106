import type { TObject } from 'typebox'
import type { TestService } from './service.ts'

/**
 * A value for every column that a body must not set, under the names of column and field. A service that writes one of them
 * changes the row or fails.
 */
export async function columnsBeyond(
  { access }: TestService,
  table: string,
  { properties }: TObject,
): Promise<Record<string, string>> {
  const { rows } = await access.database.engine.asOwner(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  const names = rows.flatMap(({ column_name }) => {
    const column = String(column_name)
    return [column, column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]
  })
  const beyond = names.filter((name) => !Object.hasOwn(properties, name))
  return Object.fromEntries(beyond.map((name) => [name, '019a8c5e-0000-7000-8000-000000000000']))
}

/** The stored row, without columns that always differ. */
export async function storedRow({ access }: TestService, table: string, id: string) {
  const { rows } = await access.database.engine.asOwner(`select * from ${table} where id = $1`, [id])
  const [row] = rows
  if (!row) throw new Error(`no row of ${table} has the id ${id}`)
  const { id: _, created_at, updated_at, ...rest } = row
  return rest
}

import { hash } from 'node:crypto'
import { insertOf } from '#db/text-rows.ts'
import { damaged, jsonOf } from './format.ts'
import type { People } from './people.ts'
import { type ArchiveTable, isOfPeople, pagesOf, type Query, type Row } from './tables.ts'

interface Link {
  id: string
  value: string
}

interface Written {
  table: ArchiveTable
  sum: Sum
  /** By column: rows may refer to later rows of their own table. */
  links: Map<string, Link[]>
}

/** A checksum of rows that does not depend on their order. */
export class Sum {
  #total = 0n
  #rows = 0

  add({ columns, plain }: Pick<ArchiveTable, 'columns' | 'plain'>, row: Row): void {
    const line = JSON.stringify(
      columns.map(({ name, type }) => comparable(plain, type, row[plainName(name)])),
    )
    this.#total = BigInt.asUintN(64, this.#total + BigInt(`0x${hash('sha256', line).slice(0, 16)}`))
    this.#rows += 1
  }

  get rows(): number {
    return this.#rows
  }

  toString(): string {
    return `${this.#rows} ${this.#total}`
  }
}

/** The database formats JSON its own way. Wrapped in a list, so that JSON null differs from a missing value. */
function comparable(table: string, type: string, value: string | null | undefined): unknown {
  return type === 'jsonb' && typeof value === 'string' ? [jsonOf(table, value)] : value
}

export const plainName = (name: string) => name.replaceAll('"', '')

/** Writes rows, then compares the database with what it was given. */
export function createRowWriter(query: Query, tenantId: string) {
  const written = new Map<string, Written>()

  async function write(table: ArchiveTable, rows: readonly Row[]): Promise<void> {
    const names = table.columns.map(({ name }) => plainName(name))
    const { sum, links } = start(table)
    for (const row of rows) {
      if (Object.keys(row).length !== names.length || !names.every((name) => name in row))
        throw damaged(`una fila de ${table.plain} no tiene las columnas de esta versión`)
      sum.add(table, row)
      for (const name of table.own) if (row[name]) links.get(name)!.push({ id: row['id']!, value: row[name] })
    }
    if (rows.length === 0) return
    const { insert } = insertOf(table)
    await query(
      insert,
      names.map((name) => rows.map((row) => (table.own.includes(name) ? null : row[name]))),
    )
  }

  function start(table: ArchiveTable): Written {
    const known = written.get(table.plain) ?? fresh(table)
    written.set(table.plain, known)
    return known
  }

  async function finish(people: People): Promise<void> {
    for (const { table, links } of written.values())
      for (const [column, list] of links) await link(table, column, list)
    for (const { table, sum } of written.values()) {
      const found = new Sum()
      for await (const page of pagesOf(query, table, whereOf(table, tenantId, people)))
        for (const row of page) found.add(table, row)
      if (`${found}` !== `${sum}`) throw new Error(`Lo escrito en ${table.plain} no es igual al archivo.`)
    }
  }

  async function link({ name }: ArchiveTable, column: string, links: readonly Link[]): Promise<void> {
    if (links.length === 0) return
    await query(
      `update ${name} t set ${column} = l.value from unnest($2::uuid[], $3::uuid[]) as l (id, value)
        where t.tenant_id = $1::uuid and t.id = l.id`,
      [tenantId, links.map(({ id }) => id), links.map(({ value }) => value)],
    )
  }

  return { write, finish }
}

/** For tables of people, only the rows that came with the archive. */
export function whereOf(table: ArchiveTable, tenantId: string, { added }: People): string {
  if (!isOfPeople(table.plain)) return table.where(tenantId)
  return `${table.plain === 'users' ? 'id' : 'user_id'} = any ('{${[...added].join(',')}}'::uuid[])`
}

function fresh(table: ArchiveTable): Written {
  return { table, sum: new Sum(), links: new Map(table.own.map((name) => [name, []])) }
}

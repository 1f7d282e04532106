/** Runs one statement as the owner when its turn comes. */
type Owner = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const LOG_BYTES = 64 * 1024 * 1024

const LOG_SINCE_CHECKPOINT = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

/** Tables with a fifth of dead rows, the threshold of a server's autovacuum. Small tables are left alone. */
const WORTH_VACUUMING = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 1000 and n_dead_tup > 0.2 * n_live_tup order by n_dead_tup desc limit 10`

/**
 * Does the work of a server's background processes, which the embedded build lacks. Without it the log would grow until
 * the disk is full, and tables, the job queue's first of all, would keep every version of every row.
 */
export async function maintain(owner: Owner): Promise<void> {
  // PostgreSQL otherwise publishes the counts of dead rows once a second at most.
  await owner('select pg_stat_force_next_flush()')
  const { rows: tables } = await owner(WORTH_VACUUMING)
  for (const { name } of tables) await owner(`vacuum (analyze) ${name}`)
  const [log] = (await owner(LOG_SINCE_CHECKPOINT)).rows
  if (Number(log!['bytes']) > LOG_BYTES) await owner('checkpoint')
}

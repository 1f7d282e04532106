import { singleFlight } from '#kernel/concurrency.ts'
import type { BatchResult, Engine, Mode, Statement } from '../wire/engine.ts'
import { openPostgres } from '../wire/postgres.ts'
import { lsnOf, openWatch, PATIENCE_MS, type Position, withPatience } from './position.ts'

/**
 * `ready`: answers reads. `behind`: takes longer than allowed to replay the primary's writes. `away`: does not answer.
 * `unfit`: no standby of this database on the primary's timeline.
 */
export type ReplicaState = 'ready' | 'behind' | 'away' | 'unfit'

const LOOK = 'select pg_last_wal_replay_lsn()::text as replayed'

/** The control file shows a new timeline late. The receiver shows it at once, to logins that may see statistics. */
const IDENTIFY = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed,
  (select system_identifier::text || '/' || (select oid from pg_database where datname = current_database())
    from pg_control_system()) as database,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline,
    (select received_tli from pg_stat_wal_receiver)) as timeline`

/**
 * Runs in the transaction of the read itself, so the other statements see at least this position. The watch over a
 * replica only saves useless tries; this is the proof.
 */
const IS_FRESH = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as fresh'

const GONE = 'Connection terminated: the replica does not answer'

/** One server that replays the primary's writes. */
export class Replica {
  /** Host and port, for metrics and the log. */
  readonly name: string
  readonly #open: () => Engine
  #engine: Engine
  /** A separate connection, so that a look does not wait behind reads. */
  readonly #watch: Engine
  readonly #onChange: (replica: Replica, before: ReplicaState) => void
  readonly #pending = new Set<(result: BatchResult) => void>()
  /** The oldest position it was asked to reach and has not replayed yet. */
  #owes: { lsn: bigint; at: number } | undefined
  #state: ReplicaState = 'away'
  #answers = false
  #closed = false
  replayed = 0n
  timeline = 0
  reads = 0
  /** Asks how far it has replayed; callers meanwhile share the question. */
  readonly look: (key: 'replayed') => Promise<void>

  constructor(url: string, poolSize: number, onChange: (replica: Replica, before: ReplicaState) => void) {
    const { hostname, port } = new URL(url)
    this.name = `${hostname}:${port || '5432'}`
    this.#open = () => openPostgres(url, poolSize)
    this.#engine = this.#open()
    this.#watch = openWatch(url)
    this.#onChange = onChange
    this.look = singleFlight(async () => void (await this.#ask(LOOK)))
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** The number of reads under way. */
  get load(): number {
    return this.#pending.size
  }

  /** How long it has been behind the primary. */
  get lagMs(): number {
    return this.#owes ? performance.now() - this.#owes.at : 0
  }

  become(state: ReplicaState): void {
    const before = this.#state
    if (state === before || this.#closed) return
    this.#state = state
    if (state === 'away') this.#leave()
    this.#onChange(this, before)
  }

  /** Closes the connections, which may hang for hours. A restarted replica may be further back, so its position is reset. */
  #leave(): void {
    this.replayed = 0n
    this.#engine.close().catch(() => undefined)
    this.#engine = this.#open()
    for (const give of this.#pending) give({ results: [], error: new Error(GONE) })
  }

  /** Finds out whether it can be used for this position of the primary, and how long it takes to reach it. */
  async inspect(position: Position, patienceMs: number): Promise<void> {
    const seen = await this.#ask(IDENTIFY)
    if (!seen) return
    this.timeline = seen['timeline'] as number
    const isOurs = seen['standby'] === true && seen['database'] === position.database
    if (!isOurs || this.timeline !== position.timeline) return this.become('unfit')
    this.#owes ??= { lsn: position.lsn, at: performance.now() }
    const isThere = await this.reach(position, patienceMs)
    if (this.#owes && this.replayed >= this.#owes.lsn) this.#owes = undefined
    if (this.#answers) this.become(isThere ? 'ready' : 'behind')
  }

  /** Whether it replays the position within this time. */
  async reach({ lsn }: Position, patienceMs: number): Promise<boolean> {
    const end = performance.now() + patienceMs
    while (this.replayed < lsn) {
      if (performance.now() >= end) return false
      await this.look('replayed')
      if (!this.#answers) return false
      if (this.replayed < lsn) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return true
  }

  async #ask(sql: string): Promise<Record<string, unknown> | undefined> {
    const asked = this.#watch.send('read only', [{ sql, parameters: [] }])
    const row = (await withPatience(asked, PATIENCE_MS))?.results[0]?.rows[0]
    this.#answers = row !== undefined
    if (!row) {
      this.become('away')
      return undefined
    }
    // A server that was never a standby has replayed nothing.
    this.replayed = typeof row['replayed'] === 'string' ? lsnOf(row['replayed']) : 0n
    return row
  }

  /** The results of the statements, or undefined when the replica does not have the position. */
  async send(
    position: Position,
    mode: Mode,
    statements: readonly Statement[],
  ): Promise<BatchResult | undefined> {
    const proof = { sql: IS_FRESH, parameters: [position.text] }
    const { results, error } = await this.#sendUnlessGone(mode, [proof, ...statements])
    const [proven, ...rest] = results
    if (proven && proven.rows[0]?.['fresh'] !== true) return undefined
    return { results: rest, error }
  }

  /** Releases the readers of a server that stops answering. */
  #sendUnlessGone(mode: Mode, statements: readonly Statement[]): Promise<BatchResult> {
    return new Promise((resolve) => {
      const give = (result: BatchResult) => {
        this.#pending.delete(give)
        resolve(result)
      }
      this.#pending.add(give)
      this.#engine.send(mode, statements).then(give)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#engine.close(), this.#watch.close()])
  }
}

import { type Compilable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { Plan } from '#kernel/plans.ts'
import { type Role, reaches } from '#kernel/roles.ts'
import type { Actor, Ctx, Reading, Tools } from './context.ts'
import { type Database, type Db, type Entry, type SealedEntry, SYSTEM, withRole } from './database.ts'
import type { Statement } from './engine.ts'

/** The only ways to the tenant's rows. Each one says who enters. */
export interface Doors {
  readonly database: Database
  /** A signed-in person reads: everything in one flight. */
  read<T>(
    who: Claims,
    role: Role,
    work: (ctx: Reading) => Promise<T>,
  ): Promise<{ member: Standing; result: T }>
  /** The same for a known tenant, on behalf of someone who is no member. */
  readFor<T>(tenantId: string, work: (ctx: Reading) => Promise<T>): Promise<T>
  /** A signed-in person acts. */
  act<T>(who: Claims, role: Role, request: Origin, work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** A known tenant on behalf of someone who is no member: an API key, the public, a job. */
  actFor<T>(tenantId: string, actor: Actor, request: Origin, work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The public's hot path into a known tenant: statements that ask nothing, in one flight. */
  write(tenantId: string, statements: readonly Statement[]): Promise<void>
  /** Above tenants: sign-in, registration. The reason is there to be searched for. */
  asSystem<T>(reason: string, work: (db: Db, enter: EnterTenant) => Promise<T>): Promise<T>
  /** Above tenants, only to look: whose key, folio or address this is. */
  lookUp<T>(reason: string, work: (db: Db) => Promise<T>): Promise<T>
  /** When, by `performance.now()`, anyone but the public last changed something of the tenant through this process. */
  changedAt(tenantId: string): number
}

/** Inside a system act: from here on the transaction is the tenant's, and sees only its rows. */
export type EnterTenant = (
  tenant: { id: string; plan: Plan },
  actor: Actor,
  requestId?: string,
) => Promise<Ctx>

export interface Claims {
  userId: string
  tenantId: string
  sessionId: string
}

export interface Standing {
  role: Role
  plan: Plan
}

interface Member extends Standing {
  /** Only known to whoever writes. */
  name: string
}

export interface Origin {
  requestId?: string | undefined
}

type Effects = (() => void)[]

const MOST_CHANGES = 50_000

export const UNAUTHORIZED = 'Su sesión no es válida o expiró. Inicie sesión de nuevo.'

/** One statement with the system's rights inside a tenant's act, for what lies above tenants. */
export async function asSystemOnce<Row>(
  { db }: Ctx,
  _reason: string,
  statement: Compilable<Row>,
): Promise<Row[]> {
  const { sql, parameters } = statement.compile()
  return (await withRole(db, 'resguardo_system', sql, parameters)).rows as Row[]
}

export function createDoors(database: Database, tools: Tools): Doors {
  /** Role and plan are read with every request: a change of either counts from the next one on. */
  function memberEntry({ sessionId, userId, tenantId }: Claims, required: Role): Entry<Member> {
    return {
      check: (mode) => ({
        sql: 'select * from enter_tenant($1, $2, $3, $4)',
        parameters: [sessionId, userId, tenantId, mode],
      }),
      admit([row]) {
        if (!row?.['holds']) throw new Failure('unauthorized', UNAUTHORIZED)
        if (row['role'] === null) {
          throw new Failure(
            'forbidden',
            'Usted no es parte de esta organización. Elija otra o pida una invitación.',
          )
        }
        const member = row as unknown as Member
        if (!reaches(member.role, required)) {
          throw new Failure(
            'forbidden',
            `Esta acción requiere el rol ${required} o superior; usted tiene ${member.role}.`,
          )
        }
        return member
      },
    }
  }

  function tenantEntry(tenantId: string): SealedEntry<{ plan: Plan }> {
    return {
      sealed: true,
      check: (mode) => ({ sql: 'select open_tenant($1, $2) as plan', parameters: [tenantId, mode] }),
      admit([row]) {
        if (!row?.['plan']) throw new Failure('notFound', 'La organización no existe.')
        return row as unknown as { plan: Plan }
      },
    }
  }

  function contextOf(
    db: Db,
    tenantId: string,
    plan: Plan,
    actor: Actor,
    requestId: string | undefined,
    effects: Effects,
  ): Ctx {
    const afterCommit = (effect: () => void) => void effects.push(effect)
    return { db, tenantId, now: tools.now(), tools, actor, plan, requestId, audited: 0, afterCommit }
  }

  function look<E, T>(entry: Entry<E>, tenantId: string, work: (ctx: Reading) => Promise<T>) {
    return database.read(entry, (db) => work({ db, tenantId, now: tools.now(), tools }))
  }

  async function run<E extends { plan: Plan }, T>(
    entry: Entry<E>,
    tenantId: string,
    actorOf: (entered: E) => Actor,
    { requestId }: Origin,
    work: (ctx: Ctx) => Promise<T>,
  ): Promise<T> {
    const effects: Effects = []
    let changing = false
    const result = await database.transaction(entry, (db, entered) => {
      const actor = actorOf(entered)
      changing = actor.type !== 'public'
      return work(contextOf(db, tenantId, entered.plan, actor, requestId, effects))
    })
    if (changing) noteChange(tenantId)
    for (const effect of effects) effect()
    return result
  }

  const changes = new Map<string, number>()
  /** For the tenants that were forgotten. */
  let latestForgotten = 0
  function noteChange(tenantId: string): void {
    if (changes.size >= MOST_CHANGES) {
      changes.clear()
      latestForgotten = performance.now()
    }
    changes.set(tenantId, performance.now())
  }

  return {
    database,
    changedAt: (tenantId) => changes.get(tenantId) ?? latestForgotten,

    async read(who, role, work) {
      const { entered, result } = await look(memberEntry(who, role), who.tenantId, work)
      return { member: entered, result }
    },

    readFor: async (tenantId, work) => (await look(tenantEntry(tenantId), tenantId, work)).result,

    act(who, role, request, work) {
      const actorOf = (member: Member): Actor => ({
        type: 'user',
        id: who.userId,
        name: member.name,
        role: member.role,
      })
      return run(memberEntry(who, role), who.tenantId, actorOf, request, work)
    },

    actFor(tenantId, actor, request, work) {
      return run(tenantEntry(tenantId), tenantId, () => actor, request, work)
    },

    write: (tenantId, statements) => database.write(tenantEntry(tenantId), statements),

    lookUp: async (_reason, work) => (await database.read(SYSTEM, work)).result,

    async asSystem(_reason, work) {
      const effects: Effects = []
      const result = await database.transaction(SYSTEM, (db) =>
        work(db, async (tenant, actor, requestId) => {
          await sql`select set_config('role', 'resguardo_app', true), set_config('app.tenant_id', ${tenant.id}, true)`.execute(
            db,
          )
          return contextOf(db, tenant.id, tenant.plan, actor, requestId, effects)
        }),
      )
      for (const effect of effects) effect()
      return result
    },
  }
}

import { type Compilable, sql } from 'kysely'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { Failure } from '#kernel/failure.ts'
import type { Plan } from '#kernel/plans.ts'
import { type Role, reaches, sayRole } from '#kernel/roles.ts'
import type { Actor, ReadCtx, Tools, WriteCtx } from './context.ts'
import {
  type Database,
  type Db,
  type EnforcedGuard,
  type Guard,
  type ReadFrom,
  SYSTEM,
  withRole,
} from './database.ts'
import { movedAway, movingNow } from './moving.ts'
import type { Statement } from './wire/engine.ts'

/** The only ways to a tenant's rows. Each one names its caller. */
export interface TenantAccess {
  readonly database: Database
  /** A signed-in person reads: guard and queries in one batch. */
  read<T>(
    who: Claims,
    role: Role,
    work: (ctx: ReadCtx) => Promise<T>,
    from?: ReadFrom,
  ): Promise<{ member: Membership; result: T }>
  /** Reads in a known tenant on behalf of a caller that is not a member. */
  readFor<T>(tenantId: string, work: (ctx: ReadCtx) => Promise<T>, role?: Role, from?: ReadFrom): Promise<T>
  /** A signed-in person acts. */
  act<T>(who: Claims, role: Role, request: Origin, work: (ctx: WriteCtx) => Promise<T>): Promise<T>
  /** Acts in a known tenant on behalf of a caller that is not a member: an API key, the public, a job. */
  actFor<T, Early = undefined>(
    tenantId: string,
    actor: Actor,
    request: Origin,
    work: (ctx: WriteCtx, early: Early) => Promise<T>,
    readEarly?: ReadEarly<Early>,
  ): Promise<T>
  /** The public's hot path into a known tenant: statements that need no result, in one batch. */
  write(tenantId: string, statements: readonly Statement[]): Promise<void>
  /** Above tenants: sign-in, registration. The reason makes each use searchable. */
  asSystem<T>(reason: string, work: (db: Db, enter: EnterTenant) => Promise<T>): Promise<T>
  /** Above tenants, read only: finds the owner of a key, folio or address. */
  lookUp<T>(reason: string, work: (db: Db) => Promise<T>): Promise<T>
  /** When, by `performance.now()`, a caller other than the public last changed the tenant through this process. */
  changedAt(tenantId: string): number
}

/** A query that an act needs before its work starts. It is sent with the guard's statement and costs no trip of its own. */
export type ReadEarly<Early> = (ctx: ReadCtx) => Promise<Early>

/** Switches a system act to one tenant: from then on the transaction sees only that tenant's rows. */
export type EnterTenant = (
  tenant: { id: string; plan: Plan },
  actor: Actor,
  request?: Origin,
) => Promise<WriteCtx>

export interface Claims {
  userId: string
  /** The organisation the caller acts in. */
  tenantId: string
  sessionId: string
  /** The session lives in a cookie. */
  browser?: boolean
  /** The organisation of the token, where the request picked another one. */
  homeTenantId?: string
}

export interface Membership {
  role: Role
  plan: Plan
}

interface Member extends Membership {
  /** Only set for writes: the audit log needs it. */
  name: string
}

export interface Origin {
  /** The API key only submits data to the organisation and reads none of it. */
  takesOnly?: boolean
  requestId?: string | undefined
  /** The network of the caller, as sessions keep it. */
  addressPrefix?: string | undefined
  /** The import whose rows become records in this act. */
  importId?: string
  /** Records the result of something already sent. It is allowed while the organisation is being moved. */
  settles?: boolean
  /** A public page: nothing is written. */
  readsOnly?: boolean
}

const MOST_CHANGES = 50_000

export const UNAUTHORIZED = 'Su sesión no es válida o expiró. Inicie sesión de nuevo.'

/** An organisation that does not exist gives the same answer. */
export const NOT_A_MEMBER = 'Usted no es parte de esta organización. Elija otra o pida una invitación.'
const SESSION_TOO_OLD =
  'Su sesión duró el máximo que permite esta organización. Inicie sesión de nuevo para continuar.'

/** Why an organisation refuses a member's session. */
type EntryRefusal = 'suspended' | 'sso' | 'sso_elsewhere' | 'mailbox' | 'mfa'

const ENTRY_REFUSALS: Readonly<Record<EntryRefusal, string>> = {
  suspended:
    'Esta organización está suspendida: nadie puede leer ni cambiar sus datos, y nada se ha perdido. Hable con quien opera el servicio.',
  sso: 'Esta organización exige entrar con su propio inicio de sesión. Cierre la sesión y entre con el de su empresa.',
  sso_elsewhere:
    'Usted entró con el inicio de sesión de otra organización, que abre solo esa. Para entrar a esta, cierre la sesión y entre con su contraseña o con el inicio de sesión de esta.',
  mailbox:
    'Su organización la agregó con este correo. Para entrar, use el inicio de sesión de su empresa, o pruebe que el correo es suyo: pida un enlace para cambiar la contraseña y úselo.',
  mfa: 'Esta organización exige un segundo factor. Configure una aplicación de códigos o una llave de acceso para continuar.',
}

/** For people outside the organisation: they see nothing of it, but what they send is accepted. */
const SUSPENDED_TO_PUBLIC =
  'Esta organización está suspendida en este servicio y por ahora no se muestra nada suyo. Lo que usted le envíe se recibe igual, y los plazos de la ley corren desde ese momento.'

/** Guards what a public key opens: throws while the organisation is suspended. */
export function assertShown(suspendedAt: Date | null): void {
  if (suspendedAt !== null) throw suspendedToPublic()
}

function suspendedToPublic(): Failure {
  const message = SUSPENDED_TO_PUBLIC
  return new Failure('forbidden', message, { details: [{ path: '', message, rule: 'suspended' }] })
}

function closedTo(rule: EntryRefusal): Failure {
  const message = ENTRY_REFUSALS[rule]
  return new Failure('forbidden', message, { details: [{ path: '', message, rule }] })
}

/** One statement with the system's rights inside a tenant's act, for rows above tenants. */
export async function asSystemOnce<Row>(
  { db }: WriteCtx,
  _reason: string,
  statement: Compilable<Row>,
): Promise<Row[]> {
  const { sql, parameters } = statement.compile()
  return (await withRole(db, 'resguardo_system', sql, parameters)).rows as Row[]
}

export function createTenantAccess(database: Database, tools: Tools): TenantAccess {
  /** Reads role and plan with every request: a change of either counts from the next request on. */
  function memberGuard({ sessionId, userId, tenantId }: Claims, required: Role): Guard<Member> {
    return {
      statement: (mode) => ({
        sql: 'select * from enter_tenant($1, $2, $3, $4, $5)',
        parameters: [sessionId, userId, tenantId, mode, tools.now()],
      }),
      authorize([row]) {
        if (!row?.['holds']) throw new Failure('unauthorized', UNAUTHORIZED)
        // Members and strangers get the same answer: the session's company must not learn who is a member.
        if (row['refusal'] === 'sso_elsewhere') throw closedTo('sso_elsewhere')
        if (row['role'] === null) {
          throw new Failure('forbidden', NOT_A_MEMBER)
        }
        if (row['refusal'] === 'expired') throw new Failure('unauthorized', SESSION_TOO_OLD)
        if (row['refusal'] === 'moving') throw movingNow()
        if (row['refusal'] !== null) throw closedTo(row['refusal'] as EntryRefusal)
        const member = row as unknown as Member
        if (!reaches(member.role, required)) {
          throw new Failure(
            'forbidden',
            `Esta acción requiere el rol ${sayRole(required)} o superior; usted tiene ${sayRole(member.role)}.`,
          )
        }
        return member
      },
    }
  }

  /** A suspended organisation shows nothing (`shows`) but still accepts submissions. */
  function tenantGuard(
    tenantId: string,
    { shows, role, settles }: { shows: boolean; role?: Role | undefined; settles?: boolean | undefined },
  ): EnforcedGuard<{ plan: Plan; role?: Role }> {
    return {
      enforcedByDatabase: true,
      statement: (mode) => ({
        sql: 'select * from open_tenant($1, $2, $3)',
        parameters: [tenantId, settles && mode === 'read write' ? 'settle' : mode, shows],
      }),
      authorize([row]) {
        if (!row?.['plan']) throw new Failure('notFound', 'La organización no existe.')
        if (row['refusal'] === 'suspended') throw role ? closedTo('suspended') : suspendedToPublic()
        if (row['refusal'] === 'moved') throw movedAway()
        if (row['refusal'] === 'moving') throw movingNow()
        return { plan: row['plan'] as Plan, ...(role && { role }) }
      },
    }
  }

  function contextOf(
    db: Db,
    tenantId: string,
    plan: Plan,
    actor: Actor,
    { requestId, addressPrefix, importId }: Origin,
  ): WriteCtx {
    const role = async () => actor.role
    const gate = { override: undefined, warnings: [], judged: new Set<string>() }
    const now = tools.now()
    const origin = { requestId, addressPrefix, importId }
    return { db, tenantId, now, tools, role, actor, plan, ...origin, audited: 0, gate }
  }

  function readWith<G extends { plan: Plan; role?: Role }, T>(
    guard: Guard<G>,
    tenantId: string,
    work: (ctx: ReadCtx) => Promise<T>,
    from?: ReadFrom,
  ) {
    const reading = (db: Db, granted: () => Promise<G>) => {
      const role = async () => (await granted()).role
      return work({ db, tenantId, now: tools.now(), tools, role })
    }
    return database.read(guard, reading, from)
  }

  async function actWith<G extends { plan: Plan }, T, Early>(
    guard: Guard<G>,
    tenantId: string,
    actorOf: (grant: G) => Actor,
    request: Origin,
    work: (ctx: WriteCtx, early: Early) => Promise<T>,
    readEarly?: (db: Db) => Promise<Early>,
  ): Promise<T> {
    let changing = false
    const acting = (db: Db, grant: G, early: Early) => {
      const actor = actorOf(grant)
      changing = actor.type !== 'public'
      return work(contextOf(db, tenantId, grant.plan, actor, request), early)
    }
    const result = await database.transaction(guard, acting, readEarly)
    if (changing) noteChange(tenantId)
    return result
  }

  const changes = new BoundedMap<string, number>({
    most: MOST_CHANGES,
    onEvicted: (at) => {
      latestForgotten = at
    },
  })
  /** The latest change among the tenants evicted from the map. */
  let latestForgotten = 0
  function noteChange(tenantId: string): void {
    changes.set(tenantId, performance.now())
  }

  return {
    database,
    changedAt: (tenantId) => changes.get(tenantId) ?? latestForgotten,

    async read(who, role, work, from) {
      const { grant, result } = await readWith(memberGuard(who, role), who.tenantId, work, from)
      return { member: grant, result }
    },

    readFor: async (tenantId, work, role, from) =>
      (await readWith(tenantGuard(tenantId, { shows: true, role }), tenantId, work, from)).result,

    act(who, role, request, work) {
      const actorOf = (member: Member): Actor => ({
        type: 'user',
        id: who.userId,
        name: member.name,
        role: member.role,
        sessionId: who.sessionId,
      })
      return actWith(memberGuard(who, role), who.tenantId, actorOf, request, work)
    },

    actFor<T, Early>(
      tenantId: string,
      actor: Actor,
      request: Origin,
      work: (ctx: WriteCtx, early: Early) => Promise<T>,
      readEarly?: ReadEarly<Early>,
    ) {
      // An API key that acts like a member gets the organisation's records in the answer, so suspension stops it.
      const shows = actor.type === 'api_key' && !request.takesOnly
      const guard = tenantGuard(tenantId, { shows, role: actor.role, settles: request.settles })
      const role = async () => actor.role
      const early = readEarly && ((db: Db) => readEarly({ db, tenantId, now: tools.now(), tools, role }))
      return actWith(guard, tenantId, () => actor, request, work, early)
    },

    write: (tenantId, statements) => database.write(tenantGuard(tenantId, { shows: false }), statements),

    lookUp: async (_reason, work) => (await database.read(SYSTEM, work)).result,

    async asSystem(_reason, work) {
      return database.transaction(SYSTEM, (db) =>
        work(db, async (tenant, actor, request = {}) => {
          const { rows } = await sql<{ hold: string | null }>`
            select ${request.readsOnly ? null : sql`tenant_hold(${tenant.id})`} as hold,
              set_config('role', 'resguardo_app', true), set_config('app.tenant_id', ${tenant.id}, true)`.execute(
            db,
          )
          if (rows[0]?.hold) throw movingNow()
          return contextOf(db, tenant.id, tenant.plan, actor, request)
        }),
      )
    },
  }
}

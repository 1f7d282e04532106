import type { Session } from '#db/wire/engine.ts'
import type { TestService } from './service.ts'

/**
 * Counts the batches that the service sends to the database during `work`. One batch is one round trip. Background work
 * counts too, so drain the queue first if that matters.
 */
export async function tripsOf({ access }: TestService, work: () => Promise<unknown>): Promise<number> {
  const { engine } = access.database
  const { send, acquire } = engine
  let trips = 0
  const counted = (session: Session): Session => ({
    query: (sql, parameters) => session.query(sql, parameters),
    release: (broken) => session.release(broken),
    send(statements) {
      trips += 1
      return session.send(statements)
    },
  })
  engine.send = (mode, statements) => {
    trips += 1
    return send.call(engine, mode, statements)
  }
  engine.acquire = async (mode) => counted(await acquire.call(engine, mode))
  try {
    await work()
  } finally {
    Object.assign(engine, { send, acquire })
  }
  return trips
}

import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { createDoors } from '#db/doors.ts'
import type { Engine } from '#db/engine.ts'
import { createTokens } from '#http/tokens.ts'
import { createVault } from '#kernel/secrets.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'

/** The OpenAPI document of the app as it would be served, built without a database behind it. */
export async function describeApi(config: Config): Promise<object> {
  const absent = async () => {
    throw new Error('no database while describing the API')
  }
  const engine: Engine = {
    kind: 'postgres',
    acquire: absent,
    fly: absent,
    asOwner: absent,
    ping: async () => false,
    close: async () => {},
  }
  const vault = createVault('only the shape of the API is asked for here')
  const queue = { send: absent, wake: () => undefined }
  const tools: Tools = {
    vault,
    publicUrl: config.publicUrl,
    production: config.production,
    now: () => new Date(),
    queue,
  }
  const doors = createDoors(createDatabase(engine), tools)
  const app = await buildApp({
    config: { ...config, logLevel: 'silent', redisUrl: undefined },
    doors,
    tools,
    tokens: createTokens(vault),
  })
  const document = app.swagger()
  await app.close()
  return document
}

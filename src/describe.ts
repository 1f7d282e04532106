import { createTokens } from '#http/tokens.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { MODULES } from './modules.ts'
import { createTools } from './tools.ts'

/** The OpenAPI document of the app as served, built without a database. */
export async function describeApi(config: Config): Promise<object> {
  const tools = createTools(config, { modules: MODULES })
  const app = await buildApp({
    config: { ...config, logLevel: 'silent', redisUrl: undefined },
    access: undefined,
    tools,
    tokens: createTokens(tools.vault),
  })
  const document = app.swagger()
  await app.close()
  return document
}

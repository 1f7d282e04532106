import { PLANS } from '#kernel/plans.ts'
import { readConfig } from '#src/config.ts'
import { assemble, openEngine } from '#src/service.ts'
import { reportUsage } from './usage.ts'

/** The service as in production, in a process of its own, with workers. Requests are counted too, against a higher limit. */
PLANS.ENTERPRISE.requestsPerMinute = 1_000_000
const config = readConfig(process.env)
const service = await assemble(config, await openEngine(config))
await service.queue.work(service.jobEnv)
reportUsage(await service.app.listen({ port: 0, host: '127.0.0.1' }))

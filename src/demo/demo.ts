import { randomBytes } from 'node:crypto'
import { PLAN_NAMES } from '#kernel/plans.ts'
import { BadConfig, type Config } from '../config.ts'
import { tell } from '../progress.ts'
import { assemble, openEngine } from '../service.ts'
import { Refused } from './callers.ts'
import { activities } from './chapters/activities.ts'
import { assessments } from './chapters/assessments.ts'
import { breaches } from './chapters/breaches.ts'
import { consents } from './chapters/consents.ts'
import { contracts } from './chapters/contracts.ts'
import { organisation } from './chapters/organisation.ts'
import { policies } from './chapters/policies.ts'
import { requests } from './chapters/requests.ts'
import { systems } from './chapters/systems.ts'
import { workflows } from './chapters/workflows.ts'
import { describe } from './guide.ts'
import { ORGANISATION, OWNER } from './people.ts'
import { Clock, Story } from './story.ts'

/**
 * Fills a demo organisation through the service's own interface, day by day over twelve weeks, and answers what to
 * print: who there is, and what to try.
 */
export async function fillDemo(config: Config): Promise<string> {
  if (config.production) {
    throw new BadConfig(['NODE_ENV: la organización de demostración no se crea en producción.'])
  }
  const engine = await openEngine(config)
  const clock = new Clock()
  const service = await assemble(forOneself(config), engine, { now: clock.now, tell })
  try {
    const story = new Story(service.app, clock, new Date())
    // One for all of its people, random each time: a known password would let anybody into a reachable machine.
    const password = randomBytes(9).toString('base64url')
    organisation(story, password)
    for (const chapter of CHAPTERS) chapter(story)
    tell('Llenando la organización de demostración con doce semanas de historia…')
    await story.tell((percent) => tell(`${percent} %`))
    await story.as('dpo').post('/governance/reports/generate', { title: 'Informe al directorio' })
    // Letters to the persons of the story, and the report.
    await service.queue.drain(service.jobEnv)
    return await describe(story, password, config.publicUrl)
  } catch (error) {
    throw isThere(error) ? alreadyThere(config) : error
  } finally {
    await service.close()
  }
}

const CHAPTERS = [
  workflows,
  systems,
  activities,
  assessments,
  contracts,
  consents,
  policies,
  requests,
  breaches,
]

function alreadyThere({ databaseUrl }: Config): Error {
  return new Error(
    [
      `La organización de demostración «${ORGANISATION}» ya existe en esta base de datos, y no se tocó nada.`,
      `Para entrar de nuevo: npm run cli -- users reset-password ${OWNER.email}`,
      databaseUrl
        ? 'Para llenar otra desde cero, indique en DATABASE_URL una base de datos vacía.'
        : 'Para llenar otra desde cero: DATA_DIR=./otra npm run demo',
    ].join('\n'),
  )
}

/** The first call of all registers the owner: refused when the account is there. */
function isThere(error: unknown): boolean {
  return error instanceof Refused && error.status === 409 && error.path === '/auth/register'
}

/** One caller plays everybody, faster than people are; and what is made up asks no model and fills no shared counter. */
function forOneself(config: Config): Config {
  return {
    ...config,
    publicRateLimit: 1_000_000,
    signupPlans: PLAN_NAMES,
    redisUrl: undefined,
    ai: undefined,
    logLevel: 'error',
  }
}

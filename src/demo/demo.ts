import { randomBytes } from 'node:crypto'
import { after, DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { PLAN_NAMES } from '#kernel/plans.ts'
import { SCORE_HISTORY_JOB } from '#modules/governance/public.ts'
import { BadConfig, type Config } from '../config.ts'
import { tell } from '../progress.ts'
import { assemble, openEngine } from '../service.ts'
import { Refused } from './callers.ts'
import { activities } from './chapters/activities.ts'
import { answers, deliverAnswers } from './chapters/answers.ts'
import { assessments } from './chapters/assessments.ts'
import { breaches } from './chapters/breaches.ts'
import { connectors } from './chapters/connectors.ts'
import { consents } from './chapters/consents.ts'
import { contracts } from './chapters/contracts.ts'
import { foundation } from './chapters/foundation.ts'
import { organisation } from './chapters/organisation.ts'
import { policies } from './chapters/policies.ts'
import { questionnaires } from './chapters/questionnaires.ts'
import { requests } from './chapters/requests.ts'
import { scanSites, sites } from './chapters/sites.ts'
import { systems } from './chapters/systems.ts'
import { workflows } from './chapters/workflows.ts'
import { describe } from './guide.ts'
import { openOutside } from './outside.ts'
import { MAIL_DOMAIN, ORGANISATION, OWNER } from './people.ts'
import { keepPasted, type Pasted } from './shop.ts'
import { Clock, Story } from './story.ts'

/**
 * Fills a demo organisation through the service's own API, day by day over twelve weeks. Returns the text to print: its
 * people, and calls to try.
 */
export async function fillDemo(config: Config): Promise<string> {
  if (config.production) {
    throw new BadConfig(['NODE_ENV: la organización de demostración no se crea en producción.'])
  }
  const engine = await openEngine(config)
  const clock = new Clock()
  const outside = await openOutside(MAIL_DOMAIN)
  const service = await assemble(forOneself(config), engine, {
    now: clock.now,
    network: outside.network,
    tell,
  })
  try {
    const story = new Story(service.app, clock, new Date())
    // One password for all people, random each time: a known one would let anybody into a reachable machine.
    const password = randomBytes(9).toString('base64url')
    organisation(story, password)
    sites(story, outside)
    foundation(story, password)
    for (const chapter of CHAPTERS) chapter(story)
    for (let ago = DAYS_OF_SCORES; ago >= 0; ago -= 1)
      story.plan(after(story.today, -ago * DAY_MS), () =>
        SCORE_HISTORY_JOB.run(service.jobEnv, {}, { jobId: newId(), attempt: 1 }),
      )
    tell('Llenando la organización de demostración con doce semanas de historia…')
    await story.tell({
      // Sends letters and notices on the day of their cause.
      onEvening: () => service.queue.drain(service.jobEnv),
      onQuarter: (percent) => tell(`${percent} %`),
    })
    await story.as('dpo').post('/governance/reports/generate', { title: 'Informe al directorio' })
    await story.as('analyst').bring('processors', 'contactos-de-encargados.csv', CONTACTS)
    await scanSites(story)
    // Runs today's letters, the report, the import and the cookie scans too.
    await deliverAnswers(story, () => service.queue.drain(service.jobEnv))
    keepPasted(config, await pastedBy(story, config))
    return await describe(story, password, config.publicUrl)
  } catch (error) {
    throw isThere(error) ? alreadyThere(config) : error
  } finally {
    await service.close()
    outside.close()
  }
}

/** The snippets that the shop pastes into its pages. */
async function pastedBy(story: Story, { publicUrl }: Config): Promise<Pasted> {
  const analyst = story.as('analyst')
  const notice = await analyst.get<{ embedCode: string }>(`/consent/notices/${story.id('notice:tienda')}`)
  const { widgets } = await analyst.get<{ widgets: { widgetKey: string; embedCode: string }[] }>(
    '/dsar/widgets',
  )
  const form = widgets.find(({ widgetKey }) => widgetKey === story.id('widget:tienda'))!
  const { embedCode: banner } = notice
  return {
    organisation: ORGANISATION,
    slug: story.id('slug'),
    service: publicUrl,
    banner,
    rights: form.embedCode,
  }
}

/** A spreadsheet of the purchasing department. */
const CONTACTS = [
  'Encargado;Contacto;Correo de contacto',
  'Cajamundo Sistemas SpA;Paulina Araneda Vera;datos@cajamundo.example',
  'Vitrina Nube Inc.;Marcos Fuentealba Soto;privacy@vitrinanube.example',
].join('\n')

/** The score is computed from the records of each day. */
const DAYS_OF_SCORES = 60

const CHAPTERS = [
  workflows,
  systems,
  activities,
  assessments,
  contracts,
  consents,
  policies,
  requests,
  answers,
  breaches,
  questionnaires,
  connectors,
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

/** The first call registers the owner, which is refused if the account exists. */
function isThere(error: unknown): boolean {
  return error instanceof Refused && error.status === 409 && error.path === '/auth/register'
}

/** One program calls faster than people, so limits are raised. Invented data needs no language model or shared counter. */
function forOneself(config: Config): Config {
  return {
    ...config,
    publicRateLimit: 1_000_000,
    signupPlans: PLAN_NAMES,
    redisUrl: undefined,
    // A real browser would show that the sites exist on no network.
    chromiumPath: 'off',
    ai: undefined,
    logLevel: 'error',
  }
}

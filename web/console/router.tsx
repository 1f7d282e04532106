import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
  useNavigate,
  useRouter,
} from '@tanstack/react-router'
import * as settings from './areas/settings/screens.ts'
import { queries } from './data.ts'
import { OrganisationScope } from './frame/organisation.tsx'
import { Awaited, NoSuchScreen, Trouble } from './frame/trouble.tsx'
import { BASE } from './service.ts'
import { type Membership, meQuery } from './session/me.ts'
import { Outside } from './session/outside.tsx'
import { SignInPage } from './session/sign-in.tsx'

/** Every address of the console and its screen. A screen loads when it is first opened. */

type Search = Record<string, string | undefined>

/** Keeps search values as plain words: «?dpiaRequired=true» instead of the JSON text «"true"». */
const validateSearch = (search: Record<string, unknown>) => search as Search
const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Search): string => {
  const said = Object.entries(search).filter(([, word]) => word)
  const words = String(new URLSearchParams(said as [string, string][]))
  return words && `?${words}`
}

const root = createRootRoute({
  component: () => (
    <Trouble>
      <Outlet />
    </Trouble>
  ),
  notFoundComponent: () => (
    <Outside
      title="No encontramos esta página"
      about="La dirección está mal escrita, o lo que había en ella ya no está."
    >
      <a href={`${BASE}/`}>Ir al inicio</a>
    </Outside>
  ),
})

/** The frame around every screen, loaded before the first one renders. */
export const Frame = lazyRouteComponent(() => import('./frame/frame.tsx'), 'Frame')

/** For signed-in people. Others sign in at the same address and then see the screen. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: () => (
    <Awaited>
      <Inside />
    </Awaited>
  ),
})

function Inside() {
  const { data: me } = useSuspenseQuery(meQuery)
  const client = useQueryClient()
  const router = useRouter()
  if (me) return <Outlet />
  const enter = async () => {
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
    await router.invalidate()
  }
  return <SignInPage onDone={() => void enter()} />
}

/** People with several organisations see the portfolio. People with one see that one. */
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch,
  component: function Home() {
    const { data: me } = useSuspenseQuery(meQuery)
    const open = me!.tenants.filter(({ refusal }) => refusal === null)
    const only = me!.tenants.length === 1 ? open[0] : undefined
    if (only)
      return <Navigate to="/organizacion/$slug/hoy" params={{ slug: only.slug }} search={{}} replace />
    return (
      <Frame>
        <AllOrganisations />
      </Frame>
    )
  },
})
const AllOrganisations = lazyRouteComponent(() => import('./areas/today/all.tsx'), 'AllOrganisations')

const account = createRoute({
  getParentRoute: () => inside,
  path: '/cuenta',
  validateSearch,
  component: () => (
    <Frame>
      <Account />
    </Frame>
  ),
})
const Account = lazyRouteComponent(() => import('./areas/account/account.tsx'), 'Account')

const portfolio = createRoute({
  getParentRoute: () => inside,
  path: '/cartera',
  validateSearch,
  component: () => (
    <Frame>
      <Portfolio />
    </Frame>
  ),
})
const Portfolio = lazyRouteComponent(() => import('./areas/portfolio/portfolio.tsx'), 'Portfolio')

const device = createRoute({
  getParentRoute: () => inside,
  path: '/dispositivo',
  validateSearch,
  component: () => (
    <Frame>
      <Device />
    </Frame>
  ),
})
const Device = lazyRouteComponent(() => import('./areas/account/device.tsx'), 'DevicePage')

const NotLetIn = lazyRouteComponent(() => import('./session/not-let-in.tsx'), 'NotLetIn')

const organisation = createRoute({
  getParentRoute: () => inside,
  path: '/organizacion/$slug',
  notFoundComponent: NoSuchScreen,
  component: function InOrganisation() {
    const { slug } = organisation.useParams()
    const { data: me } = useSuspenseQuery(meQuery)
    const membership: Membership | undefined = me!.tenants.find((one) => one.slug === slug)
    if (!membership || membership.refusal !== null) return <NotLetIn membership={membership} />
    return (
      <OrganisationScope key={slug} membership={membership}>
        <Frame membership={membership}>
          <Outlet />
        </Frame>
      </OrganisationScope>
    )
  },
})

const start = createRoute({
  getParentRoute: () => organisation,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/organizacion/$slug/hoy', params: params as { slug: string }, search: {} })
  },
})

function screen<P extends string>(path: P, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => organisation, path, validateSearch, component })
}

const screens = [
  start,
  screen(
    'hoy',
    lazyRouteComponent(() => import('./areas/today/today.tsx'), 'Today'),
  ),
  screen(
    'solicitudes',
    lazyRouteComponent(() => import('./areas/dsar/list.tsx'), 'RequestList'),
  ),
  screen(
    'solicitudes/estadisticas',
    lazyRouteComponent(() => import('./areas/dsar/stats.tsx'), 'RequestStats'),
  ),
  screen(
    'solicitudes/formularios',
    lazyRouteComponent(() => import('./areas/dsar/widgets.tsx'), 'WidgetList'),
  ),
  screen(
    'solicitudes/formularios/$id',
    lazyRouteComponent(() => import('./areas/dsar/widget.tsx'), 'WidgetCase'),
  ),
  screen(
    'solicitudes/nueva',
    lazyRouteComponent(() => import('./areas/dsar/new.tsx'), 'NewRequest'),
  ),
  screen(
    'solicitudes/$id',
    lazyRouteComponent(() => import('./areas/dsar/case.tsx'), 'RequestCase'),
  ),
  screen(
    'comenzar',
    lazyRouteComponent(() => import('./areas/start/start.tsx'), 'Start'),
  ),
  screen(
    'brechas',
    lazyRouteComponent(() => import('./areas/breaches/list.tsx'), 'BreachList'),
  ),
  screen(
    'brechas/nueva',
    lazyRouteComponent(() => import('./areas/breaches/editor.tsx'), 'NewBreach'),
  ),
  screen(
    'brechas/alertas',
    lazyRouteComponent(() => import('./areas/breaches/siem.tsx'), 'SiemSetUp'),
  ),
  screen(
    'brechas/$id',
    lazyRouteComponent(() => import('./areas/breaches/case.tsx'), 'BreachCase'),
  ),
  screen(
    'registro',
    lazyRouteComponent(() => import('./areas/rat/list.tsx'), 'ActivityList'),
  ),
  screen(
    'registro/nueva',
    lazyRouteComponent(() => import('./areas/rat/new.tsx'), 'NewActivity'),
  ),
  screen(
    'registro/traer',
    lazyRouteComponent(() => import('./areas/rat/import.tsx'), 'ImportActivities'),
  ),
  screen(
    'registro/$id',
    lazyRouteComponent(() => import('./areas/rat/activity.tsx'), 'ActivityPage'),
  ),
  screen(
    'mapa',
    lazyRouteComponent(() => import('./areas/data-map/map.tsx'), 'DataMap'),
  ),
  screen(
    'mapa/sistemas',
    lazyRouteComponent(() => import('./areas/data-map/systems.tsx'), 'SystemList'),
  ),
  screen(
    'mapa/sistemas/$id',
    lazyRouteComponent(() => import('./areas/data-map/system.tsx'), 'SystemPage'),
  ),
  screen(
    'aprobaciones',
    lazyRouteComponent(() => import('./areas/workflows/inbox.tsx'), 'ApprovalInbox'),
  ),
  screen(
    'aprobaciones/$id',
    lazyRouteComponent(() => import('./areas/workflows/approval.tsx'), 'ApprovalCase'),
  ),
  screen(
    'flujos',
    lazyRouteComponent(() => import('./areas/workflows/flows.tsx'), 'FlowList'),
  ),
  screen(
    'flujos/nuevo',
    lazyRouteComponent(() => import('./areas/workflows/new-flow.tsx'), 'NewFlow'),
  ),
  screen(
    'flujos/$id',
    lazyRouteComponent(() => import('./areas/workflows/flow.tsx'), 'FlowPage'),
  ),
  screen(
    'encargados',
    lazyRouteComponent(() => import('./areas/processors/list.tsx'), 'ProcessorList'),
  ),
  screen(
    'encargados/$id',
    lazyRouteComponent(() => import('./areas/processors/processor.tsx'), 'ProcessorPage'),
  ),
  screen(
    'contratos',
    lazyRouteComponent(() => import('./areas/contracts/list.tsx'), 'ContractList'),
  ),
  screen(
    'contratos/nuevo',
    lazyRouteComponent(() => import('./areas/contracts/new.tsx'), 'NewContract'),
  ),
  screen(
    'contratos/vencimientos',
    lazyRouteComponent(() => import('./areas/contracts/calendar.tsx'), 'ContractCalendar'),
  ),
  screen(
    'contratos/$id',
    lazyRouteComponent(() => import('./areas/contracts/contract.tsx'), 'ContractPage'),
  ),
  screen(
    'gobierno',
    lazyRouteComponent(() => import('./areas/governance/governance.tsx'), 'Governance'),
  ),
  screen(
    'gobierno/informes/$id',
    lazyRouteComponent(() => import('./areas/governance/report.tsx'), 'ReportPage'),
  ),
  screen(
    'evaluaciones',
    lazyRouteComponent(() => import('./areas/dpia/list.tsx'), 'AssessmentList'),
  ),
  screen(
    'evaluaciones/$id',
    lazyRouteComponent(() => import('./areas/dpia/assessment.tsx'), 'AssessmentPage'),
  ),
  screen(
    'cuestionarios',
    lazyRouteComponent(() => import('./areas/questionnaires/list.tsx'), 'QuestionnaireList'),
  ),
  screen(
    'cuestionarios/nuevo',
    lazyRouteComponent(() => import('./areas/questionnaires/new.tsx'), 'NewQuestionnaire'),
  ),
  screen(
    'cuestionarios/$id',
    lazyRouteComponent(() => import('./areas/questionnaires/questionnaire.tsx'), 'QuestionnairePage'),
  ),
  screen(
    'cuestionarios/respuestas/$id',
    lazyRouteComponent(() => import('./areas/questionnaires/answer.tsx'), 'AnswerPage'),
  ),
  screen(
    'conectores',
    lazyRouteComponent(() => import('./areas/connectors/list.tsx'), 'ConnectorList'),
  ),
  screen(
    'conectores/nuevo',
    lazyRouteComponent(() => import('./areas/connectors/new.tsx'), 'NewConnector'),
  ),
  screen(
    'conectores/$id',
    lazyRouteComponent(() => import('./areas/connectors/connector.tsx'), 'ConnectorPage'),
  ),
  screen(
    'cookies',
    lazyRouteComponent(() => import('./areas/cookies/list.tsx'), 'CookieList'),
  ),
  screen(
    'cookies/$id',
    lazyRouteComponent(() => import('./areas/cookies/site.tsx'), 'CookieSite'),
  ),
  screen(
    'consentimiento',
    lazyRouteComponent(() => import('./areas/consent/notices.tsx'), 'NoticeList'),
  ),
  screen(
    'consentimiento/avisos/$id',
    lazyRouteComponent(() => import('./areas/consent/notice.tsx'), 'NoticePage'),
  ),
  screen(
    'consentimiento/formularios',
    lazyRouteComponent(() => import('./areas/consent/templates.tsx'), 'TemplateList'),
  ),
  screen(
    'consentimiento/formularios/$id',
    lazyRouteComponent(() => import('./areas/consent/template.tsx'), 'TemplatePage'),
  ),
  screen(
    'consentimiento/personas',
    lazyRouteComponent(() => import('./areas/consent/people.tsx'), 'People'),
  ),
  screen(
    'consentimiento/registros/$id',
    lazyRouteComponent(() => import('./areas/consent/record.tsx'), 'RecordPage'),
  ),
  screen(
    'politicas',
    lazyRouteComponent(() => import('./areas/policies/list.tsx'), 'PolicyList'),
  ),
  screen(
    'politicas/cookies/$id',
    lazyRouteComponent(() => import('./areas/policies/policy.tsx'), 'CookiePolicyPage'),
  ),
  screen(
    'politicas/$id',
    lazyRouteComponent(() => import('./areas/policies/policy.tsx'), 'PrivacyPolicyPage'),
  ),
  screen(
    'dominios',
    lazyRouteComponent(() => import('./areas/organisation/domains.tsx'), 'DomainList'),
  ),
  screen(
    'dominios/$id',
    lazyRouteComponent(() => import('./areas/organisation/domain.tsx'), 'DomainPage'),
  ),
  screen(
    'entidades',
    lazyRouteComponent(() => import('./areas/organisation/entities.tsx'), 'EntityList'),
  ),
  screen(
    'entidades/$id',
    lazyRouteComponent(() => import('./areas/organisation/entity.tsx'), 'EntityPage'),
  ),
  screen(
    'areas',
    lazyRouteComponent(() => import('./areas/organisation/departments.tsx'), 'Departments'),
  ),
  screen(
    'areas/$id',
    lazyRouteComponent(() => import('./areas/organisation/departments.tsx'), 'Departments'),
  ),
  screen(
    'personas',
    lazyRouteComponent(() => import('./areas/organisation/members.tsx'), 'MemberList'),
  ),
  screen(
    'personas/$id',
    lazyRouteComponent(() => import('./areas/organisation/member.tsx'), 'MemberPage'),
  ),
  screen('ajustes', settings.OrganisationSettings),
  screen('ajustes/marca', settings.BrandSettings),
  screen('ajustes/acceso', settings.AccessSettings),
  screen('ajustes/sso', settings.SsoSettings),
  screen('ajustes/scim', settings.ScimSettings),
  screen('ajustes/firma', settings.SigningSettings),
  screen('ajustes/claves', settings.KeyList),
  screen('ajustes/claves/$id', settings.KeyPage),
  screen('ajustes/webhooks', settings.WebhookList),
  screen('ajustes/webhooks/$id', settings.WebhookPage),
  screen('ajustes/ley', settings.LawSettings),
  screen('ajustes/conservacion', settings.RetentionSettings),
  screen('ajustes/auditoria', settings.AuditLog),
  screen('ajustes/plan', settings.PlanSettings),
  screen('ajustes/cierre', settings.Closing),
] as const

const RegisterPage = lazyRouteComponent(() => import('./session/register.tsx'), 'RegisterPage')

const register = createRoute({
  getParentRoute: () => root,
  path: '/crear-cuenta',
  loader: () => RegisterPage.preload?.(),
  component: function Register() {
    const navigate = useNavigate()
    const enter = async (slug: string) => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      await navigate({ to: '/organizacion/$slug/comenzar', params: { slug }, search: {} })
    }
    return <RegisterPage onDone={(slug) => void enter(slug)} />
  },
})

const recover = createRoute({
  getParentRoute: () => root,
  path: '/recuperar',
  component: lazyRouteComponent(() => import('./session/recover.tsx'), 'RecoverPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    inside.addChildren([home, account, portfolio, device, organisation.addChildren(screens)]),
    register,
    recover,
  ]),
  basepath: BASE || '/',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** The service was upgraded under an open page and the script is gone. Loading the page again fixes it. */
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem('reloaded') ?? 0) < 10_000) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

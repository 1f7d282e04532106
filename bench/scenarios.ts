import { EXPORTS, exportRecord, IMPORTS, importFile, listWhile, makeFolder, SIGN_INS } from './bulk.ts'
import type { Member } from './database.ts'
import type { Call } from './load.ts'
import type { LoadOptions } from './measure.ts'
import {
  actOnWorkflows,
  as,
  assessmentLists,
  deliverWebhooks,
  listWhilePrinting,
  post,
  type Run,
  receiveAlerts,
} from './runs.ts'
import * as seeds from './seeds.ts'
import { deliverAtPace, deliverToMany } from './webhooks.ts'

/** One line of the bench: its seeds, and its calls or its run. */
export interface Scenario {
  name: string
  seeds?: readonly seeds.Seed[]
  /** A long scenario: runs only if this word is given. */
  onlyAs?: string
  calls?(members: readonly Member[]): Call[]
  options?: LoadOptions
  /** Minimum number of tenants in the database. */
  tenants?: number
  run?: Run
  /** The bare route to compare with: calls to the bare server, measured in turns with ours. */
  bare?: { name: string; calls(members: readonly Member[]): Call[] }
}

const forEach = (path: string) => (members: readonly Member[]) =>
  members.map((member) => ({ path: `/api/v1${path}`, headers: as(member) }))

const forLarge = (path: string) => (members: readonly Member[]) => forEach(path)(seeds.large(members))
const forLargest = (path: string) => (members: readonly Member[]) => forEach(path)([seeds.largest(members)])

/** Searches for words of one row, of fifty rows, of every seventh, of all; for two words; a beginning; no match. */
const WORDS = [
  ...Array.from({ length: 20 }, (_, n) => `s${n * 4801 + 17}`),
  ...Array.from({ length: 20 }, (_, n) => `p${n * 97 + 3} control`),
  'clientes',
  'facturar',
  'gestion pacientes',
  'despachar personas',
  'suc',
  'a',
  'inexistente',
]

const searches = (path: string) => (members: readonly Member[]) =>
  WORDS.map((words) => ({
    path: `/api/v1${path}${encodeURIComponent(words)}`,
    headers: as(seeds.largestSearched(members)),
  }))

/** The longest word of each search, only in the activities. */
const bareSearches = (members: readonly Member[]) =>
  WORDS.map((words) => {
    const [word] = words.split(' ').toSorted((a, b) => b.length - a.length)
    return { path: `/search/${seeds.largestSearched(members).tenantId}/${word}` }
  })

const bareLists = (members: readonly Member[]) =>
  members.map(({ tenantId }) => ({ path: `/list/${tenantId}` }))

const REQUEST = {
  subjectName: 'María Pérez',
  subjectEmail: 'maria@correo.cl',
  rightType: 'ACCESS',
  subjectRut: '12.345.678-5',
  description: 'Quiero saber qué datos tienen de mí.',
  declarationTruthful: true,
}

const DECISION = {
  subjectRef: 'visitante-7c3d9e2f',
  decisions: { necessary: true, analytics: true, marketing: false },
  url: 'https://www.tiendasur.cl/carrito',
}

/** Reads come first. Lines that leave jobs in the queue come last, so that the jobs disturb no other line. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'ours: list audit log',
    calls: forEach('/settings/audit-log?limit=20'),
    bare: { name: 'bare Fastify + list + count', calls: bareLists },
  },
  ...[10, 100, 1000].map((organisations) => ({
    name: `ours: list, ${organisations} organisations`,
    onlyAs: 'organisations',
    tenants: organisations,
    calls: (members: readonly Member[]) =>
      forEach('/settings/audit-log?limit=20')(members.slice(0, organisations)),
    bare: {
      name: `bare Fastify + list, ${organisations}`,
      calls: (members: readonly Member[]) => bareLists(members.slice(0, organisations)),
    },
  })),
  {
    name: 'ours: RAT list',
    seeds: [seeds.activities],
    calls: (members) => forEach('/rat/activities?limit=20')(seeds.large(members).slice(1)),
    bare: {
      name: 'bare Fastify + activities + count',
      calls: (members) =>
        seeds
          .large(members)
          .slice(1)
          .map(({ tenantId }) => ({ path: `/activities/${tenantId}` })),
    },
  },
  {
    name: 'ours: list systems by type',
    seeds: [seeds.systems],
    calls: forLarge('/data-map/systems?type=CRM&limit=20'),
  },
  {
    name: 'ours: domain detail',
    seeds: [seeds.activities, seeds.domains],
    calls: (members) =>
      seeds.large(members).map((member) => ({
        path: `/api/v1/domains/${member.tenantId}`,
        headers: as(member),
      })),
  },
  {
    name: 'ours: RAT list filtered',
    seeds: [seeds.activities],
    calls: forLarge('/rat/activities?status=published&legalBasis=consent&hasSensitiveData=false&limit=20'),
  },
  {
    name: 'ours: RAT stats, 10,000 activities',
    seeds: [seeds.activities],
    calls: forLargest('/rat/stats'),
    options: { connections: 8 },
  },
  {
    name: 'ours: RAT list, page 250 of 500',
    seeds: [seeds.activities],
    calls: forLargest('/rat/activities?page=250&limit=20'),
    options: { connections: 8 },
  },
  {
    name: 'ours: RAT geo-summary',
    seeds: [seeds.activities],
    calls: forLargest('/rat/geo-summary'),
    options: { connections: 8 },
  },
  {
    name: 'ours: search, 100,000 rows',
    seeds: [seeds.searched],
    calls: searches('/search?q='),
    options: { connections: 8 },
    bare: { name: 'bare Fastify + one word', calls: bareSearches },
  },
  {
    name: 'ours: list with q, 100,000 rows',
    seeds: [seeds.searched],
    calls: searches('/rat/activities?limit=20&q='),
    options: { connections: 8 },
    bare: { name: 'bare Fastify + one word', calls: bareSearches },
  },
  { name: 'ours: RAT export, csv', seeds: [seeds.activities], run: exportRecord('csv') },
  { name: 'ours: RAT export, Excel', seeds: [seeds.activities], run: exportRecord('xlsx') },
  { name: 'ours: neighbour, list alone', run: listWhile() },
  { name: 'ours: neighbour, 2 Excel exports', seeds: [seeds.activities], run: listWhile(EXPORTS) },
  { name: 'ours: neighbour, 8 sign-ins', run: listWhile(SIGN_INS) },
  {
    name: 'ours: DSAR list, 12,000 tasks',
    seeds: [seeds.searchedRequests],
    calls: forLarge('/dsar/requests?open=true&limit=20'),
    options: { connections: 8 },
  },
  {
    name: 'ours: DSAR tasks of one request',
    seeds: [seeds.searchedRequests],
    calls: (members) =>
      seeds.large(members).map((member) => ({
        path: `/api/v1/dsar/requests/${seeds.searchedRequest(member)}/tasks`,
        headers: as(member),
      })),
    options: { connections: 8 },
  },
  {
    name: 'ours: DPIA list',
    seeds: [seeds.assessments],
    calls: assessmentLists,
    options: { connections: 8 },
  },
  { name: 'ours: DPIA list while 5 PDFs render', seeds: [seeds.assessments], run: listWhilePrinting },
  {
    name: 'ours: consent config',
    seeds: [seeds.notices],
    calls: (members) =>
      members.map((member) => ({ path: `/api/v1/public/consent/${seeds.noticeKey(member)}/config` })),
    bare: { name: 'bare Fastify hello', calls: () => [{ path: '/hello' }] },
  },
  {
    name: 'ours: consent record',
    seeds: [seeds.notices],
    calls: (members) =>
      members.map((member) => post(`/api/v1/public/consent/${seeds.noticeKey(member)}/record`, DECISION)),
    bare: {
      name: 'bare Fastify + insert',
      calls: (members) => members.map(({ tenantId }) => post(`/insert/${tenantId}`, DECISION)),
    },
  },
  {
    name: 'ours: consent-million stats',
    onlyAs: 'consent-million',
    seeds: [seeds.notices, seeds.millionRecords],
    calls: (members) => forLargest(`/consent/notices/${seeds.largest(members).tenantId}/stats`)(members),
    options: { connections: 8 },
  },
  {
    name: 'ours: RAT bulk import of 200',
    // Leaves out the largest tenant, whose statistics are measured.
    calls: (members) =>
      seeds
        .large(members)
        .slice(1)
        .map((member) => post('/api/v1/rat/bulk-import', seeds.IMPORT, as(member))),
    options: { connections: 8, seconds: 4, warmUpSeconds: 1 },
  },
  { name: 'ours: neighbour, 8 imports', run: listWhile(IMPORTS) },
  { name: 'ours: import of a file, 5,000 rows', run: importFile },
  { name: 'ours: inspection folder', seeds: [seeds.activities], run: makeFolder },
  { name: 'ours: SIEM, 50 alerts a second', run: receiveAlerts },
  { name: 'ours: workflow actions', run: actOnWorkflows },
  { name: 'ours: workflow webhook deliveries', run: deliverWebhooks },
  { name: 'ours: webhooks, 100 a second', run: deliverAtPace },
  { name: 'ours: webhooks to 20 receivers', run: deliverToMany },
  {
    name: 'ours: DSAR public intake',
    seeds: [seeds.forms],
    calls: (members) =>
      members.map((member) => post(`/api/v1/public/dsar/${seeds.formKey(member)}`, REQUEST)),
  },
]

/** With words, the scenarios whose name has one of them; without words, all but the long ones. */
export function choose(words: readonly string[]): readonly Scenario[] {
  return SCENARIOS.filter(({ name, onlyAs }) => {
    if (onlyAs) return words.includes(onlyAs)
    return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))
  })
}

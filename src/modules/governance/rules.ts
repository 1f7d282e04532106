/** What the score is made of. Articles are those of Ley 19.628 as amended by Ley 21.719. */

export const KINDS = ['REPORT', 'INSPECTION'] as const
export type Kind = (typeof KINDS)[number]

export const STATUSES = ['PENDING', 'READY', 'FAILED'] as const

export const LEVELS = ['low', 'medium', 'high'] as const
export type Level = (typeof LEVELS)[number]

/** From these scores on. */
const MEDIUM = 60
const HIGH = 85

export function levelOf(score: number): Level {
  if (score >= HIGH) return 'high'
  return score >= MEDIUM ? 'medium' : 'low'
}

/** Gravest first, which is the order of the findings. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Arts. 34 quáter, 34 ter and 34 bis; gravest first. */
export const FINE_CLASSES = ['gravisima', 'grave', 'leve'] as const
export type FineClass = (typeof FINE_CLASSES)[number]

/** Weights add up to 100: an area's weight is what it gives to the score at best. */
export const AREAS = {
  rat: { label: 'Registro de actividades de tratamiento', weight: 25 },
  dsar: { label: 'Derechos de los titulares', weight: 15 },
  breaches: { label: 'Vulneraciones de seguridad', weight: 15 },
  dpia: { label: 'Evaluaciones de impacto', weight: 10 },
  processors: { label: 'Encargados', weight: 10 },
  transparency: { label: 'Transparencia', weight: 10 },
  consent: { label: 'Consentimiento', weight: 5 },
  organisation: { label: 'Organización', weight: 10 },
} as const satisfies Record<string, { label: string; weight: number }>
export type AreaKey = keyof typeof AREAS

/** The organisation in figures. Activities are the published ones, domains the active ones in production. */
export interface Facts {
  activities: {
    /** Drafts and published. */
    current: number
    published: number
    sensitive: number
    sensitiveUnfounded: number
    byInterest: number
    interestUnstated: number
    byConsent: number
    withdrawalUnstated: number
    withMinors: number
    minorsUnguarded: number
    withTransfer: number
    transferUnfounded: number
    automated: number
    logicUnstated: number
    unprotected: number
    keptForever: number
    /** Not touched for a year. */
    stale: number
    riskUnknown: number
    /** Of entities that are no public bodies, which the law does not oblige (art. 21). */
    needDpia: number
    assessed: number
  }
  risks: { grave: number; graveUntreated: number }
  requests: {
    open: number
    overdue: number
    openBlocks: number
    overdueBlocks: number
    /** In the last year. */
    answered: number
    answeredLate: number
    /** Granted corrections and deletions. */
    corrected: number
    thirdsUntold: number
  }
  breaches: {
    total: number
    undecided: number
    reportable: number
    unreported: number
    /** Neither resolved nor reported after thirty days. */
    lingering: number
    /** The people must be notified. */
    tellable: number
    /** The people must be notified, and neither were nor is there a reason. */
    subjectsUninformed: number
    /** Closed, reported or to be reported, and without an item of the register. */
    registerIncomplete: number
  }
  processors: { total: number; unsigned: number; signed: number; ending: number }
  entities: {
    active: number
    withoutPolicy: number
    withPolicy: number
    policyBehind: number
    withoutContact: number
    withoutAddress: number
    withoutRepresentative: number
    withoutDpo: number
  }
  domains: { total: number; withoutCookiePolicy: number; withoutNotice: number }
  consent: { collecting: number; notices: number; noticesAhead: number }
  /** Active domains in production whose cookies were looked at, by their last scan. */
  scans: { total: number; early: number; undeclared: number }
  /** Published, sent, signed or approved; `outdated` under another version of the law than that of today. */
  documents: { issued: number; outdated: number }
}

/** Where a finding is settled, for a program that shows screens of its own. */
export const TARGET_AREAS = [
  'activities',
  'requests',
  'breaches',
  'assessments',
  'processors',
  'contracts',
  'policies',
  'domains',
  'notices',
  'scans',
  'forms',
  'entities',
  'dpo',
  'reissue',
] as const
export type TargetArea = (typeof TARGET_AREAS)[number]

export interface Target {
  area: TargetArea
  /** Of one record. */
  id?: string
  /** Of the list. */
  filter?: Record<string, string>
}

const AREA_OF_PATH: Readonly<Record<string, TargetArea>> = {
  '/rat/activities': 'activities',
  '/dsar/requests': 'requests',
  '/breaches': 'breaches',
  '/dpia/assessments': 'assessments',
  '/processors': 'processors',
  '/contracts': 'contracts',
  '/privacy-policy/generate': 'policies',
  '/privacy-policy/versions': 'policies',
  '/domains': 'domains',
  '/cookie-scans': 'scans',
  '/consent/notices': 'notices',
  '/consent/templates': 'forms',
  '/org/entities': 'entities',
  '/settings/tenant/dpo-check': 'dpo',
  '/governance/reissue': 'reissue',
}

/** What a link of the API says, in parts. */
export function targetOf(link: string): Target {
  const [path = '', query] = link.split('?')
  const area = AREA_OF_PATH[path]
  if (!area) throw new Error(`«${link}» leads to no area: name it in governance/rules.ts`)
  return { area, ...(query && { filter: Object.fromEntries(new URLSearchParams(query)) }) }
}

export interface Measure {
  met: number
  total: number
}

export interface Check {
  key: string
  area: AreaKey
  /** What it looks for, in the words of somebody who meets it. */
  label: string
  /** Among the checks of its area. */
  weight: number
  severity: Severity
  article: string
  /** None where the law imposes no duty. */
  fineClass: FineClass | null
  /** Nothing to measure (total 0) leaves the check out. */
  measure(facts: Facts): Measure
  message(unmet: number, facts: Facts): string
  action: string
  link: string
}

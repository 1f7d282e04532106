/** The parts of the score. Articles are those of Ley 19.628 as amended by Ley 21.719. */

export const KINDS = ['REPORT', 'INSPECTION'] as const
export type Kind = (typeof KINDS)[number]

export const STATUSES = ['PENDING', 'READY', 'FAILED'] as const

export const LEVELS = ['low', 'medium', 'high'] as const
export type Level = (typeof LEVELS)[number]

/** Lowest scores of these levels. */
const MEDIUM = 60
const HIGH = 85

export function levelOf(score: number): Level {
  if (score >= HIGH) return 'high'
  return score >= MEDIUM ? 'medium' : 'low'
}

/** Gravest first: findings follow this order. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Arts. 34 quáter, 34 ter and 34 bis; gravest first. */
export const FINE_CLASSES = ['gravisima', 'grave', 'leve'] as const
export type FineClass = (typeof FINE_CLASSES)[number]

/** Weights add up to 100. A weight is the most that an area adds to the score. */
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

/** The figures of the organisation. Counts published activities and active domains in production. */
export interface Facts {
  activities: {
    /** Drafts and published activities. */
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
    /** Without a change for a year. */
    stale: number
    riskUnknown: number
    /** Only of entities that are not public bodies, which have no such duty (art. 21). */
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
    /** Neither resolved nor reported within thirty days. */
    lingering: number
    /** With a duty to notify the people. */
    tellable: number
    /** With a duty to notify the people, not notified and without a stated reason. */
    subjectsUninformed: number
    /** Closed, reported or reportable, and lacking an item of the register. */
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
  /** Active domains in production whose cookies were scanned, by the last scan. */
  scans: { total: number; early: number; undeclared: number }
  /** Published, sent, signed or approved documents; `outdated`: under another version of the law than today's. */
  documents: { issued: number; outdated: number }
}

/** The place where a finding is settled, for programs with their own screens. */
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
  /** Set for a single record. */
  id?: string
  /** Set for a list. */
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

/** Splits a link of the API into its parts. */
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
  /** The question of the check in everyday words. */
  label: string
  /** Weight among the checks of its area. */
  weight: number
  severity: Severity
  article: string
  /** Null if the law imposes no duty. */
  fineClass: FineClass | null
  /** With `total` 0 the check is left out. */
  measure(facts: Facts): Measure
  message(unmet: number, facts: Facts): string
  action: string
  link: string
}

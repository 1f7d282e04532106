import { CHECKS } from './knowledge.ts'
import {
  AREAS,
  type AreaKey,
  type Check,
  type Facts,
  FINE_CLASSES,
  type FineClass,
  type Level,
  levelOf,
  SEVERITIES,
  type Severity,
  type Target,
  targetOf,
} from './rules.ts'

export interface Finding {
  check: string
  severity: Severity
  message: string
  link: string
  target: Target
  article: string
  action: string
  fineClass: FineClass | null
  /** Points of the total score. */
  pointsLost: number
}

export interface CheckResult {
  key: string
  label: string
  met: number
  total: number
}

export interface Area {
  key: AreaKey
  label: string
  /** 0 if there is nothing to measure. */
  score: number
  /** False if there is nothing to measure: then the area does not count. */
  hasData: boolean
  weight: number
  checks: CheckResult[]
  findings: Finding[]
}

export interface Score {
  score: number
  level: Level
  areas: Area[]
}

/** Rounded down: 100 means no finding is open, in an area and in total. Areas without data share out their weight. */
export function scoreOf(facts: Facts): Score {
  const keys = Object.keys(AREAS) as AreaKey[]
  const measured = new Map(keys.map((key) => [key, measure(key, facts)]))
  const counted = keys.reduce((sum, key) => sum + (measured.get(key)!.length > 0 ? AREAS[key].weight : 0), 0)
  const areas = keys.map((key) => areaOf(key, measured.get(key)!, facts, 100 / counted))
  const score = whole(areas.reduce((sum, { points }) => sum + points, 0))
  return { score, level: levelOf(score), areas: areas.map(({ area }) => area) }
}

/** The checks of an area that measure something. */
function measure(key: AreaKey, facts: Facts) {
  return CHECKS.filter(({ area }) => area === key)
    .map((check) => ({ check, ...check.measure(facts) }))
    .filter(({ total }) => total > 0)
}

/** `points`: the area's part of the score. `scale` compensates for areas without data. */
function areaOf(
  key: AreaKey,
  measured: ReturnType<typeof measure>,
  facts: Facts,
  scale: number,
): { area: Area; points: number } {
  const { label, weight } = AREAS[key]
  const hasData = measured.length > 0
  const weights = measured.reduce((sum, { check }) => sum + check.weight, 0)
  const lostBy = ({ check, met, total }: (typeof measured)[number]) =>
    (check.weight / weights) * ((total - met) / total)
  const share = hasData ? 1 - measured.reduce((sum, one) => sum + lostBy(one), 0) : 0
  const findings = measured
    .filter(({ met, total }) => met < total)
    .map((one) => findingOf(one.check, one.total - one.met, weight * scale * lostBy(one), facts))
  return {
    points: weight * scale * share,
    area: {
      key,
      label,
      score: whole(100 * share),
      hasData,
      weight,
      checks: measured.map(({ check, met, total }) => ({ key: check.key, label: check.label, met, total })),
      findings: findings.toSorted(gravestFirst),
    },
  }
}

function findingOf(check: Check, unmet: number, lost: number, facts: Facts): Finding {
  const { key, severity, link, article, action, fineClass } = check
  const pointsLost = Math.round(lost * 10) / 10
  return {
    check: key,
    severity,
    message: check.message(unmet, facts),
    link,
    target: targetOf(link),
    article,
    action,
    fineClass,
    pointsLost,
  }
}

export function gravestFirst(a: Finding, b: Finding): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    fineRank(a.fineClass) - fineRank(b.fineClass) ||
    b.pointsLost - a.pointsLost
  )
}

const fineRank = (fineClass: FineClass | null) =>
  fineClass === null ? FINE_CLASSES.length : FINE_CLASSES.indexOf(fineClass)

/** A sum of fractions may end slightly below a whole number. */
function whole(points: number): number {
  return Math.floor(points + 1e-9)
}

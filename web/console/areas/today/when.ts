import { daysBetween } from '#kernel/business-days.ts'
import { chileanDay } from '#kernel/dates.ts'
import type { Task } from './words.ts'

type Due = Pick<Task, 'dueAt' | 'overdue'>

/** Due dates by day in Chile. The first group that fits counts. */
const WHEN: readonly (readonly [name: string, fits: (task: Due, today: string) => boolean])[] = [
  ['Vencido', ({ overdue }) => overdue],
  ['Hoy y mañana', (task, today) => daysTo(task, today) < 2],
  ['Esta semana', (task, today) => daysTo(task, today) < 7],
  ['Más adelante', () => true],
]

function daysTo({ dueAt }: Due, today: string): number {
  return dueAt === null ? Number.POSITIVE_INFINITY : daysBetween(today, chileanDay(new Date(dueAt)))
}

/** The tasks by group, soonest first. Empty groups are left out. */
export function groupsOf<T extends Due>(tasks: readonly T[], now: Date): { name: string; tasks: T[] }[] {
  const today = chileanDay(now)
  const groups = Map.groupBy(tasks, (task) => WHEN.find(([, fits]) => fits(task, today))![0])
  return WHEN.flatMap(([name]) => {
    const own = groups.get(name)
    return own ? [{ name, tasks: own }] : []
  })
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { DAY_MS } from '#kernel/dates.ts'
import { Due } from '../../ui/clock.tsx'
import { Mark } from '../../ui/mark.tsx'
import css from './today.module.css'
import { KINDS, type Task } from './words.ts'

/** By when they are due. */
const WHEN = [
  ['Vencido', (task: Task) => task.overdue],
  ['Hoy y mañana', (task: Task, now: number) => left(task, now) < 2 * DAY_MS],
  ['Esta semana', (task: Task, now: number) => left(task, now) < 7 * DAY_MS],
  ['Más adelante', () => true],
] as const

function left({ dueAt }: Task, now: number): number {
  return dueAt === null ? Number.POSITIVE_INFINITY : new Date(dueAt).getTime() - now
}

export function TaskGroups({ tasks, ofMany }: { tasks: readonly Task[]; ofMany?: boolean }) {
  const now = Date.now()
  const groups = WHEN.map(([name, fits], index) => ({
    name,
    tasks: tasks.filter(
      (task) => fits(task, now) && !WHEN.slice(0, index).some(([, earlier]) => earlier(task, now)),
    ),
  })).filter((group) => group.tasks.length > 0)
  return groups.map((group) => (
    <section key={group.name} className="stack tight" aria-label={group.name}>
      <h2>
        {group.name} <span className="muted">({group.tasks.length})</span>
      </h2>
      <ul className={css['tasks']}>
        {group.tasks.map((task) => (
          <li key={`${task.kind}-${task.entityId}`} className={css['task']}>
            <span className={css['kind']}>
              <Mark>{KINDS[task.kind]}</Mark>
            </span>
            <span className={css['what']}>
              <Link {...placeOf(task)} className={css['link']}>
                {task.title}
              </Link>
              <span className="hint">
                {[ofMany && task.tenantName, task.article].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Due at={task.dueAt} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function placeOf({ url }: Task): LinkProps {
  return { to: url.replace(/^.*(?=\/organizacion\/)/, ''), search: {} } as unknown as LinkProps
}

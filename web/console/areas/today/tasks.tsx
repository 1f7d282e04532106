import { Link, type LinkProps } from '@tanstack/react-router'
import { Due } from '../../ui/clock.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import css from './today.module.css'
import { groupsOf } from './when.ts'
import { KINDS, type Task } from './words.ts'

export function TaskGroups({ tasks, ofMany }: { tasks: readonly Task[]; ofMany?: boolean }) {
  return groupsOf(tasks, new Date()).map((group) => (
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
                <Unbroken>{task.title}</Unbroken>
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

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Which tests a run of CI takes of those that take long: docs/adr/0013-what-runs-when.md. */

const DAY_MS = 24 * 3600 * 1000

const git = (root: string, ...args: string[]) =>
  (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '').trim()

/** The commits where a shallow clone was cut: to git they seem to have written every file. */
function cutAt(root: string): string[] {
  const list = resolve(root, git(root, 'rev-parse', '--git-path', 'shallow'))
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
}

/**
 * From 1 to `shares`. The next one with each commit; a clone that does not know how many there were takes it from the name
 * of the last one, which is as good as chance: a share that stays out for long is then unlikely, and not impossible.
 */
export function turnOf(root: string, shares: number): number {
  const number =
    cutAt(root).length > 0
      ? Number.parseInt(git(root, 'rev-parse', 'HEAD').slice(0, 8), 16)
      : Number(git(root, 'rev-list', '--count', 'HEAD'))
  return (number % shares) + 1
}

/**
 * Of files in the order of their weight every share takes about as long: each one's own, and of the others as many again of
 * those that were changed lately, the newest first. On a day of many changes `left` are the older ones of them.
 */
export function takeShare(
  all: readonly string[],
  { share, shares, lately }: { share: number; shares: number; lately: ReadonlySet<string> },
): { taken: string[]; left: string[] } {
  if (shares === 1) return { taken: [...all], left: [] }
  const own = new Set(all.filter((_, at) => at % shares === share - 1))
  const known = new Set(all)
  const changed = [...lately].filter((file) => known.has(file) && !own.has(file))
  const more = new Set(changed.slice(0, own.size))
  return { taken: all.filter((file) => own.has(file) || more.has(file)), left: changed.slice(own.size) }
}

/** In the day before the last commit, the newest first; none where that is not known. */
export function changedLately(root: string): Set<string> {
  const last = Date.parse(git(root, 'log', '-1', '--format=%cI'))
  if (Number.isNaN(last)) return new Set()
  const since = new Date(last - DAY_MS).toISOString()
  const known = ['HEAD', '--not', ...cutAt(root)]
  return new Set(git(root, 'log', `--since=${since}`, '--name-only', '--format=', ...known).split('\n'))
}

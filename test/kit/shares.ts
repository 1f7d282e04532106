import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Chooses the slow tests for a run of CI: docs/adr/0013-what-runs-when.md. */

const DAY_MS = 24 * 3600 * 1000

const git = (root: string, ...args: string[]) =>
  (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '').trim()

/** The oldest commits of a shallow clone. To git they seem to add every file. */
function cutAt(root: string): string[] {
  const list = resolve(root, git(root, 'rev-parse', '--git-path', 'shallow'))
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
}

/**
 * A number from 1 to `shares`, which changes with each commit. A full clone counts its commits. A shallow clone cannot, so
 * it uses the commit's hash, which is as good as random: it is unlikely, but possible, that a share does not run for long.
 */
export function turnOf(root: string, shares: number): number {
  const number =
    cutAt(root).length > 0
      ? Number.parseInt(git(root, 'rev-parse', 'HEAD').slice(0, 8), 16)
      : Number(git(root, 'rev-list', '--count', 'HEAD'))
  return (number % shares) + 1
}

/**
 * The files come sorted by weight, so that all shares take about the same time. A share has its own files, plus as many
 * again of the recently changed ones, newest first. `left` are the changed files that did not fit.
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

/** Files that changed in the day before the last commit, newest first. Empty if git does not know. */
export function changedLately(root: string): Set<string> {
  const last = Date.parse(git(root, 'log', '-1', '--format=%cI'))
  if (Number.isNaN(last)) return new Set()
  const since = new Date(last - DAY_MS).toISOString()
  const known = ['HEAD', '--not', ...cutAt(root)]
  return new Set(git(root, 'log', `--since=${since}`, '--name-only', '--format=', ...known).split('\n'))
}

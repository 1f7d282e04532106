import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

interface Previous {
  commit: string
  name: string
  cannot?: string
}

let known: Previous | undefined

/** The version before the newest migration, from the history of this tree. */
export function previousVersion(): Previous {
  known ??= find()
  return known
}

function find(): Previous {
  const none = { commit: '', name: '' }
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/*.sql').trim()
    if (!added) return { ...none, cannot: 'the history of this tree knows no migration' }
    const commit = git('rev-parse', `${added}^`).trim()
    const name = `${commit.slice(0, 10)}, the version before ${git('show', '--name-only', '--format=', '--diff-filter=A', added, '--', 'migrations/*.sql').trim().split('\n').join(', ')}`
    return { commit, name }
  } catch {
    return { ...none, cannot: 'this tree has no history (git) to take an earlier version from' }
  }
}

/** Its files, with the packages of this version. */
export function checkOutPrevious(directory: string): string {
  const { commit } = previousVersion()
  const root = join(directory, 'previous')
  mkdirSync(root)
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (!existsSync(join(root, 'bin/resguardo.mjs'))) throw new Error('the earlier version has no command line')
  execFileSync(process.execPath, [join(root, 'bin/build.mjs')], { cwd: root, stdio: 'ignore' })
  return root
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

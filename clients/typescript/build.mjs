// Writes dist from src with the compiler that is installed: the package's own, or that of the surrounding repository.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

/** npm may run this where no compiler is installed. */
function compiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  } catch {
    return undefined
  }
}

const tsc = compiler()
if (tsc) {
  rmSync(dist, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.json')], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else if (!existsSync(join(dist, 'index.js'))) {
  console.error(
    '@resguardo/client has no compiler: run `npm ci` here or at the root of the repository first.',
  )
  process.exitCode = 1
}

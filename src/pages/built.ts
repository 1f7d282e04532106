import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '#kernel/installed.ts'
import { builtSum } from './assets.ts'
import { sourcesSum } from './sources.ts'

const BUILD = join(ROOT, 'web/build.ts')

/**
 * Builds the pages if they do not match the sources. A separate process builds them: it takes half a gigabyte for a
 * second. An image has no sources, and an installation without development packages cannot build: both serve the
 * existing build.
 */
export function buildPages(): void {
  if (!existsSync(BUILD) || builtSum() === sourcesSum() || !canBuild()) return
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: 'inherit' })
  if (status !== 0) throw new Error('No se pudieron construir las páginas: vea el error de arriba.')
}

function canBuild(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite/package.json')
    return true
  } catch {
    return false
  }
}

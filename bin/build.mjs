#!/usr/bin/env node
// Makes the files of the pages from web/ and those of the service from src/, when a source is newer than they are. Part
// of `npm ci`, which must not fail for want of them: an installation without development packages brings them along
// (Dockerfile), or does without pages and runs from src/.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runNode } from './node24.mjs'

try {
  createRequire(import.meta.url).resolve('vite/package.json')
} catch {
  console.log('Las páginas y el servicio no se construyen: falta vite (dependencias de desarrollo).')
  process.exit(0)
}
runNode([fileURLToPath(new URL('./build.ts', import.meta.url))])

#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { COMPILED, findNode, runNode } from './node24.mjs'

const entry = new URL('../src/cli.ts', import.meta.url)
if (findNode() === process.execPath) {
  module.enableCompileCache(COMPILED)
  // A process that is killed later writes nothing when it ends.
  setTimeout(module.flushCompileCache, 20_000).unref()
  await import(entry.href)
} else runNode([...process.execArgv, fileURLToPath(entry), ...process.argv.slice(2)])

#!/usr/bin/env node
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { COMPILED, findNode, runNode } from './node24.mjs'
import { entryFile } from './sources.mjs'

const entry = entryFile()
if (findNode() === process.execPath) {
  module.enableCompileCache(COMPILED)
  // A process that is killed later writes nothing when it ends.
  setTimeout(module.flushCompileCache, 20_000).unref()
  await import(pathToFileURL(entry).href)
} else runNode([...process.execArgv, entry, ...process.argv.slice(2)])

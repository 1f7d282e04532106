#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { findNode, runNode } from './node24.mjs'

const entry = new URL('../src/cli.ts', import.meta.url)
if (findNode() === process.execPath) await import(entry.href)
else runNode([...process.execArgv, fileURLToPath(entry), ...process.argv.slice(2)])

#!/usr/bin/env node
// Runs its arguments with Node 24, for the project's own scripts: `node bin/run.mjs bench/run.ts`.
import { runNode } from './node24.mjs'

runNode(process.argv.slice(2))

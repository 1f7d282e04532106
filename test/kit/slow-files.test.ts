import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SLOW_FILES } from './slow-files.ts'

const root = join(import.meta.dirname, '../..')

test('each slow file is there, and shares a process', () => {
  for (const file of SLOW_FILES) {
    assert.ok(existsSync(join(root, file)), file)
    assert.doesNotMatch(file, /\.(alone|browser)\.test\.ts$/)
  }
})

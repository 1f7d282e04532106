import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { MIB } from './scale.ts'

/** A disk of a test's own, in memory, small enough to be filled. */
export interface SmallDisk {
  path: string
  /** Takes all the room there is. */
  fill(): void
  free(): void
  remount(how: 'ro' | 'rw'): void
  /** Whatever has to leave it first. */
  beforeUnmount(leave: () => Promise<void>): void
}

/** Undefined where this user may not mount anything. */
export function mountSmallDisk(t: TestContext, mebibytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'resguardo-disk-'))
  const call = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
  try {
    call('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'resguardo', path)
  } catch {
    rmdirSync(path)
    return undefined
  }
  const leaving: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const leave of leaving) await leave()
    call('umount', '-l', path)
    rmdirSync(path)
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let size = MIB; size >= 512; ) if (!wrote(file, size)) size /= 2
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    remount: (how) => void call('mount', '-o', `remount,${how}`, path),
    beforeUnmount: (leave) => void leaving.push(leave),
  }
}

function wrote(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}

import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { MIB } from './scale.ts'

/** A small in-memory disk that a test can fill. */
export interface SmallDisk {
  path: string
  /** Uses up all free space. */
  fill(): void
  free(): void
  remount(how: 'ro' | 'rw'): void
  /** Registers work to end before the disk is unmounted. */
  beforeUnmount(leave: () => Promise<void>): void
}

/** Undefined if this user may not mount. */
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

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** A bad hard disk is as slow as this. */
const WRITES_A_SECOND = 40
const GROUPS = '/sys/fs/cgroup'

/** Describes the slow disk: the kernel throttles the writes of the server's processes on their device. */
export function describeLimit({ directory }: Place): { what: string; cannot?: string } {
  const what = `the kernel lets the server's processes write ${WRITES_A_SECOND} times a second to device ${deviceOf(directory)} (cgroup, write operations)`
  if (process.getuid?.() !== 0) return { what, cannot: 'only root may limit the disk of a process' }
  if (!throttleFile())
    return { what, cannot: 'the kernel offers no limit of disk operations (cgroup blkio or io)' }
  return { what }
}

function throttleFile():
  | { root: string; file: string; entry(device: string, most: number | undefined): string }
  | undefined {
  const first = join(GROUPS, 'blkio/blkio.throttle.write_iops_device')
  if (existsSync(first))
    return {
      root: join(GROUPS, 'blkio'),
      file: 'blkio.throttle.write_iops_device',
      entry: (device, most) => `${device} ${most ?? 0}`,
    }
  // Only groups below the root have this file.
  if (existsSync(join(GROUPS, 'cgroup.subtree_control')))
    return { root: GROUPS, file: 'io.max', entry: (device, most) => `${device} wiops=${most ?? 'max'}` }
  return undefined
}

function deviceOf(path: string): string {
  const { dev } = statSync(path)
  const major = ((dev >> 8) & 0xfff) | 0
  const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00)
  return `${major}:${minor}`
}

/** Throttles the processes and their children. Returns a function that ends it. */
export function limitWrites(place: Place, pids: readonly number[]): () => void {
  const { root, file, entry } = throttleFile()!
  const group = join(root, place.net)
  const device = deviceOf(place.directory)
  mkdirSync(group, { recursive: true })
  writeFileSync(join(group, file), entry(device, WRITES_A_SECOND))
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => writeFileSync(join(group, file), entry(device, undefined))
}

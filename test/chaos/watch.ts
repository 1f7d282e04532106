import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import type { Running } from '#test/kit/installation.ts'

/** Memory figures of the service. */
export interface Memory {
  residentBytes: number
  heapBytes: number
  /** Memory of JavaScript outside its heap: buffers, and the embedded database. */
  externalBytes: number
}

export async function memoryOf({ url }: Running): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    residentBytes: read('process_resident_memory_bytes'),
    heapBytes: read('nodejs_heap_size_used_bytes'),
    externalBytes: read('nodejs_external_memory_bytes'),
  }
}

/** Collects garbage through the debugger of a service started with `--inspect`. */
export async function openCollector(port: number): Promise<{ collect(): Promise<void>; close(): void }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`the debugger does not answer on ${port}`))
  })
  let id = 0
  const waiting = new Map<number, () => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number }
    waiting.get(answer.id)?.()
    waiting.delete(answer.id)
  }
  return {
    collect() {
      id += 1
      socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    close: () => socket.close(),
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Bytes per minute, by linear regression. */
export function slopePerMinute(points: readonly { atMs: number; bytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(({ atMs }) => atMs)), mean(points.map(({ bytes }) => bytes))]
  const above = points.reduce((sum, { atMs, bytes }) => sum + (atMs - x) * (bytes - y), 0)
  const below = points.reduce((sum, { atMs }) => sum + (atMs - x) ** 2, 0)
  return (above / below) * 60_000
}

/** The limit of open files and connections of a process, raised to `wanted` if possible. */
export function openFilesLimit(pid: number, wanted: number): number {
  if (limitOf(pid) < wanted)
    spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${wanted}:${wanted}`], { stdio: 'ignore' })
  return limitOf(pid)
}

function limitOf(pid: number): number {
  const limit = /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}

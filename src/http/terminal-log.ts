import { styleText } from 'node:util'
import type { LogSink } from './logging.ts'

/** Readable lines on a terminal. Elsewhere undefined leaves the log as JSON, one object per line. */
export function terminalLog(out: NodeJS.WriteStream = process.stdout): LogSink | undefined {
  return out.isTTY ? { write: (line) => void out.write(readable(line)) } : undefined
}

const LEVELS: Readonly<Record<number, [name: string, colour: Parameters<typeof styleText>[0]]>> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

export function readable(line: string): string {
  const { level, time, msg, pid: _pid, hostname: _host, reqId: _id, err, ...rest } = JSON.parse(line)
  const [name, colour] = LEVELS[level] ?? [String(level), 'gray']
  const { method, route, status, ms, ...others } = rest
  const what = msg === 'answered' ? `${status} ${method} ${route} ${ms} ms` : msg
  const facts = Object.entries(msg === 'answered' ? others : rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${styleText(colour, name.padEnd(5))}`
  return `${[head, what, ...facts].join(' ')}\n${err?.stack ? `${err.stack}\n` : ''}`
}

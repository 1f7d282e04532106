import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of a caller: an IPv4 address without its last byte, an IPv6 one without its last 80 bits. It identifies a
 * place but no machine. A closed connection has none.
 */
export function addressPrefix(ip: string | undefined): string | undefined {
  if (!ip) return undefined
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (isIPv4(mapped)) return mapped.replace(/\d+$/, '0')
  if (!isIPv6(mapped)) return undefined
  const [head = '', tail] = mapped.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const behind = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array(8 - groups.length - behind.length).fill('0')
  const first = [...groups, ...zeros, ...behind].slice(0, 3).map((group) => Number.parseInt(group, 16))
  return `${first.map((group) => group.toString(16)).join(':')}::`
}

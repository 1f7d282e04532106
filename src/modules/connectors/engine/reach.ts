import { BlockList, isIP, isIPv4 } from 'node:net'
import {
  type Admits,
  type Connect,
  createConnect,
  createOutbound,
  isPublicAddress,
  machineAddresses,
  type Outbound,
} from '#outbound/outbound.ts'

/** Where connectors may connect: to the Internet with encryption, and to the operator's networks in any way. */
export interface Reach {
  connect: Connect
  exchange: Outbound['exchange']
}

/** Addresses are checked after resolution, and the connection goes to exactly those. */
export function createReach(networks: readonly string[]): Reach {
  const admits = admitting(networks)
  return {
    connect: createConnect({ allowPrivate: false, admits }),
    exchange: createOutbound({ allowPrivate: false, admits }).exchange,
  }
}

/** This machine's own addresses count as private too: it offers more services to itself than to strangers. */
export function admitting(networks: readonly string[]): Admits {
  const named = blockList(networks)
  return (address, plain) => {
    const [bare = ''] = address.split('%', 1)
    if (named.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6')) return true
    return !plain && isPublicAddress(address) && !machineAddresses().includes(address)
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return list
}

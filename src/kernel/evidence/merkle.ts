import { type Bytes, fromHex, hex, sha256 } from './bytes.ts'
import type { Step } from './entry.ts'

/** The tree of RFC 6962: leaves and nodes are hashed with different first bytes, so that neither can pass as the other. */
const [LEAF, NODE] = [0x00, 0x01]

export async function rootOf(hashes: readonly string[]): Promise<string> {
  return (await treeOf(hashes)).root
}

/** The root of a batch, and the path from each entry to it. */
export async function treeOf(hashes: readonly string[]): Promise<{ root: string; paths: Step[][] }> {
  if (hashes.length === 0) throw new RangeError('a batch has at least one entry')
  const only = hashes[0]!
  if (hashes.length === 1) return { root: await leaf(only), paths: [[]] }
  const middle = 2 ** Math.floor(Math.log2(hashes.length - 1))
  const left = await treeOf(hashes.slice(0, middle))
  const right = await treeOf(hashes.slice(middle))
  for (const path of left.paths) path.push({ side: 'right', hash: right.root })
  for (const path of right.paths) path.push({ side: 'left', hash: left.root })
  return { root: await node(left.root, right.root), paths: [...left.paths, ...right.paths] }
}

export async function pathOf(hashes: readonly string[], at: number): Promise<Step[]> {
  const path = (await treeOf(hashes)).paths[at]
  if (!path) throw new RangeError(`no entry ${at} in a batch of ${hashes.length}`)
  return path
}

/** The root that results from an entry's hash and its path. */
export async function climb(hash: string, path: readonly Step[]): Promise<string> {
  let reached = await leaf(hash)
  for (const step of path) {
    reached = step.side === 'left' ? await node(step.hash, reached) : await node(reached, step.hash)
  }
  return reached
}

function leaf(hash: string): Promise<string> {
  return hashed(LEAF, fromHex(hash))
}

function node(left: string, right: string): Promise<string> {
  return hashed(NODE, fromHex(left), fromHex(right))
}

async function hashed(first: number, ...parts: Bytes[]): Promise<string> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 1))
  bytes[0] = first
  let end = 1
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  return hex(await sha256(bytes))
}

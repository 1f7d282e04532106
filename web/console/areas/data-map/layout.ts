import { Graph, layout } from '@dagrejs/dagre'
import { type Box, CARD, type Place } from './boxes.ts'
import type { Seen } from './seen.ts'

const GAP = 28
const PADDING = 20
/** Height of the box's name, above the cards. */
const HEAD = 36
const BETWEEN = 72
const WIDE = 1.7
const FOLD = 30
/** Width divided by height of the map on a wide screen. */
const SCREEN = 1.9
/** Leaves room for the name of a country and its notes. */
const LEAST_BOX = 300

/**
 * Puts systems into boxes and boxes into rows. Systems with a flow inside their box run from left to right. The other
 * systems of the box stand below, in rows. One graph per box keeps five hundred systems fast.
 */
export function place(seen: Seen, keyOf: (systemId: string) => string, shape = SCREEN): Box[] {
  const groups = Map.groupBy(seen.systems, ({ id }) => keyOf(id))
  const boxes = [...groups].map(([key, systems]) => {
    const ids = new Set(systems.map(({ id }) => id))
    const inside = seen.flows.filter(({ source, target }) => ids.has(source) && ids.has(target))
    return { key, x: 0, y: 0, ...arrange([...ids], inside) }
  })
  return boxes.length === 0 ? [] : inRows(boxes, shape)
}

function arrange(ids: readonly string[], flows: Seen['flows']): Pick<Box, 'systems' | 'width' | 'height'> {
  const joined = new Set(flows.flatMap(({ source, target }) => [source, target]))
  const systems = new Map<string, Place>()
  let [width, height] = [0, 0]
  if (joined.size > 0) {
    const graph = new Graph({ multigraph: true })
    graph.setGraph({
      rankdir: 'LR',
      nodesep: GAP,
      ranksep: BETWEEN,
      ranker: joined.size > 120 ? 'longest-path' : 'network-simplex',
    })
    graph.setDefaultEdgeLabel(() => ({}))
    for (const id of ids) if (joined.has(id)) graph.setNode(id, { ...CARD })
    for (const { id, source, target } of flows) graph.setEdge(source, target, {}, id)
    layout(graph)
    const places = [...joined].map((id) => ({ id, ...(graph.node(id) as Place) }))
    for (const { id, x, y } of readable(places))
      systems.set(id, { x: x - CARD.width / 2, y: y - CARD.height / 2 })
    width = Math.max(...[...systems.values()].map(({ x }) => x + CARD.width))
    height = Math.max(...[...systems.values()].map(({ y }) => y + CARD.height))
  }
  const alone = ids.filter((id) => !joined.has(id))
  const columns = Math.max(
    1,
    Math.floor((width + GAP) / (CARD.width + GAP)),
    Math.ceil(Math.sqrt((alone.length * CARD.height * WIDE) / CARD.width)),
  )
  const top = height === 0 ? 0 : height + GAP
  for (const [index, id] of alone.entries()) {
    const at = {
      x: (index % columns) * (CARD.width + GAP),
      y: top + Math.floor(index / columns) * (CARD.height + GAP),
    }
    systems.set(id, at)
    width = Math.max(width, at.x + CARD.width)
    height = Math.max(height, at.y + CARD.height)
  }
  return {
    systems: new Map([...systems].map(([id, { x, y }]) => [id, { x: x + PADDING, y: y + PADDING + HEAD }])),
    width: Math.max(LEAST_BOX, width + 2 * PADDING),
    height: height + 2 * PADDING + HEAD,
  }
}

interface Placed extends Place {
  id: string
}

/** A long chain of systems is unreadable, so it is folded into columns in the same order. */
function readable(places: readonly Placed[]): readonly Placed[] {
  const spread = (of: 'x' | 'y') =>
    Math.max(...places.map((one) => one[of])) - Math.min(...places.map((one) => one[of]))
  const [width, height] = [spread('x') + CARD.width, spread('y') + CARD.height]
  if (places.length < FOLD || (height < 2 * width && width < 4 * height)) return places
  const rows = Math.ceil(Math.sqrt((places.length * CARD.width) / (CARD.height * WIDE)))
  return [...places]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ id }, index) => ({
      id,
      x: CARD.width / 2 + Math.floor(index / rows) * (CARD.width + BETWEEN),
      y: CARD.height / 2 + (index % rows) * (CARD.height + GAP),
    }))
}

/** Chooses the rows that show everything at the largest scale. A wide screen gets fewer rows than a phone. */
function inRows(boxes: readonly Box[], shape: number): Box[] {
  let widest = 0
  const rows = boxes.map(({ width }) => {
    widest += width + BETWEEN
    return packed(boxes, widest)
  })
  const scale = ([width, height]: readonly [number, number]) => Math.min(shape / width, 1 / height)
  return rows.reduce((best, other) => (scale(sizeOf(other)) > scale(sizeOf(best)) ? other : best))
}

function packed(boxes: readonly Box[], widest: number): Box[] {
  let [x, y, tallest] = [0, 0, 0]
  return boxes.map((box) => {
    if (x > 0 && x + box.width > widest) {
      x = 0
      y += tallest + BETWEEN
      tallest = 0
    }
    const placed = { ...box, x, y }
    x += box.width + BETWEEN
    tallest = Math.max(tallest, box.height)
    return placed
  })
}

/** Size of the rectangle around all boxes. */
function sizeOf(boxes: readonly Box[]): readonly [width: number, height: number] {
  return [
    Math.max(...boxes.map(({ x, width }) => x + width)),
    Math.max(...boxes.map(({ y, height }) => y + height)),
  ]
}

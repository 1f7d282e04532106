import '@xyflow/react/dist/base.css'
import {
  applyNodeChanges,
  Background,
  type Edge,
  type Node as FlowNode,
  Handle,
  MarkerType,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { ImageDown, LocateFixed, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { isAbroad, showCountry } from '#kernel/countries.ts'
import { countryName } from '../../countries.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CARD } from './boxes.ts'
import css from './drawing.module.css'
import type { place } from './layout.ts'
import { forgetMoved, keepMoved, readMoved } from './moved.ts'
import { give, pngOf } from './paint.ts'
import { type Drawn, shapesOf, svgOf } from './picture.ts'
import type { Known, Seen } from './seen.ts'
import { type Flow, type Node, typeName } from './words.ts'

type SystemNode = FlowNode<{ system: Node; runBy: string | undefined }, 'system'>
type BoxNode = FlowNode<{ title: string; isAbroad: boolean }, 'box'>
type AnyNode = SystemNode | BoxNode

interface DrawingProps {
  known: Known
  seen: Seen
  /** The layout function. The caller loads its file in parallel with this one. */
  place: typeof place
  /** The filters of the address, and how to change them. */
  search: Readonly<Record<string, string | undefined>>
  set: (changes: Record<string, string>) => void
  /** The panel beside the map, about the chosen item. */
  chosen: ReactNode
}

/** The ways to group the systems. */
const GROUPS = { pais: 'por país', encargado: 'por encargado', juntos: 'todos juntos' } as const

export function Drawing(props: DrawingProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ known, seen, place, search, set, chosen }: DrawingProps) {
  const { may, slug } = useOrganisation()
  const flow = useReactFlow<AnyNode>()
  const group = search['grupo'] && search['grupo'] in GROUPS ? search['grupo'] : 'pais'
  // Lays out again when the shown items change, not when the person chooses one.
  const shown = [group, ...seen.systems.map(({ id }) => id), ...seen.flows.map(({ id }) => id)].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same things keep the places to which they were moved.
  const placed = useMemo(() => whereMoved(nodesOf({ known, seen, place }, group), slug, group), [shown])
  const [nodes, setNodes] = useState(placed)
  useEffect(() => setNodes(placed), [placed])
  const edges = useMemo(() => edgesOf(known, seen), [known, seen])
  const move = (changes: NodeChange<AnyNode>[]) => {
    setNodes((before) => applyNodeChanges(changes, before))
    const put = changes.flatMap((change) =>
      change.type === 'position' && change.position && !change.dragging ? [[change.id, change.position]] : [],
    )
    if (put.length > 0) keepMoved(slug, group, { ...readMoved(slug, group), ...Object.fromEntries(put) })
  }
  const tidy = () => {
    forgetMoved(slug, group)
    setNodes(nodesOf({ known, seen, place }, group))
  }
  const choose = (id: string) => set({ elegido: id })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    const id = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node, .react-flow__edge')
      ?.dataset['id']
    if (id && !id.startsWith('box:')) choose(id)
  }
  const asPicture = () => shapesOf(drawnOf(nodes, edges))
  return (
    <div className="stack">
      <div className="row spread">
        <fieldset className={css['groups']}>
          <legend className="hint">Juntar los sistemas</legend>
          {Object.entries(GROUPS).map(([key, name]) => (
            <button
              key={key}
              type="button"
              className="linklike"
              aria-pressed={group === key}
              onClick={() => set({ grupo: key === 'pais' ? '' : key })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <span className="row">
          <Button icon label="Alejar" onClick={() => void flow.zoomOut()}>
            <ZoomOut size={16} aria-hidden />
          </Button>
          <Button icon label="Acercar" onClick={() => void flow.zoomIn()}>
            <ZoomIn size={16} aria-hidden />
          </Button>
          <Button icon label="Ver todo" onClick={() => void flow.fitView(FIT)}>
            <LocateFixed size={16} aria-hidden />
          </Button>
          <Button icon label="Volver a ordenar" onClick={tidy}>
            <RotateCcw size={16} aria-hidden />
          </Button>
          <Menu
            trigger={
              <Button>
                <ImageDown size={16} aria-hidden /> Descargar el dibujo
              </Button>
            }
            parts={[
              {
                key: 'svg',
                text: 'SVG, para imprimir o editar',
                act: () =>
                  give(
                    new Blob([svgOf(asPicture(), 'Mapa de datos')], { type: 'image/svg+xml' }),
                    'mapa-de-datos.svg',
                  ),
              },
              {
                key: 'png',
                text: 'PNG, para un informe',
                act: () => void pngOf(asPicture()).then((blob) => give(blob, 'mapa-de-datos.png')),
              },
            ]}
          />
        </span>
      </div>
      <div className={chosen ? css['withChosen'] : undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter on a system or a flow inside chooses it, as a press does. */}
        <div className={css['canvas']} onKeyDown={press}>
          <ReactFlow<AnyNode>
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            onNodesChange={move}
            onNodeClick={(_, { id, type }) => type === 'system' && choose(id)}
            onEdgeClick={(_, { id }) => choose(id)}
            onPaneClick={() => search['elegido'] && set({ elegido: '' })}
            nodesConnectable={may('POST /data-map/flows')}
            onConnect={({ source, target }) => set({ flujo: 'nuevo', de: source, a: target })}
            onlyRenderVisibleElements
            fitView
            fitViewOptions={FIT}
            minZoom={0.05}
            maxZoom={2}
            deleteKeyCode={null}
            ariaLabelConfig={WORDS}
            proOptions={{ hideAttribution: true }}
            aria-label="Mapa de sistemas y flujos. Con el tabulador se recorren; Enter elige."
          >
            <Background gap={24} />
          </ReactFlow>
        </div>
        {chosen}
      </div>
      <Legend />
    </div>
  )
}

const FIT = { padding: 0.08, maxZoom: 1 }

const WORDS = {
  'node.a11yDescription.default': 'Enter lo elige. Con las flechas se mueve; Escape lo suelta.',
  'node.a11yDescription.keyboardDisabled': 'Enter lo elige.',
  'node.a11yDescription.ariaLiveMessage': () => 'Se movió en el mapa.',
  'edge.a11yDescription.default': 'Enter lo elige.',
  'handle.ariaLabel': 'Arrastre hasta otro sistema para agregar un flujo',
}

function Legend() {
  return (
    <p className={`row hint ${css['legend']}`}>
      <span>
        <span className={css['line']} aria-hidden /> Flujo dentro de un país
      </span>
      <span>
        <span className={`${css['line']} ${css['warn']}`} aria-hidden /> Sale de Chile
      </span>
      <span>
        <span className={`${css['line']} ${css['danger']}`} aria-hidden /> Sale de Chile sin garantía anotada
        (art. 27)
      </span>
    </p>
  )
}

/** The map takes the width of the window and most of its height. */
function shapeOfScreen(): number | undefined {
  return window.innerWidth < window.innerHeight ? window.innerWidth / window.innerHeight : undefined
}

function nodesOf(
  { known, seen, place }: Pick<DrawingProps, 'known' | 'seen' | 'place'>,
  group: string,
): AnyNode[] {
  const { systems, processors } = known
  const keyOf = (id: string) => {
    const { country, processorId } = systems.get(id)!
    if (group === 'juntos') return ''
    if (group === 'encargado') return processorId ?? ''
    return country?.trim() ? showCountry(country).code : ''
  }
  const titleOf = (key: string) => {
    if (group === 'juntos') return ''
    if (group === 'encargado') return processors.get(key)?.name ?? 'Operados por la organización'
    return key === '' ? 'Sin país anotado' : countryName(key)
  }
  // Chile first, then the groups with most systems.
  const weight = Map.groupBy(seen.systems, ({ id }) => keyOf(id))
  const order = [...weight.keys()].sort(
    (a, b) => Number(b === 'CL') - Number(a === 'CL') || weight.get(b)!.length - weight.get(a)!.length,
  )
  const sorted = { ...seen, systems: order.flatMap((key) => weight.get(key)!) }
  return place(sorted, keyOf, shapeOfScreen()).flatMap(
    ({ key, x, y, width, height, systems: places }): AnyNode[] => [
      {
        id: `box:${key}`,
        type: 'box',
        position: { x, y },
        width,
        height,
        data: { title: titleOf(key), isAbroad: group === 'pais' && key !== '' && isAbroad(key) },
        // Dragging a box moves the whole map.
        draggable: false,
        focusable: false,
        selectable: false,
      },
      ...[...places].map(([id, position]): SystemNode => {
        const system = systems.get(id)!
        const runBy = system.processorId ? processors.get(system.processorId)?.name : undefined
        return {
          id,
          type: 'system',
          parentId: `box:${key}`,
          position,
          ...CARD,
          data: { system, runBy },
          domAttributes: { 'aria-roledescription': 'sistema' },
          ariaLabel: [
            system.name,
            typeName(system.type),
            countryName(system.country),
            system.hasSensitiveData && 'con datos sensibles',
          ]
            .filter(Boolean)
            .join(', '),
        }
      }),
    ],
  )
}

function whereMoved(nodes: readonly AnyNode[], slug: string, group: string): AnyNode[] {
  const moved = readMoved(slug, group)
  return nodes.map((node) => {
    const position = node.type === 'system' && moved[node.id]
    return position ? { ...node, position } : node
  })
}

function toneOf(known: Known, flow: Flow): 'plain' | 'warn' | 'danger' {
  if (known.isUnfounded(flow)) return 'danger'
  return known.isTransfer(flow) ? 'warn' : 'plain'
}

const COLOURS = { plain: 'var(--edge)', warn: 'var(--warn)', danger: 'var(--danger)' }

function edgesOf(known: Known, { flows }: Seen): Edge[] {
  return flows.map((flow) => {
    const tone = toneOf(known, flow)
    const [from, to] = [known.systems.get(flow.source)?.name, known.systems.get(flow.target)?.name]
    return {
      id: flow.id,
      source: flow.source,
      target: flow.target,
      className: `${css['edge']} ${css[tone]}`,
      markerEnd: { type: MarkerType.ArrowClosed, color: COLOURS[tone], width: 16, height: 16 },
      ariaLabel: `Flujo de ${from} a ${to}${tone === 'plain' ? '' : tone === 'warn' ? ', sale de Chile' : ', sale de Chile sin garantía anotada'}`,
      domAttributes: { 'aria-roledescription': 'flujo' },
      data: { tone },
    }
  })
}

function drawnOf(nodes: readonly AnyNode[], edges: readonly Edge[]): Drawn {
  const boxes = nodes.filter((node) => node.type === 'box')
  const at = new Map(boxes.map(({ id, position }) => [id, position]))
  return {
    boxes: boxes.map(({ position, width = 0, height = 0, data }) => ({
      ...position,
      width,
      height,
      title: data.title,
    })),
    systems: nodes
      .filter((node) => node.type === 'system')
      .map(({ id, parentId, position, data: { system, runBy } }) => {
        const box = at.get(parentId!)!
        return {
          id,
          name: system.name,
          lines: [
            [typeName(system.type), system.hasSensitiveData && 'sensibles'].filter(Boolean).join(' · '),
            ...(runBy ? [runBy] : []),
          ],
          isSensitive: system.hasSensitiveData,
          x: box.x + position.x,
          y: box.y + position.y,
        }
      }),
    flows: edges.map(({ source, target, data }) => ({
      source,
      target,
      tone: data!['tone'] as 'plain' | 'warn' | 'danger',
    })),
  }
}

const NODE_TYPES = { system: SystemCard, box: GroupBox }

function SystemCard({ data: { system, runBy }, selected, isConnectable }: NodeProps<SystemNode>) {
  return (
    <div className={[css['card'], selected && css['selected']].filter(Boolean).join(' ')}>
      <Handle
        type="target"
        position={Position.Left}
        isConnectable={isConnectable}
        className={css['handle'] ?? ''}
      />
      <span className={css['name']}>{system.name}</span>
      <span className={css['about']}>{typeName(system.type)}</span>
      <span className={css['about']}>
        {system.hasSensitiveData && <Mark tone="danger">Sensibles</Mark>} {runBy}
      </span>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={isConnectable}
        className={css['handle'] ?? ''}
      />
    </div>
  )
}

function GroupBox({ data: { title, isAbroad: outside } }: NodeProps<BoxNode>) {
  return (
    <div className={title === '' ? css['bare'] : css['box']}>
      {title !== '' && (
        <span className={css['title']}>
          {title} {outside && <Mark tone="warn">Fuera de Chile</Mark>}
        </span>
      )}
    </div>
  )
}

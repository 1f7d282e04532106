import type { ExtendedFeature } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import { readCountry } from '#kernel/countries.ts'

/** A coarse map of the world, shipped with the console: Natural Earth at 1:110 million, public domain. */

/** Names that the atlas shortens. */
const SHORT: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'United States of America': 'US',
  'W. Sahara': 'EH',
  eSwatini: 'SZ',
}

export interface Shape {
  /** Undefined for land that is not a country. */
  code: string | undefined
  shape: ExtendedFeature
}

type Topology = Parameters<typeof feature>[0]

const topology = atlas as unknown as Topology
const { features } = feature(topology, topology.objects['countries']!) as unknown as {
  features: (ExtendedFeature & { properties: { name: string } })[]
}

export const WORLD: readonly Shape[] = features
  .map((shape) => ({ code: codeOf(shape.properties.name), shape }))
  // Leaves out Antarctica: nobody keeps data there, and it takes a fifth of the sheet.
  .filter(({ code }) => code !== 'AQ')

function codeOf(name: string): string | undefined {
  return SHORT[name] ?? readCountry(name)?.code
}

/** Positions of countries that are too small to draw, or whose centre is far from their people. */
export const MIDDLES: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
  AD: [1.5, 42.5],
  BB: [-59.5, 13.2],
  BH: [50.5, 26],
  BM: [-64.8, 32.3],
  CA: [-95, 52],
  CL: [-70.7, -33.5],
  FR: [2.5, 46.5],
  GI: [-5.4, 36.1],
  HK: [114.2, 22.3],
  KY: [-81.3, 19.3],
  LI: [9.5, 47.2],
  MC: [7.4, 43.7],
  MO: [113.5, 22.2],
  MT: [14.4, 35.9],
  MU: [57.6, -20.3],
  SG: [103.8, 1.35],
  SM: [12.5, 43.9],
  US: [-97, 38.5],
}

/** Positions of everything on the map. A system's position is relative to the box of its group. */
export interface Place {
  x: number
  y: number
}

export interface Box extends Place {
  key: string
  width: number
  height: number
  systems: ReadonlyMap<string, Place>
}

/** The size of a system on the map. */
export const CARD = { width: 208, height: 72 } as const

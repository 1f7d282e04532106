export interface Bounds<V> {
  /** The most the entries may weigh together. */
  most: number
  /** What one entry weighs; 1 unless given, so that `most` counts entries. */
  weigh?: (value: V) => number
  onEvicted?: (value: V) => void
}

/**
 * A Map that does not outgrow its bound: the entry that was set longest ago makes room for a new one. Setting a key again
 * makes it the newest; reading it does not.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #bounds: Bounds<V>
  #weight = 0

  constructor(bounds: Bounds<V>) {
    super()
    this.#bounds = bounds
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    this.#weight += this.#weigh(value)
    if (this.#weight > this.#bounds.most) this.#evict()
    return this
  }

  override delete(key: K): boolean {
    const value = this.get(key)
    if (!super.delete(key)) return false
    this.#weight -= this.#weigh(value as V)
    return true
  }

  override clear(): void {
    super.clear()
    this.#weight = 0
  }

  /** True when the next new entry would evict one: for entries that cannot be evicted, to be asked before `set`. */
  get isFull(): boolean {
    return this.#weight >= this.#bounds.most
  }

  #evict(): void {
    for (const [oldest, value] of this) {
      this.delete(oldest)
      this.#bounds.onEvicted?.(value)
      if (this.#weight <= this.#bounds.most) return
    }
  }

  #weigh(value: V): number {
    return this.#bounds.weigh?.(value) ?? 1
  }
}

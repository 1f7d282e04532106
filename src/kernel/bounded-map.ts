export interface Bounds<V> {
  /** The largest total weight of the entries. */
  most: number
  /** The weight of an entry; 1 by default, so that `most` counts entries. */
  weigh?: (value: V) => number
  onEvicted?: (value: V) => void
}

/**
 * A Map with a bound: a new entry evicts the entry that was set longest ago. Setting a key again makes it the newest;
 * reading it does not.
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

  /** True when the next new entry would evict one. Ask before `set` where entries must not be evicted. */
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

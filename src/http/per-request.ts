import type { FastifyRequest } from 'fastify'

export interface PerRequest<T> {
  set(request: FastifyRequest, value: T): void
  get(request: FastifyRequest): T
}

/** A value that a module's hook sets and its handler reads. It exists only on that module's requests. */
export function perRequest<T extends object | string>(): PerRequest<T> {
  const values = new WeakMap<FastifyRequest, T>()
  return {
    set: (request, value) => void values.set(request, value),
    get(request) {
      const value = values.get(request)
      if (value === undefined) throw new Error(`${request.routeOptions.url}: no hook has set the value`)
      return value
    },
  }
}

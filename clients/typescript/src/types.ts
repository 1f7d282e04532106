import type { Operations } from './api.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Name = keyof Operations

/** The paths that take a method. */
export type PathOf<M extends Method> = Name extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never

export type NameOf<M extends Method, P extends string> = Extract<Name, `${M} ${P}`>

type Field<N extends Name, F extends string> = F extends keyof Operations[N] ? Operations[N][F] : never

/** What an operation answers under `data`; undefined where it only says that it is done. */
export type Data<N extends Name> = Field<N, 'data'>

/** The paths whose answer is a file. */
export type FilePath = {
  [N in Name]: Operations[N] extends { file: true } ? (N extends `GET ${infer P}` ? P : never) : never
}[Name]

/** The paths that answer page by page. */
export type PagedPath = {
  [N in Name]: Operations[N] extends { data: { pagination: unknown } }
    ? N extends `GET ${infer P}`
      ? P
      : never
    : never
}[Name]

/** An entry of a list that comes in pages: whatever stands beside `pagination`. */
export type ItemOf<P extends PagedPath> = {
  [K in keyof Data<NameOf<'GET', P>>]-?: K extends 'pagination' | 'nextCursor'
    ? never
    : Data<NameOf<'GET', P>>[K] extends readonly (infer Item)[]
      ? Item
      : never
}[keyof Data<NameOf<'GET', P>>]

export interface Extras {
  /** The same key makes a repeated POST harmless for 24 hours; `true` makes one up. */
  idempotencyKey?: string | true
  /** The version as it was read (`etagOf`): if somebody changed the record since, nothing is written and a 412 is thrown. */
  ifMatch?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Parts<N extends Name> = Pick<Operations[N], keyof Operations[N] & ('path' | 'query' | 'body')>

/** What an operation takes: variables of its path, query and body, and what any call may add. */
export type Input<N extends Name> = Parts<N> & Extras

/** The argument may be left out where nothing in it is required. */
export type Arguments<N extends Name> =
  Record<string, never> extends Parts<N> ? [input?: Input<N>] : [input: Input<N>]

export interface DownloadedFile {
  blob: Blob
  type: string
  /** The name that the service gave it. */
  name: string | undefined
}

import type { Operations } from './api.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Name = keyof Operations

/** The paths that have a method. */
export type PathOf<M extends Method> = Name extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never

export type NameOf<M extends Method, P extends string> = Extract<Name, `${M} ${P}`>

type Field<N extends Name, F extends string> = F extends keyof Operations[N] ? Operations[N][F] : never

/** The `data` of an operation's answer, or undefined if the answer has none. */
export type Data<N extends Name> = Field<N, 'data'>

/** The paths that answer with a file. */
export type FilePath = {
  [N in Name]: Operations[N] extends { file: true } ? (N extends `GET ${infer P}` ? P : never) : never
}[Name]

/** The paths that answer in pages. */
export type PagedPath = {
  [N in Name]: Operations[N] extends { data: { pagination: unknown } }
    ? N extends `GET ${infer P}`
      ? P
      : never
    : never
}[Name]

/** An entry of a paged list: of the field beside `pagination`. */
export type ItemOf<P extends PagedPath> = {
  [K in keyof Data<NameOf<'GET', P>>]-?: K extends 'pagination' | 'nextCursor'
    ? never
    : Data<NameOf<'GET', P>>[K] extends readonly (infer Item)[]
      ? Item
      : never
}[keyof Data<NameOf<'GET', P>>]

export interface Extras {
  /** The same key makes a repeated POST harmless for 24 hours. `true` generates one. */
  idempotencyKey?: string | true
  /** The version that was read (`etagOf`). If somebody changed the record since, nothing is written and a 412 is thrown. */
  ifMatch?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Parts<N extends Name> = Pick<Operations[N], keyof Operations[N] & ('path' | 'query' | 'body')>

/** The input of an operation: path variables, query and body, plus the extras of any call. */
export type Input<N extends Name> = Parts<N> & Extras

/** The argument is optional if none of its fields is required. */
export type Arguments<N extends Name> =
  Record<string, never> extends Parts<N> ? [input?: Input<N>] : [input: Input<N>]

export interface DownloadedFile {
  blob: Blob
  type: string
  /** The name from the service. */
  name: string | undefined
}

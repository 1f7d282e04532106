/** Beside the answers, so that they stay what the service sent. */
const etags = new WeakMap<object, string>()

export function noteEtag(data: unknown, { headers }: Response): void {
  const etag = headers.get('etag')
  if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag)
}

/** The version of the record that an answer shows, to be sent as `ifMatch` with the next change. Of a copy it is unknown. */
export function etagOf(answer: object): string | undefined {
  return etags.get(answer)
}

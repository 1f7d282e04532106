/** Stored apart, so that answers stay as the service sent them. */
const etags = new WeakMap<object, string>()

export function noteEtag(data: unknown, { headers }: Response): void {
  const etag = headers.get('etag')
  if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag)
}

/**
 * The version of the record in an answer. Send it as `ifMatch` with the next change. A copy of the answer has no version.
 */
export function etagOf(answer: object): string | undefined {
  return etags.get(answer)
}

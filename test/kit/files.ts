import type { Person } from './service.ts'

const FRAME = 'marco-de-prueba'

interface Kept {
  entityType?: string
  entityId?: string
  name?: string
  bytes?: Buffer
}

/** Uploads a file for a record, or for none, as the console does. */
export async function keepFile(
  person: Person,
  { name = 'evidencia.pdf', bytes = Buffer.from('%PDF-1.7\nevidencia'), ...of }: Kept,
): Promise<{ key: string; sha256: string }> {
  const field = ([key, value]: [string, string]) =>
    `--${FRAME}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const head = `--${FRAME}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const reply = await person.post('/files', undefined, {
    payload: Buffer.concat([
      Buffer.from(Object.entries(of).map(field).join('') + head),
      bytes,
      Buffer.from(`\r\n--${FRAME}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${FRAME}` },
  })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.data
}

/** Evidence files: upload, download and delete one. */
import { newOrganisation } from './session.ts'

const { api } = await newOrganisation()

const stored = await api.upload(new Blob(['Acta de la reunión']), 'acta.txt', { idempotencyKey: true })
console.log(`${stored.name}: ${stored.contentType}, ${stored.size} bytes`)

const file = await api.download('/files/{key}', { path: { key: stored.key } })
console.log(`${file.name}: «${await file.blob.text()}»`)

await api.delete('/files/{key}', { path: { key: stored.key } })

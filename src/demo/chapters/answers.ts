import { setTimeout as wait } from 'node:timers/promises'
import type { Story } from '../story.ts'

const PURCHASES = [
  'Fecha;Tienda;Producto;Monto',
  '14-03-2026;Tienda en línea;Cafetera italiana;24.990',
  '02-05-2026;Tienda en línea;Set de sábanas;39.990',
  '21-07-2026;Temuco;Zapatillas;54.990',
].join('\r\n')

/** Answers an access request with a copy: gathered, packed, and sent to the person. */
export function answers(story: Story): void {
  story.plan(story.week(1, 5, '15:40'), async () => {
    const service = story.as('service')
    const id = story.id('request:copia')
    const fileId = await service.keepWith('dsar_request', id, 'compras-2026.csv', PURCHASES)
    await service.post(`/dsar/requests/${id}/package`, {
      include: { fileIds: [fileId] },
      note: 'Encontramos su cuenta de la tienda en línea y tres compras de este año.',
    })
  })
}

const TRIES = 60
const BETWEEN_TRIES_MS = 1000

/** Delivers the package that the queue has made. On a busy machine the queue may need a second try, seconds later. */
export async function deliverAnswers(story: Story, drain: () => Promise<unknown>): Promise<void> {
  const path = `/dsar/requests/${story.id('request:copia')}/package`
  const service = story.as('service')
  for (let left = TRIES; left > 0; left -= 1) {
    await drain()
    if ((await service.get<{ status: string }>(path)).status !== 'pending') break
    await wait(BETWEEN_TRIES_MS)
  }
  await service.post(`${path}/deliver`)
  await drain()
}

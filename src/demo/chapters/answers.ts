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

/** Runs once the queue has made the package. */
export async function deliverAnswers(story: Story): Promise<void> {
  await story.as('service').post(`/dsar/requests/${story.id('request:copia')}/package/deliver`)
}

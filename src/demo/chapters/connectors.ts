import type { Made } from '../callers.ts'
import type { Story } from '../story.ts'

/** These addresses never answer: their domain cannot exist. One connector is in use, one waits for the DPO. */
export function connectors(story: Story): void {
  story.plan(story.week(2, 3, '11:40'), async () => {
    const owner = story.as('owner')
    const { id } = await owner.post<Made>('/connectors', {
      name: 'Réplica de la tienda en línea',
      systemId: story.id('system:ecommerce'),
      kind: 'postgresql',
      config: {
        host: 'replica.tienda.invalid',
        database: 'tienda',
        user: 'resguardo_lector',
        password: 'solo-para-la-demostracion',
      },
      queries: {
        ACCESS: [
          'select c.nombre, c.correo, c.telefono, c.direccion, c.creado_el',
          'from clientes c',
          'where lower(c.correo) = lower(:email)',
        ].join('\n'),
        PORTABILITY: [
          'select p.numero, p.fecha, p.total, p.despacho',
          'from pedidos p join clientes c on c.id = p.cliente_id',
          'where lower(c.correo) = lower(:email)',
        ].join('\n'),
        DELETION: 'select c.id, c.correo from clientes c where lower(c.correo) = lower(:email)',
      },
    })
    await story.as('dpo').post(`/connectors/${id}/approve`)
  })
  story.plan(story.week(1, 2, '16:10'), () =>
    story.as('owner').post('/connectors', {
      name: 'Servicio de privacidad del ERP',
      systemId: story.id('system:erp'),
      kind: 'https',
      config: { url: 'https://privacidad.erp.invalid/resguardo' },
    }),
  )
}

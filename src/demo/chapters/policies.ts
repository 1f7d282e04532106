import type { Made } from '../callers.ts'
import type { Story } from '../story.ts'
import { act } from './workflows.ts'

/**
 * A published privacy policy for each entity, a second version of one that waits for approval, a draft in English, and the
 * cookie policy of the shop with its next draft.
 */
export function policies(story: Story): void {
  story.plan(story.week(4, 2, '10:00'), async () => {
    const retail = await generate(story, 'retail')
    await story.as('dpo').patch(`/privacy-policy/${retail}`, {
      customTitle: 'Cómo cuidamos sus datos en Aromo Azul',
      customIntro:
        'Esta política explica qué datos tratamos, para qué y cómo ejercer sus derechos. La escribimos para que se entienda.',
    })
    story.keep('policy:retail', retail)
    story.keep('policy:financiera', await generate(story, 'financiera'))
    story.keep('policy:logistica', await generate(story, 'logistica'))
    await publish(story, 'retail', 'Primera versión según la Ley 21.719.')
    await publish(story, 'financiera', 'Primera versión.')
    await publish(story, 'logistica', 'Primera versión.')
  })
  story.plan(story.week(4, 3, '12:30'), async () => {
    await approve(story, 'retail', 'approver', 'fiscalia', 'Sin observaciones.')
    await approve(story, 'financiera', 'approver', 'fiscalia', 'Corregido el domicilio.')
    await approve(story, 'logistica', 'approver', 'fiscalia', 'Sin observaciones.')
  })
  story.plan(story.week(4, 4, '09:45'), async () => {
    await approve(story, 'retail', 'dpo', 'delegada', 'Publicar.')
    await approve(story, 'financiera', 'dpo', 'delegada', 'Publicar.')
    await approve(story, 'logistica', 'dpo', 'delegada', 'Publicar.')
  })
  story.plan(story.week(4, 4, '16:00'), () => cookies(story))
  story.plan(story.week(1, 2, '10:50'), async () => {
    story.keep('policy:next', await generate(story, 'retail'))
    await publish(story, 'next', 'Agrega el chat de ayuda y las encuestas.')
    await generate(story, 'financiera', 'en')
    await story.as('approver').post('/cookie-policy/generate', {
      legalEntityId: story.id('entity:retail'),
      domainId: story.id('site:tienda'),
    })
  })
}

async function generate(story: Story, entity: string, language = 'es'): Promise<string> {
  const legalEntityId = story.id(`entity:${entity}`)
  return (await story.as('dpo').post<Made>('/privacy-policy/generate', { legalEntityId, language })).id
}

function publish(story: Story, key: string, notes: string): Promise<unknown> {
  return story.as('dpo').post(`/privacy-policy/${story.id(`policy:${key}`)}/publish`, { notes })
}

function approve(story: Story, key: string, by: string, stageId: string, notes: string): Promise<void> {
  const id = story.id(`policy:${key}`)
  return act(story, 'PRIVACY_POLICY', id, { by, stageId, actionType: 'APPROVE', notes })
}

async function cookies(story: Story): Promise<void> {
  const { id } = await story.as('approver').post<Made>('/cookie-policy/generate', {
    legalEntityId: story.id('entity:retail'),
    domainId: story.id('site:tienda'),
  })
  await story.as('approver').post(`/cookie-policy/${id}/publish`, { notes: 'Incluye el chat de ayuda.' })
}

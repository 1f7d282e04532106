import type { Made } from '../callers.ts'
import { MAIL_DOMAIN } from '../people.ts'
import type { Story } from '../story.ts'

interface Sent {
  items: (Made & { email: string; pageUrl: string })[]
}

const UNCHANGED = { same: 'yes', new: 'no', ended: 'no', vendor: 'no', system: 'no', incident: 'no' }

/** The yearly review of three areas: one answered with news, one without, one not yet. A second one is about the cameras. */
export function questionnaires(story: Story): void {
  story.plan(story.week(3, 1, '10:15'), async () => {
    await send(story, 'yearly_review', story.day(9), [
      ['marketing', 'Josefa Larraín Mena'],
      ['personas', 'Rodrigo Inostroza Vega'],
      ['finanzas', 'Carolina Undurraga Paz'],
    ])
    await send(story, 'cameras', story.day(-4), [['prevencion', 'Marcela Fuenzalida Ortiz']])
  })
  story.plan(story.week(2, 2, '17:05'), () =>
    answer(story, 'marketing', {
      ...UNCHANGED,
      area: 'Gerencia de Marketing',
      new: 'yes',
      new_name: 'Concurso de cuentos infantiles',
      new_purpose: 'Recibir los cuentos, avisar a quien gana y entregar el premio',
      new_data: ['name', 'email', 'phone'],
      deleted: 'yes',
      trained: 'yes',
    }),
  )
  story.plan(story.week(2, 4, '11:20'), () =>
    answer(story, 'personas', {
      ...UNCHANGED,
      area: 'Gerencia de Personas',
      deleted: 'no',
      trained: 'yes',
      rest: 'Falta decidir qué hacer con las carpetas de quienes postularon antes de 2024.',
    }),
  )
  story.plan(story.week(2, 5, '15:45'), () =>
    answer(story, 'prevencion', {
      place: 'Cámaras del centro de distribución',
      count: '38',
      purpose: 'Seguridad de las personas y de la mercadería',
      where: ['entrance', 'work'],
      audio: 'no',
      faces: 'no',
      sign: 'yes',
      days: '30 días',
      who: 'Prevención de Pérdidas, y las policías cuando lo ordena la fiscalía',
    }),
  )
}

async function send(
  story: Story,
  builtIn: string,
  dueOn: string,
  heads: readonly (readonly [key: string, name: string])[],
): Promise<void> {
  const dpo = story.as('dpo')
  const { id } = await dpo.post<Made>('/questionnaires', { builtIn })
  const recipients = heads.map(([key, name]) => ({ email: `${key}@${MAIL_DOMAIN}`, name }))
  const { items } = await dpo.post<Sent>(`/questionnaires/${id}/send`, { recipients, dueOn })
  for (const [key] of heads) {
    const { pageUrl } = items.find(({ email }) => email.startsWith(`${key}@`))!
    story.keep(`answer:${key}`, pageUrl.split('/').at(-1)!)
  }
}

function answer(story: Story, key: string, answers: object): Promise<unknown> {
  return story.visitor.post(`/public/questionnaires/${story.id(`answer:${key}`)}`, { answers })
}

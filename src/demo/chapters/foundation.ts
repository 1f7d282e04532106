import { chileanDay } from '#kernel/dates.ts'
import type { SignedIn } from '../callers.ts'
import { MAIL_DOMAIN } from '../people.ts'
import { rut, type Story } from '../story.ts'

/** The officer also serves the company's foundation, two weeks old, so she has two clients in one queue. */
export function foundation(story: Story, password: string): void {
  story.plan(story.week(2, 1, '16:30'), async () => {
    const dpo = story.as('dpo')
    const email = `antonia.fuentealba@${MAIL_DOMAIN}`
    const signedIn = await dpo.post<SignedIn>('/auth/tenants', { organizationName: 'Fundación Aromo Educa' })
    story.join('foundation', { email, password }, { ...signedIn, user: { id: dpo.userId } })
    const officer = story.as('foundation')
    const { entities } = await officer.get<{ entities: { id: string }[] }>('/org/entities')
    await officer.patch(`/org/entities/${entities[0]!.id}`, {
      name: 'Fundación Aromo Educa',
      taxId: rut(65_810_240),
      dpoName: 'Antonia Fuentealba Ríos',
      dpoEmail: email,
      arcoPublicEmail: `fundacion@${MAIL_DOMAIN}`,
    })
    await officer.post('/rat/packs/colegio/apply')
    await officer.put('/settings/tenant', {
      branding: { preparedBy: 'Antonia Fuentealba, asesoría en datos' },
    })
  })
  story.plan(story.week(1, 4, '11:45'), async () => {
    const officer = story.as('foundation')
    await officer.post('/breaches', {
      title: 'Lista de becados enviada a un apoderado',
      detectedAt: story.clock.now().toISOString(),
      detectionSource: 'manual',
      dataCategories: ['name', 'rut', 'minor_data', 'situación socioeconómica'],
      hasSensitiveData: true,
      estimatedRecords: 42,
    })
    await officer.post('/time-entries', {
      workedOn: chileanDay(story.clock.now()),
      minutes: 75,
      what: 'Puesta en marcha del registro de la fundación',
    })
  })
}

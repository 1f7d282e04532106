import type { Outside } from '../outside.ts'
import type { Story } from '../story.ts'

interface Verification {
  dns: { name: string; value: string }
}

const PROVEN = ['tienda', 'tarjeta', 'empleos']

/** Three of the four sites are verified as the company's. The very last step scans the cookies of two. */
export function sites(story: Story, outside: Outside): void {
  story.plan(story.week(11, 3, '09:30'), async () => {
    const admin = story.as('admin')
    for (const key of PROVEN) {
      const path = `/domains/${story.id(`site:${key}`)}`
      const { dns } = await admin.get<Verification>(`${path}/verification`)
      outside.name(dns.name, dns.value)
      await admin.post(`${path}/verify`)
    }
  })
}

export async function scanSites(story: Story): Promise<void> {
  for (const key of ['tienda', 'tarjeta'])
    await story.as('analyst').post('/cookie-scans', { domainId: story.id(`site:${key}`) })
}

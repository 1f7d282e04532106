import type { Made } from './callers.ts'
import { COLLEAGUES, ORGANISATION, OWNER } from './people.ts'
import type { Story } from './story.ts'

interface Total {
  pagination: { total: number }
}

/** The text printed at the end: the people of the organisation, and ten calls to try. */
export async function describe(story: Story, password: string, baseUrl: string): Promise<string> {
  const api = `${baseUrl}/api/v1`
  const people = [OWNER, ...COLLEAGUES].map(
    ({ role, email, name, job }) => `  ${role.padEnd(9)} ${email.padEnd(43)} ${name}, ${job}`,
  )
  const calls = tenCalls(story).flatMap(({ about, path, open, to }, index) => [
    `  # ${index + 1}. ${about}`,
    `  curl -s${to ? `o ${to}` : ''} '${api}${path}'${open ? '' : ' -H "authorization: Bearer $TOKEN"'}`,
  ])
  return [
    '',
    `${ORGANISATION}: ${await inFigures(story)}.`,
    '',
    `Personas, todas con la contraseña ${password}`,
    '',
    ...people,
    '',
    'Inicie el servicio con «npm start» y, en otra consola, entre y pruebe (el token dura 15 minutos):',
    '',
    `  TOKEN=$(curl -s ${api}/auth/login -H 'content-type: application/json' \\`,
    `    -d '{"email":"${OWNER.email}","password":"${password}"}' \\`,
    `    | node -pe 'JSON.parse(require("fs").readFileSync(0)).data.access_token')`,
    '',
    ...calls,
    '',
    'En el navegador:',
    '',
    `  ${baseUrl}/   la consola: entre con una de las personas de arriba`,
    `  ${baseUrl}/guia/   la guía para quien protege los datos`,
    `  ${baseUrl}/docs   la referencia de la API`,
    `  ${baseUrl}/p/${story.id('slug')}   la privacidad de la empresa, con su portal`,
    `  ${baseUrl}/politica/${story.id('slug')}   la política publicada`,
    `  ${baseUrl}/derechos/${story.id('widget:tienda')}   el formulario de derechos`,
    `  ${baseUrl}/seguimiento/${story.id('folio:atrasada')}   una solicitud fuera de plazo, como la ve quien la hizo`,
    `  ${baseUrl}/consentimiento/${story.id('formKey:club')}   el formulario de consentimiento del club`,
    `  ${baseUrl}/w/preview/${story.id('banner:tienda')}   el banner de la tienda`,
    '',
    'Y como lo ve una visita, en el sitio de la empresa: con el servicio en marcha, «npm run demo shop».',
    '',
  ].join('\n')
}

function tenCalls(story: Story): { about: string; path: string; open?: true; to?: string }[] {
  return [
    { about: 'Qué tan al día está la organización, y qué le falta', path: '/governance/compliance-score' },
    { about: 'El registro de actividades, en cifras', path: '/rat/stats' },
    {
      about: 'Las actividades que necesitan una evaluación de impacto',
      path: '/rat/activities?dpiaRequired=true',
    },
    {
      about: 'Lo que la ley echa de menos en el club de cumpleaños infantil',
      path: `/rat/activities/${story.id('activity:cumple')}/compliance-check`,
    },
    {
      about: 'Una evaluación de impacto aprobada, para imprimir',
      path: `/dpia/assessments/${story.id('dpia:cctv')}/export/pdf`,
      to: 'evaluacion.pdf',
    },
    { about: 'Los contratos que vencen dentro de 30 días', path: '/contracts?expiringSoon=true' },
    { about: 'Las solicitudes de titulares fuera de plazo', path: '/dsar/requests?overdue=true' },
    {
      about: 'Lo que ve quien hizo una solicitud, solo con su folio',
      path: `/public/dsar/track/${story.id('folio:atrasada')}`,
      open: true,
    },
    {
      about: 'El aviso a la Agencia de la brecha que falta informar, ya redactado',
      path: `/breaches/${story.id('breach:proveedor')}/notification-template`,
    },
    { about: 'Quién hizo qué, y cuándo', path: '/settings/audit-log?limit=5' },
  ]
}

async function inFigures(story: Story): Promise<string> {
  const owner = story.as('owner')
  const total = async (path: string) => (await owner.get<Total>(`${path}?limit=1`)).pagination.total
  const { entities } = await owner.get<{ entities: Made[] }>('/org/entities')
  const records = await total(`/consent/notices/${story.id('notice:tienda')}/records`)
  return [
    `${entities.length} entidades legales`,
    `${await total('/data-map/systems')} sistemas`,
    `${await total('/rat/activities')} actividades de tratamiento`,
    `${await total('/dpia/assessments')} evaluaciones de impacto`,
    `${await total('/contracts')} contratos`,
    `${records} decisiones en el banner de la tienda`,
    `${await total('/dsar/requests')} solicitudes de titulares`,
    `${await total('/breaches')} brechas`,
  ].join(', ')
}

import assert from 'node:assert/strict'
import { DAY_MS } from '#kernel/dates.ts'
import type { Person, TestService } from './service.ts'

/** Realistic requests of several people, old and new, one with a block. */

interface Asked {
  daysAgo: number
  subjectName: string
  rightType: string
  subjectRut?: string
  fields?: object
}

const ASKED: readonly Asked[] = [
  { daysAgo: 33, subjectName: 'Rodrigo Fuentes Araya', rightType: 'ACCESS', subjectRut: '9.876.543-3' },
  { daysAgo: 27, subjectName: 'Isidora Vargas Peña', rightType: 'RECTIFICATION' },
  { daysAgo: 21, subjectName: 'Hernán Catalán Muñoz', rightType: 'PORTABILITY' },
  { daysAgo: 16, subjectName: 'Paulina Oyarzún Díaz', rightType: 'OPPOSITION' },
  { daysAgo: 12, subjectName: 'Ximena Contreras Leiva', rightType: 'AUTO_DECISION' },
  { daysAgo: 7, subjectName: 'Felipe Marín Godoy', rightType: 'ACCESS' },
  { daysAgo: 3, subjectName: 'Antonia Reyes Salas', rightType: 'DELETION' },
]

export interface Desk {
  ids: string[]
  make(asked: Asked): Promise<string>
}

export async function fillDesk(api: TestService, person: Person): Promise<Desk> {
  const { widgetKey } = (
    await person.post('/dsar/widgets', {
      name: 'Sitio web',
      config: { title: 'Sus datos, sus derechos', theme: { color: '#0a5c36' } },
    })
  ).data
  const make = async ({ daysAgo, subjectName, rightType, subjectRut, fields }: Asked): Promise<string> => {
    api.clock.set(new Date(Date.now() - daysAgo * DAY_MS))
    const [first, last] = subjectName
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z ]/g, '')
      .split(' ')
    const reply = await api.anyone.post(`/public/dsar/${widgetKey}`, {
      subjectName,
      subjectEmail: `${first}.${last}@correo.cl`,
      rightType,
      ...(subjectRut && { subjectRut }),
      organizationRelation: 'cliente',
      description: 'Compré en la tienda de Temuco el año pasado.',
      declarationTruthful: true,
      ...fields,
    })
    api.clock.release()
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return reply.data.id
  }
  const ids: string[] = []
  for (const asked of ASKED) ids.push(await make(asked))
  return { ids, make }
}

/** Sends a request through a widget's form. The right is access unless the fields name another. Returns its id. */
export async function sendRequest(
  { anyone }: TestService,
  widgetKey: string,
  fields: object = {},
): Promise<string> {
  const { status, data, body } = await anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'María Pérez',
    subjectEmail: 'maria@correo.cl',
    rightType: 'ACCESS',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return data.id
}

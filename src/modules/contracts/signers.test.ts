import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, type Ground, ground, linkTo } from '#test/kit/contracts.ts'
import { keepFile } from '#test/kit/files.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()

interface Warning {
  key: string
  message: string
  article: string
  severity: string
}

const ofSigners = (warnings: Warning[]) =>
  warnings.filter(({ key }) => ['contract.signer', 'contract.organisationSigner'].includes(key))
const keysOf = (warnings: Warning[]) => ofSigners(warnings).map(({ key }) => key)

/** The records say who represents each party. */
async function represented(
  g: Ground,
  { own = 'Ana Rojas Pinto' as string | null, other = 'Carla Díaz' as string | null } = {},
): Promise<void> {
  const [entity] = (await g.ana.get('/org/entities')).data.entities
  await g.ana.patch(`/org/entities/${entity.id}`, { legalRepName: own })
  await g.ana.put(`/processors/${g.processorId}`, { contactName: other })
}

const send = (g: Ground, id: string, own: string, other: string, body: object = {}) =>
  g.ana.post(`/contracts/${id}/send`, {
    signerName: other,
    signerEmail: 'firma@nube.cl',
    organizationSigner: { name: own },
    ...body,
  })

const found = async (g: Ground, id: string): Promise<Warning[]> =>
  (await g.ana.get(`/contracts/${id}/checks`)).data.findings

test('who signs for a party and is not its representative on record is said when the contract is sent', async () => {
  const g = await ground(api)
  await represented(g)
  const id = await draft(g)
  assert.deepEqual(keysOf(await found(g, id)), [])
  await g.ana.put(`/contracts/${id}`, { signerName: 'Pedro Soto' })
  assert.deepEqual(keysOf(await found(g, id)), ['contract.signer'], 'as soon as somebody else is named')
  const { warnings } = (await send(g, id, 'Luis Vera', 'Pedro Soto')).data
  const [own, other] = ofSigners(warnings)
  assert.deepEqual(
    [own!.key, own!.severity, own!.article],
    ['contract.organisationSigner', 'low', 'art. 15 bis, Ley 19.628 (mod. Ley 21.719)'],
  )
  assert.match(
    own!.message,
    /^Por «Tienda Sur» firma «Luis Vera», y su representante legal registrado es «Ana Rojas Pinto»\./,
  )
  assert.match(
    other!.message,
    /^Por «Nube Andina» firma «Pedro Soto», y quien la representa según el registro es «Carla Díaz»\./,
  )
  assert.deepEqual(keysOf(await found(g, id)), keysOf(warnings), 'and it stays on record')
})

test('the representative signs in a longer or shorter writing of the name; an unknown one is not missed', async () => {
  const g = await ground(api)
  await represented(g)
  assert.deepEqual(
    keysOf((await send(g, await draft(g), 'ana rojas', 'Carla Andrea DIAZ Muñoz')).data.warnings),
    [],
  )
  await represented(g, { own: null, other: null })
  assert.deepEqual(keysOf((await send(g, await draft(g), 'Luis Vera', 'Pedro Soto')).data.warnings), [])
})

test('who signs in the end counts: by the link, recorded by hand, or on paper', async () => {
  const g = await ground(api)
  await represented(g)
  const byLink = await draft(g)
  assert.deepEqual(keysOf((await send(g, byLink, 'Luis Vera', 'Carla Díaz')).data.warnings), [
    'contract.organisationSigner',
  ])
  assert.equal(
    (await api.anyone.post(await linkTo(api, 'firma@nube.cl'), { name: 'Pedro Soto' })).status,
    200,
    'never refused for it',
  )
  assert.deepEqual(keysOf(await found(g, byLink)), ['contract.organisationSigner', 'contract.signer'])

  const byHand = await draft(g)
  await send(g, byHand, 'Ana Rojas', 'Pedro Soto')
  const corrected = await g.ana.post(`/contracts/${byHand}/sign`, { signerName: 'Carla Díaz' })
  assert.deepEqual(keysOf(corrected.data.warnings), [], 'the one who was named did not sign')
  assert.deepEqual(keysOf(await found(g, byHand)), [])

  const onPaper = await draft(g)
  const { key } = await keepFile(g.ana, { entityType: 'contract', entityId: onPaper, name: 'firmado.pdf' })
  const signed = await g.ana.post(`/contracts/${onPaper}/signed-copy`, {
    fileKey: key,
    signedOn: '2026-03-02',
    signerName: 'Pedro Soto',
    organizationSigner: { name: 'Luis Vera' },
  })
  assert.deepEqual(keysOf(signed.data.warnings), ['contract.organisationSigner', 'contract.signer'])
})

test('under enforce a power that no record shows refuses nothing', async () => {
  const g = await ground(api)
  await represented(g)
  await g.ana.put('/settings/tenant', { legalGate: 'enforce' })
  const refused = await send(g, await draft(g), 'Luis Vera', 'Pedro Soto')
  assert.equal(refused.status, 422, 'the text has gaps')
  const paths = refused.body.error.details.map(({ path }: { path: string }) => path)
  assert.deepEqual(
    paths.filter((path: string) => /igner$/.test(path)),
    [],
  )
})

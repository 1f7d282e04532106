import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesSince, type Sources } from './drift.ts'

const then: Sources = {
  entity: 'e1',
  activities: { a: { name: 'Ventas', hash: '1' }, b: { name: 'Boletín', hash: '1' } },
  measures: ['BACKUP', 'LOGGING'],
  sites: ['https://a.cl'],
  notices: { n: { name: 'Banner', version: 1 } },
}

test('nothing changed, nothing said; the order of lists is no change', () => {
  assert.deepEqual(changesSince(then, { ...then, measures: ['LOGGING', 'BACKUP'] }), [])
})

test('each change is a sentence', () => {
  const now: Sources = {
    entity: 'e2',
    activities: { a: { name: 'Ventas en línea', hash: '2' }, c: { name: 'Nómina', hash: '1' } },
    measures: [],
    sites: [],
    notices: { n: { name: 'Banner', version: 2 }, m: { name: 'App', version: 1 } },
  }
  assert.deepEqual(changesSince(then, now), [
    'Cambió la actividad «Ventas en línea».',
    'Se agregó la actividad «Nómina».',
    'La actividad «Boletín» ya no está publicada.',
    'Cambiaron los datos de la entidad legal (nombre, RUT, representante, delegado, domicilio o correos).',
    'Cambiaron las medidas de seguridad de los sistemas.',
    'Cambiaron los sitios web de la entidad legal.',
    'Cambió el aviso de consentimiento «Banner».',
    'Se publicó el aviso de consentimiento «App».',
  ])
  assert.deepEqual(changesSince(then, { ...then, notices: {} }), [
    'El aviso de consentimiento «Banner» ya no está publicado.',
  ])
})

test('of very many changes the first are told and the rest counted', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`x${n}`, { name: `A${n}`, hash: '1' }]),
  )
  const changes = changesSince({ ...then, activities: {} }, { ...then, activities: many })
  assert.equal(changes.length, 51)
  assert.equal(changes.at(-1), 'Y 10 cambios más.')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIdentity } from './rules.ts'

for (const [rut, email, expected] of [
  ['12.345.678-5', 'maria@correo.cl', { rut: '12345678-5', email: 'maria@correo.cl' }],
  [' 12345678-5 ', '  MARIA@Correo.CL ', { rut: '12345678-5', email: 'maria@correo.cl' }],
  ['10000013-k', 'ñandú@correo.cl', { rut: '10000013-K', email: 'ñandú@correo.cl' }],
] as const) {
  test(`«${rut}» with «${email}» is one person in any spelling`, () => {
    assert.deepEqual(readIdentity({ rut, email }), expected)
  })
}

test('a RUT with a wrong check digit is refused and quoted as typed', () => {
  for (const rut of ['12.345.678-4', '12.345.678-K', '', 'no', '0-0'])
    assert.throws(() => readIdentity({ rut, email: 'maria@correo.cl' }), {
      code: 'INVALID_RUT',
      status: 422,
      details: [
        { path: 'rut', message: `«${rut}» no es un RUT válido. Revise el número y el dígito verificador.` },
      ],
    })
})

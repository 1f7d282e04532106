import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertMove, type Moves } from './moves.ts'

type State = 'draft' | 'published' | 'closed'
const MOVES: Moves<State> = { draft: ['published', 'closed'], published: ['closed'], closed: [] }
const LABELS = { draft: 'borrador', published: 'publicada', closed: 'cerrada' } as const
const STATES = Object.keys(MOVES) as State[]
const OPEN = ['draft published', 'draft closed', 'published closed']

for (const from of STATES)
  for (const to of STATES) {
    const open = OPEN.includes(`${from} ${to}`)
    test(`${from} → ${to} is ${open ? 'allowed' : 'refused'}`, () => {
      const attempt = () => assertMove(MOVES, LABELS, from, to)
      if (open) assert.doesNotThrow(attempt)
      else assert.throws(attempt, { name: 'Failure', status: 409, code: 'CONFLICT' })
    })
  }

test('a refused move names the possible ones', () => {
  assert.throws(() => assertMove(MOVES, LABELS, 'draft', 'draft'), {
    message: 'No se puede pasar de «borrador» a «borrador». Desde ahí puede pasar a «publicada», «cerrada».',
  })
  assert.throws(() => assertMove(MOVES, LABELS, 'closed', 'draft'), {
    message: 'No se puede pasar de «cerrada» a «borrador». Ese estado es final.',
  })
})

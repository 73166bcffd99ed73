import { expect, it } from 'vitest'
import { sessionIdOf } from '../../../durable-objects/room/sessions/session-info.ts'

it('a session id never begins with a dash, so that a command does not parse it as an option', () => {
  const ids = Array.from({ length: 500 }, (_, nth) => sessionIdOf({ token: `token ${nth}` }))
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{11}$/)
})

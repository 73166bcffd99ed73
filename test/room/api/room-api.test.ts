import { expect, it } from 'vitest'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { MemoryRoom } from '../in-memory-room.ts'

it('responses are cached up to a total size that includes their parameters, which visitors choose', async () => {
  let read = 0
  const endpoints = { echo: { respond: () => String(++read) } } as unknown as Game['endpoints'] & object
  const { room } = await MemoryRoom.created({ game: { ...(tally as Game), endpoints } })
  const answerTo = (x: string) => room.calls.readEndpoint({ name: 'echo', params: { x }, url: '', ports: [] })
  expect([await answerTo('first'), await answerTo('first')]).toEqual(['1', '1'])
  for (let i = 0; i < 500; i++) await answerTo(`${i}`.padEnd(2000))
  expect(await answerTo('first')).toBe('502')
})

import { expect, it } from 'vitest'
import { crossfire } from '../../../games/crossfire/index.ts'
import type { Game } from '../../../games/game.ts'
import { lan } from '../../../games/lan/index.ts'
import { retroarch } from '../../../games/retroarch/index.ts'
import { soaprun } from '../../../games/soaprun/index.ts'
import { MemoryRoom } from '../in-memory-room.ts'

it.each([lan, retroarch, soaprun] as Game[])(
  'a message of the host in $slug is public for ten minutes, after which another can be sent',
  async (game) => {
    const memory = await MemoryRoom.created({ game })
    const { room, clock } = memory
    const shown = async () => {
      const state = await room.describe('withoutView')
      return state && 'message' in state ? state.message : undefined
    }
    expect(await shown()).toBeUndefined()
    const at = new Date(clock.now()).toISOString()
    // The result is 0 because no player is connected, but the room shows the message.
    expect(await room.calls.broadcast('back in 5 minutes')).toBe(0)
    expect(await shown()).toEqual({ text: 'back in 5 minutes', at })
    await room.patch({ title: 'Renamed' })
    const moved = await MemoryRoom.imported(game, memory.exported())
    expect(await moved.room.describe('withoutView')).not.toHaveProperty('message')
    clock.pass(10 * 60_000)
    expect(await shown()).toBeUndefined()
    await room.calls.broadcast('here again')
    expect(await shown()).toMatchObject({ text: 'here again' })
    const log = (await room.calls.logAfter(0))!.map(({ text }) => text)
    expect(log).toContain('The host said to all players: back in 5 minutes')
  },
)

it('a message of the host in a game with chat is sent only to the players', async () => {
  const { room } = await MemoryRoom.created({ game: crossfire as Game })
  await room.calls.broadcast('for your ears')
  expect(await room.describe('withoutView')).not.toHaveProperty('message')
})

import { describe, expect, test } from 'vitest'
import { mutedMessage } from '../../games/moderation.ts'
import { createIslandWithPlayer, join, readTexts, saysPacket } from './arcane-sector/harness/island-world.ts'
import { TestRoom } from './archipelago/test-client.ts'
import { Town } from './crossfire/harness/room-harness.ts'
import { createRoomWithPlayers } from './doom-2077/test-client.ts'

const minuteMs = 60_000

describe('a muted player reaches nobody, gets a message about the mute, and can speak again when the time is over', () => {
  test('Arcane Sector', async () => {
    const { room, player } = await createIslandWithPlayer()
    const other = await join(room, 2)
    const say = (text: string) => {
      for (const one of [player, other]) readTexts(one)
      player.send(saysPacket(text))
      room.tick()
      return [readTexts(player), readTexts(other)]
    }
    expect(room.harness.moderation.mute({ name: 'PLAYER 1', seconds: 60 })).toMatchObject({
      name: 'PLAYER 1',
    })
    expect(say('hello')).toEqual([[mutedMessage], []])
    room.pass(minuteMs)
    expect(say('again')[1]).toEqual([expect.stringContaining('again')])
  })

  test('Crossfire, in every command whose text other players receive', async () => {
    const town = await Town.open()
    const ann = await town.joined('Ann')
    const bob = await town.joinLegacy('Bob')
    town.room.harness.moderation.mute({ name: 'Ann', seconds: 60 })
    bob.look()
    for (const command of ['say hello', 'shout hello', 'chat hello', 'tell Bob hello', 'me waves']) {
      ann.do(command)
      expect([command, ann.texts.at(-1)]).toEqual([command, mutedMessage])
    }
    bob.look()
    expect(bob.texts.join()).not.toContain('hello')
    town.room.pass(minuteMs)
    ann.do('shout hello')
    bob.look()
    expect(bob.texts.at(-1)).toContain('hello')
  })

  test('DOOM-2077', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    const say = (msg: string) => {
      for (const one of [ann, bob]) one.takeDatagrams()
      ann.send({ type: 'CHAT', msg })
      room.advance(100)
      return [
        ann.takeMessagesOf('TELL').map(({ msg }) => msg),
        bob.takeMessagesOf('CHAT').map(({ msg }) => msg),
      ]
    }
    const { id } = room.harness.moderation.sessions.find(({ name }) => name === 'ann')!
    expect(room.harness.moderation.mute({ id, seconds: 60 })).toMatchObject({ name: 'ann' })
    expect(say('hello')).toEqual([[mutedMessage], []])
    expect(room.harness.moderation.liftMutes({ name: 'ann' })).toBe(1)
    expect(say('again')).toEqual([[], ['again']])
  })

  test('Archipelago', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
    const ben = room.join('Ben', 'Timespinner')
    room.harness.moderation.mute({ name: 'Ann', seconds: 60 })
    ben.takePackets()
    ann.takePackets()
    ann.say('hello')
    expect(ann.expect('PrintJSON')).toMatchObject({ data: [{ text: mutedMessage }] })
    ann.send({ cmd: 'ConnectUpdate', tags: ['hello'] })
    ann.disconnect()
    room.advance(100)
    const received = JSON.stringify(ben.takePackets())
    expect(received).toContain('Ann (Team #1) has left')
    expect(received).not.toContain('hello')
  })
})

describe('the mutes of a room', () => {
  test('are listed, survive a restart, and cannot be set for players who have left', async () => {
    const [room] = await createRoomWithPlayers('ann')
    const { moderation } = room.harness
    moderation.mute({ name: 'ann', seconds: 60, reason: 'loud' })
    moderation.mute({ address: '192.0.2.7', seconds: 60 })
    expect(moderation.mute({ id: 'nobody', seconds: 60 })).toMatchObject({ refused: { field: 'id' } })
    room.harness.restart()
    expect(room.harness.moderation.mutes).toMatchObject([
      { address: expect.stringContaining('192.0.2.') },
      { name: 'ann', reason: 'loud' },
    ])
    expect(room.harness.moderation.bans).toEqual([])
    expect(room.harness.moderation.liftMutes()).toBe(2)
    expect(room.harness.moderation.mutes).toEqual([])
  })
})

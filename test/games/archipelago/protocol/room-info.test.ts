import { describe, expect, test } from 'vitest'
import { WelcomeFrames } from '../../../../games/archipelago/protocol/room-info.ts'
import { TestRoom } from '../test-client.ts'

describe('shared packets', () => {
  test('[AP-4.1] the shared RoomInfo always equals a newly encoded RoomInfo', async () => {
    const room = await TestRoom.createFrom('old-ap046-3p')
    room.open()
    const [slot] = room.world.seed.connectNames.values()
    const frames = new WelcomeFrames()
    const expectCurrent = () =>
      expect(frames.roomInfo(room.world)).toBe(new WelcomeFrames().roomInfo(room.world))
    expectCurrent()
    room.advance(1000)
    expectCurrent()
    room.world.setOption('hint_cost', 77)
    expectCurrent()
    expect(JSON.parse(frames.roomInfo(room.world))[0]).toMatchObject({ cmd: 'RoomInfo', hint_cost: 77 })
    room.world.setAlias(slot!, 'Somebody')
    expectCurrent()
    expect(frames.roomInfo(room.world)).toContain('Somebody')
  })

  test('[AP-4.9] a DataPackage is encoded once for all clients that request the same games', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const welcome = new WelcomeFrames()
    room.open()
    const all = welcome.dataPackage(room.world, undefined, undefined)
    const written = room.world.seed.dataPackage
    room.world.seed.dataPackage = () => {
      throw new Error('read again')
    }
    expect(welcome.dataPackage(room.world, undefined, [])).toBe(all)
    expect(() => welcome.dataPackage(room.world, ['ChecksFinder'], undefined)).toThrow('read again')
    room.world.seed.dataPackage = written
    const [packet] = JSON.parse(welcome.dataPackage(room.world, ['ChecksFinder', 'Tetris'], undefined))
    expect(Object.keys(packet.data.games)).toEqual(['ChecksFinder'])
  })
})

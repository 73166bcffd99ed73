import { beforeEach, describe, expect, it } from 'vitest'
import { DoomTestRoom, type TestClient } from '../test-client.ts'

const [secretOfAnn, secretOfBob] = ['a'.repeat(32), 'b'.repeat(32)]

let room: DoomTestRoom
let sockets: number
beforeEach(async () => {
  room = await DoomTestRoom.create()
  sockets = 0
})

/** The socket closes with the instance. The player moves to each position that the room sets. */
function join(name: string, secret: string): TestClient {
  const client = room.connectFrom('192.0.2.1', 'websocket', `socket ${++sockets}`)
  client.answersPositions = true
  client.send({ type: 'SCRT', secret }, { type: 'JOIN', name })
  room.advanceSlots(3)
  return client
}

function loseAll(): void {
  // Waits until the positions are stored, which takes up to 2 s.
  room.advance(2500)
  for (let socket = 1; socket <= sockets; socket++) room.harness.stoppedSidecars.add(`socket ${socket}`)
  room.harness.kill()
}

const kicks = (client: TestClient) => client.takeMessagesOf('KICK').map(({ reason }) => reason)

describe('[DM-2.15] the secret', () => {
  it('gives a client its player back after the instance was lost, and other players receive no message about it', () => {
    const ann = join('ann', secretOfAnn)
    const bob = room.joinPlayer('bob')
    const place = ann.takeOwnPosition()
    ann.move({ ...place, x: place.x + 4000 })
    loseAll()
    bob.takeDatagrams()
    const again = join('ann', secretOfAnn)
    const messages = again.takeMessages()
    expect(messages.map(({ type }) => type).slice(0, 5)).toEqual(['ACPT', 'LMAP', 'JOIN', 'LMAP', 'MOVE'])
    expect(messages[0]).toEqual({ type: 'ACPT', playerId: 4 })
    const [own] = messages.filter((message) => message.type === 'MOVE')
    expect(Math.abs(own!.x - place.x - 4000)).toBeLessThan(100)
    expect(messages).toContainEqual({ type: 'JOIN', playerId: 5, name: 'bob' })
    expect(bob.takeMessages().filter(({ type }) => /JOIN|QUIT|KICK/.test(type))).toEqual([])
    expect(room.names).toEqual(['ann', 'bob'])
    again.send({ type: 'CHAT', msg: 'here again' })
    room.advanceSlots(2)
    expect(bob.takeMessagesOf('CHAT')).toEqual([{ type: 'CHAT', playerId: 4, msg: 'here again' }])
  })

  it('takes over a connection whose end the room has not noticed', () => {
    const ann = join('ann', secretOfAnn)
    const again = join('ann', secretOfAnn)
    expect(ann.closeReason).toBe('the player joined from another window')
    expect([again.takeMessagesOf('ACPT')[0]?.playerId, room.names]).toEqual([4, ['ann']])
    room.advance(30_000)
    again.send({ type: 'KATC' })
    expect(room.names).toEqual(['ann'])
  })

  it.each([
    ['without a secret', undefined],
    ['with another secret', secretOfBob],
  ])('reserves the name: a client %s is refused', (_, secret) => {
    join('ann', secretOfAnn)
    loseAll()
    const other = room.connectFrom('192.0.2.1', 'websocket')
    if (secret) other.send({ type: 'SCRT', secret })
    other.join('ann')
    expect(kicks(other)).toEqual(['Name already in use.'])
  })

  it('reclaims nothing over UDP', () => {
    join('ann', secretOfAnn)
    loseAll()
    const forged = room.connectFrom('192.0.2.1', 'udp')
    forged.send({ type: 'SCRT', secret: secretOfAnn }, { type: 'JOIN', name: 'ann' })
    expect(kicks(forged)).toEqual(['Name already in use.'])
  })

  it('never matches a player who has sent no secret', () => {
    room.joinPlayer('carol')
    const other = room.connectFrom('192.0.2.1', 'websocket')
    other.send({ type: 'SCRT', secret: ' '.repeat(32) }, { type: 'JOIN', name: 'carol' })
    expect(kicks(other)).toEqual(['Name already in use.'])
  })
})

describe('[DM-2.16] a browser player who does not return', () => {
  it('is not expected by a room that is opened much later: a lone player gets no countdown', () => {
    join('ann', secretOfAnn)
    join('bob', secretOfBob)
    loseAll()
    // Nothing opens the room for 15 minutes.
    room.harness.clock.setForward(15 * 60_000)
    expect(room.names).toEqual([])
    const carol = join('carol', 'c'.repeat(32))
    room.advance(10_000)
    expect(carol.takeMessagesOf('GSTR').filter(({ seconds }) => seconds > 0)).toEqual([])
    expect([room.names, room.view.phase]).toEqual([['carol'], 'waiting'])
  })

  it('leaves after 15 s even if nobody is connected', () => {
    join('ann', secretOfAnn)
    loseAll()
    expect(room.names).toEqual(['ann'])
    // The Room object schedules the wake-up when it opens the world, but this test has no Room object.
    room.harness.host.timers.scheduleWake()
    room.harness.pass(15_100)
    expect(room.names).toEqual([])
  })

  it('is expected even if nothing had changed for three minutes before the restart', () => {
    const ann = join('ann', secretOfAnn)
    for (let minute = 0; minute < 3; minute++) {
      for (let seconds = 0; seconds < 60; seconds += 5) {
        ann.send({ type: 'KATC' })
        room.advance(5000)
      }
    }
    loseAll()
    expect(room.names).toEqual(['ann'])
  })
})

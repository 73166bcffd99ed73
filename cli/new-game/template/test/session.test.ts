// Conversations with clients: admission, replies, rate limits, closing, and restarts. Simulated time.
import { describe, expect, it } from 'vitest'
import type { FromClient } from '../../../games/say-back/packets.ts'
import { enter, type SayBackPlayer, sayBackRoom } from './say-back-room.ts'

const hello: FromClient = { type: 'HELO' }
const talk = (text: string): FromClient => ({ type: 'TALK', text })

/** The numbers of all received lines. */
function numbers(player: SayBackPlayer): number[] {
  const heard: number[] = []
  while (player.waiting > 0) heard.push(player.expect('ECHO').number)
  return heard
}

describe('a connection', () => {
  it('[SB-2.1] is let in by HELO, and told the number of the newest line', async () => {
    const room = await sayBackRoom()
    expect(room.connect().ask(hello, 'WLCM')).toEqual({ type: 'WLCM', newest: 1 })
    expect(room.view).toMatchObject({ players: 1 })
  })

  it.each<FromClient>([talk('hey'), { type: 'BYE!' }])(
    '[SB-1.3] is closed for $type before HELO',
    async (packet) => {
      const room = await sayBackRoom()
      const player = room.connect()
      player.send(packet)
      player.expectNothing()
      expect(player.closed).toBe(`${packet.type} before HELO`)
    },
  )

  it('[SB-1.3] is closed for a second HELO, and is in no more', async () => {
    const room = await sayBackRoom()
    const player = enter(room)
    player.send(hello)
    expect(player.closed).toBe('a second HELO')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[SB-1.4] is closed alone for bytes that are no packet', async () => {
    const room = await sayBackRoom()
    const [player, other] = [enter(room), enter(room)]
    player.sendFrame(Buffer.from('TALK\x02\xff\xff', 'latin1'))
    expect(player.closed).toMatch(/^TALK\.text: /)
    expect(other.ask(talk('still here'), 'ECHO')).toMatchObject({ number: 2 })
  })

  it('[SB-1.1] by WebSocket speaks the same packets, and no text', async () => {
    const room = await sayBackRoom()
    const player = enter(room, { transport: 'websocket' })
    player.ask(talk('hey'), 'ECHO')
    player.sendFrame('TALK')
    expect(player.closed).toBe('text, where a packet is wanted')
  })

  it('[SB-1.5] too many, or to a closed room, is told FULL and closed', async () => {
    const room = await sayBackRoom({ maxPlayers: 1 })
    enter(room)
    const late = room.connect()
    late.ask(hello, 'FULL')
    expect(late.closed).toBe('full')
    room.stage.status = 'closed'
    const later = room.connect()
    later.expect('FULL')
    expect(later.closed).toBe('closed')
  })

  it('[SB-1.6] over its rate is answered later, and closed for nothing', async () => {
    const room = await sayBackRoom()
    const player = enter(room)
    for (let n = 0; n < 9; n++) player.send(talk(`line ${n}`))
    expect(numbers(player)).toHaveLength(7)
    room.pass(1000)
    expect(numbers(player)).toEqual([9, 10])
    expect(player.closed).toBeUndefined()
  })

  it('[SB-1.7] is closed when it was silent for ten minutes', async () => {
    const room = await sayBackRoom()
    const player = enter(room)
    room.pass(590_000)
    player.ask(talk('hey'), 'ECHO')
    room.pass(660_000)
    expect(player.closed).toBe('silent for too long')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[SB-2.3] that says BYE! is closed, and is in no more', async () => {
    const room = await sayBackRoom()
    const player = enter(room)
    player.send({ type: 'BYE!' })
    expect(player.closed).toBe('bye')
    expect(room.view).toMatchObject({ players: 0 })
  })
})

describe('a line', () => {
  it('[SB-2.2] is told to all who are in, who said it too; a blank one is none', async () => {
    const room = await sayBackRoom()
    const [ann, bob] = [enter(room), enter(room)]
    const echo = { type: 'ECHO', number: 2, text: 'hey' }
    expect(ann.ask(talk(' hey '), 'ECHO')).toEqual(echo)
    room.pass(10)
    expect(bob.expect('ECHO')).toEqual(echo)
    expect(ann.ask(talk(' '), 'NOPE')).toEqual({ type: 'NOPE', why: 'blank' })
    room.pass(10)
    bob.expectNothing()
  })
})

describe('a restart', () => {
  it('[SB-4.2] is no disconnect: who was in is in, and is told what he may have missed', async () => {
    const room = await sayBackRoom()
    const [ann, bob] = [enter(room), enter(room)]
    ann.ask(talk('before'), 'ECHO')
    room.pass(10)
    bob.expect('ECHO')
    room.restart()
    expect(room.view).toMatchObject({ players: 2, newest: { number: 2 } })
    // Ann has line 2 for certain, as it was her reply; Bob may not, and receives it again.
    expect([numbers(ann), numbers(bob)]).toEqual([[], [2]])
    expect(bob.ask(talk('after'), 'ECHO')).toMatchObject({ number: 3 })
    room.pass(10)
    expect(numbers(ann)).toEqual([3])
  })

  it('[SB-4.2] before HELO is one of which the client knows nothing', async () => {
    const room = await sayBackRoom()
    const player = room.connect()
    room.restart()
    player.expectNothing()
    expect(player.ask(hello, 'WLCM')).toMatchObject({ newest: 1 })
  })

  it('[SB-4.2] and a link that loses messages keep nobody from any line', async () => {
    const room = await sayBackRoom({ linesPerSecond: 0 })
    const speaker = enter(room)
    const listener = room.connect({ lossy: 0.1 })
    listener.send(hello)
    room.pass(60_000)
    listener.expect('WLCM')
    for (let n = 0; n < 20; n++) {
      speaker.send(talk(`line ${n}`))
      if (n % 5 === 4) room.restart()
      room.pass(1000)
    }
    room.stage.loses = () => false
    room.pass(60_000)
    const all = Array.from({ length: 20 }, (_, n) => n + 2)
    for (const player of [speaker, listener]) {
      expect([...new Set(numbers(player))].sort((a, b) => a - b)).toEqual(all)
    }
  })
})

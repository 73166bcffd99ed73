// Tests sessions under simulated time: admission, replies, rate limits, disconnects and restarts.
import { describe, expect, it } from 'vitest'
import type { FromClient } from '../../../games/say-back/packets.ts'
import { enter, openSayBackRoom, type SayBackPlayer } from './say-back-room.ts'

const hello: FromClient = { type: 'HELO', name: 'Ann' }
const talk = (text: string): FromClient => ({ type: 'TALK', text })

/** The numbers of all received lines. */
function receivedNumbers(player: SayBackPlayer): number[] {
  const numbers: number[] = []
  while (player.waiting > 0) numbers.push(player.expect('ECHO').number)
  return numbers
}

describe('a connection', () => {
  it('[SB-2.1] enters with HELO and receives the number of the newest line', async () => {
    const room = await openSayBackRoom()
    expect(room.connect().ask(hello, 'WLCM')).toEqual({ type: 'WLCM', newest: 1 })
    expect(room.view).toMatchObject({ players: 1 })
  })

  it.each<FromClient>([talk('hey'), { type: 'BYE!' }])(
    '[SB-1.3] is closed if it sends $type before HELO',
    async (packet) => {
      const room = await openSayBackRoom()
      const player = room.connect()
      player.send(packet)
      player.expectNothing()
      expect(player.closed).toBe(`${packet.type} before HELO`)
    },
  )

  it('[SB-1.3] is closed after a second HELO, and its player leaves', async () => {
    const room = await openSayBackRoom()
    const player = enter(room)
    player.send(hello)
    expect(player.closed).toBe('HELO was sent twice')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[SB-1.4] is closed after invalid bytes, while other connections stay open', async () => {
    const room = await openSayBackRoom()
    const [player, other] = [enter(room), enter(room)]
    player.sendFrame(Buffer.from('TALK\x02\xff\xff', 'latin1'))
    expect(player.closed).toMatch(/^TALK\.text: /)
    expect(other.ask(talk('still here'), 'ECHO')).toMatchObject({ number: 2 })
  })

  it('[SB-1.1] accepts the same packets over a WebSocket, but no text messages', async () => {
    const room = await openSayBackRoom()
    const player = enter(room, 'Ann', { transport: 'websocket' })
    player.ask(talk('hey'), 'ECHO')
    player.sendFrame('TALK')
    expect(player.closed).toBe('expected a binary packet, got text')
  })

  it('[SB-1.5] receives FULL and is closed if the room is full or closed', async () => {
    const room = await openSayBackRoom({ maxPlayers: 1 })
    enter(room)
    const late = room.connect()
    late.ask(hello, 'FULL')
    expect(late.closed).toBe('full')
    room.harness.status = 'closed'
    const later = room.connect()
    later.expect('FULL')
    expect(later.closed).toBe('closed')
  })

  it('[SB-1.6] stays open above its rate limit, and its later packets are answered with a delay', async () => {
    const room = await openSayBackRoom()
    const player = enter(room)
    for (let n = 0; n < 9; n++) player.send(talk(`line ${n}`))
    expect(receivedNumbers(player)).toHaveLength(7)
    room.pass(1000)
    expect(receivedNumbers(player)).toEqual([9, 10])
    expect(player.closed).toBeUndefined()
  })

  it('[SB-1.7] is closed after ten minutes of silence', async () => {
    const room = await openSayBackRoom()
    const player = enter(room)
    room.pass(590_000)
    player.ask(talk('hey'), 'ECHO')
    room.pass(660_000)
    expect(player.closed).toBe('idle for too long')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[SB-2.3] is closed after BYE!, and its player leaves', async () => {
    const room = await openSayBackRoom()
    const player = enter(room)
    player.send({ type: 'BYE!' })
    expect(player.closed).toBe('bye')
    expect(room.view).toMatchObject({ players: 0 })
  })
})

describe('a line', () => {
  it('[SB-2.2] reaches all players, its sender included', async () => {
    const room = await openSayBackRoom()
    const [ann, bob] = [enter(room), enter(room, 'Bob')]
    const echo = { type: 'ECHO', number: 2, text: 'Ann: hey' }
    expect(ann.ask(talk(' hey '), 'ECHO')).toEqual(echo)
    room.pass(10)
    expect(bob.expect('ECHO')).toEqual(echo)
  })

  it('[SB-2.4] is refused with a message and reaches nobody if it is blank', async () => {
    const room = await openSayBackRoom()
    const [ann, bob] = [enter(room), enter(room, 'Bob')]
    expect(ann.ask(talk(' '), 'TOLD').text).toBe('A line cannot be blank.')
    room.pass(10)
    bob.expectNothing()
  })
})

describe('moderation', () => {
  it('[SB-6.1] lists players by name, also after a restart, and shows a message of the host to all players', async () => {
    const room = await openSayBackRoom()
    const ann = enter(room)
    enter(room, ' Bob ')
    const names = () => room.harness.moderation.sessions.map(({ name }) => name)
    expect(names()).toEqual(['Ann', 'Bob'])
    room.restart()
    expect(names()).toEqual(['Ann', 'Bob'])
    room.harness.host.actions.broadcast('tea at five')
    room.pass(10)
    expect(ann.expect('ECHO').text).toBe('Host: tea at five')
    room.harness.moderation.kick(room.harness.moderation.sessions[0]!.id)
    room.pass(10)
    expect([ann.expect('TOLD').text.length > 0, ann.closed]).toEqual([true, 'kicked by the host'])
  })

  it('[SB-6.2] withholds lines of muted players and lines with filtered words, and tells the sender why', async () => {
    const room = await openSayBackRoom({ filter: ['darn'], filtered: 'refused' })
    const [ann, bob] = [enter(room), enter(room, 'Bob')]
    expect(ann.ask(talk('oh darn'), 'TOLD').text).toContain('does not allow one of these words')
    room.harness.moderation.mute({ name: 'Ann', seconds: 60 })
    expect(ann.ask(talk('oh well'), 'TOLD').text).toContain('muted you')
    room.pass(10)
    bob.expectNothing()
    const guest = room.connect()
    expect(guest.ask({ type: 'HELO', name: 'Darn' }, 'TOLD').text).toContain('Choose another name')
    expect(guest.ask({ type: 'HELO', name: ' ' }, 'TOLD').text).toBe('A name cannot be blank.')
    guest.ask({ type: 'HELO', name: 'Eve' }, 'WLCM')
  })

  it('[SB-6.3] sends a `/report` only to the host, with the lines that the reporter received', async () => {
    const room = await openSayBackRoom()
    const [ann, bob] = [enter(room), enter(room, 'Bob')]
    bob.ask(talk('you fool'), 'ECHO')
    room.pass(10)
    ann.expect('ECHO')
    expect(ann.ask(talk('/report Bob is rude'), 'TOLD').text).toBe('Your report of Bob was sent to the host.')
    room.pass(10)
    bob.expectNothing()
    expect(room.harness.moderation.reports).toMatchObject([
      { player: { name: 'Bob' }, reason: 'is rude', lines: [{ text: 'Bob: you fool' }] },
    ])
  })
})

describe('a restart', () => {
  it('[SB-4.2] disconnects nobody and resends the lines that a client may have missed', async () => {
    const room = await openSayBackRoom()
    const [ann, bob] = [enter(room), enter(room)]
    ann.ask(talk('before'), 'ECHO')
    room.pass(10)
    bob.expect('ECHO')
    room.restart()
    expect(room.view).toMatchObject({ players: 2, newest: { number: 2 } })
    // Ann has certainly received line 2, because it was a reply to her. Bob may have missed it, so Bob receives it
    // again.
    expect([receivedNumbers(ann), receivedNumbers(bob)]).toEqual([[], [2]])
    expect(bob.ask(talk('after'), 'ECHO')).toMatchObject({ number: 3 })
    room.pass(10)
    expect(receivedNumbers(ann)).toEqual([3])
  })

  it('[SB-4.2] changes nothing for a client that has not sent HELO', async () => {
    const room = await openSayBackRoom()
    const player = room.connect()
    room.restart()
    player.expectNothing()
    expect(player.ask(hello, 'WLCM')).toMatchObject({ newest: 1 })
  })

  it('[SB-4.2] loses no line, even on a link that loses messages', async () => {
    const room = await openSayBackRoom({ linesPerSecond: 0 })
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
    room.harness.losesNext = () => false
    room.pass(60_000)
    const all = Array.from({ length: 20 }, (_, n) => n + 2)
    for (const player of [speaker, listener]) {
      expect([...new Set(receivedNumbers(player))].sort((a, b) => a - b)).toEqual(all)
    }
  })
})

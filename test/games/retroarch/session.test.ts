import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FromClient, fromClient } from '../../../games/retroarch/packets.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { assertProperty } from '../../property.ts'
import { host, joinGuest, receivedText, relayRoom, text, zeros } from './relay-room.ts'

it('the owner of the room sees each connection with its role and the number of its session on the page', async () => {
  const room = await relayRoom()
  host(room)
  joinGuest(room, host(room))
  room.connect()
  const listed = room.harness.host.sessions.map(({ info: { name } }) => name)
  expect(listed).toEqual(['session 1, host', 'session 2, host', 'session 2, guest', 'session 2, host', null])
})

describe('a connection', () => {
  it('[RA-2.1] [RA-2.2] opens a session and receives its id', async () => {
    const room = await relayRoom()
    const [one, other] = [host(room), host(room)]
    expect(one.session).toHaveLength(12)
    expect(one.session).not.toEqual(other.session)
    expect(room.view).toMatchObject({ players: 2, sessions: [{ players: 1 }, { players: 1 }] })
  })

  it.each<FromClient>([{ type: 'RATA', client: zeros }, { type: 'RATP' }])(
    '[RA-1.2] whose first message is $type is closed',
    async (message) => {
      const client = (await relayRoom()).connect()
      client.send(message)
      expect(client.closed).toBe(`${message.type} is not a first message`)
    },
  )

  it('[RA-1.2] of a host that sends anything but RATA and RATP is closed, and its session ends', async () => {
    const room = await relayRoom()
    const { client } = host(room)
    client.send({ type: 'RATS', session: zeros })
    expect(client.closed).toBe('RATS is not a message of a host')
    expect(room.view).toMatchObject({ players: 0 })
  })

  it('[RA-1.2] that sends an unknown message is closed', async () => {
    const client = (await relayRoom()).connect()
    client.sendFrame(text('GET / HTTP/1.1\r\n'))
    expect(client.closed).toBe('unknown message "GET "')
  })

  it('[RA-2.7] of a client that does not support relays receives RANP and is closed', async () => {
    const client = (await relayRoom()).connect()
    expect(client.ask({ type: 'RANP' }, 'RANP').zeros).toEqual(new Uint8Array(20))
    expect(client.closed).toBe('too old for relays')
  })

  it('[RA-1.1] that sends text over a WebSocket is closed', async () => {
    const client = (await relayRoom()).connect({ transport: 'websocket' })
    client.sendFrame('RATS')
    expect(client.closed).toBe('expected bytes, got text')
  })

  it('[RA-3.2] over the maximum number of sessions is closed', async () => {
    const room = await relayRoom({ maxSessions: 1 })
    host(room)
    const client = room.connect()
    client.send({ type: 'RATS', session: zeros })
    expect(client.closed).toBe('too many sessions')
  })

  it('[RA-3.8] is closed if its IP address already has 64 open connections', async () => {
    const room = await relayRoom()
    const clients = Array.from({ length: 100 }, () => room.connect({ address: '192.0.2.1' }))
    for (const client of clients) client.send({ type: 'RATS', session: zeros })
    expect(clients.filter(({ closed }) => closed === undefined)).toHaveLength(64)
    expect(host(room, { address: '192.0.2.2' }).client.closed).toBeUndefined()
  })

  it('[RA-1.3] that has sent half a message is closed after five minutes', async () => {
    const room = await relayRoom()
    const { client: other } = host(room)
    const client = room.connect()
    client.sendFrame(text('RAT'))
    for (let minute = 0; minute < 6; minute++) {
      room.pass(60_000)
      other.send({ type: 'RATP' })
    }
    expect(client.closed).toBe('idle for too long')
    expect(other.closed).toBeUndefined()
  })
})

describe('a guest', () => {
  it('[RA-2.3] [RA-2.4] [RA-3.1] is announced and accepted, and exchanges bytes with the host', async () => {
    const room = await relayRoom()
    const { guest, link } = joinGuest(room, host(room))
    guest.sendFrame(text('ping'))
    expect(receivedText(room, link)).toBe('ping')
    link.sendFrame(text('RATS is just bytes here'))
    room.pass(10)
    guest.sendFrame(text('over'))
    expect(receivedText(room, link)).toBe('over')
    expect(room.view).toMatchObject({ sessions: [{ players: 2, waiting: 0, bytes: 31 }] })
  })

  it('[RA-3.4] may send bytes before it is accepted; the host receives these bytes first', async () => {
    const room = await relayRoom()
    const { client, session } = host(room)
    const guest = room.connect()
    guest.sendFrame(Buffer.concat([fromClient.encode({ type: 'RATS', session }), text('one,')]))
    guest.sendFrame(text('two,'))
    room.pass(10)
    const { client: id } = client.expect('RATL')
    const link = room.connect()
    link.send({ type: 'RATL', client: id })
    guest.sendFrame(text('three'))
    expect(receivedText(room, link)).toBe('one,two,three')
  })

  it('[RA-3.7] has to wait if its bytes arrive in thousands of pieces', async () => {
    const room = await relayRoom()
    const { guest, link } = joinGuest(room, host(room))
    for (let n = 0; n < 4000; n++) guest.sendFrame(Uint8Array.of(1))
    const first = receivedText(room, link).length
    expect(first).toBeLessThan(3000)
    room.pass(2000)
    expect(first + receivedText(room, link).length).toBe(4000)
  })

  it.each([
    { pieces: 5, of: 16_384 },
    { pieces: 300, of: 1 },
  ])(
    '[RA-3.4] that sends $pieces pieces of $of bytes before it is accepted is closed',
    async ({ pieces, of }) => {
      const room = await relayRoom()
      const { session } = host(room)
      const guest = room.connect()
      guest.send({ type: 'RATS', session })
      for (let n = 0; n < pieces && !guest.closed; n++) guest.sendFrame(new Uint8Array(of))
      expect(guest.closed).toBe('too many bytes before the host has accepted')
    },
  )

  it('[RA-3.3] over the maximum number of players is closed', async () => {
    const room = await relayRoom({ maxClients: 2 })
    const hosted = host(room)
    joinGuest(room, hosted)
    const late = room.connect()
    late.send({ type: 'RATS', session: hosted.session })
    expect(late.closed).toBe('no such session, or it is full')
  })

  it('[RA-2.4] is connected to the host by at most one link', async () => {
    const room = await relayRoom()
    const { id } = joinGuest(room, host(room))
    const second = room.connect()
    second.send({ type: 'RATL', client: id })
    expect(second.closed).toBe('no such guest')
  })

  it('[RA-3.5] is closed if its host does not accept within two minutes', async () => {
    const room = await relayRoom()
    const { client, session } = host(room)
    const guest = room.connect()
    guest.send({ type: 'RATS', session })
    room.pass(110_000)
    expect(guest.closed).toBeUndefined()
    room.pass(30_000)
    expect(guest.closed).toBe('the host did not accept in time')
    expect(client.closed).toBeUndefined()
  })

  it('[RA-3.5] is closed if either side is silent for two minutes', async () => {
    const room = await relayRoom()
    const { guest, link } = joinGuest(room, host(room))
    for (let n = 0; n < 14; n++) {
      guest.sendFrame(text('.'))
      room.pass(10_000)
    }
    expect([guest.closed, link.closed]).toEqual(['silent for too long', 'silent for too long'])
  })

  it.each(['guest', 'link'] as const)('[RA-3.9] loses its connection if the %s closes', async (side) => {
    const room = await relayRoom()
    const pair = joinGuest(room, host(room))
    pair[side].hangUp()
    const other = side === 'guest' ? pair.link : pair.guest
    expect(other.closed).toBe('the other side has left')
    expect(room.view).toMatchObject({ players: 1, sessions: [{ players: 1, waiting: 0 }] })
  })

  it('[RA-3.9] loses its connection if the host closes its control connection', async () => {
    const room = await relayRoom()
    const hosted = host(room)
    const { guest, link } = joinGuest(room, hosted)
    hosted.client.hangUp()
    expect([guest.closed, link.closed]).toEqual(['the host has left', 'the host has left'])
    expect(room.view).toEqual({ players: 0, sessions: [] })
  })

  it('[RA-3.6] can guess session ids only at the rate of wrong passwords, and the close reason reveals nothing', async () => {
    const room = await relayRoom()
    const { session } = host(room)
    const guess = (id: Uint8Array) => {
      const client = room.connect({ address: '192.0.2.7' })
      client.send({ type: 'RATS', session: id })
      return client.closed
    }
    for (let n = 1; n <= 100; n++)
      expect(guess(new Uint8Array(12).fill(n))).toBe('no such session, or it is full')
    // The address has used up its guesses, so the room refuses the right id too.
    expect(guess(session)).toBe('no such session, or it is full')
    const friend = room.connect({ address: '192.0.2.8' })
    friend.send({ type: 'RATS', session })
    expect(friend.closed).toBeUndefined()
  })

  it('[RA-3.6] can guess guest ids only at the rate of wrong passwords, so that nobody can impersonate a host', async () => {
    const room = await relayRoom()
    const { client, session } = host(room)
    const guest = room.connect()
    guest.send({ type: 'RATS', session })
    const { client: id } = client.expect('RATL')
    const link = (guessed: Uint8Array, address: string) => {
      const connection = room.connect({ address })
      connection.send({ type: 'RATL', client: guessed })
      return connection.closed
    }
    for (let n = 1; n <= 100; n++) expect(link(new Uint8Array(12).fill(n), '192.0.2.7')).toBe('no such guest')
    expect(link(id, '192.0.2.7')).toBe('no such guest')
    expect(link(id, '192.0.2.8')).toBeUndefined()
  })

  it('[RA-3.1] [RA-1.1] exchanges all bytes in order, however they are split', async () => {
    const room = await relayRoom()
    const hosted = host(room)
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { maxLength: 12 }),
        async (pieces) => {
          const { guest, link } = joinGuest(room, hosted)
          for (const piece of pieces) guest.sendFrame(piece)
          room.pass(1000)
          const got: number[] = []
          for (let next = link.next(); next; next = link.next())
            if (next.type === 'bytes') got.push(...next.bytes)
          expect(got).toEqual(pieces.flatMap((piece) => [...piece]))
          guest.hangUp()
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('a host', () => {
  it('[RA-1.1] may send its messages byte by byte', async () => {
    const room = await relayRoom()
    const client = room.connect()
    for (const byte of fromClient.encode({ type: 'RATS', session: zeros }))
      client.sendFrame(Uint8Array.of(byte))
    client.expect('RATS')
    for (const byte of fromClient.encode({ type: 'RATA', client: zeros }))
      client.sendFrame(Uint8Array.of(byte))
    client.expect('RATA')
  })

  it.each([
    ['192.0.2.33', [...Array(10).fill(0), 255, 255, 192, 0, 2, 33]],
    ['2001:db8::5', [0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 5]],
  ])('[RA-2.5] receives the address of its guest: %s', async (address, bytes) => {
    const room = await relayRoom()
    const hosted = host(room)
    const { id } = joinGuest(room, hosted, { address })
    expect(hosted.client.ask({ type: 'RATA', client: id }, 'RATA')).toMatchObject({
      client: id,
      address: bytes,
    })
  })

  it('[RA-2.5] receives its own address if it asks for zeros, and zeros if it asks for the guest of another host', async () => {
    const room = await relayRoom()
    const [one, other] = [host(room), host(room)]
    const { id } = joinGuest(room, other)
    const own = one.client.ask({ type: 'RATA', client: zeros }, 'RATA')
    expect(own.address.slice(12)).toEqual([127, 0, 0, 1])
    const answer = one.client.ask({ type: 'RATA', client: id }, 'RATA')
    expect(answer).toEqual({ type: 'RATA', client: zeros, address: Array(16).fill(0) })
  })

  it('[RA-3.7] that floods the room with messages waits', async () => {
    const room = await relayRoom({ kilobytesPerSecond: 8192 })
    const { client } = host(room)
    const answers = new Uint8Array(Buffer.from('RATP'.repeat(4096)))
    for (let n = 0; n < 16; n++) client.sendFrame(answers)
    room.pass(500)
    client.send({ type: 'RATA', client: zeros })
    room.pass(500)
    expect(client.next()).toBeUndefined()
    room.pass(2000)
    client.expect('RATA')
  })

  it('[RA-2.6] is pinged after a minute, and stays connected as long as it answers', async () => {
    const room = await relayRoom()
    const { client } = host(room)
    for (let minute = 0; minute < 10; minute++) {
      room.pass(75_000)
      expect(receivedText(room, client)).toMatch(/^(<RATP>)+$/)
      client.send({ type: 'RATP' })
    }
    expect(client.closed).toBeUndefined()
  })

  it('[RA-2.6] [RA-3.5] is not disconnected for time in which the room did not run, and neither are guests', async () => {
    const room = await relayRoom()
    const hosted = host(room)
    const { guest, link } = joinGuest(room, hosted)
    room.harness.clock.setForward(86_400_000)
    room.pass(20_000)
    expect([hosted.client.closed, guest.closed, link.closed]).toEqual([undefined, undefined, undefined])
  })

  it('[RA-2.6] that does not answer for four minutes is disconnected', async () => {
    const room = await relayRoom()
    const { client } = host(room)
    room.pass(230_000)
    expect(client.closed).toBeUndefined()
    room.pass(30_000)
    expect(client.closed).toBe('the host does not answer')
  })
})

describe('a restart', () => {
  it('[RA-4.1] keeps the session of a host and its id', async () => {
    const room = await relayRoom()
    const hosted = host(room)
    room.restart()
    expect(room.view).toMatchObject({ players: 1 })
    const { guest, link } = joinGuest(room, hosted)
    guest.sendFrame(text('still here'))
    expect(receivedText(room, link)).toBe('still here')
  })

  it('[RA-4.1] keeps the received part of a message', async () => {
    const room = await relayRoom()
    const client = room.connect()
    const message = fromClient.encode({ type: 'RATS', session: zeros })
    client.sendFrame(message.subarray(0, 7))
    room.restart()
    client.sendFrame(message.subarray(7))
    client.expect('RATS')
  })

  it.each<Transport>(['tcp', 'websocket'])(
    '[RA-4.2] closes both sides of a guest’s connection over %s, but no connection of a host',
    async (transport) => {
      const room = await relayRoom()
      const hosted = host(room)
      const { guest, link } = joinGuest(room, hosted, { transport })
      room.restart()
      expect(link.closed).toBe('the room restarted')
      expect(guest.closed).toBeDefined()
      expect(hosted.client.closed).toBeUndefined()
    },
  )
})

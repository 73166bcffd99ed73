// The Room's end of the link (wire/LINK.md), with real messages over real sockets and every kind of disconnect.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Directory } from '../../../../durable-objects/directory/directory.ts'
import { ResumeStateMac } from '../../../../durable-objects/room/sessions/resume-state-mac.ts'
import { closeCodes } from '../../../../wire/link/control-messages.ts'
import { LinkWriter, recordTypes } from '../../../../wire/link/link-codec.ts'
import { roomClock } from '../../../workers/fixtures/room-clock.ts'
import { resetStorage, TimedRoom } from '../timed-room.ts'
import { Client, newSession, openingOf, SidecarEnd } from './link-clients.ts'

afterEach(resetStorage)

const utf8 = (text: string) => new TextEncoder().encode(text)
const note = (name: string, op: number) => JSON.stringify({ name, op })
const players = async (room: TimedRoom) => (await room.state()).players

/** A room with one link, and on the link session 1, whose player is named `ann`. */
async function ann(options = {}): Promise<{ room: TimedRoom; east: SidecarEnd; token: string }> {
  const room = await TimedRoom.create(options)
  const east = await SidecarEnd.of(room)
  const token = await east.openSession(1)
  expect(await east.ask(1, 1, 'iann')).toEqual([`1 note ${note('ann', 0)}`, '1:1 Iann!'])
  return { room, east, token }
}

describe('players of a room that hibernated', () => {
  it('count as connected before their sidecar reports, and not after it reports that they left', async () => {
    const { room, east, token } = await ann()
    await east.openSession(2)
    expect(await players(room)).toBe(2)
    for (let i = 0; i < 2; i++) {
      await room.evict()
      expect(await players(room)).toBe(2)
      await east.receiveResync()
    }
    // The sidecar does not reopen the session of a client that disconnected during the hibernation.
    east.open(1, token, 2, { resumeState: undefined })
    east.flush()
    await east.message()
    expect(await players(room)).toBe(1)
  })

  it('[LINK-8] do not count after 60 s without an answer of their sidecar, whose link is closed', async () => {
    const { room, east } = await ann()
    await room.evict()
    expect(await players(room)).toBe(1)
    await room.pass(59_999)
    expect(await players(room)).toBe(1)
    await room.pass(1)
    expect(await players(room)).toBe(0)
    expect(await east.closed).toMatchObject({ reason: 'no answer to resync' })
  })

  it.each(['a link', 'a socket of its own'])(
    'that are connected by %s are not announced to the Directory after a hibernation until a player joins or leaves',
    async (by) => {
      const announce = vi.spyOn(Directory.prototype, 'announce')
      const announced = () => announce.mock.calls.map(([{ players }]) => players)
      const room = await TimedRoom.create()
      const token = newSession()
      const east = by === 'a link' ? await SidecarEnd.of(room) : undefined
      const own = east ? undefined : await Client.connected(room)
      await east?.openSession(1, token)
      await room.pass(1000)
      await expect.poll(() => announced().at(-1)).toBe(1)
      const heard = announced()
      await room.evict()
      if (east) {
        east.sendFrames(1, 1, '?')
        await east.receiveResync()
        east.open(1, token, 1, { resumeState: utf8(note('p1', 0)) })
        east.sendFrames(1, 1, '+')
        await east.message()
      } else await own!.ask('+')
      expect(await players(room)).toBe(1)
      await room.pass(5000)
      expect(announced()).toEqual(heard)
      await (east ? SidecarEnd.of(room, 'west', 'p2').then((west) => west.openSession(1)) : Client.of(room))
      await room.pass(1000)
      await expect.poll(() => announced().at(-1)).toBe(2)
      vi.restoreAllMocks()
    },
  )
})

describe('a sidecar session', () => {
  it('[LINK-2] begins with hello, resync, open and a greeting, which is transaction 0 and includes the first resume state', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.silent(room)
    east.hello('east', 'p1')
    const epoch = await east.receiveResync()
    expect(epoch).toBeGreaterThan(0)
    east.open(7, newSession())
    east.flush()
    const message = await east.message()
    expect([message.epoch, message.number]).toEqual([epoch, 2])
    expect(message.records.map(({ type }) => type)).toEqual([recordTypes.resumeState, recordTypes.data])
    expect(await players(room)).toBe(1)
  })

  it('[LINK-3] all transactions of one message are acknowledged in one message, each with the resume state if it changed', async () => {
    const { east } = await ann()
    east.sendFrames(1, 2, '+5', 'n', 'iann')
    expect(await east.received()).toEqual([
      `1 note ${note('ann', 1)}`,
      '1:2 +1 5!',
      `1 note ${note('ann', 2)}`,
      '1:3!',
      '1:4 Iann!',
    ])
  })

  it('a session whose client disconnects is deleted together with its row', async () => {
    const { room, east } = await ann()
    await east.ask(1, 2, 'n')
    expect(await room.keys('session/')).toEqual([]) // `n` stores nothing, so there is no checkpoint
    await east.ask(1, 3, '+')
    expect(await room.keys('session/')).toHaveLength(1)
    east.record(recordTypes.close, 1)
    east.flush()
    expect(await east.received()).toEqual(['1 close left'])
    expect(await players(room)).toBe(0)
    expect(await room.keys('session/')).toHaveLength(1) // the sidecar has not acknowledged the close yet
    east.flush()
    await expect.poll(() => room.keys('session/')).toEqual([])
  })

  it('a session that the room ends gets its last reply, then the end, and its row is deleted on acknowledgement', async () => {
    const { room, east } = await ann()
    await east.ask(1, 2, '+')
    expect(await east.ask(1, 3, 'q')).toEqual([`1 note ${note('ann', 2)}`, '1:3 bye!', '1 close asked for'])
    expect(await players(room)).toBe(0)
    expect(await room.keys('session/')).toHaveLength(1)
    east.say(1, 4, '+')
    await east.openSession(2)
    expect(await room.keys('session/')).toEqual([])
  })

  it.each([
    ['by the room', 'q', ['1:3 bye!', '1 close asked for']],
    ['by its client', undefined, ['1 close left']],
  ])(
    'a session that was ended %s is also over for the next instance, and nothing is applied twice',
    async (_, last, said) => {
      const { room, east, token } = await ann()
      await east.ask(1, 2, '+')
      if (last) east.say(1, 3, last)
      else east.record(recordTypes.close, 1)
      east.flush()
      await east.received()
      await room.evict('close')
      const again = await SidecarEnd.of(room)
      again.open(1, token, last ? 3 : 2, { resumeState: utf8(note('ann', 1)) })
      if (!last) again.say(1, 2, '+')
      again.flush()
      expect((await again.received()).filter((line) => !line.includes('note')).slice(-said.length)).toEqual(
        said,
      )
      expect(await room.view()).toMatchObject({ totals: { ann: 1 } })
      again.flush()
      await expect.poll(() => room.keys('session/')).toEqual([])
    },
  )

  it('a datagram session has no acknowledgements, no row and no guaranteed order, but a resume state', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.of(room)
    east.open(1, newSession(), 0, { transport: 'udp' })
    east.flush()
    expect(await east.received()).toEqual([`1 note ${note('p1', 0)}`, '1:0 W'])
    east.say(1, 0, '+')
    east.say(1, 0, '+')
    east.flush()
    expect(await east.received()).toEqual([
      `1 note ${note('p1', 1)}`,
      '1:0 +1 1',
      `1 note ${note('p1', 2)}`,
      '1:0 +2 2',
    ])
    expect(await room.keys('session/')).toEqual([])
  })

  it('a datagram session over its rate loses the oldest of more than 64 waiting datagrams', async () => {
    const room = await TimedRoom.create({ messagesPerSecond: 1, messageBurst: 1 })
    const east = await SidecarEnd.of(room)
    east.open(1, newSession(), 0, { transport: 'udp' })
    for (let i = 0; i < 100; i++) east.say(1, 0, `i${i}`)
    east.flush()
    expect((await east.received()).filter((line) => line.startsWith('1:'))).toEqual(['1:0 W', '1:0 I0'])
    await room.pass(1000)
    // The oldest datagram is kept, because its transaction has already started.
    expect((await east.received()).at(-1)).toBe('1:0 I1')
    await room.pass(1000)
    expect((await east.received()).at(-1)).toBe('1:0 I37')
  })

  it('a session over its rate may fill its window, and the frame that exceeds the window is still accepted', async () => {
    const { room, east } = await ann({ messagesPerSecond: 1, messageBurst: 1, windowBytes: 1000 })
    east.sendFrames(1, 2, `n${'x'.repeat(700)}`, `n${'x'.repeat(700)}`)
    for (const seq of [2, 3]) {
      await room.pass(1000)
      expect((await east.received()).at(-1)).toBe(`1:${seq}!`)
    }
  })

  it('a session that sends too large a frame is closed, and the others on its link are not', async () => {
    const { east } = await ann()
    await east.openSession(2)
    east.sendFrames(1, 2, 'n'.repeat(65_536))
    expect(await east.received()).toEqual(['1 close frame over 65535 bytes'])
    expect((await east.ask(2, 1, '+')).at(-1)).toBe('2:1 +1 1!')
  })

  it('a resume state that needs several pieces arrives complete', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.of(room)
    const name = 'n'.repeat(200_000)
    east.open(1, newSession(), 1, { resumeState: utf8(note(name, 3)) })
    east.sendFrames(1, 1, 's')
    const heard: string[] = []
    while (!heard.some((line) => line.startsWith('cast') || line.startsWith('1:1')))
      heard.push(...(await east.received()))
    expect(heard[0]).toBe('1:0 R0')
  })
})

describe('[LINK-2] instances and processes', () => {
  it('a message for another instance is ignored, and answered once with resync', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.silent(room)
    east.hello('east', 'p1')
    for (const epoch of [0, 1, 0xffffffff]) {
      east.writer.epoch = epoch
      east.open(1, newSession())
      east.sendFrames(1, 1, '+')
    }
    await east.receiveResync()
    expect(await east.openSession(1)).toBeTypeOf('string')
    expect(await players(room)).toBe(1)
    expect(await room.view()).toMatchObject({ totals: {} })
  })

  it('a newer hello of the same process fences the older link, and its sessions move to the newer link', async () => {
    const { room, east, token } = await ann()
    await east.ask(1, 2, '+')
    const newer = await SidecarEnd.of(room, 'east', 'p1')
    expect(await east.closed).toMatchObject({ code: closeCodes.fenced })
    expect(await newer.resume(9, token, 3, utf8(note('ann', 1)))).toEqual(['9:0 R1'])
    expect((await newer.ask(9, 3, '+')).at(-1)).toBe('9:3 +2 2!')
    expect(await players(room)).toBe(1)
  })

  it('a newer hello of another process ends the sessions of the older one, including disconnected ones', async () => {
    const { room, east } = await ann()
    await SidecarEnd.of(room, 'east', 'p2')
    expect(await east.closed).toMatchObject({ code: closeCodes.fenced })
    expect(await players(room)).toBe(0)
    const west = await SidecarEnd.of(room, 'west', 'p3')
    await west.openSession(1)
    await west.lose()
    expect(await players(room)).toBe(1)
    await SidecarEnd.of(room, 'west', 'p4')
    expect(await players(room)).toBe(0)
  })

  it('the pending messages of a fenced link are ignored', async () => {
    const { room, east, token } = await ann()
    const late = await room.lateTo('link')
    const newer = await SidecarEnd.of(room, 'east', 'p1')
    expect(await newer.resume(1, token, 2, utf8(note('ann', 0)))).toEqual(['1:0 R0'])
    await late((send) => {
      const writer = new LinkWriter(false, send)
      writer.epoch = newer.writer.epoch
      writer.record(recordTypes.open, 2, 2, openingOf(token))
      writer.frame(2, 2, '+')
      writer.flush()
    })
    expect((await newer.ask(1, 2, '+')).at(-1)).toBe('1:2 +1 1!')
    expect(await east.closed).toMatchObject({ code: closeCodes.fenced })
  })

  it('a newer hello also fences a link that hibernated', async () => {
    const { room, east } = await ann()
    await room.evict()
    const newer = await SidecarEnd.of(room, 'east', 'p2')
    expect(await east.closed).toMatchObject({ code: closeCodes.fenced })
    await newer.openSession(1)
    expect(await players(room)).toBe(1)
  })

  it('two sidecars serve one room, and a multicast crosses each link once', async () => {
    const { room, east } = await ann()
    await east.openSession(2)
    const west = await SidecarEnd.of(room, 'west', 'p9')
    await west.openSession(1)
    await west.openSession(2)
    const direct = await Client.connected(room)
    expect(await east.ask(1, 2, 'sahoy')).toEqual([
      `1 note ${note('ann', 1)}`,
      '1:2 sann: ahoy!',
      'cast 2 sann: ahoy',
    ])
    expect(await west.received()).toEqual(['cast 1,2 sann: ahoy'])
    expect(await direct.next()).toBe('sann: ahoy')
    await west.ask(1, 1, 'pmine')
    expect((await east.received()).toSorted()).toEqual(['1:0 pmine', '2:0 pmine'])
    expect(await direct.next()).toBe('pmine')
  })
})

describe('[LINK-5] session resumption', () => {
  it('a session of the same instance resumes with the replies that its sidecar lacks, and applied frames are dropped', async () => {
    const { room, east, token } = await ann()
    east.sendFrames(1, 2, '+', 'n')
    await east.received() // the sidecar has the reply, but has not acknowledged it
    await east.lose()
    const again = await SidecarEnd.of(room)
    again.open(5, token, 2, { resumeState: utf8(note('ann', 0)) })
    for (const [i, frame] of ['+', 'n', '+'].entries()) again.say(5, 2 + i, frame)
    again.flush()
    expect(await again.received()).toEqual([
      `5 note ${note('ann', 1)}`,
      '5:2 +1 1!',
      `5 note ${note('ann', 2)}`,
      '5:3!',
      '5:0 R1',
      `5 note ${note('ann', 3)}`,
      '5:4 +3 2!',
    ])
  })

  it('a session resumes from its row after a crash: pending replies are repeated, and nothing is applied twice', async () => {
    const { room, east, token } = await ann()
    await east.ask(1, 2, '+5')
    await room.evict('close')
    const again = await SidecarEnd.of(room)
    again.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    again.sendFrames(1, 2, '+5', '+')
    expect(await again.received()).toEqual([
      `1 note ${note('ann', 1)}`,
      '1:2 +1 5!',
      '1:0 R5',
      `1 note ${note('ann', 2)}`,
      '1:3 +2 6!',
    ])
  })

  it('a session resumes from its row even if its greeting was lost', async () => {
    const room = await TimedRoom.create()
    const east = await SidecarEnd.of(room)
    const token = newSession()
    east.open(1, token)
    east.sendFrames(1, 1, '+5')
    await east.received()
    await room.evict('close')
    const again = await SidecarEnd.of(room)
    again.open(1, token)
    again.sendFrames(1, 1, '+5')
    expect(await again.received()).toEqual([
      `1 note ${note('p1', 0)}`,
      '1:0 W!',
      `1 note ${note('p1', 1)}`,
      '1:1 +1 5!',
      '1:0 R5',
    ])
    expect(await room.view()).toMatchObject({ totals: { p1: 5 } })
  })

  it.each([
    ['without a seal', () => utf8(note('ann', 4))],
    [
      'of another session',
      (resumeStateMac: ResumeStateMac) => resumeStateMac.forSession(newSession()).seal(utf8(note('ann', 4))),
    ],
    [
      'that was changed',
      (resumeStateMac: ResumeStateMac, token: string) =>
        resumeStateMac
          .forSession(token)
          .seal(utf8(note('ann', 4)))
          .with(-1, 0x20),
    ],
    ['too short for any seal', () => utf8('x')],
  ])(
    '[LINK-4] a session does not resume from a state %s: it is closed, and no other session is affected',
    async (_, forged) => {
      const { room, east, token } = await ann()
      const bob = await east.openSession(2)
      await room.evict('close')
      const again = await SidecarEnd.of(room)
      const { seed, version } = await room.meta()
      again.forge(1, token, forged(new ResumeStateMac(String(seed), [Number(version)]), token))
      again.open(2, bob, 1, { resumeState: utf8(note('p2', 0)) })
      again.flush()
      expect(await again.received()).toEqual(['1 close the resume state is not of this room', '2:0 R0'])
      expect(await players(room)).toBe(1)
    },
  )

  it('[LINK-4] a session resumes from its resume state if no transaction was durable or the checkpoint is older than the received replies', async () => {
    const { room, east, token } = await ann()
    await east.ask(1, 2, '+')
    for (const seq of [3, 4, 5]) await east.ask(1, seq, 'n')
    await room.evict('close')
    const again = await SidecarEnd.of(room)
    expect(await again.resume(1, token, 6, utf8(note('ann', 4)))).toEqual(['1:0 R1'])
    expect((await again.ask(1, 6, '+')).at(-1)).toBe('1:6 +5 2!')
    again.record(recordTypes.close, 1)
    again.flush()
    expect(await again.received()).toEqual(['1 close left'])
    expect(await players(room)).toBe(0)
    again.flush()
    await expect.poll(() => room.keys('session/')).toEqual([])
  })

  it('a session resumes after hibernation, over the same socket, and the frames that woke the room are applied', async () => {
    const { room, east, token } = await ann()
    const old = east.writer.epoch
    await room.evict()
    for (const seq of [2, 3]) {
      east.say(1, seq, '+')
      east.flush()
    }
    expect(await east.receiveResync()).not.toBe(old)
    east.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    for (const seq of [2, 3]) east.say(1, seq, '+')
    east.flush()
    expect((await east.received()).filter((line) => line.startsWith('1:'))).toEqual([
      '1:2 +1 1!',
      '1:3 +2 2!',
    ])
    // Two messages for the old epoch cause one `resync`.
    expect((await east.ask(1, 4, '+')).at(-1)).toBe('1:4 +3 3!')
  })

  it.each([
    ['a message to all players', 'sback', /back$/],
    ['a change of the world without output for the session', '+', /^\+/],
  ])(
    'a session resumes after %s has woken the room: its sidecar is informed at once',
    async (_, frame, reply) => {
      const { room, east, token } = await ann()
      const bob = await Client.connected(room)
      await room.evict()
      expect(await bob.ask(frame)).toMatch(reply)
      await east.receiveResync()
      expect(await east.resume(1, token, 2, utf8(note('ann', 0)))).toEqual(['1:0 R0'])
      await bob.ask('sagain')
      expect(await east.received()).toEqual([expect.stringMatching(/^cast 1 .*again/)])
    },
  )

  it('a session resumes in a room that was closed while the session was disconnected; new sessions are rejected', async () => {
    const { room, east, token } = await ann()
    await room.calls.patch({ status: 'closed' })
    await room.evict('close')
    await east.closed
    const again = await SidecarEnd.of(room)
    again.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    again.open(2, newSession())
    again.flush()
    const heard = await again.received()
    expect(heard).toEqual(expect.arrayContaining(['1:0 R0', '2:0 no: closed', '2 close closed']))
  })

  it('[LINK-8] a session ends 60 s after its link was lost, and a later open resumes from its resume state', async () => {
    const { room, east, token } = await ann()
    await east.lose()
    await room.pass(59_999)
    expect(await players(room)).toBe(1)
    await room.pass(1)
    expect(await players(room)).toBe(0)
    const late = await SidecarEnd.of(room)
    expect(await late.resume(1, token, 2, utf8(note('ann', 0)))).toEqual(['1:0 R0'])
  })

  it('a session resumes from a row of any age for a minute after the next instance began; then the row is deleted', async () => {
    const { room, east, token } = await ann()
    await east.ask(1, 2, '+')
    await room.evict('close')
    roomClock.pass(48 * 60 * 60 * 1000)
    await Client.of(room)
    await room.pass(60_000)
    const again = await SidecarEnd.of(room)
    again.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    again.sendFrames(1, 2, '+')
    expect((await again.received()).filter((line) => line.startsWith('1:2'))).toEqual(['1:2 +1 1!'])
    expect(await room.view()).toMatchObject({ totals: { ann: 1 } })
    await room.evict('close')
    await Client.of(room)
    await room.pass(62_000)
    expect(await room.keys('session/')).toEqual([])
  })
})

describe('[LINK-6] unacknowledged replies', () => {
  it('that exceed the window delay the next frame until they are acknowledged', async () => {
    const { room, east } = await ann({ windowBytes: 1000 })
    await east.openSession(2)
    east.say(1, 2, 'b2000')
    east.say(1, 3, '+')
    east.sendFrames(2, 1, '+')
    const heard = (await east.received())
      .filter((line) => line.includes(':'))
      .map((line) => line.slice(0, 10))
    expect(heard).toEqual(expect.arrayContaining(['1:2 bbbbbb', '2:1 +1 1!']))
    expect(await room.view()).toMatchObject({ totals: { p2: 1 } })
    east.flush()
    expect((await east.received()).at(-1)).toBe('1:3 +2 1!')
  })

  it('that exceed the window are repeated after a lost link, and the next frame is processed after their acknowledgement', async () => {
    const { room, east, token } = await ann({ windowBytes: 1000 })
    east.sendFrames(1, 2, 'b2000', '+')
    await east.received()
    await east.lose()
    const again = await SidecarEnd.of(room)
    again.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    again.sendFrames(1, 3, '+')
    expect(await again.received()).toEqual([`1 note ${note('ann', 1)}`, `1:2 ${'b'.repeat(2000)}!`, '1:0 R0'])
    again.flush()
    expect((await again.received()).at(-1)).toBe('1:3 +2 1!')
  })

  it('that exceed the window survive a crash in the row of the session, and the next frame still waits for them', async () => {
    const { room, east, token } = await ann({ windowBytes: 1000 })
    east.sendFrames(1, 2, '+', 'b2000')
    await east.received()
    await room.pass(2000) // the save also writes a checkpoint for each session with unacknowledged replies
    await room.evict('close')
    const again = await SidecarEnd.of(room)
    again.open(1, token, 2, { resumeState: utf8(note('ann', 0)) })
    again.sendFrames(1, 4, '+')
    const heard = (await again.received())
      .filter((line) => line.startsWith('1:'))
      .map((line) => line.slice(0, 9))
    expect(heard).toEqual(['1:2 +1 1!', '1:3 bbbbb', '1:0 R1'])
    again.flush()
    expect((await again.received()).at(-1)).toBe('1:4 +3 2!')
  })

  it('of one transaction may have any size, and are sent in pieces between which other sessions are served', async () => {
    const { east } = await ann()
    await east.openSession(2)
    east.say(1, 2, 'b200000')
    east.sendFrames(2, 1, '+')
    let bytes = 0
    let before: number | undefined
    while (bytes < 200_000)
      for (const line of await east.received()) {
        if (line === '2:1 +1 1!') before = bytes
        if (line.startsWith('1:')) bytes += line.length - 4
      }
    expect(before).toBeLessThan(100_000)
  })
})

describe('a link that breaks the protocol', () => {
  const message = (write: (writer: LinkWriter) => void) => {
    let made = new Uint8Array(0)
    const writer = new LinkWriter(false, (bytes) => (made = new Uint8Array(bytes)))
    write(writer)
    writer.flush(true)
    return made
  }
  const head = [1, 0, 0, 0, 0, 0, 0, 0, 0]
  const hello = (text: string) => message((writer) => writer.record(recordTypes.hello, 0, 0, utf8(text)))

  const wrong: [string, string | Uint8Array][] = [
    ['text', 'hello'],
    ['nothing at all', new Uint8Array(0)],
    ['half a head', Uint8Array.from(head.slice(0, 8))],
    ['another version', Uint8Array.from([9, ...head.slice(1)])],
    ['half a record', Uint8Array.from([...head, 1, 0, 0])],
    ['a record that runs over', Uint8Array.from([...head, 1, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255])],
    ['an unknown type', Uint8Array.from([...head, 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['no hello', Uint8Array.from(head)],
    ['a hello that is not JSON', hello('{')],
    ['a hello that is a list', hello('[]')],
    ['a hello without names', hello('{"sidecar":1}')],
    [
      'a hello that is not UTF-8',
      message((writer) => writer.record(recordTypes.hello, 0, 0, Uint8Array.of(255))),
    ],
    ['a hello with an endless name', hello(JSON.stringify({ sidecar: 'x'.repeat(20_000), process: 'p' }))],
  ]

  it.each(wrong)('%s: is closed with 4002 before the link is established', async (_, bytes) => {
    const room = await TimedRoom.create()
    const bad = await SidecarEnd.silent(room)
    bad.socket.send(bytes)
    expect(await bad.closed).toMatchObject({ code: closeCodes.protocol })
  })

  const opens = (payload?: Uint8Array) => (bad: SidecarEnd) =>
    bad.writer.record(recordTypes.open, 2, 0, payload)
  const breaches: [string, (bad: SidecarEnd) => void][] = [
    ['text', (bad) => bad.socket.send('hello')],
    ['an opening without a token', opens(openingOf('x'))],
    ['an opening without an address', opens(openingOf(newSession(), { address: 4 }))],
    ['an opening by pigeon', opens(openingOf(newSession(), { transport: 'pigeon' }))],
    ['half an opening', opens(openingOf(newSession()).subarray(0, 20))],
    ['an empty opening', opens()],
    ['a session that is open', (bad) => bad.open(1, newSession())],
    ['a frame out of order', (bad) => bad.say(1, 3, '+')],
    ['a record that only rooms send', (bad) => bad.record(recordTypes.resync)],
    ['text that is not UTF-8', (bad) => bad.socket.send(textRecord(bad, 1, 1))],
  ]

  it.each(breaches)(
    '%s: is closed with 4002, its sessions can be resumed, and no other link is affected',
    async (_, breach) => {
      const room = await TimedRoom.create()
      const honest = await SidecarEnd.of(room, 'honest', 'p0')
      await honest.openSession(1)
      const bad = await SidecarEnd.of(room, 'bad', 'p1')
      const token = await bad.openSession(1)
      breach(bad)
      bad.flush()
      expect(await bad.closed).toMatchObject({ code: closeCodes.protocol })
      expect((await honest.ask(1, 1, '+')).at(-1)).toBe('1:1 +1 1!')
      expect(await players(room)).toBe(2)
      const again = await SidecarEnd.of(room, 'bad', 'p1')
      again.open(1, token, 1, { resumeState: utf8(note('p2', 0)) })
      again.flush()
      expect(await again.received()).toEqual(['1:0 R0'])
    },
  )

  it('is not closed for frames of sessions that it has not opened', async () => {
    const { east } = await ann()
    east.say(99, 1, '+')
    east.record(recordTypes.close, 99)
    east.record(recordTypes.keepalive)
    expect((await east.ask(1, 2, '+')).at(-1)).toBe('1:2 +1 1!')
  })
})

it('the room logs that a sidecar drains, and the sessions continue', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
  const { east } = await ann()
  east.record(recordTypes.drain)
  expect((await east.ask(1, 2, '+')).at(-1)).toBe('1:2 +1 1!')
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'sidecar drains', sidecar: 'east', sessions: 1 }),
  )
  vi.restoreAllMocks()
})

it('a message that acknowledges more than was sent does not disturb a session', async () => {
  const { east } = await ann()
  east.lastReceived = 0xffffffff
  expect((await east.ask(1, 2, '+')).at(-1)).toBe('1:2 +1 1!')
})

function textRecord(end: SidecarEnd, session: number, seq: number): Uint8Array {
  const bytes = new Uint8Array(9 + 13 + 1)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 1)
  view.setUint32(1, end.writer.epoch)
  view.setUint8(9, recordTypes.data | 0x80)
  view.setUint32(10, session)
  view.setUint32(14, seq)
  view.setUint32(18, 1)
  view.setUint8(22, 0xff)
  return bytes
}

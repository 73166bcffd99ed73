import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { readFromServer } from '../../../../games/doom-2077/datagrams/datagram.ts'
import { DatagramQueue } from '../../../../games/doom-2077/datagrams/datagram-queue.ts'
import { EventEncoder } from '../../../../games/doom-2077/datagrams/event-encoder.ts'
import { datagramIntervalMs, SendPacer, StateRefresh } from '../../../../games/doom-2077/datagrams/pacing.ts'
import { datagramBytes } from '../../../../games/doom-2077/framing.ts'
import type { FromServer } from '../../../../games/doom-2077/packets.ts'
import type { WorldEvent } from '../../../../games/doom-2077/state/world-events.ts'
import { assertProperty } from '../../../property.ts'

const owner = 4
const moved = (id: number, x: number): WorldEvent => ({
  kind: 'moved',
  id,
  place: { x, y: 0, z: 41_000, angle: 0 },
})
const joined = (id: number): WorldEvent => ({ kind: 'joined', id, name: `p${id}` })
const chat = (text: string): WorldEvent => ({ kind: 'chat', id: 9, text })

function mailbox(): DatagramQueue {
  const made = new DatagramQueue(new EventEncoder())
  made.owner = owner
  return made
}

function taken(box: DatagramQueue, limit = datagramBytes): readonly FromServer[] {
  const datagram = box.takeDatagram(limit)
  return datagram ? readFromServer(datagram).messages : []
}

const shown = (messages: readonly FromServer[]) =>
  messages.map((one) => (one.type === 'MOVE' ? `${one.playerId}@${one.x}` : one.type))

let box: DatagramQueue
beforeEach(() => {
  box = mailbox()
})

describe('[DM-8.2] a datagram', () => {
  it('leaves events that do not fit to the next one, and no event is lost or reordered', () => {
    assertProperty(
      fc.property(
        fc.array(fc.string({ maxLength: 100 }), { maxLength: 60 }),
        fc.array(fc.nat(30)),
        (texts, ids) => {
          const box = mailbox()
          const spoken = texts.map((text) => text.replace(/[^ -~]/g, '?'))
          for (const text of spoken) box.onEvent(chat(text))
          for (const [at, id] of ids.entries()) box.onEvent(moved(10 + id, at))
          const received: string[] = []
          const last = new Map<number, number>()
          for (
            let datagram = box.takeDatagram(datagramBytes);
            datagram;
            datagram = box.takeDatagram(datagramBytes)
          ) {
            expect(datagram.length).toBeLessThanOrEqual(datagramBytes)
            for (const message of readFromServer(datagram).messages) {
              if (message.type === 'CHAT') received.push(message.msg)
              else if (message.type === 'MOVE') {
                expect(received).toHaveLength(spoken.length)
                expect(last.get(message.playerId) ?? -1).toBeLessThan(message.x)
                last.set(message.playerId, message.x)
              }
            }
          }
          expect(received).toEqual(spoken)
          expect(last).toEqual(new Map(ids.map((id, at) => [10 + id, at])))
        },
      ),
    )
  })

  it('takes a message only if the limit holds all of it', () => {
    for (const event of [joined(5), moved(5, 1), moved(5, 2)]) box.onEvent(event)
    expect(shown(taken(box, 17))).toEqual([])
    expect(shown(taken(box, 18))).toEqual(['JOIN'])
    expect(shown(taken(box, 46))).toEqual([])
    expect(shown(taken(box, 47))).toEqual(['5@1'])
  })
})

it('[DM-8.2] the size of the queue counts the bytes of events but not of MOVEs', () => {
  for (const event of [joined(5), moved(5, 1), chat('hi')]) box.onEvent(event)
  expect(box.queuedBytes).toBe(18 + 18)
  taken(box)
  expect(box.queuedBytes).toBe(0)
})

describe('[DM-8.3] MOVEs', () => {
  it('are all sent while three datagrams can hold them', () => {
    for (let x = 0; x < 65; x++) box.onEvent(moved(5 + (x % 2), x))
    expect([1, 2, 3, 4].map(() => taken(box).length)).toEqual([21, 21, 21, 2])
  })

  it('are reduced to the newest of each player if three datagrams cannot hold them all', () => {
    for (let x = 0; x < 66; x++) box.onEvent(moved(5 + (x % 4), x))
    expect(shown(taken(box))).toEqual(['5@64', '6@65', '7@62', '8@63'])
  })

  it('of more players than a datagram can hold are sent in rotation', () => {
    const seen = new Map<number, number>()
    for (let round = 0; round < 6; round++) {
      for (let id = 5; id < 36; id++) box.onEvent(moved(id, round))
      for (const one of taken(box))
        if (one.type === 'MOVE') seen.set(one.playerId, (seen.get(one.playerId) ?? 0) + 1)
    }
    const times = [...seen.values()]
    expect([seen.size, Math.min(...times) >= 3]).toEqual([31, true])
  })

  it('of the ten nearest players are in every datagram, even if it cannot hold the MOVEs of all players', () => {
    box.distanceTo = (id) => 100 - id
    const seen = new Map<number, number>()
    for (let round = 0; round < 30; round++) {
      for (let id = 5; id < 36; id++) for (const x of [0, 1]) box.onEvent(moved(id, 2 * round + x))
      for (const one of taken(box))
        if (one.type === 'MOVE') seen.set(one.playerId, (seen.get(one.playerId) ?? 0) + 1)
    }
    const times = [...seen].sort(([a], [b]) => a - b).map(([, count]) => count)
    expect(times.slice(-10).every((count) => count >= 29)).toBe(true)
    expect([times.length, Math.min(...times) >= 10]).toEqual([31, true])
  })

  it('of the client itself are events and never skipped', () => {
    for (const event of [moved(owner, 1), chat('hi'), moved(owner, 2), moved(5, 3)]) box.onEvent(event)
    expect(shown(taken(box))).toEqual(['4@1', 'CHAT', '4@2', '5@3'])
  })

  it('of departed players are not sent', () => {
    for (const event of [joined(5), moved(5, 1), { kind: 'left', id: 5 } as const]) box.onEvent(event)
    expect(shown(taken(box))).toEqual(['JOIN', 'QUIT'])
  })
})

describe('[DM-2.2] JOIN', () => {
  it('for one id is sent once, however often the event is repeated', () => {
    box.restoreAnnounced([7])
    for (const event of [joined(5), joined(5), joined(7)]) box.onEvent(event)
    expect(shown(taken(box))).toEqual(['JOIN'])
  })

  it('is sent again only after another LMAP, which follows earlier events and drops earlier MOVEs', () => {
    for (const event of [joined(owner), joined(5), moved(5, 1), chat('old')]) box.onEvent(event)
    box.onEvent({ kind: 'map', name: 'MAP02', id: owner, place: { x: 8, y: 0, z: 0, angle: 0 } })
    for (const event of [joined(owner), joined(5), moved(5, 2)]) box.onEvent(event)
    expect(shown(taken(box))).toEqual(['JOIN', 'JOIN', 'CHAT', 'LMAP', '4@8', 'JOIN', '5@2'])
  })
})

describe('[DM-8.7] LMAP and its position', () => {
  it('are always in one datagram', () => {
    box.onEvent({ kind: 'map', name: 'MAP02', id: owner, place: { x: 8, y: 0, z: 0, angle: 0 } })
    expect(shown(taken(box, 59))).toEqual([])
    expect(shown(taken(box, 60))).toEqual(['LMAP', '4@8'])
  })
})

describe('an event', () => {
  it('is encoded once, however many clients receive it', () => {
    const messages = new EventEncoder()
    const event = moved(5, 1)
    expect(messages.encode(event)).toBe(messages.encode(event))
    expect(messages.encode(moved(5, 1))).not.toBe(messages.encode(event))
  })

  it('is encoded as the corresponding message', () => {
    const rows = [{ name: 'ann', deaths: 1, kills: 2 }]
    const events: WorldEvent[] = [
      { kind: 'server-text', flags: 3, text: 'x' },
      { kind: 'scores', rows },
      { kind: 'damaged', id: 5, by: 6, weapon: 1, damage: 15_000 },
      { kind: 'killed', id: 5, by: 6, weapon: 1 },
      { kind: 'healed', id: 5, gain: 10_000 },
      { kind: 'health', id: 5, health: 85_000, max: 100_000 },
      { kind: 'door', id: 0, open: true },
      { kind: 'door', id: 0, open: false },
      { kind: 'lift', id: 0, high: true },
      { kind: 'lift', id: 0, high: false },
      { kind: 'doors', open: [true, false] },
      { kind: 'lifts', high: [true] },
      { kind: 'weapons', weapons: Array(4).fill({ ammo: 10, magazine: 10, cooldown: 0 }) },
      { kind: 'starts', seconds: 5 },
      { kind: 'ends', seconds: 0 },
    ]
    for (const event of events) box.onEvent(event)
    expect(taken(box)).toEqual([
      { type: 'TELL', flags: 3, msg: 'x' },
      { type: 'SCOR', names: ['ann'], deaths: [1], kills: [2] },
      { type: 'DAMG', playerId: 5, sourceId: 6, weapon: 1, damage: 15_000 },
      { type: 'KILL', playerId: 5, sourceId: 6, weapon: 1 },
      { type: 'HEAL', playerId: 5, gain: 10_000 },
      { type: 'HLTH', playerId: 5, health: 85_000, maxHealth: 100_000 },
      { type: 'OPEN', doorId: 0 },
      { type: 'CLOS', doorId: 0 },
      { type: 'LASC', liftId: 0 },
      { type: 'LDSC', liftId: 0 },
      { type: 'DOST', states: [true, false] },
      { type: 'L_ST', states: [true] },
      { type: 'WEAP', weapons: Array(4).fill({ ammo: 10, magazine: 10, cooldown: 0 }) },
      { type: 'GSTR', seconds: 5 },
      { type: 'GEND', seconds: 0 },
    ])
  })
})

describe('[DM-8.1] the pace', () => {
  it('is at most 30 datagrams in any second', () => {
    assertProperty(
      fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 300 }), (waits) => {
        const pace = new SendPacer()
        const sent: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          if (!pace.isSlotFree(now)) continue
          pace.recordSent(now)
          sent.push(now)
        }
        for (const at of sent)
          expect(sent.filter((one) => one >= at && one < at + 1000).length).toBeLessThanOrEqual(30)
      }),
    )
  })

  it('allows a datagram in every slot, even if every other slot is 8 ms late', () => {
    const pace = new SendPacer()
    for (let slot = 0; slot < 1000; slot++) {
      const now = slot * datagramIntervalMs + (slot % 2) * 8
      expect(pace.isSlotFree(now)).toBe(true)
      pace.recordSent(now)
    }
  })

  it('[DM-8.4] allows three early datagrams, then waits', () => {
    const pace = new SendPacer()
    let hurried = 0
    while (pace.maySendEarly(0)) {
      pace.recordSent(0)
      hurried++
    }
    // The first of these has a slot of its own.
    expect(hurried).toBe(4)
    expect([pace.isSlotFree(3 * datagramIntervalMs), pace.isSlotFree(4 * datagramIntervalMs)]).toEqual([
      false,
      true,
    ])
  })
})

describe('[DM-8.6] state that may be lost', () => {
  const state: readonly WorldEvent[] = Array.from({ length: 40 }, (_, at) => ({
    kind: 'health',
    id: at,
    health: 1000,
    max: 100_000,
  }))

  it('is repeated every 2 s, in as many datagrams as needed', () => {
    const [box, healing] = [mailbox(), new StateRefresh(0)]
    const heard: number[] = []
    for (let now = 0; now < 6100; now += datagramIntervalMs) {
      healing.addEvents(box, now, datagramBytes, () => state)
      for (const one of taken(box)) if (one.type === 'HLTH') heard.push(one.playerId)
    }
    const all = state.map((_, at) => at)
    expect(heard).toEqual([...all, ...all, ...all])
  })

  it('is sent after new events, and is always the latest state', () => {
    const [box, healing] = [mailbox(), new StateRefresh(0)]
    box.onEvent(chat('x'.repeat(120)))
    let health = 0
    for (const now of [2000, 2034, 2068]) {
      health++
      healing.addEvents(box, now, 300, () => state.map((one) => ({ ...one, health }) as WorldEvent))
      const messages = taken(box, 300)
      if (now === 2000) expect(messages[0]!.type).toBe('CHAT')
      for (const one of messages) if (one.type === 'HLTH') expect(one.health).toBe(health)
    }
  })

  it('is repeated even if MOVEs leave no space, up to the largest message', () => {
    const [box, healing] = [mailbox(), new StateRefresh(0)]
    const large: WorldEvent = { kind: 'doors', open: Array(1000).fill(true) }
    const counts = new Map<string, number>()
    for (let now = 0; now < 20_000; now += datagramIntervalMs) {
      for (let id = 100; id < 131; id++) box.onEvent(moved(id, now))
      healing.addEvents(box, now, datagramBytes, () => [large, ...state.slice(0, 32)])
      for (const { type } of taken(box)) counts.set(type, (counts.get(type) ?? 0) + 1)
    }
    expect(counts.get('DOST')).toBeGreaterThanOrEqual(4)
    expect(counts.get('HLTH')).toBeGreaterThanOrEqual(4 * 32)
    expect(counts.get('MOVE')).toBeGreaterThan(10_000)
  })

  it('is repeated at once after `startNow()`', () => {
    const [box, healing] = [mailbox(), new StateRefresh(0)]
    healing.addEvents(box, 10, datagramBytes, () => state)
    expect(taken(box)).toEqual([])
    healing.startNow()
    healing.addEvents(box, 44, datagramBytes, () => state)
    expect(taken(box).length).toBeGreaterThan(30)
  })
})

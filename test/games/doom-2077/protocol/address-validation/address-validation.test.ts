import { describe, expect, it } from 'vitest'
import { AcceptRepeater } from '../../../../../games/doom-2077/protocol/accept-repeater.ts'
import { AmplificationLimit } from '../../../../../games/doom-2077/protocol/address-validation/amplification-limit.ts'
import { EchoProbes } from '../../../../../games/doom-2077/protocol/address-validation/echo-probes.ts'
import {
  type ContinuableSession,
  findSessionToContinue,
} from '../../../../../games/doom-2077/protocol/address-validation/rebinding.ts'
import { DoomTestRoom, positionOf, type TestClient } from '../../test-client.ts'

const here = { x: 100_000, y: 200_000, z: 41_000, angle: 90_000 }
const move = { type: 'MOVE', ...here } as const

describe('[DM-2.7] [DM-2.8] an address', () => {
  it('may receive three times as many bytes as it sent', () => {
    const limit = new AmplificationLimit(false)
    expect(limit.allowance).toBe(0)
    limit.onReceived(10)
    limit.onSent(28)
    expect(limit.allowance).toBe(2)
    limit.onReceived(1)
    expect(limit.allowance).toBe(5)
  })

  it('stays validated and may then receive any number of bytes', () => {
    const limit = new AmplificationLimit(false)
    limit.markValidated()
    limit.onSent(1_000_000)
    expect([limit.isValidated, limit.allowance]).toEqual([true, Number.POSITIVE_INFINITY])
  })
})

describe('[DM-2.14] a probe', () => {
  it('counts as echoed only if it is one of the last sixteen that were sent', () => {
    const probes = new EchoProbes()
    expect(probes.takeEchoes([move], 0)).toBe(false)
    probes.add(here, 0)
    for (let later = 1; later < 16; later++) probes.add({ ...here, x: later * 10 }, later)
    expect(probes.takeEchoes([{ ...move, x: 150 }], 0)).toBe(true)
    for (const x of [16, 17]) probes.add({ ...here, x: x * 10 }, x)
    expect(probes.takeEchoes([move], 0)).toBe(false)
  })

  it('[DM-8.9] that follows JOINs counts as lost if it has no echo within 2 s', () => {
    const probes = new EchoProbes()
    probes.add(here, 0)
    probes.add({ ...here, x: 1 }, 100, true)
    expect([probes.hasLostAnnouncement(2099), probes.hasLostAnnouncement(2100)]).toEqual([false, true])
    probes.takeEchoes([{ ...move, x: 1 }], 0)
    expect(probes.hasLostAnnouncement(9999)).toBe(false)
  })
})

describe('[DM-2.9] an acceptance', () => {
  it('is no longer repeated once it is over 5 s old', () => {
    const acceptance = new AcceptRepeater(0)
    expect([acceptance.isDue(5000), acceptance.isDue(5001)]).toEqual([true, false])
  })
})

describe('[DM-2.10] the session that a new port continues', () => {
  const session = (change: Partial<ContinuableSession> = {}): ContinuableSession => ({
    address: '192.0.2.1',
    silentMs: 2000,
    position: here,
    ...change,
  })

  it('has the same IP address, has been silent for 2 s, and its player can have moved so far', () => {
    const far = { ...here, x: here.x + 2 * 450_000 + 64_000 }
    for (const [all, place, found] of [
      [[session()], here, 0],
      [[session({ silentMs: 1999 })], here, 'perhaps'],
      [[session()], far, 0],
      [[session()], { ...far, x: far.x + 1 }, undefined],
      [[session({ address: '192.0.2.2' })], here, undefined],
      [[session({ position: undefined })], here, undefined],
      [[session({ silentMs: 1000 }), session()], here, 1],
      [[session(), session()], here, undefined],
      [[], here, undefined],
    ] as const)
      expect(findSessionToContinue(all, '192.0.2.1', place)).toBe(
        typeof found === 'number' ? all[found] : found,
      )
  })
})

describe('[DM-2.10] a client on another port', () => {
  async function playing(): Promise<[DoomTestRoom, TestClient, TestClient]> {
    const room = await DoomTestRoom.create()
    return [room, room.joinPlayer('ann', '192.0.2.1'), room.joinPlayer('bob', '192.0.2.2')]
  }

  it('continues as the same player without join or leave, and receives what it missed', async () => {
    const [room, ann, bob] = await playing()
    const place = ann.takeOwnPosition()
    ann.answersPositions = false
    ann.move(place)
    room.advance(2500)
    bob.takeDatagrams()
    const moved = room.connectFrom('192.0.2.1')
    moved.move({ ...place, x: place.x + 5000 })
    expect(ann.closeReason).toBe('the session moved to another port')
    room.advanceSlots(2)
    expect(bob.takeMessages().filter(({ type }) => type === 'MOVE')).toMatchObject([
      { playerId: 4, x: place.x + 5000 },
    ])
    // The new port is not validated yet. Within its limit it receives a position, which it must echo.
    for (let times = 0; times < 5; times++) {
      room.advance(300)
      moved.send({ type: 'KATC' })
    }
    expect(moved.isAddressValidated).toBe(false)
    const received = moved.takeMessages()
    const asked = received.findLast((one) => one.type === 'MOVE' && one.playerId === 4)
    if (asked?.type !== 'MOVE') throw new Error('was not asked')
    moved.move(positionOf(asked))
    expect(moved.isAddressValidated).toBe(true)
    room.advanceSlots(3)
    received.push(...moved.takeMessages())
    for (const type of ['DOST', 'L_ST', 'SCOR', 'HLTH'] as const)
      expect(received.some((one) => one.type === type)).toBe(true)
    expect(received.filter(({ type }) => type === 'JOIN' || type === 'ACPT' || type === 'KICK')).toEqual([])
    bob.send({ type: 'CHAT', msg: 'welcome back' })
    room.advanceSlots(2)
    expect(moved.takeMessagesOf('CHAT')).toEqual([{ type: 'CHAT', playerId: 5, msg: 'welcome back' }])
    expect(room.names).toEqual(['ann', 'bob'])
    expect(bob.takeMessages().filter(({ type }) => type === 'JOIN' || type === 'QUIT')).toEqual([])
  })

  it('receives KICK if it has another IP address, or has moved too far', async () => {
    for (const [address, wait, units] of [
      ['192.0.2.9', 2500, 5],
      ['192.0.2.1', 2500, 1500],
    ] as const) {
      const [room, ann] = await playing()
      const place = ann.takeOwnPosition()
      ann.answersPositions = false
      ann.move(place)
      room.advance(wait)
      const other = room.connectFrom(address)
      other.move({ ...place, x: place.x + units * 1000 })
      expect(other.takeMessagesOf('KICK')).toEqual([{ type: 'KICK', reason: 'Unknown session' }])
      expect([ann.closeReason, room.names]).toEqual([undefined, ['ann', 'bob']])
    }
  })

  it('waits while the session that it may continue was active a moment ago, and then continues it', async () => {
    const [room, ann] = await playing()
    const place = ann.takeOwnPosition()
    ann.answersPositions = false
    ann.move(place)
    const moved = room.connectFrom('192.0.2.1')
    for (let times = 0; times < 25; times++) {
      room.advance(100)
      moved.move({ ...place, x: place.x + times * 100 })
    }
    expect(moved.takeMessagesOf('KICK')).toEqual([])
    expect([ann.closeReason, room.names]).toEqual(['the session moved to another port', ['ann', 'bob']])
  })

  it('receives KICK if two sessions of its IP address are silent, or if its session has quit', async () => {
    const [room, ann] = await playing()
    const carol = room.joinPlayer('carol', '192.0.2.1')
    const place = ann.takeOwnPosition()
    for (const testClient of [ann, carol]) testClient.answersPositions = false
    ann.move(place)
    room.advance(2500)
    const other = room.connectFrom('192.0.2.1')
    other.move(place)
    expect(other.takeMessagesOf('KICK')).toHaveLength(1)
    carol.send({ type: 'QUIT' })
    carol.takeDatagrams()
    carol.move(place)
    expect(carol.types()).toBe('')
    room.advance(5000)
    carol.move(place)
    expect(carol.takeMessagesOf('KICK')).toHaveLength(1)
    expect(room.names).toEqual(['ann', 'bob'])
  })

  it('is still disconnected after 20 s of silence if it has ever sent a keep-alive', async () => {
    const [room, ann] = await playing()
    const place = ann.takeOwnPosition()
    ann.answersPositions = false
    ann.move(place)
    room.advance(2500)
    const moved = room.connectFrom('192.0.2.1')
    moved.move(place)
    room.advance(450)
    moved.move(positionOf(moved.takeMessagesOf('MOVE').find(({ playerId }) => playerId === 4)!))
    moved.takeDatagrams()
    room.advance(20_100)
    expect(moved.takeMessagesOf('KICK')).toEqual([{ type: 'KICK', reason: 'Timed out.' }])
  })
})

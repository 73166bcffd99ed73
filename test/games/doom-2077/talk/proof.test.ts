// Addresses: what may be sent to them, and whose they are when a client comes from another port.
import { describe, expect, it } from 'vitest'
import { Probes } from '../../../../games/doom-2077/talk/probes.ts'
import { Acceptance, Proof } from '../../../../games/doom-2077/talk/proof.ts'
import { type Binding, rebound } from '../../../../games/doom-2077/talk/rebinding.ts'
import { placeOf, Room, type Talker } from '../conversation.ts'

const here = { x: 100_000, y: 200_000, z: 41_000, angle: 90_000 }
const move = { type: 'MOVE', ...here } as const

describe('[DM-2.7] [DM-2.8] an address', () => {
  it('may be sent three times what came from it', () => {
    const proof = new Proof(false)
    expect(proof.allowance).toBe(0)
    proof.heard(10)
    proof.sent(28)
    expect(proof.allowance).toBe(2)
    proof.heard(1)
    expect(proof.allowance).toBe(5)
  })

  it('that is proven stays so, and may be sent everything', () => {
    const proof = new Proof(false)
    proof.prove()
    proof.sent(1_000_000)
    expect([proof.proven, proof.allowance]).toEqual([true, Number.POSITIVE_INFINITY])
  })
})

describe('[DM-2.14] a probe', () => {
  it('is said back by a MOVE within one of its x, y and angle, among whatever else, once', () => {
    for (const [change, answered] of [
      [{}, true],
      [{ x: here.x + 1, y: here.y - 1, angle: here.angle - 1 }, true],
      [{ z: 0 }, true],
      [{ x: here.x + 2 }, false],
      [{ y: here.y - 2 }, false],
      [{ angle: here.angle + 2 }, false],
    ] as const) {
      const probes = new Probes()
      probes.sent(here, 0)
      const said = [{ type: 'KATC' }, { ...move, ...change }] as const
      expect([probes.answered(said), probes.answered(said)]).toEqual([answered, false])
    }
  })

  it('that was never sent, or is sixteen old, is none', () => {
    const probes = new Probes()
    expect(probes.answered([move])).toBe(false)
    probes.sent(here, 0)
    for (let later = 1; later < 16; later++) probes.sent({ ...here, x: later * 10 }, later)
    expect(probes.answered([{ ...move, x: 150 }])).toBe(true)
    for (const x of [16, 17]) probes.sent({ ...here, x: x * 10 }, x)
    expect(probes.answered([move])).toBe(false)
  })

  it('[DM-8.9] behind JOINs counts as lost after 2 s', () => {
    const probes = new Probes()
    probes.sent(here, 0)
    probes.sent({ ...here, x: 1 }, 100, true)
    expect([probes.hasLostAnnouncement(2099), probes.hasLostAnnouncement(2100)]).toEqual([false, true])
    probes.answered([{ ...move, x: 1 }])
    expect(probes.hasLostAnnouncement(9999)).toBe(false)
  })
})

describe('[DM-2.9] an acceptance', () => {
  it('is repeated after 1, 2 and 3 s, and not once its client was heard', () => {
    const [silent, heard] = [new Acceptance(0), new Acceptance(0)]
    heard.answered()
    const times: number[] = []
    for (let now = 0; now < 10_000; now += 34) {
      expect(heard.isDue(now)).toBe(false)
      if (!silent.isDue(now)) continue
      silent.repeated(now)
      times.push(Math.floor(now / 1000))
    }
    expect(times).toEqual([1, 2, 3])
  })

  it('that could not be repeated for 5 s is not any more', () => {
    const acceptance = new Acceptance(0)
    expect([acceptance.isDue(5000), acceptance.isDue(5001)]).toEqual([true, false])
  })
})

describe('[DM-2.10] of the sessions at an address', () => {
  const binding = (change: Partial<Binding> = {}): Binding => ({
    address: '192.0.2.1',
    silentMs: 2000,
    place: here,
    ...change,
  })

  it('the one that is silent for 2 s, and whose player can have come so far, is taken over', () => {
    const far = { ...here, x: here.x + 2 * 450_000 + 64_000 }
    for (const [all, place, found] of [
      [[binding()], here, 0],
      [[binding({ silentMs: 1999 })], here, 'perhaps'],
      [[binding()], far, 0],
      [[binding()], { ...far, x: far.x + 1 }, undefined],
      [[binding({ address: '192.0.2.2' })], here, undefined],
      [[binding({ place: undefined })], here, undefined],
      [[binding({ silentMs: 1000 }), binding()], here, 1],
      [[binding(), binding()], here, undefined],
      [[], here, undefined],
    ] as const)
      expect(rebound(all, '192.0.2.1', place)).toBe(typeof found === 'number' ? all[found] : found)
  })
})

describe('[DM-2.10] a client behind another port', () => {
  async function playing(): Promise<[Room, Talker, Talker]> {
    const room = await Room.founded()
    return [room, room.player('ann', '192.0.2.1'), room.player('bob', '192.0.2.2')]
  }

  function placed(talker: Talker) {
    const own = talker.heard().filter((one) => one.type === 'MOVE' && one.playerId === 4)
    const last = own.at(-1)
    if (last?.type !== 'MOVE') throw new Error('was not placed')
    return placeOf(last)
  }

  it('goes on as the player it was: nobody comes, nobody leaves, and it hears what it missed', async () => {
    const [room, ann, bob] = await playing()
    const place = placed(ann)
    ann.answers = false
    ann.move(place)
    room.pass(2500)
    bob.take()
    const moved = room.address('192.0.2.1')
    moved.move({ ...place, x: place.x + 5000 })
    expect(ann.closedFor).toBe('goes on at another port')
    room.slots(2)
    expect(bob.heard().filter(({ type }) => type === 'MOVE')).toMatchObject([
      { playerId: 4, x: place.x + 5000 },
    ])
    // Its new port proves nothing yet, and is sent what that allows: a place to say back.
    for (let times = 0; times < 5; times++) {
      room.pass(300)
      moved.say({ type: 'KATC' })
    }
    expect(moved.isProven).toBe(false)
    const heard = moved.heard()
    const asked = heard.findLast((one) => one.type === 'MOVE' && one.playerId === 4)
    if (asked?.type !== 'MOVE') throw new Error('was not asked')
    moved.move(placeOf(asked))
    expect(moved.isProven).toBe(true)
    room.slots(3)
    heard.push(...moved.heard())
    for (const type of ['DOST', 'L_ST', 'SCOR', 'HLTH'] as const)
      expect(heard.some((one) => one.type === type)).toBe(true)
    expect(heard.filter(({ type }) => type === 'JOIN' || type === 'ACPT' || type === 'KICK')).toEqual([])
    bob.say({ type: 'CHAT', msg: 'welcome back' })
    room.slots(2)
    expect(moved.heardOf('CHAT')).toEqual([{ type: 'CHAT', playerId: 5, msg: 'welcome back' }])
    expect(room.names).toEqual(['ann', 'bob'])
    expect(bob.heard().filter(({ type }) => type === 'JOIN' || type === 'QUIT')).toEqual([])
  })

  it('is a stranger if it comes from elsewhere, or too far', async () => {
    for (const [address, wait, units] of [
      ['192.0.2.9', 2500, 5],
      ['192.0.2.1', 2500, 1500],
    ] as const) {
      const [room, ann] = await playing()
      const place = placed(ann)
      ann.answers = false
      ann.move(place)
      room.pass(wait)
      const other = room.address(address)
      other.move({ ...place, x: place.x + units * 1000 })
      expect(other.heardOf('KICK')).toEqual([{ type: 'KICK', reason: 'Unknown session' }])
      expect([ann.closedFor, room.names]).toEqual([undefined, ['ann', 'bob']])
    }
  })

  it('is told nothing while the one that it may be was heard of a moment ago, and then goes on', async () => {
    const [room, ann] = await playing()
    const place = placed(ann)
    ann.answers = false
    ann.move(place)
    const moved = room.address('192.0.2.1')
    for (let times = 0; times < 25; times++) {
      room.pass(100)
      moved.move({ ...place, x: place.x + times * 100 })
    }
    expect(moved.heardOf('KICK')).toEqual([])
    expect([ann.closedFor, room.names]).toEqual(['goes on at another port', ['ann', 'bob']])
  })

  it('is a stranger where two at its address are silent, and if it has quit', async () => {
    const [room, ann] = await playing()
    const carol = room.player('carol', '192.0.2.1')
    const place = placed(ann)
    for (const talker of [ann, carol]) talker.answers = false
    ann.move(place)
    room.pass(2500)
    const other = room.address('192.0.2.1')
    other.move(place)
    expect(other.heardOf('KICK')).toHaveLength(1)
    carol.say({ type: 'QUIT' })
    carol.take()
    carol.move(place)
    expect(carol.types()).toBe('')
    room.pass(5000)
    carol.move(place)
    expect(carol.heardOf('KICK')).toHaveLength(1)
    expect(room.names).toEqual(['ann', 'bob'])
  })

  it('keeps alive as it did before', async () => {
    const [room, ann] = await playing()
    const place = placed(ann)
    ann.answers = false
    ann.move(place)
    room.pass(2500)
    const moved = room.address('192.0.2.1')
    moved.move(place)
    room.pass(450)
    moved.move(placeOf(moved.heardOf('MOVE').find(({ playerId }) => playerId === 4)!))
    moved.take()
    room.pass(20_100)
    expect(moved.heardOf('KICK')).toEqual([{ type: 'KICK', reason: 'Timed out.' }])
  })
})

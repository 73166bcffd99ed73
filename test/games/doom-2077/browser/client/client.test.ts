import { beforeEach, describe, expect, it } from 'vitest'
import { Arsenal } from '../../../../../games/doom-2077/browser/client/arsenal.ts'
import type { PlayerInput } from '../../../../../games/doom-2077/browser/client/client.ts'
import { MessageLog } from '../../../../../games/doom-2077/browser/client/message-log.ts'
import { displayDelayMs, RemotePlayer } from '../../../../../games/doom-2077/browser/client/remote-player.ts'
import { readFromClient, readFromServer } from '../../../../../games/doom-2077/datagrams/datagram.ts'
import { DoomTestRoom } from '../../test-client.ts'
import { BrowserPlayer, frameMs, noInput, play } from './lossy-network.ts'

const ahead: PlayerInput = { ...noInput, forward: 1 }
const stands = () => noInput
const rambles =
  (seed: number) =>
  (at: number): PlayerInput => ({
    forward: Math.floor(at / 900 + seed) % 5 === 0 ? -1 : 1,
    sideways: (Math.floor(at / 700 + seed) % 3) - 1,
    turn: Math.sin(at / 500 + seed) * 4,
    isFiring: Math.floor(at / 400) % 2 === 0,
  })

interface Spot {
  readonly x: number
  readonly y: number
}
/** [DM-3.3] Speed of a running player in map units per second. */
const speed = 300

const said = ({ sent }: BrowserPlayer) => sent.flatMap((bytes) => readFromClient(bytes).messages)

let room: DoomTestRoom
beforeEach(async () => {
  room = await DoomTestRoom.create()
})

describe('a joining client', () => {
  it('[DM-2.1] [DM-3.4] requests its name, loads the map and reports its position', async () => {
    const ann = new BrowserPlayer(room, ' Ann ')
    play(room, 400, [ann, stands])
    expect([ann.client.stage, ann.client.isReadyToDraw, room.names]).toEqual(['in', true, ['Ann']])
    expect(said(ann).map(({ type }) => type)).toEqual(['SCRT', 'JOIN', 'MOVE'])
    expect([ann.client.health, ann.client.scores[0]?.name]).toEqual([100_000, 'Ann'])
  })

  it('[DM-7.2] reports that its name is in use, and does not request it again', async () => {
    play(room, 400, [new BrowserPlayer(room, 'Ann'), stands])
    const second = new BrowserPlayer(room, 'Ann')
    play(room, 9000, [second, stands])
    expect([second.client.stage, second.client.refusalReason]).toEqual(['out', 'Name already in use.'])
    second.client.join('Bob', room.now)
    play(room, 400, [second, stands])
    expect(second.client.stage).toBe('in')
  })

  it('[DM-2.5] waits while the room is full', async () => {
    const room = await DoomTestRoom.create({ maxPlayers: 1 })
    const ann = new BrowserPlayer(room, 'Ann')
    play(room, 400, [ann, stands])
    const bob = new BrowserPlayer(room, 'Bob')
    play(room, 4000, [ann, stands], [bob, stands])
    expect([bob.client.stage, bob.client.refusalReason]).toEqual(['refused', 'Server full.'])
    ann.client.leave()
    play(room, 4000, [ann, stands], [bob, stands])
    expect(bob.client.stage).toBe('in')
  })

  it('[DM-1.7] replaces or drops characters that the protocol lacks', async () => {
    const ann = new BrowserPlayer(room, 'Änn ☠')
    play(room, 400, [ann, stands])
    ann.client.chat(`${'ö'.repeat(200)} Ω`)
    play(room, 200, [ann, stands])
    expect([room.names, ann.client.messages.all.at(-1)?.text]).toEqual([
      ['Änn ?'],
      `Änn ?: ${'ö'.repeat(127)}`,
    ])
    ann.client.chat('schön 😀')
    play(room, 200, [ann, stands])
    expect(ann.client.messages.all.at(-1)?.text).toBe('Änn ?: schön ?')
  })

  it('sends nothing while the connection is lost, and then joins again', async () => {
    const ann = new BrowserPlayer(room, 'Ann')
    play(room, 400, [ann, stands])
    ann.client.onDisconnected()
    ann.sent.length = 0
    const { x, y } = ann.client.walker
    play(room, 400, [ann, () => ahead])
    expect([ann.client.chat('hello?'), ann.sent, ann.client.walker]).toMatchObject([false, [], { x, y }])
    ann.reconnect()
    play(room, 400, [ann, stands])
    expect([ann.client.stage, ann.client.chat('hello')]).toEqual(['in', true])
  })

  it('[DM-2.4] [DM-2.6] [DM-3.1] sends only PINGs while nothing changes, and the room answers each of them', async () => {
    const ann = new BrowserPlayer(room, 'Ann')
    play(room, 400, [ann, stands])
    ann.sent.length = 0
    ann.received.length = 0
    play(room, 60_000, [ann, stands])
    expect(new Set(said(ann).map(({ type }) => type))).toEqual(new Set(['PING']))
    const answers = ann.received.flatMap((bytes) => readFromServer(bytes).messages)
    expect([ann.client.stage, answers.filter(({ type }) => type === 'PONG').length]).toEqual(['in', 20])
  })
})

describe('a walking player', () => {
  it('[DM-3.3] moves 300 units a second on screen without delay, and sends a MOVE at most every 33 ms', async () => {
    const ann = new BrowserPlayer(room, 'Ann', { delay: 75, loss: 0 })
    play(room, 600, [ann, stands])
    ann.sent.length = 0
    const { x, y } = ann.client.walker
    ann.frame(ahead)
    room.advance(17)
    ann.frame(ahead)
    expect(Math.hypot(ann.client.walker.x - x, ann.client.walker.y - y)).toBeGreaterThan(4)
    play(room, 1000, [ann, () => ahead])
    const moves = said(ann).filter(({ type }) => type === 'MOVE').length
    expect(moves).toBeGreaterThan(5)
    expect(moves).toBeLessThanOrEqual(32)
  })

  it.each([
    ['without latency', { delay: 0, loss: 0 }],
    ['at 150 ms and 3 % loss', { delay: 75, loss: 0.03 }],
  ])(
    '[DM-3.5] is corrected at most once while two players run and shoot for half a minute %s',
    async (_, line) => {
      const room = await DoomTestRoom.create({ matchSeconds: 600 })
      const [ann, bob] = [new BrowserPlayer(room, 'Ann', line), new BrowserPlayer(room, 'Bob', line)]
      play(room, 7000, [ann, stands], [bob, stands])
      const [before, far] = [
        ann.client.corrections + bob.client.corrections,
        ann.client.walker.distanceWalked,
      ]
      play(room, 30_000, [ann, rambles(0)], [bob, rambles(3)])
      expect(ann.client.walker.distanceWalked - far).toBeGreaterThan(1500)
      expect(ann.client.corrections + bob.client.corrections - before).toBeLessThanOrEqual(1)
    },
  )

  it('[DM-3.2] moves exactly to the position that the room sets', async () => {
    const [ann, bob] = [new BrowserPlayer(room, 'Ann'), new BrowserPlayer(room, 'Bob')]
    play(room, 7000, [ann, stands], [bob, stands])
    const place = ann.client.walker.position
    expect(said(ann).findLast(({ type }) => type === 'MOVE')).toEqual({ type: 'MOVE', ...place })
    expect(bob.client.others.get(ann.client.id)?.latestPosition).toEqual(place)
  })
})

describe('other players', () => {
  const at = (x: number) => ({ x: x * 1000, y: 0, z: 41_000, angle: 0 })

  it('are drawn with a delay of a tenth of a second, interpolated between their reported positions', () => {
    const bob = new RemotePlayer(7, 'Bob')
    bob.addPosition(at(0), 1000)
    bob.addPosition(at(10), 1034)
    expect(bob.displayedPosition(1017 + displayDelayMs)?.x).toBe(5000)
    expect(bob.displayedPosition(2000)).toEqual(at(10))
  })

  it('stand still during a long silence and then take the next step', () => {
    const bob = new RemotePlayer(7, 'Bob')
    bob.addPosition(at(0), 1000)
    bob.addPosition(at(10), 9000)
    expect(bob.displayedPosition(8000 + displayDelayMs)?.x).toBe(0)
    expect(bob.displayedPosition(8925 + displayDelayMs)?.x).toBe(5000)
  })

  it('jump to a set position', () => {
    const bob = new RemotePlayer(7, 'Bob')
    bob.addPosition(at(0), 1000)
    bob.addPosition(at(900), 1034)
    expect(bob.displayedPosition(1040)?.x).toBe(900_000)
  })

  it('turn the shorter way round', () => {
    const bob = new RemotePlayer(7, 'Bob')
    bob.addPosition({ ...at(0), angle: 350_000 }, 1000)
    bob.addPosition({ ...at(0), angle: 10_000 }, 1100)
    expect(bob.displayedPosition(1050 + displayDelayMs)?.angle).toBe(0)
  })
})

describe('other players at 150 ms latency and 3 % loss', () => {
  it('move along their path without leaps or stops', async () => {
    const line = { delay: 75, loss: 0.03 }
    const [ann, bob] = [new BrowserPlayer(room, 'Ann', line), new BrowserPlayer(room, 'Bob', line)]
    play(room, 7000, [ann, stands], [bob, stands])
    /** Bob's real positions, and where Ann's client drew them at the same time, in map units. */
    const [true_, drawn]: [Spot[], Spot[]] = [[], []]
    const look = () => {
      const seen = ann.client.others.get(bob.client.id)!.displayedPosition(room.now)!
      true_.push({ x: bob.client.walker.x, y: bob.client.walker.y })
      drawn.push({ x: seen.x / 1000, y: seen.y / 1000 })
    }
    for (let frame = 0; frame < 1800; frame++) {
      play(room, frameMs, [ann, stands], [bob, rambles(3)])
      look()
    }
    const far = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y)
    /** For each frame, the distance between the drawn position and the real position `late` frames earlier. */
    const apart = (late: number) => drawn.slice(late).map((at, n) => far(at, true_[n]!))
    const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
    const lates = Array.from({ length: 30 }, (_, late) => late)
    const late = lates.reduce((best, each) => (mean(apart(each)) < mean(apart(best)) ? each : best))
    // The delay consists of the latency both ways, one slot, and the 100 ms by which clients draw other players late.
    expect(late * frameMs).toBeGreaterThan(230)
    expect(late * frameMs).toBeLessThan(330)
    const off = apart(late)
    const share = (of: readonly number[], is: (each: number) => boolean) => of.filter(is).length / of.length
    expect(mean(off)).toBeLessThan(3)
    expect(share(off, (each) => each > 10)).toBeLessThan(0.05)
    // Bob walks about 5 units per frame.
    const steps = (of: readonly Spot[]) => of.slice(1).map((at, n) => far(at, of[n]!))
    const [went, goes] = [steps(true_), steps(drawn)]
    const pace = (speed * frameMs) / 1000
    expect(share(goes, (step) => step > 2.5 * pace)).toBeLessThan(0.02)
    const walked = share(went, (step) => step > pace / 2)
    expect(walked).toBeGreaterThan(0.3)
    expect(share(goes, (step) => step > pace / 4)).toBeGreaterThan(walked * 0.95)
  })
})

describe('a lost connection', () => {
  it.each([1000, 20_000, 40_000])(
    'of %i ms is re-established automatically, and the player keeps the score',
    async (ms) => {
      const room = await DoomTestRoom.create({ matchSeconds: 600 })
      const [ann, bob] = [new BrowserPlayer(room, 'Ann'), new BrowserPlayer(room, 'Bob')]
      play(room, 9000, [ann, stands], [bob, stands])
      ann.isCut = true
      play(room, ms, [ann, () => ahead], [bob, stands])
      ann.reconnect()
      play(room, 8000, [ann, stands], [bob, stands])
      expect([ann.client.stage, ann.client.isReadyToDraw, room.names.toSorted()]).toEqual([
        'in',
        true,
        ['Ann', 'Bob'],
      ])
      expect([...ann.client.others.values()].map(({ name }) => name)).toEqual(['Bob'])
      expect([...bob.client.others.values()].map(({ name }) => name)).toEqual(['Ann'])
      expect(ann.client.scores.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob'])
      expect(ann.client.scores).toEqual(bob.client.scores)
      // Ann can play on: Bob's client sees Ann walk.
      const before = bob.client.others.get(ann.client.id)!.latestPosition
      play(room, 600, [ann, () => ahead], [bob, stands])
      expect(bob.client.others.get(ann.client.id)!.latestPosition).not.toEqual(before)
    },
  )

  it('is re-established after a restart of the room without action by the player', async () => {
    const room = await DoomTestRoom.create({ matchSeconds: 600 })
    const [ann, bob] = [new BrowserPlayer(room, 'Ann'), new BrowserPlayer(room, 'Bob')]
    play(room, 9000, [ann, stands], [bob, stands])
    const { id } = ann.client
    room.restart()
    play(room, 4000, [ann, () => ahead], [bob, stands])
    // Waits until Bob has received Ann's last move.
    play(room, 600, [ann, stands], [bob, stands])
    expect([ann.client.id, ann.client.stage, room.names.toSorted()]).toEqual([id, 'in', ['Ann', 'Bob']])
    expect(bob.client.others.get(id)!.latestPosition).toEqual(ann.client.walker.position)
    expect(ann.client.scores).toEqual(bob.client.scores)
  })
})

describe('weapons', () => {
  it('[DM-4.1] fire as often as the room allows, and fire at once after a switch to another weapon', () => {
    const arms = new Arsenal()
    const shots = (ms: number, from: number) => {
      let count = 0
      for (let at = from; at < from + ms; at += 10) if (arms.pullTrigger(at) === 'shot') count++
      return count
    }
    expect(shots(2000, 0)).toBe(4)
    arms.switchTo(3, 2000)
    expect(shots(2500, 2000)).toBe(2)
    expect(arms.switchTo(3, 4600)).toBe(false)
    expect(arms.pullTrigger(4600)).toBe('shot')
    arms.switchTo(2, 4610)
    expect(shots(1000, 4610)).toBe(10)
  })

  it("[DM-4.6] start with the room's ammunition, and reload instead of firing when empty", () => {
    const arms = new Arsenal()
    arms.setMagazines([-2, 1, 10, 10])
    expect([arms.pullTrigger(0), arms.pullTrigger(600), arms.pullTrigger(700), arms.shotsLeft]).toEqual([
      'shot',
      'filled',
      undefined,
      30,
    ])
    expect(arms.pullTrigger(1300)).toBe('shot')
    arms.switchTo(0, 1300)
    expect([arms.shotsLeft, arms.reload(1300)]).toEqual([undefined, false])
  })

  it('[DM-4.2] [DM-4.3] kill visible players, and the score comes from the room', async () => {
    const line = { delay: 40, loss: 0 }
    const [ann, bob] = [new BrowserPlayer(room, 'Ann', line), new BrowserPlayer(room, 'Bob', line)]
    play(room, 7000, [ann, stands], [bob, stands])
    // Ann walks towards Bob until they see each other.
    const [hunter, prey] = [ann.client, bob.client]
    const chase = (): PlayerInput => {
      const target = hunter.others.get(prey.id)?.latestPosition
      if (!target) return noInput
      const [dx, dy] = [target.x / 1000 - hunter.walker.x, target.y / 1000 - hunter.walker.y]
      const wanted = (Math.atan2(-dy, dx) * 180) / Math.PI
      const turn = ((((wanted - hunter.walker.angle) % 360) + 540) % 360) - 180
      return { forward: 1, sideways: room.now % 3000 < 1200 ? 1 : -0.4, turn, isFiring: true }
    }
    let kills = 0
    for (let tries = 0; tries < 60 && kills === 0; tries++) {
      play(room, 2000, [ann, chase], [bob, rambles(5)])
      kills = hunter.scores.find(({ name }) => name === 'Ann')?.kills ?? 0
    }
    expect(kills).toBeGreaterThan(0)
    expect(prey.scores).toEqual(hunter.scores)
    expect(hunter.messages.all.map(({ text }) => text)).toContain('Bob succumbed to the attacks of Ann')
    play(room, 3000, [ann, stands], [bob, stands])
    expect([prey.diedAt, prey.health]).toEqual([undefined, 100_000])
  })
})

it('marks of shots also disappear while the player is dead', () => {
  const ann = new BrowserPlayer(room, 'Ann')
  play(room, 400, [ann, stands])
  Object.assign(ann.client, { diedAt: room.now }).hitMarks.addBlood({ x: 0, y: 0, z: 0 }, room.now)
  play(room, 500, [ann, stands])
  expect([...ann.client.hitMarks]).toHaveLength(1)
  play(room, 200, [ann, stands])
  expect([...ann.client.hitMarks]).toEqual([])
})

describe('doors', () => {
  it('[DM-6.1] [DM-6.4] open at once for the player who opens them, and for other players when the room sends OPEN', async () => {
    const line = { delay: 75, loss: 0 }
    const [ann, bob] = [new BrowserPlayer(room, 'Ann', line), new BrowserPlayer(room, 'Bob', line)]
    play(room, 1000, [ann, stands], [bob, stands])
    const { doorsAndLifts, level } = ann.client
    const sector = level!.doors[0]!.sector
    const { x1, y1, x2, y2 } = level!.lines.find(({ special }) => special === 1)!
    Object.assign(ann.client.walker, { x: (x1 + x2) / 2 - 40, y: (y1 + y2) / 2, angle: 0 })
    ann.client.interact(room.now)
    play(room, 100, [ann, stands], [bob, stands])
    expect(doorsAndLifts!.heights.ceilings[sector]).toBeGreaterThan(0)
    expect(bob.client.doorsAndLifts!.heights.ceilings[sector]).toBe(0)
    play(room, 800, [ann, stands], [bob, stands])
    const open = level!.doors[0]!.open
    expect([doorsAndLifts, bob.client.doorsAndLifts].map((of) => of!.heights.ceilings[sector])).toEqual([
      open,
      open,
    ])
    play(room, 5000, [ann, stands], [bob, stands])
    expect([doorsAndLifts, bob.client.doorsAndLifts].map((of) => of!.heights.ceilings[sector])).toEqual([
      0, 0,
    ])
    expect(bob.noises.filter((noise) => noise === 'door')).toHaveLength(2)
  })
  it('[DM-6.1] are also opened by a distant switch that the player faces', async () => {
    const ann = new BrowserPlayer(room, 'Ann')
    play(room, 1000, [ann, stands])
    const vault = ann.client.level!.doors[1]!
    const ceiling = () => ann.client.doorsAndLifts!.heights.ceilings[vault.sector]
    const lever = ann.client.level!.lines.find(({ special }) => special === 103)!
    Object.assign(ann.client.walker, { x: (lever.x1 + lever.x2) / 2, y: lever.y1 + 40, angle: 270 })
    ann.client.interact(room.now)
    expect(ann.noises).toEqual([])
    ann.client.walker.turn(180)
    ann.client.interact(room.now)
    play(room, 800, [ann, stands])
    expect([ceiling(), ann.noises.includes('switch')]).toEqual([vault.open, true])
  })
})

describe('a long session', () => {
  it('keeps only the newest messages, and the newest positions of other players', () => {
    const [texts, bob] = [new MessageLog(), new RemotePlayer(7, 'Bob')]
    for (let at = 0; at < 5000; at++) {
      texts.addChat(`line ${at}`, at)
      bob.addPosition({ x: at * 1000, y: 0, z: 41_000, angle: 0 }, at * 34)
    }
    expect([texts.all.length, texts.chats(5000).length, texts.chats(16_000).length]).toEqual([60, 3, 0])
    expect(bob.displayedPosition(0)?.x).toBeGreaterThan(4_900_000)
  })
})

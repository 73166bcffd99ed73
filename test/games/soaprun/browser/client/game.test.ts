// Runs the browser player in a real world. The client-side rules are those of the 2010 client.
import { describe, expect, it } from 'vitest'
import type { UnitType } from '../../../../../games/soaprun/board/board.ts'
import { headings } from '../../../../../games/soaprun/browser/client/runner.ts'
import { describeGame, describeHint, describePlayer } from '../../../../../games/soaprun/browser/texts.ts'
import { soaprun } from '../../../../../games/soaprun/index.ts'
import { fromClient, fromServer } from '../../../../../games/soaprun/packets.ts'
import { playtest } from '../../../../playtest.ts'
import { enter, faults, type SoaprunRoom, unlimited, walk, worldARoom } from '../../fixture-room.ts'
import { FakeBrowser } from '../fake-browser.ts'

const { left, up, right, down } = headings
const harbor = (options = {}): Promise<SoaprunRoom> => playtest(soaprun, { options, fromClient, fromServer })

async function inHarbor(options = {}): Promise<[SoaprunRoom, FakeBrowser]> {
  const room = await harbor(options)
  const ann = new FakeBrowser(room)
  ann.frames(20)
  expect(ann.game.isShown).toBe(true)
  return [room, ann]
}

describe('joining', () => {
  it('[SR-3.6] sends the same requests as the 2010 client, in the same order, then shows the field', async () => {
    const room = await harbor()
    const ann = new FakeBrowser(room)
    ann.frames(1)
    expect(ann.game.isShown).toBe(true)
    expect(ann.sentPackets[0]).toEqual({ type: 'myPo', nodes: [{ x: 30, y: 22 }] })
    expect([ann.waiting, ann.closed, faults(room)]).toEqual([0, undefined, []])
    expect(room.view).toMatchObject({ players: [{ index: 0, status: 'alive' }] })
  })

  it('[SR-3.1] ends without a game if the room is full', async () => {
    const room = await harbor({ maxPlayers: 1 })
    enter(room)
    const ann = new FakeBrowser(room)
    expect([ann.closed, ann.waiting, ann.game]).toEqual(['full', 0, undefined])
  })
})

describe('walking', () => {
  it('moves two pixels per frame, takes eight frames per tile, and stops at walls', async () => {
    const [, ann] = await inHarbor()
    ann.frames(8, { ways: [right] })
    expect(ann.tile).toEqual({ x: 31, y: 22 })
    ann.frames(4, { ways: [down] })
    expect(ann.game.self.place).toEqual({ x: 31 * 16, y: 22 * 16 + 8 })
    ann.walk([left, 9])
    ann.frames(100, { ways: [up] })
    expect(ann.game.self.place).toEqual({ x: 22 * 16, y: 19 * 16 })
    expect(ann.sounds.filter((sound) => sound === 'error').length).toBeGreaterThan(3)
  })

  it('moves one tile per key tap, even if the key is tapped during the previous step', async () => {
    const [, ann] = await inHarbor()
    ann.frames(4, { turned: right })
    ann.frames(30, { turned: right })
    expect(ann.tile).toEqual({ x: 32, y: 22 })
  })

  it('[SR-4.6] stops after 4 s without a reply, because the server would refuse a longer walk', async () => {
    const [room, ann] = await inHarbor()
    ann.cut = true
    for (let frame = 0; frame < 700; frame++)
      ann.frames(1, { ways: [Math.floor(frame / 40) % 2 === 0 ? right : left] })
    expect(ann.game.self.rests).toBe(true)
    ann.cut = false
    ann.frames(8, { ways: [down] })
    ann.frames(4, { ways: [down] })
    expect(ann.game.self.rests).toBe(false)
    ann.frames(40)
    expect(walk(enter(room), [30, 22]).players[0]!.nodes.at(-1)).toEqual(ann.tile)
  })

  it('[SR-3.7] is reported every 14 frames, as a list of corners, but not while the client waits for a Flds', async () => {
    const [room, ann] = await inHarbor()
    ann.sentPackets.length = 0
    ann.frames(140)
    expect(ann.sentPackets).toHaveLength(10)
    ann.cut = true
    ann.sentPackets.length = 0
    ann.frames(140)
    expect(ann.sentPackets.length).toBeLessThanOrEqual(1)
    ann.cut = false
    ann.frames(1)
    ann.sentPackets.length = 0
    ann.walk([left, 2], [down, 1], [left, 1])
    ann.frames(40)
    const nodes = ann.sentPackets.flatMap((packet) => (packet.type === 'myPo' ? packet.nodes : []))
    const corners = nodes.filter(({ x, y }, n) => n === 0 || x !== nodes[n - 1]!.x || y !== nodes[n - 1]!.y)
    expect(corners.at(-1)).toEqual({ x: 27, y: 23 })
    expect(walk(enter(room), [30, 22]).players[0]!.nodes.at(-1)).toEqual({ x: 27, y: 23 })
  })

  it('[SR-4.4] is accepted by the server on a path across room edges', async () => {
    const [room, ann] = await inHarbor()
    ann.walk([right, 12])
    ann.frames(60)
    expect([ann.game.rooms.x, ann.game.rooms.y]).toEqual([2, 1])
    expect(ann.tile.x).toBeGreaterThan(40)
    ann.walk([left, 14])
    ann.frames(60)
    expect([ann.game.rooms.x, ann.game.rooms.y]).toEqual([1, 1])
    expect(walk(enter(room), [30, 22]).players[0]!.nodes.at(-1)).toEqual(ann.tile)
  })

  it('at a room’s edge makes the client scroll to the next room, request three more rooms, and continue', async () => {
    const [, ann] = await inHarbor()
    ann.walk([right, 9])
    ann.sentPackets.length = 0
    ann.frames(9, { ways: [right] })
    expect(ann.tile).toEqual({ x: 40, y: 22 })
    ann.frames(1)
    expect(ann.game.scroll).toBeDefined()
    const asked = ann.sentPackets.filter(({ type }) => type === 'Room')
    expect(asked).toMatchObject([
      { x: 3, y: 1 },
      { x: 3, y: 0 },
      { x: 3, y: 2 },
    ])
    ann.frames(50)
    expect(ann.game.scroll).toBeUndefined()
    expect(ann.tile).toEqual({ x: 41, y: 22 })
  })
})

describe('returning', () => {
  const secret = 's'.repeat(32)

  it('[SR-7.8] starts at the player’s last position with the same items, and other players see the same player', async () => {
    const room = await worldARoom({ units: [['Sword', 33, 22]] })
    const ann = new FakeBrowser(room, { secret })
    ann.frames(20)
    expect(ann.returned).toBe(false)
    ann.walk([right, 5], [up, 2])
    ann.frames(20)
    const again = new FakeBrowser(room, { secret })
    again.frames(20)
    expect([again.returned, again.tile, again.game.self.items]).toEqual([true, { x: 35, y: 20 }, 1])
    again.walk([left, 2])
    again.frames(20)
    const [seen] = walk(enter(room), [30, 22]).players
    expect([seen!.index, seen!.generation, seen!.nodes.at(-1)]).toEqual([0, 1, { x: 33, y: 20 }])
    expect(ann.closed).toBe('the player joined from another window')
  })

  it.each([
    ['back to the first room', left, 1, 39],
    ['on into the next room', right, 2, 41],
  ])('[SR-7.8] at the edge between two rooms allows a step %s', async (_, way, column, x) => {
    const room = await worldARoom({ options: unlimited, units: [] })
    const ann = new FakeBrowser(room, { secret })
    ann.frames(20)
    ann.walk([right, 9])
    const hasReportedEdge = () =>
      ann.sentPackets.some((one) => one.type === 'myPo' && one.nodes.at(-1)?.x === 40)
    for (let n = 0; n < 60 && !hasReportedEdge(); n++) ann.frames(1, { ways: [right] })
    const again = new FakeBrowser(room, { secret })
    again.frames(20)
    expect(again.tile).toEqual({ x: 40, y: 22 })
    again.walk([way, 1])
    again.frames(60)
    expect([again.game.rooms.x, again.tile]).toEqual([column, { x, y: 22 }])
    expect(walk(enter(room), [30, 22]).players[0]!.nodes.at(-1)).toEqual({ x, y: 22 })
  })
})

describe('the field', () => {
  it('shows other players’ walks at walking speed, and hides players who left', async () => {
    const [room, ann] = await inHarbor()
    const bob = enter(room)
    ann.frames(20)
    expect(ann.game.players).toBe(2)
    walk(bob, [30, 22], [34, 22], [34, 24])
    ann.frames(15)
    const other = ann.game.figures.others.get(1)!
    expect(other.isMoving).toBe(true)
    ann.frames(48)
    expect(other.place).toEqual({ x: 34 * 16, y: 24 * 16 })
    bob.hangUp()
    ann.frames(20)
    expect(ann.game.players).toBe(1)
  })

  it('[SR-6.2] lets players choose a paint from a menu on canvas tiles', async () => {
    const [room, ann] = await inHarbor()
    ann.frames(1, { ok: true })
    expect(ann.game.menu?.rows).toEqual(['color'])
    ann.frames(1, { turned: right })
    ann.frames(1, { ok: true })
    ann.frames(20)
    expect(ann.game.self.color).toBe(1)
    ann.walk([down, 3])
    ann.frames(1, { ok: true })
    expect(ann.game.menu?.rows).toEqual(['color', 'paint'])
    ann.frames(1, { turned: right })
    ann.frames(1, { ok: true })
    ann.frames(20)
    expect(ann.game.rooms.tile(ann.tile)).toBe(14)
    expect(room.view).toMatchObject({ players: [{ color: 1 }] })
    ann.frames(1, { ok: true })
    ann.frames(1, { cancel: true })
    expect(ann.game.menu).toBeUndefined()
    expect(ann.sounds).toEqual(expect.arrayContaining(['ok', 'select', 'cancel', 'walk']))
  })
})

describe('touching a unit', () => {
  const meeting = async (type: UnitType) => {
    const room = await worldARoom({ units: [[type, 33, 22]] })
    const ann = new FakeBrowser(room)
    ann.frames(20)
    return [room, ann] as const
  }
  const touching = async (type: UnitType, frames: number) => {
    const [room, ann] = await meeting(type)
    ann.walk([right, 3])
    ann.frames(frames)
    return [room, ann] as const
  }

  it('is explained to new players by a hint, and so is painting', async () => {
    const [, ann] = await meeting('Sword')
    expect([describeGame(ann.game), describeHint(ann.game, false)]).toEqual([
      'You run.',
      expect.stringMatching(/^A sword/),
    ])
    ann.walk([right, 3])
    ann.frames(20)
    expect([describeGame(ann.game), describePlayer({ ...ann.game.self, isSelf: true })]).toEqual([
      ...['You run with the sword.', 'green (you), sword'],
    ])
    const [, bob] = await meeting('Closer')
    expect(describeHint(bob.game, false)).toMatch(/^Moving enemies kill you/)
    const [, eve] = await inHarbor()
    expect(describeHint(eve.game, false)).toMatch(/^Leave through/)
    eve.walk([down, 3])
    expect([describeHint(eve.game, false), describeHint(eve.game, true)]).toEqual([
      ...['White ground: paint it with Z.', 'White ground: paint it with the button.'],
    ])
    eve.frames(1, { ok: true })
    eve.frames(1)
    expect([describeGame(eve.game), describeHint(eve.game, true)]).toEqual([
      'What will you paint?',
      'Tap an entry.',
    ])
  })

  it('[SR-3.11] is reported once', async () => {
    const [, ann] = await touching('Sword', 20)
    expect(ann.sentPackets.filter(({ type }) => type === 'HNPU')).toHaveLength(1)
    expect(ann.game.self.items).toBe(1)
    expect(ann.sounds).toEqual(expect.arrayContaining(['inquiry', 'equip']))
  })

  it('[SR-3.13] [SR-3.14] that is an enemy kills the player, who reports the corpse and leaves after the curtain closes', async () => {
    const [room, ann] = await touching('Closer', 60)
    expect(ann.game.self.status).toBe(2)
    const { reportedPlace } = ann.game.self
    expect(ann.sentPackets).toContainEqual({
      type: 'Dlog',
      message: `Dead(${reportedPlace.x},${reportedPlace.y})`,
    })
    ann.frames(200)
    expect(ann.game.isOver).toBe(true)
    expect(ann.sentPackets.slice(-2)).toEqual([{ type: 'mCrp', ...reportedPlace }, { type: 'Bye.' }])
    expect(ann.closed).toBe('bye')
    expect(room.view).toMatchObject({ players: [], corpses: 1 })
  })

  it('[SR-5.7] that is a goal ends the game without a corpse', async () => {
    const [room, ann] = await touching('Goal', 250)
    expect(ann.game.self.status).toBe(3)
    expect(ann.sentPackets.at(-1)).toEqual({ type: 'Bye.' })
    expect(ann.sentPackets.filter(({ type }) => type === 'mCrp')).toEqual([])
    expect([ann.closed, room.view]).toMatchObject(['bye', { players: [], corpses: 0 }])
  })

  it('[SR-4.10] that is a shield starts rain, and touching a snail has no effect', async () => {
    const [, ann] = await touching('Shield', 30)
    expect([ann.game.self.items, ann.game.isRaining]).toEqual([4, true])
    const [, bob] = await touching('Snail', 60)
    expect(bob.sentPackets.filter(({ type }) => type === 'HNPU')).toEqual([])
  })

  it('[SR-4.14] that is a sword brings avengers, which turn the standing player into a ghost that walks through walls', async () => {
    const [room, ann] = await touching('Sword', 1700)
    expect(ann.game.avengers.all).toHaveLength(0)
    ann.frames(4000)
    expect(ann.sentPackets.filter(({ type }) => type === 'HVen')).toHaveLength(1)
    expect([ann.game.self.status, ann.game.self.items, ann.game.avengers.all]).toEqual([4, 0, []])
    ann.walk([up, 6])
    ann.frames(100)
    expect(room.view).toMatchObject({ players: [{ status: 'ghost' }] })
    expect(faults(room)).toEqual([])
  })
})

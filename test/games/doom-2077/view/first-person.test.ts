// The first-person view of the arena, compared with approved pictures. After an intended change,
// `PACKETBOAT_KEEP_PICTURES=1 npx vitest run --project node test/games/doom-2077/view/first-person.test.ts` redraws
// them into expected/: look at each before you commit it.
import { describe, expect, it } from 'vitest'
import { createGeometry } from '../../../../games/doom-2077/map/geometry.ts'
import { transparentIndex } from '../../../../games/doom-2077/view/art/palette.ts'
import {
  FirstPersonRenderer,
  type FirstPersonView,
  type PlayerInView,
} from '../../../../games/doom-2077/view/first-person.ts'
import { GameArt } from '../../../../games/doom-2077/view/game-art.ts'
import { createFrame, type PixelFrame } from '../../../../games/doom-2077/view/raycaster/frame.ts'
import { expectReference } from '../../pictures.ts'
import { corridor, rawLumps, readLumps } from '../map/level/small-maps.ts'
import { arenaGeometry, arenaLevel, heightsOf } from '../match-harness.ts'

const size = { width: 320, height: 200 }
/** Number of pixels, of 64,000, that may differ, because the last digits of a cosine depend on the platform. */
const tolerance = 64

const art = new GameArt()
const through = new FirstPersonRenderer(arenaGeometry, art)
const long = 1_000_000
type Place = readonly [x: number, y: number, angle: number]

const eyesAt = (x: number, y: number) => arenaLevel.floor(arenaLevel.sectorAt(x, y)!, arenaLevel.atRest) + 41

function diver(id: number, [x, y, angle]: Place, does: Partial<PlayerInView> = {}): PlayerInView {
  const place = { x: x * 1000, y: y * 1000, z: eyesAt(x, y) * 1000, angle: angle * 1000 }
  return { id, position: place, isWalking: false, firedAgo: long, hurtAgo: long, diedAgo: undefined, ...does }
}

function seenFrom([x, y, angle]: Place, more: Partial<FirstPersonView> = {}, weapon = 1): FirstPersonView {
  const hand = { weapon, firedAgo: long, drawnAgo: long, isReloading: false, distanceWalked: 0 }
  return {
    eye: { x, y, z: eyesAt(x, y), angle },
    heights: heightsOf(arenaGeometry),
    others: [],
    marks: [],
    pickups: arenaLevel.pickups,
    own: { id: 4, hand, health: 100_000, left: weapon === 0 ? undefined : 24 },
    now: 0,
    ...more,
  }
}

function drawn(view: FirstPersonView, by = through): PixelFrame {
  const frame = createFrame(size.width, size.height)
  by.draw(frame, view)
  return frame
}

const door = arenaLevel.doors[0]!
const halfOpen = () => {
  const rooms = heightsOf(arenaGeometry)
  rooms.ceilings[door.sector] = 60
  return rooms
}
/**
 * Players in a row, as seen from the south of the court: all eight sides of a player, and players who fire, die and are
 * dead.
 */
const turning = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => diver(n + 10, [-210 + n * 60, 300, n * 45]))

const views: { readonly [name: string]: FirstPersonView } = {
  hall: seenFrom([-1180, 60, 0], { others: [diver(3, [-1000, 150, 180], { isWalking: true })] }),
  'half-open-door': seenFrom([-640, 256, 0], { heights: halfOpen() }, 0),
  court: seenFrom([-300, -100, 10], { others: [diver(8, [-200, -100, 10]), diver(5, [60, 60, 200])] }, 3),
  'eight-sides': seenFrom([0, 40, 270], { others: turning }),
  fight: seenFrom(
    [380, -380, 200],
    {
      others: [
        diver(7, [200, -330, 20], { firedAgo: 20 }),
        diver(6, [250, -300, 45], { diedAgo: 400 }),
        diver(2, [230, -360, 0], { diedAgo: 5000 }),
      ],
      marks: [
        { kind: 'blood', x: 260, y: -360, z: 40, ageMs: 150 },
        { kind: 'puff', x: 240, y: -400, z: 60, ageMs: 200 },
      ],
    },
    2,
  ),
  gallery: seenFrom([1100, 260, 185]),
  windows: seenFrom([560, 250, 180]),
  passage: seenFrom([-180, 800, 180], {}, 3),
  vault: seenFrom([-150, 520, 180], {}, 2),
  south: seenFrom([60, -860, 180]),
  stairs: seenFrom([560, 800, 0]),
  shot: {
    ...seenFrom([-900, 400, 20]),
    own: {
      id: 5,
      hand: { weapon: 3, firedAgo: 40, drawnAgo: long, isReloading: false, distanceWalked: 30 },
      health: 35_400,
      left: 7,
    },
    tint: 'hurt',
  },
  dead: {
    ...seenFrom([-1100, -200, 60]),
    own: { id: 4, hand: undefined, health: 0, left: 24 },
    tint: 'dead',
  },
}

describe('the arena in the first person', () => {
  it.each(Object.entries(views))('equals the approved picture: %s', (name, view) => {
    const { pixels } = drawn(view)
    const rgb = new Uint8Array(pixels.length * 3)
    for (const [n, pixel] of pixels.entries())
      rgb.set([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], n * 3)
    expectReference(import.meta.dirname, name, { ...size, rgb }, tolerance)
  })

  it('fills every pixel from every position and in every direction', () => {
    for (const { x, y } of arenaLevel.spawns)
      for (const angle of [10, 100, 190, 280]) {
        const view = seenFrom([x, y, angle], { pickups: [] })
        const { pixels } = drawn({ ...view, own: { ...view.own!, hand: undefined } })
        expect(pixels.includes(0)).toBe(false)
        expect(pixels.includes(0xff000000)).toBe(false)
      }
  })

  it('shows a player in an open door, and none behind a wall or a closed door', () => {
    const behind = (rooms: FirstPersonView['heights']) =>
      drawn(seenFrom([-640, 256, 0], { heights: rooms, others: [diver(3, [-440, 256, 180])] }))
    const empty = drawn(seenFrom([-640, 256, 0]))
    expect(behind(heightsOf(arenaGeometry)).pixels).toEqual(empty.pixels)
    expect(behind(halfOpen()).pixels).not.toEqual(
      drawn(seenFrom([-640, 256, 0], { heights: halfOpen() })).pixels,
    )
  })

  it('draws the first phase of events whose times are in the near future', () => {
    const soon = { id: 3, diedAgo: -5, hurtAgo: -5, firedAgo: -5 }
    const others = [diver(3, [-1000, 100, 180], soon), diver(2, [-1000, 40, 180], { firedAgo: -5 })]
    const marks = [{ kind: 'blood', x: -1000, y: 60, z: 40, ageMs: -5 } as const]
    expect(() => drawn(seenFrom([-1180, 60, 0], { others, marks }))).not.toThrow()
  })

  it('draws an uploaded map without surface names, including its sky', () => {
    const lumps = rawLumps(corridor([{}, { floor: 16 }, { ceiling: 90 }]))
    const map = createGeometry(readLumps(lumps), false)
    const dark = { ...map, sectors: map.sectors.map((sector, n) => ({ ...sector, sky: n === 1 })) }
    const looks = [map, dark].map((one) => {
      const eye = { x: 60, y: 128, z: 41, angle: 0 }
      return drawn(
        { eye, heights: heightsOf(one), others: [], marks: [], pickups: [], now: 0 },
        new FirstPersonRenderer(one, art),
      )
    })
    expect(looks[0]!.pixels.includes(0)).toBe(false)
    expect(looks[0]!.pixels).not.toEqual(looks[1]!.pixels)
  })
})

describe('the built-in art', () => {
  it("is deterministic, and every sprite has pixels and is aligned like Doom's", () => {
    const sprites = [
      ...Object.values(art.divers).flat(),
      ...art.deathFrames,
      ...art.hands.flat(),
      ...Object.values(art.healingItems),
    ]
    expect(new GameArt().divers).toEqual(art.divers)
    for (const { width, height, left, top, data } of sprites) {
      expect([data.length, data.some((number) => number !== transparentIndex)]).toEqual([
        width * height,
        true,
      ])
      expect([left > 0 && left < width, top > 0 && top <= height]).toEqual([true, true])
    }
  })

  it('has a picture for each name in the arena, and tiles without seams', () => {
    const { lines, sectors } = arenaGeometry.surfaces!
    const names = lines.flat().flatMap((side) => (side ? [side.upper, side.lower, side.middle] : []))
    for (const name of names) if (name !== '-') expect([...art.walls.keys()]).toContain(name)
    for (const name of sectors.flat()) expect([...art.flats.keys()]).toContain(name)
    for (const { width, height } of [...art.walls.values(), ...art.flats.values(), art.sky])
      expect([Math.log2(width) % 1, Math.log2(height) % 1]).toEqual([0, 0])
  })

  it('gives each of eight players a different suit', () => {
    expect(new Set(art.suits.map((suit) => suit.join())).size).toBe(8)
    const [one, other] = [3, 4].map((id) =>
      drawn(seenFrom([-1180, 60, 0], { others: [diver(id, [-1000, 100, 180])] })),
    )
    expect(one!.pixels).not.toEqual(other!.pixels)
  })
})

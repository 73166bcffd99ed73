// Compares pictures of places on our map with reference pictures, which have every second pixel. After an intended
// change, `PACKETBOAT_KEEP_PICTURES=1 npx vitest run --project node test/games/arcane-sector/view/pictures.test.ts`
// renews the references.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { encode } from 'fast-png'
import { test } from 'vitest'
import { createIsland } from '../../../../games/arcane-sector/builtin/island/island.ts'
import { nameOf, pictureNameOf } from '../../../../games/arcane-sector/items/items.ts'
import { drawArt } from '../../../../games/arcane-sector/view/art/art.ts'
import type {
  ViewInput,
  VisibleItem,
  VisibleMob,
  VisiblePile,
} from '../../../../games/arcane-sector/view/first-person/view-input.ts'
import { PlayerView, screenSize } from '../../../../games/arcane-sector/view/player-view.ts'
import { expectReference, shouldRenewPictures } from '../../pictures.ts'

const whole = resolve(import.meta.dirname, '../../../../pictures/arcane-sector')
/** Maximum number of different pixels, of 25,680. */
const tolerance = 32
const [north, south, west, east] = [0, 1, 2, 3]

const { terrain, variants, items } = createIsland(1)
const land = { kinds: terrain, looks: variants! }
const lying = items.map(({ place, item }, n) => {
  return {
    ...place,
    items: [{ id: BigInt(n), gfxId: pictureNameOf(item), name: nameOf(item) }],
  } satisfies VisiblePile
})

const thing = (gfxId: string, n: number): VisibleItem => ({ id: BigInt(1000 + n), gfxId, name: gfxId })
const mob = (id: bigint, name: string, x: number, y: number, sex = 'f'): VisibleMob => ({
  ...{ id, name, x, y },
  gfxId: `3d_mob_drow_${sex}`,
})
const monster = (n: number, name: string, x: number, y: number) => mob(2n ** 32n + BigInt(n), name, x, y)
const townsperson = (n: number, name: string, x: number, y: number) => mob(2n ** 33n + BigInt(n), name, x, y)
const slots = [
  'dagger',
  'health_potion',
  'herb_2',
  '',
  'gold_key',
  'scroll',
  'mana_potion',
  'herb_13',
  'teleport_ring',
  '',
]
const received = [
  { text: 'Welcome Ann to \x12Arcane Sector\x0f!', age: 10_500 },
  {
    text: '\x13Wenna the Warden says: \x17Monsters walk the roads beyond the green. Come to me for work.',
    age: 4000,
  },
  { text: '\x11The Drow Huntress hits you from behind for 4.', age: 500 },
]

const places: { readonly [name: string]: Partial<ViewInput> & Pick<ViewInput, 'eye'> } = {
  green: {
    eye: { x: 185, y: 428, facing: west },
    mobs: [townsperson(0, 'Wenna the Warden', 183, 428), mob(3n, 'Bob', 184, 428, 'm')],
    lines: received,
  },
  inn: { eye: { x: 185, y: 413, facing: north }, portrait: 1 },
  pines: { eye: { x: 233, y: 110, facing: south }, portrait: 2 },
  leaves: { eye: { x: 131, y: 212, facing: east }, portrait: 3 },
  dead: { eye: { x: 390, y: 107, facing: east }, portrait: 4 },
  coast: { eye: { x: 440, y: 124, facing: south }, portrait: 5 },
  mountain: { eye: { x: 317, y: 131, facing: east }, portrait: 6 },
  'on the way': { eye: { x: 228, y: 304, facing: north, ahead: -0.4 }, portrait: 7 },
  turning: { eye: { x: 447, y: 283, facing: north, turn: 0.4 } },
  house: { eye: { x: 29, y: 719, facing: north }, mobs: [townsperson(1, 'Bram of the Kettle', 28, 718)] },
  garden: { eye: { x: 392, y: 716, facing: west } },
  cave: { eye: { x: 182, y: 682, facing: south } },
  strongroom: { eye: { x: 314, y: 664, facing: north }, mouse: { x: 213, y: 120 } },
  monsters: {
    eye: { x: 250, y: 380, facing: north },
    mobs: [
      monster(0, 'Drow Huntress', 249, 379),
      monster(1, 'Drow Marauder', 250, 379),
      monster(2, 'Drow Sorceress', 250, 379),
      monster(3, 'Drow Outcast', 250, 378),
      monster(4, 'Drow Sentinel', 251, 379),
      monster(5, 'Drow Blademaster', 249, 378),
    ],
    vitals: { hp: 6, hpMax: 40, mana: 60, manaMax: 60 },
    typed: 'Help me!',
  },
  things: {
    eye: { x: 250, y: 380, facing: east },
    piles: [
      {
        ...{ x: 250, y: 380 },
        items: ['herb_0', 'herb_4', 'empty_flask', 'dagger', 'herb_11', 'scroll', 'teleport_ring'].map(thing),
      },
      { x: 251, y: 380, items: [thing('switch_on', 20)] },
      { x: 252, y: 379, items: [thing('lamppost', 21)] },
      { x: 252, y: 381, items: [thing('sign', 22)] },
      { x: 253, y: 380, items: [thing('blocker_open', 23)] },
    ],
    mouse: { x: 185, y: 172 },
  },
  runes: {
    eye: { x: 187, y: 428, facing: east },
    runes: [0x76, 0x77, 0x78],
    lines: [{ text: 'In stone: \xff\x4a\xff\x5a', age: 0 }],
  },
}

const view = new PlayerView(drawArt())

test.for(Object.entries(places))('[AS-16.10] the picture %s matches its reference', ([name, place]) => {
  const rgba = new Uint8ClampedArray(screenSize.width * screenSize.height * 4)
  view.draw(
    {
      ...{ land, piles: lying, mobs: [], lines: [], portrait: 0 },
      vitals: { hp: 31, hpMax: 40, mana: 22, manaMax: 60 },
      slots: slots.map((gfxId, n) => (gfxId ? thing(gfxId, n) : undefined)),
      ...place,
    },
    rgba,
  )
  const file = name.replaceAll(' ', '-')
  if (shouldRenewPictures) {
    mkdirSync(whole, { recursive: true })
    const { width, height, rgb } = scaled(rgba, 2)
    writeFileSync(resolve(whole, `${file}.png`), encode({ width, height, data: rgb, channels: 3, depth: 8 }))
  }
  expectReference(import.meta.dirname, file, scaled(rgba, 0.5), tolerance)
})

/** Scales a picture: with 0.5 as `by` it keeps every second pixel, with 2 it repeats each pixel. */
function scaled(rgba: Uint8ClampedArray, by: number) {
  const [width, height] = [screenSize.width * by, screenSize.height * by]
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const from = (Math.floor(y / by) * screenSize.width + Math.floor(x / by)) * 4
      rgb.set(rgba.subarray(from, from + 3), to)
    }
  return { width, height, rgb }
}

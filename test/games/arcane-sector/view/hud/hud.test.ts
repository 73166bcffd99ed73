import { describe, expect, test } from 'vitest'
import { screenSize } from '../../../../../games/arcane-sector/view/first-person/projection.ts'
import type {
  ViewInput,
  VisibleItem,
} from '../../../../../games/arcane-sector/view/first-person/view-input.ts'
import { mobColours } from '../../../../../games/arcane-sector/view/map/closeup.ts'
import { cameraPosition, colours, createViewInput, TestView } from '../plain-art.ts'

const see = (more: Parameters<typeof createViewInput>[1] = {}) => new TestView(createViewInput([], more))
const dagger: VisibleItem = { id: 1n, gfxId: 'dagger', name: 'Dagger' }
const name = 0xffc706

describe('[AS-16.7] the HUD', () => {
  test('fills health from the right and mana from the left', () => {
    const seen = see({ vitals: { hp: 20, hpMax: 40, mana: 15, manaMax: 60 } })
    const row = 192
    const isFilled = (x: number) => seen.at(x, row) !== seen.at(8, row)
    expect([8, 48, 52, 91].map(isFilled)).toEqual([false, false, true, true])
    const empty = seen.at(410, row)
    expect([336, 355, 358, 419].map((x) => seen.at(x, row) !== empty)).toEqual([true, true, false, false])
  })

  test.for([
    [0, 0],
    [70, 40],
  ] as const)('draws bars for %i of %i hp', ([hp, hpMax]) => {
    expect(() => see({ vitals: { hp, hpMax, mana: 9, manaMax: 3 } })).not.toThrow()
  })

  test.for([
    [0, 0x800001],
    [1, 0x800002],
    [7, 0x800002],
  ] as const)('draws portrait %i', ([portrait, colour]) => {
    const seen = see({ portrait })
    expect([seen.at(48, 204), seen.at(79, 235)]).toEqual([colour, colour])
  })

  test.for([
    [0, 168],
    [7, 392],
    [8, 96],
    [9, 128],
  ] as const)('has slot %i at column %i with its item, pickable when full or empty', ([slot, left]) => {
    const slots = Array.from({ length: 10 }, (_, n) => (n === slot ? dagger : undefined))
    const full = see({ slots, mouse: { x: left + 5, y: 215 } })
    expect([full.at(left + 4, 212), full.at(left + 19, 227)]).toEqual([colours.item, colours.item])
    for (const { view } of [full, see()])
      for (const [x, y] of [
        [left, 208],
        [left + 23, 231],
      ] as const)
        expect(view.pick(x, y)).toEqual({ on: 'slot', slot })
    expect(full.count(name)).toBeGreaterThan(20)
  })

  test('has pickable runes and a cast button in rune mode', () => {
    const { view } = see({ runes: [0x4a] })
    const at = (x: number, y: number) => view.pick(x, y)
    expect([at(118, 203), at(118 + 191, 203), at(118, 203 + 35), at(309, 238)]).toEqual(
      [0x40, 0x4f, 0x70, 0x7f].map((rune) => ({ on: 'rune', rune })),
    )
    expect([at(392, 208), at(12, 208), at(340, 200)]).toEqual([
      { on: 'cast' },
      { on: 'mode' },
      { on: 'frame' },
    ])
    expect(at(100, 212)).toEqual({ on: 'frame' })
  })

  test('shows the entered runes', () => {
    // An invalid rune is skipped.
    const [none, two] = [see({ runes: [] }), see({ runes: [0, 0x4a, 0x80, 0x5a] })]
    for (const [column, isThere] of [
      [156, true],
      [172, true],
      [188, false],
    ] as const)
      expect(none.at(column, 189) !== two.at(column, 189)).toBe(isThere)
  })

  test('is picked by the mouse from row 179 on and outside the picture', () => {
    const { view } = see()
    expect([view.pick(214, 179), view.pick(-1, 50), view.pick(428, 50), view.pick(50, 240)]).toEqual(
      Array(4).fill({ on: 'frame' }),
    )
    expect(view.pick(214, 178)).toEqual({ on: 'ground' })
  })

  test('has a compass that differs by facing', () => {
    const letters = [0, 1, 2, 3].map((facing) => {
      const seen = see({ eye: { facing } })
      return Array.from({ length: 64 }, (_, n) => seen.at(197 + (n & 7), 4 + (n >> 3)) === name).join()
    })
    expect(new Set(letters).size).toBe(4)
  })

  test('has a minimap with mobs up to four tiles away', () => {
    const mobs: ViewInput['mobs'] = [
      { id: 3n, gfxId: '', name: '', x: cameraPosition.x - 4, y: cameraPosition.y - 4 },
      { id: 2n ** 32n, gfxId: '', name: '', x: cameraPosition.x + 4, y: cameraPosition.y },
      { id: 2n ** 33n, gfxId: '', name: '', x: cameraPosition.x, y: cameraPosition.y + 4 },
      { id: 4n, gfxId: '', name: '', x: cameraPosition.x + 5, y: cameraPosition.y },
    ]
    const seen = see({ mobs })
    expect([seen.at(379, 8), seen.at(419, 28), seen.at(399, 48)]).toEqual([
      mobColours.player,
      mobColours.monster,
      mobColours.townsperson,
    ])
    expect([seen.at(424, 28), seen.at(screenSize.width - 1, 28)]).not.toContain(mobColours.player)
  })
})

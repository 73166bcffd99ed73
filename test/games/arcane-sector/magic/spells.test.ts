// Spells: costs, failures and force ram. [AS-7]
import { describe, expect, it } from 'vitest'
import { terrainHeight, terrainWidth, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import {
  at,
  blocker,
  type Client,
  door,
  lever,
  placedItems,
  type Settings,
  SmallWorld,
  sign,
  startPosition,
} from '../harness/small-world.ts'

const rams = [0x51, 0x51, 0x51] as const
const shoved = 'A wall of force pushes you away.'
const pushed = 'A wall of force pushes it away.'

describe('casting', () => {
  it('[AS-7.3] [AS-7.4] recognizes three spells by their runes, two of which ask for a target and cost mana even for a wrong target', () => {
    for (const [runes, text, asks] of [
      [[0x4a, 0x5a], 'FIRE ARROW', []],
      [[0x51, 0x51, 0x51], 'Select whom to ram.', ['SLCT 0']],
      [[0x76, 0x77, 0x78, 0x79], 'Select the ring to bind to this place.', ['SLCT 0']],
    ] as const) {
      const client = new SmallWorld().join(1)
      client.player.mana = 60
      client.cast(...runes)
      const left = 60 - 5 * runes.length
      expect(client.received()).toEqual([`INFO 40 40 ${left} 60`, `TEXT ${text}`, ...asks])
      client.choose('ground')
      expect(client.packets()).toEqual(asks.map(() => 'TEXT'))
      expect(client.player.mana).toBe(left)
    }
  })

  it.each([
    ['4100000000000000', [0x41], 5],
    ['4141414141414100', [0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41], 35],
    ['00000000000000ff', [0, 0, 0, 0, 0, 0, 0, 0xff], 5],
    ['0000000000000000', [], 0],
    // The runes of a spell after an empty rune, or before another rune, are no spell.
    ['004a5a0000000000', [0, 0x4a, 0x5a], 10],
    ['4a5a000000000001', [0x4a, 0x5a, 0, 0, 0, 0, 0, 1], 15],
    // The original server had a spell of eight runes.
    ['4142434445464748', [0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48], 40],
  ])('[AS-7.2] %s is an unknown spell: INFO, then TEXT, and the mana is spent', (hex, runes, cost) => {
    const client = new SmallWorld().join(1)
    client.player.mana = 60
    client.cast(...runes)
    expect(client.received()).toEqual([
      `INFO 40 40 ${60 - cost} 60`,
      `TEXT The spell failed miserably. (${hex})`,
    ])
  })

  it('[AS-7.1] requires enough mana', () => {
    const client = new SmallWorld().join(1)
    client.player.mana = 9
    client.cast(0x4a, 0x5a)
    expect(client.received()).toEqual(['TEXT Not enough mana.'])
    expect(client.player.mana).toBe(9)
    client.player.mana = 10
    client.cast(0x4a, 0x5a)
    expect(client.received()).toEqual(['INFO 40 40 0 60', 'TEXT FIRE ARROW'])
  })
})

/** Two players at the same place; the caster, who pushes by `ram`, has full mana. */
function two(settings: Settings = {}, place = startPosition) {
  const small = new SmallWorld(settings)
  const [caster, other] = [small.join(1, place), small.join(2, place)]
  caster.player.mana = 60
  const ram = (whom: Client) => {
    caster.cast(...rams)
    caster.choose('mob', whom.player.id)
  }
  return { small, caster, other, ram }
}

describe('force ram', () => {
  it('[AS-7.5] pushes a mob on the same tile one tile ahead', () => {
    const { small, caster, other, ram } = two()
    small.tick()
    caster.received()
    other.received()
    ram(other)
    expect(other.received()).toEqual(['POSI 184 428 2', 'GRND', 'MOBS 1@185,428', `TEXT ${shoved}`])
    expect(caster.received()).toEqual([
      'INFO 40 40 45 60',
      'TEXT Select whom to ram.',
      'SLCT 0',
      `TEXT ${pushed}`,
    ])
    small.tick()
    expect(caster.received()).toEqual(['MOBS 2@184,428'])
    expect(other.received()).toEqual([])
  })

  it('[AS-7.5] pushes in the direction that the caster faces', () => {
    const { caster, other, ram } = two()
    caster.face('S')
    ram(other)
    expect(other.player.place).toEqual(at(185, 429))
    expect(other.player.facing).toBe(2)
  })

  it('[AS-7.5] needs a mob on the caster’s tile', () => {
    const { caster, other, ram } = two()
    other.walk('W')
    caster.received()
    ram(other)
    expect(caster.texts().at(-1)).toBe('Only a target on your own tile can be rammed.')
    caster.cast(...rams)
    caster.choose('ground')
    expect(caster.texts().at(-1)).toBe('Only the living can be rammed.')
    expect(other.player.place).toEqual(at(184, 428))
  })

  it('[AS-7.5] cannot target the caster', () => {
    const { caster, ram } = two()
    ram(caster)
    expect(caster.texts().at(-1)).toBe('There is nobody there any more.')
    expect(caster.player.place).toEqual(startPosition)
  })

  it.each<[string, Settings]>([
    ['water', { paint: { [tileKinds.water]: [at(184, 428)] } }],
    ['a mountain', { paint: { [tileKinds.mountain]: [at(184, 428)] } }],
    ['nothing at all', { paint: { [tileKinds.nothing]: [at(184, 428)] } }],
    [
      'a wall with a door',
      { paint: { [tileKinds.wall]: [at(184, 428)] }, items: placedItems(at(184, 428), door('1')) },
    ],
    ['a door on grass', { items: placedItems(at(184, 428), door('1')) }],
    ['a closed passage', { items: placedItems(at(184, 428), sign(), blocker('a')) }],
  ])('[AS-7.6] does not push into %s', (_, settings) => {
    const { caster, other, ram } = two(settings)
    ram(other)
    expect(caster.texts().at(-1)).toBe('There is no way to push it.')
    expect(other.player.place).toEqual(startPosition)
  })

  it('[AS-7.6] pushes into an open passage', () => {
    const { small, other, ram } = two({
      items: [...placedItems(startPosition, lever('a')), ...placedItems(at(184, 428), blocker('a'))],
    })
    other.use(0)
    ram(other)
    small.tick()
    expect(other.player.place).toEqual(at(184, 428))
  })

  it.each([
    ['N', 0, 0],
    ['S', terrainWidth - 1, terrainHeight - 1],
    ['W', 0, 300],
    ['E', terrainWidth - 1, 300],
  ])('[AS-7.6] does not push off the map: %s at (%i, %i)', (facing, x, y) => {
    // Without a check, the position would wrap around to a free tile.
    const grass = Array.from({ length: terrainHeight }, (_, row) => [
      at(0, row),
      at(terrainWidth - 1, row),
    ]).flat()
    const { caster, other, ram } = two({ paint: { [tileKinds.grass]: grass } }, at(x, y))
    caster.face(facing)
    ram(other)
    expect(caster.texts().at(-1)).toBe('There is no way to push it.')
    expect(other.player.place).toEqual(at(x, y))
  })
})

// The regions around Hollowford. Arriving players are safe, there are enough monsters, and a party can defeat the
// ruler.
import { describe, expect, it, test } from 'vitest'
import { archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import { experienceTable } from '../../../../games/crossfire/builtin/characters/experience-table.ts'
import { floorCount, floorMap, generateFloor } from '../../../../games/crossfire/builtin/dungeon/floor.ts'
import { builtinMapHeaders } from '../../../../games/crossfire/builtin/maps/index.ts'
import { directionNames, directionTo } from '../../../../games/crossfire/model/definitions/directions.ts'
import { builtinAtlas } from '../../../../games/crossfire/model/loading/atlas.ts'
import { readMapContent } from '../../../../games/crossfire/model/loading/map-reader.ts'
import type { CellLocation } from '../../../../games/crossfire/model/state/game-state.ts'
import { type RecordingListener, Yard } from '../harness/small-maps.ts'
import { builtinMaps } from '../scenarios/explore-all-maps.ts'

/** In ticks. */
const fiveMinutes = 2500

function arrive(yard: Yard, name: string, place: { level: string; x: number; y: number }): RecordingListener {
  yard.join(name)
  yard.leave(name)
  const key = `character/${name.toLowerCase()}`
  yard.store.put(key, { ...(yard.store.get(key) as object), place })
  return yard.comeBack(name)
}

const arrivals = builtinMapHeaders.flatMap(({ id }) =>
  builtinMaps
    .get(id)!
    .things.flatMap(({ exit }) =>
      exit && builtinMapHeaders.some((map) => map.id === exit.map) ? [{ from: id, ...exit }] : [],
    ),
)

describe('[CF-12.20] a newcomer who does nothing', () => {
  it.each(arrivals)(
    'survives the first five minutes behind the exit from $from to $map $x,$y',
    ({ map, x, y }) => {
      const yard = new Yard(builtinAtlas)
      const ann = arrive(yard, 'Ann', { level: map, x, y })
      expect(ann.player.level!.name).toBe(map)
      const before = ann.player.hp
      yard.tick(fiveMinutes)
      expect([ann.player.level!.name, ann.player.hp >= before]).toEqual([map, true])
    },
  )
})

describe('[CF-12.20] experience', () => {
  const worth = (things: readonly { readonly id: string }[]) =>
    things.reduce((sum, { id }) => {
      const { traits } = archetypeById(id)
      return sum + (traits.role === 'monster' ? traits.experience : 0)
    }, 0)
  const outside = builtinMapHeaders.reduce((sum, { id }) => sum + worth(builtinMaps.get(id)!.things), 0)

  test('from one kill of each monster on the fixed maps is enough for level 9', () => {
    expect(outside).toBeGreaterThan(experienceTable[8]!)
  })

  test('from the fixed maps and a week in the dungeon is enough for level 15', () => {
    const deep = Array.from({ length: floorCount }, (_, at) =>
      worth(readMapContent(floorMap(generateFloor({ seed: 1, week: 2950 }, at + 1))).things),
    ).reduce((sum, each) => sum + each, 0)
    expect(outside + deep).toBeGreaterThan(experienceTable[14]!)
  })
})

describe('[CF-12.20] the ember king', () => {
  const equipment = ['steel_blade', 'plate', 'tower_shield', 'helmet', 'gloves', 'boots']
  const places = [
    { x: 13, y: 9 },
    { x: 15, y: 9 },
    { x: 13, y: 11 },
    { x: 15, y: 11 },
  ]

  /**
   * `count` fighters of this level with the best equipment attack the king until one side is dead. Returns whether the
   * fighters have won.
   */
  function fight(count: number, level: number): boolean {
    const yard = new Yard(builtinAtlas)
    const party = Array.from({ length: count }, (_, n) => {
      const fighter = arrive(yard, `Ann${'abcd'[n]}`, { level: 'forge', ...places[n]! })
      const { player } = fighter
      player.experience = experienceTable[level - 1]!
      for (const skill of player.skills.keys()) player.skills.set(skill, player.experience)
      for (const id of equipment) {
        yard.give(fighter, id)
        yard.type(fighter, `apply ${archetypeById(id).name.one}`)
      }
      yard.give(fighter, 'potion_healing', 10)
      player.hp = player.stats.maxHp
      return fighter
    })
    const king = [...yard.level(party[0]!).creatures].find(({ archetype }) => archetype.id === 'ember_king')!
    for (let tick = 0; tick < fiveMinutes && king.location; tick++) {
      const living = party.filter(({ player }) => player.level?.name === 'forge' && !player.isDead)
      if (living.length === 0) return false
      for (const { player } of living) {
        if (!king.location) return true
        const { x, y } = king.location as CellLocation
        const direction = directionTo(x - player.x, y - player.y)
        const isHurt = player.hp < 0.35 * player.stats.maxHp
        yard.world.runCommand(player, isHurt ? 'apply potion of healing' : directionNames[direction! - 1]!)
      }
      yard.tick()
    }
    return !king.location
  }

  it.each([
    [1, 15, false],
    [2, 14, false],
    [4, 14, true],
  ])('%i fighters of level %i win: %s', (count, level, wins) => {
    expect(fight(count, level)).toBe(wins)
  })
})

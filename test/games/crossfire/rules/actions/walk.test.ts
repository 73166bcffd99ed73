import { beforeEach, describe, expect, it } from 'vitest'
import { moveCreature } from '../../../../../games/crossfire/model/level/relocation.ts'
import { newCreatureState } from '../../../../../games/crossfire/model/level/spawns.ts'
import { putThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../../../../games/crossfire/model/things/thing.ts'
import { sounds } from '../../../../../games/crossfire/protocol/events/sounds.ts'
import { positionOf, type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
})

describe('a step', () => {
  it.each([
    ['n', [10, 9], 1],
    ['N', [11, 9], 2],
    ['e', [11, 10], 3],
    ['E', [11, 11], 4],
    ['s', [10, 11], 5],
    ['S', [9, 11], 6],
    ['w', [9, 10], 7],
    ['W', [9, 9], 8],
  ])('[CF-12.6] %s moves one cell that way and turns the player', (way, place, facing) => {
    yard.walk(ann, way)
    expect(positionOf(ann)).toEqual(place)
    expect(ann.player.facing).toBe(facing)
  })

  it('[CF-12.6] into a wall, off the map or onto missing ground only turns the player, and takes time', () => {
    yard.stand(ann, 9, 2)
    yard.walk(ann, 'w')
    expect([positionOf(ann), ann.player.facing, yard.world.msUntilAction(ann.player) > 0]).toEqual([
      [9, 2],
      7,
      true,
    ])
    yard.stand(ann, 19, 17)
    yard.walk(ann, 'eES')
    expect(positionOf(ann)).toEqual([19, 17])
  })

  it('[CF-12.6] onto another player swaps places and informs both', () => {
    const bob = yard.join('Bob', 11, 10)
    expect(yard.type(ann, 'east')).toEqual(['You swap places with Bob.'])
    expect([positionOf(ann), positionOf(bob), bob.texts()]).toEqual([
      [11, 10],
      [10, 10],
      ['Ann swaps places with you.'],
    ])
    expect([bob.stirs, ann.sounds.at(-1)]).toEqual([1, { sound: sounds.pushPlayer, dx: 0, dy: 0 }])
  })

  it('[CF-12.6] alternates the player’s picture', () => {
    const faces = [ann.player.face]
    for (let n = 0; n < 2; n++) {
      yard.walk(ann, 's')
      faces.push(ann.player.face)
    }
    expect(faces[0]).toBe(faces[2])
    expect(faces[0]).not.toBe(faces[1])
  })

  it('[CF-12.6] into an NPC is refused with a message', () => {
    const life = newCreatureState('villager', -1, { x: 11, y: 10 })
    const where = { in: 'cell', level: ann.player.level!, x: 11, y: 10 } as const
    putThing(createThing(9, 'villager', 1, { life }), where)
    expect(yard.type(ann, 'east')).toEqual(['A villager is in your way.'])
    expect(positionOf(ann)).toEqual([10, 10])
  })

  it('[CF-12.6] of a creature needs a free cell that is not an exit', () => {
    const level = ann.player.level!
    const rat = createThing(9, 'rat', 1, { life: newCreatureState('rat', -1, { x: 11, y: 10 }) })
    putThing(rat, { in: 'cell', level, x: 11, y: 10 })
    expect([moveCreature(level, rat, 7), moveCreature(level, rat, 3)]).toEqual([false, true])
    expect(rat.location).toMatchObject({ x: 12, y: 10 })
    level.moveCreature(rat, 5, 6)
    expect(moveCreature(level, rat, 3)).toBe(false)
    expect([...level.creatures]).toEqual([rat])
  })
})

describe('a door', () => {
  it('[CF-12.8] opens when a player walks into it, and is passable at the next step', () => {
    yard.stand(ann, 2, 1)
    yard.walk(ann, 'e')
    expect([positionOf(ann), ann.player.level!.blocksMovement(3, 1)]).toEqual([[2, 1], false])
    expect(ann.sounds.at(-1)).toEqual({ sound: sounds.openDoor, dx: 1, dy: 0 })
    yard.walk(ann, 'ee')
    expect(positionOf(ann)).toEqual([4, 1])
  })

  it('[CF-12.8] closes after half a minute, unless somebody or something is in it', () => {
    yard.stand(ann, 2, 1)
    yard.walk(ann, 'ee')
    yard.tick(300)
    expect(ann.player.level!.blocksMovement(3, 1)).toBe(false)
    yard.walk(ann, 'w')
    const sword = yard.lay(ann, 'sword', 1, 3, 1)
    yard.tick(1)
    expect(ann.player.level!.blocksMovement(3, 1)).toBe(false)
    ann.player.level!.delete(sword, 3, 1)
    yard.tick(1)
    expect(ann.player.level!.blocksMovement(3, 1)).toBe(true)
  })

  it('[CF-12.8] stays open for half a minute of the world clock', () => {
    yard.stand(ann, 2, 1)
    yard.walk(ann, 'e')
    yard.tick(249)
    expect(ann.player.level!.blocksMovement(3, 1)).toBe(false)
    yard.tick(1)
    expect(ann.player.level!.blocksMovement(3, 1)).toBe(true)
  })

  it('[CF-12.8] that is locked opens with its key, also from a bag, and the key is kept', () => {
    yard.stand(ann, 2, 3)
    expect(yard.type(ann, 'east')).toEqual(['A heavy lock, and on it a crown of bones.'])
    yard.give(ann, 'key_cellar')
    expect(yard.type(ann, 'east')).toEqual(['A heavy lock, and on it a crown of bones.'])
    const bag = yard.give(ann, 'bag')
    putThing(createThing(9, 'key_crypt'), { in: 'container', container: bag })
    expect(yard.type(ann, 'east')).toEqual(['You open the door with the golden key.'])
    yard.walk(ann, 'e')
    expect([positionOf(ann), bag.inside!.length]).toEqual([[3, 3], 1])
  })

  it('[CF-12.10] that is secret acts like a wall until a player finds it by searching', () => {
    yard.stand(ann, 4, 2)
    yard.walk(ann, 'e')
    expect(positionOf(ann)).toEqual([4, 2])
    ann.player.skills.set('searching', 3_000_000)
    for (let n = 0; n < 60 && ann.player.level!.topThingWithRole(5, 2, 'door')?.archetype.id !== 'door'; n++)
      yard.type(ann, 'search')
    yard.walk(ann, 'ee')
    expect(positionOf(ann)).toEqual([5, 2])
  })
})

describe('a gate', () => {
  it('[CF-12.9] opens and closes by its lever, together with all linked gates', () => {
    const level = ann.player.level!
    yard.stand(ann, 1, 8)
    expect(yard.type(ann, 'apply')).toEqual(['You pull the lever.'])
    expect([level.blocksMovement(3, 8), level.blocksMovement(5, 8)]).toEqual([false, false])
    yard.type(ann, 'apply')
    expect([level.blocksMovement(3, 8), level.blocksMovement(5, 8)]).toEqual([true, true])
  })

  it('[CF-12.9] does not close on anybody, and then no linked gate moves', () => {
    const bob = yard.join('Bob')
    yard.stand(ann, 1, 8)
    yard.type(ann, 'apply')
    yard.stand(bob, 5, 8)
    expect(yard.type(ann, 'apply')).toEqual(['The lever does not move: something is in the way.'])
    expect([ann.player.level!.blocksMovement(3, 8), ann.player.level!.blocksMovement(5, 8)]).toEqual([
      false,
      false,
    ])
  })
})

describe('an exit', () => {
  it('[CF-12.7] that is a staircase works by applying it, in both directions', () => {
    yard.stand(ann, 2, 6)
    yard.walk(ann, 'e')
    expect(ann.player.level!.name).toBe('town')
    yard.type(ann, 'apply')
    expect([ann.player.level!.name, positionOf(ann)]).toEqual(['cellar', [1, 1]])
    yard.type(ann, 'apply')
    expect([ann.player.level!.name, positionOf(ann)]).toEqual(['town', [3, 6]])
  })

  it('[CF-12.7] that is a doorway works by stepping on it', () => {
    yard.stand(ann, 6, 7)
    yard.walk(ann, 'n')
    expect([ann.player.level!.name, positionOf(ann)]).toEqual(['cellar', [2, 1]])
  })

  it('[CF-12.7] leads to the nearest free cell if its destination is occupied', () => {
    const bob = yard.join('Bob', 3, 6)
    yard.type(bob, 'apply')
    yard.stand(ann, 3, 6)
    yard.type(ann, 'apply')
    expect([positionOf(bob), positionOf(ann)]).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('[CF-12.7] removes the player from one map and adds them to the other', () => {
    const town = ann.player.level!
    yard.stand(ann, 3, 6)
    yard.type(ann, 'apply')
    expect([town.players.size, town.playersAt(3, 6), ann.player.level!.players.has(ann.player)]).toEqual([
      0,
      [],
      true,
    ])
  })
})

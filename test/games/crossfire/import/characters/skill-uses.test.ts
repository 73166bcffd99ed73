// The skills of an owner's world and their use. [CF-14.16]
import { beforeEach, describe, expect, it } from 'vitest'
import { listPiles, type RecordingListener, type Yard } from '../../harness/small-maps.ts'
import { openHall } from '../harness/imported-hall.ts'

const skills = {
  ...{ lockpicking: 1, hiding: 2, stealing: 7, jumping: 10, oratory: 12, singing: 13, meditation: 16 },
  ...{ inscription: 22, 'disarm traps': 27, climbing: 20 },
}
const archetypes = [
  'grate 23 face post.111 hp 400 no_pick 1 move_block all',
  'vault 20 face post.111 no_pick 1 move_block all slaying gold',
  'picks 74 face milk.111 skill lockpicking weight 1',
  'parchment 111 name_pl parchments face milk.111 nrof 1 weight 1',
  'spell_spark 101 name spark face milk.111 subtype 5 skill sorcery level 1 sp 3 dam 4',
  'hauberk 16 face milk.111 body_torso -1 gen_sp_armour 10 weight 1',
  ...Object.entries(skills).map(
    ([name, subtype]) => `skill_${subtype} 43 skill ${name.replace(' ', '~')} subtype ${subtype} exp 10`,
  ),
]

let yard: Yard
let ann: RecordingListener

beforeEach(async () => {
  const things = ['grate 1,0 slaying red', 'vault 1,1', 'cat 4,2 speed 0 hp 5 level 1 / milk']
  const hall = await openHall({ archetypes }, ...things)
  yard = hall.yard
  ann = hall.ann
  // At a high level nearly every attempt succeeds.
  for (const name of Object.keys(skills)) ann.player.skills.set(name, 1e9)
  ann.player.markUnsaved()
})

const stand = (x: number, y: number, facing: 3 | 7 = 3) => {
  yard.stand(ann, x, y)
  ann.player.facing = facing
}
/** Repeats the command until a message contains the text, at most thirty times. */
const until = (command: string, text: string): readonly string[] => {
  for (let tries = 0; tries < 30; tries++) {
    const told = yard.type(ann, command)
    if (told.some((each) => each.includes(text))) return told
  }
  return []
}
const experienceOf = (name: string) => ann.player.skills.get(name)! - 1e9

describe('[CF-14.16] lockpicking', () => {
  it('opens a locked door without its key', () => {
    stand(0, 0)
    yard.type(ann, 'east')
    expect(ann.player.x).toBe(0)
    expect(until('use_skill lockpicking', 'You pick the lock.')).not.toEqual([])
    expect(yard.level(ann).blocksMovement(1, 0)).toBe(false)
    expect(experienceOf('lockpicking')).toBe(10)
  })

  it('[CF-21.9] with a tool earns experience that the player keeps, but the skill still needs the tool', () => {
    ann.player.skills.delete('lockpicking')
    yard.give(ann, 'arch picks')
    stand(0, 0)
    until('use_skill lockpicking', 'You pick the lock.')
    expect(ann.player.skills.get('lockpicking')).toBe(10)
    yard.world.save()
    yard.restart()
    yard.type(ann, 'drop picks')
    expect(yard.type(ann, 'use_skill lockpicking')).toEqual(['You do not have the skill lockpicking.'])
    expect(ann.player.skills.get('lockpicking')).toBe(10)
  })

  it('does not open locks for special keys, and reports a missing lock', () => {
    stand(0, 1)
    expect(yard.type(ann, 'use_skill lockpicking')).toEqual(['That lock cannot be picked.'])
    stand(0, 2)
    expect(yard.type(ann, 'use_skill lockpicking')).toEqual(['There is no lock.'])
  })
})

describe('[CF-14.16] stealing', () => {
  it('takes each possession of a creature once, and a creature that dies does not drop stolen things', () => {
    stand(3, 2)
    expect(until('use_skill stealing', 'You steal').at(-1)).toBe('You steal a bowl of milk from the cat.')
    expect(listPiles(ann.player.inventory)).toEqual(['1 bowl of milk'])
    expect(yard.type(ann, 'use_skill stealing')).toEqual(['The cat has nothing to steal.'])
    yard.restart()
    expect(yard.type(ann, 'use_skill stealing')).toEqual(['The cat has nothing to steal.'])
    ann.player.hp = 5000
    for (let blows = 0; blows < 90 && yard.level(ann).creatures.size > 0; blows++) yard.type(ann, 'east')
    expect(yard.level(ann).creatures.size).toBe(0)
    const left = Array.from({ length: 14 * 7 }, (_, at) =>
      yard.idsAt(ann, at % 14, Math.floor(at / 14)),
    ).flat()
    expect(left).not.toContain('arch milk')
  })

  it('needs a creature in front of the player', () => {
    stand(0, 2)
    expect(yard.type(ann, 'use_skill stealing')).toEqual(['There is nobody to steal from.'])
  })
})

it('[CF-14.16] hiding makes the player unseen until an attack', () => {
  until('use_skill hiding', 'You become invisible.')
  expect(ann.player.effects.has('unseen')).toBe(true)
  stand(3, 2)
  yard.type(ann, 'east')
  expect(ann.player.effects.has('unseen')).toBe(false)
})

it('[CF-14.16] a song calms monsters nearby, and a speech calms the monster ahead', () => {
  stand(3, 2)
  expect(until('use_skill singing', 'The cat becomes peaceful.').at(0)).toBe('You sing.')
  expect(until('use_skill oratory', 'The cat becomes peaceful.')).not.toEqual([])
  stand(0, 2)
  expect(yard.type(ann, 'use_skill oratory')).toEqual(['There is nobody to convince.'])
  expect(yard.type(ann, 'use_skill singing')).toEqual(['You sing.'])
})

it('[CF-14.16] meditation restores hp and spell points, but not in armour that hampers spells', () => {
  const { player } = ann
  Object.assign(player, { hp: 1, sp: 0 })
  yard.type(ann, 'use_skill meditation')
  expect([player.hp > 1, player.sp > 0]).toEqual([true, true])
  yard.give(ann, 'arch hauberk')
  yard.type(ann, 'apply hauberk')
  expect(yard.type(ann, 'use_skill meditation')).toEqual(['You cannot meditate in the hauberk.'])
})

it('[CF-14.16] a jump crosses cells until something blocks the way', () => {
  stand(5, 1, 7)
  yard.type(ann, 'use_skill jumping')
  expect(ann.player.x).toBe(2)
})

it('[CF-14.16] use_skill reports that a skill without an active use works by itself', () => {
  expect(yard.type(ann, 'use_skill climbing')).toEqual(['That skill works by itself.'])
})

describe('[CF-14.4] inscription', () => {
  it('writes a known spell on the marked scroll, and costs the points of the spell', () => {
    const { player } = ann
    player.skills.set('sorcery', 0)
    player.spells.add('arch spell_spark')
    player.markUnsaved()
    expect(yard.type(ann, 'inscribe spark')).toEqual(['Mark the scroll first.'])
    yard.give(ann, 'arch parchment', 30)
    yard.type(ann, 'mark parchment')
    player.sp = 1
    expect(yard.type(ann, 'inscribe spark')).toEqual(['You do not have enough points.'])
    for (let tries = 0; tries < 30; tries++) {
      player.sp = 50
      if (yard.type(ann, 'inscribe spark')[0]?.startsWith('You write')) break
    }
    const written = player.inventory.find(({ archetype }) => archetype.traits.role === 'scroll')
    expect(written?.archetype.traits).toMatchObject({ role: 'scroll', spell: 'arch spell_spark' })
    expect(player.sp).toBe(47)
    yard.world.inscribe(player, 0, written!.tag)
    expect(ann.texts()).toEqual(['You do not know such a spell.'])
  })

  it('is refused without the skill', () => {
    ann.player.skills.delete('inscription')
    expect(yard.type(ann, 'inscribe spark')).toEqual(['You do not have the skill inscription.'])
  })
})

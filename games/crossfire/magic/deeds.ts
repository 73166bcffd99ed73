// Spell effects, for any caster. [CF-22.2]
import { messageTypes } from '../hearing/text-kinds.ts'
import { isPlayer, type Scene } from '../scene/scene.ts'
import type { Spell } from '../scene/spell.ts'
import { make, summon, wall } from './calling.ts'
import type { Casting } from './caster.ts'
import { bestow, bind, cure, heal, makeFood, raise, restore, transfer } from './favours.ts'
import { layBomb, shootBolt } from './flying.ts'
import { charge, darken, detect, disarm, knowSelf, leap, map, probe, toDust } from './knowing.ts'
import { identify, uncurse } from './things.ts'
import { smite, spread } from './waves.ts'

/** Returns false if it had no effect. */
export function work(scene: Scene, { does, name }: Pick<Spell, 'does' | 'name'>, casting: Casting): boolean {
  const { by } = casting
  switch (does.deed) {
    case 'bolt':
      if (isPlayer(by)) by.tell(`You cast ${name}.`, messageTypes.spellSuccess)
      shootBolt(scene, does, casting)
      return true
    case 'bomb':
      return layBomb(scene, does, casting)
    case 'wave':
      return spread(scene, does, casting)
    case 'smite':
      return smite(scene, does, casting)
    case 'heal':
      return heal(scene, does, casting)
    case 'power':
      return restore(scene, does, casting)
    case 'lasting':
      return bind(scene, does, casting)
    case 'raise':
      return raise(does, casting)
    case 'boon':
      return bestow(scene, name, does, casting)
    case 'cure':
      return cure(casting)
    case 'food':
      return makeFood(scene, casting)
    case 'summon':
      return summon(scene, does, casting)
    case 'wall':
      return wall(scene, does, casting)
    case 'mana':
      return transfer(does, casting)
    case 'daylight':
      return darken(does, casting)
    case 'leap':
      return leap(scene, does, casting)
    case 'map':
      return map(scene, casting)
    case 'self':
      return knowSelf(scene, casting)
    case 'disarm':
      return disarm(casting)
    case 'detect':
      return detect(scene, does, casting)
    case 'make':
      return make(scene, does, casting)
    case 'dust':
      return toDust(does, casting)
    case 'charge':
      return charge(scene, does, casting)
    case 'probe':
      return probe(does, casting)
    case 'identify':
      return identify(does, casting)
    case 'uncurse':
      return uncurse(does, casting)
  }
}

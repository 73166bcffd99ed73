// Temporary bonuses from spells and potions: strength, speed, resistances. [CF-22.6]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Given } from '../scene/spell.ts'

/** Prefix of their names among a player's effects. */
const mark = 'boon '
/** Maximum number, to keep the record small. */
const mostBoons = 24

/** Starts the bonus or extends it. */
export function give(scene: Scene, player: Player, name: string, gives: Given, ms: number): void {
  const key = `${mark}${name}`
  const before = player.effects.get(key)
  if (!before && givenTo(player).length >= mostBoons)
    return player.tell('You bear no more of it.', messageTypes.spellFailure)
  player.effects.set(key, { until: Math.max(before?.until ?? 0, scene.clock + ms), strength: 1, gives })
  player.tell(before ? `The ${name} will last longer.` : `You feel the ${name}.`, messageTypes.goodEffect)
  player.keep()
}

/** The player's current bonuses. */
export function givenTo({ effects }: Pick<Player, 'effects'>): readonly Given[] {
  return [...effects.values()].flatMap(({ gives }) => (gives ? [gives] : []))
}

export function tickBoons(scene: Scene, player: Player): void {
  for (const [key, { until, gives }] of [...player.effects]) {
    if (!gives || until > scene.clock) continue
    player.effects.delete(key)
    player.tell(`The ${key.slice(mark.length)} is over.`, messageTypes.goodEffectOver)
    player.keep()
  }
}

// [AS-7]
import { shoot } from '../combat/combat.ts'
import { isBlocking } from '../items/items.ts'
import { canMonsterStand, moveMonster } from '../monsters/movement.ts'
import { relocatePlayer } from '../players/relocate.ts'
import { askForTarget, type Target } from '../players/target-selection.ts'
import { Monster } from '../state/monster.ts'
import type { Player } from '../state/player.ts'
import { Townsperson } from '../state/townsperson.ts'
import type { WorldState } from '../state/world-state.ts'
import { placeInDirection } from '../terrain/directions.ts'
import { isSamePlace, type Place } from '../terrain/terrain.ts'

/** [AS-7.1] A byte of 0 is no rune. */
const manaPerRune = 5

/** [AS-7.3] The effects of spells. `runes`: the eight runes in hexadecimal. */
const spells: { readonly [runes: string]: (state: WorldState, player: Player) => void } = {
  '4a5a000000000000': shoot,
  '5151510000000000': askWhomToRam,
  '7677787900000000': askWhichRing,
}

/** [AS-7.1] Even an unknown spell costs mana. */
export function castSpell(state: WorldState, player: Player, runes: Uint8Array): void {
  const cost = manaPerRune * runes.filter((rune) => rune !== 0).length
  if (cost > player.mana) return player.sendText('Not enough mana.')
  player.mana -= cost
  player.showVitals()
  const hex = Array.from(runes, (rune) => rune.toString(16).padStart(2, '0')).join('')
  const spell = spells[hex]
  if (spell) spell(state, player)
  else player.sendText(`The spell failed miserably. (${hex})`)
}

/** [AS-7.5] */
export function pushMob(state: WorldState, player: Player, target: Target): void {
  if (target.kind !== 'mob') return player.sendText('Only the living can be rammed.')
  const { mob } = target
  if (!isSamePlace(mob.place, player.place))
    return player.sendText('Only a target on your own tile can be rammed.')
  const ahead = placeInDirection(player.place, player.facing)
  if (mob instanceof Townsperson || !canBePushed(state, mob, ahead))
    return player.sendText('There is no way to push it.')
  if (mob instanceof Monster) moveMonster(state, mob, ahead)
  else {
    relocatePlayer(state, mob, ahead)
    mob.sendText('A wall of force pushes you away.')
  }
  player.sendText('A wall of force pushes it away.')
}

/** [AS-7.6] */
function canBePushed(state: WorldState, mob: Player | Monster, to: Place): boolean {
  if (mob instanceof Monster) return canMonsterStand(state, to)
  if (state.terrain.blocks(to.x, to.y)) return false
  return !state.ground.at(to).some((item) => isBlocking(item) || item.type === 'door')
}

function askWhomToRam(state: WorldState, player: Player): void {
  player.sendText('Select whom to ram.')
  askForTarget(state, player, 'ram')
}

function askWhichRing(state: WorldState, player: Player): void {
  player.sendText('Select the ring to bind to this place.')
  askForTarget(state, player, 'ring')
}

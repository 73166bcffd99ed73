// Temporary effects on players: light, protection, poison, word of recall. [CF-14.12]
import { type MessageType, messageTypes } from '../hearing/text-kinds.ts'
import { tickBoons } from '../people/boons.ts'
import { bring } from '../places/arriving.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Lasting } from '../scene/spell.ts'
import { mayLeaveShop } from '../trade/shop.ts'
import { woundPlayer } from './wounds.ts'

interface Course {
  readonly begins: string
  readonly ends: string
  readonly good: boolean
  /** Runs when the effect expires. */
  readonly after?: (scene: Scene, player: Player) => void
}

/** [CF-13.6] Duration of any poisoning in milliseconds. */
export const poisonMs = 20_000
/** [CF-13.6] Ticks between damage by poison. */
const pangTicks = 16

const courses: { readonly [name in Lasting]: Course } = {
  light: { begins: 'A pale light gathers around you.', ends: 'Your light goes out.', good: true },
  protection: { begins: 'You feel shielded.', ends: 'Your shield is gone.', good: true },
  poison: { begins: 'You are poisoned!', ends: 'The poison has left you.', good: false },
  way_home: {
    begins: 'The air around you begins to hum.',
    ends: 'You are elsewhere.',
    good: true,
    after: goHome,
  },
  unseen: { begins: 'You see your hands no more.', ends: 'You can be seen again.', good: true },
  slow: { begins: 'Everything takes so long.', ends: 'You are as quick as ever.', good: false },
  confused: { begins: 'Which way is which?', ends: 'Your head clears.', good: false },
  afraid: { begins: 'You are afraid!', ends: 'You take heart again.', good: false },
  blind: { begins: 'You see nothing!', ends: 'You see again.', good: false },
}

/** Starts the effect. If it is active, the greater strength and the later end apply. */
export function enchant(scene: Scene, player: Player, name: Lasting, ms: number, strength: number): void {
  const { begins, good } = courses[name]
  const before = player.effects.get(name)
  const until = Math.max(before?.until ?? 0, scene.clock + ms)
  player.effects.set(name, { until, strength: Math.max(before?.strength ?? 0, strength) })
  if (!before) player.tell(begins, good ? messageTypes.goodEffect : messageTypes.badEffect)
  show(player)
}

/** Cancels the effect without its final action. Returns false if it was not active. */
export function disenchant(player: Player, name: Lasting): boolean {
  if (!player.effects.delete(name)) return false
  player.tell(courses[name].ends, endKind(courses[name]))
  show(player)
  return true
}

/** Ends expired effects and applies poison. */
export function tickLasting(scene: Scene, player: Player): void {
  for (const [name, { until }] of [...player.effects]) {
    if (until <= scene.clock && Object.hasOwn(courses, name)) over(scene, player, name as Lasting)
  }
  tickBoons(scene, player)
  const poison = player.effects.get('poison')
  if (poison && scene.ticks % pangTicks === 0) woundPlayer(scene, player, poison.strength, 'poison')
}

function over(scene: Scene, player: Player, name: Lasting): void {
  player.effects.delete(name)
  show(player)
  const { ends, after } = courses[name]
  if (after) after(scene, player)
  else player.tell(ends, endKind(courses[name]))
}

/** [CF-14.12] */
function goHome(scene: Scene, player: Player): void {
  if (!mayLeaveShop(scene, player)) return
  bring(scene, player, player.home)
  player.tell(courses.way_home.ends, messageTypes.spellSuccess)
}

function endKind({ good }: Course): MessageType {
  return good ? messageTypes.goodEffectOver : messageTypes.badEffectOver
}

/** Updates the player's record and cell: effects can change the light. */
function show(player: Player): void {
  player.keep()
  player.level?.changed(player.x, player.y)
}

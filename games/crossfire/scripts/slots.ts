// Slot machines: four reels, and a pot that grows with every stake. [CF-23.10]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { roll } from '../scene/dice.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Slots } from '../scene/script.ts'
import { put, useUp } from '../things/contents.ts'
import { inWords } from '../things/counts.ts'
import { mostInPile, nameOf } from '../things/thing.ts'
import { pays } from '../trade/purse.ts'
import { type Call, pageName } from './saying.ts'

const reels = 4
/** Symbols in the order of the prizes. A machine uses as many as it has prizes. */
const symbols = ['cherry', 'plum', 'bell', 'clover', 'horseshoe', 'star', 'moon', 'crown'] as const

/** [CF-23.10] Plays one round for one stake. */
export function play(call: Call, slots: Slots): void {
  const { scene, player, thing } = call
  const id = `arch ${slots.coin}`
  const { name } = scene.kinds.named(id)
  if (!stakes(scene, player, id)) return player.tell(`It takes a ${name.one}.`, messageTypes.failure)
  const page = pageName(`${nameOf(thing).one} ${player.level!.name}`)
  const pot = within(slots, Number(scene.ledger.page('slots', page) ?? slots.least) + 1)
  const drawn = Array.from({ length: reels }, () => roll(scene, slots.minor.length) - 1)
  const won = prizeOf(slots, drawn, pot)
  const left = within(slots, pot - won)
  scene.ledger.write('slots', page, left)
  hand(scene, player, id, won)
  player.sound(sounds.turnHandle)
  const shown = drawn.map((symbol) => symbols[symbol] ?? '?').join(', ')
  const prize = won === 0 ? 'Nothing.' : `You win ${inWords(won)} ${won === 1 ? name.one : name.many}!`
  player.tell(`${shown}. ${prize} In the pot: ${inWords(left)}.`, messageTypes.info)
}

/** Four equal symbols pay a percentage of the pot; three pay a number of stakes. */
function prizeOf({ minor, major }: Slots, drawn: readonly number[], pot: number): number {
  for (const symbol of new Set(drawn)) {
    const alike = drawn.filter((each) => each === symbol).length
    if (alike === reels) return Math.floor((pot * major[symbol]!) / 100)
    if (alike === reels - 1) return minor[symbol]!
  }
  return 0
}

function within({ least, most }: Slots, pot: number): number {
  return Math.min(most, Math.max(least, pot))
}

/** Takes the stake: any coins of that value, or one such thing if it is no money. */
function stakes(scene: Scene, player: Player, id: string): boolean {
  const kind = scene.kinds.named(id)
  if (kind.is.role === 'money' && kind.value) return pays(scene, player, kind.value)
  const one = player.inventory.find((each) => each.kind.id === id && !each.unpaid)
  if (one) useUp(one)
  return one !== undefined
}

function hand(scene: Scene, player: Player, id: string, count: number): void {
  for (let left = count; left > 0; ) {
    const thing = scene.make(id, Math.min(left, mostInPile))
    left -= thing.count
    put(thing, { in: 'pack', player })
  }
}

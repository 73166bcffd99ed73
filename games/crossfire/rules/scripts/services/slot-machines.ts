// [CF-23.10]

import type { SlotMachine } from '../../../model/definitions/script.ts'
import { rollDie } from '../../../model/state/dice.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { consumeThing, putThing } from '../../../model/things/move-things.ts'
import { toNumberWord } from '../../../model/things/number-words.ts'
import { isPackFull } from '../../../model/things/pile-limits.ts'
import { maxPileCount, nameOf, withArticle } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { sounds } from '../../../protocol/events/sounds.ts'
import { payAmount } from '../../trade/money.ts'
import { type ScriptCall, sanitizeRecordName } from '../dialogue/script-call.ts'

const reelCount = 4
/** Symbols in the order of a machine's prizes. A machine uses one symbol for each of its prizes. */
const symbols = ['cherry', 'plum', 'bell', 'clover', 'horseshoe', 'star', 'moon', 'crown'] as const

/** [CF-23.10] Plays one round for one stake. */
export function playSlotMachine(call: ScriptCall, slots: SlotMachine): void {
  const { game, player, thing } = call
  const id = `arch ${slots.coin}`
  const { name } = game.archetypes.get(id)
  if (isPackFull(player)) return player.sendMessage('You cannot carry more things.', messageTypes.failure)
  if (!takeStake(game, player, id))
    return player.sendMessage(`It takes ${withArticle(name)}.`, messageTypes.failure)
  const page = sanitizeRecordName(`${nameOf(thing).one} ${player.level!.name}`)
  const pot = clampPot(slots, Number(game.serviceRecords.get('slots', page) ?? slots.minPot) + 1)
  const drawn = Array.from({ length: reelCount }, () => rollDie(game, slots.partialPrizes.length) - 1)
  const won = prizeOf(slots, drawn, pot)
  const left = clampPot(slots, pot - won)
  game.serviceRecords.put('slots', page, left)
  payPrize(game, player, id, won)
  player.playSound(sounds.turnHandle)
  const shown = drawn.map((symbol) => symbols[symbol] ?? '?').join(', ')
  const prize = won === 0 ? 'Nothing.' : `You win ${toNumberWord(won)} ${won === 1 ? name.one : name.many}!`
  player.sendMessage(`${shown}. ${prize} In the pot: ${toNumberWord(left)}.`, messageTypes.info)
}

/** The prize in stakes. Four equal symbols pay a percentage of the pot; three pay a fixed number. */
function prizeOf(
  { partialPrizes, jackpotPercents }: SlotMachine,
  drawn: readonly number[],
  pot: number,
): number {
  for (const symbol of new Set(drawn)) {
    const alike = drawn.filter((each) => each === symbol).length
    if (alike === reelCount) return Math.floor((pot * jackpotPercents[symbol]!) / 100)
    if (alike === reelCount - 1) return partialPrizes[symbol]!
  }
  return 0
}

function clampPot({ minPot, maxPot }: SlotMachine, pot: number): number {
  return Math.min(maxPot, Math.max(minPot, pot))
}

/** Takes one coin, or one thing if the stake is not money. Returns false if the player cannot pay. */
function takeStake(game: GameState, player: Player, id: string): boolean {
  const kind = game.archetypes.get(id)
  if (kind.traits.role === 'money' && kind.value) return payAmount(game, player, kind.value)
  const one = player.inventory.find((each) => each.archetype.id === id && !each.unpaid)
  if (one) consumeThing(one)
  return one !== undefined
}

function payPrize(game: GameState, player: Player, id: string, count: number): void {
  for (let left = count; left > 0 && !isPackFull(player); ) {
    const thing = game.createThing(id, Math.min(left, maxPileCount))
    left -= thing.count
    putThing(thing, { in: 'pack', player })
  }
}

// [CF-23.1]

import type { ArchetypeRegistry } from '../../../model/definitions/archetype.ts'
import { sendMessageNear } from '../../../model/state/broadcast.ts'
import type { GameState, Level, Player, Thing } from '../../../model/state/game-state.ts'
import { outermostLocation } from '../../../model/things/move-things.ts'
import { formatSpeech } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/**
 * An event of a thing, caused by a player. `words`: what the player said, as typed; empty if the event is not speech.
 */
export interface ScriptCall {
  readonly game: GameState
  readonly player: Player
  readonly thing: Thing
  readonly words: string
  /** [CF-23.18] The thing that the player offered with `give`. */
  readonly offered?: Thing | undefined
}

export type TimedScriptCall = Pick<ScriptCall, 'game' | 'thing'> & { readonly level: Level }

/** Says a text to all players nearby. */
export function speakNearby(
  { thing, player }: Pick<ScriptCall, 'thing'> & Partial<ScriptCall>,
  text: string,
): void {
  const at = outermostLocation(thing)
  const line = formatSpeech(thing, text)
  if (at?.in === 'cell') sendMessageNear(at.level, at, line, messageTypes.dialog)
  else player?.sendMessage(line, messageTypes.dialog)
}

/** Sends a text to all players on the map of the thing. */
export function sendMessageToLevel({ thing }: Pick<ScriptCall, 'thing'>, text: string): void {
  const at = outermostLocation(thing)
  if (at?.in !== 'cell') return
  for (const player of at.level.players) player.sendMessage(text, messageTypes.miscellaneous)
}

/**
 * [CF-23.2] Replaces characters that are not printable or are special in keys, and cuts the name to its last 100
 * characters.
 */
export function sanitizeRecordName(name: string): string {
  return name.replace(/[^!-?A-{}~ ]/g, '_').slice(-100)
}

export interface CoinAmount {
  readonly coin: string
  readonly count: number
  /** Value of one coin, in the smallest coin. */
  readonly value: number
  readonly id: string
}

const maxCoins = 1_000_000

/**
 * Parses an amount such as `5 gold` or `5 gold coins`. A number without the name of a coin means the smallest coin.
 * Undefined for any other text.
 */
export function parseCoinAmount(
  { coins }: ArchetypeRegistry,
  [number = '', ...named]: readonly string[],
): CoinAmount | undefined {
  const count = Number(number)
  if (!/^\d{1,7}$/.test(number) || count < 1 || count > maxCoins) return undefined
  const name = named
    .join(' ')
    .replace(/ coins?$/, '')
    .replace(/s$/, '')
  const coin = coins.find(({ name: { one } }) => name === '' || one.replace(/ coin$/, '') === name)
  return (
    coin && { coin: count === 1 ? coin.name.one : coin.name.many, count, value: coin.value!, id: coin.id }
  )
}

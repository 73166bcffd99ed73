// [CF-10.5]

import { playersNear } from '../../../model/state/broadcast.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { sanitizeText } from '../../../model/state/player-texts.ts'
import { type MessageType, messageTypes } from '../../../protocol/events/message-types.ts'
import { notifyEars } from '../../machines/levers-and-ears.ts'
import { replyToSpeech } from '../../scripts/npc-replies.ts'
import { offerSpeechToScripts } from '../../scripts/script-runner.ts'

/** [CF-10.5] Persons of the map may answer. */
export function say(game: GameState, player: Player, words: string): void {
  const said = sanitizeText(words)
  if (said === '') return askWhatToSay(player)
  const spoken = `${player.name} says: ${said}`
  speak(player, playersNear(player.level!, player), `You say: ${said}`, spoken, messageTypes.say)
  if (!offerSpeechToScripts(game, player, said)) replyToSpeech(player, said)
  notifyEars(game, player, said)
}

/** [CF-10.5] */
export function emote(_game: GameState, player: Player, words: string): void {
  const done = sanitizeText(words)
  if (done === '') return askWhatToSay(player)
  const shown = `${player.name} ${done}`
  speak(player, playersNear(player.level!, player), shown, shown, messageTypes.me)
}

/** [CF-10.5] */
export function shout(game: GameState, player: Player, words: string): void {
  const said = sanitizeText(words)
  if (said === '') return askWhatToSay(player)
  const spoken = `${player.name} shouts: ${said}`
  speak(player, game.players.values(), `You shout: ${said}`, spoken, messageTypes.shout)
}

/** [CF-10.5] Like `shout`, but shown in another colour and only to players who listen to chat. */
export function chat(game: GameState, player: Player, words: string): void {
  const said = sanitizeText(words)
  if (said === '') return askWhatToSay(player)
  const spoken = `${player.name} chats: ${said}`
  speak(player, game.players.values(), spoken, spoken, messageTypes.chat)
}

/** [CF-10.5] Sends `WORDS` to one player at any distance. `words`: `NAME WORDS`. */
export function tellPrivately(game: GameState, player: Player, words: string): void {
  const [name = '', ...rest] = words.split(' ')
  const said = sanitizeText(rest.join(' '))
  const other = game.players.get(name.toLowerCase())
  if (name === '' || said === '') return askWhatToSay(player)
  if (!other) return player.sendMessage('There is no such player online.', messageTypes.error)
  if (other === player) return player.sendMessage('You talk to yourself.', messageTypes.error)
  other.replyTo = player.name
  const spoken = `${player.name} tells ${other.name}: ${said}`
  other.sendMessage(`${player.name} tells you: ${said}`, messageTypes.tell, spoken)
  player.sendMessage(`You tell ${other.name}: ${said}`, messageTypes.tell, spoken)
  // [CF-9.13]
  if (other.isAway) player.sendMessage(`${other.name} is away and may not answer.`, messageTypes.info)
}

/** [CF-10.5] */
export function replyPrivately(game: GameState, player: Player, words: string): void {
  if (player.replyTo === undefined)
    return player.sendMessage('Nobody has sent you a private message.', messageTypes.error)
  tellPrivately(game, player, `${player.replyTo} ${words}`)
}

/** Sends `own` to the speaker, whatever the speaker's `listen` level is, and `spoken` to the other readers. */
function speak(
  speaker: Player,
  readers: Iterable<Player>,
  own: string,
  spoken: string,
  kind: MessageType,
): void {
  speaker.listener?.onText(own, kind, spoken)
  for (const reader of readers) if (reader !== speaker) reader.sendMessage(spoken, kind, spoken)
}

function askWhatToSay(player: Player): void {
  player.sendMessage('Say what? Add some words.', messageTypes.error)
}

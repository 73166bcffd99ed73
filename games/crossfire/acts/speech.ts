// Speech, emotes, chat and private messages. [CF-10.5]
import { messageTypes } from '../hearing/text-kinds.ts'
import { overhear } from '../machines/handles.ts'
import { answerSaying } from '../people/answers.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { nearTo, tellAll } from '../scene/telling.ts'
import { calledBy } from '../scripts/calling.ts'

/** [CF-16.5] Maximum characters of a message. */
export const longestSaying = 256

/** [CF-10.5] Sends to everybody within earshot, including the speaker. Persons may answer. */
export function say(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  for (const other of nearTo(player.level!, player))
    other.tell(other === player ? `You say: ${said}` : `${player.name} says: ${said}`, messageTypes.say)
  if (!calledBy(scene, player, said)) answerSaying(player, said)
  overhear(player, said)
}

/** [CF-10.5] A free-text action, sent to everybody within earshot. */
export function emote(_scene: Scene, player: Player, words: string): void {
  const done = plain(words)
  if (done === '') return askWhat(player)
  for (const other of nearTo(player.level!, player)) other.tell(`${player.name} ${done}`, messageTypes.me)
}

/** [CF-10.5] Sends to all players. */
export function shout(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  // Speakers receive their own message regardless of their `listen` level.
  player.hearing?.onText(`You shout: ${said}`, messageTypes.shout)
  tellAll(scene, `${player.name} shouts: ${said}`, messageTypes.shout, player)
}

/** [CF-10.5] Sends to all players, in another colour. */
export function chat(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  player.hearing?.onText(`${player.name} chats: ${said}`, messageTypes.chat)
  tellAll(scene, `${player.name} chats: ${said}`, messageTypes.chat, player)
}

/** [CF-10.5] `NAME WORDS`: a private message, at any distance. */
export function tell(scene: Scene, player: Player, words: string): void {
  const [name = '', ...rest] = words.split(' ')
  const said = plain(rest.join(' '))
  const other = scene.players.get(name.toLowerCase())
  if (name === '' || said === '') return askWhat(player)
  if (!other) return player.tell('No such player.', messageTypes.error)
  if (other === player) return player.tell('You talk to yourself.', messageTypes.error)
  other.answers = player.name
  other.tell(`${player.name} tells you: ${said}`, messageTypes.tell)
  player.tell(`You tell ${other.name}: ${said}`, messageTypes.tell)
  // [CF-9.13]
  if (other.away) player.tell(`${other.name} is away, and may not answer.`, messageTypes.info)
}

/** [CF-10.5] Replies to the last private message. */
export function answer(scene: Scene, player: Player, words: string): void {
  if (player.answers === undefined) return player.tell('Nobody has told you anything.', messageTypes.error)
  tell(scene, player, `${player.answers} ${words}`)
}

/**
 * [CF-16.5] [CF-10.5] Strips control characters and limits the length. Current clients interpret `[b]` and the like
 * as markup: a space after the bracket prevents styled or forged messages.
 */
export function plain(words: string): string {
  const bare = [...words].filter((letter) => letter >= ' ' && letter !== '\x7f').join('')
  return bare
    .trim()
    .slice(0, longestSaying)
    .replace(/\[(?=\/?[a-z]+(=[^\]]*)?\])/g, '[ ')
}

function askWhat(player: Player): void {
  player.tell('Say what?', messageTypes.error)
}

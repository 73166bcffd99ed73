// Talking. [CF-10.5]
import { textKinds } from '../hearing/text-kinds.ts'
import { overhear } from '../machines/handles.ts'
import { answerSaying } from '../people/answers.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { nearTo, tellAll } from '../scene/telling.ts'
import { calledBy } from '../scripts/calling.ts'

/** [CF-16.5] Characters of one saying. */
export const longestSaying = 256

/** [CF-10.5] To all within earshot, himself too; persons may answer. */
export function say(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  for (const other of nearTo(player.level!, player))
    other.tell(other === player ? `You say: ${said}` : `${player.name} says: ${said}`, textKinds.say)
  if (!calledBy(scene, player, said)) answerSaying(player, said)
  overhear(player, said)
}

/** [CF-10.5] What he does, in his own words: to all within earshot. */
export function emote(_scene: Scene, player: Player, words: string): void {
  const done = plain(words)
  if (done === '') return askWhat(player)
  for (const other of nearTo(player.level!, player)) other.tell(`${player.name} ${done}`, textKinds.me)
}

/** [CF-10.5] To everybody. */
export function shout(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  // Himself he hears however little he listens.
  player.hearing?.tell(`You shout: ${said}`, textKinds.shout)
  tellAll(scene, `${player.name} shouts: ${said}`, textKinds.shout, player)
}

/** [CF-10.5] To everybody, in another colour. */
export function chat(scene: Scene, player: Player, words: string): void {
  const said = plain(words)
  if (said === '') return askWhat(player)
  player.hearing?.tell(`${player.name} chats: ${said}`, textKinds.chat)
  tellAll(scene, `${player.name} chats: ${said}`, textKinds.chat, player)
}

/** [CF-10.5] `NAME WORDS`: to one alone, wherever he is. */
export function tell(scene: Scene, player: Player, words: string): void {
  const [name = '', ...rest] = words.split(' ')
  const said = plain(rest.join(' '))
  const other = scene.players.get(name.toLowerCase())
  if (name === '' || said === '') return askWhat(player)
  if (!other) return player.tell('No such player.', textKinds.error)
  if (other === player) return player.tell('You talk to yourself.', textKinds.error)
  other.answers = player.name
  other.tell(`${player.name} tells you: ${said}`, textKinds.tell)
  player.tell(`You tell ${other.name}: ${said}`, textKinds.tell)
  // [CF-9.13]
  if (other.away) player.tell(`${other.name} is away, and may not answer.`, textKinds.info)
}

/** [CF-10.5] To who told him something last. */
export function answer(scene: Scene, player: Player, words: string): void {
  if (player.answers === undefined) return player.tell('Nobody has told you anything.', textKinds.error)
  tell(scene, player, `${player.answers} ${words}`)
}

/**
 * [CF-16.5] [CF-10.5] Without control characters, and bounded. Clients of today read `[b]` and the like as style: a space
 * after the bracket keeps players from styling, or forging, what others read.
 */
export function plain(words: string): string {
  const bare = [...words].filter((letter) => letter >= ' ' && letter !== '\x7f').join('')
  return bare
    .trim()
    .slice(0, longestSaying)
    .replace(/\[(?=\/?[a-z]+(=[^\]]*)?\])/g, '[ ')
}

function askWhat(player: Player): void {
  player.tell('Say what?', textKinds.error)
}

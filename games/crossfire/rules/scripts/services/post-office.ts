// Players buy letters with a text, put them into any letter box, and receive letters at any box. [CF-23.5]

import type { Json } from '../../../../game.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { putThing, removeThing } from '../../../model/things/move-things.ts'
import { isPackFull, maxPilesInPack } from '../../../model/things/pile-limits.ts'
import { originalNameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { formatCoins, payAmount } from '../../trade/money.ts'
import { type ScriptCall, speakNearby } from '../dialogue/script-call.ts'

/** [CF-23.5] Price of a letter in the smallest coin. */
const letterPrice = 100
/** Maximum number of letters that wait for one player. */
const maxLetters = 50
/** Archetype of letters in an imported world. */
const letterArchetype = 'arch scroll'

type Letter = readonly [from: string, words: string]

/** [CF-23.5] Handles the words `mailscroll NAME WORDS`. */
export function handlePostWords(call: ScriptCall): void {
  const { game, player, words } = call
  const [wish = '', to, ...text] = words.split(/\s+/)
  if (wish.toLowerCase() !== 'mailscroll' || to === undefined || text.length === 0)
    return speakNearby(
      call,
      `Say mailscroll NAME and the text of your letter. It costs ${formatCoins(game.archetypes, letterPrice)}. Then put it into a letter box.`,
    )
  if (!game.characterExists(to)) return speakNearby(call, `There is no player called ${to}.`)
  if (isPackFull(player)) return speakNearby(call, 'You cannot carry more things.')
  if (!payAmount(game, player, letterPrice))
    return speakNearby(call, `That costs ${formatCoins(game.archetypes, letterPrice)}.`)
  putThing(createLetter(game, `mailscroll T: ${to} F: ${player.name}`, text.join(' ')), {
    in: 'pack',
    player,
  })
  speakNearby(call, `Here is your letter to ${to}.`)
}

/** [CF-23.5] Sends the addressed letters in a closed box. */
export function sendLetters({ game, player, thing }: ScriptCall): void {
  for (const letter of [...(thing.inside ?? [])]) {
    const to = /^mailscroll T: (\S+) F: /.exec(originalNameOf(letter).one)?.[1]
    if (to === undefined || letter.text === undefined || !game.characterExists(to)) continue
    const waiting = waitingLetters(game, to)
    if (waiting.length + letter.count > maxLetters) {
      player.sendMessage(`The mailbox of ${to} is full.`, messageTypes.failure)
      continue
    }
    const from = /F: (\S+)/.exec(originalNameOf(letter).one)?.[1] ?? ''
    saveLetters(game, to, [
      ...waiting,
      ...Array.from({ length: letter.count }, () => [from, letter.text!] as const),
    ])
    removeThing(letter)
    player.sendMessage(`Your letter to ${to} is on its way.`, messageTypes.itemLost)
  }
}

/** [CF-23.5] Gives the player as many waiting letters as fit into the inventory. */
export function deliverLetters({ game, player }: ScriptCall): void {
  const waiting = waitingLetters(game, player.name)
  if (waiting.length === 0) return player.sendMessage('There is no letter for you.', messageTypes.info)
  const room = Math.max(0, maxPilesInPack - player.inventory.length)
  for (const [from, words] of waiting.slice(0, room))
    putThing(createLetter(game, `mail F: ${from} T: ${player.name}`, words), { in: 'pack', player })
  saveLetters(game, player.name, waiting.slice(room))
  const count = Math.min(room, waiting.length)
  player.sendMessage(
    count > 0 ? `Letters for you: ${count}.` : 'You cannot carry more things.',
    messageTypes.itemGained,
  )
}

function waitingLetters({ serviceRecords }: GameState, name: string): readonly Letter[] {
  return (serviceRecords.get('letters', name.toLowerCase()) ?? []) as unknown as readonly Letter[]
}

function saveLetters({ serviceRecords }: GameState, name: Player['name'], letters: readonly Letter[]): void {
  serviceRecords.put('letters', name.toLowerCase(), letters as unknown as Json)
}

function createLetter(game: GameState, name: string, text: string): Thing {
  return game.createThing(letterArchetype, 1, { name: { one: name, many: name }, text })
}

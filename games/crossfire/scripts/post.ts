// The post: letters are bought with their text, put into any letter box, and received at any. [CF-23.5]
import type { Json } from '../../game.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { put, remove } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { inCoins, pays } from '../trade/purse.ts'
import { type Call, speak } from './saying.ts'

/** [CF-23.5] Price of a letter in the smallest coin. */
const price = 100
/** Waiting letters per player, and piles in a pack at which no more are delivered. */
const most = { waiting: 50, carried: 100 } as const
/** The archetype of letters, in an owner's own world. */
const paper = 'arch scroll'

type Letter = readonly [from: string, words: string]

/** [CF-23.5] Handles `mailscroll NAME WORDS`. */
export function serveAtPost(call: Call): void {
  const { scene, player, words } = call
  const [wish = '', to, ...text] = words.split(/\s+/)
  if (wish.toLowerCase() !== 'mailscroll' || to === undefined || text.length === 0)
    return speak(
      call,
      `Say mailscroll NAME and what is to stand in your letter. It costs ${inCoins(scene.kinds, price)}; lay it into a letter box then.`,
    )
  if (!/^[a-z]{1,64}$/i.test(to) || !scene.isKnown(to)) return speak(call, `I know nobody called ${to}.`)
  if (player.inventory.length >= most.carried) return speak(call, 'You can carry no more things.')
  if (!pays(scene, player, price)) return speak(call, `That would be ${inCoins(scene.kinds, price)}.`)
  put(letterOf(scene, named('mailscroll T:', to, 'F:', player.name), text.join(' ')), { in: 'pack', player })
  speak(call, `Here is your letter to ${to}.`)
}

/** [CF-23.5] Sends addressed letters when the box is closed. */
export function collectLetters({ scene, player, thing }: Call): void {
  for (const letter of [...(thing.inside ?? [])]) {
    const to = /^mailscroll T: (\S+) F: /.exec(nameOf(letter).one)?.[1]
    if (to === undefined || letter.text === undefined || !scene.isKnown(to)) continue
    const waiting = waitingFor(scene, to)
    if (waiting.length + letter.count > most.waiting) {
      player.tell(`${to} has more letters than the post can keep.`, messageTypes.failure)
      continue
    }
    const from = /F: (\S+)/.exec(nameOf(letter).one)?.[1] ?? ''
    keep(scene, to, [
      ...waiting,
      ...Array.from({ length: letter.count }, () => [from, letter.text!] as const),
    ])
    remove(letter)
    player.tell(`Your letter to ${to} is on its way.`, messageTypes.itemLost)
  }
}

/** [CF-23.5] Delivers waiting letters into the pack of the player who opens a box, as many as fit. */
export function deliverLetters({ scene, player }: Call): void {
  const waiting = waitingFor(scene, player.name)
  if (waiting.length === 0) return player.tell('There is no letter for you.', messageTypes.info)
  const room = Math.max(0, most.carried - player.inventory.length)
  for (const [from, words] of waiting.slice(0, room))
    put(letterOf(scene, named('mail F:', from, 'T:', player.name), words), { in: 'pack', player })
  keep(scene, player.name, waiting.slice(room))
  const count = Math.min(room, waiting.length)
  player.tell(
    count > 0 ? `Letters for you: ${count}.` : 'You can carry no more things.',
    messageTypes.itemGained,
  )
}

function waitingFor({ ledger }: Scene, name: string): readonly Letter[] {
  return (ledger.page('letters', name.toLowerCase()) ?? []) as unknown as readonly Letter[]
}

function keep({ ledger }: Scene, name: Player['name'], letters: readonly Letter[]): void {
  ledger.write('letters', name.toLowerCase(), letters as unknown as Json)
}

function letterOf(scene: Scene, name: string, text: string): Thing {
  return scene.make(paper, 1, { name: { one: name, many: name }, text })
}

function named(...words: readonly string[]): string {
  return words.join(' ')
}

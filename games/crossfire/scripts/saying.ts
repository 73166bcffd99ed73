// Speaking and hearing for things with scripts. [CF-23.1]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { tellNear } from '../scene/telling.ts'
import { outermost } from '../things/contents.ts'
import { saying } from '../things/thing.ts'

/** Arguments of a script. `words`: the words as typed, empty for other occasions. */
export interface Call {
  readonly scene: Scene
  readonly player: Player
  readonly thing: Thing
  readonly words: string
}

/** Speaks to everybody nearby. */
export function speak({ thing, player }: Call, text: string): void {
  const at = outermost(thing)
  const line = saying(thing, text)
  if (at?.in === 'cell') tellNear(at.level, at, line, messageTypes.dialog)
  else player.tell(line, messageTypes.dialog)
}

/** [CF-23.2] A valid page name: printable, without characters that are special in keys, cut to its last 100. */
export function pageName(name: string): string {
  return name.replace(/[^!-?A-{}~ ]/g, '_').slice(-100)
}

/** A parsed sum of money. */
export interface Sum {
  readonly coin: string
  readonly count: number
  /** Value of one coin in the smallest coin. */
  readonly value: number
  /** Archetype id of the coin. */
  readonly id: string
}

const mostCoins = 1_000_000

/** Parses `5 gold` or `5 gold coins`; without a coin the smallest. Undefined if it is no sum. */
export function sumIn({ coins }: Kinds, [number = '', ...named]: readonly string[]): Sum | undefined {
  const count = Number(number)
  if (!/^\d{1,7}$/.test(number) || count < 1 || count > mostCoins) return undefined
  const name = named
    .join(' ')
    .replace(/ coins?$/, '')
    .replace(/s$/, '')
  const coin = coins.find(({ name: { one } }) => name === '' || one.replace(/ coin$/, '') === name)
  return (
    coin && { coin: count === 1 ? coin.name.one : coin.name.many, count, value: coin.value!, id: coin.id }
  )
}

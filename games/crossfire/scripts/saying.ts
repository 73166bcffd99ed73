// How what a script is bound to speaks, and how it hears. [CF-23.1]
import { textKinds } from '../hearing/text-kinds.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { tellNear } from '../scene/telling.ts'
import { outermost } from '../things/contents.ts'
import { saying } from '../things/thing.ts'

/** What a script is called with. `words`: what was said, as it was said; else empty. */
export interface Call {
  readonly scene: Scene
  readonly player: Player
  readonly thing: Thing
  readonly words: string
}

/** To all who are near it. */
export function speak({ thing, player }: Call, text: string): void {
  const at = outermost(thing)
  const line = saying(thing, text)
  if (at?.in === 'cell') tellNear(at.level, at, line, textKinds.dialog)
  else player.tell(line, textKinds.dialog)
}

/** [CF-23.2] As a page may be called: printable, with nothing that has a meaning in a key, its last 100 letters. */
export function pageName(name: string): string {
  return name.replace(/[^!-?A-{}~ ]/g, '_').slice(-100)
}

/** A sum of money as somebody says it. */
export interface Sum {
  readonly coin: string
  readonly count: number
  /** Of one, in the smallest coin. */
  readonly value: number
  /** The id of its archetype. */
  readonly id: string
}

const mostCoins = 1_000_000

/** `5 gold`, `5 gold coins`; no coin: the smallest. Undefined: that is no sum. */
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

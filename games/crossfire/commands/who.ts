// Who is in. [CF-9.8]

import { textKinds } from '../hearing/text-kinds.ts'
import { classOf } from '../people/characters.ts'
import { levelAt } from '../people/experience.ts'
import type { Player } from '../people/player.ts'
import type { Scene } from '../scene/scene.ts'

/** Lines that are told. */
const most = 100

/** `Ann the fighter`: what today's and the old clients show of him. */
export function titleOf({ name, origin }: Player): string {
  return `${name} the ${classOf(origin.class).name}`
}

/** [CF-9.8] Everybody, with his level and the map that he is in. */
export function who(scene: Scene, player: Player): void {
  const all = [...scene.players.values()]
  const lines = all.slice(0, most).map((each) => {
    const where = each.level?.plan.title ?? 'nowhere'
    return `${titleOf(each)}, level ${levelAt(each.experience)} (${where})`
  })
  player.tell([`Players: ${all.length}`, ...lines].join('\n'), textKinds.who)
}

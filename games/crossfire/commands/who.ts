// The command `who`: everybody who is in. [CF-9.8]
import { textKinds } from '../hearing/text-kinds.ts'
import { titleOf } from '../people/characters.ts'
import { levelAt } from '../people/experience.ts'
import type { Player, Scene } from '../scene/scene.ts'

/** Lines that are told. */
const most = 100

/** [CF-9.8] Everybody, with his level and the map that he is in. */
export function listPlayers(scene: Scene, player: Player): void {
  const all = [...scene.players.values()]
  const lines = all.slice(0, most).map((each) => {
    const where = each.level?.plan.title ?? 'nowhere'
    return `${titleOf(each)}, level ${levelAt(each.experience)} (${where})`
  })
  player.tell([`Players: ${all.length}`, ...lines].join('\n'), textKinds.who)
}

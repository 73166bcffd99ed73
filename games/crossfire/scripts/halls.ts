// Halls of fame, and the ranks of a realm. [CF-23.9]
import type { Json } from '../../game.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { titleOf } from '../people/characters.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { stageOf } from './quests.ts'
import { type Call, pageName } from './saying.ts'

/** Names per hall and per realm; the oldest are dropped. */
const most = 200

/** `stage`: stage of a realm's quest, else 0. */
interface Noted {
  readonly name: string
  readonly title: string
  readonly stage: number
}

/** [CF-23.9] A sign lists the hall; other things add the player, once. Returns whether it replaces the effect. */
export function visitHall(call: Call, hall: string, tells: string): boolean {
  const { scene, player, thing } = call
  const noted = namesIn(scene, 'hall', hall)
  if (thing.kind.is.role === 'sign') {
    const heading = thing.text ?? thing.kind.text
    const names = noted.length > 0 ? noted.map(({ title }) => title) : ['Nobody yet.']
    player.tell([...(heading ? [heading] : []), ...names].join('\n'), messageTypes.sign)
    return true
  }
  if (noted.some(({ name }) => name === player.name)) return false
  keep(scene, 'hall', hall, noted, player, 0)
  if (tells) player.tell(tells, messageTypes.success)
  return false
}

/** [CF-23.9] Records the player's stage if it changed. */
export function noteRank({ scene, player }: Call, quest: string): void {
  const stage = stageOf(player, quest)
  const noted = namesIn(scene, 'ranks', quest)
  const known = noted.find(({ name }) => name === player.name)
  if (stage === 0 || (known?.stage === stage && known.title === titleOf(player))) return
  keep(scene, 'ranks', quest, noted, player, stage)
  player.tell('Your rank is written down.', messageTypes.info)
}

/** [CF-23.9] Lists the players of a rank, sorted by title. */
export function tellRank({ scene, player, thing }: Call, quest: string, stage: number): void {
  const those = namesIn(scene, 'ranks', quest).filter((each) => each.stage === stage)
  const titles = those.map(({ title }) => title).sort()
  const names = titles.length > 0 ? titles : ['Nobody yet.']
  player.tell([`${thing.kind.name.one}:`, ...names].join('\n'), messageTypes.sign)
}

function namesIn({ ledger }: Scene, kind: 'hall' | 'ranks', name: string): readonly Noted[] {
  return (ledger.page(kind, pageName(name)) ?? []) as unknown as readonly Noted[]
}

function keep(
  { ledger }: Scene,
  kind: 'hall' | 'ranks',
  hall: string,
  noted: readonly Noted[],
  player: Player,
  stage: number,
): void {
  const { name } = player
  const others = noted.filter((each) => each.name !== name)
  const all = [...others, { name, title: titleOf(player), stage }].slice(-most)
  ledger.write(kind, pageName(hall), all as unknown as Json)
}

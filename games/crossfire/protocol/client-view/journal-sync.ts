// [CF-11.9] [CF-11.10]
import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import type { Quest } from '../../model/definitions/script.ts'
import { type KnowledgeKind, knowledgeOf } from '../../model/players/knowledge.ts'
import { type StartedQuest, startedQuests } from '../../model/players/quest-progress.ts'
import type { Player } from '../../model/state/game-state.ts'
import type { SendToClient } from '../dialects/dialect.ts'
import type { FaceAndAnimationSender } from './inventory-sync.ts'

/** Maximum number of entries in a packet, so that it fits every client's buffer. */
const maxPerPacket = 20

export const knowledgeFaces: { readonly [kind in KnowledgeKind]: string } = {
  monster: 'talisman.111',
  recipe: 'potion_blue.111',
  god: 'holy_symbol.111',
}

export class JournalSync {
  readonly #send: SendToClient
  readonly #faces: FaceAndAnimationSender
  readonly #quests: readonly Quest[]
  /** The state last sent of each quest, by the quest's code. */
  readonly #sentQuests = new Map<number, string>()
  #sentKnowledge = 0
  /** While the player's stats are the same object, the journal cannot have changed. */
  #lastStats: Player['stats'] | undefined

  constructor(send: SendToClient, faces: FaceAndAnimationSender, quests: readonly Quest[]) {
    this.#send = send
    this.#faces = faces
    this.#quests = quests
  }

  resendAll(): void {
    this.#sentQuests.clear()
    this.#sentKnowledge = 0
    this.#lastStats = undefined
  }

  /** `level`: the client's setting `notifications`; 1 sends quests, 2 also knowledge. */
  sync(player: Player, level: number): void {
    if (level === 0 || this.#lastStats === player.stats) return
    this.#lastStats = player.stats
    this.#syncQuests(player)
    if (level > 1) this.#syncKnowledge(player)
  }

  #syncQuests(player: Player): void {
    const added: StartedQuest[] = []
    for (const quest of startedQuests(this.#quests, player)) {
      const { code, step, ended } = quest
      const text = `${ended} ${step}`
      const before = this.#sentQuests.get(code)
      if (before === text) continue
      this.#sentQuests.set(code, text)
      if (before === undefined) added.push(quest)
      else this.#send({ type: 'updquest', code, ended, step })
    }
    for (let from = 0; from < added.length; from += maxPerPacket)
      this.#send({
        type: 'addquest',
        quests: added.slice(from, from + maxPerPacket).map((quest) => this.#encode(quest)),
      })
  }

  #encode({ code, quest, parent, step, ended }: StartedQuest) {
    const face = quest.face ?? faceNumberOf('scroll.111')
    this.#faces.sendFace(face)
    return { code, title: quest.title, face, replayable: quest.isReplayable, parent, ended, step }
  }

  #syncKnowledge(player: Player): void {
    const known = knowledgeOf(player).slice(this.#sentKnowledge)
    this.#sentKnowledge += known.length
    for (const { code, kind, name } of known) {
      const face = faceNumberOf(knowledgeFaces[kind])
      this.#faces.sendFace(face)
      this.#send({ type: 'addknowledge', items: [{ code, kind, title: name, face }] })
    }
  }
}

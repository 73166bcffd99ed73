import type { NoticeKind, PacketFields } from '../core/client-event.ts'
import { PacketHandler, putBounded } from '../core/packet-handler.ts'
import { decodeText } from '../core/text.ts'

export type QuestEntry = PacketFields<'addquest'>['quests'][number]
export type KnowledgeEntry = PacketFields<'addknowledge'>['items'][number]

/** Maximum number of quests, and of entries of knowledge. */
const maxEntries = 1024

export class RoomNotices extends PacketHandler {
  readonly #texts = new Map<NoticeKind, string>()
  readonly #quests = new Map<number, QuestEntry>()
  readonly #knowledge = new Map<number, KnowledgeEntry>()

  /** Empty if the room has no such notice. */
  text(notice: NoticeKind): string {
    return this.#texts.get(notice) ?? ''
  }

  get quests(): readonly QuestEntry[] {
    return [...this.#quests.values()]
  }

  get knowledge(): readonly KnowledgeEntry[] {
    return [...this.#knowledge.values()]
  }

  onText(notice: NoticeKind, text: string): void {
    this.#texts.set(notice, decodeText(text))
    this.events.emit('notice', notice)
  }

  onQuests(quests: readonly QuestEntry[]): void {
    this.#learn(this.#quests, quests, ({ title, step }) => ({
      title: decodeText(title),
      step: decodeText(step),
    }))
  }

  onQuestUpdate({ code, ended, step }: PacketFields<'updquest'>): void {
    const before = this.#quests.get(code)
    if (before) this.#quests.set(code, { ...before, ended, step: decodeText(step) })
    this.events.emit('quests', undefined)
  }

  onKnowledge(items: readonly KnowledgeEntry[]): void {
    this.#learn(this.#knowledge, items, ({ kind, title }) => ({
      kind: decodeText(kind),
      title: decodeText(title),
    }))
  }

  #learn<T extends QuestEntry | KnowledgeEntry>(
    all: Map<number, T>,
    told: readonly T[],
    read: (one: T) => Partial<T>,
  ): void {
    for (const one of told) putBounded(all, one.code, { ...one, ...read(one) }, maxEntries)
    this.events.emit('quests', undefined)
  }

  reset(): void {
    this.#quests.clear()
    this.#knowledge.clear()
    this.events.emit('quests', undefined)
  }
}

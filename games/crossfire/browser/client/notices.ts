// The room's messages of the day, news and rules, and the player's quests and knowledge.
import { Part } from './part.ts'
import type { Notice, Says } from './told.ts'
import { readable } from './words.ts'

export type Quest = Says<'addquest'>['quests'][number]
export type Knowledge = Says<'addknowledge'>['items'][number]

/** Maximum entries of each. */
const most = 1024

export class Notices extends Part {
  readonly #texts = new Map<Notice, string>()
  readonly #quests = new Map<number, Quest>()
  readonly #knowledge = new Map<number, Knowledge>()

  /** Empty if the room has none. */
  text(notice: Notice): string {
    return this.#texts.get(notice) ?? ''
  }

  get quests(): readonly Quest[] {
    return [...this.#quests.values()]
  }

  get knowledge(): readonly Knowledge[] {
    return [...this.#knowledge.values()]
  }

  told(notice: Notice, text: string): void {
    this.#texts.set(notice, readable(text))
    this.events.tell('notice', notice)
  }

  questsTold(quests: readonly Quest[]): void {
    this.#learn(this.#quests, quests, ({ title, step }) => ({ title: readable(title), step: readable(step) }))
  }

  questGoesOn({ code, ended, step }: Says<'updquest'>): void {
    const before = this.#quests.get(code)
    if (before) this.#quests.set(code, { ...before, ended, step: readable(step) })
    this.events.tell('quests', undefined)
  }

  learnt(items: readonly Knowledge[]): void {
    this.#learn(this.#knowledge, items, ({ kind, title }) => ({
      kind: readable(kind),
      title: readable(title),
    }))
  }

  #learn<T extends Quest | Knowledge>(
    all: Map<number, T>,
    told: readonly T[],
    read: (one: T) => Partial<T>,
  ): void {
    for (const one of told) if (all.size < most) all.set(one.code, { ...one, ...read(one) })
    this.events.tell('quests', undefined)
  }

  begun(): void {
    this.#quests.clear()
    this.#knowledge.clear()
  }
}

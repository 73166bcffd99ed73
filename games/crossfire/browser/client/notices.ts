// What a room has to say to who comes in, and what a player has learnt and is at: read once, and then looked up.
import type { FromServer } from '../../packets.ts'
import { Part } from './part.ts'
import type { Notice } from './told.ts'
import { readable } from './words.ts'

export interface Quest {
  readonly code: number
  readonly title: string
  readonly face: number
  /** The quest it is a part of; 0: none. */
  readonly parent: number
  readonly ended: boolean
  readonly step: string
}
export interface Knowledge {
  readonly code: number
  readonly kind: string
  readonly title: string
  readonly face: number
}

/** Of each. */
const most = 1024

export class Notices extends Part {
  readonly #texts = new Map<Notice, string>()
  readonly #quests = new Map<number, Quest>()
  readonly #knowledge = new Map<number, Knowledge>()

  /** Empty: the room has none. */
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

  questsTold(quests: Extract<FromServer, { readonly type: 'addquest' }>['quests']): void {
    for (const { code, title, face, parent, ended, step } of quests) {
      if (this.#quests.size >= most) break
      this.#quests.set(code, { code, title: readable(title), face, parent, ended, step: readable(step) })
    }
    this.events.tell('quests', undefined)
  }

  questGoesOn({ code, ended, step }: Extract<FromServer, { readonly type: 'updquest' }>): void {
    const before = this.#quests.get(code)
    if (before) this.#quests.set(code, { ...before, ended, step: readable(step) })
    this.events.tell('quests', undefined)
  }

  learnt(items: Extract<FromServer, { readonly type: 'addknowledge' }>['items']): void {
    for (const { code, kind, title, face } of items) {
      if (this.#knowledge.size >= most) break
      this.#knowledge.set(code, { code, kind: readable(kind), title: readable(title), face })
    }
    this.events.tell('quests', undefined)
  }

  begun(): void {
    this.#quests.clear()
    this.#knowledge.clear()
  }
}

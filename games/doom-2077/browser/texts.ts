// Received texts: titles in the upper corner, chat above the health, and a log of all of them.

/** Milliseconds for which titles and chat show, and the maximum number of each. */
const titleMs = 5000
const chatMs = 10_000
const most = 3
/** Lines kept in the log. */
const mostKept = 60

export interface Said {
  /** Sequence number. */
  readonly number: number
  readonly at: number
  readonly text: string
}

export class Texts {
  #titles: Said[] = []
  #chat: Said[] = []
  #all: Said[] = []
  #number = 0

  title(text: string, at: number): void {
    this.#titles = [...this.#titles, this.#keep(text, at)].slice(-most)
  }

  chat(text: string, at: number): void {
    this.#chat = [...this.#chat, this.#keep(text, at)].slice(-most)
  }

  /** Adds a line to the log only. */
  note(text: string, at: number): void {
    this.#keep(text, at)
  }

  titles(now: number): readonly Said[] {
    return this.#titles.filter(({ at }) => now - at < titleMs)
  }

  chats(now: number): readonly Said[] {
    return this.#chat.filter(({ at }) => now - at < chatMs)
  }

  get all(): readonly Said[] {
    return this.#all
  }

  #keep(text: string, at: number): Said {
    const said = { number: ++this.#number, at, text }
    this.#all = [...this.#all, said].slice(-mostKept)
    return said
  }
}

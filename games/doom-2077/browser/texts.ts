// What has been said: titles in the upper corner, chat above the health, and all of it, for some time, to be read.

/** Milliseconds for which they stand, and how many at most. */
const titleMs = 5000
const chatMs = 10_000
const most = 3
/** Lines that are kept to be read. */
const mostKept = 60

export interface Said {
  /** Counts up. */
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

  /** To be read, and seen nowhere else. */
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

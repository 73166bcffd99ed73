// Titles in the upper corner, chat above the health, and a log of all texts.

/** How long a title and a chat line show, in milliseconds, and the maximum number of each. */
const titleMs = 5000
const chatMs = 10_000
const maxLines = 3
const maxLogLines = 60

export interface LoggedText {
  readonly number: number
  readonly at: number
  readonly text: string
}

export class MessageLog {
  #titles: LoggedText[] = []
  #chat: LoggedText[] = []
  #all: LoggedText[] = []
  #number = 0

  addTitle(text: string, at: number): void {
    this.#titles = [...this.#titles, this.#append(text, at)].slice(-maxLines)
  }

  addChat(text: string, at: number): void {
    this.#chat = [...this.#chat, this.#append(text, at)].slice(-maxLines)
  }

  titles(now: number): readonly LoggedText[] {
    return this.#titles.filter(({ at }) => now - at < titleMs)
  }

  chats(now: number): readonly LoggedText[] {
    return this.#chat.filter(({ at }) => now - at < chatMs)
  }

  get all(): readonly LoggedText[] {
    return this.#all
  }

  #append(text: string, at: number): LoggedText {
    const line = { number: ++this.#number, at, text }
    this.#all = [...this.#all, line].slice(-maxLogLines)
    return line
  }
}

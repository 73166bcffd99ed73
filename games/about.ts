// Texts about a game for new visitors, for the cards of the site and for the page of the game. Types only.

/**
 * A game's texts for visitors.
 * @example games/soaprun/pages/about.ts
 */
export interface AboutGame {
  /** One sentence: what players do. At most 120 characters, for cards. */
  readonly summary: string
  /** Year of the original game. */
  readonly since: number
  /** A description in a few paragraphs. */
  readonly paragraphs: readonly string[]
  /** The controls in a browser, the most important first. */
  readonly controls: readonly GameControl[]
  readonly originalClient: OriginalClient
  /** Title of the room that `packetboat start` creates. */
  readonly defaultRoomTitle: string
}

/** One action of a player. */
interface GameControl {
  readonly action: string
  /** The keys or mouse actions that cause it. */
  readonly keys: string
  readonly touch: string
}

/** Where players find the game's own client. */
interface OriginalClient {
  /** As in `with the client of 1992`. */
  readonly name: string
  /** A URL of its authors or packagers. Absent: there is none. */
  readonly page?: string
  /** How to get it, and what it needs to connect here. */
  readonly note: string
}

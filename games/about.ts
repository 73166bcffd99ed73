/**
 * Texts about a game for new visitors: the site's cards and the page of the game show them.
 * @example games/soaprun/pages/about.ts
 */
export interface AboutGame {
  /** One sentence about what players do, for the site's cards. At most 120 characters. */
  readonly summary: string
  /** The year of the original game's release. */
  readonly since: number
  readonly paragraphs: readonly string[]
  /** The controls of the browser player, most important first. */
  readonly controls: readonly GameControl[]
  readonly originalClient: OriginalClient
  /** Title of the room that `packetboat start` creates. */
  readonly defaultRoomTitle: string
}

interface GameControl {
  readonly action: string
  /** The keys or mouse actions that cause the action. */
  readonly keys: string
  readonly touch: string
}

interface OriginalClient {
  /** Words for the client that can follow "Get", such as `the client of 1992`. */
  readonly name: string
  /** A URL of the client's authors or packagers. Absent: there is none. */
  readonly page?: string
  /** How to get the client, and what it needs to connect to a room. */
  readonly note: string
}

// Services that the runtime provides to a game: peers, records, time and randomness. Types only; games import them from
// game.ts.

import type { Urgency } from '../wire/link/link-codec.ts'
import type { Transport } from '../wire/net/framing.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
/**
 * Option values by name. The game's `OptionTable` defines them.
 * @example games/soaprun/options.ts
 */
export type Options = { readonly [name: string]: Json }
/**
 * A packet or a batch of packets, as the game's clients send and receive it. Only WebSockets can transmit text.
 * @example games/soaprun/session.ts
 */
export type Frame = Uint8Array | string

/**
 * A connected client. A frame that a session sends inside its own `receive` is a reply. The room keeps a reply until
 * the client has received it.
 * @example games/soaprun/session.ts
 */
export interface Peer {
  readonly id: number
  readonly address: string
  readonly transport: Transport
  /** Whether permessage-deflate was negotiated. */
  readonly compressed: boolean
  send(frame: Frame): void
  close(reason: string): void
  /**
   * Marks a UDP peer's address as validated. Call it when the client has echoed data that only the receiver at its
   * address can know. Until then, the sidecar sends the client at most three times as many bytes as the client has
   * sent. Takes effect at once, even if the transaction is discarded.
   */
  markAddressValidated(): void
}

/**
 * The value of a record.
 * @example games/soaprun/board/records.ts
 */
export type RecordValue = Uint8Array | Json
/**
 * A room's durable records. A transaction's writes are committed or discarded together. Keys are printable ASCII.
 * @example games/soaprun/board/records.ts
 */
export interface RecordStore {
  get(key: string): RecordValue | undefined
  put(key: string, value: RecordValue): void
  delete(key: string): void
  /** The records sorted by key. */
  list(prefix: string): Iterable<[key: string, value: RecordValue]>
}

/**
 * Counts of a player's achievements, for the room's stories.
 * @example games/doom-2077/combat/combat.ts
 */
export interface PlayerTally {
  readonly kills?: number
  readonly deaths?: number
  readonly levels?: number
  readonly goals?: number
  readonly checks?: number
  readonly items?: number
  readonly trades?: number
}

/**
 * An event in the world to announce in the room's timeline and to webhooks.
 * @example games/archipelago/play/release-collect.ts
 */
export interface GameEvent {
  /**
   * `goal`: a player has reached their goal. `end`: a match or the whole game is over. `item`: items were found.
   * `hint`: the place of an item became known. `death`: a player died. `trade`: players exchanged things. `level`: a
   * player has reached a level. `release`, `collect`: a slot's remaining items were sent. `kill`: a player killed a
   * monster. The timeline shows all kinds except `item`, `hint` and `kill`, because there are thousands of such events.
   */
  readonly kind:
    | 'goal'
    | 'end'
    | 'item'
    | 'hint'
    | 'death'
    | 'trade'
    | 'level'
    | 'release'
    | 'collect'
    | 'kill'
  /** One line of text. It contains players' names unchanged. */
  readonly text: string
  /** Labels by which webhooks can filter (see `Game.webhooks`). */
  readonly labels?: { readonly [label: string]: string }
  /** Discord user ids of people who want to be mentioned. */
  readonly mentions?: readonly string[]
  /** Numbers to add to players' counts in the room's current story, by the player's `Session.name`. */
  readonly counts?: { readonly [player: string]: PlayerTally }
  /** Ends the room's current story with these results. */
  readonly results?: StoryResults
}

/**
 * The results of a match, or of a whole game.
 * @example games/doom-2077/world.ts
 */
export interface StoryResults {
  /** When the match started, in milliseconds since 1970. Absent: it started with the story. */
  readonly startedAt?: number
  /** The final counts of each player, first place first. They replace the counts that the story has collected. */
  readonly players: readonly (PlayerTally & { readonly player: string; readonly place?: number })[]
}

/**
 * A line of chat.
 * @example games/archipelago/commands/player-commands.ts
 */
export interface ChatLine {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/**
 * The host's rules for chat and names, and players' reports to the host.
 * @example games/doom-2077/session.ts
 */
export interface ChatModeration {
  /**
   * Applies the host's mutes and word filter to a line that a player wants to show to others. Call it once for each
   * line, before showing it. `text`: the line to show, in which filtered words may be masked and line breaks are
   * spaces. `refused`: the sentence with which to answer the player; the line must not be shown.
   */
  review(speaker: Peer, text: string): { readonly text: string } | { readonly refused: string }
  /**
   * The sentence with which to refuse a name that a player chooses: one with a filtered word, one that looks like the
   * host's or the server's name, or one with invisible characters. Undefined if the name is allowed.
   */
  nameRefusal(name: string): string | undefined
  /** The sentence with which to refuse a title, a note or the name of a thing; undefined if the text is allowed. */
  wordRefusal(text: string): string | undefined
  /**
   * Stores a line of chat that these players could read. Their reports contain the last stored lines.
   * @param line begins with the speaker's name, by which an erasure finds the speaker's lines
   */
  recordLine(readers: Iterable<Peer>, line: string): void
  /**
   * Reports a player to the host. Call it in a transaction of the reporter.
   * @param words the player's name as the reporter sees it, then the reason
   * @param lines of a game that stores its chat: the last lines, oldest first. Without `lines`, the report contains the
   * lines of `recordLine`
   * @returns the sentence to answer, also if there is no such player or the reporter has to wait; in ASCII, except for
   * the player's name
   */
  report(reporter: Peer, words: string, lines?: readonly ChatLine[]): string
}

/**
 * Services that a game may use. All time (milliseconds since 1970) and randomness must come from here.
 * @example games/soaprun/world.ts
 */
export interface GameContext {
  now(): number
  /** A random number, 0 ≤ n < 1. The seed of these numbers depends on the room and on its current instance. */
  random(): number
  /** Hashes a secret by salted PBKDF2-SHA-256 with 100,000 rounds. Pass the result to `verifySecret`. */
  hashSecret(secret: string): Promise<string>
  verifySecret(secret: string, hashed: string): Promise<boolean>
  delay(ms: number): Promise<void>
  /**
   * Counts a password guess before the game compares it, per address and per `target`, across reconnects and restarts.
   * Repeating the same wrong password counts once.
   * @param target what the password opens, such as `account ann`; only the first 128 UTF-16 units count
   * @returns 0: compare the password, and call `recordCorrectGuess` if it matches. Otherwise the milliseconds to wait:
   * do not compare the password, and answer the same for a right and a wrong password.
   */
  recordGuess(peer: Peer, target: string, password: string): number
  /** Takes back the last counted guess, because it was right. Takes effect at once, inside or outside a transaction. */
  recordCorrectGuess(peer: Peer, target: string): void
  /**
   * Charges steps to the session whose transaction runs, in addition to the frames that it sends. Count one step for
   * each element visited or name compared. A session that exceeds its `RoomLimits.work` has to wait for its next
   * transaction. Outside a session's transaction, for example in a tick, nothing is charged.
   */
  chargeSteps(steps: number): void
  /**
   * Sends one frame to many peers and encodes it once. The frame may wait to be sent together with other frames, for
   * some milliseconds (`soon`, the default) or about 100 ms (`late`).
   */
  multicast(peers: Iterable<Peer>, frame: Frame, urgency?: Urgency): void
  readonly moderation: ChatModeration
  /** The event is announced when the current transaction commits. */
  announce(news: GameEvent): void
  log(event: string, fields?: { readonly [name: string]: Json }): void
}

// The data of one player in a world: how a game finds it, hands it out and erases it. Types only.
import type { Json, RecordValue } from '../../game-context.ts'
import type { Renaming } from './renaming.ts'

/**
 * How a game finds, hands out and forgets what its world holds of one player.
 *
 * An erasure has two steps. First the Room rewrites all records with `KnownPlayer.anonymize`, the current values and
 * all earlier ones that its history keeps, as if the player had always had another name. Then `remove` deletes what
 * nobody needs any more, as an ordinary change. So a room that goes back to before the erasure has the same world,
 * without the name.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface PersonalData<W = unknown> {
  /** For players and hosts: what an erasure deletes, and what stays under another name. */
  readonly erases: string
  /**
   * How players prove who they are: by a password of the game, or by a link that the game has issued. Absent: players
   * cannot, so only the host can request an export or an erasure.
   */
  readonly proof?: 'password' | 'link'
  /** The game's word for the player's name, as the label of a field. */
  readonly nameLabel: string
  /** Prefixes of the records that can hold names or words of players. */
  readonly records: readonly string[]
  /** The player of this name; undefined if no player ever had it. `ambiguous`: several players have it. */
  find(world: W, name: string): KnownPlayer | 'ambiguous' | undefined
  /**
   * The secret with which a person proves to be this player. `target`: what wrong guesses count for, as in
   * `GameContext.recordGuess`, also if there is no such player. Needed with `proof`.
   */
  credentials?(world: W, name: string): PlayerCredentials
  /**
   * Deletes the data of the players with these pseudonyms, except what also belongs to others. The players are not
   * connected.
   */
  remove?(world: W, pseudonyms: readonly string[]): void
}

/**
 * The secret that proves who a player is.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface PlayerCredentials {
  readonly target: string
  /**
   * With proof `password` the result of `hashSecret`, with `link` the SHA-256 of the link's secret. Absent: nobody can
   * prove to be this player.
   */
  readonly secret?: string
}

/**
 * A player as the world knows them.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface KnownPlayer {
  /** The names by which others know the player. Each gets a pseudonym of the same length. */
  readonly names: readonly string[]
  /** Names that become other names instead of pseudonyms, by name. */
  readonly renamed?: ReadonlyMap<string, string>
  /** Another player has the same name: what the room itself holds under that name stays. Absent: nobody has. */
  readonly sharesName?: boolean
  /**
   * Everything that the world holds of the player, for people to read; null if only the world's history may hold
   * something.
   */
  data(): Json
  /**
   * The record without the player; undefined if the record should be as if it had never existed. It may date from any
   * time, so do not use the current world. Return the same object if the record is not about the player.
   */
  anonymize(record: WorldRecord, forgotten: Forgotten): WorldRecord | undefined
}

/**
 * The names and addresses that an erasure takes out of records.
 * @example games/crossfire/protocol/room/anonymize-record.ts
 */
export interface Forgotten {
  /** From the names of the player to the pseudonyms. */
  readonly renaming: Renaming
  /** Whether the player is known to have used this address, or network of an IPv6 one. */
  hasAddress(address: string): boolean
}

/**
 * A record of a world. `value` undefined: the key only, of a record that did not exist.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface WorldRecord {
  readonly key: string
  readonly value: RecordValue | undefined
}

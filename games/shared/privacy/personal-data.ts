// The contract by which a game finds, exports and erases the data of one player in its world. Types only.
import type { Json, RecordValue } from '../../game-context.ts'
import type { TextRenamer } from './text-renamer.ts'

/**
 * Finds, exports and erases the data of one player in a game's world.
 *
 * An erasure has two steps. First the Room rewrites the current values of all records, and the earlier values in its
 * history, by `KnownPlayer.anonymize`, as if the player had always had another name. Then `remove` deletes the player's
 * data in an ordinary transaction. So a room that goes back to before the erasure has the same world, without the name.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface PersonalData<W = unknown> {
  /** A text for players and hosts: the data that an erasure deletes, and the data that stays under another name. */
  readonly erases: string
  /**
   * How players authenticate: by a password of the game, or by a link that the game has issued. Absent: players cannot
   * authenticate, so only the host can request an export or an erasure.
   */
  readonly proof?: 'password' | 'link'
  /** The label of the field for the player's name, in the game's own term. */
  readonly nameLabel: string
  /** Prefixes of the keys of records that can contain names or words of players. */
  readonly records: readonly string[]
  /** Finds the player of this name; undefined if there has never been one. `ambiguous`: there are several. */
  find(world: W, name: string): KnownPlayer | 'ambiguous' | undefined
  /**
   * The secret by which the player of this name authenticates. Required if `proof` is set. Also returns a `target` if
   * there is no such player.
   */
  credentials?(world: W, name: string): PlayerCredentials
  /** Deletes the data of these players, except data that also belongs to others. They are not connected. */
  remove?(world: W, pseudonyms: readonly string[]): void
}

/**
 * The secret by which a player authenticates. `target`: the target under which wrong guesses are counted, as in
 * `GameContext.recordGuess`.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface PlayerCredentials {
  readonly target: string
  /**
   * With the proof `password` the result of `hashSecret`, with `link` the SHA-256 of the link's secret. Absent: nobody
   * can authenticate as this player.
   */
  readonly secret?: string
}

/**
 * A player whose data a world contains.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface KnownPlayer {
  /** The player's names that other players can see. Each is replaced by a pseudonym of the same length. */
  readonly names: readonly string[]
  /** Names of the player that are not replaced by pseudonyms but by these names. Keyed by the player's name. */
  readonly renamed?: ReadonlyMap<string, string>
  /** Whether another player has the same name. The room's own data under that name is then kept. Default: false. */
  readonly sharesName?: boolean
  /** All data of the player in the world, in a readable form; null if only the world's history may contain data. */
  data(): Json
  /**
   * Returns the record without the player, or undefined if the record must be deleted. Return the same object if the
   * record is not about the player. The record may be of any earlier time, so do not use the current world.
   */
  anonymize(record: WorldRecord, forgotten: Erasure): WorldRecord | undefined
}

/**
 * The names and addresses that an erasure removes from records.
 * @example games/crossfire/protocol/room/anonymize-record.ts
 */
export interface Erasure {
  readonly renaming: TextRenamer
  /** Whether the player is known to have used this address (for IPv6: the /64 of this address). */
  hasAddress(address: string): boolean
}

/**
 * A record of a world. `value`: undefined in the history for a record that did not exist.
 * @example games/crossfire/protocol/room/personal-data.ts
 */
export interface WorldRecord {
  readonly key: string
  readonly value: RecordValue | undefined
}

// Deletes unused characters and accounts, either automatically in a full world [CF-16.10] or on the owner's command
// [CF-16.12].

import type { GameContext } from '../../../game.ts'
import { type CharacterActivity, isRarelyUsedCharacter } from '../../model/records/character-activity.ts'
import type { CrossfireWorld } from '../../world.ts'
import type { Account, Accounts } from './accounts.ts'
import { dayMs } from './creation-limiter.ts'

/** Maximum number of characters, and of accounts, that one transaction deletes, to keep the transaction short. */
export const maxDeletionsPerRun = 200
/** If nothing in a full world can be deleted, the next search starts after this time. */
const retryAfterMs = 10 * 60_000

export interface PruneResult {
  readonly characters: readonly string[]
  readonly accounts: readonly string[]
}

type PrunerContext = Pick<GameContext, 'now' | 'chargeSteps' | 'log'>

export class AccountPruner {
  readonly #world: CrossfireWorld
  readonly #accounts: Accounts
  readonly #context: PrunerContext
  #notBefore = Number.NEGATIVE_INFINITY

  constructor(world: CrossfireWorld, accounts: Accounts, context: PrunerContext) {
    this.#world = world
    this.#accounts = accounts
    this.#context = context
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#context.now()
  }

  /** [CF-16.3] Prunes a full world first. */
  hasRoomForCharacter(): boolean {
    return this.#world.canCreateCharacter || (this.#pruneIfFull() && this.#world.canCreateCharacter)
  }

  /** Prunes a full world first. */
  hasRoomForAccount(): boolean {
    const { maxCharacters } = this.#world.options
    const hasRoom = () => this.#accounts.count < maxCharacters
    return hasRoom() || (this.#pruneIfFull() && hasRoom())
  }

  /** Disconnected characters, the longest unused first. */
  unusedCharacters(days: number): CharacterActivity[] {
    const before = this.now - days * dayMs
    return this.#world.roster
      .list()
      .filter(({ name, at }) => at <= before && !this.#world.isPlaying(name))
      .sort((a, b) => a.at - b.at)
  }

  /** The longest unused first. */
  unusedAccounts(days: number): Account[] {
    const before = this.now - days * dayMs
    const known = this.#accounts.all().filter(({ at }) => at !== undefined && at <= before)
    return known.sort((a, b) => a.at! - b.at!)
  }

  /**
   * [CF-16.10] Deletes at most `maxDeletionsPerRun` unplayed characters, and as many accounts without characters, all
   * unused for `days` days.
   */
  prune(days: number): PruneResult {
    const unused = this.unusedCharacters(days).filter(isRarelyUsedCharacter)
    const owners = this.#world.ownersAmong(unused.map(({ name }) => name))
    const unplayed: string[] = []
    for (const activity of unused) {
      if (unplayed.length >= maxDeletionsPerRun) break
      if (!owners.has(activity.name) && this.#world.isUnplayed(activity)) unplayed.push(activity.name)
    }
    const characters = this.deleteCharacters(unplayed)
    const empty = this.unusedAccounts(days).filter((account) => account.characters.length === 0)
    const accounts = this.#accounts.delete(empty.slice(0, maxDeletionsPerRun).map(({ name }) => name))
    return { characters, accounts }
  }

  /** Skips characters that do not exist or are in the game. Returns the deleted names. */
  deleteCharacters(names: readonly string[]): readonly string[] {
    const gone = this.#world.deleteCharacters(names)
    for (const name of gone) this.#accounts.removeCharacterRecords(name)
    return gone
  }

  /** [CF-16.12] Also deletes the account's characters; does nothing while one of them is in the game. */
  deleteAccount({ name, characters }: Account): boolean {
    if (characters.some((character) => this.#world.isPlaying(character))) return false
    this.deleteCharacters(characters)
    for (const character of this.#accounts.find(name)!.characters)
      this.#accounts.removeCharacterRecords(character)
    return this.#accounts.delete([name]).length > 0
  }

  #pruneIfFull(): boolean {
    const { pruneAfterDays, maxCharacters } = this.#world.options
    const { now } = this
    if (pruneAfterDays === 0 || now < this.#notBefore) return false
    // The search counts against the rate limit of the session that causes it.
    this.#context.chargeSteps(2 * maxCharacters)
    const { characters, accounts } = this.prune(pruneAfterDays)
    this.#context.log('pruned', { characters: characters.length, accounts: accounts.length })
    const gone = characters.length + accounts.length
    this.#notBefore = gone > 0 ? Number.NEGATIVE_INFINITY : now + retryAfterMs
    return gone > 0
  }
}

// The characters of a world by id, in the game or not, and their passwords.
import type { Json, RecordStore } from '../../game.ts'
import type { ArcaneOptions } from '../options.ts'
import type { ChangedRecords } from '../state/changed-records.ts'
import { maxPlayers, Player, playerRecord, readPlayer, type StartPosition } from '../state/player.ts'
import { passwordKey, playerKey } from '../state/records.ts'
import { playerName } from './player-name.ts'

export class Characters {
  readonly #store: RecordStore
  readonly #records: ChangedRecords
  readonly #world: { readonly options: Pick<ArcaneOptions, 'passwords'> }
  readonly #byId: (Player | undefined)[]

  /** `world`: has the passwords that the room's owner has set. */
  constructor(
    store: RecordStore,
    records: ChangedRecords,
    world: { readonly options: Pick<ArcaneOptions, 'passwords'> },
  ) {
    this.#store = store
    this.#records = records
    this.#world = world
    this.#byId = Array.from({ length: maxPlayers }, (_, id) => this.#read(id))
  }

  get(id: number): Player | undefined {
    return this.#byId[id]
  }

  /** Characters in use. */
  get count(): number {
    return this.#byId.filter((_, id) => this.has(id)).length
  }

  /** [AS-2.8] Whether the id has a character in use: its player is connected, or it has moved or owns something. */
  has(id: number): boolean {
    const player = this.#byId[id]
    return player !== undefined && (player.screen !== undefined || !this.isDisposable(player))
  }

  /** [AS-2.8] An id with a password from the owner is reserved. */
  isDisposable(player: Player): boolean {
    return player.isUnused && !this.hasOwnerPassword(player.id)
  }

  /** [AS-2.13] The ids that nobody can get as a new player, ascending. */
  get takenIds(): readonly number[] {
    return Array.from({ length: maxPlayers }, (_, id) => id).filter(
      (id) => this.has(id) || this.hasOwnerPassword(id),
    )
  }

  /**
   * [AS-2.3] Creates a character, unless there is one. `name` as received; `password` is the hash of the player's
   * choice, undefined if the owner has set one.
   */
  create(id: number, name: string, portrait: number, start: StartPosition, password?: string): void {
    if (this.has(id)) return
    const player = new Player(id, playerName(name, id), portrait, start)
    this.#byId[id] = player
    this.save(player)
    if (password === undefined) this.#store.delete(passwordKey(id))
    else this.setPassword(id, password)
  }

  save(player: Player): void {
    this.#records.put(playerKey(player.id), playerRecord(player))
  }

  delete(id: number): void {
    this.#byId[id] = undefined
    this.#records.delete(playerKey(id))
    this.#store.delete(passwordKey(id))
  }

  // ---- Passwords -------------------------------------------------------------------------------------------------

  /**
   * [AS-2.6] The hashed password of a player: the one that the room's owner has set, or else the one that the player
   * chose. Undefined if the next player to log in chooses it.
   */
  passwordOf(id: number): string | undefined {
    const preset = this.#ownerPasswordOf(id)
    if (preset !== undefined || !this.has(id)) return preset
    return this.#store.get(passwordKey(id)) as string | undefined
  }

  /** Sets the password that the player of a character has chosen; `hashed` is the result of `hashSecret`. */
  setPassword(id: number, hashed: string): void {
    this.#store.put(passwordKey(id), hashed)
  }

  /** [AS-13.7] */
  hasOwnerPassword(id: number): boolean {
    return this.#ownerPasswordOf(id) !== undefined
  }

  #ownerPasswordOf(id: number): string | undefined {
    return this.#world.options.passwords[String(id)]?.hashed
  }

  #read(id: number): Player | undefined {
    const record = this.#store.get(playerKey(id))
    if (record === undefined) return undefined
    const player = readPlayer(id, record as Json)
    this.#records.known(playerKey(id), playerRecord(player))
    return player
  }
}

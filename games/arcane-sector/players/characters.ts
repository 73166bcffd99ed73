import type { Json, RecordStore } from '../../game.ts'
import type { ArcaneOptions } from '../options.ts'
import type { ChangedRecords } from '../state/changed-records.ts'
import { maxPlayers, Player, playerRecord, readPlayer, type StartPosition } from '../state/player.ts'
import { passwordKey, playerKey } from '../state/records.ts'
import { cleanPlayerName } from './player-name.ts'

export class Characters {
  readonly #store: RecordStore
  readonly #records: ChangedRecords
  readonly #world: { readonly options: Pick<ArcaneOptions, 'passwords'> }
  readonly #byId: (Player | undefined)[]

  /** The options of `world` contain the passwords that the room's owner has set. */
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

  get count(): number {
    return this.#byId.filter((_, id) => this.has(id)).length
  }

  /** [AS-2.8] Whether the id has a character that is not disposable, or whose player is connected. */
  has(id: number): boolean {
    const player = this.#byId[id]
    return player !== undefined && (player.screen !== undefined || !this.isDisposable(player))
  }

  /** [AS-2.8] Whether a character may be deleted when its player leaves. */
  isDisposable(player: Player): boolean {
    return player.isUnused && !this.hasOwnerPassword(player.id)
  }

  /** [AS-2.13] Ascending. */
  get takenIds(): readonly number[] {
    return Array.from({ length: maxPlayers }, (_, id) => id).filter(
      (id) => this.has(id) || this.hasOwnerPassword(id),
    )
  }

  /**
   * [AS-2.3] Does nothing if the id has a character. `name`: the name as received. `password`: the hash of the password
   * that the player chose, or undefined if the owner has set one.
   */
  create(id: number, name: string, portrait: number, start: StartPosition, password?: string): void {
    if (this.has(id)) return
    const player = new Player(id, cleanPlayerName(name, id), portrait, start)
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

  /**
   * [AS-2.6] Prefers the owner's password to the player's. Undefined if the next player who logs in chooses the
   * password.
   */
  passwordOf(id: number): string | undefined {
    const preset = this.#ownerPasswordOf(id)
    if (preset !== undefined || !this.has(id)) return preset
    return this.#store.get(passwordKey(id)) as string | undefined
  }

  /** `hashed`: the result of `hashSecret`. */
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

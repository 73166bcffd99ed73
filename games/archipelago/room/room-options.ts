// The options that the host set, with the changes by admins. One record stores the changes by admins.
import type { Options, RecordStore } from '../../game.ts'
import { isRefusal } from '../../refusal.ts'
import { parseOptions } from '../../shared/options/parse.ts'
import { type HostOptions, type OptionName, optionTable } from '../options.ts'

const key = 'options'

export class RoomOptions {
  readonly #store: RecordStore
  #ownerOptions: HostOptions
  #adminChanges: Options
  #current: HostOptions

  constructor(store: RecordStore, ownerOptions: HostOptions) {
    this.#store = store
    this.#ownerOptions = ownerOptions
    this.#adminChanges = (store.get(key) ?? {}) as Options
    this.#current = withAdminChanges(ownerOptions, this.#adminChanges)
  }

  get current(): HostOptions {
    return this.#current
  }

  /** Sets an option for an admin. The value must be valid. */
  set<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#adminChanges = { ...this.#adminChanges, [name]: value }
    this.#current = withAdminChanges(this.#ownerOptions, this.#adminChanges)
    this.#store.put(key, this.#adminChanges)
  }

  /**
   * An option that the host changed overrides the admin's value. Returns the names of the options that the host
   * changed.
   */
  applyOwnerOptions(ownerOptions: HostOptions): readonly OptionName[] {
    const names = Object.keys(ownerOptions) as OptionName[]
    const patched = names.filter((name) => ownerOptions[name] !== this.#ownerOptions[name])
    this.#current = {
      ...this.#current,
      ...Object.fromEntries(patched.map((name) => [name, ownerOptions[name]])),
    }
    this.#ownerOptions = this.#current
    this.#adminChanges = {}
    this.#store.delete(key)
    return patched
  }
}

/**
 * Stored changes were valid when they were made. If one is invalid for this version of the server, all changes are
 * ignored.
 */
function withAdminChanges(ownerOptions: HostOptions, changed: Options): HostOptions {
  const read = parseOptions(optionTable, changed, ownerOptions)
  return isRefusal(read) ? ownerOptions : read
}

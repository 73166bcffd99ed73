// The options of a room as they are in force: as its host founded or last patched it, and what admins changed since.
// Who uses it: the world. One record, of what admins changed.
import type { Options, Store } from '../../game.ts'
import { isRefused } from '../../refused.ts'
import { readOptions } from '../../shared/options/read.ts'
import { type HostOptions, type OptionName, optionTable } from '../options.ts'

const key = 'options'

export class RoomOptions {
  readonly #store: Store
  #hosts: HostOptions
  #changed: Options
  #now: HostOptions

  constructor(store: Store, hosts: HostOptions) {
    this.#store = store
    this.#hosts = hosts
    this.#changed = (store.get(key) ?? {}) as Options
    this.#now = withChanges(hosts, this.#changed)
  }

  get now(): HostOptions {
    return this.#now
  }

  /** An admin of the game changes one, to a value that `faultOf` has nothing against. */
  set<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#changed = { ...this.#changed, [name]: value }
    this.#now = withChanges(this.#hosts, this.#changed)
    this.#store.put(key, this.#changed)
  }

  /** The host sets some: what he changes of his own stands over what admins set, the rest does not. The changed names. */
  patch(hosts: HostOptions): readonly OptionName[] {
    const names = Object.keys(hosts) as OptionName[]
    const patched = names.filter((name) => hosts[name] !== this.#hosts[name])
    this.#now = { ...this.#now, ...Object.fromEntries(patched.map((name) => [name, hosts[name]])) }
    this.#hosts = this.#now
    this.#changed = {}
    this.#store.delete(key)
    return patched
  }
}

/** Stored values have been looked at; of a later version there may be some that say nothing here. */
function withChanges(hosts: HostOptions, changed: Options): HostOptions {
  const read = readOptions(optionTable, changed, hosts)
  return isRefused(read) ? hosts : read
}

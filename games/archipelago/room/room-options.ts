// The options in force: as the host set them at creation or at the last patch, plus changes by admins. Used by the
// world. One record, with the admins' changes.
import type { Options, RecordStore } from '../../game.ts'
import { isRefusal } from '../../refusal.ts'
import { parseOptions } from '../../shared/options/parse.ts'
import { type HostOptions, type OptionName, optionTable } from '../options.ts'

const key = 'options'

export class RoomOptions {
  readonly #store: RecordStore
  #hosts: HostOptions
  #changed: Options
  #now: HostOptions

  constructor(store: RecordStore, hosts: HostOptions) {
    this.#store = store
    this.#hosts = hosts
    this.#changed = (store.get(key) ?? {}) as Options
    this.#now = withChanges(hosts, this.#changed)
  }

  get now(): HostOptions {
    return this.#now
  }

  /** Sets an option for an admin. `faultOf` must accept the value. */
  set<N extends OptionName>(name: N, value: HostOptions[N]): void {
    this.#changed = { ...this.#changed, [name]: value }
    this.#now = withChanges(this.#hosts, this.#changed)
    this.#store.put(key, this.#changed)
  }

  /** Sets the host's options. Options that the host changes override the admins' values. Returns the changed names. */
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

/** Stored values were validated; some from a later version may be invalid here. */
function withChanges(hosts: HostOptions, changed: Options): HostOptions {
  const read = parseOptions(optionTable, changed, hosts)
  return isRefusal(read) ? hosts : read
}

// [CF-20.6]
import type { DueTimes, RecordStore } from '../../../game.ts'
import type { Level } from '../state/game-state.ts'

// reset/<level>   milliseconds since 1970

const prefix = 'reset/'

export const resetTimes: DueTimes = { [prefix]: (due, later) => later(due as number) }

export class MapResets {
  readonly #store: RecordStore
  readonly #now: () => number

  constructor(store: RecordStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  schedule({ name, plan }: Pick<Level, 'name' | 'plan'>): void {
    const { resets } = plan
    if (resets?.afterSeconds === undefined) return
    const key = prefix + name
    if (resets.fixed && this.#store.get(key) !== undefined) return
    this.#store.put(key, this.#now() + resets.afterSeconds * 1000)
  }

  isDue(name: string): boolean {
    const due = this.#store.get(prefix + name) as number | undefined
    return due !== undefined && due <= this.#now()
  }

  clear(name: string): void {
    this.#store.delete(prefix + name)
  }
}

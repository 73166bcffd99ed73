// [CF-20.6]
import type { DueTimeShifts, RecordStore } from '../../../game.ts'
import type { Level } from '../state/game-state.ts'

// reset/<level>   when the map resets, in milliseconds since 1970

const prefix = 'reset/'

export const mapResetDueTimeShifts: DueTimeShifts = { [prefix]: (due, later) => later(due as number) }

export class MapResets {
  readonly #store: RecordStore
  readonly #now: () => number

  constructor(store: RecordStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  schedule({ name, plan }: Pick<Level, 'name' | 'plan'>): void {
    const { resetPolicy } = plan
    if (resetPolicy?.afterSeconds === undefined) return
    const key = prefix + name
    if (resetPolicy.fixed && this.#store.get(key) !== undefined) return
    this.#store.put(key, this.#now() + resetPolicy.afterSeconds * 1000)
  }

  isDue(name: string): boolean {
    const due = this.#store.get(prefix + name) as number | undefined
    return due !== undefined && due <= this.#now()
  }

  clear(name: string): void {
    this.#store.delete(prefix + name)
  }
}

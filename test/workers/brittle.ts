// Tally with faults that a test turns on and off. Options: `due`, when it wants waking, in milliseconds since 1970;
// `password`, which a change of options keeps as the number of its characters; `after`, how many milliseconds it
// takes to prepare such a change; `parts`, in how many it is founded.
import type { Game, Options, Refusal } from '../../games/game.ts'
import { optionTable, type TallyWorld, tally } from '../tally/index.ts'

type FaultPoint = 'found' | 'prepare' | 'records' | 'open' | 'greet' | 'tick' | 'save' | 'closed'

/** Called wherever the game is, with the peer's number if it is about one; throws to fail there. */
export const faults: { check: (place: FaultPoint, peer?: number) => void } = { check() {} }

/** Makes every visit of a place fail until `mend`. */
export function failAt(...places: readonly FaultPoint[]): void {
  faults.check = (place) => {
    if (places.includes(place)) throw new Error(`a fault on purpose at ${place}`)
  }
}

export function clearFaults(): void {
  faults.check = () => {}
}

function* failingRecords(records: Iterable<readonly [string, string]>): Generator<readonly [string, string]> {
  yield* records
  faults.check('records')
}

export const faultyGame: Game<TallyWorld> = {
  ...tally,
  slug: 'brittle',
  options: {
    ...optionTable,
    due: { type: 'whole', defaultValue: 0, min: 0, max: Number.MAX_SAFE_INTEGER, description: 'When it wants waking.' },
    parts: { type: 'whole', defaultValue: 1, min: 1, max: 9, description: 'In how many it is founded.' },
    after: { type: 'whole', isAction: true, min: 0, max: 60_000, description: 'How long a change takes to prepare.' },
  },
  applyOptions: (_world, options) => options,
  async createRoom({ options, files, continuation = 0 }) {
    await Promise.resolve()
    faults.check('found')
    const parts = Number(options.parts ?? 1)
    const done = Number(continuation) + 1
    if (done < parts) {
      const first = files.get('file')?.read(0, 1)[0] ?? 0
      return {
        records: failingRecords([[`part/${done}`, String(first)]]),
        inProgress: { continuation: done, progress: done / parts },
      }
    }
    return { options, records: failingRecords([['soft', '1']]), warnings: [] }
  },
  async prepareOptions({ after, password, ...others }, host): Promise<Options | Refusal> {
    if (after) await host.delay(Number(after))
    faults.check('prepare')
    if (password === 'weak') return { refused: { field: 'options.password', detail: 'too weak' } }
    return typeof password === 'string' ? { ...others, password: password.length } : others
  },
  openWorld(store, host, options, version) {
    const world = tally.openWorld(store, host, { tickMs: 100, ...options }, version)
    const { tick, save } = world
    if (options.due) world.wakeAt = Number(options.due)
    faults.check('open')
    world.tick = () => {
      faults.check('tick')
      tick.call(world)
    }
    world.save = () => {
      faults.check('save')
      save.call(world)
    }
    return world
  },
  openSession(world, host, peer, note) {
    faults.check('greet', peer.id)
    const session = tally.openSession(world, host, peer, note)
    const { onClosed } = session
    session.onClosed = () => {
      faults.check('closed', peer.id)
      onClosed.call(session)
    }
    return session
  },
}

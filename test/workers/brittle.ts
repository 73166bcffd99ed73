// Tally with faults that a test turns on and off. Options: `due`, when it wants waking, in milliseconds since 1970;
// `password`, which a change of options keeps as the number of its characters; `after`, how many milliseconds it
// takes to prepare such a change; `parts`, in how many it is founded.
import type { Game, Options, Refused } from '../../games/game.ts'
import { optionTable, type TallyWorld, tally } from '../tally/index.ts'

type Place = 'found' | 'prepare' | 'records' | 'open' | 'greet' | 'tick' | 'save' | 'closed'

/** Called wherever the game is, with the peer's number if it is about one; throws to fail there. */
export const faults: { at: (place: Place, peer?: number) => void } = { at() {} }

/** Makes every visit of a place fail until `mend`. */
export function failAt(...places: readonly Place[]): void {
  faults.at = (place) => {
    if (places.includes(place)) throw new Error(`a fault on purpose at ${place}`)
  }
}

export function mend(): void {
  faults.at = () => {}
}

function* failing(records: Iterable<readonly [string, string]>): Generator<readonly [string, string]> {
  yield* records
  faults.at('records')
}

export const brittle: Game<TallyWorld> = {
  ...tally,
  slug: 'brittle',
  options: {
    ...optionTable,
    due: { type: 'whole', usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER, says: 'When it wants waking.' },
    parts: { type: 'whole', usual: 1, least: 1, most: 9, says: 'In how many it is founded.' },
    after: { type: 'whole', act: true, least: 0, most: 60_000, says: 'How long a change takes to prepare.' },
  },
  configure: (_world, options) => options,
  async found({ options, files, since = 0 }) {
    await Promise.resolve()
    faults.at('found')
    const parts = Number(options.parts ?? 1)
    const done = Number(since) + 1
    if (done < parts) {
      const first = files.get('file')?.read(0, 1)[0] ?? 0
      return {
        records: failing([[`part/${done}`, String(first)]]),
        underway: { since: done, share: done / parts },
      }
    }
    return { options, records: failing([['soft', '1']]), warnings: [] }
  },
  async prepare({ after, password, ...others }, host): Promise<Options | Refused> {
    if (after) await host.delay(Number(after))
    faults.at('prepare')
    if (password === 'weak') return { refused: { field: 'options.password', detail: 'too weak' } }
    return typeof password === 'string' ? { ...others, password: password.length } : others
  },
  open(store, host, options, version) {
    const world = tally.open(store, host, { tickMs: 100, ...options }, version)
    const { tick, save } = world
    if (options.due) world.due = Number(options.due)
    faults.at('open')
    world.tick = () => {
      faults.at('tick')
      tick.call(world)
    }
    world.save = () => {
      faults.at('save')
      save.call(world)
    }
    return world
  },
  greet(world, host, peer, note) {
    faults.at('greet', peer.id)
    const session = tally.greet(world, host, peer, note)
    const { closed } = session
    session.closed = () => {
      faults.at('closed', peer.id)
      closed.call(session)
    }
    return session
  },
}

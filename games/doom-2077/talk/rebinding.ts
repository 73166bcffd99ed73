// A client whose address translator gave it another port: it does not know, and its messages say no name.
import { distance, type Place } from '../map/place.ts'

/** [DM-2.10] Milliseconds for which the old port must have been silent. */
const leastSilentMs = 2000
/** [DM-2.10] Map units a second, and what may be said late. */
const reach = { perSecond: 450, slack: 64 } as const

/** A player's session as a stranger at the same address finds it. */
export interface Binding {
  readonly address: string
  /** For how long nothing has come from its port, in milliseconds. */
  readonly silentMs: number
  /** Where its player was then; undefined: it has none that is in. */
  readonly place: Place | undefined
}

/**
 * [DM-2.10] The one that has fallen silent at this address and can have come to this place. `perhaps`: there is one that
 * can, but was heard of a moment ago. Undefined: none, or several.
 */
export function rebound<B extends Binding>(
  all: Iterable<B>,
  address: string,
  place: Place,
): B | 'perhaps' | undefined {
  const here = [...all].filter((one) => one.address === address && one.place !== undefined)
  const silent = here.filter(({ silentMs }) => silentMs >= leastSilentMs)
  const [only] = silent
  if (silent.length === 1 && only && isWithinReach(only, place)) return only
  const heard = here.filter((one) => !silent.includes(one))
  return heard.some((one) => isWithinReach(one, place)) ? 'perhaps' : undefined
}

function isWithinReach({ place, silentMs }: Binding, to: Place): boolean {
  return distance(place!, to) <= reach.slack + (reach.perSecond * silentMs) / 1000
}

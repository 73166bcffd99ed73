// Finds the player of a client whose NAT has assigned it another port. Its messages carry no name.
import { distance, type Place } from '../map/place.ts'

/** [DM-2.10] Milliseconds for which the old port must have been silent. */
const leastSilentMs = 2000
/** [DM-2.10] Map units per second, plus a tolerance for late messages. */
const reach = { perSecond: 450, slack: 64 } as const

/** A player's session, as seen by an unknown client at the same address. */
export interface Binding {
  readonly address: string
  /** Milliseconds since the last datagram from its port. */
  readonly silentMs: number
  /** The player's last place, or undefined if no player is in the game. */
  readonly place: Place | undefined
}

/**
 * [DM-2.10] The session at this address that has fallen silent and whose player can have reached this place. `perhaps`:
 * one could have, but sent something a moment ago. Undefined: none, or several.
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

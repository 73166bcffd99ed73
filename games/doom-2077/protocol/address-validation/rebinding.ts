// Finds the player of a client whose NAT has assigned it another port. Its messages carry no name.
import { horizontalDistance, type Position } from '../../map/position.ts'

/** [DM-2.10] Milliseconds for which the old port must have been silent. */
const minSilentMs = 2000
/** [DM-2.10] Map units per second, plus a tolerance for late messages. */
const reachLimits = { perSecond: 450, slack: 64 } as const

/** A player's session to which a client of the same address, on an unknown port, may belong. */
export interface PlayerBinding {
  readonly address: string
  /** Milliseconds since the last datagram from its port. */
  readonly silentMs: number
  /** The player's last position; undefined if the session has no player in the game. */
  readonly position: Position | undefined
}

/**
 * [DM-2.10] The session at this address that has fallen silent and whose player can have reached this place. `perhaps`:
 * there is such a player, but their session sent something a moment ago. Undefined if no session or several sessions
 * match.
 */
export function findRebound<B extends PlayerBinding>(
  all: Iterable<B>,
  address: string,
  place: Position,
): B | 'perhaps' | undefined {
  const here = [...all].filter((one) => one.address === address && one.position !== undefined)
  const silent = here.filter(({ silentMs }) => silentMs >= minSilentMs)
  const [only] = silent
  if (silent.length === 1 && only && isWithinReach(only, place)) return only
  const heard = here.filter((one) => !silent.includes(one))
  return heard.some((one) => isWithinReach(one, place)) ? 'perhaps' : undefined
}

function isWithinReach({ position, silentMs }: PlayerBinding, to: Position): boolean {
  return horizontalDistance(position!, to) <= reachLimits.slack + (reachLimits.perSecond * silentMs) / 1000
}

// A client's NAT may assign it another port. Its messages do not contain the player's name, so the server recognizes
// the client by its IP address and position.
import { horizontalDistance, type Position } from '../../map/position.ts'

/** [DM-2.10] Minimum milliseconds since the last datagram from the old port. */
const minSilentMs = 2000
/** [DM-2.10] How far a player can move: map units per second, and a tolerance in map units for late messages. */
const reachLimits = { perSecond: 450, slack: 64 } as const

/** A session that a client with the same IP address, but an unknown port, may continue. */
export interface ContinuableSession {
  readonly address: string
  /** Milliseconds since the last datagram from the session's port. */
  readonly silentMs: number
  /** Undefined if the session has no player in the game. */
  readonly position: Position | undefined
}

/**
 * [DM-2.10] The silent session whose player can have reached this position. `perhaps`: a session with such a player has
 * sent a datagram within the last 2 s. Undefined if no session or more than one matches.
 */
export function findSessionToContinue<B extends ContinuableSession>(
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

function isWithinReach({ position, silentMs }: ContinuableSession, to: Position): boolean {
  return horizontalDistance(position!, to) <= reachLimits.slack + (reachLimits.perSecond * silentMs) / 1000
}

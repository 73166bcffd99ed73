// What a game is given of the platform: time, chance, hashing, the log. The rest of a room it reaches by its peers.
import type { Frame, Host, Json, Peer } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { seeded } from './chance.ts'
import { systemClock } from './clock.ts'
import { hashSecret, matchesSecret } from './secrets.ts'

export interface GameHostSettings {
  readonly clock: Clock
  readonly seed: string
  log(level: 'info', event: string, fields?: { readonly [name: string]: Json }): void
}

export function gameHost(
  { clock, seed, log }: GameHostSettings,
  cast: (peers: Iterable<Peer>, frame: Frame) => void,
): Host {
  return {
    now: () => clock.now(),
    random: seeded(seed),
    hash: hashInTurn,
    matches: matchesSecret,
    delay: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    cast,
    log: (event, fields) => log('info', event, fields),
  }
}

/** The platform hashes on the room's one thread, some 15 ms each: between two of many all others have their turn. */
async function hashInTurn(secret: string): Promise<string> {
  await new Promise<void>((resolve) => systemClock.after(0, resolve))
  return hashSecret(secret)
}

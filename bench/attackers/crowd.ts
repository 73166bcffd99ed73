import { setTimeout as pause } from 'node:timers/promises'
import { serveCrowd } from '../crowd-channel.ts'
import { archipelagoAttacker, archipelagoPlayer } from './archipelago.ts'
import { type Attack, gameOf, honestPlayers, type Target, variantOf } from './attacks.ts'
import type { ConnectPlayer, StartAttack } from './contest.ts'
import {
  arcaneAttacker,
  arcanePlayer,
  crossfireAttacker,
  crossfirePlayer,
  doomAttacker,
  doomPlayer,
  soaprunAttacker,
  soaprunPlayer,
} from './other-games.ts'

const players: { readonly [game: string]: ConnectPlayer } = {
  archipelago: archipelagoPlayer,
  crossfire: crossfirePlayer,
  soaprun: soaprunPlayer,
  'arcane-sector': arcanePlayer,
  'doom-2077': doomPlayer,
}
const attackers: { readonly [game: string]: StartAttack } = {
  archipelago: archipelagoAttacker,
  crossfire: crossfireAttacker,
  soaprun: soaprunAttacker,
  'arcane-sector': arcaneAttacker,
  'doom-2077': doomAttacker,
}

type Honest = Awaited<ReturnType<ConnectPlayer>>

const honest: Honest[] = []
let stop: (() => void) | undefined

async function ask({ ask, everyMs }: Honest, answers: number): Promise<readonly number[]> {
  const waits: number[] = []
  while (waits.length < answers) {
    const asked = performance.now()
    const waited = await ask()
    waits.push(waited ?? performance.now() - asked)
    await pause(everyMs)
  }
  return waits
}

const crowd = {
  async enter(game: string, target: Target): Promise<void> {
    for (let nth = 0; nth < honestPlayers; nth++) honest.push(await players[game]!(target, nth))
  },

  /**
   * The players together send `answers` requests. Each player sends one request at a time and pauses after each answer.
   * Returns the latency of each request in milliseconds.
   */
  async ask(answers: number): Promise<readonly number[]> {
    return (await Promise.all(honest.map((one) => ask(one, answers / honestPlayers)))).flat()
  },

  /** The attack continues until `leave`. */
  async begin(attack: Attack, target: Target): Promise<void> {
    stop = await attackers[gameOf(attack)]!(target, variantOf(attack))
  },

  leave(): void {
    stop?.()
    stop = undefined
  },
}
export type Crowd = typeof crowd

serveCrowd(crowd)

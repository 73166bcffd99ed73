import { setTimeout as pause } from 'node:timers/promises'
import { serveCrowd } from '../crowd-channel.ts'
import { connectArchipelagoPlayer, startArchipelagoAttack } from './archipelago.ts'
import { type Attack, type AttackedRoom, gameOf, honestPlayerCount, variantOf } from './attacks.ts'
import type { ConnectPlayer, StartAttack } from './contest.ts'
import {
  connectArcanePlayer,
  connectCrossfirePlayer,
  connectDoomPlayer,
  connectSoaprunPlayer,
  startArcaneAttack,
  startCrossfireAttack,
  startDoomAttack,
  startSoaprunAttack,
} from './other-games.ts'

const players: { readonly [game: string]: ConnectPlayer } = {
  archipelago: connectArchipelagoPlayer,
  crossfire: connectCrossfirePlayer,
  soaprun: connectSoaprunPlayer,
  'arcane-sector': connectArcanePlayer,
  'doom-2077': connectDoomPlayer,
}
const attackers: { readonly [game: string]: StartAttack } = {
  archipelago: startArchipelagoAttack,
  crossfire: startCrossfireAttack,
  soaprun: startSoaprunAttack,
  'arcane-sector': startArcaneAttack,
  'doom-2077': startDoomAttack,
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
  async enter(game: string, target: AttackedRoom): Promise<void> {
    for (let nth = 0; nth < honestPlayerCount; nth++) honest.push(await players[game]!(target, nth))
  },

  /**
   * Measures `answers` requests, which all players share equally. Each player sends one request at a time and pauses
   * after each answer. Returns the latency of each request in milliseconds.
   */
  async ask(answers: number): Promise<readonly number[]> {
    return (await Promise.all(honest.map((one) => ask(one, answers / honestPlayerCount)))).flat()
  },

  /** The attack continues until `leave`. */
  async begin(attack: Attack, target: AttackedRoom): Promise<void> {
    stop = await attackers[gameOf(attack)]!(target, variantOf(attack))
  },

  leave(): void {
    stop?.()
    stop = undefined
  },
}
export type Crowd = typeof crowd

serveCrowd(crowd)

// The process of the honest players, or of the attacker: runs the bench's commands.
import { setTimeout as pause } from 'node:timers/promises'
import { serveCommands } from '../crowd-channel.ts'
import { archipelagoAttacker, archipelagoPlayer } from './archipelago.ts'
import type { Attacker, Player } from './contest.ts'
import { type Command, gameOf, honestPlayers, type Reply, variantOf } from './crowd-process.ts'
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

const players: { readonly [game: string]: Player } = {
  archipelago: archipelagoPlayer,
  crossfire: crossfirePlayer,
  soaprun: soaprunPlayer,
  'arcane-sector': arcanePlayer,
  'doom-2077': doomPlayer,
}
const attackers: { readonly [game: string]: Attacker } = {
  archipelago: archipelagoAttacker,
  crossfire: crossfireAttacker,
  soaprun: soaprunAttacker,
  'arcane-sector': arcaneAttacker,
  'doom-2077': doomAttacker,
}

type Honest = Awaited<ReturnType<Player>>

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

serveCommands<Command, Reply>(async (command) => {
  switch (command.type) {
    case 'enter':
      for (let nth = 0; nth < honestPlayers; nth++)
        honest.push(await players[command.game]!(command.target, nth))
      return { type: 'entered' }
    case 'ask': {
      const each = command.answers / honestPlayers
      return { type: 'asked', waits: (await Promise.all(honest.map((one) => ask(one, each)))).flat() }
    }
    case 'begin': {
      const { attack, target } = command
      stop = await attackers[gameOf(attack)]!(target, variantOf(attack))
      return { type: 'begun' }
    }
    case 'end':
      stop?.()
      stop = undefined
      return { type: 'ended' }
  }
})

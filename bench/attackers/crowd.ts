// The process of the honest player, or of those who attack: it does what it is told.
import { setTimeout as pause } from 'node:timers/promises'
import { obey } from '../crowd-channel.ts'
import { archipelagoAttackers, archipelagoPlayer } from './archipelago.ts'
import type { Command, Reply } from './crowd-process.ts'
import type { Attackers, Player } from './duel.ts'
import {
  arcaneAttackers,
  arcanePlayer,
  crossfireAttackers,
  crossfirePlayer,
  doomAttackers,
  doomPlayer,
  soaprunAttackers,
  soaprunPlayer,
} from './others.ts'

const players: { readonly [game: string]: Player } = {
  archipelago: archipelagoPlayer,
  crossfire: crossfirePlayer,
  soaprun: soaprunPlayer,
  'arcane-sector': arcanePlayer,
  'doom-2077': doomPlayer,
}
const attacking: { readonly [game: string]: Attackers } = {
  archipelago: archipelagoAttackers,
  crossfire: crossfireAttackers,
  soaprun: soaprunAttackers,
  'arcane-sector': arcaneAttackers,
  'doom-2077': doomAttackers,
}

let asking: Awaited<ReturnType<Player>> | undefined
let stop: (() => void) | undefined

async function ask(answers: number): Promise<readonly number[]> {
  const waits: number[] = []
  while (waits.length < answers) {
    const asked = performance.now()
    const waited = await asking!.ask()
    waits.push(waited ?? performance.now() - asked)
    await pause(asking!.everyMs)
  }
  return waits
}

obey<Command, Reply>(async (command) => {
  switch (command.type) {
    case 'enter':
      asking = await players[command.attack.split(' ')[0]!]!(command.target)
      return { type: 'entered' }
    case 'ask':
      return { type: 'asked', waits: await ask(command.answers) }
    case 'begin': {
      const [game, how] = command.attack.split(' ') as [string, string]
      stop = await attacking[game]!(command.target, how, command.count)
      return { type: 'begun' }
    }
    case 'end':
      stop?.()
      stop = undefined
      return { type: 'ended' }
  }
})

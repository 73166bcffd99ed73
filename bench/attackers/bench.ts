// Measures how long honest players wait for answers while an attacker plays in the same room.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { bigUpload, createRoom } from '../archipelago/multiworlds.ts'
import type { Bench, BenchSelection, Samples } from '../bench.ts'
import { forkCrowd, withCrowd } from '../crowd-channel.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { percentile } from '../statistics.ts'
import { type Attack, type AttackedRoom, attackNames, gameOf, variantOf } from './attacks.ts'
import type { Crowd } from './crowd.ts'
import { attackFigures, gamesUnderAttack } from './figures.ts'

/**
 * Answers per measurement. The slowest two of 200 answers do not change the p99. With fifty answers, a single slow
 * answer would change the p99.
 */
const answers = 200
/** Pause in milliseconds between the start of an attack and the measurement, and after the end of the attack. */
const restMs = 1500

export const attackersBench: Bench = benchOf(attackNames)

/**
 * Returns a bench of only the chosen attacks. `attack`: the full name of an attack, or only its variant. `game`: the
 * attacked game.
 */
function chosen({ game, attack }: BenchSelection): Bench | undefined {
  const some = attackNames.filter(
    (name) =>
      (game === undefined || gameOf(name) === game) &&
      (attack === undefined || name === attack || variantOf(name) === attack),
  )
  return some.length > 0 ? benchOf(some) : undefined
}

function benchOf(some: readonly Attack[]): Bench {
  return {
    name: 'attackers',
    description: 'honest players of each game, without and with an attacker',
    figures: attackFigures(some),
    select: chosen,
    run: (rounds, samples, onProgress) => run(some, rounds, samples, onProgress),
  }
}

async function run(
  some: readonly Attack[],
  rounds: number,
  samples: Samples,
  onProgress: (line: string) => void,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    for (let round = 1; round <= rounds; round++)
      for (const game of gamesUnderAttack(some)) {
        const of = (attack?: Attack) => {
          const state = `${attack ?? game}-${round}`.replaceAll(' ', '-')
          return measure(join(folder, state), game, attack)
        }
        const received = (who: string, p99: number) => {
          // Prints the load of the machine too, because other busy processes also make honest players wait.
          const load = loadavg()[0]!.toFixed(1)
          onProgress(`round ${round} of ${rounds}: ${who}: p99 ${p99.toFixed(1)} ms, load ${load}`)
        }
        const alone = await of()
        samples.add(game, alone)
        received(`${game}, nobody attacks`, alone)
        for (const attack of some.filter((one) => gameOf(one) === game)) {
          const p99 = await of(attack)
          samples.add(attack, p99)
          samples.add(`${attack}-times`, p99 / alone)
          received(attack, p99)
        }
      }
  })
}

/** Measures one attack, or the game without an attacker, on a new site, so that no attack affects the next one. */
function measure(state: string, game: string, attack: Attack | undefined): Promise<number> {
  return withSite(state, (site) =>
    withCrowd(forkCrowd<Crowd>(import.meta.dirname), (honest) =>
      withCrowd(forkCrowd<Crowd>(import.meta.dirname), async (attacker) => {
        const target = await targetOf(site, game)
        await honest.enter(game, target)
        if (attack) await attacker.begin(attack, target)
        await new Promise((resolve) => setTimeout(resolve, restMs))
        const waits = await honest.ask(answers)
        await attacker.leave()
        return percentile(waits, 0.99)
      }),
    ),
  )
}

async function targetOf(site: Site, game: string): Promise<AttackedRoom> {
  if (game === 'archipelago') {
    const { sidecar, slots } = await createRoom(site, 'attacked', bigUpload)
    return { port: Number(new URL(sidecar).port), slots }
  }
  return { port: site.port(game, game === 'doom-2077' ? 'udp' : 'tcp'), slots: [] }
}

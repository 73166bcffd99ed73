// The attackers' bench: how long an honest player waits while one to four others do their worst in the same room.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { big, foundRoom } from '../archipelago/multiworlds.ts'
import type { Bench } from '../bench.ts'
import { Site, temporaryFolder } from '../site.ts'
import { percentile } from '../statistics.ts'
import { type Attack, attackNames, CrowdProcess, type Target } from './crowd-process.ts'
import { counts, figures } from './figures.ts'

/** Of so many answers, the worst two do not count as the hundredth: of fifty a single wait for the disk would. */
const answers = 200
/** The attack stands before it is measured, and has gone before the next begins. */
const restMs = 1500

export const attackers: Bench = {
  name: 'attackers',
  about: 'an honest player in each game, while nobody, one and four attack',
  figures,
  async run(rounds, samples, tell) {
    const folder = temporaryFolder()
    try {
      for (let round = 1; round <= rounds; round++)
        for (const attack of attackNames) {
          let alone = Number.NaN
          for (const count of counts) {
            const p99 = await measure(join(folder.path, `${attack}-${count}-${round}`), attack, count)
            samples.add(`${attack}-${count}`, p99)
            if (count === 0) alone = p99
            else samples.add(`${attack}-${count}-times`, p99 / alone)
            // The machine's load, for whoever else is busy makes the honest player wait, too.
            const load = loadavg()[0]!.toFixed(1)
            tell(
              `round ${round} of ${rounds}: ${attack}, ${count} attack: p99 ${p99.toFixed(1)} ms, load ${load}`,
            )
          }
        }
    } finally {
      folder.remove()
    }
  },
}

/** Each on a site of its own, so that nothing of one attack is left for the next. */
async function measure(state: string, attack: Attack, count: number): Promise<number> {
  const site = await Site.start(state)
  const honest = new CrowdProcess()
  const others = new CrowdProcess()
  try {
    const target = await targetOf(site, attack)
    await honest.enter(attack, target)
    if (count > 0) await others.begin(attack, target, count)
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const waits = await honest.ask(answers)
    await others.leave()
    return percentile(waits, 0.99)
  } finally {
    honest.end()
    others.end()
    await site.stop()
  }
}

async function targetOf(site: Site, attack: Attack): Promise<Target> {
  const game = attack.split(' ')[0]!
  if (game === 'archipelago') {
    const { sidecar, slots } = await foundRoom(site, 'attacked', big)
    return { port: Number(new URL(sidecar).port), slots }
  }
  return { port: site.port(game, game === 'doom-2077' ? 'udp' : 'tcp'), slots: [] }
}

// Every count is exact: what a client was told, and what it said before it went, are there once.
import type { Game } from '../../../games/game.ts'
import { tally } from '../../tally/index.ts'
import { TallyMind } from '../clients/tally.ts'
import { Broken, type Play } from '../play.ts'

/** More than is read at once: of a room that is exported the rest is read later, when it may have changed. */
const ballast: readonly (readonly [string, string])[] = [
  ['ballast/0', '0'.repeat(40_000)],
  ['ballast/1', '1'.repeat(40_000)],
]

const game: Game = {
  ...(tally as Game),
  found: async (input, host) => {
    const founded = await tally.found(input, host)
    return 'records' in founded ? { ...founded, records: [...founded.records, ...ballast] } : founded
  },
}

export const tallyPlay: Play<TallyMind> = {
  game,
  options: { idleMs: 0 },
  transports: ['tcp', 'websocket'],
  changes: (n) => ({ watchers: n }),
  mind: (n, chance) => new TallyMind(n, chance),
  judge(lives, records) {
    for (const { mind, heard } of lives) {
      const total = Number(records.get(`total/${mind.name}`) ?? 0)
      const least = heard ? mind.said : mind.told
      if (total >= least && total <= mind.said) continue
      throw new Broken(
        total > mind.said ? 'exactly once' : 'what was said still counts',
        `${mind.name} said ${mind.said}, was told of ${mind.told}, and there are ${total}`,
      )
    }
  },
}

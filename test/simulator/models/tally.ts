// Every count is exact: it contains each acknowledged command and each command sent before a disconnect, once.
import type { StoryPlayer } from '../../../durable-objects/model/story.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { TallyClient } from '../clients/tally.ts'
import { type DurableRecords, type GameModel, type SessionOutcome, violate } from '../core/game-model.ts'

/**
 * Records that are too large to be read together. An export reads the second record later, when it may have changed.
 */
const largeRecords: readonly (readonly [string, string])[] = [
  ['ballast/0', '0'.repeat(40_000)],
  ['ballast/1', '1'.repeat(40_000)],
]

const game: Game = {
  ...(tally as Game),
  createRoom: async (input, host) => {
    const created = await tally.createRoom(input, host)
    return 'records' in created ? { ...created, records: [...created.records, ...largeRecords] } : created
  },
  /** Delayed commands survive the loss of an instance, and the game announces some totals. */
  openWorld(store, host, options, version) {
    const world = tally.openWorld(store, host, options, version)
    const add = world.add.bind(world)
    world.add = (name, amount) => {
      const total = add(name, amount)
      if (total % announcedEvery === 0)
        host.announce({ kind: 'goal', text: announcedText(name, total), counts: { [name]: { goals: 1 } } })
      return total
    }
    return Object.defineProperty(world, 'wakeAt', {
      get: () => store.get('due'),
      set: (due: number | undefined) => (due === undefined ? store.delete('due') : store.put('due', due)),
    })
  },
}

/** The game announces few of the totals, so that the write log also packs records other than announcements. */
const announcedEvery = 4
const announcedText = (name: string, total: number) => `${name} has counted to ${total}`

const dueMs = 3000

export const tallyModel: GameModel<TallyClient> = {
  game,
  options: { idleMs: 0 },
  transports: ['tcp', 'websocket'],
  optionChanges: (n) => ({ watchers: n }),
  checkTimeline: checkTotals,
  createClient: (n, chance, now) => new TallyClient(n, chance, now),
  checkFinal(outcomes, records, isCalm) {
    checkDelayed(outcomes, records, isCalm)
    for (const { clientModel, allFramesDelivered } of outcomes) {
      const total = Number(records.get(`total/${clientModel.name}`) ?? 0)
      const least = allFramesDelivered ? clientModel.sent : clientModel.acknowledged
      if (total >= least && total <= clientModel.sent) continue
      violate(
        total > clientModel.sent ? 'exactly once' : 'delivered frames take effect',
        `${clientModel.name}: ${clientModel.sent} sent, ${clientModel.acknowledged} acknowledged, ${total} stored`,
      )
    }
  },
}

/** Each committed total is in the timeline and in the stories exactly once, and no other total is in them. */
function checkTotals(
  texts: readonly string[],
  players: readonly StoryPlayer[],
  records: DurableRecords,
): void {
  const prefix = 'total/'
  const expected = records.keys(prefix).flatMap((key) => {
    const steps = Math.floor(Number(records.get(key)) / announcedEvery)
    return Array.from({ length: steps }, (_, i) =>
      announcedText(key.slice(prefix.length), (i + 1) * announcedEvery),
    )
  })
  const shown = texts.filter((text) => text.includes(' has counted to ')).sort()
  const wanted = expected.sort()
  if (shown.join() !== wanted.join())
    violate(
      'an event is in the timeline once',
      `${wanted.join()} were committed, and ${shown.join()} are in the timeline`,
    )
  const goals = players.reduce((sum, player) => sum + (player.goals ?? 0), 0)
  if (goals !== wanted.length)
    violate('an event counts once in a story', `${goals} of ${wanted.length} are counted`)
}

/** Each delayed command runs once and soon, even if clocks jump. */
function checkDelayed(
  outcomes: readonly SessionOutcome<TallyClient>[],
  records: DurableRecords,
  isCalm: boolean,
): void {
  const wanted = outcomes.reduce((sum, { clientModel }) => sum + clientModel.dues, 0)
  const done = Number(records.get('total/alarm') ?? 0)
  if (done > wanted) violate('delayed commands run once', `${done} of ${wanted} ran`)
  const last = Math.max(...outcomes.map(({ clientModel }) => clientModel.dueAt))
  const now = outcomes[0]?.clientModel.now() ?? last
  const isKnown = outcomes.every(({ clientModel }) => clientModel.dues === clientModel.duesTold)
  if (isCalm && isKnown && now - last > dueMs && records.get('due') !== undefined)
    violate('delayed commands run', `it was due ${now - last} ms ago`)
}

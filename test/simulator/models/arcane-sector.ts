// Things are conserved, each in one place, and switches stand as often turned as was said.
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import { defaultOptions } from '../../../games/arcane-sector/options.ts'
import { records as recordsOf } from '../../../games/arcane-sector/scene/records.ts'
import type { Item } from '../../../games/arcane-sector/things/items.ts'
import type { Game, Value } from '../../../games/game.ts'
import {
  at,
  flask,
  herb,
  lever,
  lying,
  ring,
  scroll,
  sign,
  smallMap,
} from '../../games/arcane-sector/small-world.ts'
import { ArcaneMind, isOn, itemsOf, start, switches } from '../clients/arcane-sector.ts'
import { Broken, type DurableRecords, type Life, type Play } from '../play.ts'

/** An island where herbs grow and nobody bites. */
const map = smallMap({
  items: [
    ...lying(start, ...Array.from({ length: switches }, (_, n) => lever(`of ${n}`))),
    ...lying(start, scroll(), { type: 'dagger' }, flask(), herb(6), herb(8), ring(), { type: 'gold_key' }),
    ...lying(at(184, 428), { type: 'dagger' }, flask(), herb(3)),
    ...lying(at(185, 427), herb(10), herb(8), sign()),
    ...lying(at(186, 428), ring(), scroll('barada')),
  ],
  spawners: [
    { place: at(183, 428), class: 'herb', cooldown: 1 },
    { place: at(185, 429), class: 'herb', cooldown: 20 },
  ],
})
const founded: readonly (readonly [string, Value])[] = [...recordsOf(map), ['monsters', []]]
const options = { ...defaultOptions, monsters: false }

/** [AS-13.5] Only herbs are used up. */
const lasting = map.items.flatMap(({ item: { type } }, id) => (type === 'herb' ? [] : [`${type} ${id}`]))

type ArcaneLife = Life & { readonly mind: ArcaneMind }

export const arcanePlay: Play<ArcaneMind> = {
  game: {
    ...arcaneSector,
    limits: (given) => ({ ...arcaneSector.limits(given), idleMs: 0 }),
    found: async () => ({ options, records: founded, warnings: [] }),
  } as Game,
  options,
  transports: ['tcp', 'websocket'],
  mind: (n, chance, now) => new ArcaneMind(n, chance, now),
  present: judgePacks,
  judge(lives, records) {
    judgeThings(records)
    for (const life of lives) judgeSwitch(life, isFollowed(life, lives), records)
  },
}

function judgeThings(records: DurableRecords): void {
  const lying = records.keys('ground/').flatMap((key) => itemsOf(records.get(key)))
  const carried = records.keys('player/').flatMap((key) => carriedBy(Number(key.split('/')[1]), records))
  const all = [...lying, ...carried.flatMap((item) => item ?? [])]
  const ids = new Set(all.map(({ id }) => id))
  if (ids.size < all.length)
    throw new Broken('nothing is owned twice', `${all.length} things, ${ids.size} ids`)
  const next = Number(records.get('counter'))
  const unborn = all.find(({ id }) => id >= next)
  if (unborn) throw new Broken('numbers are given once', `${unborn.id} is there, and ${next} is the next`)
  const there = new Set(all.map(({ type, id }) => `${type} ${id}`))
  const lost = lasting.filter((each) => !there.has(each))
  if (lost.length > 0) throw new Broken('nothing is lost', lost.join())
}

function carriedBy(player: number, records: DurableRecords): readonly (Item | null)[] {
  const record = records.get(`player/${player}`)
  if (record === undefined) return []
  const { slots, held } = JSON.parse(String(record))
  return [...slots, held]
}

/** Somebody may have come in as his character after him, so that what he said last may not have come. */
function isFollowed({ mind, stayed }: ArcaneLife, lives: readonly ArcaneLife[]): boolean {
  const same = lives.filter((other) => other.mind.playerId === mind.playerId)
  return mind.entry.mayHaveBeenEnded(
    stayed,
    same.map((other) => other.mind.entry),
  )
}

function judgeSwitch({ mind, heard }: ArcaneLife, followed: boolean, records: DurableRecords): void {
  if (mind.switch === undefined) return
  const least = heard && !followed ? mind.said : mind.told
  const on = isOn(mind.switch, records)
  const mayBe = Array.from({ length: mind.said - least + 1 }, (_, i) => (least + i) % 2 === 1)
  if (!mayBe.includes(on))
    throw new Broken('what was said still counts, once', `${mind.name} turned ${least} to ${mind.said} times`)
}

/** Each has what he believes. */
function judgePacks(minds: readonly ArcaneMind[], records: DurableRecords): void {
  for (const mind of minds) {
    if (!mind.isIn || mind.entry.displaced) continue
    const there = carriedBy(mind.playerId, records).map((item) => item?.id)
    // Whose first step is still to come may have no record yet, and has nothing. [AS-2.8]
    if (there.length === 0 && mind.carried.every((id) => id === undefined)) continue
    if (there.join() !== mind.carried.join())
      throw new Broken('everybody knows what he has', `${mind.name} has ${there}, believes ${mind.carried}`)
  }
}

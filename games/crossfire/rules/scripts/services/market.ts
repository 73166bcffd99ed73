// Players also sell here while they are away. [CF-23.14]

import type { DueTimeShifts, Json } from '../../../../game.ts'
import type { GameState, Player, ServiceRecordStore, Thing } from '../../../model/state/game-state.ts'
import { takeFromPile } from '../../../model/things/move-things.ts'
import { selectThings } from '../../../model/things/name-matching.ts'
import { isPackFull } from '../../../model/things/pile-limits.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { formatCoins, payAmount } from '../../trade/money.ts'
import { parseCoinAmount, type ScriptCall, speakNearby } from '../dialogue/script-call.ts'
import { creditPlayerOrStoreCredit, handleBankWords } from './bank.ts'
import { announceTrade, createWare, handOverWare, type ShopWare } from './player-shops.ts'

/** Maximum number of wares in a market, and of one seller. */
const most = { wares: 100, ofSeller: 5 } as const
/**
 * If a market is full, the warden buys the oldest ware, if it is at least this number of days old, for this percentage
 * of its value.
 */
const stale = { days: 30, paidPercent: 50 } as const
const dayMs = 24 * 60 * 60 * 1000

const help =
  'Say list, sell THING for 5 silver, buy NUMBER, or back NUMBER. Earnings go to your account: say balance, or withdraw 5 silver.'

/** A ware and the time of its offer in milliseconds of the game's clock. */
interface MarketWare extends ShopWare {
  readonly offeredAt: number
  /** Value of the whole pile. */
  readonly value: number
}

interface Market {
  readonly nextWareNumber: number
  readonly wares: readonly MarketWare[]
}
const emptyMarket: Market = { nextWareNumber: 1, wares: [] }

export const marketDueTimeShifts: DueTimeShifts = {
  'ledger/market/'(record, later) {
    const { wares, ...market } = record as unknown as Market
    return { ...market, wares: wares.map((ware) => ({ ...ware, offeredAt: later(ware.offeredAt) })) } as never
  },
}

/**
 * [CF-23.14] Handles `list`, `sell THING for 5 silver`, `buy NUMBER` and `back NUMBER`, and the words of a bank.
 * Returns false for any other text, because players also talk to each other at a market.
 */
export function handleMarketWords(call: ScriptCall, name: string): boolean {
  const [wish = '', ...rest] = call.words.trim().split(/\s+/)
  const does = wishes.get(wish.toLowerCase())
  does?.(call, name, rest.join(' '))
  return does !== undefined
}

type Wish = (call: ScriptCall, name: string, words: string) => void
const wishes: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  ['market', (call) => speakNearby(call, help)],
  ['help', (call) => speakNearby(call, help)],
  ['list', listWares],
  ['sell', sellThing],
  ['buy', buyWare],
  ['back', returnWare],
  ['balance', handleBankWords],
  ['deposit', handleBankWords],
  ['withdraw', handleBankWords],
])

function listWares({ game, player }: ScriptCall, name: string): void {
  const lines = marketOf(game.serviceRecords, name).wares.map(
    ({ number, name: ware, price, seller }) =>
      `${number}. ${ware}: ${formatCoins(game.archetypes, price)}, from ${seller}`,
  )
  player.sendMessage(lines.join('\n') || 'Nothing is for sale.', messageTypes.card)
}

function sellThing(call: ScriptCall, name: string, words: string): void {
  const { game, player } = call
  const [, wanted = '', sum = ''] = /^(.+) for (.+)$/.exec(words.toLowerCase()) ?? []
  const price = parseCoinAmount(game.archetypes, sum.split(' '))
  if (!price) return speakNearby(call, 'Say what to sell for how much, such as sell dagger for 5 silver.')
  const {
    things: [thing],
    count,
  } = selectThings(player.inventory.filter(isSellable), wanted)
  if (!thing)
    return speakNearby(
      call,
      'You have no such thing that you can sell. First take it off, unlock it, or pay for it.',
    )
  const before = marketOf(game.serviceRecords, name)
  if (before.wares.filter(({ seller }) => seller === player.name).length >= most.ofSeller)
    return speakNearby(call, `You have ${most.ofSeller} wares here already. Say list, and back NUMBER.`)
  const market = makeRoom(game, before)
  if (!market) return speakNearby(call, 'All my tables are full. Come back another day.')
  const pile = takeFromPile(game.tags, thing, Math.min(thing.count, Math.max(1, count ?? thing.count)))
  const ware = {
    ...createWare(pile, market.nextWareNumber, price.count * price.value, player.name),
    offeredAt: game.context.now(),
    value: (pile.archetype.value ?? 0) * pile.count,
  }
  saveMarket(game.serviceRecords, name, {
    nextWareNumber: market.nextWareNumber + 1,
    wares: [...market.wares, ware],
  })
  speakNearby(
    call,
    `For sale from ${player.name}: ${ware.name}, for ${formatCoins(game.archetypes, ware.price)}.`,
  )
}

/**
 * [CF-23.14] False for money, containers with contents, and things that are in use, locked, unpaid or have a drop
 * script.
 */
function isSellable({ archetype, applied, locked, unpaid, inside }: Thing): boolean {
  if (applied || locked || unpaid || (inside?.length ?? 0) > 0) return false
  return archetype.traits.role !== 'money' && !archetype.hooks?.some(({ trigger }) => trigger === 'drop')
}

/**
 * The market with room for a ware; undefined if it stays full. In a full market the warden buys the oldest ware if it
 * is old enough, so the caller must save the result at once.
 */
function makeRoom(game: GameState, market: Market): Market | undefined {
  const [oldest, ...others] = market.wares
  if (!oldest || market.wares.length < most.wares) return market
  if (game.context.now() - oldest.offeredAt < stale.days * dayMs) return undefined
  creditPlayerOrStoreCredit(game, oldest.seller, Math.floor((oldest.value * stale.paidPercent) / 100))
  return { ...market, wares: others }
}

function buyWare(call: ScriptCall, name: string, number: string): void {
  const { game, player } = call
  const ware = wareWithNumber(call, name, number)
  if (!ware) return
  if (isPackFull(player)) return speakNearby(call, 'You cannot carry more things.')
  if (!payAmount(game, player, ware.price))
    return speakNearby(
      call,
      `That is ${formatCoins(game.archetypes, ware.price)}, and you do not carry that much.`,
    )
  removeWare(game, name, ware)
  handOverWare(call, ware)
  creditPlayerOrStoreCredit(game, ware.seller, ware.price)
  tellSeller(game, player, ware)
  announceTrade(call, [ware])
}

function tellSeller({ players, archetypes }: GameState, buyer: Player, ware: MarketWare): void {
  players
    .get(ware.seller.toLowerCase())
    ?.sendMessage(
      `${buyer.name} bought ${ware.name} from you: ${formatCoins(archetypes, ware.price)} went to your account.`,
      messageTypes.sale,
    )
}

function returnWare(call: ScriptCall, name: string, number: string): void {
  const ware = wareWithNumber(call, name, number)
  if (!ware) return
  if (ware.seller !== call.player.name) return speakNearby(call, `${ware.seller} sells that.`)
  if (isPackFull(call.player)) return speakNearby(call, 'You cannot carry more things.')
  handOverWare(call, ware)
  removeWare(call.game, name, ware)
}

/** The ware with the number; tells the player if there is none. */
function wareWithNumber(call: ScriptCall, name: string, number: string): MarketWare | undefined {
  const ware = marketOf(call.game.serviceRecords, name).wares.find((each) => String(each.number) === number)
  if (!ware) speakNearby(call, 'There is no such ware. Say list.')
  return ware
}

function removeWare({ serviceRecords }: GameState, name: string, ware: MarketWare): void {
  const market = marketOf(serviceRecords, name)
  saveMarket(serviceRecords, name, {
    ...market,
    wares: market.wares.filter(({ number }) => number !== ware.number),
  })
}

function marketOf(ledger: ServiceRecordStore, name: string): Market {
  return (ledger.get('market', name) as unknown as Market | undefined) ?? emptyMarket
}

function saveMarket(ledger: ServiceRecordStore, name: string, market: Market): void {
  ledger.put('market', name, market as unknown as Json)
}

export function isMarketSeller(ledger: ServiceRecordStore, name: string): boolean {
  return [...ledger.list('market')].some(([, page]) =>
    (page as unknown as Market).wares.some((ware) => isFrom(ware, name)),
  )
}

export function deleteMarketWaresOf(ledger: ServiceRecordStore, name: string): void {
  for (const [market, page] of [...ledger.list('market')]) {
    const { wares, ...rest } = page as unknown as Market
    const left = wares.filter((ware) => !isFrom(ware, name))
    if (left.length < wares.length) saveMarket(ledger, market, { ...rest, wares: left })
  }
}

function isFrom({ seller }: ShopWare, name: string): boolean {
  return seller.toLowerCase() === name.toLowerCase()
}

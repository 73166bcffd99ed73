// Customers buy the wares of rented shops from a list, also while the owner is away. [CF-23.12]

import type { DueTimeShifts, Json } from '../../../../game.ts'
import type { Area } from '../../../model/definitions/script.ts'
import { movePlayerTo } from '../../../model/level/relocation.ts'
import type { GameState, Player, ServiceRecordStore, Thing } from '../../../model/state/game-state.ts'
import { consumeThing, putThing, removeThing } from '../../../model/things/move-things.ts'
import { isPackFull } from '../../../model/things/pile-limits.ts'
import { nameOf, nameWithArticle } from '../../../model/things/thing.ts'
import { readThing, toThingRecord } from '../../../model/things/thing-record.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { formatCoins, giveMoney, payAmount } from '../../trade/money.ts'
import { parseCoinAmount, type ScriptCall, sanitizeRecordName, speakNearby } from '../dialogue/script-call.ts'
import { creditPlayerOrStoreCredit } from './bank.ts'
import { toggleRestriction } from './restricted-areas.ts'

/** Rent of a day in the smallest coin, and maximum number of wares in a shop. */
const [rentPerDay, maxWares] = [50, 50] as const
const dayMs = 24 * 60 * 60 * 1000
/** All shops have the same plan. */
const gateCells = { inside: { x: 17, y: 8 }, outside: { x: 17, y: 10 } } as const

/** `price` is in the smallest coin. */
export interface ShopWare {
  readonly number: number
  readonly name: string
  readonly price: number
  readonly seller: string
  readonly orderedBy?: string
  readonly thing: Json
}

/** `rentedUntil` is in milliseconds of the game's clock. */
interface RentedShop {
  readonly owner: string
  readonly rentedUntil: number
  readonly nextWareNumber: number
  readonly wares: readonly ShopWare[]
}
const vacantShop: RentedShop = { owner: '', rentedUntil: 0, nextWareNumber: 1, wares: [] }

export const rentDueTimeShifts: DueTimeShifts = {
  'ledger/shop/'(record, later) {
    const shop = record as unknown as RentedShop
    return { ...shop, rentedUntil: later(shop.rentedUntil) } as never
  },
}

function loadShop({ game, player }: ScriptCall): RentedShop {
  const page = sanitizeRecordName(player.level!.name)
  return (game.serviceRecords.get('shop', page) as unknown as RentedShop | undefined) ?? vacantShop
}

/** Whether the character rents a shop, or was the last to do so, or has wares in the shop of a later owner. */
export function isShopkeeper(ledger: ServiceRecordStore, name: string): boolean {
  return [...ledger.list('shop')].some(([, page]) => {
    const { owner, wares } = page as unknown as RentedShop
    return isNamed(owner, name) || wares.some(({ seller }) => isNamed(seller, name))
  })
}

/** Makes the shops vacant, and deletes the character's wares and orders in all shops. */
export function deleteShopsOf(ledger: ServiceRecordStore, name: string): void {
  for (const [level, page] of [...ledger.list('shop')]) {
    const shop = page as unknown as RentedShop
    const tenancy = isNamed(shop.owner, name) ? { owner: '', rentedUntil: 0 } : {}
    const wares = shop.wares
      .filter(({ seller }) => !isNamed(seller, name))
      .map(({ orderedBy, ...ware }) => ({
        ...ware,
        ...(!isNamed(orderedBy, name) && orderedBy && { orderedBy }),
      }))
    if (tenancy.owner === '' && wares.length === 0) ledger.delete('shop', level)
    else ledger.put('shop', level, { ...shop, ...tenancy, wares } as unknown as Json)
  }
}

function isNamed(one: string | undefined, name: string): boolean {
  return one?.toLowerCase() === name.toLowerCase()
}

function saveShop({ game, player }: ScriptCall, shop: RentedShop): void {
  game.serviceRecords.put('shop', sanitizeRecordName(player.level!.name), shop as unknown as Json)
}

function isCurrentOwner({ game, player }: ScriptCall, { owner, rentedUntil }: RentedShop): boolean {
  return owner === player.name && rentedUntil > game.context.now()
}

// ---- Renting
// ---------------------------------------------------------------------------------------------------------

/** [CF-23.12] Pays the rent with the coins in the closed box. */
export function payShopRent(call: ScriptCall, maxDays: number): void {
  const { game, player, thing } = call
  const coins = (thing.inside ?? []).filter(
    ({ archetype, unpaid }) => archetype.traits.role === 'money' && !unpaid,
  )
  const sum = coins.reduce((all, { archetype, count }) => all + (archetype.value ?? 0) * count, 0)
  if (sum === 0) return
  const shop = loadShop(call)
  const now = game.context.now()
  if (shop.rentedUntil > now && shop.owner !== player.name)
    return speakNearby(call, `${shop.owner} rents this shop.`)
  const from = Math.max(now, shop.rentedUntil)
  const days = Math.min(Math.floor(sum / rentPerDay), Math.floor((now + maxDays * dayMs - from) / dayMs))
  if (days < 1)
    return speakNearby(
      call,
      `A day costs ${formatCoins(game.archetypes, rentPerDay)}, for at most ${maxDays} days.`,
    )
  for (const coin of coins) consumeThing(coin, coin.count)
  giveMoney(game, player, sum - days * rentPerDay)
  saveShop(call, { ...shop, owner: player.name, rentedUntil: from + days * dayMs })
  speakNearby(call, `The shop is yours, ${player.name}: ${daysLeft(from + days * dayMs - now)}.`)
}

/** [CF-23.12] `enter` moves the owner through the gate in either direction. */
export function handleGateWords(call: ScriptCall): void {
  const { game, player, words } = call
  const shop = loadShop(call)
  if (!isCurrentOwner(call, shop)) {
    const left = shop.rentedUntil - game.context.now()
    return speakNearby(
      call,
      left > 0
        ? `${shop.owner} rents this shop: ${daysLeft(left)}.`
        : `This shop is free. Put ${formatCoins(game.archetypes, rentPerDay)} for each day into the rent box.`,
    )
  }
  if (!/^(enter|leave|yes)$/i.test(words.trim()))
    return speakNearby(call, `Say enter, ${player.name}: ${daysLeft(shop.rentedUntil - game.context.now())}.`)
  const to = player.y <= gateCells.inside.y ? gateCells.outside : gateCells.inside
  movePlayerTo(game, player, { level: player.level!.name, ...to })
  player.listener?.onSurroundingsChanged()
}

function daysLeft(ms: number): string {
  const days = Math.ceil(ms / dayMs)
  return days === 1 ? 'one day is left' : `${days} days are left`
}

// ---- Wares
// -----------------------------------------------------------------------------------------------------------

/** [CF-23.12] A price such as `5 gold` offers each pile in the store at that price. */
export function offerWares(call: ScriptCall): boolean {
  const { game, thing, words } = call
  const shop = loadShop(call)
  if (!isCurrentOwner(call, shop)) return false
  const price = parseCoinAmount(game.archetypes, words.toLowerCase().split(/\s+/))
  if (!price) return false
  const piles = (thing.inside ?? []).filter((each) => !each.unpaid && (each.inside ?? []).length === 0)
  if (piles.length === 0) {
    speakNearby(call, 'Put the wares into me, and say a price, such as 5 gold.')
    return true
  }
  let now = shop
  for (const pile of piles) {
    if (now.wares.length >= maxWares) {
      speakNearby(call, 'There is no room for more wares.')
      break
    }
    const ware = createWare(pile, now.nextWareNumber, price.count * price.value, call.player.name)
    now = { ...now, nextWareNumber: now.nextWareNumber + 1, wares: [...now.wares, ware] }
    removeThing(pile)
  }
  saveShop(call, now)
  speakNearby(
    call,
    `For sale: ${now.wares.length - shop.wares.length} wares, at ${price.count} ${price.coin} each.`,
  )
  return true
}

export function createWare(pile: Thing, number: number, price: number, seller: string): ShopWare {
  return { number, name: nameWithArticle(pile), price, seller, thing: toThingRecord(pile) }
}

/** [CF-23.12] */
export function listRentedShopWares(call: ScriptCall): void {
  const { game, player } = call
  const { wares } = loadShop(call)
  const lines = wares.map(
    ({ number, name, price, orderedBy }) =>
      `${number}. ${name}: ${formatCoins(game.archetypes, price)}${orderedBy === player.name ? ', ordered by you' : ''}`,
  )
  player.sendMessage(lines.length > 0 ? lines.join('\n') : 'Nothing is for sale.', messageTypes.card)
}

/** [CF-23.12] Handles `want NUMBER`, and the seller's `back NUMBER`. */
export function handleListWords(call: ScriptCall): boolean {
  const { player, words } = call
  const [wish = '', number = ''] = words.toLowerCase().split(/\s+/)
  if (wish !== 'want' && wish !== 'back') return false
  const shop = loadShop(call)
  const ware = shop.wares.find((each) => String(each.number) === number)
  if (!ware) speakNearby(call, 'There is no such ware.')
  else if (wish === 'want') {
    const wares = shop.wares.map((each) => (each === ware ? { ...each, orderedBy: player.name } : each))
    saveShop(call, { ...shop, wares })
    speakNearby(call, `${ware.name}, for ${player.name}: pay at the checkout.`)
  } else if (ware.seller !== player.name) speakNearby(call, `${ware.seller} sells that.`)
  else if (isPackFull(player)) refuseFullPack(player)
  else {
    handOverWare(call, ware)
    saveShop(call, { ...shop, wares: shop.wares.filter((each) => each !== ware) })
  }
  return true
}

/** [CF-23.12] Sells the ordered wares for carried coins or for money in the bank. */
export function checkOutOrders(call: ScriptCall, from: 'purse' | 'bank'): void {
  const { game, player } = call
  const shop = loadShop(call)
  const wanted = shop.wares.filter((each) => each.orderedBy === player.name)
  if (wanted.length === 0) return
  const bought = new Set<ShopWare>()
  for (const ware of wanted) {
    if (isPackFull(player)) {
      refuseFullPack(player)
      break
    }
    if (!takePayment(game, player, ware.price, from)) {
      player.sendMessage(`You do not have enough money for ${ware.name}.`, messageTypes.failure)
      continue
    }
    handOverWare(call, ware)
    creditPlayerOrStoreCredit(game, ware.seller, ware.price)
    bought.add(ware)
  }
  saveShop(call, { ...shop, wares: shop.wares.filter((each) => !bought.has(each)) })
  if (bought.size > 0) announceTrade(call, [...bought])
}

export function announceTrade({ game, player }: ScriptCall, bought: readonly ShopWare[]): void {
  const sellers = [...new Set(bought.map(({ seller }) => seller))]
  const text = `${player.name} bought ${bought.map(({ name }) => name).join(', ')} from ${sellers.join(', ')}`
  const counts = Object.fromEntries([player.name, ...sellers].map((name) => [name, { trades: 1 }]))
  game.context.announce({ kind: 'trade', text, counts })
}

function takePayment(game: GameState, player: Player, price: number, from: 'purse' | 'bank'): boolean {
  if (from === 'purse') return payAmount(game, player, price)
  if (player.bank < price) return false
  player.bank -= price
  player.markUnsaved()
  return true
}

function refuseFullPack(player: Player): void {
  player.sendMessage('You cannot carry more things.', messageTypes.failure)
}

/** Puts the ware into the inventory, even if coins given as change have filled it. */
export function handOverWare({ game, player }: ScriptCall, ware: ShopWare): void {
  const pack = { in: 'pack', player } as const
  const thing = readThing(ware.thing, pack, game.archetypes)
  thing.location = undefined
  putThing(thing, pack)
  player.sendMessage(`You get ${ware.name}.`, messageTypes.itemGained)
}

// ---- Levers
// ----------------------------------------------------------------------------------------------------------

/** [CF-23.12] The name of the lever determines whether it toggles building or casting. */
export function toggleShopRestriction(call: ScriptCall, area: Area): void {
  const { game, player, thing } = call
  const what = /^(Magic|Buildable) Lever$/.exec(nameOf(thing).one)?.[1]
  if (!what) return
  const to = what === 'Magic' ? 'magic' : 'building'
  const closed = toggleRestriction(game, player.level!, area, to)
  const deed = to === 'magic' ? 'cast' : 'build'
  player.sendMessage(`${closed ? 'Nobody can' : 'Everybody can'} ${deed} there now.`, messageTypes.applied)
}

// Shops that players rent: wares in the store are sold from a list, also while the owner is away. [CF-23.12]
import type { Json } from '../../game.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { bring } from '../places/arriving.ts'
import type { Ledger, Player, Scene, Thing } from '../scene/scene.ts'
import type { Area } from '../scene/script.ts'
import { put, remove, useUp } from '../things/contents.ts'
import { countedName, nameOf } from '../things/thing.ts'
import { readThing, thingRecord } from '../things/thing-record.ts'
import { give, inCoins, pays } from '../trade/purse.ts'
import { creditLater } from './bank.ts'
import { turnClosing } from './closed.ts'
import { type Call, pageName, speak, sumIn } from './saying.ts'

/** Rent per day in the smallest coin; wares per shop; piles per pack. */
const [rent, mostWares, mostCarried] = [50, 50, 100] as const
const dayMs = 24 * 60 * 60 * 1000
/** Cells on both sides of a shop's gate; all shops have the same plan. */
const gate = { inside: { x: 17, y: 8 }, outside: { x: 17, y: 10 } } as const

interface Ware {
  readonly number: number
  readonly name: string
  readonly price: number
  readonly seller: string
  /** The player who ordered it. */
  readonly wanted?: string
  readonly thing: Json
}

/** `until`: milliseconds of the host's clock. */
interface Shop {
  readonly owner: string
  readonly until: number
  readonly next: number
  readonly wares: readonly Ware[]
}
const empty: Shop = { owner: '', until: 0, next: 1, wares: [] }

function shopOf({ scene, player }: Call): Shop {
  const page = pageName(player.level!.name)
  return (scene.ledger.page('shop', page) as unknown as Shop | undefined) ?? empty
}

/** Whether the character rents a shop, or was the last to do so. */
export function isShopkeeper(ledger: Ledger, name: string): boolean {
  return shopsOf(ledger, name).length > 0
}

/** Frees a deleted character's shops and discards their wares. */
export function closeShops(ledger: Ledger, name: string): void {
  for (const [level] of shopsOf(ledger, name)) ledger.delete('shop', level)
}

function shopsOf(ledger: Ledger, name: string): (readonly [level: string, page: Json])[] {
  const isTheirs = (page: Json) => (page as unknown as Shop).owner.toLowerCase() === name.toLowerCase()
  return [...ledger.pages('shop')].filter(([, page]) => isTheirs(page))
}

function keep({ scene, player }: Call, shop: Shop): void {
  scene.ledger.write('shop', pageName(player.level!.name), shop as unknown as Json)
}

function isOwner({ scene, player }: Call, { owner, until }: Shop): boolean {
  return owner === player.name && until > scene.context.now()
}

// ---- Renting ---------------------------------------------------------------------------------------------------------

/** [CF-23.12] Takes the rent from the closed box and returns the change. */
export function payRent(call: Call, mostDays: number): void {
  const { scene, player, thing } = call
  const coins = (thing.inside ?? []).filter(({ kind, unpaid }) => kind.is.role === 'money' && !unpaid)
  const sum = coins.reduce((all, { kind, count }) => all + (kind.value ?? 0) * count, 0)
  if (sum === 0) return
  const shop = shopOf(call)
  const now = scene.context.now()
  if (shop.until > now && shop.owner !== player.name) return speak(call, `${shop.owner} has this shop.`)
  const from = Math.max(now, shop.until)
  const days = Math.min(Math.floor(sum / rent), Math.floor((now + mostDays * dayMs - from) / dayMs))
  if (days < 1) return speak(call, `A day is ${inCoins(scene.kinds, rent)}, ${mostDays} days at most.`)
  for (const coin of coins) useUp(coin, coin.count)
  give(scene, player, sum - days * rent)
  keep(call, { ...shop, owner: player.name, until: from + days * dayMs })
  speak(call, `The shop is yours, ${player.name}: ${daysLeft(from + days * dayMs - now)}.`)
}

/** [CF-23.12] Handles `enter`: moves the owner through the gate, in either direction. */
export function askAtGate(call: Call): void {
  const { scene, player, words } = call
  const shop = shopOf(call)
  if (!isOwner(call, shop)) {
    const left = shop.until - scene.context.now()
    return speak(
      call,
      left > 0
        ? `${shop.owner} has this shop: ${daysLeft(left)}.`
        : `This shop is to be had for ${inCoins(scene.kinds, rent)} a day, laid into the rent box.`,
    )
  }
  if (!/^(enter|leave|yes)$/i.test(words.trim()))
    return speak(call, `Say enter, ${player.name}: ${daysLeft(shop.until - scene.context.now())}.`)
  const to = player.y <= gate.inside.y ? gate.outside : gate.inside
  bring(scene, player, { level: player.level!.name, ...to })
  player.hearing?.onSurroundingsChanged()
}

function daysLeft(ms: number): string {
  const days = Math.ceil(ms / dayMs)
  return days === 1 ? 'one day is left' : `${days} days are left`
}

// ---- Wares -----------------------------------------------------------------------------------------------------------

/** [CF-23.12] Handles a price such as `5 gold`: offers each pile in the store at that price. */
export function store(call: Call): boolean {
  const { scene, thing, words } = call
  const shop = shopOf(call)
  if (!isOwner(call, shop)) return false
  const price = sumIn(scene.kinds, words.toLowerCase().split(/\s+/))
  if (!price) return false
  const piles = (thing.inside ?? []).filter((each) => !each.unpaid && (each.inside ?? []).length === 0)
  if (piles.length === 0) {
    speak(call, 'Lay into me what is for sale, and say a price, as 5 gold.')
    return true
  }
  let now = shop
  for (const pile of piles) {
    if (now.wares.length >= mostWares) {
      speak(call, 'There is no room for more wares.')
      break
    }
    now = withWare(now, pile, price.count * price.value, call.player.name)
    remove(pile)
  }
  keep(call, now)
  speak(
    call,
    `For sale: ${now.wares.length - shop.wares.length} wares, at ${price.count} ${price.coin} each.`,
  )
  return true
}

function withWare(shop: Shop, pile: Thing, price: number, seller: string): Shop {
  const { next, wares } = shop
  const ware = { number: next, name: countedName(pile), price, seller, thing: thingRecord(pile) }
  return { ...shop, next: next + 1, wares: [...wares, ware] }
}

/** [CF-23.12] */
export function tellList(call: Call): void {
  const { scene, player } = call
  const { wares } = shopOf(call)
  const lines = wares.map(
    ({ number, name, price, wanted }) =>
      `${number}. ${name}: ${inCoins(scene.kinds, price)}${wanted === player.name ? ', wanted by you' : ''}`,
  )
  player.tell(lines.length > 0 ? lines.join('\n') : 'Nothing is for sale.', messageTypes.card)
}

/** [CF-23.12] Handles `want NUMBER`, and for the seller `back NUMBER`. */
export function serveAtList(call: Call): boolean {
  const { player, words } = call
  const [wish = '', number = ''] = words.toLowerCase().split(/\s+/)
  if (wish !== 'want' && wish !== 'back') return false
  const shop = shopOf(call)
  const ware = shop.wares.find((each) => String(each.number) === number)
  if (!ware) speak(call, 'There is no such ware.')
  else if (wish === 'want') {
    const wares = shop.wares.map((each) => (each === ware ? { ...each, wanted: player.name } : each))
    keep(call, { ...shop, wares })
    speak(call, `${ware.name}, for ${player.name}: pay at the checkout.`)
  } else if (ware.seller !== player.name) speak(call, `${ware.seller} sells that.`)
  else if (hand(call, ware)) keep(call, { ...shop, wares: shop.wares.filter((each) => each !== ware) })
  return true
}

/** [CF-23.12] Sells the player everything ordered, for coins or from the bank account. */
export function checkOut(call: Call, from: 'purse' | 'bank'): void {
  const { scene, player } = call
  const shop = shopOf(call)
  const wanted = shop.wares.filter((each) => each.wanted === player.name)
  if (wanted.length === 0) return
  const bought = new Set<Ware>()
  for (const ware of wanted) {
    if (player.inventory.length >= mostCarried) {
      player.tell('You can carry no more things.', messageTypes.failure)
      break
    }
    if (!takes(scene, player, ware.price, from)) {
      player.tell(`You have not enough for ${ware.name}.`, messageTypes.failure)
      continue
    }
    hand(call, ware)
    creditLater(scene, ware.seller, ware.price)
    bought.add(ware)
  }
  keep(call, { ...shop, wares: shop.wares.filter((each) => !bought.has(each)) })
}

function takes(scene: Scene, player: Player, price: number, from: 'purse' | 'bank'): boolean {
  if (from === 'purse') return pays(scene, player, price)
  if (player.bank < price) return false
  player.bank -= price
  player.keep()
  return true
}

/** Puts the ware into the pack; false if that is full. */
function hand({ scene, player }: Call, ware: Ware): boolean {
  if (player.inventory.length >= mostCarried) {
    player.tell('You can carry no more things.', messageTypes.failure)
    return false
  }
  const pack = { in: 'pack', player } as const
  const thing = readThing(ware.thing, pack, scene.kinds)
  thing.where = undefined
  put(thing, pack)
  player.tell(`You get ${ware.name}.`, messageTypes.itemGained)
  return true
}

// ---- Levers ----------------------------------------------------------------------------------------------------------

/** [CF-23.12] Toggles building or casting in the area, by the lever's name. */
export function turnLever(call: Call, area: Area): void {
  const { scene, player, thing } = call
  const what = /^(Magic|Buildable) Lever$/.exec(nameOf(thing).one)?.[1]
  if (!what) return
  const to = what === 'Magic' ? 'magic' : 'building'
  const closed = turnClosing(scene, player.level!, area, to)
  const deed = to === 'magic' ? 'cast' : 'build'
  player.tell(`${closed ? 'Nobody may' : 'Anybody may'} ${deed} there now.`, messageTypes.applied)
}

// [CF-23.3]

import type { ArchetypeRegistry } from '../../../model/definitions/archetype.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { consumeThing, putThing } from '../../../model/things/move-things.ts'
import { toNumberWord } from '../../../model/things/number-words.ts'
import { fitsInPack } from '../../../model/things/pile-limits.ts'
import { formatCoins, payAmount } from '../../trade/money.ts'
import {
  type CoinAmount,
  parseCoinAmount,
  type ScriptCall,
  sanitizeRecordName,
  speakNearby,
} from '../dialogue/script-call.ts'

/** Maximum balance of an account, in the smallest coin. */
const maxBalance = 1_000_000_000_000

function creditAccount(player: Player, amount: number): boolean {
  if (player.bank + amount > maxBalance) return false
  player.bank += amount
  player.markUnsaved()
  return true
}

/**
 * [CF-23.12] Credits a player who may be disconnected. A disconnected player gets the amount when next speaking to a
 * teller.
 */
export function creditPlayerOrStoreCredit(
  { serviceRecords, players }: GameState,
  name: string,
  amount: number,
): void {
  const player = players.get(name.toLowerCase())
  if (player && creditAccount(player, amount)) return
  const page = sanitizeRecordName(name.toLowerCase())
  serviceRecords.put(
    'owed',
    page,
    Math.min(maxBalance, Number(serviceRecords.get('owed', page) ?? 0) + amount),
  )
}

function collectOwed({ serviceRecords }: GameState, player: Player): void {
  const page = sanitizeRecordName(player.name.toLowerCase())
  const owed = Number(serviceRecords.get('owed', page) ?? 0)
  if (owed > 0 && creditAccount(player, owed)) serviceRecords.put('owed', page, 0)
}

/** [CF-23.3] Names of imported banknotes, and their archetypes. */
const banknotes: ReadonlyMap<string, string> = new Map([
  ['imperial note', 'arch imperial'],
  ['10 imperial note', 'arch imperial10'],
  ['100 imperial note', 'arch imperial100'],
])

/** Parses an amount of coins or banknotes. */
function parseMoney(archetypes: ArchetypeRegistry, sum: readonly string[]): CoinAmount | undefined {
  const [number = '', ...named] = sum
  const id = banknotes.get(named.join(' ').replace(/s$/, ''))
  if (id === undefined || !archetypes.has(id)) return parseCoinAmount(archetypes, sum)
  const { name, traits, value = 0 } = archetypes.get(id)
  const count = parseCoinAmount(archetypes, [number])?.count
  if (traits.role !== 'money' || value === 0 || count === undefined) return undefined
  return { coin: count === 1 ? name.one : name.many, count, value, id }
}

/** [CF-23.3] The answer to `balance`, `balance gold`, `coins` or `convert 4 platinum to silver`. */
function describeMoney({ archetypes }: GameState, { bank }: Player, words: readonly string[]): string {
  const [wish, ...sum] = words
  const { coins } = archetypes
  if (wish === 'coins')
    return coins
      .slice(1)
      .map(({ name, value }) => `One ${name.one} is worth ${value} ${coins[0]!.name.many}.`)
      .join(' ')
  const to = sum.indexOf('to')
  // The count 2 yields the plural name of the coin.
  const [from, into] =
    wish === 'convert'
      ? [parseMoney(archetypes, sum.slice(0, to)), parseMoney(archetypes, ['2', ...sum.slice(to + 1)])]
      : [undefined, parseMoney(archetypes, ['2', ...sum])]
  if (wish === 'convert')
    return from && into && to > 0
      ? `${from.count} ${from.coin}: ${Math.floor((from.count * from.value) / into.value)} ${into.coin}.`
      : 'Say what to convert: convert 4 platinum to silver.'
  if (sum.length === 0) return `Your balance is ${formatCoins(archetypes, bank)}.`
  return into
    ? `Your balance is ${Number((bank / into.value).toFixed(3))} ${into.coin}.`
    : 'We do not accept that kind of money.'
}

/** [CF-23.3] `deposit 5 gold`, `withdraw 5 gold`, `balance`, `coins`, `convert 4 platinum to silver`. */
export function handleBankWords(call: ScriptCall): void {
  const { game, player } = call
  collectOwed(game, player)
  const words = call.words.toLowerCase().split(/\s+/)
  const [wish, ...sum] = words
  if (wish === 'balance' || wish === 'coins' || wish === 'convert')
    return speakNearby(call, describeMoney(game, player, words))
  if (wish !== 'deposit' && wish !== 'withdraw')
    return speakNearby(
      call,
      'Say deposit 5 gold, withdraw 5 gold, balance, coins, or convert 4 platinum to silver. All tellers share your account.',
    )
  const meant = parseMoney(game.archetypes, sum)
  if (!meant) return speakNearby(call, `Say how much: ${wish} 5 gold.`)
  const amount = meant.count * meant.value
  if (wish === 'deposit') {
    if (player.bank + amount > maxBalance) return speakNearby(call, 'Your account cannot hold that much.')
    if (!payAmount(game, player, amount)) return speakNearby(call, 'You do not carry that much.')
    creditAccount(player, amount)
    return speakNearby(call, `You deposit ${formatCoins(game.archetypes, amount)}.`)
  }
  if (amount > player.bank) return speakNearby(call, 'Your balance is too low.')
  const coins = game.createThing(meant.id, meant.count)
  if (!fitsInPack(player, coins)) return speakNearby(call, 'You cannot carry more things.')
  player.bank -= amount
  player.markUnsaved()
  putThing(coins, { in: 'pack', player })
  // [CF-12.14]
  speakNearby(call, `Here ${meant.count === 1 ? 'is' : 'are'} ${toNumberWord(meant.count)} ${meant.coin}.`)
}

/** [CF-23.3] Other things stay in the box. */
export function depositBoxMoney(call: ScriptCall): void {
  const { game, player, thing } = call
  let amount = 0
  for (const each of [...(thing.inside ?? [])]) {
    const worth = (each.archetype.value ?? 0) * each.count
    if (each.archetype.traits.role !== 'money' || each.unpaid || !creditAccount(player, worth)) continue
    consumeThing(each, each.count)
    amount += worth
  }
  if (amount > 0) speakNearby(call, `You deposit ${formatCoins(game.archetypes, amount)} at the bank.`)
}

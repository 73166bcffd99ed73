// The bank: deposits and withdrawals at any teller. [CF-23.3]
import type { Player, Scene } from '../scene/scene.ts'
import { put, useUp } from '../things/contents.ts'
import { inWords } from '../things/counts.ts'
import { inCoins, pays } from '../trade/purse.ts'
import { type Call, pageName, speak, sumIn } from './saying.ts'

/** Maximum balance in the smallest coin. */
export const mostInBank = 1_000_000_000_000

export function credit(player: Player, amount: number): boolean {
  if (player.bank + amount > mostInBank) return false
  player.bank += amount
  player.keep()
  return true
}

/** [CF-23.12] Credits a player who may be disconnected; collected when the player next speaks to a teller. */
export function creditLater({ ledger, players }: Scene, name: string, amount: number): void {
  const player = players.get(name.toLowerCase())
  if (player && credit(player, amount)) return
  const page = pageName(name.toLowerCase())
  ledger.write('owed', page, Math.min(mostInBank, Number(ledger.page('owed', page) ?? 0) + amount))
}

function collect({ ledger }: Scene, player: Player): void {
  const page = pageName(player.name.toLowerCase())
  const owed = Number(ledger.page('owed', page) ?? 0)
  if (owed > 0 && credit(player, owed)) ledger.write('owed', page, 0)
}

/** [CF-23.3] Handles `deposit 5 gold`, `withdraw 5 gold`, `balance`. */
export function serveAtBank(call: Call): void {
  const { scene, player, words } = call
  collect(scene, player)
  const [wish, ...sum] = words.toLowerCase().split(/\s+/)
  if (wish === 'balance') return speak(call, `You have ${inCoins(scene.kinds, player.bank)} with us.`)
  if (wish !== 'deposit' && wish !== 'withdraw')
    return speak(
      call,
      'Say deposit 5 gold, withdraw 5 gold, or balance. Any teller of ours knows your account.',
    )
  const meant = sumIn(scene.kinds, sum)
  if (!meant) return speak(call, `Say how much: ${wish} 5 gold.`)
  const amount = meant.count * meant.value
  if (wish === 'deposit') {
    if (player.bank + amount > mostInBank) return speak(call, 'We cannot keep as much as that.')
    if (!pays(scene, player, amount)) return speak(call, 'You have not so much on you.')
    credit(player, amount)
    return speak(call, `We keep ${inCoins(scene.kinds, amount)} for you.`)
  }
  if (amount > player.bank) return speak(call, 'You have not so much with us.')
  player.bank -= amount
  player.keep()
  put(scene.make(meant.id, meant.count), { in: 'pack', player })
  // [CF-12.14]
  speak(call, `Here ${meant.count === 1 ? 'is' : 'are'} ${inWords(meant.count)} ${meant.coin}.`)
}

/** [CF-23.3] Deposits the money in the box when it is closed; other things stay. */
export function emptyDepositBox(call: Call): void {
  const { scene, player, thing } = call
  let amount = 0
  for (const each of [...(thing.inside ?? [])]) {
    const worth = (each.kind.value ?? 0) * each.count
    if (each.kind.is.role !== 'money' || each.unpaid || !credit(player, worth)) continue
    useUp(each, each.count)
    amount += worth
  }
  if (amount > 0) speak(call, `The bank keeps ${inCoins(scene.kinds, amount)} for you.`)
}

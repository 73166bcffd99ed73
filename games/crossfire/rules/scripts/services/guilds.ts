// [CF-23.8]

import type { Json } from '../../../../game.ts'
import type { Position } from '../../../model/definitions/level-plan.ts'
import { type GuildRank, guildRanks } from '../../../model/definitions/script.ts'
import { movePlayerTo } from '../../../model/level/relocation.ts'
import type { GameState, Level, Player, ServiceRecordStore } from '../../../model/state/game-state.ts'
import { putThing } from '../../../model/things/move-things.ts'
import { fitsInPack, isPackFull } from '../../../model/things/pile-limits.ts'
import { maxPileCount, nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { formatCoins, giveMoney, payAmount } from '../../trade/money.ts'
import { parseCoinAmount, type ScriptCall, speakNearby } from '../dialogue/script-call.ts'

/** [CF-23.8] `funds`: in the smallest coin. */
const limits = { members: 200, funds: 1_000_000_000_000 } as const
/** Number of founders of a guild, including the player who pulls the lever. */
const requiredFounders = 3
/**
 * Cells of a guild house, the same in all houses. The door moves refused players to `before` and a buyer to `buying`.
 * The other founders must be in the alcoves, and a candidate on the chair.
 */
const guildHouseCells = {
  before: { x: 32, y: 16 },
  buying: { x: 30, y: 19 },
  alcoves: [
    { x: 33, y: 24 },
    { x: 33, y: 26 },
  ],
  hall: { x: 11, y: 16 },
  chair: { x: 9, y: 16 },
  besideChest: { x: 1, y: 9 },
  locked: { x: 23, y: 0 },
} as const
const gaolPosition = { level: '/scorn/misc/jail', x: 15, y: 1 } as const

interface Member {
  readonly name: string
  readonly rank: GuildRank
  readonly dues: number
  /** A suspended member cannot pass the guild's doors. */
  readonly suspended?: boolean
}

interface Guild {
  readonly founded: boolean
  readonly points: number
  readonly funds: number
  readonly members: readonly Member[]
}

const unfoundedGuild: Guild = { founded: false, points: 0, funds: 0, members: [] }

function loadGuild({ serviceRecords }: GameState, name: string): Guild {
  return (serviceRecords.get('guild', name) as unknown as Guild | undefined) ?? unfoundedGuild
}

function saveGuild({ serviceRecords }: GameState, name: string, guild: Guild): void {
  serviceRecords.put('guild', name, guild as unknown as Json)
}

function findMember({ members }: Guild, name: string): Member | undefined {
  return members.find((member) => member.name.toLowerCase() === name.toLowerCase())
}

function addOrReplaceMember(guild: Guild, member: Member): Guild {
  return { ...guild, members: [...guild.members.filter(({ name }) => name !== member.name), member] }
}

/** [CF-23.8] False for a suspended member. */
function hasRank(game: GameState, player: Player, guild: string, rank: GuildRank): boolean {
  const member = findMember(loadGuild(game, guild), player.name)
  return (
    member !== undefined && !member.suspended && guildRanks.indexOf(member.rank) >= guildRanks.indexOf(rank)
  )
}

export function isGuildMember(ledger: ServiceRecordStore, name: string): boolean {
  return [...ledger.list('guild')].some(([, page]) => findMember(page as unknown as Guild, name))
}

/** A later character of the same name must not become a member. */
export function removeFromGuilds(ledger: ServiceRecordStore, name: string): void {
  for (const [guild, page] of [...ledger.list('guild')]) {
    const before = page as unknown as Guild
    const gone = findMember(before, name)
    if (!gone) continue
    const members = before.members.filter((member) => member !== gone)
    ledger.put('guild', guild, { ...before, members } as unknown as Json)
  }
}

// ---- Doors and guards ------------------------------------------------------------------------------------------------

/** [CF-23.8] Handles the words `enter` and `buy` at a guild's door. Returns whether the door opens. */
export function handleDoorWords(call: ScriptCall, name: string, rank: GuildRank): boolean {
  const { game, player, thing, words } = call
  const { founded } = loadGuild(game, name)
  const [wish] = words.toLowerCase().split(/\s+/)
  const isHouse = nameOf(thing).one === 'Guardian'
  if (wish === 'enter') {
    if (!founded) speakNearby(call, 'This guild has no members yet. Say buy to create it.')
    else if (hasRank(game, player, name, rank)) {
      speakNearby(call, `Come in, ${player.name}.`)
      return true
    } else {
      speakNearby(call, 'You are not allowed to pass here.')
      if (isHouse) moveWithinHouse(game, player, guildHouseCells.before)
    }
  } else if (wish === 'buy' && isHouse) {
    if (founded) speakNearby(call, 'This guild exists already.')
    else {
      speakNearby(call, 'Go in. Creating it takes three players, and it is expensive.')
      moveWithinHouse(game, player, guildHouseCells.buying)
    }
  } else speakNearby(call, isHouse ? `This is the house of ${name}. Say enter.` : 'Say enter.')
  return false
}

/** [CF-23.8] Moves a player without the rank to the gaol or to the prison cell of the house. */
export function arrestTrespasser(
  { game, player }: ScriptCall,
  guild: string,
  rank: GuildRank,
  to: 'gaol' | 'cell',
): void {
  if (hasRank(game, player, guild, rank)) return
  player.sendMessage('Guards arrest you and take you away.', messageTypes.miscellaneous)
  if (to === 'cell') moveWithinHouse(game, player, guildHouseCells.locked)
  else if (game.levels.has(gaolPosition.level)) movePlayerTo(game, player, gaolPosition)
  else moveWithinHouse(game, player, guildHouseCells.before)
  player.listener?.onSurroundingsChanged()
}

function moveWithinHouse(game: GameState, player: Player, to: Position): void {
  movePlayerTo(game, player, { level: player.level!.name, ...to })
  player.listener?.onSurroundingsChanged()
}

// ---- Founding and joining --------------------------------------------------------------------------------------------

/** [CF-23.8] Creates the guild, which needs two more players in the alcoves. All three become guild masters. */
export function establishGuild(call: ScriptCall, name: string): void {
  const { game, player } = call
  const guild = loadGuild(game, name)
  if (guild.founded) return speakNearby(call, 'This guild exists already.')
  const level = player.level!
  const three = [player, ...guildHouseCells.alcoves.flatMap((cell) => playerAt(level, cell) ?? [])]
  if (new Set(three).size < requiredFounders)
    return speakNearby(call, `You need ${requiredFounders - three.length} more players in the alcoves.`)
  const members = three.map(({ name }) => ({ name, rank: 'GuildMaster' as const, dues: 0 }))
  saveGuild(game, name, { ...guild, founded: true, members })
  for (const each of three) {
    each.sendMessage(`You created ${name}.`, messageTypes.success)
    moveWithinHouse(game, each, guildHouseCells.hall)
  }
}

/** [CF-23.8] Admits the player on the chair. */
export function admitMember(call: ScriptCall, name: string): void {
  const { game, player } = call
  const guild = loadGuild(game, name)
  const who = playerAt(player.level!, guildHouseCells.chair)
  if (!who) return speakNearby(call, 'Nobody sits in the chair.')
  const elsewhere = [...game.serviceRecords.list('guild')].find(([, page]) =>
    findMember(page as unknown as Guild, who.name),
  )
  if (elsewhere) return speakNearby(call, `${who.name} is already a member of ${elsewhere[0]}.`)
  if (guild.members.length >= limits.members) return speakNearby(call, `${name} is full.`)
  saveGuild(game, name, addOrReplaceMember(guild, { name: who.name, rank: 'Initiate', dues: 0 }))
  speakNearby(call, `${who.name} is now a member of ${name}.`)
}

function playerAt(level: Level, { x, y }: Position): Player | undefined {
  return level.playersAt(x, y).at(-1)
}

// ---- Money -----------------------------------------------------------------------------------------------------------

/** [CF-23.8] `pay 5 gold`, `balance` and, for masters, `withdraw 5 gold`. */
export function handleTellerWords(call: ScriptCall, name: string): void {
  const { game, player, words } = call
  const guild = loadGuild(game, name)
  const [wish, ...sum] = words.toLowerCase().split(/\s+/)
  if (wish === 'balance')
    return speakNearby(call, `${name} has ${formatCoins(game.archetypes, guild.funds)}.`)
  if (wish !== 'pay' && wish !== 'withdraw')
    return speakNearby(call, 'Say "pay 5 gold" or "balance". Masters can also say "withdraw 5 gold".')
  const meant = parseCoinAmount(game.archetypes, sum)
  if (!meant) return speakNearby(call, `Say how much: ${wish} 5 gold.`)
  const amount = meant.count * meant.value
  if (wish === 'withdraw') {
    if (!hasRank(game, player, name, 'Master')) return speakNearby(call, 'Only guild masters can do that.')
    if (amount > guild.funds) return speakNearby(call, `${name} does not have that much.`)
    const coins = game.createThing(meant.id, meant.count)
    if (!fitsInPack(player, coins)) return speakNearby(call, 'You cannot carry more things.')
    saveGuild(game, name, { ...guild, funds: guild.funds - amount })
    putThing(coins, { in: 'pack', player })
    return speakNearby(call, `Here are ${meant.count} ${meant.coin}.`)
  }
  if (guild.funds + amount > limits.funds) return speakNearby(call, `${name} cannot hold more.`)
  if (!payAmount(game, player, amount)) return speakNearby(call, 'You do not carry that much.')
  const paying = findMember(guild, player.name)
  const paid = { ...guild, funds: guild.funds + amount, points: guild.points + (paying ? amount : 0) }
  saveGuild(game, name, paying ? addOrReplaceMember(paid, { ...paying, dues: paying.dues + amount }) : paid)
  speakNearby(call, `${formatCoins(game.archetypes, amount)} for ${name}: thank you.`)
}

/** [CF-23.8] Pays the guild's funds to a master, at most a pile of each coin. */
export function payOutFunds({ game, player }: ScriptCall, name: string): void {
  const guild = loadGuild(game, name)
  if (!hasRank(game, player, name, 'Master'))
    return player.sendMessage('Only guild masters can do that.', messageTypes.failure)
  if (isPackFull(player)) return player.sendMessage('You cannot carry more things.', messageTypes.failure)
  const bearable = game.archetypes.coins.reduce((sum, { value }) => sum + value! * maxPileCount, 0)
  const amount = Math.min(guild.funds, bearable)
  saveGuild(game, name, { ...guild, funds: guild.funds - amount })
  giveMoney(game, player, amount)
  player.sendMessage(`${name} pays out ${formatCoins(game.archetypes, amount)}.`, messageTypes.itemGained)
}

/** [CF-23.8] */
export function addFunds(game: GameState, name: string, amount: number): void {
  const guild = loadGuild(game, name)
  saveGuild(game, name, { ...guild, funds: Math.min(limits.funds, guild.funds + amount) })
}

// ---- Standings and masters ------------------------------------------------------------------------------------------

/** [CF-23.8] Lists the guilds, the one with the most points first. */
export function listStandings({ game, player }: ScriptCall): void {
  const guilds = [...game.serviceRecords.list('guild')].map(([name, page]) => ({
    name,
    ...(page as unknown as Guild),
  }))
  const founded = guilds.filter((guild) => guild.founded).sort((a, b) => b.points - a.points)
  if (founded.length === 0) return player.sendMessage('There are no guilds yet.', messageTypes.card)
  const lines = founded.map(
    ({ name, points, members }) => `${name}: ${points} points, ${members.length} members`,
  )
  player.sendMessage(lines.join('\n'), messageTypes.card)
}

/**
 * [CF-23.8] Handles the words `list` and, with a name, `info`, `promote`, `demote`, `suspend`, `pardon` and `remove` of
 * guild masters.
 */
export function handleMasterWords(call: ScriptCall, name: string): void {
  const { game, player, words } = call
  if (!hasRank(game, player, name, 'GuildMaster')) return speakNearby(call, 'I only serve guild masters.')
  const guild = loadGuild(game, name)
  const [wish = '', who = ''] = words.split(/\s+/)
  if (wish.toLowerCase() === 'list')
    return speakNearby(call, guild.members.map((member) => `${member.name}, ${member.rank}`).join('; '))
  const deed = masterActions.get(wish.toLowerCase())
  if (!deed && wish.toLowerCase() !== 'info')
    return speakNearby(call, 'Say list, or info, promote, demote, suspend, pardon or remove NAME.')
  const member = findMember(guild, who)
  if (!member) return speakNearby(call, `${who || 'Nobody'} is not a member.`)
  if (!deed)
    return speakNearby(
      call,
      `${member.name}, ${member.rank}, has paid ${formatCoins(game.archetypes, member.dues)}.`,
    )
  const becomes = deed(member)
  const others = guild.members.filter((each) => each !== member)
  saveGuild(game, name, { ...guild, members: becomes ? [...others, becomes] : others })
  speakNearby(
    call,
    becomes ? `${becomes.name} is now ${describeMember(becomes)}.` : `${member.name} is no longer a member.`,
  )
}

type MasterAction = (member: Member) => Member | undefined
const masterActions: ReadonlyMap<string, MasterAction> = new Map<string, MasterAction>([
  ['promote', (member) => ({ ...member, rank: adjacentRank(member, 1) })],
  ['demote', (member) => ({ ...member, rank: adjacentRank(member, -1) })],
  ['suspend', (member) => ({ ...member, suspended: true })],
  ['pardon', ({ name, rank, dues }) => ({ name, rank, dues })],
  ['remove', () => undefined],
])

function adjacentRank({ rank }: Member, by: 1 | -1): GuildRank {
  return guildRanks[guildRanks.indexOf(rank) + by] ?? rank
}

function describeMember({ rank, suspended }: Member): string {
  return suspended ? `suspended, ${rank}` : rank
}

// ---- The shared chest -----------------------------------------------------------------------------------------------

const chestReturnKey = 'guild chest'

/**
 * [CF-23.8] The way into the shared chest stores the map that the player leaves. The way out moves the player back to
 * that map. Returns true for the way out, which replaces the usual effect.
 */
export function enterOrLeaveSharedChest(call: ScriptCall): boolean {
  const { game, player, thing } = call
  if (nameOf(thing).one === 'Big Chest') {
    player.journal.set(chestReturnKey, player.level!.name)
    player.markUnsaved()
    return false
  }
  const level = player.journal.get(chestReturnKey)
  if (level === undefined || !game.levels.has(level)) {
    speakNearby(call, 'This chest does not know where you came from.')
    return true
  }
  player.journal.delete(chestReturnKey)
  movePlayerTo(game, player, { level, ...guildHouseCells.besideChest })
  player.listener?.onSurroundingsChanged()
  return true
}

// Guilds: members, ranks, funds and doors. [CF-23.8]
import type { Json } from '../../game.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { bring } from '../places/arriving.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Ledger, Level, Player, Scene } from '../scene/scene.ts'
import { type Rank, ranks } from '../scene/script.ts'
import { put } from '../things/contents.ts'
import { mostInPile, nameOf } from '../things/thing.ts'
import { give, inCoins, pays } from '../trade/purse.ts'
import { type Call, speak, sumIn } from './saying.ts'

/** [CF-23.8] Members per guild, and its maximum funds in the smallest coin. */
const most = { members: 200, funds: 1_000_000_000_000 } as const
/** Founders of a guild, including the player who pulls the lever. */
const founders = 3
/**
 * Cells of a guild house; all have the same plan. Refused players are moved to `before`, a buyer to `buying`. The other
 * founders are in the alcoves, a candidate on the chair.
 */
const cells = {
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
/** Where guards take trespassers. */
const gaol = { level: '/scorn/misc/jail', x: 15, y: 1 } as const

interface Member {
  readonly name: string
  readonly rank: Rank
  /** Total dues paid. */
  readonly dues: number
  /** Suspended members may not pass the guild's doors. */
  readonly suspended?: boolean
}

interface Guild {
  readonly founded: boolean
  readonly points: number
  readonly funds: number
  readonly members: readonly Member[]
}

const unfounded: Guild = { founded: false, points: 0, funds: 0, members: [] }

function guildOf({ ledger }: Scene, name: string): Guild {
  return (ledger.page('guild', name) as unknown as Guild | undefined) ?? unfounded
}

function keep({ ledger }: Scene, name: string, guild: Guild): void {
  ledger.write('guild', name, guild as unknown as Json)
}

function memberOf({ members }: Guild, name: string): Member | undefined {
  return members.find((member) => member.name.toLowerCase() === name.toLowerCase())
}

function withMember(guild: Guild, member: Member): Guild {
  return { ...guild, members: [...guild.members.filter(({ name }) => name !== member.name), member] }
}

/** [CF-23.8] Whether the player has at least this rank and is not suspended. */
export function isCleared(scene: Scene, player: Player, guild: string, rank: Rank): boolean {
  const member = memberOf(guildOf(scene, guild), player.name)
  return member !== undefined && !member.suspended && ranks.indexOf(member.rank) >= ranks.indexOf(rank)
}

/** Whether the character is a member of any guild. */
export function isMember(ledger: Ledger, name: string): boolean {
  return [...ledger.pages('guild')].some(([, page]) => memberOf(page as unknown as Guild, name))
}

/** Removes a deleted character, so that another one of the same name is no member. */
export function forgetMember(ledger: Ledger, name: string): void {
  for (const [guild, page] of [...ledger.pages('guild')]) {
    const before = page as unknown as Guild
    const gone = memberOf(before, name)
    if (!gone) continue
    const members = before.members.filter((member) => member !== gone)
    ledger.write('guild', guild, { ...before, members } as unknown as Json)
  }
}

// ---- Doors and guards ------------------------------------------------------------------------------------------------

/** [CF-23.8] Handles `enter`, and `buy` at the house. Returns whether the door opens. */
export function askAtDoor(call: Call, name: string, rank: Rank): boolean {
  const { scene, player, thing, words } = call
  const { founded } = guildOf(scene, name)
  const [wish] = words.toLowerCase().split(/\s+/)
  const isHouse = nameOf(thing).one === 'Guardian'
  if (wish === 'enter') {
    if (!founded) speak(call, 'Nobody has founded this guild yet. Say buy if you mean to.')
    else if (isCleared(scene, player, name, rank)) {
      speak(call, `Come in, ${player.name}.`)
      return true
    } else {
      speak(call, 'You are none of those who may pass here.')
      if (isHouse) send(scene, player, cells.before)
    }
  } else if (wish === 'buy' && isHouse) {
    if (founded) speak(call, 'This guild has its masters.')
    else {
      speak(call, 'Go on then. Three must found it together, and it is dear.')
      send(scene, player, cells.buying)
    }
  } else speak(call, isHouse ? `This is the house of ${name}. Say enter.` : 'Say enter.')
  return false
}

/** [CF-23.8] Moves trespassers to the gaol if the world has it, else to a cell of the house. */
export function arrest({ scene, player }: Call, guild: string, rank: Rank, to: 'gaol' | 'cell'): void {
  if (isCleared(scene, player, guild, rank)) return
  player.tell('Guards seize you, and take you away.', messageTypes.miscellaneous)
  if (to === 'cell') send(scene, player, cells.locked)
  else if (scene.levels.has(gaol.level)) bring(scene, player, gaol)
  else send(scene, player, cells.before)
  player.hearing?.onSurroundingsChanged()
}

function send(scene: Scene, player: Player, to: Spot): void {
  bring(scene, player, { level: player.level!.name, ...to })
  player.hearing?.onSurroundingsChanged()
}

// ---- Founding and joining --------------------------------------------------------------------------------------------

/** [CF-23.8] Founds the guild together with two players in the alcoves; all three become its masters. */
export function found(call: Call, name: string): void {
  const { scene, player } = call
  const guild = guildOf(scene, name)
  if (guild.founded) return speak(call, 'This guild has its masters.')
  const level = player.level!
  const three = [player, ...cells.alcoves.flatMap((cell) => standingAt(level, cell) ?? [])]
  if (new Set(three).size < founders)
    return speak(call, `It takes ${founders - three.length} more, in the alcoves.`)
  const members = three.map(({ name }) => ({ name, rank: 'GuildMaster' as const, dues: 0 }))
  keep(scene, name, { ...guild, founded: true, members })
  for (const each of three) {
    each.tell(`You have founded ${name}.`, messageTypes.success)
    send(scene, each, cells.hall)
  }
}

/** [CF-23.8] The player on the chair becomes a member. */
export function join(call: Call, name: string): void {
  const { scene, player } = call
  const guild = guildOf(scene, name)
  const who = standingAt(player.level!, cells.chair)
  if (!who) return speak(call, 'Nobody sits in the chair.')
  const elsewhere = [...scene.ledger.pages('guild')].find(([, page]) =>
    memberOf(page as unknown as Guild, who.name),
  )
  if (elsewhere) return speak(call, `${who.name} is in ${elsewhere[0]} already.`)
  if (guild.members.length >= most.members) return speak(call, `${name} takes nobody more.`)
  keep(scene, name, withMember(guild, { name: who.name, rank: 'Initiate', dues: 0 }))
  speak(call, `${who.name} is of ${name} now.`)
}

function standingAt(level: Level, { x, y }: Spot): Player | undefined {
  return level.playersAt(x, y).at(-1)
}

// ---- Money -----------------------------------------------------------------------------------------------------------

/** [CF-23.8] Handles `pay 5 gold`, `balance` and, for masters, `withdraw 5 gold`. */
export function serveDues(call: Call, name: string): void {
  const { scene, player, words } = call
  const guild = guildOf(scene, name)
  const [wish, ...sum] = words.toLowerCase().split(/\s+/)
  if (wish === 'balance') return speak(call, `${name} has ${inCoins(scene.kinds, guild.funds)}.`)
  if (wish !== 'pay' && wish !== 'withdraw')
    return speak(call, 'Say pay 5 gold, or balance. Masters may withdraw 5 gold.')
  const meant = sumIn(scene.kinds, sum)
  if (!meant) return speak(call, `Say how much: ${wish} 5 gold.`)
  const amount = meant.count * meant.value
  if (wish === 'withdraw') {
    if (!isCleared(scene, player, name, 'Master')) return speak(call, 'Its masters may, and nobody else.')
    if (amount > guild.funds) return speak(call, `${name} has not so much.`)
    keep(scene, name, { ...guild, funds: guild.funds - amount })
    put(scene.make(meant.id, meant.count), { in: 'pack', player })
    return speak(call, `Here are ${meant.count} ${meant.coin}.`)
  }
  if (guild.funds + amount > most.funds) return speak(call, `${name} can keep no more.`)
  if (!pays(scene, player, amount)) return speak(call, 'You have not so much on you.')
  const paying = memberOf(guild, player.name)
  const paid = { ...guild, funds: guild.funds + amount, points: guild.points + (paying ? amount : 0) }
  keep(scene, name, paying ? withMember(paid, { ...paying, dues: paying.dues + amount }) : paid)
  speak(call, `${inCoins(scene.kinds, amount)} for ${name}: thank you.`)
}

/** [CF-23.8] Pays a master all funds, up to a pile of each coin; the rest stays. */
export function payOut({ scene, player }: Call, name: string): void {
  const guild = guildOf(scene, name)
  if (!isCleared(scene, player, name, 'Master'))
    return player.tell('Its masters may, and nobody else.', messageTypes.failure)
  const bearable = scene.kinds.coins.reduce((sum, { value }) => sum + value! * mostInPile, 0)
  const amount = Math.min(guild.funds, bearable)
  keep(scene, name, { ...guild, funds: guild.funds - amount })
  give(scene, player, amount)
  player.tell(`${name} pays out ${inCoins(scene.kinds, amount)}.`, messageTypes.itemGained)
}

/** [CF-23.8] Offerings at the guild's altars go to its funds. */
export function fee(scene: Scene, name: string, amount: number): void {
  const guild = guildOf(scene, name)
  keep(scene, name, { ...guild, funds: Math.min(most.funds, guild.funds + amount) })
}

// ---- Standings and masters ------------------------------------------------------------------------------------------

/** [CF-23.8] Lists founded guilds, the best first. */
export function tellStandings({ scene, player }: Call): void {
  const guilds = [...scene.ledger.pages('guild')].map(([name, page]) => ({
    name,
    ...(page as unknown as Guild),
  }))
  const founded = guilds.filter((guild) => guild.founded).sort((a, b) => b.points - a.points)
  if (founded.length === 0) return player.tell('No guild is founded yet.', messageTypes.card)
  const lines = founded.map(
    ({ name, points, members }) => `${name}: ${points} points, ${members.length} members`,
  )
  player.tell(lines.join('\n'), messageTypes.card)
}

/** [CF-23.8] For masters: `list`, and with a name `info`, `promote`, `demote`, `suspend`, `pardon`, `remove`. */
export function serveMasters(call: Call, name: string): void {
  const { scene, player, words } = call
  if (!isCleared(scene, player, name, 'GuildMaster'))
    return speak(call, 'Its masters I serve, and nobody else.')
  const guild = guildOf(scene, name)
  const [wish = '', who = ''] = words.split(/\s+/)
  if (wish.toLowerCase() === 'list')
    return speak(call, guild.members.map((member) => `${member.name}, ${member.rank}`).join('; '))
  const deed = deeds[wish.toLowerCase()]
  if (!deed && wish.toLowerCase() !== 'info')
    return speak(call, 'Say list, or info, promote, demote, suspend, pardon or remove NAME.')
  const member = memberOf(guild, who)
  if (!member) return speak(call, `${who || 'Nobody'} is no member.`)
  if (!deed)
    return speak(call, `${member.name}, ${member.rank}, has paid ${inCoins(scene.kinds, member.dues)}.`)
  const becomes = deed(member)
  const others = guild.members.filter((each) => each !== member)
  keep(scene, name, { ...guild, members: becomes ? [...others, becomes] : others })
  speak(
    call,
    becomes ? `${becomes.name} is ${standing(becomes)} now.` : `${member.name} is no member any more.`,
  )
}

const deeds: { readonly [wish: string]: (member: Member) => Member | undefined } = {
  promote: (member) => ({ ...member, rank: rankBeside(member, 1) }),
  demote: (member) => ({ ...member, rank: rankBeside(member, -1) }),
  suspend: (member) => ({ ...member, suspended: true }),
  pardon: ({ name, rank, dues }) => ({ name, rank, dues }),
  remove: () => undefined,
}

function rankBeside({ rank }: Member, by: 1 | -1): Rank {
  return ranks[ranks.indexOf(rank) + by] ?? rank
}

function standing({ rank, suspended }: Member): string {
  return suspended ? `suspended, ${rank}` : rank
}

// ---- The shared chest -----------------------------------------------------------------------------------------------

const wayBack = 'guild chest'

/** [CF-23.8] The way in stores the player's map; the way out leads back to it. Returns whether it moved the player. */
export function passChest(call: Call): boolean {
  const { scene, player, thing } = call
  if (nameOf(thing).one === 'Big Chest') {
    player.journal.set(wayBack, player.level!.name)
    player.keep()
    return false
  }
  const level = player.journal.get(wayBack)
  if (level === undefined || !scene.levels.has(level)) {
    speak(call, 'I do not know where you came from.')
    return true
  }
  player.journal.delete(wayBack)
  bring(scene, player, { level, ...cells.besideChest })
  player.hearing?.onSurroundingsChanged()
  return true
}

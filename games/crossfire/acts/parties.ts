// Forming, joining and leaving parties, and party chat. [CF-18]
import { secretMatches } from '../../shared/secret.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { mostMembers, mostParties, type Party } from '../scene/parties.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { plain } from './speech.ts'

/** [CF-18.2] */
const partyName = /^[a-z0-9][a-z0-9 ._'-]{0,31}$/i
/** [CF-18.3] Maximum characters of a party's password, as in current servers. */
const longestPassword = 8
/** [CF-18.6] Maximum parties listed. */
const mostListed = 100

/** [CF-18.2] Creates a party led by the player, who leaves the previous one. */
export function formParty(scene: Scene, player: Player, name: string): void {
  const { parties } = scene
  if (!partyName.test(name))
    return refuse(
      player,
      "A party's name is 1 to 32 letters, digits, spaces and . _ ' -, a letter or digit first.",
    )
  if (parties.named(name)) return refuse(player, `There is a party ${name} already.`)
  if (parties.all().length >= mostParties) return refuse(player, 'There are too many parties already.')
  leaveParty(scene, player)
  const party = parties.form(name, player.name)
  player.tell(`You have formed the party ${party.name}.`, messageTypes.success)
}

/** [CF-18.3] Joins at once, or asks for the password. */
export function joinParty(scene: Scene, player: Player, name: string): void {
  const party = scene.parties.named(name)
  if (!party) return refuse(player, 'There is no such party: form it, or look at the list.')
  if (party === scene.parties.of(player.name)) return refuse(player, `You are in the party ${party.name}.`)
  if (party.password === '') return comeTogether(scene, player, party)
  player.joining = party.name
  player.hearing?.onQuestion(`The password of the party ${party.name}?\n:`)
}

/**
 * [CF-18.3] Handles a password reply; without a pending question nothing happens. Returns false for a wrong password.
 */
export function answerPassword(scene: Scene, player: Player, password: string): boolean {
  const { joining } = player
  player.joining = undefined
  if (joining === undefined) return true
  // The party or its password can have changed meanwhile.
  const party = scene.parties.named(joining)
  const isRight = !party || party.password === '' || secretMatches(plain(password), party.password)
  if (!party) refuse(player, 'That party is gone.')
  else if (party === scene.parties.of(player.name)) return true
  else if (isRight) comeTogether(scene, player, party)
  else refuse(player, 'That is not its password.')
  return isRight
}

function comeTogether(scene: Scene, player: Player, party: Party): void {
  if (party.members.length >= mostMembers) return refuse(player, `The party ${party.name} is full.`)
  leaveParty(scene, player)
  tellParty(scene, party, `${player.name} joins the party.`)
  scene.parties.join(party, player.name)
  player.tell(`You have joined the party ${party.name}.`, messageTypes.success)
}

/** [CF-18.2] Leaves the current party, if any, and notifies the remaining members. */
export function leaveParty(scene: Scene, player: Player): void {
  const party = scene.parties.of(player.name)
  if (!party) return
  scene.parties.leave(player.name)
  player.tell(`You have left the party ${party.name}.`, messageTypes.success)
  tellParty(scene, party, `${player.name} leaves the party.`, player)
}

/** [CF-18.6] */
export function sayInParty(scene: Scene, player: Player, words: string): void {
  const party = ownParty(scene, player)
  const said = plain(words)
  if (!party) return
  if (said === '') return player.tell('Say what?', messageTypes.error)
  player.tell(`<${party.name}> You say: ${said}`, messageTypes.party)
  tellParty(scene, party, `<${party.name}> ${player.name} says: ${said}`, player)
}

/** [CF-18.3] Any member can set the password; an empty one removes it. */
export function setPartyPassword(scene: Scene, player: Player, words: string): void {
  const party = ownParty(scene, player)
  if (!party) return
  const password = plain(words)
  if ([...password].length > longestPassword)
    return refuse(player, `A party's password has ${longestPassword} characters at most.`)
  scene.parties.setPassword(party, password)
  const told = password === '' ? 'has no password any more' : `has the password ${password} now`
  player.tell(`The party ${party.name} ${told}.`, messageTypes.success)
  tellParty(scene, party, `The party ${told}, says ${player.name}.`, player)
}

/** [CF-18.6] Lists the parties with leader and size. */
export function listParties(scene: Scene, player: Player): void {
  const all = scene.parties.all()
  if (all.length === 0) return player.tell('There are no parties.', messageTypes.info)
  const lines = all.slice(0, mostListed).map(({ name, members, password }) => {
    const asks = password === '' ? '' : ', with a password'
    return `${name}: ${members[0]!.name} leads, ${members.length} of ${mostMembers}${asks}`
  })
  player.tell([`Parties: ${all.length}`, ...lines].join('\n'), messageTypes.info)
}

/** [CF-18.1] Reports the player's party. */
export function tellOwnParty(scene: Scene, player: Player): void {
  const party = ownParty(scene, player)
  if (party) player.tell(`You are in the party ${party.name}.`, messageTypes.success)
}

/** The player's party; reports if there is none. */
export function ownParty({ parties }: Scene, player: Player): Party | undefined {
  const party = parties.of(player.name)
  if (!party) refuse(player, 'You are in no party. Try: party help')
  return party
}

/** Sends to all connected members. */
export function tellParty({ players }: Scene, { members }: Party, text: string, except?: Player): void {
  for (const { name } of members) {
    const member = players.get(name.toLowerCase())
    if (member && member !== except) member.tell(text, messageTypes.party)
  }
}

function refuse(player: Player, why: string): void {
  player.tell(why, messageTypes.error)
}

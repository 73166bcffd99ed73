// [CF-18]
import { secretMatches } from '../../../../shared/passwords.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { maxMembersPerParty, maxParties, type Party } from '../../../model/state/parties.ts'
import { sanitizeText } from '../../../model/state/player-texts.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** [CF-18.2] */
const partyNamePattern = /^[a-z0-9][a-z0-9 ._'-]{0,31}$/i
/** [CF-18.3] Maximum length in characters, as on today's servers. */
const maxPasswordLength = 8
/** [CF-18.6] */
const maxListed = 100

/** [CF-18.2] The player leaves the previous party. */
export function formParty(game: GameState, player: Player, name: string): void {
  const { parties } = game
  if (!partyNamePattern.test(name))
    return sendError(
      player,
      "Party names have 1 to 32 characters: letters, digits, spaces and . _ ' -, starting with a letter or digit.",
    )
  if (parties.find(name)) return sendError(player, `The party ${name} exists already. Choose another name.`)
  if (parties.list().length >= maxParties)
    return sendError(player, 'There are too many parties. Join one, or try again later.')
  leaveParty(game, player)
  const party = parties.create(name, player.name)
  player.sendMessage(`You created the party ${party.name}.`, messageTypes.success)
}

/** [CF-18.3] */
export function joinParty(game: GameState, player: Player, name: string): void {
  const party = game.parties.find(name)
  if (!party)
    return sendError(player, 'There is no such party. See party list, or create it with party form NAME.')
  if (party === game.parties.partyOf(player.name))
    return sendError(player, `You are in the party ${party.name}.`)
  if (party.password === '') return joinNow(game, player, party)
  player.pendingPartyName = party.name
  player.listener?.onQuestion(`The password of the party ${party.name}?\n:`)
}

/** [CF-18.3] The player's answer to a party's password question. Returns false if the password is wrong. */
export function answerPassword(game: GameState, player: Player, password: string): boolean {
  const { pendingPartyName } = player
  player.pendingPartyName = undefined
  if (pendingPartyName === undefined) return true
  // The party can have been deleted, or its password changed, since the question.
  const party = game.parties.find(pendingPartyName)
  const isRight = !party || party.password === '' || secretMatches(sanitizeText(password), party.password)
  if (!party) sendError(player, 'That party no longer exists.')
  else if (party === game.parties.partyOf(player.name)) return true
  else if (isRight) joinNow(game, player, party)
  else sendError(player, 'Wrong password.')
  return isRight
}

function joinNow(game: GameState, player: Player, party: Party): void {
  if (party.members.length >= maxMembersPerParty) return sendError(player, `The party ${party.name} is full.`)
  leaveParty(game, player)
  sendMessageToParty(game, party, `${player.name} joined the party.`)
  game.parties.join(party, player.name)
  player.sendMessage(`You joined the party ${party.name}.`, messageTypes.success)
}

/** [CF-18.2] */
export function leaveParty(game: GameState, player: Player): void {
  const party = game.parties.partyOf(player.name)
  if (!party) return
  game.parties.leave(player.name)
  player.sendMessage(`You left the party ${party.name}.`, messageTypes.success)
  sendMessageToParty(game, party, `${player.name} left the party.`, player)
}

/** [CF-18.6] */
export function sayInParty(game: GameState, player: Player, words: string): void {
  const party = requireParty(game, player)
  const said = sanitizeText(words)
  if (!party) return
  if (said === '') return player.sendMessage('Say what? Add some words.', messageTypes.error)
  const spoken = `${player.name} says to ${party.name}: ${said}`
  player.sendMessage(`<${party.name}> You say: ${said}`, messageTypes.party, spoken)
  sendMessageToParty(game, party, `<${party.name}> ${player.name} says: ${said}`, player, spoken)
}

/** [CF-18.3] Any member can set the password, and an empty text removes it. */
export function setPartyPassword(game: GameState, player: Player, words: string): void {
  const party = requireParty(game, player)
  if (!party) return
  const password = sanitizeText(words)
  if ([...password].length > maxPasswordLength)
    return sendError(player, `A party password has at most ${maxPasswordLength} characters.`)
  game.parties.setPassword(party, password)
  const told = password === '' ? 'no longer has a password' : `now has the password ${password}`
  player.sendMessage(`The party ${party.name} ${told}.`, messageTypes.success)
  sendMessageToParty(game, party, `${player.name}: the party ${told}.`, player)
}

/** [CF-18.6] */
export function listParties(game: GameState, player: Player): void {
  const all = game.parties.list()
  if (all.length === 0) return player.sendMessage('There are no parties.', messageTypes.info)
  const lines = all.slice(0, maxListed).map(({ name, members, password }) => {
    const asks = password === '' ? '' : ', with a password'
    return `${name}: led by ${members[0]!.name}, ${members.length} of ${maxMembersPerParty} members${asks}`
  })
  player.sendMessage([`Parties: ${all.length}`, ...lines].join('\n'), messageTypes.info)
}

/** [CF-18.1] */
export function describeOwnParty(game: GameState, player: Player): void {
  const party = requireParty(game, player)
  if (party) player.sendMessage(`You are in the party ${party.name}.`, messageTypes.success)
}

/** The player's party. If the player has none, sends a message and returns undefined. */
export function requireParty({ parties }: GameState, player: Player): Party | undefined {
  const party = parties.partyOf(player.name)
  if (!party) sendError(player, 'You are not in a party. See party help.')
  return party
}

function sendMessageToParty(
  { players }: GameState,
  { members }: Party,
  text: string,
  except?: Player,
  spoken?: string,
): void {
  for (const { name } of members) {
    const member = players.get(name.toLowerCase())
    if (member && member !== except) member.sendMessage(text, messageTypes.party, spoken)
  }
}

function sendError(player: Player, why: string): void {
  player.sendMessage(why, messageTypes.error)
}

// [CF-23.9]

import { nameOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { type ScriptCall, speakNearby } from './script-call.ts'

/** [CF-23.9] All players on the killer's map read the last words, because a dead creature has no location any more. */
export function shoutLastWords({ player, thing }: ScriptCall, template: string): void {
  const text = template.replaceAll('%m', nameOf(thing).one).replaceAll('%k', player.name)
  for (const each of player.level?.players ?? []) each.sendMessage(text, messageTypes.miscellaneous)
}

/** [CF-23.9] The creature greets each player only once. */
export function shoutGreeting(call: ScriptCall, says: string): void {
  const { player, thing } = call
  const life = thing.life!
  const known = life.dialogueTokens ?? new Map<string, string>()
  life.dialogueTokens = known
  const token = `greeted ${player.name}`
  if (known.has(token) || known.size >= maxRemembered) return
  known.set(token, '')
  speakNearby(call, says.replaceAll('%m', nameOf(thing).one).replaceAll('%e', player.name))
}
const maxRemembered = 1000

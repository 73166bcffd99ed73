// Speech and its listeners. [AS-9]

import { sendableCharacters, toSendableText } from '../../../wire/util/sendable-text.ts'
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/scene.ts'
import { distanceSquared } from '../terrain/terrain.ts'
import { answerSpeech } from '../townsfolk/conversation.ts'

/** [AS-9.2] Distances in tiles, Euclidean. */
const clear = 7
const nearby = 12
const away = 18
/** Maximum length of a text. */
const maxLetters = 256
/** The byte that precedes a rune in a text. */
const runeMark = '\xff'
/** Maximum bytes that `maxLetters` letters of UTF-8 take. */
const maxReadBytes = 4 * maxLetters

/** [AS-9.1] A received text as clients can show it. Each byte of `text` is a character, or a part of one in UTF-8. */
export function cleanSpeech(text: string): string {
  const isAscii = sendableCharacters.ascii.test(text)
  const heard = isAscii ? text : toSendableText(decodeText(text), sendableCharacters.ascii).text
  return heard.slice(0, maxLetters)
}

/** Decodes UTF-8, or Latin-1 if it is not valid UTF-8. Drops colours, line ends and the marks of runes. */
function decodeText(text: string): string {
  // The bytes 0x80 to 0x9f are parts of characters in UTF-8.
  const bytes = text.replace(/[^\P{Cc}\x80-\x9f]/gu, '').slice(0, maxReadBytes)
  return decodeBytes(bytes).replace(/\p{Cc}/gu, '')
}

function decodeBytes(bytes: string): string {
  try {
    return decodeUtf8(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return bytes.replaceAll(runeMark, '')
  }
}

/**
 * [AS-9.2] `said` is the result of `spoken`. Speech too soon after the last is ignored. The speaker's own client has
 * already shown it.
 */
export function say(state: WorldState, player: Player, said: string): void {
  if (!player.speechLimit.take(state.context.now())) return
  let torn: string | undefined
  for (const listener of state.players.circle(player.place, away)) {
    if (listener === player) continue
    const distance = distanceSquared(player.place, listener.place)
    if (distance <= clear ** 2) deliver(listener, player, said)
    else if (distance <= nearby ** 2) deliver(listener, player, said.toLowerCase())
    else {
      torn ??= dotted(state, said)
      deliver(listener, player, torn)
    }
  }
  answerSpeech(state, player, said)
}

function deliver(listener: Player, speaker: Player, said: string): void {
  listener.hear(speaker.name, said)
}

/** All distant listeners hear the same half of the letters. */
function dotted(state: WorldState, said: string): string {
  return said.replace(/./g, (letter) => (state.context.random() < 0.5 ? letter : '.'))
}

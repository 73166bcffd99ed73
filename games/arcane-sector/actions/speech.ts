// [AS-9]

import { sendableCharacters, toSendableText } from '../../../wire/util/sendable-text.ts'
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { maxLineLength, type Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { distanceSquared } from '../terrain/terrain.ts'
import { answerSpeech } from '../townsfolk/conversation.ts'

/** [AS-9.2] Maximum Euclidean distances in tiles at which speech arrives unchanged, in lower case, and with dots. */
const clear = 7
const nearby = 12
const away = 18
/** The byte that precedes a rune in a text. */
const runeMark = '\xff'
/** Maximum size of `maxLineLength` characters in UTF-8, in bytes. */
const maxReadBytes = 4 * maxLineLength

/** [AS-9.1] `text` has one character for each received byte. */
export function cleanSpeech(text: string): string {
  const isAscii = sendableCharacters.ascii.test(text)
  const heard = isAscii ? text : toSendableText(decodeText(text), sendableCharacters.ascii).text
  return heard.slice(0, maxLineLength)
}

/** Decodes UTF-8, or Latin-1 if the text is not valid UTF-8. Removes colours, line ends and the marks of runes. */
function decodeText(text: string): string {
  // Keeps the bytes 0x80 to 0x9f, because UTF-8 uses them inside characters.
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
 * [AS-9.2] `said`: the result of `cleanSpeech`. Ignores speech that exceeds the rate limit. The speaker gets nothing,
 * because the speaker's client has already shown the text.
 */
export function say(state: WorldState, player: Player, said: string): void {
  if (!player.speechLimit.take(state.context.now())) return
  /** All distant listeners get the same result. */
  let withDots: string | undefined
  for (const listener of state.players.circle(player.place, away)) {
    if (listener === player) continue
    const distance = distanceSquared(player.place, listener.place)
    if (distance <= clear ** 2) listener.hear(player.name, said)
    else if (distance <= nearby ** 2) listener.hear(player.name, said.toLowerCase())
    else {
      withDots ??= dotted(state, said)
      listener.hear(player.name, withDots)
    }
  }
  answerSpeech(state, player, said)
}

function dotted(state: WorldState, said: string): string {
  return said.replace(/./g, (letter) => (state.context.random() < 0.5 ? letter : '.'))
}

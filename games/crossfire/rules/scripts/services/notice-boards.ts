// [CF-23.4]

import type { Json } from '../../../../game.ts'
import type { ServiceRecordStore } from '../../../model/state/game-state.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import type { ScriptCall } from '../dialogue/script-call.ts'

/** The oldest notices are removed first. */
const maxNotices = 100

type Notice = readonly [author: string, words: string]

/** [CF-23.4] Handles the words `list`, `write WORDS` and `remove NUMBER`. */
export function handleBoardWords(
  { game: { serviceRecords }, player, words }: ScriptCall,
  board: string,
): void {
  const tell = (text: string) => player.sendMessage(text, messageTypes.card)
  const notices = (serviceRecords.get('board', board) ?? []) as unknown as readonly Notice[]
  const keep = (all: readonly Notice[]) => serviceRecords.put('board', board, all as unknown as Json)
  const [wish, rest = ''] = splitFirstWord(words)
  switch (wish) {
    case 'list':
      if (notices.length === 0) return tell(`${board} is empty.`)
      return tell(
        [`${board}:`, ...notices.map(([author, text], at) => `${at + 1}. ${author}: ${text}`)].join('\n'),
      )
    case 'write':
      if (rest === '') return tell('Write what? Add some words.')
      keep([...notices, [player.name, rest] as const].slice(-maxNotices))
      return tell(`You write it on ${board}.`)
    case 'remove': {
      const notice = notices[Number(rest) - 1]
      if (!notice) return tell('There is no such notice.')
      if (notice[0] !== player.name) return tell('Only its author can remove it.')
      keep(notices.filter((each) => each !== notice))
      return tell(`You remove it from ${board}.`)
    }
    default:
      tell('Say list, write WORDS, or remove NUMBER.')
  }
}

/** [CF-16.14] */
export function deleteNoticesOf(ledger: ServiceRecordStore, author: string): void {
  for (const [board, page] of [...ledger.list('board')]) {
    const notices = page as unknown as readonly Notice[]
    const kept = notices.filter(([by]) => by !== author)
    if (kept.length < notices.length) ledger.put('board', board, kept as unknown as Json)
  }
}

/** The first word is in lower case. */
function splitFirstWord(words: string): readonly [wish: string, rest?: string] {
  const at = words.indexOf(' ')
  return at < 0 ? [words.toLowerCase()] : [words.slice(0, at).toLowerCase(), words.slice(at + 1).trim()]
}

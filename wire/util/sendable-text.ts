// Converts text for protocols whose clients show only some characters. Letters lose their accents, and characters
// without a similar character become `?`.

/** `replacements`: the replaced characters with their replacements, each once, in the order of the text. */
export interface SendableText {
  readonly text: string
  readonly replacements: readonly { readonly from: string; readonly to: string }[]
}

/** Patterns of the texts that a protocol can transmit. */
export const sendableCharacters = {
  ascii: /^[ -~]*$/,
  /** ISO 8859-1 without control characters. */
  latin1: /^[ -~\u00a0-\u00ff]*$/,
} as const

/** Replacements for characters that Unicode does not decompose. */
const substitutes: { readonly [character: string]: string } = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L' },
  ...{ ð: 'd', þ: 'th', ı: 'i', '‘': "'", '’': "'", '‚': ',', '“': '"', '”': '"', '„': '"', '«': '"' },
  ...{ '»': '"', '–': '-', '—': '-', '…': '...', '€': 'EUR', '×': 'x', '·': '.', '¡': '!', '¿': '?' },
}

/** `canSend`: one of `sendableCharacters`. Control characters are left out. */
export function toSendableText(text: string, canSend: RegExp): SendableText {
  if (canSend.test(text)) return { text, replacements: [] }
  const replacements = new Map<string, string>()
  let sent = ''
  // Matches one character as shown on a screen: a flag, or a code point with its accents, skin tone and joined emoji.
  const shownCharacters = /\p{RI}{2}|.(?:\p{M}|\p{Emoji_Modifier}|\ufe0f|\u200d.)*/gsu
  for (const [shown] of text.matchAll(shownCharacters)) {
    if (/^\p{Cc}/u.test(shown)) continue
    const to = substituteFor(shown, canSend)
    if (to !== shown) replacements.set(shown, to)
    sent += to
  }
  return { text: sent, replacements: Array.from(replacements, ([from, to]) => ({ from, to })) }
}

function substituteFor(character: string, canSend: RegExp): string {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  const forms = [character, character.normalize('NFC'), substitutes[character], plain, substitutes[plain]]
  return forms.find((form) => form !== undefined && form !== '' && canSend.test(form)) ?? '?'
}

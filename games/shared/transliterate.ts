/** Replaces each character above `max` by its letters without marks if these are not above `max`, otherwise by `?`. */
export function transliterate(text: string, max: 0x7e | 0xff): string {
  const fits = (part: string) => [...part].every((letter) => letter.codePointAt(0)! <= max)
  return Array.from(text, (letter) => {
    if (fits(letter)) return letter
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return plain !== '' && fits(plain) ? plain : '?'
  }).join('')
}

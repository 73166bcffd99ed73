// js-dos has the key numbers of GLFW 3.

/** Consecutive numbers. */
function series(first: number, codes: readonly string[]): readonly (readonly [string, number])[] {
  return codes.map((code, n) => [code, first + n])
}

const numbered = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${from + n}`)

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`)
const numpad = ['Decimal', 'Divide', 'Multiply', 'Subtract', 'Add', 'Enter', 'Equal']

const codes: ReadonlyMap<string, number> = new Map([
  ['Space', 32],
  ['Quote', 39],
  ...series(44, ['Comma', 'Minus', 'Period', 'Slash']),
  ...series(48, numbered('Digit', 0, 10)),
  ['Semicolon', 59],
  ['Equal', 61],
  ...series(65, letters),
  ...series(91, ['BracketLeft', 'Backslash', 'BracketRight']),
  ['Backquote', 96],
  ...series(256, ['Escape', 'Enter', 'Tab', 'Backspace', 'Insert', 'Delete']),
  ...series(262, ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageUp', 'PageDown', 'Home', 'End']),
  ...series(280, ['CapsLock', 'ScrollLock', 'NumLock', 'PrintScreen', 'Pause']),
  ...series(290, numbered('F', 1, 12)),
  ...series(320, numbered('Numpad', 0, 10)),
  ...series(
    330,
    numpad.map((name) => `Numpad${name}`),
  ),
  ...series(340, ['ShiftLeft', 'ControlLeft', 'AltLeft']),
  ...series(344, ['ShiftRight', 'ControlRight', 'AltRight']),
])

/** `code`: `KeyboardEvent.code`, the position of the key. Undefined for a key that a DOS keyboard does not have. */
export function keyCodeOf(code: string): number | undefined {
  return codes.get(code)
}

import { expect, test } from 'vitest'
import { actions as arcaneActions } from '../../games/arcane-sector/browser/panels/key-bindings.ts'
import { about as arcaneSector } from '../../games/arcane-sector/pages/about.ts'
import { actions as crossfireActions } from '../../games/crossfire/browser/input/actions.ts'
import { about as crossfire } from '../../games/crossfire/pages/about.ts'
import { games } from '../../games/index.ts'

type Bindings = { readonly [action: string]: { readonly keys: readonly string[] } }

test.for<readonly [name: string, shown: string, bindings: Bindings, actions: readonly string[]]>([
  ...(
    [
      ['Walk, fight', ['north', 'west', 'south', 'east']],
      ['Use what is here', ['apply']],
      ['Shoot, cast ahead', ['fire ahead']],
    ] as const
  ).map(([row, names]) => [row, keysOf(crossfire.controls, row), crossfireActions, names] as const),
  ...(
    [
      ['Walk', ['forward', 'backward', 'left', 'right']],
      ['Turn', ['turnLeft', 'turnRight']],
      ['Take, read or use', ['here']],
      ['Cast a spell', ['runes', 'cast']],
    ] as const
  ).map(([row, names]) => [row, keysOf(arcaneSector.controls, row), arcaneActions, names] as const),
])('the page lists keys that the browser client binds to “%s”: %s', ([, shown, bindings, names]) => {
  const letters = shown.match(/\b[A-Z]\b/g) ?? []
  const bound = names.flatMap((name) => bindings[name]!.keys).map((key) => key.toUpperCase())
  expect(letters.length).toBeGreaterThan(0)
  for (const letter of letters) expect(bound).toContain(letter)
})

test('the default rooms of all games have different titles', () => {
  const titles = games.map(({ about }) => about.defaultRoomTitle)
  expect(new Set(titles).size).toBe(titles.length)
})

function keysOf(
  controls: readonly { readonly action: string; readonly keys: string }[],
  row: string,
): string {
  return controls.find(({ action }) => action === row)!.keys
}

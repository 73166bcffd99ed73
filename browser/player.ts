// What every player of a game has on its page: the place of the game, a line that says how it stands, and in the corner
// sound, keys, help and the whole screen.
import { dialog, Help } from './help.ts'
import { keyList } from './key-list.ts'
import type { Keys } from './keys.ts'
import type { Sound } from './sound.ts'

export interface Player {
  /** Where the game goes. */
  readonly place: HTMLElement
  /** The room's page, as a path: `/soaprun/harbor`. The room's own socket is there, too. */
  readonly room: string
  /** What has happened to the connection, in words; empty while all is well. */
  stand(says: string): void
  /** A button in the corner. `sign`: what is seen on it. */
  tool(says: string, sign: string, act: () => void): HTMLButtonElement
}

/** Of the page that has `data-play`. Throws where there is none: such a script has no business there. */
export function player(): Player {
  const place = find('[data-play]')
  const standing = find('[data-standing]')
  const tools = find('[data-tools]')
  return {
    place,
    room: place.dataset.play ?? '',
    stand(says) {
      if (standing.textContent !== says) standing.textContent = says
    },
    tool(says, sign, act) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'tool'
      button.textContent = sign
      button.title = says
      button.setAttribute('aria-label', says)
      button.addEventListener('click', act)
      tools.append(button)
      return button
    },
  }
}

/** The buttons that every player has. `help`: for who is here for the first time, one thing a line. */
export function usualTools<A extends string>(
  on: Player,
  {
    game,
    keys,
    sound,
    help,
  }: {
    readonly game: { readonly slug: string; readonly title: string }
    readonly keys: Keys<A>
    readonly sound?: Pick<Sound<string, string>, 'volume'>
    readonly help: readonly string[]
  },
): void {
  const first = new Help(game.slug, game.title, help)
  const shown = dialog('Keys', keyList(keys))
  on.tool('Help', '?', () => first.show())
  on.tool('Keys', '⌨', () => shown.showModal())
  if (sound) volumeTool(on, sound)
  if (document.fullscreenEnabled)
    on.tool('Whole screen', '⛶', () => {
      void (document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen())
    })
}

function volumeTool(on: Player, sound: Pick<Sound<string, string>, 'volume'>): void {
  const range = document.createElement('input')
  Object.assign(range, { type: 'range', min: '0', max: '1', step: '0.05', value: `${sound.volume}` })
  range.className = 'volume'
  range.setAttribute('aria-label', 'Volume')
  let before = sound.volume || 0.6
  const set = (volume: number) => {
    sound.volume = volume
    range.value = `${volume}`
    mute.textContent = volume === 0 ? '🔇' : '🔊'
    mute.setAttribute('aria-pressed', `${volume === 0}`)
  }
  const mute = on.tool('Silent', '🔊', () => {
    before = sound.volume || before
    set(sound.volume === 0 ? before : 0)
  })
  range.addEventListener('input', () => set(Number(range.value)))
  mute.after(range)
  set(sound.volume)
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

// The common parts of all pages for playing.

import type { SoundPlayer } from '../audio/sound-player.ts'
import { createKeyList } from '../input/key-list.ts'
import type { KeyBindings } from '../input/keys.ts'
import { createButton, createElement, requireElement, setText } from '../ui/elements.ts'
import { createDialog, HelpDialog } from '../ui/help.ts'
import { createInviteDialog } from '../ui/invite.ts'
import { createReportDialog, type ReportForm } from '../ui/report.ts'

const messageMs = 60_000

export interface PlayerPage {
  /** The game puts its content into this element. */
  readonly container: HTMLElement
  /** The path of the room's page and WebSocket, such as `/soaprun/harbor`. */
  readonly room: string
  /** The status of the connection in words. An empty string hides the status. */
  showStatus(text: string): void
  /** Shows a message of the room's host for a minute, in a game without chat. A status of the connection hides it. */
  showMessage(line: string): void
  /** Adds a button in the corner. `icon`: one of `toolIcons` or an SVG path for 24 × 24 pixels. */
  addTool(label: string, icon: string, act: () => void): HTMLButtonElement
}

/** Throws if the page has no element with `data-play`. */
export function findPlayerPage(): PlayerPage {
  const container = requireElement('[data-play]')
  const status = requireElement('[data-status]')
  const tools = requireElement('[data-tools]')
  const shown = { status: '', message: '' }
  const update = (changed: Partial<typeof shown>) => {
    Object.assign(shown, changed)
    setText(status, shown.status || shown.message)
  }
  let messageTimer: ReturnType<typeof setTimeout> | undefined
  return {
    container,
    room: container.dataset.play ?? '',
    showStatus: (text) => update({ status: text }),
    showMessage(line) {
      update({ message: line })
      clearTimeout(messageTimer)
      messageTimer = setTimeout(() => update({ message: '' }), messageMs)
    },
    addTool(label, icon, act) {
      const tool = createButton('', act, { class: 'tool', title: label, 'aria-label': label })
      drawIcon(tool, icon)
      tools.append(tool)
      return tool
    },
  }
}

/** SVG paths, because the fonts of some machines lack glyphs for these icons. */
export const toolIcons = {
  invite: 'M10 8a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0M1.5 20a5.5 5.5 0 0 1 10.5-2.5M18 10v8M14 14h8',
  report: 'M6 21V4h11l-2.500 4 2.500 4H6',
  help: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5v.01',
  keys: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M7 14h10',
  loud: 'M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const

function drawIcon(button: HTMLButtonElement, line: string): void {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  const attributes = { viewBox: '0 0 24 24', width: '24', height: '24', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  path.setAttribute('d', line)
  svg.append(path)
  button.replaceChildren(svg)
}

interface StandardTools {
  showInvitation(): void
  /** Shows the help to players who have not seen it yet. */
  showHelpIfNew(): void
}

/**
 * `help`: for new players, with one topic per line. It opens by itself for players who have not seen it yet, or, with
 * `hasEntrance`, when the game calls `showHelpIfNew`, so that it does not cover the form by which players enter.
 */
export function addStandardTools<A extends string>(
  page: PlayerPage,
  {
    game,
    keys,
    sound,
    help,
    hasEntrance,
    reporting,
  }: {
    readonly game: { readonly slug: string; readonly title: string }
    /** Without `keys`, there is no button for changing keys. */
    readonly keys?: KeyBindings<A>
    readonly sound?: Pick<SoundPlayer<string, string>, 'volume'>
    readonly help: readonly string[]
    readonly hasEntrance?: true
    /** Without `reporting`, there is no button for reports. */
    readonly reporting?: ReportForm
  },
): StandardTools {
  const helpDialog = new HelpDialog(game.slug, game.title, help)
  if (!hasEntrance) helpDialog.showIfNew()
  const invite = createInviteDialog(page.room)
  page.addTool('Invite', toolIcons.invite, () => invite.showModal())
  page.addTool('Help', toolIcons.help, () => helpDialog.show())
  if (keys) {
    const shown = createDialog('Keys', createKeyList(keys))
    page.addTool('Keys', toolIcons.keys, () => shown.showModal())
  }
  if (reporting) {
    const report = createReportDialog(reporting)
    page.addTool('Report a player', toolIcons.report, () => report.showModal())
  }
  if (sound) addVolumeTool(page, sound)
  if (document.fullscreenEnabled)
    page.addTool('Full screen', toolIcons.whole, () => {
      void (document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen())
    })
  return { showInvitation: () => invite.showModal(), showHelpIfNew: () => helpDialog.showIfNew() }
}

function addVolumeTool(page: PlayerPage, sound: Pick<SoundPlayer<string, string>, 'volume'>): void {
  const range = createElement('input.volume', {
    ...{ type: 'range', min: 0, max: 1, step: 0.05, 'aria-label': 'Volume' },
    input: () => set(Number(range.value)),
    // The slider loses the focus after a mouse drag, so that the arrow keys control the game again.
    pointerup: () => range.blur(),
  })
  let before = sound.volume || 0.6
  const set = (volume: number) => {
    sound.volume = volume
    range.value = `${volume}`
    drawIcon(mute, volume === 0 ? toolIcons.silent : toolIcons.loud)
    mute.setAttribute('aria-pressed', `${volume === 0}`)
  }
  const mute = page.addTool('Mute', toolIcons.loud, () => {
    before = sound.volume || before
    set(sound.volume === 0 ? before : 0)
  })
  mute.after(range)
  set(sound.volume)
}

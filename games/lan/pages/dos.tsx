// Without the emulator, the page says how to install it.
import type { Child } from 'hono/jsx'
import type { PageContent, PageRoom } from '../../game.ts'

const source = 'https://github.com/js-dos/emulators'

/** The path of the emulator, undefined if the operator of the site has not installed the emulator. */
export function emulatorAsset({ assets }: PageRoom): string | undefined {
  return assets['lan/wdosbox.js']
}

export function dosPage(_reading: string, room: PageRoom): PageContent {
  const emulator = emulatorAsset(room)
  if (emulator === undefined) return { title: 'DOS in the browser', content: <NotInstalled room={room} /> }
  return {
    title: 'DOS in the browser',
    fillsWindow: true,
    scripts: ['lan-play'],
    content: (
      <div class="lan" data-play={room.path} data-emulator={emulator}>
        <noscript>
          <p>
            Running DOS in a browser needs JavaScript. <a href={room.path}>The room’s page</a> says how to
            connect DOSBox.
          </p>
        </noscript>
        <p class="quiet">
          The emulator is DOSBox of the js-dos project, a program of its own under the{' '}
          <a href={room.assets['lan/LICENSE']}>GPL 2.0</a>. <a href={source}>Source</a>
        </p>
      </div>
    ),
  }
}

function NotInstalled({ room }: { room: PageRoom }): Child {
  return (
    <>
      <p>
        This site has no DOS emulator for browsers. Its operator can{' '}
        <a href="/docs/how-to/dos-in-the-browser">install one</a>.
      </p>
      <p>
        You can play with DOSBox: <a href={`${room.path}#connect`}>how to connect it</a>.
      </p>
    </>
  )
}

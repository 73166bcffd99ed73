// The page of the browser player. browser/play.ts builds all of its content.
import type { PageContent, PageRoom } from '../../game.ts'

/** `?server=wss://…`: plays on a server elsewhere, if the site allows pages to connect to it. */
export function playPage(_: string, { path, servers, query: { server } }: PageRoom): PageContent {
  if (server !== undefined && !servers.includes(server)) return refused(path, server)
  return {
    title: 'Crossfire',
    scripts: ['crossfire-play'],
    fillsWindow: true,
    ...(server !== undefined && { connectsTo: server }),
    content: (
      <div class="crossfire" data-play={path} data-server={server}>
        <noscript>
          <p class="card">
            To play here takes script. Clients of the game itself take the addresses on{' '}
            <a href={path}>the room’s page</a>.
          </p>
        </noscript>
      </div>
    ),
  }
}

function refused(path: string, server: string): PageContent {
  return {
    title: 'Crossfire elsewhere',
    content: (
      <>
        <p class="error">
          This site does not let its pages play on <code>{server.slice(0, 200)}</code>. Its host may: the
          address belongs into the setting <code>SERVERS</code>, exactly so.
        </p>
        <p class="actions">
          <a class="button" href={`${path}/play`}>
            Play here
          </a>
        </p>
      </>
    ),
  }
}

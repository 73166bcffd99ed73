import type { PageContent, PageRoom } from '../../game.ts'

/** `?server=wss://…` plays on that server, if the site allows pages to connect to it. */
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
          <p>
            The browser client needs JavaScript. The addresses for other clients are on{' '}
            <a href={path}>the room’s page</a>.
          </p>
        </noscript>
      </div>
    ),
  }
}

function refused(path: string, server: string): PageContent {
  return {
    title: 'Server not allowed',
    content: (
      <>
        <p class="error">
          This site does not allow connections to <code>{server.slice(0, 200)}</code>. The site owner can add
          exactly this address to the <code>SERVERS</code> setting.
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

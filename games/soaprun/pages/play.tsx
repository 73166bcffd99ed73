// The page for playing Soaprun in a browser. The page runs browser/play.ts.
import type { PageContent, PageRoom } from '../../game.ts'

export function playPage(_reading: string, room: PageRoom): PageContent {
  return {
    title: 'Soaprun',
    fillsWindow: true,
    scripts: ['soaprun-play'],
    content: (
      <div class="soaprun" data-play={room.path}>
        <noscript>
          <p>
            Playing in a browser needs JavaScript. Without it you can see a picture of the world on{' '}
            <a href={room.path}>the room’s page</a> and use its address in the 2010 client.
          </p>
        </noscript>
      </div>
    ),
  }
}

// The page to play Soaprun in a browser; browser/play.ts runs on it.
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
            To run in a browser takes script. Without it there is a picture of the field on{' '}
            <a href={room.path}>the room’s page</a>, and what the client of 2010 wants to be told.
          </p>
        </noscript>
      </div>
    ),
  }
}

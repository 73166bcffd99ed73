// The page of the browser player. browser/play.ts creates all of its content.
import type { PageContent, PageRoom } from '../../game.ts'

export function playPage(_reading: string, room: PageRoom): PageContent {
  return {
    title: 'Arcane Sector',
    fillsWindow: true,
    scripts: ['arcane-sector-play'],
    content: (
      <div class="arcane" data-play={room.path}>
        <noscript>
          <p class="card">
            To walk the island in a browser takes script. Without it there is a picture of it on{' '}
            <a href={room.path}>the room’s page</a>, and what the client of 2019 wants to be told.
          </p>
        </noscript>
      </div>
    ),
  }
}

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
          <p>
            Playing in a browser needs JavaScript. Without it you can see a picture of the world on{' '}
            <a href={room.path}>the room’s page</a> and use its address in the 2019 client.
          </p>
        </noscript>
      </div>
    ),
  }
}

// The page on which DOOM-2077 is played in a browser. It runs browser/play.ts.
import type { PageContent, PageRoom } from '../../game.ts'

export function playPage(_reading: string, room: PageRoom): PageContent {
  return {
    title: 'DOOM-2077',
    fillsWindow: true,
    scripts: ['doom-2077-play'],
    content: (
      <div class="doom-2077" data-play={room.path}>
        <noscript>
          <p>
            Playing in a browser needs JavaScript. A picture of the match is on{' '}
            <a href={room.path}>the room’s page</a>, with instructions for the 2024 client.
          </p>
        </noscript>
      </div>
    ),
  }
}

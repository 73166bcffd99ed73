// The page to play DOOM-2077 in a browser; browser/play.ts runs on it.
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
            To fight in a browser takes script. Without it there is a picture of the match on{' '}
            <a href={room.path}>the room’s page</a>, and how the client of 2024 comes in.
          </p>
        </noscript>
      </div>
    ),
  }
}

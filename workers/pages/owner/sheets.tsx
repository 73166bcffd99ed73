// The sheets of the owner page, one for each task. CSS shows the one that the address names after its `#`, and the first
// one otherwise, so they work without scripts.
import type { Content } from '../layout/frame.tsx'

export interface Sheet {
  /** The id, which follows `#` in the address. */
  readonly id: string
  readonly title: string
  readonly content: Content
}

export function Sheets({ sheets }: { sheets: readonly Sheet[] }): Content {
  return (
    <>
      <nav class="tabs" aria-label="Host page">
        <ul>
          {sheets.map(({ id, title }) => (
            <li>
              <a href={`#${id}`} data-sheet>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sheets">
        {sheets.map(({ id, content }) => (
          <div class="sheet" id={id}>
            {content}
          </div>
        ))}
      </div>
    </>
  )
}
